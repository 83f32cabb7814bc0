"""Lessons: short tasks on positions of a game, solved by its real rules and by one player alone.

A game lists its lessons; how they are shown and kept is nobody's business here. A lesson is a trial (`games.trial`):
nothing is drawn in it that its player could not expect, because its draws come from a seed that never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any, Final

from games.api import Action, Choice, Game
from games.messages import Message
from games.trial import Trial, draws_of

ID_LENGTH: Final = 10


@cache
def cursor_at(lesson: str, rolls: tuple[tuple[int, int], ...]) -> int:
    """Return the first place in a lesson's draws from which dice fall so: the sides of each die and what it shows.

    A position that begins there has dice of which its texts can tell, and they are rolled like all others.
    """
    draws = draws_of(lesson)
    for start in count():
        cursor, falls = start, True
        for sides, face in rolls:
            rolled, cursor = draws.below(cursor, sides)
            falls = falls and rolled + 1 == face
        if falls:
            return start
    raise AssertionError


def _never(view: Any, events: Sequence[Any]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Lesson:
    """One task for one player."""

    id: str
    """At most ten small letters, and never changed: progress is kept under it."""
    title: Message
    task: Message
    """What is to be done, and what one has to know for it."""
    hint: Message
    learned: Message
    """What to remember, said when it is solved."""
    start: Callable[[], Any]
    """The state in which it begins."""
    missing: Callable[[Any, Sequence[Any]], Message | None]
    """Return, as a sentence, what is still to be done, `None` once it is solved.

    From the player's view now and the events so far, as the player may see them.
    """
    solution: tuple[Action, ...]
    """One way to do it."""
    rule: str = ""
    """The rule that says more."""
    seat: int = 0
    seats: int = 2
    """How many sit there."""
    teaches: str = ""
    """The name of the field that is learned here: panels start at its first value, not at the best one."""
    unaided: bool = False
    """Panels suggest nothing, for that would be the answer."""
    foreseen: bool = False
    """It is judged by what would follow, which does not happen any more: that is shown once it is judged."""
    spoiled: Callable[[Any, Sequence[Any]], bool] = _never
    """Return whether it can no longer be solved, whatever the player does: the attempt ends there.

    From the same as `missing`.
    """
    judge: Callable[[Action], Message | None] | None = None
    """Where one action is the answer, which is judged by what it is, and not carried out: no roll decides.

    Return what is wrong with it, `None` for the right one. Raises `GameError` for one that answers nothing.
    """

    @property
    def advised(self) -> bool:
        """Return False where finding the best action is the task itself.

        Panels do not say what would come of one then, before the attempt is judged.
        """
        return self.judge is None and not self.unaided


class Practice(Trial):
    """A lesson that is being solved: its start and the player's actions since."""

    def __init__(self, game: Game[Any], lesson: Lesson, actions: Sequence[Action] = ()) -> None:
        """Carry the actions out. Raises `GameError` where one is not legal (any more)."""
        super().__init__(game, lesson.seat, lesson.start(), lesson.id)
        self.lesson = lesson
        for action in actions:
            if lesson.judge is not None:
                self._decide(action)
                break
            self._add(action)
            self._answer()

    def _decide(self, action: Action) -> None:
        """Take an action as the answer; what it would come to is not looked at. Raises `GameError`."""
        assert self.lesson.judge is not None
        self.game.apply(self.state, self.seat, action, self._draws)
        self.lesson.judge(action)
        self.actions = (action,)

    def _answer(self) -> None:
        """Answer what others are asked meanwhile: they do what they would do by default."""
        while not (self.solved or self._spoiled) and (asked := self._asked()) is not None:
            assert asked.default is not None
            self._follow(asked.seat, asked.default)

    def _asked(self) -> Choice | None:
        """Return a question to somebody else, one that could be answered without thinking."""
        others = (choice for choice in self.game.choices(self.state) if choice.seat != self.seat)
        return next((choice for choice in others if choice.default is not None), None)

    def after(self, *actions: Action) -> Practice:
        """Return the same lesson after more actions. Raises `GameError`."""
        return Practice(self.game, self.lesson, (*self.actions, *actions))

    def undone(self) -> Practice:
        """Return the same lesson without its last action."""
        return Practice(self.game, self.lesson, self.actions[:-1])

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what the player has to choose now; nothing once the lesson is solved, or answered."""
        return () if self.solved or self._answered or self._spoiled else super().choices

    @property
    def undoable(self) -> Action | None:
        """Return the action that can be taken back; none once the lesson is solved."""
        return None if self.solved or self._answered or self._spoiled else super().undoable

    @property
    def _spoiled(self) -> bool:
        """Return whether what the player has done leaves no way to solve the task."""
        return bool(self.actions) and self.lesson.spoiled(self.view, self.events(self._steps))

    @property
    def _answered(self) -> bool:
        """Return whether the one action that is the answer was given."""
        return self.lesson.judge is not None and bool(self.actions)

    @property
    def solved(self) -> bool:
        """Return whether the task is done."""
        return bool(self.actions) and self.missing is None

    @property
    def missing(self) -> Message | None:
        """Return what is still to be done for the task, `None` for nothing."""
        if self.lesson.judge is not None and self.actions:
            return self.lesson.judge(self.actions[0])
        return self.lesson.missing(self.view, self.events(self._steps))

    @property
    def missed(self) -> bool:
        """Return whether the task can no longer be done, or the player has nothing left to decide."""
        return not self.solved and not any(choice.must for choice in self.choices)

    @property
    def judged(self) -> bool:
        """Return whether the attempt is over, whatever came of it: nothing is kept back from the player any more."""
        return self.solved or self.missed
