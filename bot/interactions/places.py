"""The channel in which a match is opened, and a new thread for one that has lost its own."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import membership, replies
from bot.interactions.services import Request
from bot.matches.commits import PUBLIC, CommitEvent, match_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels.components import Pressed
from bot.texts.troubles import lacking
from games.messages import Message, Several


def in_dm(interaction: discord.Interaction) -> bool:
    """Return True in somebody's direct messages with the bot, where matches against computers are played."""
    return interaction.guild_id is None and isinstance(interaction.channel, discord.DMChannel)


def must_be_at_home(interaction: discord.Interaction) -> None:
    """Raise `Refusal` on a server that the bot is not on: somebody has brought it along as an app of their own."""
    if interaction.is_user_integration() and not (in_dm(interaction) or interaction.is_guild_integration()):
        raise Refusal(
            Message(
                "I am not a member of this server, so I cannot post a match here. Write me a direct message: there "
                "you can play against the computer."
            )
        )


def channel_for(interaction: discord.Interaction, *, private: bool) -> discord.TextChannel:
    """Return the text channel in which a match is opened. Raises a `Refusal` that names every missing permission."""
    must_be_at_home(interaction)
    place: Any = interaction.channel
    permissions = interaction.app_permissions
    if isinstance(place, discord.Thread):
        place = place.parent
        if isinstance(place, discord.TextChannel):
            permissions = place.permissions_for(place.guild.me)
    if interaction.guild is None or not isinstance(place, discord.TextChannel):
        raise Refusal(
            Message("Matches are played in threads, and there are none here; please use a text channel on a server.")
        )
    missing = lacking(permissions, private=private)
    if missing:
        raise Refusal(
            Message.counted(
                "I cannot open a match in {channel}: I lack the permission {permissions}.",
                "I cannot open a match in {channel}: I lack the permissions {permissions}.",
                len(missing),
                channel=place.mention,
                permissions=Several(tuple(missing.values())),
            )
        )
    return place


async def reopen_if_lost(request: Request, match: LoadedMatch) -> str:
    """Give a match whose thread is gone a new one in this channel; return what to say about it. Raises `Refusal`."""
    if match.match.status != "running" or match.match.across or match.seat_of(request.user) is None:
        return ""
    if match.match.thread_id:
        try:
            await request.interaction.client.fetch_channel(match.match.thread_id)
        except discord.NotFound:
            pass
        except discord.Forbidden:
            return request.say("I cannot see the match's thread; somebody has to give me access to it.")
        else:
            return ""
    if request.interaction.guild_id is None or not membership.is_inside(request, match.match):
        return request.say(
            "The match's thread is gone; use `/match show` in a channel of the match's server to open a new one."
        )
    await _open_here(request, match)
    return request.say("The match's thread was gone; a new one opens here.")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button below the message that says that a thread was deleted. Raises `Refusal`."""
    match.must_play(request.user)
    say, thread = request.say, f"<#{match.match.thread_id}>"
    text = await reopen_if_lost(request, match) or say("The match has its thread: {thread}", thread=thread)
    await replies.tell(request.interaction, text)


async def _open_here(request: Request, match: LoadedMatch) -> None:
    place = channel_for(request.interaction, private=match.match.private)
    bot = request.services
    await bot.store.matches.set_place(match.id, channel_id=place.id, thread_id=0, start_message_id=0)
    row = match_job(PUBLIC, match.id)
    await bot.store.jobs.add(match.id, (row,), now=bot.matches.clock(), version=match.match.version)
    await bot.matches.resume([match.match])
    await bot.matches.commits.announce(CommitEvent())
