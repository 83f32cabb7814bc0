"""The verbs of the game and the walk through their tokens, which is the definition of what is legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.api import Action, Field, NotYourChoice, Ready
from games.monolith_arena import answers, features, refusals, setup, turn
from games.monolith_arena.choosing import asking
from games.monolith_arena.monoliths import preparing, unfolding
from games.monolith_arena.orders import battle, charge, markers, move, push, wounds
from games.monolith_arena.state import State
from games.monolith_arena.verbs import Refused, Verb, usable

TURN_VERBS: Final[tuple[Verb, ...]] = (
    turn.DISCARD,
    turn.REDRAW,
    turn.PLACE,
    unfolding.UNFOLD,
    battle.BATTLE,
    charge.CHARGE,
    move.MOVE,
    push.PUSH,
    wounds.FIRE,
    wounds.SHOOT,
    markers.ENTRENCH,
    move.ROTATE,
    move.FALSE_ORDER,
    markers.NET,
    features.FEATURE,
    turn.END,
)
"""What the player whose turn it is may do."""

VERBS: Final[Mapping[str, Verb]] = {
    verb.name: verb for verb in (setup.FACTION, preparing.PREPARE, setup.BANNER, *TURN_VERBS, answers.CHOOSE)
}


def candidates(state: State, seat: int) -> tuple[Verb, ...]:
    """The verbs that belong to what the match waits for, usable now or not.

    Raises `NotYourChoice` when the match is over.
    """
    if state.result is not None:
        raise NotYourChoice(refusals.OVER, "R12")
    if state.stage == "factions":
        return (setup.FACTION,)
    if state.stage == "monoliths":
        return (preparing.PREPARE,)
    if state.stage == "banners":
        return (setup.BANNER,)
    if asking(state):
        return (answers.CHOOSE,)
    if state.active != seat:
        return ()
    return _offered(state.options.monoliths, *[t.orders for t in state.reserves[seat]])


@lru_cache(maxsize=1 << 12)
def _offered(monoliths: bool, *orders: tuple[str, ...]) -> tuple[Verb, ...]:
    """The verbs of a turn without the orders that no tile offers; what each tile of the reserve offers is given."""
    known = {name for names in orders for name in names}
    # A charge may come from a rune on the board, too.
    return tuple(
        v
        for v in TURN_VERBS
        if (not v.is_order or v.name in known or v is charge.CHARGE) and (monoliths or v is not unfolding.UNFOLD)
    )


def verbs(state: State, seat: int) -> tuple[Verb, ...]:
    """The verbs that the seat may use now. Raises `NotYourChoice` when the match is over."""
    return tuple([v for v in candidates(state, seat) if usable(v, state, seat)])


def options(state: State, seat: int, tokens: Sequence[str] = ()) -> Field | Ready:
    """The next token after `tokens`, or the whole action; see `games.api.Game.options`."""
    if not tokens:
        return Field("action", tuple(v.name for v in verbs(state, seat)))
    field = walk(state, seat, tokens)
    return Ready(tuple(tokens)) if field is None else field


def walk(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    """Check tokens one by one and give the field after them, `None` when the action is whole.

    Raises `NotYourChoice` and `IllegalAction`.
    """
    verb = VERBS.get(tokens[0])
    if verb is None or verb not in candidates(state, seat):
        raise refusals.no_verb(tokens[0]) if verb is None else refusals.closed(state, seat, verb)
    field = verb.field(state, seat, ())
    if field is not None and not field.values:
        raise refusals.closed(state, seat, verb)
    for at in range(1, len(tokens)):
        if field is None:
            raise refusals.surplus(verb, tokens[at])
        if tokens[at] not in field.values:
            raise refusals.token(Refused(state, seat, verb, tokens[:at], field, tokens[at]))
        field = verb.field(state, seat, tokens[1 : at + 1])
    return field


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of a seat that has something to decide."""
    found: list[Action] = []
    todo: list[Action] = [(verb.name,) for verb in reversed(verbs(state, seat))]
    while todo:
        tokens = todo.pop()
        field = VERBS[tokens[0]].field(state, seat, tokens[1:])
        if field is None:
            found.append(tokens)
        else:
            todo += [(*tokens, value) for value in reversed(field.values)]
    return found
