"""Lessons on Discord: opening them, carrying out presses in them, storing a learner's progress. `/learn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.commands.new_pages import shelf
from bot.features.lessons import panels
from bot.features.lessons.panels import Course, Learner
from bot.interactions import inspect, refusals, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Panel, Picture
from bot.panels.pages import returning, usable
from bot.texts import match as texts
from games.api import Action, GameError
from games.lessons import Lesson, Practice

AGAIN: Final = "again"
HINT: Final = "hint"
SOLVE: Final = "solve"
ALL: Final = "all"
GAMES: Final = "games"


async def overview(request: Request, game: str) -> None:
    """Answer with the list of a game's lessons. Raises `Refusal` where it has none."""
    face = request.services.faces[game]
    if not face.lessons:
        raise Refusal(texts.NO_LESSONS)
    panel = panels.overview(request.say, await _course(request, face))
    await replies.answer(request.interaction, panel.text, view=components.view(LESSON, panel.rows))


async def ask(request: Request) -> None:
    """Answer with the question which game is to be learned; games without lessons have a guide."""
    panel, faces = panels.which(request.say, request.services.faces), request.services.faces
    picture = await request.services.studio.draw(shelf, request.say, tuple(faces.values()))
    view = components.view(LESSON, panel.rows)
    await replies.answer(request.interaction, panel.text, picture=picture, view=view)


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button that leads from a match to the lessons of its game. Raises `Refusal`."""
    await overview(request, match.face.game.name)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Handle a press in a lesson, or in the list of all. Raises `Refusal`."""
    press = pressed.press
    first, *rest = (*press.tokens, "") if press.action_id == "learn" else ("",)
    if first == GAMES:
        await ask(request)
        return
    if first == ALL and rest[0] in request.services.faces:
        await overview(request, rest[0])
        return
    in_lesson = press.action_id != "learn" or first in (AGAIN, HINT, SOLVE, ALL)
    face, lesson = _lesson(request, (pressed.lesson or "") if in_lesson else first)
    if first == ALL:
        await overview(request, face.game.name)
        return
    course = await _course(request, face)
    if pressed.press.action_id == "rule":
        view = inspect.way_back(request, LESSON + lesson.id)
        await inspect.show_rule(request, face.game.name, ".".join(pressed.press.tokens), view)
        return
    own_name = await request.services.names.of(request.say, request.user)
    await _LessonPress(request, course, lesson, {lesson.seat: own_name}).carry_out(pressed)


def _lesson(request: Request, name: str) -> tuple[AnyFace, Lesson]:
    """Return a lesson by its id, with its game. Raises `Refusal` for one of an earlier version."""
    for face in request.services.faces.values():
        for lesson in face.lessons:
            if lesson.id == name:
                return face, lesson
    raise Refusal(texts.OLD_BUTTON)


async def _course(request: Request, face: AnyFace) -> Course:
    progress = await request.services.store.lessons.progress(request.user, face.game.name)
    return Course(
        face, frozenset(name for name, lesson_progress in progress.items() if lesson_progress.done_at is not None)
    )


class _LessonPress:
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
        """Return the lesson as it was left; from its start where what was done in it is not legal any more."""
        progress = await self.request.services.store.lessons.progress(self.request.user, self.game.name)
        kept = progress.get(self.lesson.id)
        actions = [tuple(line.split()) for line in kept.actions.splitlines()] if kept is not None else []
        try:
            return Practice(self.game, self.lesson, actions)
        except GameError:
            return Practice(self.game, self.lesson)

    async def _keep(self, practice: Practice) -> None:
        actions = "\n".join(" ".join(action) for action in practice.actions)
        await self.request.services.store.lessons.save(
            self.request.user,
            self.game.name,
            self.lesson.id,
            actions,
            done=practice.solved,
            now=self.request.services.matches.clock(),
        )

    async def _learn(self, practice: Practice, action: str) -> None:
        if action == HINT:
            await self._send(practice, panels.hint(self.course, self._learner(practice)))
            return
        if action == SOLVE:
            practice = Practice(self.game, self.lesson, self.lesson.solution)
            await self._keep(practice)
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
            await self._send(practice, panels.task(self.course, self._learner(practice), (), note))
            return
        await self._keep(practice)
        await self._show(practice, note=panels.lacking(self.course, self._learner(practice)))

    async def _show(self, practice: Practice, tokens: Action = (), note: str = "") -> None:
        learner = self._learner(practice)
        if practice.solved:
            panel = panels.solved(self.course, learner)
        elif practice.missed:
            panel = panels.missed(self.course, learner)
        else:
            panel = panels.task(self.course, learner, tokens, note)
        await self._send(practice, panel, tokens)

    async def _send(self, practice: Practice, panel: Panel, tokens: Action = ()) -> None:
        say, learner, face = self.request.say, self._learner(practice), self.course.face
        panel = returning(usable(say, panel), lambda action_id: face.exhibit(action_id) is not None, tokens)
        rows = panel.rows
        if not practice.choices:
            rows = refusals.with_button(say, rows, self.game.name, self.lesson.rule)
        await replies.answer(
            self.request.interaction,
            panel.text,
            picture=await self._picture(learner, panel),
            view=components.view(LESSON + self.lesson.id, rows, panel.key),
        )

    async def _picture(self, learner: Learner, panel: Panel) -> Picture:
        """Draw the position; after the last action the film of it, if there is one."""
        face, studio, say = self.course.face, self.request.services.studio, self.request.say
        scene = panels.scene(self.course, learner) if not learner.trial.choices else None
        if scene is not None and face.film is not None:
            return await studio.draw(face.film.draw, say, scene)
        return await studio.draw(face.pictures.private_board, say, learner.view, panel.draft, learner.names)

    async def _look(self, practice: Practice, pressed: Pressed) -> None:
        """Show one of the game's exhibits. Raises `Refusal`."""
        exhibit = self.course.face.exhibit(pressed.press.action_id)
        if exhibit is None:
            raise Refusal(texts.OLD_BUTTON)
        learner = self._learner(practice)
        scene = panels.scene(self.course, learner)
        view = inspect.way_back(self.request, LESSON + self.lesson.id, pressed.press.then)
        await inspect.show_to(self.request, learner, exhibit, pressed.press.tokens, scene, view)

    def _learner(self, practice: Practice) -> Learner:
        return Learner(practice, self.names, self.request.say)


def learn_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """Make the command for those of these games that have lessons."""
    taught = {name: face for name, face in faces.items() if face.lessons}

    @app_commands.command(name="learn", description=locale_str("Learn a game by yourself in ten minutes, step by step"))
    @app_commands.describe(game=locale_str("Which game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=localized(face.game.title), value=name) for name, face in taught.items()]
    )
    async def learn(interaction: discord.Interaction, game: str | None = None) -> None:
        """Show the lessons."""
        request = await begin(interaction)
        if game is None:
            match = await request.services.matches.in_thread(interaction.channel_id)
            game = match.face.game.name if match is not None and match.face.game.name in taught else None
        if game is None:
            await ask(request)
            return
        await overview(request, game)

    learn.allowed_contexts, learn.allowed_installs = EVERYWHERE, INSTALLED
    return learn
