"""The order Battle (R5.1, R5.2, R11.1, R11.2), and Charge by the order or by a Rune of Charge (R11.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena.features import facings, move, reach
from games.monolith_arena.flow import Events, carry_on, deal, end_turn, fight
from games.monolith_arena.hexes import BY_NAME, DIRECTIONS, NAMES, NEIGHBOUR, OFF_BOARD
from games.monolith_arena.state import Cause, State
from games.monolith_arena.verbs import (
    Refused,
    Verb,
    field_of,
    order_tile,
    own_free,
    piece_of,
    played_enough,
    spend,
    title_of,
)


def _battle(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    spend(draft, seat, "battle", events)
    fight(draft, "order", events)


def _battle_closed(state: State, seat: int) -> IllegalAction | None:
    if state.last_turns is None:
        return None
    return IllegalAction(Message("A stack has run out: Battle can no longer be played."), "R5.2")


BATTLE = Verb(
    "battle",
    "R5.1",
    Message.term("order", "Battle"),
    Message("Order: start a battle and end your turn"),
    _battle,
    usable=lambda state, seat: state.last_turns is None and order_tile(state, seat, "battle") is not None,
    is_order=True,
    final=True,
    closed=_battle_closed,
    confirm=True,
)


ORDER: Final = "order"
"""The token for the order as the source; a Rune of Charge is named by its hex."""


def runes(state: State, seat: int) -> list[int]:
    """Return the hexes of the seat's Runes of Charge that may be used now."""
    if state.discard_due:  # it would end the turn, R3.10
        return []
    return [
        h
        for h, p in enumerate(state.board)
        if p is not None
        and p.seat == seat
        and p.type.gifts is not None
        and p.type.gifts.charge
        and h not in state.standing().netted
        and (p.serial, "charge", p.serial) not in state.used
    ]


def _sources(state: State, seat: int) -> tuple[str, ...]:
    order = (ORDER,) if order_tile(state, seat, "charge") is not None else ()
    return order + tuple(NAMES[h] for h in runes(state, seat))


def _facings(state: State, champion: int, to: int) -> tuple[str, ...]:
    """Return the facings in which a melee edge of the champion meets an enemy on its new hex."""
    piece = state.piece_at(champion)
    good = []
    for facing, token in enumerate(facings(piece.type) or DIRECTIONS[:1]):
        for direction, _ in piece.type.turned[facing].melee:
            there = NEIGHBOUR[to][direction]
            met = state.board[there] if there != OFF_BOARD else None
            if met is not None and not state.friends(met.seat, piece.seat):
                good.append(token)
                break
    return tuple(good)


def _hexes(state: State, champion: int) -> list[int]:
    return [h for h in reach(state, champion, "step") if _facings(state, champion, h)]


def _charge_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if not tokens:
        sources = _sources(state, seat)
        return Field("source", sources if sources and _champions(state, seat) else (), "R11.3")
    if len(tokens) == 1:
        return Field("mover", tuple(NAMES[h] for h in _champions(state, seat)), "R11.3")
    champion = BY_NAME[tokens[1]]
    if len(tokens) == 2:
        return Field("hex", tuple(NAMES[h] for h in _hexes(state, champion)), "R11.3")
    if len(tokens) == 3 and state.piece_at(champion).type.period > 1:
        return Field("facing", _facings(state, champion, BY_NAME[tokens[2]]), "R11.3")
    return None


def _champions(state: State, seat: int) -> list[int]:
    return [h for h in own_free(state, seat) if state.piece_at(h).type.cavalry and _hexes(state, h)]


def _charge(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    source, champion = tokens[0], BY_NAME[tokens[1]]
    rune = None
    if source == ORDER:
        spend(draft, seat, "charge", events)
    else:
        rune = BY_NAME[source]
        serial = draft.piece_at(rune).serial
        draft.used |= {(serial, "charge", serial)}
        draft.redraw = False
    serial = draft.piece_at(champion).serial
    to = move(draft, seat, champion, tokens[2:], events, "charge", rune)
    landed = draft.board[to]
    if landed is not None and landed.serial == serial:
        deal(draft, Cause("charge", hexes=(to,), seat=seat), events)
    else:  # it lived by toughness that it left behind
        end_turn(draft, events)
        carry_on(draft, events)


def _charge_refused(at: Refused) -> IllegalAction | None:
    name = field_of(at)
    if name == "source" and at.token == ORDER and not at.state.may_play():
        return played_enough(at.state)
    if name == "facing" and at.token in DIRECTIONS:
        return at.because(Message("If it faces {facing}, none of its melee attacks hits an enemy.", facing=at.token))
    return None


def _hex_refused(at: Refused) -> IllegalAction | None:
    """Return the last reason against a hex or a champion."""
    if field_of(at) == "hex":
        return at.because(Message("A charge to {hex} is not possible from there.", hex=at.token))
    piece = piece_of(at)
    if piece is not None and piece.type.cavalry:
        return at.because(Message("{tile} {hex} cannot charge anything from there.", tile=title_of(at), hex=at.token))
    return at.because(Message("{tile} {hex} is not cavalry.", tile=title_of(at), hex=at.token))


CHARGE = Verb(
    "charge",
    "R11.3",
    Message.term("order", "Charge"),
    Message("Order or Rune of Charge: a cavalry champion moves one hex and attacks; your turn ends"),
    _charge,
    ("source", "mover", "hex", "facing"),
    _charge_field,
    asks=Message("Which champion charges?"),
    is_order=True,
    wounds=True,
    final=True,
    side="friend",
    refuse=_charge_refused,
    last_refusal=_hex_refused,
)
