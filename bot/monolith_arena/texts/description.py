"""A position in words: as alternative text of a picture, and as a text to be read.

Both are as long as Discord allows at most: details go first, then long names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final

from bot.limits import cut
from bot.monolith_arena.texts import card, foresight
from bot.monolith_arena.texts.standing import ending, sides, waiting
from bot.texts.names import NOBODY, Names, letter
from bot.texts.phrases import Phrases
from games.monolith_arena.hexes import COLUMNS, NAMES, SIZE
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import MonolithView, Put, SeatView, TileView, View
from render.labels import Labels
from render.monolith_arena import header
from render.monolith_arena.corners import faction_name
from render.monolith_arena.names import BREAK, short

ALT_LIMIT: Final = 1024
"""The most characters that Discord takes as the description of an attachment."""
TEXT_LIMIT: Final = 4096
"""The most characters that Discord takes as the description of an embed."""


def _shorter(texts: Iterable[Callable[[], str]], limit: int) -> str:
    """Return the first text that keeps the limit; the last one is cut if even that one does not."""
    text = ""
    for make in texts:
        text = make()
        if len(text) <= limit:
            return text
    return text[: limit - 1] + "…"


Who = Callable[[int], str]
"""How a seat is called: by its player's name where that is known and there is room, else by its letter."""
_NAME: Final = 20


def _called(names: Names, length: int = _NAME) -> Who:
    return lambda seat: cut(names[seat], length) if seat in names else letter(seat)


def _board_name(say: Phrases, tile: TileType) -> str:
    """Return the short name that stands on the tile."""
    return short(tile, Labels(say)).replace(BREAK, "")


# when, and who is waited for


def _state(say: Phrases, view: View, names: Names) -> str:
    """Return who has to decide what, or how the match ended; empty where nobody has to, as on a board of a review."""
    if view.result is not None:
        return ending(say, view, names)
    return waiting(say, view, names)


def _when(say: Phrases, view: View) -> str:
    """Return the stage or turn, the phase of a battle, and how near the end is."""
    parts = [say.message(header.stage(view))]
    if view.phase is not None:
        parts.append(say.message(header.phase(view.phase)))
    if view.last_turns is not None:
        parts.append(header.last_turns(view.last_turns, view.extra_turns, Labels(say)))
    return " · ".join(parts)


# the short form


def _banner_hex(view: View, seat: int) -> str:
    """Return the name of the hex of a seat's banner, empty before it is placed."""
    there = (h for h, t in enumerate(view.board) if t is not None and t.seat == seat and t.type.is_banner)
    return next((NAMES[h] for h in there), "")


def _unfolded(say: Phrases, view: View, who: Who) -> str:
    """Return the segments of unfolded monoliths; folded ones look like banners (R13.2)."""
    monoliths = []
    for monolith in view.monoliths:
        hexes = [_banner_hex(view, monolith.seat), *(NAMES[h] for h in monolith.segments)]
        if monolith.segments:
            monoliths.append(f"{who(monolith.seat)} {'+'.join(name for name in hexes if name)}")
    return say("Monoliths unfolded: {monoliths}.", monoliths=", ".join(monoliths)) if monoliths else ""


def _points(say: Phrases, view: View, who: Who) -> str:
    points = zip(sides(view), view.hit_points, strict=True)
    each = " · ".join(f"{'+'.join(map(who, seats))} {number}" for seats, number in points)
    return say("Hit points: {points}.", points=each)


def _tiles(say: Phrases, view: View, name: Callable[[TileType], str], joint: str, letters: int | None, who: Who) -> str:
    """Return what stands on the board: ``A3 Anna Knight NE 1w, …``."""
    tiles = [
        f"{NAMES[h]} {who(tile.seat)} {card.short(say, tile, name(tile.type), letters)}"
        for h, tile in enumerate(view.board)
        if tile is not None
    ]
    return f"{joint.join(tiles)}." if tiles else say("The board is empty.")


def alt_text(
    say: Phrases,
    view: View,
    *,
    marks: Collection[int] = (),
    put: Put | None = None,
    reserve: bool = False,
    more: str = "",
    names: Names = NOBODY,
) -> str:
    """Return the short form of what a picture shows, at most 1,024 characters.

    `reserve` is for the picture that has it; `more` is what else there is to say, in sentences. Where there is no room
    for the names of players at each tile, letters stand there, and the names beside them with the hit points.
    """
    own = view.seats[view.reader].reserve if reserve and view.reader is not None else None

    def make(name: Callable[[TileType], str], joint: str, letters: int | None, moves: bool, who: Who) -> str:
        keyed = who is letter and names  # the names that the letters stand for are said once
        beside = (lambda seat: f"{letter(seat)} {named(seat)}") if keyed else who
        parts = [f"{_when(say, view)}. {_points(say, view, beside)}"]
        parts += [_state(say, view, names), _tiles(say, view, name, joint, letters, who), _unfolded(say, view, who)]
        if own is not None:
            held = ", ".join(name(t) for t in own)
            parts.append(say("Reserve: {tiles}.", tiles=held) if held else say("The reserve is empty."))
        if put is not None:
            tile = f"{who(put.tile.seat)} {card.short(say, put.tile, name(put.tile.type), letters)}"
            parts.append(say("Preview: {tile} on {hex}.", tile=tile, hex=NAMES[put.hex]))
        if marks and moves:
            parts.append(say("Last moves: {hexes}.", hexes=", ".join(NAMES[h] for h in sorted(marks))))
        return " ".join(part for part in [*parts, more] if part)

    def cut_name(length: int) -> Callable[[TileType], str]:
        return lambda tile: _board_name(say, tile)[:length].strip()

    brief, named = partial(_board_name, say), _called(names, 12)
    steps: tuple[tuple[Callable[[TileType], str], str, int | None, bool, Who], ...] = (
        (lambda tile: say.message(tile.title), ", ", None, True, named),
        (brief, ", ", None, True, named),
        (brief, ", ", 3, True, named),
        (brief, ", ", 3, True, letter),
        (cut_name(9), ", ", 3, False, letter),
        (cut_name(5), ",", 3, False, letter),
        (cut_name(3), ",", 2, False, letter),
    )
    return _shorter((partial(make, *step) for step in steps), ALT_LIMIT)


# the long form


def _tile_line(say: Phrases, hex_: int, view: TileView, full: int, who: Who) -> str:
    """Return a tile on the board and all that it carries; with less detail the lower `full` is, from 3 to 0."""
    name = say.message(view.type.title) if full > 1 else _board_name(say, view.type)
    parts = [f"{NAMES[hex_]}: {who(view.seat)} {name}"]
    if turned := card.facing(view):
        parts.append(say("facing {direction}", direction=turned) if full else turned)
    parts += foresight.edges(say, view) if full > 2 else []
    parts += card.whole_states(say, view) if full else card.states(say, view)
    return ", ".join([*parts, *(card.changes(say, view) if full == 2 else card.venom(say, view) if full else [])])


def _grouped(say: Phrases, tiles: Iterable[TileType]) -> str:
    """Return tiles by their names, equal ones counted."""
    counted = Counter(tiles)
    return ", ".join(f"{n} {name}" if n > 1 else name for t, n in counted.items() for name in [say.message(t.title)])


def _reserve(say: Phrases, seat: SeatView) -> str:
    if seat.reserve is None or seat.reserve_count == 0:
        return say("reserve {count}", count=seat.reserve_count)
    return say("reserve: {tiles}", tiles=_grouped(say, seat.reserve))


def _discards(say: Phrases, seat: SeatView, full: int) -> str:
    if full > 1 and seat.discards:
        return say("discarded: {tiles}", tiles=_grouped(say, seat.discards))
    return say("discarded {count}", count=len(seat.discards))


def _seat_line(say: Phrases, view: View, seat: SeatView, full: int, who: Who) -> str:
    parts = [
        f"{who(seat.seat)}: {faction_name(seat.faction, Labels(say))}",
        say.plural("{count} hit point", "{count} hit points", view.hit_points[seat.team]),
        say("stack {count}", count=seat.stack),
        _reserve(say, seat),
        _discards(say, seat, full),
    ]
    return f"{', '.join(parts)}."


def _laid(say: Phrases, tile: TileView | None, owner: int, who: Who) -> str:
    """Return a tile in a folded monolith, with whatever it has kept (R13.2, R13.9)."""
    if tile is None:
        return say("an empty segment")
    name = say.message(tile.type.title)
    whose = [] if tile.seat == owner else [who(tile.seat)]
    return " ".join([*whose, name, *card.states(say, tile)])


def _inside(say: Phrases, monolith: MonolithView, who: Who) -> str:
    """Return what lies in a monolith, as far as the reader knows."""
    if monolith.inside is None:
        return say("Its contents have not been seen yet.")
    if not monolith.inside:
        return ""
    tiles = say.every(_laid(say, tile, monolith.seat, who) for tile in monolith.inside)
    return (
        say("Inside: {tiles}; everybody knows.", tiles=tiles)
        if monolith.known
        else say("Inside: {tiles}.", tiles=tiles)
    )


def _monolith_line(say: Phrases, view: View, monolith: MonolithView, who: Who) -> str:
    """Return one monolith: where it is, and what lies in it."""
    letter, where = who(monolith.seat), _banner_hex(view, monolith.seat)
    if not view.seats[monolith.seat].prepared:
        return say("Monolith of {seat}: not filled yet.", seat=letter)
    lower = []
    for hex_ in monolith.segments:
        empty = not monolith.inside and view.board[hex_] is None
        lower.append(say("{hex} (empty)", hex=NAMES[hex_]) if empty else NAMES[hex_])
    segments = say.every(lower)
    if lower and monolith.inside:
        place = say(
            "Monolith of {seat}: unfolds, banner {hex}, segments {segments}.", seat=letter, hex=where, segments=segments
        )
    elif lower:
        place = say(
            "Monolith of {seat}: unfolded, banner {hex}, segments {segments}.",
            seat=letter,
            hex=where,
            segments=segments,
        )
    elif where:
        place = say("Monolith of {seat}: folded at {hex}.", seat=letter, hex=where)
    else:
        place = say("Monolith of {seat}: to be placed.", seat=letter)
    return f"{place} {_inside(say, monolith, who)}".strip()


def _variant_lines(say: Phrases, view: View, who: Who) -> list[str]:
    """Return teams, order, monoliths, reinforcement: what matches of two without variants do not have."""
    lines = []
    if len(view.seats) > 2:
        groups = [say.every(map(who, seats)) for seats in sides(view)]
        if len(groups) == 2:
            lines.append(say("Teams: {side} against {other}, with common hit points.", side=groups[0], other=groups[1]))
        if view.order:
            lines.append(say("Turn order: {seats}, and so on.", seats=", ".join(map(who, view.order))))
    lines += [_monolith_line(say, view, monolith, who) for monolith in view.monoliths]
    if view.unfolded:
        lines.append(
            say("A monolith was unfolded this turn: only a tile drawn this turn may be placed, in an empty segment.")
        )
    if view.plays is not None:
        lines.append(say("Tiles that may still be played this turn: {count}.", count=view.plays))
    return lines


def _column(say: Phrases, view: View, letter: str, full: int, who: Who) -> str:
    """Return the hexes of a column, from the top."""
    hexes = [h for h in range(SIZE) if NAMES[h][0] == letter]
    lines = [_tile_line(say, h, tile, full, who) for h in hexes if (tile := view.board[h]) is not None]
    empty = [NAMES[h] for h in hexes if view.board[h] is None]
    if not lines:
        return say("Column {letter}: empty.", letter=letter)
    if full and empty:
        lines.append(say("empty: {hexes}", hexes=", ".join(empty)))
    return say("Column {letter}: {hexes}.", letter=letter, hexes="; ".join(lines))


def description(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return the whole position in a fixed order: when, whose decision, seats, board by columns, what would follow.

    Every tile is told as it points now. Never longer than 4,096 characters: details go first.
    """

    def make(full: int, who: Who) -> str:
        lines = [f"{_when(say, view)}. {_state(say, view, names)}".rstrip()]
        lines += [_seat_line(say, view, seat, full, who) for seat in view.seats]
        lines += _variant_lines(say, view, who)
        if view.discard_due:
            lines.append(say("A tile must be discarded first."))
        if view.redraw_offered:
            lines.append(say("The reserve holds orders only and may be exchanged."))
        lines += [_column(say, view, letter, full, who) for letter in COLUMNS]
        return "\n".join([*lines, *(foresight.outlook(say, view, names) if full > 1 else [])])

    named = _called(names)
    steps = ((3, named), (2, named), (1, named), (0, named), (0, letter))
    return _shorter((partial(make, *step) for step in steps), TEXT_LIMIT)
