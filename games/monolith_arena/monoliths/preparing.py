"""Choosing before the match what lies in a monolith (R13.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Field, IllegalAction, NotYourChoice
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.flow import Events
from games.monolith_arena.setup import FACTIONS_FIRST, shuffle
from games.monolith_arena.state import State
from games.monolith_arena.tiles import Monolith, Piece, inside
from games.monolith_arena.verbs import Refused, Verb
from games.verbs import NEVER

NO_MONOLITHS: Final = Message("This match is played without monoliths.")


def _prepare_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    home = state.factions[seat]
    if state.stage != "monoliths" or state.monoliths[seat] is not None or home is None:
        return NEVER
    if len(tokens) == 2:
        return None
    left = [t.id for t in home.deck() if not t.is_order]
    if tokens:
        left.remove(tokens[0])
    return Field("tile", tuple(dict.fromkeys(left)), "R13.1")


def _prepare(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    home = draft.factions[seat]
    assert home is not None
    pieces = []
    for name in tokens:
        pieces.append(Piece(draft.serial, seat, home.by_id[name], 0))
        draft.serial += 1
    draft.set_monolith(seat, Monolith(inside(*pieces)))
    events.append(ev.Prepared(seat, tuple(tokens)))
    if None not in draft.monoliths:
        shuffle(draft, events, draws)


def _prepare_closed(state: State, seat: int) -> NotYourChoice:
    if not state.options.monoliths:
        return NotYourChoice(NO_MONOLITHS, "R13")
    if state.stage == "factions":
        return NotYourChoice(FACTIONS_FIRST, "R2.1")
    return NotYourChoice(Message("Your monolith is prepared already."), "R13.1")


def _not_prepared(at: Refused) -> IllegalAction:
    home = at.state.factions[at.seat]
    tile = home.by_id.get(at.token) if home is not None else None
    if tile is None:
        return at.because(Message("Your faction has no tile “{word}”.", word=at.shown))
    if tile.is_banner:
        return at.because(Message("The banner lies in the top segment; choose champions or runes."))
    if tile.is_order:
        text = Message("{tile} is an order; only champions and runes go into a monolith.", tile=tile.title)
        return at.because(text)
    return at.because(Message("Your faction has only one {tile}.", tile=tile.title))


PREPARE = Verb(
    "prepare",
    "R13.1",
    Message.term("order", "Prepare the monolith"),
    Message("Choose the two tiles in your monolith; nobody else sees them until it unfolds"),
    ("tile", "tile"),
    _prepare_field,
    _prepare,
    final=True,
    closed=_prepare_closed,
    refuse=_not_prepared,
)
