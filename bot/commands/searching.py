"""Finding matches that have not begun, or that look for a substitute."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.interactions import lookup
from bot.interactions.services import Request, Services, request_for
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import LOBBY
from bot.matches.refusals import Refusal
from games.messages import Message
from storage import MatchHead, MatchStatus

RUNNING: Final[tuple[MatchStatus, ...]] = ("running",)


def _channel(interaction: discord.Interaction) -> int | None:
    """The channel that a command is used in, or that of the thread."""
    place: Any = interaction.channel
    return place.parent_id if isinstance(place, discord.Thread) else interaction.channel_id


async def _open_here(there: Services, interaction: discord.Interaction) -> list[MatchHead]:
    """The matches with an open seat in this channel, or in that of this thread."""
    channel_id = _channel(interaction)
    if channel_id is None:
        return []
    found = await there.store.matches.in_channel(channel_id, LOBBY)
    return [m for m in found if not m.private and any(s.user_id is None for s in m.seats)]


async def open_match(request: Request, match: str | None) -> LoadedMatch:
    """The match to join: the one named, or the only one with an open seat in this channel. Raises `Refusal`."""
    if match is not None:
        return await lookup.find(request, match)
    found = await _open_here(request.services, request.interaction)
    if not found:
        raise Refusal(Message("No match in this channel has an open seat. `/match new` opens one."))
    if len(found) > 1:
        raise Refusal(Message("Several matches here have an open seat; choose one with `match`, or press Join on it."))
    return await request.services.matches.load(found[0].id)


@lookup.offers
async def open_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """The matches with an open seat in this channel, for autocomplete."""
    request = await request_for(interaction)
    heads = await _open_here(request.services, interaction)
    return await lookup.named(request.services, request.say, heads, request.user, current)


def newcomer(request: Request, user: discord.User | None) -> int | None:
    """The id of somebody to whom a seat is offered, `None` for anybody. Raises `Refusal`."""
    if user is None:
        return None
    if user.bot:
        raise Refusal(Message("Bots cannot play."))
    request.services.names.note(user)
    return user.id


async def offered_match(request: Request, match: str | None) -> LoadedMatch:
    """The match in which a seat can be taken over: the one named, that of this thread, or the only one here.

    Raises `Refusal`.
    """
    if match is not None:
        return await lookup.find(request, match)
    there = await request.services.matches.in_thread(request.interaction.channel_id)
    if there is not None:
        return there
    found = await _offered_here(request)
    if not found:
        raise Refusal(Message("No seat is on offer here."))
    if len(found) > 1:
        raise Refusal(Message("Several matches here have a seat on offer; choose one with `match`."))
    return await request.services.matches.load(found[0].id)


async def _offered_here(request: Request) -> list[MatchHead]:
    """The running matches in which the asker may take a seat over: those of this channel, and those offered alone."""
    heads = await request.services.store.matches.with_offered_seats(_channel(request.interaction), request.user)
    return [m for m in heads if all(s.user_id != request.user for s in m.seats)]


@lookup.offers
async def offered_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """The matches in which a seat can be taken over, for autocomplete."""
    request = await request_for(interaction)
    heads = await _offered_here(request)
    return await lookup.named(request.services, request.say, heads, request.user, current)


async def running_match(request: Request, match: str | None) -> LoadedMatch:
    """The match to follow: the one named, that of this thread, or the only one that runs here. Raises `Refusal`."""
    if match is not None:
        return await lookup.find(request, match)
    there = await request.services.matches.in_thread(request.interaction.channel_id)
    if there is not None:
        return there
    found = await _running_here(request)
    if not found:
        raise Refusal(Message("No match runs in this channel."))
    if len(found) > 1:
        raise Refusal(Message("Several matches run in this channel; choose one with `match`."))
    return await request.services.matches.load(found[0].id)


async def _running_here(request: Request) -> list[MatchHead]:
    """The matches of this channel that run and are not private."""
    channel_id = _channel(request.interaction)
    found = await request.services.store.matches.in_channel(channel_id, RUNNING) if channel_id is not None else ()
    return [m for m in found if not m.private]


@lookup.offers
async def running_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """The matches that run in this channel, for autocomplete."""
    request = await request_for(interaction)
    heads = await _running_here(request)
    return await lookup.named(request.services, request.say, heads, request.user, current)


async def challenge(request: Request, match: str | None, deed: str) -> LoadedMatch:
    """The challenge that is accepted, declined or cancelled: the one named, or the only one that fits.

    Raises `Refusal`.
    """
    if match is not None:
        return await lookup.find(request, match)
    found = await _challenges(request, deed)
    if not found:
        nothing = Message("You have no open challenge.") if deed == "cancel" else Message("Nobody has challenged you.")
        raise Refusal(nothing)
    if len(found) > 1:
        raise Refusal(Message("There are several; choose one with `match`, or use the buttons of the challenge."))
    return await request.services.matches.load(found[0].id)


async def _challenges(request: Request, deed: str) -> list[MatchHead]:
    """The challenges of the asker's own, to cancel, or those of others."""
    user, server = request.user, request.interaction.guild_id
    found = [
        m
        for m in await request.services.store.matches.of_user(user, LOBBY)
        if (m.creator == user) == (deed == "cancel") and (server is None or m.guild_id == server)
    ]
    if deed == "accept":  # in others the seat is taken already, and only more people are missing
        found = [m for m in found if any(s.user_id == user and s.status == "invited" for s in m.seats)]
    return found
