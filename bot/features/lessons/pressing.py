"""A press in a task: carried out, kept, and answered with the task as it is then."""

from __future__ import annotations

from typing import Final

from bot.features.lessons import tasks
from bot.features.lessons.tasks import Learner, Tasks
from bot.interactions import inspect, refusals, replies
from bot.interactions.services import Request
from bot.limits import ROWS
from bot.matches.refusals import Refusal
from bot.panels import components, room
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Panel, Picture
from bot.panels.pages import returning, usable
from bot.panels.widgets import packed
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.api import Action, GameError
from games.lessons import Lesson, Practice

AGAIN: Final = "again"
HINT: Final = "hint"
SOLVE: Final = "solve"


class TaskPress:
    """One press in one task."""

    def __init__(self, request: Request, found: Tasks, lesson: Lesson, names: dict[int, str]) -> None:
        self.request = request
        self.tasks = found
        self.lesson = lesson
        self.game = found.face.game
        self.names = names
        for seat in range(lesson.seats):
            self.names.setdefault(seat, _partner(request.say, lesson, seat))

    async def carry_out(self, pressed: Pressed) -> None:
        """Carry the press out and show the lesson as it is then. Raises `Refusal`."""
        press, practice = pressed.press, await self._practice()
        if press.action_id == "learn":
            await self._learn(practice, press.tokens[0] if press.tokens else "")
        elif press.action_id == "do":
            await self._do(practice, pressed)
        elif press.action_id == "undo":
            practice = practice.undone() if practice.undoable is not None else practice
            await self._keep(practice)
            await self._show(practice)
        elif press.action_id == "show":
            await self._show(practice, press.tokens)
        else:
            await self._look(practice, pressed)

    async def _practice(self) -> Practice:
        """Return the task as it was left; from its start where what was done in it is not legal any more."""
        try:
            return Practice(self.game, self.lesson, await self.tasks.actions(self.request, self.lesson))
        except GameError:
            return Practice(self.game, self.lesson)

    async def _keep(self, practice: Practice, *, shown: bool = False) -> None:
        await self.tasks.keep(self.request, practice, shown=shown)

    async def _learn(self, practice: Practice, action: str) -> None:
        if action == HINT:
            await self._send(practice, tasks.hint(self.tasks, self._learner(practice)))
            return
        if action == SOLVE:
            practice = Practice(self.game, self.lesson, self.lesson.solution)
            await self._keep(practice, shown=True)
        elif action == AGAIN or practice.solved or practice.missed:
            practice = Practice(self.game, self.lesson)
            await self._keep(practice)
        await self._show(practice)

    async def _do(self, practice: Practice, pressed: Pressed) -> None:
        """Carry actions out; a press for a choice that is gone shows the lesson as it is now."""
        if all(choice.key != pressed.key for choice in practice.choices):
            await self._show(practice)
            return
        try:
            for action in (pressed.press.tokens, pressed.press.then):
                if action and practice.choices:
                    practice = practice.after(action)
        except GameError as refused:
            refusal = Refusal.of(refused)
            note = refusals.sentence(self.request.say, refusal)
            await self._send(practice, tasks.task(self.tasks, self._learner(practice), (), note))
            return
        await self._keep(practice)
        await self._show(practice, note=tasks.lacking(self.tasks, self._learner(practice)))

    async def _show(self, practice: Practice, tokens: Action = (), note: str = "") -> None:
        learner = self._learner(practice)
        if practice.solved:
            panel = self.tasks.solved(learner)
        elif practice.missed:
            panel = tasks.missed(self.tasks, learner)
        else:
            panel = tasks.task(self.tasks, learner, tokens, note)
        await self._send(practice, panel, tokens)

    async def _send(self, practice: Practice, panel: Panel, tokens: Action = ()) -> None:
        say, learner, face = self.request.say, self._learner(practice), self.tasks.face
        panel = returning(usable(say, panel), lambda action_id: face.exhibit(action_id) is not None, tokens)
        rows = panel.rows
        if not practice.choices:
            rule = self.lesson.rule
            rows = refusals.with_button(say, rows, self.game.name, rule, refusals.in_panel(rule, tokens, panel.key))
        await replies.answer(
            self.request.interaction,
            room.told(panel.texts, rows),
            picture=await self._picture(learner, panel),
            view=components.view(LESSON + self.lesson.id, packed(rows)[:ROWS], panel.key),
        )

    async def _picture(self, learner: Learner, panel: Panel) -> Picture:
        """Draw the position; after the last action the film of it, if there is one."""
        face, studio, say = self.tasks.face, self.request.services.studio, self.request.say
        scene = tasks.scene(self.tasks, learner) if not learner.trial.choices else None
        if scene is not None and face.film is not None:
            return await studio.draw(face.film.draw, say, scene)
        return await studio.draw(face.pictures.private_board, say, learner.view, panel.draft, learner.names)

    async def _look(self, practice: Practice, pressed: Pressed) -> None:
        """Show one of the game's exhibits. Raises `Refusal`."""
        exhibit = self.tasks.face.exhibit(pressed.press.action_id)
        if exhibit is None:
            raise Refusal(texts.OLD_BUTTON)
        learner = self._learner(practice)
        scene = tasks.scene(self.tasks, learner)
        view = inspect.way_back(self.request, LESSON + self.lesson.id, pressed.press.then)
        await inspect.show_to(self.request, learner, exhibit, pressed.press.tokens, scene, view)

    def _learner(self, practice: Practice) -> Learner:
        return Learner(practice, self.names, self.request.say)


def _partner(say: Phrases, lesson: Lesson, seat: int) -> str:
    """Return what somebody else in a task is called; several have numbers."""
    if lesson.seats == 2:
        return say("Training partner")
    return say("Training partner {number}", number=seat + (seat < lesson.seat))
