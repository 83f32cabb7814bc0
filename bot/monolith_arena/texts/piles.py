"""What lies where: discard piles, tiles not seen yet, the insides of monoliths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bot.limits import cut
from bot.monolith_arena.texts.words import Names, hex_name, listed, player, possessive, seat_letter
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import MonolithView, SeatView, TileView, View

PILES_LENGTH: Final = 4000


def seat_word(view: View, seat: int) -> str:
    """Letter and faction of a seat."""
    home = view.seats[seat].faction
    return seat_letter(seat) if home is None else f"{seat_letter(seat)}, {home.name}"


def _pile(tiles: Iterable[tuple[TileType, int]]) -> str:
    return ", ".join(t.name if n == 1 else f"{n} {t.name}" for t, n in tiles) or "nothing"


def _lying(tile: TileView | None, owner: int, names: Names) -> str:
    """A tile in a monolith, with what it has kept; whose it is only where it is not the owner's."""
    if tile is None:
        return "an empty segment"
    name = tile.type.name if tile.seat == owner else f"{possessive(names, tile.seat)} {tile.type.name}"
    kept = [f"{tile.wounds} wound{'s' * (tile.wounds > 1)}"] if tile.wounds else []
    kept += [f"{tile.poison} poison"] if tile.poison else []
    kept += ["entrenched"] if tile.entrenched else []
    return f"{name} ({', '.join(kept)})" if kept else name


def inside(monolith: MonolithView, names: Names) -> str:
    """What lies in a folded monolith, as far as the reader may know it; nothing for one that is unfolded."""
    if monolith.inside is None:
        return "not seen yet"
    if monolith.inside and not any(monolith.inside):
        return "two empty segments"
    return listed([_lying(tile, monolith.seat, names) for tile in monolith.inside])


def _monolith(view: View, seat: SeatView, names: Names) -> list[str]:
    if not view.monoliths:
        return []
    monolith = view.monoliths[seat.seat]
    if not monolith.inside and monolith.inside is not None:
        where = listed([hex_name(h) for h in monolith.segments])
        return [f"Monolith: unfolded, lower segments {where}"] if where else ["Monolith: not filled yet"]
    return [f"In the monolith: {inside(monolith, names)}"]


def _hidden_where(view: View, seat: SeatView) -> str:
    """Among what the tiles that are not seen yet are."""
    places = ["the stack"]
    if seat.reserve is None:
        places.append(f"a reserve of {seat.reserve_count}")
    if view.monoliths and view.monoliths[seat.seat].inside is None:
        places.append("the monolith")
    return listed(places)


def piles(view: View, names: Names, seat: int | None = None) -> str:
    """The discard piles, the tiles whose place the reader cannot know, and what lies in monoliths."""
    parts = []
    for one in view.seats:
        if one.faction is None or seat not in (None, one.seat):
            continue
        hidden = sum(n for _, n in one.unseen)
        lines = [
            f"**{player(names, one.seat)}** ({seat_word(view, one.seat)})",
            f"Discarded ({len(one.discards)}): {_pile(Counter(one.discards).items())}",
            f"Not seen yet ({hidden}, in {_hidden_where(view, one)}): {_pile(one.unseen)}",
            *_monolith(view, one, names),
        ]
        parts.append("\n".join(lines))
    return cut("\n\n".join(parts) or "There are no piles yet.", PILES_LENGTH)
