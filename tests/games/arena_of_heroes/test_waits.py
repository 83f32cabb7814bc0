"""The count of waits: what is given in advance saves visits, and every match comes to an end."""

from __future__ import annotations

import io
from random import Random

from games.arena_of_heroes.__main__ import waits
from games.arena_of_heroes.referee.waits import EVERYTHING, ORDINARY, Habits, play


def test_every_ordinary_turn_is_a_wait_and_less_so_with_plans() -> None:
    ordinary = [play(Random(seed), 2, ORDINARY) for seed in range(3)]
    assert all(match.waits >= match.state.turns - 1 for match in ordinary)
    given = [play(Random(seed), 2, EVERYTHING) for seed in range(3)]
    assert all(match.state.phase == "over" for match in (*ordinary, *given))
    assert sum(m.waits / m.state.turns for m in given) < 0.9 * sum(m.waits / m.state.turns for m in ordinary)
    assert sum(m.presses / m.state.turns for m in given) < 0.7 * sum(m.presses / m.state.turns for m in ordinary)


def test_wishes_leave_one_pick() -> None:
    match = play(Random(1), 4, Habits(wishes=True))
    plain = play(Random(1), 4, ORDINARY)
    assert match.waits < plain.waits


def test_the_counts_are_printed() -> None:
    out = io.StringIO()
    waits(1, 1, 2, "basic", out)
    assert [line.split("  ")[0] for line in out.getvalue().splitlines()] == [
        "ordinary",
        "wishes and reflexes",
        "and turns in one go",
        "and the next turn planned",
    ]
