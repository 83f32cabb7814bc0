"""`/rules`: a paragraph of a game's rules, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.interactions import lookup, rule_pages
from bot.interactions.actions import begin
from bot.interactions.services import Services, phrases_for, services
from bot.limits import CHOICES
from bot.panels.face import AnyFace

PARAGRAPH: Final = locale_str("The number of a rule, or a word to look for")
GAME: Final = locale_str("Which game; leave empty for the one played in this thread")


def rules_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """Make the command for these games."""

    @app_commands.command(name="rules", description=locale_str("Look up a rule"))
    @app_commands.describe(rule=PARAGRAPH, game=GAME)
    @app_commands.autocomplete(rule=offers)
    @app_commands.choices(
        game=[app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]
    )
    async def look_up(interaction: discord.Interaction, rule: str, game: str | None = None) -> None:
        """Answer with a paragraph of the rules, or with those that a word means."""
        request = await begin(interaction)
        await rule_pages.look_up(request, await _games(request.services, interaction, game), rule)

    look_up.allowed_contexts, look_up.allowed_installs = EVERYWHERE, INSTALLED
    return look_up


async def _games(bot: Services, interaction: discord.Interaction, game: str | None) -> list[str]:
    """Return the games that are meant: the one named, that of the match in this thread, else all of them."""
    if game is not None and game in bot.faces:
        return [game]
    head = (
        await bot.store.matches.load_by_thread(interaction.channel_id) if interaction.channel_id is not None else None
    )
    return [head.game] if head is not None else [*bot.faces]


@lookup.safe_autocomplete
async def offers(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the paragraphs that fit what is typed."""
    say = await phrases_for(interaction)
    games = await _games(services(interaction), interaction, interaction.namespace.game)
    paragraphs = rule_pages.hits(games, current, say.language)[:CHOICES]
    return [app_commands.Choice(name=paragraph.label, value=paragraph.number) for paragraph in paragraphs]
