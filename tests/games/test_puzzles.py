"""Puzzles of all games: solved as they say, by nothing else that is as short, and proved anew, a part of them here."""

from __future__ import annotations

import io
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.registry import FACES
from games import puzzles
from games.lessons import ID_LENGTH, Practice
from games.puzzles import GRADES, Puzzle, puzzles_of

GAMES = {name: found for name, face in FACES.items() if (found := puzzles_of(face.game))}
WANTED = {"monolith_arena": 60, "arena_of_heroes": 20, "monsters_and_myths": 20}
ALL = [(FACES[name].game, one) for name, found in GAMES.items() for one in found.values()]
IDS = [one.id for _, one in ALL]


def _workshop(name: str) -> puzzles.Workshop:
    found: puzzles.Workshop = import_module(f"games.{name}.mining").WORKSHOP
    return found


def test_every_game_has_enough_of_them_of_several_grades_and_goals() -> None:
    assert set(GAMES) == set(FACES) == set(WANTED)
    for name, wanted in WANTED.items():
        assert len(GAMES[name]) >= wanted
        assert len({one.grade for one in GAMES[name].values()}) >= 3
        assert len({one.data["goal"].split()[0] for one in GAMES[name].values()}) >= 2
    assert {one.grade for _, one in ALL} <= set(GRADES)


def test_ids_are_unique_and_no_lesson_has_the_same() -> None:
    lessons = [lesson.id for face in FACES.values() for lesson in face.lessons]
    assert len({*IDS, *lessons}) == len(IDS) + len(lessons)
    assert all(re.fullmatch(rf"[a-z]{{1,{ID_LENGTH}}}", one) for one in IDS)


@pytest.mark.parametrize(("game", "puzzle"), ALL, ids=IDS)
def test_every_solution_solves_it_with_its_last_action_and_not_before(game: Any, puzzle: Puzzle) -> None:
    assert puzzle.solution == puzzle.solutions[0]
    for solution in puzzle.solutions:
        practice = Practice(game, puzzle)
        for action in solution:
            assert not practice.solved
            assert practice.choices
            assert practice.missing is not None
            practice = practice.after(action)
        assert practice.solved


@pytest.mark.parametrize("name", GAMES)
def test_a_part_of_them_is_proved_anew(name: str) -> None:
    stored = sorted(puzzles.lines(_workshop(name).place), key=lambda one: one["looked_at"])
    out = io.StringIO()
    assert puzzles.verify(_workshop(name), stored[:6], out) == 0
    assert "0 differ" in out.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_all_of_them_are_proved_anew(name: str) -> None:
    out = io.StringIO()
    assert puzzles.verify(_workshop(name), puzzles.lines(_workshop(name).place), out) == 0, out.getvalue()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_as_stored_is_found(name: str) -> None:
    workshop = _workshop(name)
    first = min(puzzles.lines(workshop.place), key=lambda one: one["looked_at"])
    for key, value in (("solutions", [*first["solutions"], "end"]), ("looked_at", 1), ("id", "nonsense")):
        out = io.StringIO()
        assert puzzles.verify(workshop, [{**first, key: value}], out) == 1
        assert "1 differ" in out.getvalue()


def test_no_puzzles_are_no_success(tmp_path: Path) -> None:
    workshop = _workshop("monolith_arena")
    assert puzzles.verify(workshop, puzzles.lines(tmp_path / "none"), io.StringIO()) == 1


def test_who_finds_those_of_monolith_arena_is_what_its_computer_players_come_to_now() -> None:
    """Those that take least to look at."""
    workshop = _workshop("monolith_arena")
    for data in sorted(puzzles.lines(workshop.place), key=lambda one: one["looked_at"])[:3]:
        assert {**data, **workshop.graded(data)} == data


def test_grading_writes_who_finds_them_and_keeps_their_ids(tmp_path: Path) -> None:
    workshop, place, out = _workshop("monolith_arena"), tmp_path / "puzzles.jsonl", io.StringIO()
    stored = sorted(puzzles.lines(workshop.place), key=lambda one: one["looked_at"])[:2]
    puzzles.write(place, [{**one, "found_by": {}, "grade": 1 + one["grade"] % 4} for one in stored])
    assert puzzles.grade(workshop, place, out) == 0
    assert puzzles.lines(place) == sorted(stored, key=lambda one: (one["grade"], one["id"]))
    assert "2 found by others" in out.getvalue()


def test_a_squire_is_reminded_of_banners_by_a_task_about_one() -> None:
    stored = puzzles.lines(_workshop("monolith_arena").place)
    found = {one["goal"].split()[0] for one in stored if "squire" in one["found_by"]["levels"]}
    assert {"hits", "beat", "save"} <= found
