"""What is asked and judged in each game, along whole games that are played at random."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bot.features.predictions.service import Course
from bot.panels.face import AnyFace
from bot.panels.predicting import FEWEST, MOST, Verdict
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.arena_of_heroes import events as shots
from games.monolith_arena import events as battles
from games.monsters_and_myths import events as raids
from games.referee import moments

NAMES = {0: "Anna", 1: "Max", 2: "Tina", 3: "Oskar"}


def _played(face: AnyFace, seed: int) -> tuple[Counter[str], Course]:
    """Play a game, ask before every action, and compare what is decided with what was asked last."""
    rng, game, kind = random.Random(seed), face.game, face.predictions
    assert kind is not None
    formation = rng.choice(game.formations)
    names = {seat: NAMES[seat] for seat in range(formation.seats)}
    course, came, last = Course(kind), Counter[str](), None
    asked: dict[int, list[set[str]]] = {}
    subjects: dict[int, str] = {}
    for moment in moments(game, rng, formation):
        last, step = moment.step.state, moment.step
        question = kind.ask(phrases(SOURCE), game.view(moment.before, None), names)
        if question is not None and course.since is None:
            tokens = [answer.token for answer in question.answers]
            assert FEWEST <= len(set(tokens)) == len(tokens) <= MOST
            assert all(answer.label for answer in question.answers)
            asked.setdefault(course.begun + 1, []).append(set(tokens))
            subjects[course.begun + 1] = question.subject
        seen = [event for event in (game.show(event, None) for event in step.events) if event is not None]
        for decided in course.follow(seen):
            assert decided.subject == subjects.get(decided.number, decided.subject)
            if decided.number in asked and decided.answer is not None:
                assert decided.answer in asked[decided.number][-1], (decided, asked[decided.number])
            if decided.answer is not None:
                came[decided.answer] += 1
                for language in LANGUAGES:
                    assert kind.told(phrases(language), decided.answer, names)
    assert kind.ask(phrases(SOURCE), game.view(last, None), names) is None
    return came, course


@pytest.mark.parametrize("name", FACES)
def test_whatever_happens_one_of_the_answers_is_right(name: str) -> None:
    came, begun = Counter[str](), 0
    for seed in range(6):
        more, course = _played(FACES[name], seed)
        came, begun = came + more, begun + course.begun
    assert begun >= sum(came.values()) > 0
    assert len(came) > 1, "always the same answer is nothing to predict"


def _battle(before: tuple[int, ...], after: tuple[int, ...]) -> list[Any]:
    return [battles.BattleBegan(0, "order", before), battles.BattleEnded((), after)]


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        ((20, 20), (18, 20), "0"),
        ((20, 20), (17, 16), "1"),
        ((20, 12), (17, 9), "even"),
        ((20, 20), (20, 20), "even"),
        ((20, 5, 9), (17, 2, 5), "2"),
        ((20, 5, 9), (17, 2, 9), "even"),
    ],
)
def test_monolith_arena(before: tuple[int, ...], after: tuple[int, ...], right: str) -> None:
    kind = FACES["monolith_arena"].predictions
    assert kind is not None
    began, ended = _battle(before, after)
    assert (kind.begins(began), kind.begins(ended), kind.ends(began), kind.ends(ended)) == (True, False, False, True)
    assert kind.judge([began]) is None
    assert kind.judge([began, ended]) == Verdict(right)


def test_monsters_and_myths() -> None:
    kind = FACES["monsters_and_myths"].predictions
    assert kind is not None
    rolled, done = raids.Rolled(1, (5,), 0, (3,), None, (0, 1)), raids.CardDone(1, 7)
    won, lost = raids.Lost(0, "Gw", 1), raids.Lost(1, "Dw", 0)
    assert kind.judge([done]) == Verdict(None, "1-7")
    assert kind.judge([rolled, done]) == Verdict("even", "1-7")
    assert kind.judge([rolled, won, won, lost, done]) == Verdict("attacker", "1-7")
    assert kind.judge([rolled, lost, done]) == Verdict("defenders", "1-7")


def test_arena_of_heroes() -> None:
    kind = FACES["arena_of_heroes"].predictions
    assert kind is not None
    one, both = [shots.Hit(1), shots.Stamina(1, 2)], [shots.Hit(0), shots.Hit(1), shots.Stamina(0, 2)]
    course = Course(kind)
    decided = list(course.follow([shots.Stamina(0, 3), *one, shots.Stamina(0, 2), *both, shots.Stamina(1, 1)]))
    assert [(one.number, one.answer) for one in decided] == [(1, "1"), (2, "several")]
