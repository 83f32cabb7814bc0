"""Puzzles on Discord: which game, the next one, the one of the day. `/puzzle`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.features.lessons.pages import carry_out
from bot.features.puzzles.ladder import show_ladder
from bot.features.puzzles.solving import (
    ACTION_ID,
    ANY,
    NAMED,
    NEXT,
    Puzzles,
    collections,
    following,
    following_of_any,
    standing,
)
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.interactions.tokens import number_of
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Press
from bot.panels.widgets import button, rows_of
from bot.people.settings import DAY_MS
from bot.texts import match as texts
from games.messages import Message

DAILY: Final = "daily"
LADDER: Final = "ladder"
LADDER_DAYS: Final = 30
"""So many days the ladder of a server goes back; what is solved today counts tomorrow, when it is told."""
LAST_DAY: Final = 100_000
"""No puzzle is of that day after the beginning of 1970, or of a later one."""
OPEN: Final = Press("learn")
"""What leads into a task."""
ALL_DONE: Final = Message("You have seen all puzzles of this game. Choose another game with `/puzzle`.")
EVERY_ONE_DONE: Final = Message("You have seen all puzzles of all games.")


async def ask(request: Request) -> None:
    """Answer with the question of which game the next puzzle is to be."""
    say, services = request.say, request.services
    tried = await services.store.puzzles.of(request.user)
    games = collections(services.faces)
    lines = [
        f"**{say('Puzzles')}**",
        say("One turn, one goal, and one best way to reach it. Nobody sees what you try."),
        standing(say, tried, services.matches.clock()),
    ]
    buttons = [
        button(say.message(services.faces[game].game.title), Press(ACTION_ID, (NEXT, game)), style="success")
        for game in games
    ]
    if len(games) > 1:
        buttons.append(button(say("Any game"), Press(ACTION_ID, (NEXT, ANY))))
    if request.interaction.guild_id is not None:
        buttons.append(button(say("Puzzle ladder"), Press(ACTION_ID, (LADDER,))))
    await replies.answer(request.interaction, texts.lines(*lines), view=components.view(LESSON, rows_of(buttons)))


async def begin_next(request: Request, game: str, but: str = "") -> None:
    """Answer with the puzzle that suits the user best. Raises `Refusal`."""
    games = collections(request.services.faces)
    mine = await request.services.store.puzzles.of(request.user)
    if game == ANY:
        puzzle = following_of_any(games, mine, but)
    elif game in games:
        puzzle = following(games[game], [one for one in mine if one.game == game], but)
    else:
        raise Refusal(texts.OLD_BUTTON)
    if puzzle is None:
        raise Refusal(EVERY_ONE_DONE if game == ANY else ALL_DONE)
    await _show(request, puzzle.id)


async def _show(request: Request, name: str) -> None:
    """Answer with a puzzle as the user has left it. Raises `Refusal`."""
    found = await request.services.get(Puzzles).find(request, name)
    if found is None:
        raise Refusal(texts.OLD_BUTTON)
    await carry_out(request, *found, Pressed(LESSON + name, "", OPEN))


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a press that came from a match: puzzles of its game. Raises `Refusal`."""
    await begin_next(request, match.face.game.name)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Handle a press outside of any match. Raises `Refusal`."""
    what, *rest = pressed.press.tokens or ("",)
    if what == NEXT and rest:
        await begin_next(request, rest[0], but=pressed.lesson or "")
    elif what == LADDER:
        today = request.services.matches.clock() // DAY_MS
        about = request.say.plural(
            "Puzzles of the day that were solved on their day, within the last day.",
            "Puzzles of the day that were solved on their day, within the last {count} days.",
            LADDER_DAYS,
        )
        await show_ladder(request, today - LADDER_DAYS, today, about)
    elif what == DAILY and rest:
        await _take_up(request, number_of(rest[0], LAST_DAY), pressed.lesson or "")
    elif what == NAMED and len(rest) == 3:
        guild, day, named = number_of(rest[0]), number_of(rest[1], LAST_DAY), bool(number_of(rest[2], 2))
        await request.services.store.dailies.name(guild, day, request.user, named=named)
        await _show_again(request, pressed)
    else:
        await ask(request)


async def _take_up(request: Request, day: int, name: str) -> None:
    """Open the puzzle of a day for somebody who has pressed its button. Raises `Refusal`."""
    guild = request.interaction.guild_id
    found = await request.services.get(Puzzles).find(request, name)
    if found is None:
        raise Refusal(texts.OLD_BUTTON)
    if guild is not None:
        await request.services.store.dailies.take_up(guild, day, request.user)
    await _show(request, name)


async def _show_again(request: Request, pressed: Pressed) -> None:
    """Show a puzzle as it stands: a solved one stays solved. Raises `Refusal`."""
    found = await request.services.get(Puzzles).find(request, pressed.lesson or "")
    if found is None:
        raise Refusal(texts.OLD_BUTTON)
    await carry_out(request, *found, replace(pressed, press=Press("show")))


def puzzle_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """Make the command for those of these games that have puzzles."""
    games = collections(faces)

    @app_commands.command(name="puzzle", description=locale_str("Solve a puzzle by yourself: one turn, one goal"))
    @app_commands.describe(game=locale_str("Which game"))
    @app_commands.choices(
        game=[
            *(app_commands.Choice(name=localized(faces[name].game.title), value=name) for name in games),
            app_commands.Choice(name=locale_str("Any game"), value=ANY),
        ]
    )
    async def puzzle(interaction: discord.Interaction, game: str | None = None) -> None:
        """Show a puzzle."""
        request = await begin(interaction)
        if game is None:
            await ask(request)
        else:
            await begin_next(request, game)

    puzzle.allowed_contexts, puzzle.allowed_installs = EVERYWHERE, INSTALLED
    return puzzle
