"""The arena: names, neighbours, lines, triangles, turning (R1.1 to R1.3, R11.6)."""

from __future__ import annotations

import math

import pytest

from games.monolith_arena import hexes
from tests.games.monolith_arena.helpers import ROTATED

S3 = math.sqrt(3)


def centre(name: str) -> tuple[float, float]:
    """Where a flat-topped hex of width 2 lies on paper, from its name alone: x to the right, y down (R1.1, R1.2)."""
    column = "ABCDE".index(name[0])
    rows = (3, 4, 5, 4, 3)[column]
    return 1.5 * column, S3 * (int(name[1]) - (rows + 1) / 2)


def towards(start: tuple[float, float], direction: int) -> tuple[float, float]:
    """One step clockwise from N."""
    angle = math.radians(60 * direction)
    return start[0] + S3 * math.sin(angle), start[1] - S3 * math.cos(angle)


def at(point: tuple[float, float]) -> str | None:
    return next((name for name in hexes.NAMES if math.dist(centre(name), point) < 0.01), None)


def test_names_column_by_column() -> None:
    assert " ".join(hexes.NAMES) == "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2 E3"
    assert hexes.SIZE == len(hexes.NAMES) == 19
    assert [hexes.BY_NAME[n] for n in hexes.NAMES] == list(range(19))


def test_axial_coordinates_of_the_notation() -> None:
    named = dict(zip(hexes.NAMES, hexes.AXIAL, strict=True))
    assert named["C3"] == (0, 0)
    assert named["A1"] == (-2, 0)
    assert named["B1"] == (-1, -1)
    assert named["D1"] == (1, -2)
    assert named["E1"] == (2, -2)


@pytest.mark.parametrize("name", hexes.NAMES)
def test_neighbours_as_on_paper(name: str) -> None:
    row = hexes.NEIGHBOUR[hexes.BY_NAME[name]]
    for direction in range(6):
        there = at(towards(centre(name), direction))
        assert row[direction] == (hexes.OFF_BOARD if there is None else hexes.BY_NAME[there])
    assert hexes.ADJACENT[hexes.BY_NAME[name]] == tuple(sorted(n for n in row if n != hexes.OFF_BOARD))


@pytest.mark.parametrize("name", hexes.NAMES)
def test_lines_as_on_paper(name: str) -> None:
    for direction in range(6):
        line = []
        here = towards(centre(name), direction)
        while (hex_ := at(here)) is not None:
            line.append(hexes.BY_NAME[hex_])
            here = towards(here, direction)
        assert hexes.RAYS[hexes.BY_NAME[name]][direction] == tuple(line)


def test_neighbours_are_mutual() -> None:
    for here in range(19):
        for direction, there in enumerate(hexes.NEIGHBOUR[here]):
            if there != hexes.OFF_BOARD:
                assert hexes.NEIGHBOUR[there][hexes.opposite(direction)] == here
    assert sum(map(len, hexes.ADJACENT)) == 2 * 42


def test_directions_clockwise_from_north() -> None:
    assert hexes.DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")
    assert [hexes.opposite(d) for d in range(6)] == [3, 4, 5, 0, 1, 2]


def test_turning_edges() -> None:
    assert [hexes.turned(edge, 0) for edge in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [hexes.turned(edge, 4) for edge in range(6)] == [4, 5, 0, 1, 2, 3]


def test_triangles_are_the_24_sets_of_three_touching_hexes() -> None:
    expected = {
        (a, b, c)
        for a in range(19)
        for b in range(a + 1, 19)
        for c in range(b + 1, 19)
        if b in hexes.ADJACENT[a] and c in hexes.ADJACENT[a] and c in hexes.ADJACENT[b]
    }
    assert len(expected) == 24
    assert set(hexes.TRIANGLES) == expected
    assert len(hexes.TRIANGLES) == 24


def test_turning_the_board_as_on_paper() -> None:
    middle = centre("C3")
    for here, name in enumerate(hexes.NAMES):
        x, y = centre(name)[0] - middle[0], centre(name)[1] - middle[1]
        turned = (middle[0] + x / 2 - y * S3 / 2, middle[1] + x * S3 / 2 + y / 2)
        assert hexes.NAMES[ROTATED[here]] == at(turned)
        for direction in range(6):
            there = hexes.NEIGHBOUR[here][direction]
            if there != hexes.OFF_BOARD:
                assert hexes.NEIGHBOUR[ROTATED[here]][(direction + 1) % 6] == ROTATED[there]
