"""Lessons as people solve them: by presses, each on a page that the one before leads to."""

from __future__ import annotations

from collections import deque

from bot.features.lessons.panels import Course
from bot.features.lessons.tasks import Learner, Tasks, task
from bot.panels.face import AnyFace
from bot.panels.model import Press
from games.api import Action
from games.lessons import Practice
from tests.support.panels import ENGLISH, presses


def way(face: AnyFace, practice: Practice, action: Action, course: Tasks | None = None) -> list[Press]:
    """The shortest way from the page of a task, by default one of the lessons, to a button that does the action."""
    tasks, learner = course or Course(face, frozenset()), Learner(practice, {0: "Anna", 1: "Max"}, ENGLISH)
    waiting: deque[list[Press]] = deque([[]])
    seen: set[Action] = {()}
    while waiting:
        gone = waiting.popleft()
        for press in presses(task(tasks, learner, gone[-1].tokens if gone else ())):
            if press.action_id == "do" and press.tokens == action:
                return [*gone, press]
            if press.action_id == "show" and press.tokens not in seen:
                seen.add(press.tokens)
                waiting.append([*gone, press])
    raise AssertionError(f"no way to {action}")
