"""`/season`: show a season, begin one, end it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import INSTALLED, SERVERS, localized
from bot.features.clocks.absences import end_of
from bot.features.seasons import pages
from bot.interactions.actions import begin as promised
from bot.interactions.services import Command, services
from bot.limits import SELECT_OPTIONS
from bot.matches.refusals import Refusal
from bot.panels.face import AnyFace
from bot.people.settings import DAY_MS
from games.messages import Message


async def _names(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the seasons of the server."""
    if interaction.guild_id is None:
        return []
    seasons = await services(interaction).store.seasons.on(interaction.guild_id)
    found = [one for one in seasons if typed.casefold() in one.name.casefold()]
    return [app_commands.Choice(name=one.name, value=one.id) for one in found[:SELECT_OPTIONS]]


def commands(faces: Mapping[str, AnyFace]) -> Sequence[Command]:
    """Make the group; which games there are stands in it."""
    group = app_commands.Group(
        name="season",
        description=locale_str("A season of this server: its table, its titles, earlier ones"),
        allowed_contexts=SERVERS,
        allowed_installs=INSTALLED,
    )
    games = [app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]

    @group.command(name="show", description=locale_str("Who leads in the season of this server"))
    @app_commands.describe(season=locale_str("Which season; if left out, the one that is running"))
    @app_commands.autocomplete(season=_names)
    async def show(interaction: discord.Interaction, season: int | None = None) -> None:
        """Show a season."""
        request = await promised(interaction)
        if season is None:
            await pages.show_running(request)
            return
        found = await request.services.store.seasons.of(season) if 0 < season < 1 << 63 else None
        if found is None or found.guild_id != interaction.guild_id:
            raise Refusal(Message("There is no such season on this server."))
        await pages.show(request, found)

    @group.command(name="begin", description=locale_str("Begin a season; it is posted in this channel"))
    @app_commands.describe(
        name=locale_str("How it is called"),
        until=locale_str("Its last day, such as 2026-12-24, or a number of days; if left out, 28 days"),
        game=locale_str("Only this game; if left out, all games"),
    )
    @app_commands.choices(game=games)
    @app_commands.checks.has_permissions(manage_guild=True)
    async def begin(
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 32] | None = None,
        until: str | None = None,
        game: str | None = None,
    ) -> None:
        """Begin a season."""
        request = await promised(interaction)
        now, calendars = request.services.matches.clock(), request.services.matches.calendars
        end = now + pages.USUAL * DAY_MS
        if until is not None:
            end = end_of(until, now, (await calendars.of((request.user,)))[request.user].zone)
        await pages.begin(request, name or "", end, () if game is None else (game,))

    @group.command(name="end", description=locale_str("End the season now; its titles are awarded at once"))
    @app_commands.checks.has_permissions(manage_guild=True)
    async def end(interaction: discord.Interaction) -> None:
        """Ask whether the season is to end."""
        request = await promised(interaction)
        await pages.ask_to_end(request, await pages.running(request))

    return (group,)
