"""Puzzles whose answer is one action: judged by what it is, whatever a roll would show; worths as fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.registry import FACES
from games.api import GameError
from games.lessons import Practice
from games.puzzles import Puzzle, Unfit, puzzles_of
from games.weighing import CHANCE, MARGIN, POINTS, grade, read_ways, settled, worth

ALL = [(face.game, one) for face in FACES.values() for one in puzzles_of(face.game).values() if one.ways]
IDS = [one.id for _, one in ALL]
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_there_are_some() -> None:
    assert len({game.name for game, _ in ALL}) >= 2


@pytest.mark.parametrize(("game", "puzzle"), ALL, ids=IDS)
def test_every_legal_action_has_a_worth_and_only_the_best_solves_it(game: Any, puzzle: Puzzle) -> None:
    state = puzzle.start()
    (choice,) = [one for one in game.choices(state) if one.seat == puzzle.seat and one.must]
    assert set(game.legal(state, choice.seat, choice.key)) == set(puzzle.ways)
    best, second, *_ = puzzle.ways.values()
    assert best - second >= MARGIN[puzzle.unit]
    assert list(puzzle.ways.values()) == sorted(puzzle.ways.values(), reverse=True)
    for action in puzzle.ways:
        practice = Practice(game, puzzle).after(action)
        assert practice.solved == (action == puzzle.solution[0])
        assert practice.missed != practice.solved
        assert not practice.choices, "there is one answer"
        assert practice.view == Practice(game, puzzle).view
        assert not practice.latest, "nothing is rolled"


@pytest.mark.parametrize(("game", "puzzle"), ALL[::5], ids=IDS[::5])
def test_luck_decides_nothing(game: Any, puzzle: Puzzle) -> None:
    for seed in ("a", "b", "c"):
        other = replace(puzzle, id=seed)  # the draws of a trial follow from its id
        assert Practice(game, other).after(puzzle.solution[0]).solved
        assert Practice(game, other).after(list(puzzle.ways)[-1]).missed


@pytest.mark.parametrize(("game", "puzzle"), ALL[::5], ids=IDS[::5])
def test_what_is_no_answer_is_refused(game: Any, puzzle: Puzzle) -> None:
    with pytest.raises(GameError):
        Practice(game, puzzle).after(("nonsense",))
    assert puzzle.judge is not None
    with pytest.raises(GameError, match="not asked"):
        puzzle.judge(("nonsense",))


def test_the_order_of_words_makes_no_difference() -> None:
    game, puzzle = next((game, one) for game, one in ALL if len(set(one.solution[0][1:])) > 1)
    verb, *rest = puzzle.solution[0]
    assert puzzle.judge is not None
    assert puzzle.judge((verb, *reversed(rest))) is None
    assert Practice(game, puzzle).after(puzzle.solution[0]).solved


def test_a_single_action_has_to_be_clearly_the_best() -> None:
    found = settled({("a",): THIRD, ("b",): HALF}, CHANCE)
    assert found == {"unit": CHANCE, "ways": {"b": "1/2", "a": "1/3"}, "solutions": ["b"]}
    for worths, least in (
        ({("a",): HALF}, None),
        ({("a",): HALF, ("b",): HALF}, None),
        ({("a",): HALF, ("b",): THIRD}, 1),
    ):
        with pytest.raises(Unfit):
            settled(worths, CHANCE, least=None if least is None else Fraction(least))
    with pytest.raises(Unfit):
        settled({("a",): HALF, ("b",): HALF - MARGIN[CHANCE] / 2}, CHANCE)


def test_a_line_need_not_have_its_ways_in_order() -> None:
    data = {"unit": CHANCE, "ways": {"a": "1/3", "b": "1/2"}}
    assert list(read_ways(data)) == [("b",), ("a",)]
    assert grade(data, {"greedy": True, "missed": 0}) == 1
    assert grade(data, {"greedy": False, "missed": 3}) == 4


def test_worths_are_told_as_cases_percent_or_points() -> None:
    assert str(worth(CHANCE, THIRD, 36)) == "12 of 36 cases (33%)"
    assert str(worth(CHANCE, Fraction(1, 1001))) == f"{100 / 1001}%"
    assert worth(POINTS, Fraction(-3, 2)) == -1.5
