"""Before the first turn: factions, stacks, starting player, banners (R2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Field
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.flow import Events, begin_turn
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.verbs import NEVER, Verb

RANDOM: Final = "random"


def free_factions(state: State) -> tuple[str, ...]:
    """The factions that nobody has taken; mirror matches are not allowed (R2.1)."""
    taken = {f.id for f in state.factions if f is not None}
    return tuple(f for f in FACTIONS if f not in taken)


def _faction_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
    if words:
        return None
    if state.stage != "factions" or state.factions[seat] is not None:
        return NEVER
    return Field("faction", (*free_factions(state), RANDOM), "R2.1")


def _choose_faction(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
    name = words[0]
    if name == RANDOM:
        free = free_factions(draft)
        index, draft.cursor = draws.below(draft.cursor, len(free))
        name = free[index]
    factions = draft.factions
    draft.factions = (*factions[:seat], faction(name), *factions[seat + 1 :])
    events.append(ev.FactionChosen(seat, name, words[0] == RANDOM))
    if None not in draft.factions:
        _shuffle(draft, events, draws)


def _shuffle(draft: State, events: Events, draws: Draws) -> None:
    """Shuffle the stacks and draw the starting player (R2.2, R2.3)."""
    seats = len(draft.teams)
    stacks = []
    for home in draft.factions:
        assert home is not None
        stack, draft.cursor = draws.shuffled(draft.cursor, home.deck())
        stacks.append(stack)
    first, draft.cursor = draws.below(draft.cursor, seats)
    draft.stacks = tuple(stacks)
    draft.reserves = draft.discards = ((),) * seats
    draft.order = tuple((first + n) % seats for n in range(seats))
    draft.active = first
    draft.stage = "banners"
    events.append(ev.OrderDrawn(draft.order))


def _banner_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
    if words:
        return None
    if state.stage != "banners" or state.active != seat:
        return NEVER
    return Field("hex", tuple(NAMES[h] for h in state.empty_hexes()), "R2.3")


def _place_banner(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
    home = draft.factions[seat]
    assert home is not None
    hex_ = BY_NAME[words[0]]
    draft.bring(hex_, seat, home.banner, 0)
    events.append(ev.Placed(seat, home.banner.id, hex_, 0))
    at = draft.order.index(seat) + 1
    if at < len(draft.order):
        draft.active = draft.order[at]
        return
    draft.stage = "turn"
    begin_turn(draft, draft.order[0], events)


FACTION = Verb("faction", "R2.1", _faction_field, _choose_faction)
BANNER = Verb("banner", "R2.3", _banner_field, _place_banner)
