"""The pictures of a tournament: pages of its table, or of its bracket, each of a size that can be read on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.features.tournaments import course
from bot.limits import ALT_TEXT, cut
from bot.pairings import knockout
from bot.pairings.knockout import Node, Played
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from render.tournament import Box, Line, Side, Table, Wing, draw_bracket, draw_table
from storage import StoredPairing, WholeTournament

LINES: Final = 16
"""So many lines a page of a table has."""
COLUMNS: Final = 4
"""So many rounds stand beside each other."""
BOXES: Final = 8
"""So many pairings of a round stand below each other."""
A_PAGE: Final = 10
"""So many pairings stand below each other on a page, of all wings together."""
NOBODY: Final = "–"

Names = Mapping[int, str]
"""How the entrants are called, by their seeds."""
Page = Table | tuple[str, tuple[Wing, ...]]
Rounds = Sequence[tuple[str, Sequence[Box]]]


def pages(say: Phrases, whole: WholeTournament, names: Names) -> tuple[list[Page], int]:
    """Return the pages of a tournament that has begun, and which of them shows what is going on now."""
    if whole.head.kind not in course.BRACKETS:
        return list(_tables(say, whole, names)), 0
    found = _packed(whole.head.title, _wings(say, whole, names))
    for at, (_, wings) in enumerate(found):
        if any(box.now for wing in wings for _, boxes in wing.rounds for box in boxes):
            return [*found], at
    return [*found], len(found) - 1


def draw(say: Phrases, page: Page, text: str) -> Picture:
    """Draw a page; its words are those of the message that it stands in."""
    data = draw_table(page) if isinstance(page, Table) else draw_bracket(page[0], page[1])
    return Picture(data, "tournament.png", cut(text.replace("**", ""), ALT_TEXT))


def halves(points: int) -> str:
    """Return points that are counted in halves."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _tables(say: Phrases, whole: WholeTournament, names: Names) -> Iterator[Table]:
    swiss, gone = whole.head.kind == "swiss", course.left(whole)
    columns = (say("Points"), *([say("Buchholz")] if swiss else []), say("Wins"), say("Played"))
    lines = [
        Line(
            f"{one.place}.",
            names[one.entrant],
            (halves(one.points), *([halves(one.values[0])] if swiss else []), str(one.values[-1]), str(one.played)),
            out=one.entrant in gone,
        )
        for one in course.table(whole)
    ]
    for begin in range(0, len(lines), LINES):
        yield Table(whole.head.title, columns, tuple(lines[begin : begin + LINES]))


# Brackets


def _wings(say: Phrases, whole: WholeTournament, names: Names) -> Iterator[Wing]:
    """Yield the parts of a bracket that fit beside each other, the earliest rounds first."""
    nodes = course.bracket(whole)
    done = knockout.progress(nodes, course.won(whole))
    rows = {one.round - 1: one for one in whole.pairings}
    double = whole.head.kind == "double"
    titles = {"upper": say("Winners' bracket"), "lower": say("Losers' bracket")} if double else {}
    for wing in ("upper", "lower"):
        mine = [number for number, node in enumerate(nodes) if node.wing == wing]
        rounds: dict[int, list[int]] = {}
        for number in mine:
            rounds.setdefault(nodes[number].round, []).append(number)
        shown = [
            (_round(say, number, len(rounds), double=double), [_box(done[n], rows.get(n), names) for n in members])
            for number, members in rounds.items()
            if any(not _empty(done[n]) for n in members)
        ]
        yield from _windows(titles.get(wing, ""), shown)
    finals = [n for n, node in enumerate(nodes) if node.wing in ("final", "again") and _is_shown(node, done[n])]
    if finals:
        labels = (say("Final"), say("Second final"))
        each = tuple((labels[at], (_box(done[n], rows.get(n), names),)) for at, n in enumerate(finals))
        yield Wing("", each)


def _round(say: Phrases, number: int, count: int, *, double: bool) -> str:
    """Return the title of a round of a wing."""
    from_the_end = count - number
    if double or from_the_end > 2:
        return say("Round {number}", number=number)
    return (say("Final"), say("Semifinals"), say("Quarterfinals"))[from_the_end]


def _is_shown(node: Node, played: Played) -> bool:
    """Return False for a second final that is not needed, or not yet."""
    return node.wing == "final" or (played.one != knockout.OPEN and played.other is not None)


def _empty(played: Played) -> bool:
    return played.one is None and played.other is None


def _box(played: Played, row: StoredPairing | None, names: Names) -> Box:
    """Return what is shown of a node; its pairing names both in the same order, if there is one."""
    said = _said(row)
    one, other = (
        Side(
            NOBODY if seed is None else "" if seed == knockout.OPEN else names[seed],
            said.get(seed, "") if seed is not None else "",
            won=None not in (played.one, played.other) and seed not in (None, knockout.OPEN) and seed == played.winner,
            lost=seed is not None and seed != knockout.OPEN and played.winner not in (knockout.OPEN, seed),
        )
        for seed in (played.one, played.other)
    )
    return Box(one, other, now=row is not None and row.points is None)


def _said(row: StoredPairing | None) -> dict[int | None, str]:
    """Return what a pairing came to for each: points, or a sign where it was not played."""
    if row is None or row.points is None:
        return {}
    if row.how in course.UNPLAYED:
        signs = {0: "–", 1: "=", 2: "+"}
        return {row.first: signs[row.points[0]], row.second: signs[row.points[1]]}
    return {row.first: halves(row.points[0]), row.second: halves(row.points[1])}


def _windows(title: str, rounds: Rounds) -> Iterator[Wing]:
    """Yield a wing in parts of so many rounds and pairings as can be read."""
    for begin in range(0, len(rounds), COLUMNS):
        part = rounds[begin : begin + COLUMNS]
        groups = max(1, -(-len(part[0][1]) // BOXES))
        for group in range(groups):
            yield Wing(title, tuple((name, tuple(_share(boxes, group, groups))) for name, boxes in part))


def _share(boxes: Sequence[Box], group: int, groups: int) -> Sequence[Box]:
    """Return those of a round that stand beside a group of its first one; the last of them may be shared."""
    begin, end = group * len(boxes) // groups, (group + 1) * len(boxes) // groups
    return boxes[begin : max(end, begin + 1)]


def _packed(title: str, wings: Iterator[Wing]) -> list[tuple[str, tuple[Wing, ...]]]:
    """Return the parts on pages, as many on each as can be read."""
    found: list[tuple[str, tuple[Wing, ...]]] = []
    height = 0
    for wing in wings:
        own = max(len(boxes) for _, boxes in wing.rounds)
        if found and height + own <= A_PAGE:
            found[-1] = (title, (*found[-1][1], wing))
            height += own
        else:
            found.append((title, (wing,)))
            height = own
    return found
