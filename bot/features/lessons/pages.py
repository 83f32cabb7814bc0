"""Lessons on Discord: opening them, carrying out what is pressed in them, keeping how far somebody has come."""

from __future__ import annotations

from typing import Final

from bot.interactions import looks, replies, rulebook
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components, lessons
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace
from bot.panels.lessons import Course, Learner
from bot.panels.model import Panel, Picture
from bot.texts import match as texts
from games.api import Action, GameError
from games.lessons import Lesson, Practice

AGAIN: Final = "again"
HINT: Final = "hint"
SOLVE: Final = "solve"
ALL: Final = "all"


async def overview(request: Request, game: str) -> None:
    """Answer with the list of a game's lessons. Raises `Refusal` where it has none."""
    face = request.services.faces[game]
    if not face.lessons:
        raise Refusal(texts.NO_LESSONS)
    panel = lessons.overview(request.say, await _course(request, face))
    await replies.answer(request.interaction, panel.text, view=components.view(LESSON, panel.rows))


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """The button that leads from a match to the lessons of its game. Raises `Refusal`."""
    await overview(request, match.face.game.name)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Carry out what was pressed in a lesson, or in the list of all. Raises `Refusal`."""
    press = pressed.press
    first, *rest = (*press.tokens, "") if press.deed == "learn" else ("",)
    if first == ALL and rest[0] in request.services.faces:
        await overview(request, rest[0])
        return
    here = press.deed != "learn" or first in (AGAIN, HINT, SOLVE, ALL)
    face, lesson = _lesson(request, (pressed.lesson or "") if here else first)
    if first == ALL:
        await overview(request, face.game.name)
        return
    course = await _course(request, face)
    if pressed.press.deed == "rule":
        await rulebook.show(request, face.game.name, ".".join(pressed.press.tokens))
        return
    desk = _Desk(request, course, lesson, {lesson.seat: await request.services.names.of(request.say, request.user)})
    await desk.carry_out(pressed)


def _lesson(request: Request, name: str) -> tuple[AnyFace, Lesson]:
    """A lesson by its id, with its game. Raises `Refusal` for one that an earlier version had."""
    for face in request.services.faces.values():
        for lesson in face.lessons:
            if lesson.id == name:
                return face, lesson
    raise Refusal(texts.OLD_BUTTON)


async def _course(request: Request, face: AnyFace) -> Course:
    known = await request.services.store.lessons.progress(request.user, face.game.name)
    return Course(face, frozenset(name for name, one in known.items() if one.done_at is not None))


class _Desk:
    """One press in one lesson."""

    def __init__(self, request: Request, course: Course, lesson: Lesson, names: dict[int, str]) -> None:
        self.request = request
        self.course = course
        self.lesson = lesson
        self.game = course.face.game
        self.names = names
        for seat in range(lesson.seats):
            self.names.setdefault(seat, request.say("Training partner"))

    async def carry_out(self, pressed: Pressed) -> None:
        """Carry the press out and show the lesson as it is then. Raises `Refusal`."""
        press, practice = pressed.press, await self._practice()
        if press.deed == "learn":
            await self._learn(practice, press.tokens[0] if press.tokens else "")
        elif press.deed == "do":
            await self._do(practice, pressed)
        elif press.deed == "undo":
            practice = practice.undone() if practice.undoable is not None else practice
            await self._keep(practice)
            await self._show(practice)
        elif press.deed == "show":
            await self._show(practice, press.tokens)
        else:
            await self._look(practice, pressed)

    async def _practice(self) -> Practice:
        """The lesson as it was left; from its start where what was done in it is not legal any more."""
        known = await self.request.services.store.lessons.progress(self.request.user, self.game.name)
        kept = known.get(self.lesson.id)
        actions = [tuple(line.split()) for line in kept.actions.splitlines()] if kept is not None else []
        try:
            return Practice(self.game, self.lesson, actions)
        except GameError:
            return Practice(self.game, self.lesson)

    async def _keep(self, practice: Practice) -> None:
        there = self.request.services
        actions = "\n".join(" ".join(action) for action in practice.actions)
        await there.store.lessons.save(
            self.request.user,
            self.game.name,
            self.lesson.id,
            actions,
            done=practice.solved,
            now=there.matches.clock(),
        )

    async def _learn(self, practice: Practice, what: str) -> None:
        if what == HINT:
            await self._send(practice, lessons.hint(self.course, self._learner(practice)))
            return
        if what == SOLVE:
            practice = Practice(self.game, self.lesson, self.lesson.solution)
            await self._keep(practice)
        elif what == AGAIN or practice.solved or practice.missed:
            practice = Practice(self.game, self.lesson)
            await self._keep(practice)
        await self._show(practice)

    async def _do(self, practice: Practice, pressed: Pressed) -> None:
        """Carry actions out. What was pressed for a choice that is gone shows the lesson as it is now."""
        if all(choice.key != pressed.key for choice in practice.choices):
            await self._show(practice)
            return
        try:
            for action in (pressed.press.tokens, pressed.press.then):
                if action and practice.choices:
                    practice = practice.after(action)
        except GameError as refused:
            refusal = Refusal.of(refused)
            note = rulebook.sentence(self.request.say, refusal)
            await self._send(practice, lessons.task(self.course, self._learner(practice), (), note))
            return
        await self._keep(practice)
        await self._show(practice, note=lessons.told(self.course, self._learner(practice)))

    async def _show(self, practice: Practice, tokens: Action = (), note: str = "") -> None:
        learner = self._learner(practice)
        if practice.solved:
            panel = lessons.solved(self.course, learner)
        elif practice.missed:
            panel = lessons.missed(self.course, learner)
        else:
            panel = lessons.task(self.course, learner, tokens, note)
        await self._send(practice, panel)

    async def _send(self, practice: Practice, panel: Panel) -> None:
        say, learner = self.request.say, self._learner(practice)
        rows = panel.rows
        if not practice.choices:
            rows = rulebook.with_button(say, rows, self.game.name, self.lesson.rule)
        await replies.answer(
            self.request.interaction,
            panel.text,
            picture=await self._picture(learner, panel),
            view=components.view(LESSON + self.lesson.id, rows, panel.key),
        )

    async def _picture(self, learner: Learner, panel: Panel) -> Picture:
        """The position; after the last action the film of it, if there is one."""
        face, studio, say = self.course.face, self.request.services.studio, self.request.say
        scene = lessons.scene(self.course, learner) if not learner.practice.choices else None
        if scene is not None and face.film is not None:
            return await studio.draw(face.film.draw, say, scene)
        return await studio.draw(face.pictures.private_board, say, learner.view, panel.draft)

    async def _look(self, practice: Practice, pressed: Pressed) -> None:
        """Show something that the game has to show. Raises `Refusal`."""
        exhibit = self.course.face.exhibit(pressed.press.deed)
        if exhibit is None:
            raise Refusal(texts.OLD_BUTTON)
        learner = self._learner(practice)
        await looks.show_in(self.request, learner, exhibit, pressed.press.tokens, lessons.scene(self.course, learner))

    def _learner(self, practice: Practice) -> Learner:
        return Learner(practice, self.names, self.request.say)
