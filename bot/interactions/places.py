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
    elif await _has_channel(request, match):
        return await _being_opened(request, match)
    if request.interaction.guild_id is None or not membership.is_inside(request, match.match):
        return request.say(
            "The match's thread is gone; use `/match show` in a channel of the match's server to open a new one."
        )
    return await _open_here(request, match)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button below the message that says that a thread was deleted. Raises `Refusal`."""
    match.must_play(request.user)
    text = await reopen_if_lost(request, match) or _has_thread(request, match)
    await replies.tell(request.interaction, text)


async def _has_channel(request: Request, match: LoadedMatch) -> bool:
    """Return True if the channel is there in which a match without a thread gets one, even if I cannot see it."""
    try:
        await request.interaction.client.fetch_channel(match.match.channel_id or 0)
    except discord.NotFound:
        return False
    except discord.Forbidden:
        pass
    return True


async def _open_here(request: Request, match: LoadedMatch) -> str:
    place = channel_for(request.interaction, private=match.match.private)
    bot, seen_in = request.services, (match.match.channel_id, match.match.thread_id)
    if not await bot.store.matches.move(match.id, channel_id=place.id, seen_in=seen_in):
        match = await bot.matches.load(match.id)
        return _has_thread(request, match) if match.match.thread_id else await _being_opened(request, match)
    await _publish(request, match)
    return request.say("The match's thread was gone; a new one opens here.")


async def _being_opened(request: Request, match: LoadedMatch) -> str:
    """Return what to say of a match that has no thread yet, and see to it that it gets one."""
    await _publish(request, match)  # whatever was to open it may have been given up
    return request.say("The match's thread is being opened; look again in a moment.")


def _has_thread(request: Request, match: LoadedMatch) -> str:
    return request.say("The match has its thread: {thread}", thread=f"<#{match.match.thread_id}>")


async def _publish(request: Request, match: LoadedMatch) -> None:
    bot, row = request.services, match_job(PUBLIC, match.id)
    await bot.store.jobs.add(match.id, (row,), now=bot.matches.clock(), version=match.match.version)
    await bot.matches.resume([match.match])
    await bot.matches.commits.announce(CommitEvent())
