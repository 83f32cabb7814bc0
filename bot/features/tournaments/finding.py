"""Which tournament is meant, among those that the asker may know of, and who organizes it.

A channel hides its tournaments, too: for members who may not see it there are none, but those they have entered.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Collection, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.features.tournaments.entries import GONE, Entries
from bot.interactions import lookup, membership
from bot.interactions.services import Request, request_for
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.matches.refusals import Refusal
from games.messages import Message
from storage import Tournament, WholeTournament
from storage.tournament_rows import OPEN, Status

SEVERAL: Final = Message("There are several tournaments here; choose one with `tournament`.")
ONLY_ORGANIZERS: Final = Message(
    "Only its organizers can do that: whoever opened the tournament, and members who manage the server or have the "
    "role that may open matches."
)


async def find(request: Request, tournament_id: str | None, *, ended: bool = False) -> WholeTournament:
    """Return the tournament that is meant: the one chosen, the only one of this channel, or of this server.

    Raises `Refusal`.
    """
    if tournament_id is not None:
        return await load(request, tournament_id.strip()[:20])
    every = await request.services.store.tournaments.on_server(request.interaction.guild_id or 0, OPEN)
    candidates = [one for one in every if one.channel_id == lookup.channel_of(request.interaction)]
    candidates = candidates or await _known(request, OPEN)
    if ended and not candidates:
        candidates = await _known(request, None)
    if len(candidates) > 1:
        raise Refusal(SEVERAL)
    if not candidates:
        raise Refusal(GONE)
    return await request.services.get(Entries).load(candidates[0].id, request.interaction.guild_id)


async def load(request: Request, tournament_id: str | None) -> WholeTournament:
    """Return a tournament of this server that the asker may know of. Raises `Refusal`."""
    whole = await request.services.get(Entries).load(tournament_id, request.interaction.guild_id)
    if whole.of_user(request.user) is not None or await may_organize(request, whole.head):
        return whole
    if not await membership.may_look_into(request, whole.head.channel_id):
        raise Refusal(GONE)
    return whole


async def may_organize(request: Request, head: Tournament) -> bool:
    """Return True for whoever has opened a tournament, and for those who organize all of its server."""
    return request.user == head.organizer or await _organizes_all(request, head.guild_id)


async def _organizes_all(request: Request, guild_id: int) -> bool:
    """Return True for whoever manages the server, or has the role that may open matches."""
    if request.interaction.permissions.manage_guild:
        return True
    server = await request.services.servers.of(guild_id)
    return server.role_id in {role.id for role in getattr(request.interaction.user, "roles", ())}


async def must_organize(request: Request, whole: WholeTournament) -> None:
    """Raise `Refusal` for those who are no organizers of a tournament."""
    if not await may_organize(request, whole.head):
        raise Refusal(ONLY_ORGANIZERS)


async def _known(request: Request, statuses: Collection[Status] | None) -> list[Tournament]:
    """Return the tournaments of the server that the asker may know of, the latest first.

    Where Discord does not say whether a channel may be seen, it counts as hidden.
    """
    tournaments, guild_id = request.services.store.tournaments, request.interaction.guild_id or 0
    every = await tournaments.on_server(guild_id, statuses)
    if await _organizes_all(request, guild_id):
        return every
    entered = await tournaments.of_user(request.user, guild_id, statuses)
    mine = [one.id for one in every if one.id in entered or one.organizer == request.user]
    channels = list({one.channel_id for one in every if one.id not in mine})
    seen = await asyncio.gather(*(_looks_into(request, channel) for channel in channels))
    visible = list(itertools.compress(channels, seen))
    return [one for one in every if one.id in mine or one.channel_id in visible]


async def _looks_into(request: Request, channel_id: int) -> bool:
    try:
        return await membership.may_look_into(request, channel_id)
    except Refusal:
        return False


@lookup.safe_autocomplete
async def open_ones(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the tournaments that are not over."""
    return _choices(await _offered(interaction, OPEN), current)


@lookup.safe_autocomplete
async def all_ones(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer all tournaments of the server, the latest first."""
    return _choices(await _offered(interaction, None), current)


async def _offered(interaction: discord.Interaction, statuses: Collection[Status] | None) -> Sequence[Tournament]:
    """Return what an autocomplete can offer; nothing where Discord does not say in time what the asker may see."""
    try:
        return await asyncio.wait_for(_known(await request_for(interaction), statuses), membership.SOON)
    except TimeoutError:
        return ()


def _choices(known: Sequence[Tournament], current: str) -> lookup.Choices:
    fitting = [one for one in known if current.lower() in one.title.lower()]
    return [app_commands.Choice(name=cut(one.title, CHOICE_NAME), value=one.id) for one in fitting[:CHOICES]]
