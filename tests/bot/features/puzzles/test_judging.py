"""What a puzzle tells before an attempt is judged, which is nothing that weighs it, and after that, which is all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import pytest

from bot.features.lessons.tasks import Learner, lacking, missed, task
from bot.features.puzzles.solving import Solving
from bot.monolith_arena.pages import placing_draft
from bot.panels.face import AnyFace
from bot.panels.model import Panel, Select
from bot.panels.trial import SeatAtTrial
from bot.registry import FACES
from games.api import Action
from games.arena_of_heroes import worth
from games.lessons import Practice
from games.monolith_arena import consequences
from games.monolith_arena import puzzles as monolith_arena
from games.puzzles import Puzzle, puzzles_of
from tests.support.panels import ENGLISH, presses

KINDS = {
    (name, str(puzzle.data["goal"]).split()[0]): (face, puzzle)
    for name, face in FACES.items()
    for puzzle in reversed(puzzles_of(face.game).values())
}
"""The easiest puzzle of every goal of every game."""
EVERY = [(face, puzzle) for face in FACES.values() for puzzle in puzzles_of(face.game).values()]
FORESEEN = [(face, puzzle) for face, puzzle in EVERY if puzzle.foreseen]
WEIGHING = ("battle would", "A battle now", "% to win", "on average", "cases", "better")
"""Words that say what something comes to; what has happened is told without them."""
WEIGHED_BY = (
    (consequences, "forecast"),
    (monolith_arena, "forecast"),
    (placing_draft, "best_facing"),
    (worth, "promise"),
)
"""What works that out, where goals and pages call it."""
NAMES = {0: "Anna", 1: "Max", 2: "Bob", 3: "Cleo"}


def learner(face: AnyFace, puzzle: Puzzle, actions: Sequence[Action] = ()) -> Learner:
    return Learner(Practice(face.game, puzzle, actions), NAMES, ENGLISH)


@contextmanager
def watched() -> Iterator[set[str]]:
    """What weighs something meanwhile, by name."""
    called: set[str] = set()

    def watching(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            called.add(name)
            return function(*given, **named)

        return call

    with ExitStack() as stack:
        for module, name in WEIGHED_BY:
            stack.enter_context(mock.patch.object(module, name, watching(name, getattr(module, name))))
        yield called


def weighing(panel: Panel, puzzle: Puzzle) -> list[str]:
    """The words on a page that weigh something; the task itself may say what would follow."""
    options = [one for row in panel.rows for one in (row.options if isinstance(row, Select) else row)]
    text = panel.text.replace(ENGLISH.message(puzzle.task), "")
    said = "\n".join((text, *(f"{one.label} {getattr(one, 'description', '')}" for one in options)))
    return [words for words in WEIGHING if words in said]


def ways(face: AnyFace, puzzle: Puzzle) -> Iterator[Learner]:
    """Attempts that are not judged: some first actions, and every solution but for its last action."""
    begun = learner(face, puzzle)
    (choice, *_) = begun.trial.choices
    legal = face.game.legal(begun.trial.state, choice.seat, choice.key)
    tried = [(action,) for action in legal[:: max(1, len(legal) // 12)]]
    tried += [solution[:done] for solution in puzzle.solutions for done in range(len(solution))]
    for actions in dict.fromkeys(tried):
        attempt = learner(face, puzzle, actions)
        if puzzle.judge is None and not attempt.trial.judged:
            yield attempt
    yield begun


def pages(tasks: Solving, attempt: Learner) -> Iterator[Panel]:
    """The page of a task and those that its buttons lead to, of many alike a few."""
    seen: set[Action] = {()}
    left: list[Action] = [()]
    while left:
        panel = task(tasks, attempt, left.pop(), lacking(tasks, attempt))
        yield panel
        more = [press.tokens for press in presses(panel) if press.action_id == "show" and press.tokens not in seen]
        for found in more[:: max(1, len(more) // 3)]:
            seen.add(found)
            left.append(found)


@pytest.mark.parametrize(("face", "puzzle"), KINDS.values(), ids=map(" ".join, KINDS))
def test_nothing_is_weighed_before_an_attempt_is_judged(face: AnyFace, puzzle: Puzzle) -> None:
    tasks, attempts = Solving(face, [], 0), list(ways(face, puzzle))
    with watched() as weighed:
        for attempt in attempts:
            assert not attempt.trial.solved
            assert not attempt.advised
            for panel in pages(tasks, attempt):
                assert not weighing(panel, puzzle), panel
    assert not weighed


@pytest.mark.parametrize("name", FACES)
def test_the_same_pages_weigh_where_they_are_no_puzzle(name: str) -> None:
    class Advised(SeatAtTrial[Practice]):
        advised = True

    told = []
    face = FACES[name]
    with watched() as weighed:
        for puzzle in puzzles_of(face.game).values():
            perspective = Advised(Practice(face.game, puzzle), NAMES, ENGLISH)
            for panel in pages(Solving(face, [], 0), perspective):
                told += weighing(panel, puzzle)
    assert weighed or told


@pytest.mark.parametrize(("face", "puzzle"), FORESEEN, ids=[puzzle.id for _, puzzle in FORESEEN])
def test_what_is_missing_is_the_same_whatever_was_done_until_the_turn_ends(face: AnyFace, puzzle: Puzzle) -> None:
    missing = {str(attempt.trial.missing) for attempt in ways(face, puzzle) if not attempt.view.discard_due}
    assert missing == {"Your turn is judged when you end it."}


@pytest.mark.parametrize(("face", "puzzle"), FORESEEN, ids=[puzzle.id for _, puzzle in FORESEEN])
def test_once_judged_the_next_battle_is_told_and_shown(face: AnyFace, puzzle: Puzzle) -> None:
    tasks = Solving(face, [], 0)
    right = learner(face, puzzle, puzzle.solution)
    assert right.trial.solved
    begun = [action for action in puzzle.solution if action[0] == "discard"]
    wrong = learner(face, puzzle, [*begun, ("end",)])
    assert wrong.trial.missed
    assert "The next battle would still cost" in missed(tasks, wrong).text
    for panel in (tasks.solved(right), missed(tasks, wrong)):
        assert "A battle now" in panel.text
        assert _battle(panel.draft) is not None
        assert len(panel.text) < 2_000


def _battle(draft: Any) -> Any:
    return draft.battle


@pytest.mark.parametrize(("face", "puzzle"), KINDS.values(), ids=map(" ".join, KINDS))
def test_a_battle_that_was_fought_is_not_told_a_second_time(face: AnyFace, puzzle: Puzzle) -> None:
    solved = Solving(face, [], 0).solved(learner(face, puzzle, puzzle.solution))
    assert puzzle.foreseen == ("A battle now" in solved.text)
