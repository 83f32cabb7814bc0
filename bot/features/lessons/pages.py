"""Lessons on Discord: opening them, and finding the task in which somebody has pressed. `/learn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.commands.new_pages import shelf
from bot.features.lessons import panels
from bot.features.lessons.panels import Course
from bot.features.lessons.pressing import AGAIN, HINT, SOLVE, TaskPress
from bot.features.lessons.tasks import Collection, Tasks
from bot.interactions import inspect, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace
from bot.texts import match as texts
from games.lessons import Lesson

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
    found, lesson = await _task(request, (pressed.lesson or "") if in_lesson else first)
    if first == ALL:
        await overview(request, found.face.game.name)
        return
    await carry_out(request, found, lesson, pressed)


async def carry_out(request: Request, found: Tasks, lesson: Lesson, pressed: Pressed) -> None:
    """Carry a press in a task out. Raises `Refusal`."""
    if pressed.press.action_id == "rule":
        view = inspect.way_back(request, LESSON + lesson.id, pressed.press.then)
        await inspect.show_rule(request, found.face.game.name, ".".join(pressed.press.tokens), view)
        return
    own_name = await request.services.names.of(request.say, request.user)
    await TaskPress(request, found, lesson, {lesson.seat: own_name}).carry_out(pressed)


async def _task(request: Request, name: str) -> tuple[Tasks, Lesson]:
    """Return a task by its id, with its set. Raises `Refusal` for one of an earlier version."""
    for face in request.services.faces.values():
        for lesson in face.lessons:
            if lesson.id == name:
                return await _course(request, face), lesson
    for running in request.services.running:
        for service in running.services:
            if isinstance(service, Collection) and (found := await service.find(request, name)) is not None:
                return found
    raise Refusal(texts.OLD_BUTTON)


async def _course(request: Request, face: AnyFace) -> Course:
    progress = await request.services.store.lessons.progress(request.user, face.game.name)
    return Course(
        face, frozenset(name for name, lesson_progress in progress.items() if lesson_progress.done_at is not None)
    )


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
