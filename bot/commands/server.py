"""`/server settings`: what a server sets for its matches. Nothing has to be set."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks import pace as paces
from bot.commands import paces as typed_paces
from bot.commands.settings import SERVER
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.life.servers import ABANDONED_AFTER_DAYS, MOST_OPEN
from bot.matches.refusals import Refusal
from bot.texts import time as told
from games.messages import Message
from storage import Server

RESETS: Final = {
    "channel": ("channel_id",),
    "openers": ("role_id",),
    "all": ("pace", "abandon_days", "most_open", "channel_id", "role_id"),
}
RESET: Final = [
    app_commands.Choice(name=locale_str("Matches may be opened in every channel"), value="channel"),
    app_commands.Choice(name=locale_str("Everybody may open matches"), value="openers"),
    app_commands.Choice(name=locale_str("Everything as it was in the beginning"), value="all"),
]


@SERVER.command(name="settings", description=locale_str("What holds for matches of this server; alone it shows them"))
@app_commands.describe(
    pace=locale_str("How much time everybody has where nothing else is chosen"),
    abandoned_after=locale_str("Days after a time was over until a match ends by itself"),
    most_matches=locale_str("How many open matches a member may have"),
    channel=locale_str("The one channel in which matches are opened"),
    openers=locale_str("The role that may open matches"),
    reset=locale_str("What shall be as it was in the beginning"),
)
@app_commands.choices(reset=RESET)
@app_commands.autocomplete(pace=typed_paces.pace_choices)
@app_commands.checks.has_permissions(manage_guild=True)
async def settings(
    interaction: discord.Interaction,
    pace: str | None = None,
    abandoned_after: app_commands.Range[int, 1, 90] | None = None,
    most_matches: app_commands.Range[int, 1, 200] | None = None,
    channel: discord.TextChannel | None = None,
    openers: discord.Role | None = None,
    reset: str | None = None,
) -> None:
    """Show or change what a server has set."""
    request = await begin(interaction)
    assert interaction.guild_id is not None
    servers, now = request.services.servers, request.services.matches.clock()
    server = await servers.of(interaction.guild_id)
    none: dict[str, Any] = dict.fromkeys(RESETS.get(reset or "", ()))
    new = replace(server, **none)
    given: dict[str, Any] = {
        "pace": None if pace is None else typed_paces.stored(pace) or paces.NO_CLOCK,
        "abandon_days": abandoned_after,
        "most_open": most_matches,
        "channel_id": channel.id if channel is not None else None,
        "role_id": openers.id if openers is not None else None,
    }
    new = replace(new, **{name: value for name, value in given.items() if value is not None})
    if new != server:
        await servers.set(new, now=now)
    await replies.tell(interaction, described(request, new))


def described(request: Request, server: Server) -> str:
    """All that holds for matches of a server, a line each."""
    say = request.say
    where = (
        say("Matches are opened in {channel}.", channel=f"<#{server.channel_id}>")
        if server.channel_id is not None
        else say("Matches are opened in every channel where I can write.")
    )
    who = (
        say("Members with the role {role} may open matches.", role=f"<@&{server.role_id}>")
        if server.role_id is not None
        else say("Everybody may open matches.")
    )
    most = server.most_open or MOST_OPEN
    days = server.abandon_days or ABANDONED_AFTER_DAYS
    return "\n".join(
        (
            told.pace(say, paces.stored(server.pace)),
            say.plural(
                "A match ends by itself {count} day after a time was over.",
                "A match ends by itself {count} days after a time was over.",
                days,
            ),
            say.plural("A member may have {count} open match.", "A member may have {count} open matches.", most),
            where,
            who,
        )
    )


async def must_be_welcome(request: Request, channel_id: int) -> None:
    """Raise `Refusal` where this person may not open a match in this channel of the server."""
    interaction = request.interaction
    assert interaction.guild_id is not None
    server = await request.services.servers.of(interaction.guild_id)
    if server.channel_id is not None and server.channel_id != channel_id:
        raise Refusal(Message("On this server matches are opened in {channel}.", channel=f"<#{server.channel_id}>"))
    roles = {role.id for role in getattr(interaction.user, "roles", ())}
    if server.role_id is not None and server.role_id not in roles:
        raise Refusal(Message("On this server only {role} may open matches.", role=f"<@&{server.role_id}>"))
    await request.services.servers.must_have_room(interaction.guild_id, request.user)
