"""Greetings: whoever writes to the bot hears what it can do, and gets the buttons to begin with.

Direct messages come with their text without the intent for the contents of messages; the text is not looked at.
"""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.commands.opening import NO_GAME
from bot.interactions.services import Feature, Running, Services
from bot.log import incident
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Panel, Press
from bot.panels.widgets import button, how_to_play
from bot.publish.sending import CANNOT_DM, FAILED
from bot.texts.phrases import SOURCE, Phrases
from storage import StorageError

WRITTEN: Final = (discord.MessageType.default, discord.MessageType.reply)
"""The kinds of messages that people write."""


def greeting(say: Phrases, games: list[str]) -> Panel:
    """Return what somebody is told who writes to the bot."""
    text = say(
        "Hello! You can play {games} with me. I cannot chat: press a button, or type `/` to see all commands.",
        games=say.every(games),
    )
    row = (
        button(say("Play the computer"), Press("new", (NO_GAME,)), style="success"),
        button(say("Learn by playing"), Press("learn", ("games",))),
        how_to_play(say),
        button(say("My matches"), Press("mine")),
    )
    return Panel(text, (row,))


class Greetings:
    """Answers what people write in direct messages, each person once an hour."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._answers: set[asyncio.Task[None]] = set()

    def heard(self, event: str, *arguments: object) -> None:
        """Note a message that somebody has written to the bot; discord.py calls it with every event."""
        message = arguments[0] if event == "message" else None
        if not isinstance(message, discord.Message) or message.guild is not None or message.author.bot:
            return
        if message.type not in WRITTEN or not self._services.limits.take(message.author.id, "greetings"):
            return
        answer = asyncio.create_task(self._answer(message), name=f"greeting for {message.author.id}")
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, message: discord.Message) -> None:
        bot = self._services
        try:
            say = await bot.languages.for_message(message.author.id, SOURCE)
            panel = greeting(say, [say.message(face.game.title) for face in bot.faces.values()])
            view = components.view(LESSON, panel.rows)
            assert view is not None
            await message.channel.send(panel.text, view=view)
        except (*FAILED, StorageError) as error:
            if not isinstance(error, discord.HTTPException) or error.code not in CANNOT_DM:
                incident("a greeting", error)


FEATURE = Feature("greetings", start=lambda services: Running(heard=Greetings(services).heard))
