"""What a reader may know of monoliths, in words: what lies inside, what has unfolded (R13)."""

from __future__ import annotations

from bot.monolith_arena.texts.names import hexes, kind_name, tile_name, with_owner
from bot.texts.names import letter
from bot.texts.phrases import Phrases
from games.monolith_arena.monoliths.unfolding import EMPTY, SECOND
from games.monolith_arena.view import MonolithView, TileView, View


def own(view: View) -> MonolithView | None:
    """The reader's own monolith once it is prepared; `None` in matches without monoliths."""
    if view.reader is None or not view.monoliths:
        return None
    monolith = view.monoliths[view.reader]
    return monolith if monolith.segments or monolith.inside else None


def laid(view: View) -> tuple[TileView | None, ...]:
    """What lies in the reader's own folded monolith, in the order of the tokens of `unfold`."""
    monolith = own(view)
    return monolith.inside or () if monolith is not None else ()


def segment(say: Phrases, tile: TileView | None, owner: str) -> str:
    """What lies in a segment: its name, whose it is where `owner` says so, what it has suffered."""
    if tile is None:
        return say("an empty segment")
    signs = [owner] if owner else []
    if tile.wounds:
        signs.append(say.plural("{count} wound", "{count} wounds", tile.wounds))
    if tile.poison:
        signs.append(say.plural("{count} poison marker", "{count} poison markers", tile.poison))
    if tile.entrenched:
        signs.append(say.term("state", "entrenched"))
    name = kind_name(say, tile.type)
    return with_owner(name, ", ".join(signs)) if signs else name


def named(say: Phrases, view: View, tile: TileView | None) -> str:
    """A tile in the reader's monolith."""
    return segment(say, tile, whose(say, view, tile) if tile is not None and tile.seat != view.reader else "")


def whose(say: Phrases, view: View, tile: TileView) -> str:
    """Whose a tile is that is not the reader's (``enemy``, ``ally B``)."""
    allied = view.reader is not None and view.seats[tile.seat].team == view.seats[view.reader].team
    side = say("ally") if allied else say("enemy")
    return side if len(view.seats) < 3 else f"{side} {letter(tile.seat)}"


def line(say: Phrases, view: View) -> str:
    """A sentence about the reader's own monolith; nothing where there is none."""
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
    """The empty segments of the reader's own unfolded monolith."""
    monolith = own(view)
    if monolith is None or monolith.inside:
        return []
    return [h for h in monolith.segments if view.board[h] is None]


def token_name(say: Phrases, token: str) -> str:
    """A token of `unfold` for what lies inside, as the player reads it."""
    if token == EMPTY:
        return say("the empty segment")
    tile = tile_name(say, token.removesuffix(SECOND))
    return say("{tile}, the second one", tile=tile) if token.endswith(SECOND) else tile
