"""The orders that move or turn a tile: Move, Push Back, Rotation, False Order (R11.4, R11.5, R11.9, R11.10)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.features import Range, field, movable, move, reach
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import ADJACENT, BY_NAME, NAMES
from games.monolith_arena.state import Push, State
from games.monolith_arena.verbs import (
    Part,
    Refused,
    Side,
    Verb,
    enemy_free,
    field_of,
    held,
    hex_of,
    own_free,
    spend,
    tears,
    title_of,
)


def _verb(name: str, rule: str, title: Message, does: Message, asks: Message, how: Range, side: Side) -> Verb:
    """Return the verb of an order that moves or turns a tile of this side."""
    candidates = own_free if side == "friend" else enemy_free

    def targets(state: State, seat: int) -> list[int]:
        # A banner may be rotated though nothing shows it (R11.9); a Move has to change something (R10.6).
        return [h for h in candidates(state, seat) if how == "turn" or movable(state, h, how)]

    def next_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
        if not tokens:
            return Field("mover", tuple(NAMES[h] for h in targets(state, seat)), rule)
        return field(state, BY_NAME[tokens[0]], how, tokens[1:])

    def perform(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
        spend(draft, seat, name, events)
        move(draft, seat, BY_NAME[tokens[0]], tokens[1:], events, name)

    parts: tuple[Part, ...] = ("mover", "facing") if how == "turn" else ("mover", "hex", "facing")
    return Verb(
        name, rule, title, does, perform, parts, next_field, usable=held(name), asks=asks, is_order=True, side=side
    )


MOVE = _verb(
    "move",
    "R11.4",
    Message.term("order", "Move"),
    Message("Order: move one of your tiles one hex, turn it, or both"),
    Message("Which tile moves?"),
    "step",
    "friend",
)
ROTATE = _verb(
    "rotate",
    "R11.9",
    Message.term("order", "Rotation"),
    Message("Order: turn one of your tiles"),
    Message("Which tile turns?"),
    "turn",
    "friend",
)
FALSE_ORDER = _verb(
    "falseorder",
    "R11.10",
    Message.term("order", "False Order"),
    Message("Order: move an enemy tile one hex, turn it, or both"),
    Message("Which enemy tile moves?"),
    "step",
    "enemy",
)


def destinations(state: State, pusher: int, pushed: int) -> list[int]:
    """Return the empty hexes next to the pushed tile that do not touch the pusher."""
    return [h for h in reach(state, pushed, "step") if h not in ADJACENT[pusher]]


def _pushed(state: State, seat: int, pusher: int) -> list[int]:
    return [h for h in enemy_free(state, seat) if h in ADJACENT[pusher] and destinations(state, pusher, h)]


def _push_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if not tokens:
        pushers = [h for h in own_free(state, seat) if _pushed(state, seat, h)]
        return Field("pusher", tuple(NAMES[h] for h in pushers), "R11.5")
    if len(tokens) == 1:
        return Field("target", tuple(NAMES[h] for h in _pushed(state, seat, BY_NAME[tokens[0]])), "R11.5")
    return None


def _push(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "push", events)
    pusher, pushed = BY_NAME[tokens[0]], BY_NAME[tokens[1]]
    possible = destinations(draft, pusher, pushed)
    draft.push = Push(pusher, pushed, tuple(possible))
    if len(possible) == 1:
        carry_out(draft, possible[0], events)
    else:
        events.append(ev.Pushing(seat, draft.tile_at(pusher), draft.tile_at(pushed)))


def carry_out(draft: State, to: int, events: Events) -> None:
    """Push the tile to the hex that its owner has chosen. Changes the draft."""
    push = draft.push
    assert push is not None
    draft.push = None
    move(draft, draft.active, push.pushed, (NAMES[to],), events, "push", push.pusher)


def _push_closed(state: State, seat: int) -> IllegalAction:
    """Return why nothing can be pushed now (R3.8, R11.5)."""
    enemies = enemy_free(state, seat)
    if any(h in ADJACENT[own] for own in own_free(state, seat) for h in enemies):
        return IllegalAction(Message("No enemy next to your tiles has a hex to be pushed to."), "R3.8")
    return IllegalAction(Message("No enemy stands next to a tile of yours that can push."), "R3.8")


def _push_refused(at: Refused) -> IllegalAction:
    """Return the last reason against a pusher or a target."""
    if field_of(at) == "target" and hex_of(at) not in ADJACENT[BY_NAME[at.said[1]]]:
        return at.because(Message("{hex} is not next to {other}.", hex=at.token, other=at.said[1]))
    if field_of(at) == "target":
        pusher = ADJACENT[BY_NAME[at.said[1]]]
        if (refusal := tears(at, [h for h in ADJACENT[hex_of(at)] if h not in pusher])) is not None:
            return refusal
    if field_of(at) == "pusher":
        return at.because(Message("{tile} {hex} cannot push anything.", tile=title_of(at), hex=at.token))
    return at.because(Message("There is no hex to push {tile} {hex} to.", tile=title_of(at), hex=at.token))


PUSH = Verb(
    "push",
    "R11.5",
    Message.term("order", "Push Back"),
    Message("Order: one of your tiles pushes an enemy next to it one hex away"),
    _push,
    ("pusher", "target"),
    _push_field,
    usable=held("push"),
    asks=Message("Which tile pushes, and which one is pushed?"),
    is_order=True,
    side="enemy",
    last_refusal=_push_refused,
    closed=_push_closed,
)
