"""What is not known in a study: tiles that others hold, and what comes from any stack (R3.1, R3.9, R13.1).

Whoever has such tiles is asked about before acting: they lie last in the reserve, and any of the seat's tiles that
nobody has seen may be there. What lies in a monolith that has never unfolded is dealt with them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

from games.api import Action, IllegalAction, Step
from games.doubts import Doubt, Supposed
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.state import State
from games.monolith_arena.tiles import FACTIONS, Monolith, TileType, faction, inside
from games.monolith_arena.view import View
from games.monolith_arena.worlds import first_two, world

UNKNOWN: Final = Message("Which tiles are there? Choose any of those that have not been seen.")


class Studied:
    """The part of the game that answers for studies (`games.doubts.StudiedGame`)."""

    def imagine(self, view: View, random: Random) -> Supposed:
        """Return a position that may be the one of a view. Raises `IllegalAction` outside of turns."""
        if view.stage not in ("turn", "battle", "order"):
            over = Message("The match is over; there is nothing to try out at its end.")
            raise IllegalAction(over if view.result is not None else Message("There are no turns yet."), "R2")
        unknown = [seat.reserve_count if seat.reserve is None else 0 for seat in view.seats]
        return Supposed(world(view, random), view.reader, tuple(unknown))

    def before(self, at: Supposed, seat: int) -> Doubt | None:
        """Return which tiles a seat holds that nobody has supposed, before its turn goes on; answers need none."""
        most = at.unknown[seat]
        if not most or seat != at.state.active or _asked(at.state):
            return None
        _, pool = _parted(at, seat)
        home, counts = at.state.factions[seat], Counter(pool)
        possible = tuple(tile.id for tile in home.tiles for _ in range(min(counts[tile], most)))
        return Doubt("held", seat, UNKNOWN, possible, most)

    def suppose(self, at: Supposed, doubt: Doubt, tokens: Action, random: Random) -> Supposed:
        """Return the position in which the seat holds these tiles; the rest of its unknown ones where none are named.

        Raises `IllegalAction` for tiles that cannot be there.
        """
        state: State = at.state
        seat = doubt.seat
        known, pool = _parted(at, seat)
        unknown = at.unknown[seat]
        named = _named(tokens, pool)
        if len(named) > unknown:
            raise IllegalAction(Message("Those are more tiles than are unknown."), "R3.1")
        left = list((Counter(pool) - Counter(named)).elements())
        random.shuffle(left)
        draft = state.draft()
        monolith = _hidden(at, seat)
        if monolith is not None:
            if sum(not tile.is_order for tile in left) < 2:
                raise IllegalAction(Message("Two of the other tiles have to lie in the monolith."), "R13.1")
            pair = zip(monolith.inside, first_two(left), strict=True)
            draft.set_monolith(seat, Monolith(inside(*(piece and piece._replace(type=tile) for piece, tile in pair))))
        drawn = left[: unknown - len(named)]
        draft.set_reserve(seat, (*known, *named, *drawn))
        draft.stacks = (*state.stacks[:seat], tuple(left[len(drawn) :]), *state.stacks[seat + 1 :])
        draft.drawn = draft.reserves[seat][len(draft.reserves[seat]) - len(state.drawn) :]
        still = len(drawn) if named else 0
        fresh = state.discard_due or (bool(state.drawn) and not state.played)
        orders = all(tile.is_order for tile in draft.reserves[seat])
        draft.redraw = fresh and not still and orders and bool(draft.stacks[seat])
        return replace(at, state=draft, unknown=_with(at.unknown, seat, still))

    def follow(self, at: Supposed, step: Step) -> tuple[Supposed, tuple[ev.Event, ...]]:
        """Return the position after a step, in which nobody has said yet which tiles were drawn."""
        state: State = step.state
        unknown, events = at.unknown, []
        for event in step.events:
            if isinstance(event, ev.Drew):
                event = replace(event, tiles=None, open=False)
                unknown = _with(unknown, event.seat, unknown[event.seat] + event.count)
            events.append(event)
        after = replace(at, state=state, unknown=unknown)
        for seat, count in enumerate(unknown):
            pool = _parted(after, seat)[1] if count else []
            if count and (len(set(pool)) == 1 or len(pool) == count):  # there is but one way
                after = replace(after, unknown=_with(after.unknown, seat, 0))
        return after, tuple(events)

    def called(self, token: str) -> Message:
        """Return the name of a tile."""
        return next(home.by_id[token].title for home in map(faction, FACTIONS) if token in home.by_id)

    def bare(self, at: Supposed) -> State:
        """Return the state with all tiles that nobody has supposed on the stacks."""
        draft: State = at.state.draft()
        for seat, unknown in enumerate(at.unknown):
            reserve = draft.reserves[seat]
            known = reserve[: len(reserve) - unknown]
            if at.state.options.open_reserves and unknown:
                draft.stacks = (
                    *draft.stacks[:seat],
                    reserve[len(known) :] + draft.stacks[seat],
                    *draft.stacks[seat + 1 :],
                )
                draft.set_reserve(seat, known)
        return draft


def _asked(state: State) -> bool:
    """Return True in the middle of a turn: what is asked then is no matter of what is held."""
    return state.cause is not None or state.push is not None or state.unfolding is not None


def _parted(at: Supposed, seat: int) -> tuple[tuple[TileType, ...], list[TileType]]:
    """Return the tiles that a seat is known to hold, and all of its tiles whose place is not known, in their order."""
    state: State = at.state
    reserve, unknown = state.reserves[seat], at.unknown[seat]
    known = reserve[: len(reserve) - unknown]
    pool = [*reserve[len(known) :], *state.stacks[seat]]
    if (monolith := _hidden(at, seat)) is not None:
        pool += [piece.type for piece in monolith.inside if piece is not None]
    home = state.factions[seat]
    assert home is not None
    return known, sorted(pool, key=home.tiles.index)


def _hidden(at: Supposed, seat: int) -> Monolith | None:
    """Return the monolith of a seat where its reader does not know what lies in it."""
    monolith = at.state.monoliths[seat] if at.state.monoliths else None
    return None if monolith is None or monolith.known or seat == at.reader else monolith


def _named(tokens: Action, pool: list[TileType]) -> list[TileType]:
    """Return the tiles of these ids. Raises `IllegalAction` where so many are not there."""
    by_id = {tile.id: tile for tile in pool}
    named = [by_id[token] for token in tokens if token in by_id]
    if len(named) < len(tokens) or Counter(named) - Counter(pool):
        raise IllegalAction(Message("That tile cannot be there any more."), "R3.9")
    return named


def _with(counts: tuple[int, ...], seat: int, count: int) -> tuple[int, ...]:
    return (*counts[:seat], count, *counts[seat + 1 :])
