"""What a reader may know of monoliths, in words: what lies inside, what has unfolded, where segments may go (R13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.monolith_arena.texts.words import listed, seat_letter, tile_name
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.segments import connected
from games.monolith_arena.view import MonolithView, TileView, View

EMPTY: Final = "empty"
"""The word of `unfold` for an empty segment."""
SECOND: Final = "-2"
"""What the word of a second tile of the same name ends with, where the two differ."""


def own(view: View) -> MonolithView | None:
    """The reader's own monolith once it is prepared; `None` in matches without monoliths."""
    if view.reader is None or not view.monoliths:
        return None
    monolith = view.monoliths[view.reader]
    return monolith if monolith.segments or monolith.inside else None


def laid(view: View) -> tuple[TileView | None, ...]:
    """What lies in the reader's own folded monolith, in the order of the words of `unfold`."""
    monolith = own(view)
    return monolith.inside or () if monolith is not None else ()


def named(view: View, tile: TileView | None) -> str:
    """A tile in a monolith: its name, whose it is, what it has suffered."""
    if tile is None:
        return "an empty segment"
    signs = []
    if tile.seat != view.reader:
        signs.append(whose(view, tile))
    if tile.wounds:
        signs.append(f"{tile.wounds} wound{'s' * (tile.wounds > 1)}")
    if tile.poison:
        signs.append(f"{tile.poison} poison")
    if tile.entrenched:
        signs.append("entrenched")
    return f"{tile.type.name} ({', '.join(signs)})" if signs else tile.type.name


def whose(view: View, tile: TileView) -> str:
    """Whose a tile is that is not the reader's (``enemy``, ``ally B``)."""
    allied = view.reader is not None and view.seats[tile.seat].team == view.seats[view.reader].team
    side = "ally" if allied else "enemy"
    return side if len(view.seats) < 3 else f"{side} {seat_letter(tile.seat)}"


def line(view: View) -> str:
    """A sentence about the reader's own monolith; nothing where there is none."""
    monolith = own(view)
    if monolith is None or (monolith.segments and monolith.inside):  # none, or one that is being unfolded
        return ""
    inside = laid(view)
    if not inside:
        free = empty_segments(view)
        text = "Your monolith is unfolded"
        return f"{text}; its segment on {listed(free)} is empty." if free else f"{text}."
    what = listed([named(view, tile) for tile in inside]) if any(inside) else "nothing"
    known = "" if monolith.known or view.result is not None else " Nobody else knows before it unfolds."
    return f"In your monolith: {what}.{known}"


def empty_segments(view: View) -> list[str]:
    """The names of the empty segments of the reader's own unfolded monolith."""
    monolith = own(view)
    if monolith is None or monolith.inside:
        return []
    return [NAMES[h] for h in monolith.segments if view.board[h] is None]


def word_name(word: str) -> str:
    """A word of `unfold` for what lies inside, as the player reads it."""
    if word == EMPTY:
        return "the empty segment"
    return f"{tile_name(word.removesuffix(SECOND))}, the second" if word.endswith(SECOND) else tile_name(word)


def _lower(view: View) -> Mapping[int, int]:
    """Which seat's lower segment lies on a hex."""
    return {hex_: m.seat for m in view.monoliths if not m.inside for hex_ in m.segments}


def may_enter(view: View, hex_: int, empty: Sequence[int]) -> list[int]:
    """Those of some empty hexes that the tile on `hex_` may move to, as far as monoliths come into it (R13.7)."""
    there = view.board[hex_]
    if not view.monoliths or there is None:
        return list(empty)
    lower = _lower(view)
    seat = there.seat if there.type.is_banner else lower.get(hex_)
    if seat is None:
        return list(empty)
    free = [h for h in empty if h not in lower]
    segments = view.monoliths[seat].segments
    if not segments:
        return free
    top = next(h for h, t in enumerate(view.board) if t is not None and t.seat == seat and t.type.is_banner)
    one, other = (h for h in (top, *segments) if h != hex_)
    return [h for h in free if connected(h, one, other)]
