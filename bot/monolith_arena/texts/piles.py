"""What lies where: discard piles, tiles not seen yet, the insides of monoliths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bot.limits import cut
from bot.monolith_arena.texts.monoliths import segment
from bot.monolith_arena.texts.names import hexes, kind_name, seat_title
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import MonolithView, SeatView, View

LENGTH: Final = 4000


def _pile(say: Phrases, tiles: Iterable[tuple[TileType, int]]) -> str:
    named = [kind_name(say, t) if n == 1 else f"{n} {kind_name(say, t)}" for t, n in tiles]
    return ", ".join(named) or say("nothing")


def inside(say: Phrases, monolith: MonolithView, names: Names) -> str:
    """What lies in a folded monolith, as far as the reader may know it."""
    if monolith.inside is None:
        return say("not seen yet")
    if not any(monolith.inside):
        return say("two empty segments")
    return say.every(
        segment(say, tile, player(names, tile.seat) if tile is not None and tile.seat != monolith.seat else "")
        for tile in monolith.inside
    )


def _monolith(say: Phrases, view: View, seat: SeatView, names: Names) -> list[str]:
    if not view.monoliths:
        return []
    monolith = view.monoliths[seat.seat]
    if monolith.inside is None or monolith.inside:
        return [say("In the monolith: {tiles}", tiles=inside(say, monolith, names))]
    if monolith.segments:
        return [say("Monolith: unfolded, lower segments {hexes}", hexes=hexes(say, monolith.segments))]
    return [say("Monolith: not filled yet")]


def _hidden_where(say: Phrases, view: View, seat: SeatView) -> str:
    """Among what the tiles that are not seen yet are."""
    places = [say("the stack")]
    if seat.reserve is None:
        places.append(say("a reserve of {count}", count=seat.reserve_count))
    if view.monoliths and view.monoliths[seat.seat].inside is None:
        places.append(say("the monolith"))
    return say.every(places)


def piles(say: Phrases, view: View, names: Names, seat: int | None = None) -> str:
    """The discard piles, the tiles whose place the reader cannot know, and what lies in monoliths."""
    shown = [one for one in view.seats if one.faction is not None and seat in (None, one.seat)]
    parts = ["\n".join(_seat(say, view, one, names)) for one in shown]
    return cut("\n\n".join(parts) or say("There are no piles yet."), LENGTH)


def _seat(say: Phrases, view: View, seat: SeatView, names: Names) -> list[str]:
    hidden, where = sum(n for _, n in seat.unseen), _hidden_where(say, view, seat)
    discards = _pile(say, Counter(seat.discards).items())
    unseen = _pile(say, seat.unseen)
    return [
        f"**{player(names, seat.seat)}** ({seat_title(say, view, seat.seat)})",
        say("Discarded ({count}): {tiles}", count=len(seat.discards), tiles=discards),
        say("Not seen yet ({count}, in {places}): {tiles}", count=hidden, places=where, tiles=unseen),
        *_monolith(say, view, seat, names),
    ]
