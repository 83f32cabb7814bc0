"""A position in words: as alternative text of a picture, as a text to be read, and as a board of letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final

from games.monolith_arena.hexes import COLUMNS, NAMES, SIZE
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import MonolithView, TileView, View
from render.monolith_arena import words as tiles
from render.monolith_arena.ghost import Ghost
from render.theme import seat_letter

ALT_LIMIT: Final = 1024
"""The most characters that Discord takes as the description of an attachment."""
WORDS_LIMIT: Final = 4096
"""The most characters that Discord takes as the description of an embed."""

_ASKED: Final = {
    "faction": "to choose a faction",
    "prepare": "to choose the tiles for the monolith",
    "banner": "to place a banner",
    "turn": "to play",
    "push": "to choose where a pushed tile goes",
    "facing": "to choose how a tile in a monolith faces",
    "assassin": "to choose a target for an assassin",
    "regeneration": "to choose the wound that a rune takes away",
    "poison": "to choose who is poisoned",
}


def _brief(tile: TileType) -> str:
    return tile.name.replace("Rune of ", "").replace("Acceleration", "Accel.")


def _shorter(texts: Iterable[Callable[[], str]], limit: int) -> str:
    """The first text that keeps the limit; the last one is cut if even that one does not."""
    text = ""
    for make in texts:
        text = make()
        if len(text) <= limit:
            return text
    return text[: limit - 1] + "…"


def _sides(view: View) -> list[tuple[int, list[int]]]:
    return [(team, [s.seat for s in view.seats if s.team == team]) for team in range(len(view.hit_points))]


def waiting(view: View) -> str:
    """Who is waited for and for what, one sentence."""
    if view.result is not None:
        winners = tiles.listed([seat_letter(s) for s in view.result.winners])
        return f"{winners} {'win' if len(view.result.winners) > 1 else 'wins'}." if winners else "The match is a draw."
    asked: dict[str, list[str]] = {}
    for choice in view.choices:
        if choice.must:
            asked.setdefault(choice.kind, []).append(seat_letter(choice.seat))
    parts = [f"{tiles.listed(seats)} {_ASKED.get(kind, 'to choose')}" for kind, seats in asked.items()]
    return f"Waiting for {'; '.join(parts)}." if parts else "Nobody is waited for."


def _when(view: View) -> str:
    parts = [tiles.BEFORE.get(view.stage, f"Turn {view.turn}")]
    if view.phase is not None:
        parts.append("battle begins" if view.phase < 0 else f"battle phase {view.phase}")
    if view.last_turns is not None:
        left = ", ".join(seat_letter(s) for s in view.last_turns) or "none"
        parts.append(f"{'extra' if view.extra_turns else 'last'} turns left: {left}")
    return ", ".join(parts)


def _banner_hex(view: View, seat: int) -> str:
    """The name of the hex of a seat's banner, empty before it is placed."""
    return next(
        (NAMES[h] for h, t in enumerate(view.board) if t is not None and t.seat == seat and t.type.is_banner), ""
    )


def _unfolded_short(view: View) -> str:
    """The segments of unfolded monoliths; folded ones look like banners (R13.2)."""
    found = [
        f"{seat_letter(m.seat)} {'+'.join(part for part in (_banner_hex(view, m.seat), *_lower(m)) if part)}"
        for m in view.monoliths
        if m.segments
    ]
    return f" Monoliths unfolded: {', '.join(found)}." if found else ""


def _lower(monolith: MonolithView) -> list[str]:
    return [NAMES[h] for h in monolith.segments]


def alt_text(view: View, *, marks: Collection[int] = (), ghost: Ghost | None = None, reserve: bool = False) -> str:
    """The short form of what a picture shows, at most 1,024 characters; `reserve` for the picture that has it."""
    points = " ".join(f"{'+'.join(map(seat_letter, seats))} {view.hit_points[team]}" for team, seats in _sides(view))
    head = f"{_when(view)}. Hit points {points}. {waiting(view)}"
    unfolded = _unfolded_short(view)
    own = view.seats[view.reader].reserve if reserve and view.reader is not None else None

    def make(name: Callable[[TileType], str], joint: str, terse: bool, moves: bool) -> str:
        found = [
            f"{NAMES[h]} {seat_letter(tile.seat)} {tiles.short(tile, name(tile.type), terse)}"
            for h, tile in enumerate(view.board)
            if tile is not None
        ]
        text = f"{head} {joint.join(found) or 'The board is empty'}.{unfolded}"
        if own is not None:
            text += f" Reserve: {', '.join(name(t) for t in own) or 'empty'}."
        if ghost is not None:
            put = tiles.short(ghost.tile, terse=terse)
            text += f" Preview: {seat_letter(ghost.tile.seat)} {put} on {NAMES[ghost.hex]}."
        if marks and moves:
            text += f" Last moves {', '.join(NAMES[h] for h in sorted(marks))}."
        return text

    steps: tuple[tuple[Callable[[TileType], str], str, bool, bool], ...] = (
        (lambda t: t.name, ", ", False, True),
        (_brief, ", ", False, True),
        (_brief, ", ", True, True),
        (lambda t: _brief(t)[:9].strip(), ", ", True, False),
        (lambda t: _brief(t)[:5].strip(), ",", True, False),
    )
    return _shorter((partial(make, *step) for step in steps), ALT_LIMIT)


def _tile_line(hex_: int, view: TileView, full: int) -> str:
    name = view.type.name if full > 1 else _brief(view.type)
    parts = [f"{NAMES[hex_]}: {seat_letter(view.seat)} {name}"]
    if turned := tiles.facing(view):
        parts.append(f"facing {turned}" if full else turned)
    if full:
        if view.wounds:
            parts.append(f"{view.wounds} wound{'s' if view.wounds > 1 else ''}")
        if view.poison:
            parts.append(f"{view.poison} poison")
        parts += [word for word in ("netted", "disarmed", "entrenched") if getattr(view, word)]
        if view.token:
            parts.append("net token")
        parts += tiles.changes(view) if full > 1 else []
    else:
        parts += tiles.conditions(view)
    return ", ".join(parts)


def _grouped(names: Iterable[TileType]) -> str:
    counted = Counter(names)
    return ", ".join(f"{n} {t.name}" if n > 1 else t.name for t, n in counted.items()) or "empty"


def _seat_lines(view: View, full: int) -> list[str]:
    lines = []
    for seat in view.seats:
        home = seat.faction.name if seat.faction else "no faction yet"
        line = f"{seat_letter(seat.seat)}: {home}, {view.hit_points[seat.team]} hit points, stack {seat.stack}, "
        if seat.reserve is None or seat.reserve_count == 0:
            line += f"reserve {seat.reserve_count}"
        else:
            line += f"reserve: {_grouped(seat.reserve)}"
        line += f", discarded: {_grouped(seat.discards)}" if full > 1 else f", discarded {len(seat.discards)}"
        lines.append(line + ".")
    return lines


def _inside(tile: TileView | None, owner: int) -> str:
    """A tile in a folded monolith, with whatever it has kept (R13.2, R13.9)."""
    if tile is None:
        return "an empty segment"
    name = tile.type.name if tile.seat == owner else f"{seat_letter(tile.seat)} {tile.type.name}"
    kept = tiles.conditions(tile)
    return " ".join([name, *kept])


def _monolith_line(view: View, monolith: MonolithView) -> str:
    whose = f"Monolith of {seat_letter(monolith.seat)}: "
    where = _banner_hex(view, monolith.seat)
    if not view.seats[monolith.seat].prepared:
        return f"{whose}not filled yet."
    laid = monolith.inside
    if laid is not None and laid and not any(laid):
        return f"{whose}folded at {where}, two empty segments."
    told = "contents not seen yet" if laid is None else tiles.listed([_inside(t, monolith.seat) for t in laid])
    if monolith.segments:
        state = "unfolds" if laid else "unfolded"
        lower = [f"{NAMES[h]}{'' if laid or view.board[h] else ' (empty)'}" for h in monolith.segments]
        inside = f": {told}" if laid else ""
        return f"{whose}{state}, banner {where}, segments {tiles.listed(lower)}{inside}."
    place = f"folded at {where}" if where else "to be placed"
    return f"{whose}{place}, {told}{', known to all' if monolith.known else ''}."


def _variant_lines(view: View) -> list[str]:
    """Teams, order, monoliths, reinforcement: what matches of two without variants do not have."""
    lines = []
    if len(view.seats) > 2:
        groups = [tiles.listed([seat_letter(s) for s in seats]) for _, seats in _sides(view)]
        lines.append(f"Teams: {' against '.join(groups)}, with common hit points.")
        if view.order:
            lines.append(f"Turn order: {', '.join(seat_letter(s) for s in view.order)}, and so on.")
    lines += [_monolith_line(view, m) for m in view.monoliths]
    if view.unfolded:
        lines.append("A monolith was unfolded this turn: only a tile drawn this turn may go, into an empty segment.")
    if view.plays is not None:
        lines.append(f"Tiles that may still be played this turn: {view.plays}.")
    return lines


def words(view: View) -> str:
    """The whole position in a fixed order: when, who is waited for, seats, board column by column.

    Never longer than 4,096 characters: details go first, then long names.
    """

    def make(full: int) -> str:
        lines = [f"{_when(view)}. {waiting(view)}", *_seat_lines(view, full), *_variant_lines(view)]
        if view.discard_due:
            lines.append("A tile must be discarded first.")
        if view.redraw_offered:
            lines.append("The reserve holds orders only and may be exchanged.")
        for letter in COLUMNS:
            there = [h for h in range(SIZE) if NAMES[h][0] == letter]
            found = [_tile_line(h, tile, full) for h in there if (tile := view.board[h]) is not None]
            empty = [NAMES[h] for h in there if view.board[h] is None]
            if full and empty:
                found.append(f"empty: {', '.join(empty)}")
            lines.append(f"Column {letter}. {'; '.join(found) or 'empty'}.")
        return "\n".join(lines)

    return _shorter((partial(make, full) for full in (2, 1, 0)), WORDS_LIMIT)


def _cell(view: View, hex_: int) -> tuple[str, str]:
    tile = view.board[hex_]
    if tile is None:
        return NAMES[hex_], ""
    low = _brief(tile.type)[:8]
    return f"{NAMES[hex_]} {seat_letter(tile.seat)} {tiles.facing(tile)}", low


def text_board(view: View) -> str:
    """The board in letters of one width: hex, seat and facing above, the first letters of the tile below."""
    width = 9
    rows = [[" " * width for _ in COLUMNS] for _ in range(20)]
    for h in range(SIZE):
        column = COLUMNS.index(NAMES[h][0])
        top = (int(NAMES[h][1:]) - 1) * 4 + 2 * abs(column - 2)
        for n, text in enumerate(_cell(view, h)):
            rows[top + n][column] = text.ljust(width)
    drawn = ["".join(row).rstrip() for row in rows]
    return "\n".join(drawn).rstrip()
