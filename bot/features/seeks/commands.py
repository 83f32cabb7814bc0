"""`/seek`: look for a match, see who does, end it."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, languages, localized, pace_choices
from bot.commands.opening import Teams
from bot.features.seeks import draft as drafts
from bot.features.seeks import pages
from bot.features.seeks.draft import Draft
from bot.features.seeks.service import HOURS, drawn
from bot.interactions import lookup
from bot.interactions.actions import begin
from bot.interactions.services import phrases_for, services
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.panels.face import AnyFace

LONGEST = 168
"""So many hours a seek is open at most."""


def group(faces: Mapping[str, AnyFace]) -> app_commands.Group:
    """Make the group of commands; which games there are stands in them."""
    games = [app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]

    @app_commands.command(name="new", description=locale_str("Look for a match; it begins as soon as somebody fits"))
    @app_commands.describe(
        game=locale_str("Which game; if left out, you are asked"),
        kind=locale_str("Duel, teams or free-for-all; as usual if left out"),
        pace=locale_str("Time per player; any if left out"),
        rated=locale_str("Whether the result moves ratings; False if left out"),
        lowest=locale_str("The lowest rating of opponents"),
        highest=locale_str("The highest rating of opponents"),
        language=locale_str("The language of the match; any if left out"),
        hours=locale_str("For how long you look; 24 hours if left out"),
        across=locale_str("On other servers, too: unrated, in direct messages, your name shown; False if left out"),
    )
    @app_commands.choices(game=games, language=languages())
    @app_commands.autocomplete(pace=pace_choices, kind=kind_choices)
    async def new(
        interaction: discord.Interaction,
        game: str | None = None,
        kind: str | None = None,
        pace: str | None = None,
        rated: bool = False,
        lowest: app_commands.Range[int, *drafts.RATINGS] | None = None,
        highest: app_commands.Range[int, *drafts.RATINGS] | None = None,
        language: str | None = None,
        hours: app_commands.Range[int, 1, LONGEST] = HOURS,
        across: bool = False,
    ) -> None:
        """Place a seek, or show the page on which one is put together."""
        request = await begin(interaction)
        if game is None:
            pace = drafts.pace_word(pace or "")
            await pages.show_page(request, Draft(pace=pace, language=language or "", rated=rated, across=across))
            return
        face = request.services.faces[game]
        words = (kind or "", pace or "", language or "")
        wish = drafts.wished(face, *words, rated=rated, low=lowest, high=highest, hours=hours, across=across)
        await pages.place(request, wish)

    @app_commands.command(name="list", description=locale_str("Who is looking for a match on this server"))
    async def show(interaction: discord.Interaction) -> None:
        """Show the list."""
        await pages.show_list(await begin(interaction))

    @app_commands.command(name="cancel", description=locale_str("Stop looking for a match on this server"))
    async def cancel(interaction: discord.Interaction) -> None:
        """End the asker's seeks."""
        await pages.cancel(await begin(interaction))

    made = app_commands.Group(
        name="seek",
        description=locale_str("Find somebody to play with"),
        allowed_contexts=EVERYWHERE,
        allowed_installs=INSTALLED,
    )
    made.add_command(new)
    made.add_command(show)
    made.add_command(cancel)
    return made


@lookup.safe_autocomplete
async def kind_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the ways to sit down to the game that was chosen."""
    say = await phrases_for(interaction)
    face = services(interaction).faces.get(getattr(interaction.namespace, "game", None) or "")
    ways = [Teams(one, drawn(one)) for one in face.game.formations] if face is not None else []
    labels = [(cut(say.message(way.title), CHOICE_NAME), way.formation.id) for way in ways]
    fitting = [(label, value) for label, value in labels if current.lower() in f"{label} {value}".lower()]
    return [app_commands.Choice(name=label, value=value) for label, value in fitting[:CHOICES]]
