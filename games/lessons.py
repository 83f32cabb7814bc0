"""Lessons: short tasks on positions of a game, solved by its real rules and by one player alone.

A game lists its lessons; how they are shown and kept is nobody's business here. A lesson is carried out like a match:
a list of actions, folded from its start. Nothing is drawn in it that its player could not expect, because its draws
come from a seed that never changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.api import Action, Choice, Game, Step
from games.draws import Draws
from games.messages import Message

ID_LENGTH: Final = 10


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


class Practice:
    """A lesson that is being solved: its start and the player's actions since."""

    def __init__(self, game: Game[Any], lesson: Lesson, actions: Sequence[Action] = ()) -> None:
        """Carry the actions out. Raises `GameError` where one is not legal (any more)."""
        self.game = game
        self.lesson = lesson
        self._states = [lesson.start()]
        self._steps: list[Step] = []
        self.actions: tuple[Action, ...] = ()
        for action in actions:
            self._add(action)

    def _add(self, action: Action) -> None:
        draws = Draws(hashlib.sha256(self.lesson.id.encode()).digest())
        step = self.game.apply(self.state, self.lesson.seat, action, draws)
        self._steps.append(step)
        self._states.append(step.state)
        self.actions = (*self.actions, action)

    def after(self, *actions: Action) -> Practice:
        """Return the same lesson after more actions. Raises `GameError`."""
        return Practice(self.game, self.lesson, (*self.actions, *actions))

    def undone(self) -> Practice:
        """Return the same lesson without its last action."""
        return Practice(self.game, self.lesson, self.actions[:-1])

    @property
    def state(self) -> Any:
        """Return the game's state now."""
        return self._states[-1]

    @property
    def before(self) -> Any:
        """Return the player's view before the last action, which there must be."""
        return self.game.view(self._states[-2], self.lesson.seat)

    @property
    def view(self) -> Any:
        """Return what the player sees now."""
        return self.game.view(self.state, self.lesson.seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what the player has to choose now; nothing once the lesson is solved."""
        if self.solved:
            return ()
        return tuple(choice for choice in self.game.choices(self.state) if choice.seat == self.lesson.seat)

    @property
    def undoable(self) -> Action | None:
        """Return the action that can be taken back: the last one, unless something came of it that cannot be undone."""
        free = self.actions and not self._steps[-1].boundary and not self.solved
        return self.actions[-1] if free else None

    def events(self, of: Sequence[Step]) -> list[Any]:
        """Return the events of steps, as the player may see them."""
        seen = (self.game.show(event, self.lesson.seat) for step in of for event in step.events)
        return [event for event in seen if event is not None]

    @property
    def latest(self) -> list[Any]:
        """Return what the last action led to."""
        return self.events(self._steps[-1:])

    @property
    def solved(self) -> bool:
        """Return whether the task is done."""
        return bool(self.actions) and self.missing is None

    @property
    def missing(self) -> Message | None:
        """Return what is still to be done for the task, `None` for nothing."""
        return self.lesson.missing(self.view, self.events(self._steps))

    @property
    def missed(self) -> bool:
        """Return whether the task can no longer be done: the player has nothing left to decide."""
        return not self.solved and not self.choices
