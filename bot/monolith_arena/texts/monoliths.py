"""Monoliths and piles as a reader may know them, in words: what lies inside, is discarded, was not seen yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bot.limits import cut
from bot.monolith_arena.texts.names import hexes, seat_title, tile_name
from bot.texts.names import Names, letter, player
from bot.texts.phrases import Phrases
from games.monolith_arena.tiles import TileType
from games.monolith_arena.unfolding import EMPTY, SECOND
from games.monolith_arena.view import MonolithView, SeatView, TileView, View


def own(view: View) -> MonolithView | None:
    """Return the reader's own monolith once it is prepared; `None` in matches without monoliths."""
    if view.reader is None or not view.monoliths:
        return None
    monolith = view.monoliths[view.reader]
    return monolith if monolith.segments or monolith.inside else None


def laid(view: View) -> tuple[TileView | None, ...]:
    """Return what lies in the reader's own folded monolith, in the order of the tokens of `unfold`."""
    monolith = own(view)
    return monolith.inside or () if monolith is not None else ()


def segment(say: Phrases, tile: TileView | None, owner: str) -> str:
    """Return what lies in a segment: its name, whose it is where `owner` says so, what it has suffered."""
    if tile is None:
        return say("an empty segment")
    signs = [owner] if owner else []
    if tile.wounds:
        signs.append(say.plural("{count} wound", "{count} wounds", tile.wounds))
    if tile.poison:
        signs.append(say.plural("{count} poison marker", "{count} poison markers", tile.poison))
    if tile.entrenched:
        signs.append(say.term("state", "entrenched"))
    name = say.message(tile.type.title)
    return f"{name} ({', '.join(signs)})" if signs else name


def named(say: Phrases, view: View, tile: TileView | None) -> str:
    """Return a tile in the reader's monolith."""
    return segment(say, tile, whose(say, view, tile) if tile is not None and tile.seat != view.reader else "")


def whose(say: Phrases, view: View, tile: TileView) -> str:
    """Return whose a tile is that is not the reader's (``enemy``, ``ally B``)."""
    allied = view.reader is not None and view.seats[tile.seat].team == view.seats[view.reader].team
    side = say("ally") if allied else say("enemy")
    return side if len(view.seats) < 3 else f"{side} {letter(tile.seat)}"


def line(say: Phrases, view: View) -> str:
    """Return a sentence about the reader's own monolith; nothing where there is none."""
    monolith = own(view)
    if monolith is None or (monolith.segments and monolith.inside):  # none, or one that is being unfolded
        return ""
    inside = laid(view)
    if not inside:
        return _unfolded(say, view)
    tiles = say.every(named(say, view, tile) for tile in inside) if any(inside) else say("nothing")
    text = say("In your monolith: {tiles}.", tiles=tiles)
    if monolith.known or view.result is not None:
        return text
    return f"{text} {say('Nobody else knows until it unfolds.')}"


def _unfolded(say: Phrases, view: View) -> str:
    free = empty_segments(view)
    if not free:
        return say("Your monolith is unfolded.")
    return say.plural(
        "Your monolith is unfolded; its segment on {hexes} is empty.",
        "Your monolith is unfolded; its segments on {hexes} are empty.",
        len(free),
        hexes=hexes(say, free),
    )


def empty_segments(view: View) -> list[int]:
    """Return the empty segments of the reader's own unfolded monolith."""
    monolith = own(view)
    if monolith is None or monolith.inside:
        return []
    return [h for h in monolith.segments if view.board[h] is None]


def token_name(say: Phrases, token: str) -> str:
    """Return a token of `unfold` for what lies inside, as the player reads it."""
    if token == EMPTY:
        return say("the empty segment")
    tile = tile_name(say, token.removesuffix(SECOND))
    return say("{tile}, the second one", tile=tile) if token.endswith(SECOND) else tile


LENGTH: Final = 4000


def _pile(say: Phrases, tiles: Iterable[tuple[TileType, int]]) -> str:
    named = [say.message(t.title) if n == 1 else f"{say.message(t.title)} ×{n}" for t, n in tiles]
    return ", ".join(named) or say("nothing")


def inside(say: Phrases, monolith: MonolithView, names: Names) -> str:
    """Return what lies in a folded monolith, as far as the reader may know it."""
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
    """Return the tiles among which those not seen yet are."""
    places = [say("the stack")]
    if seat.reserve is None:
        places.append(say("a reserve of {count}", count=seat.reserve_count))
    if view.monoliths and view.monoliths[seat.seat].inside is None:
        places.append(say("the monolith"))
    return say.every(places)


def piles(say: Phrases, view: View, names: Names, seat: int | None = None) -> str:
    """Return the discard piles, the tiles whose place the reader cannot know, and what lies in monoliths."""
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
