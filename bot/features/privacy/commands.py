"""`/privacy`: showing a user what is stored about them, giving a copy, and deleting it."""

from __future__ import annotations

import json
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.options import EVERYWHERE, INSTALLED
from bot.features.privacy.service import Privacy
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.matches.refusals import Refusal
from games.messages import Message

WORD: Final = "DELETE"
"""The word that has to be typed: nothing brings back what is deleted."""
PRIVACY: Final = app_commands.Group(
    name="privacy",
    description=locale_str("What is kept about you, a copy of it, and its end"),
    allowed_contexts=EVERYWHERE,
    allowed_installs=INSTALLED,
)


@PRIVACY.command(name="show", description=locale_str("What is kept about you, why, and for how long"))
async def show(interaction: discord.Interaction) -> None:
    """Tell the asker what is stored."""
    request = await begin(interaction)
    text = request.say(
        "I keep your Discord id with the matches in which you have or had a seat, what you played in them, and what "
        "you have set or planned: language, direct messages, calendar, absences, digest, followed matches, "
        "instructions, plans, progress in lessons. I keep no names, and none of your messages. Matches and settings "
        "stay until you delete them; what was sent is forgotten after a week. `/privacy export` gives you all of it, "
        "`/privacy delete` deletes it."
    )
    await replies.tell(interaction, text)


@PRIVACY.command(name="export", description=locale_str("Everything that is kept about you, as a file"))
async def export(interaction: discord.Interaction) -> None:
    """Give the asker a file with everything, for their eyes alone."""
    request = await begin(interaction)
    stored = await request.services.store.privacy.export(request.user)
    data = json.dumps(stored, indent=1, ensure_ascii=False).encode()
    text = request.say("This is everything that is kept about you.")
    await replies.answer_file(interaction, text, data, "about-you.json")


@PRIVACY.command(name="delete", description=locale_str("Delete everything that is kept about you"))
@app_commands.describe(sure=locale_str("Type DELETE. You give up your open matches, and nothing can be brought back"))
async def delete(interaction: discord.Interaction, sure: str | None = None) -> None:
    """Forget the asker, if they have typed the word."""
    request = await begin(interaction)
    if sure != WORD:
        raise Refusal(
            Message(
                "This deletes your settings, instructions and progress, gives up your open matches, and takes your id "
                "out of all others. Nothing can be brought back. If you are sure, use the command again with "
                "`sure: {word}`.",
                word=WORD,
            )
        )
    await request.services.get(Privacy).forget(request.user)
    await replies.tell(interaction, request.say("Everything that was kept about you is deleted."))
