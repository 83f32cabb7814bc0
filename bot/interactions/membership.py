"""Who may take part in the matches of a server, and look at them, from wherever they ask.

In the channel of a match, and in its thread, Discord itself answers for whoever presses and types. Anywhere else an id
is all it takes to name a match: there Discord is asked who is a member, and who may see the channel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from bot.interactions.services import Request
from bot.matches.refusals import NO_MATCH, Refusal
from bot.people.members import Unanswered
from games.messages import Message
from storage import MatchHead

SOON: Final = 1.0
"""Seconds that an autocomplete waits for Discord's answers."""
NO_MEMBER: Final = Message("Only members of the match's server can do that.")
UNANSWERED: Final = Message(
    "Discord does not tell me just now whether you are a member of the match's server. Nothing has changed; try again "
    "in a moment."
)

UNSEEN: Final = Message(
    "Discord does not tell me just now whether you may see that channel. Nothing has changed; try again in a moment."
)


def is_inside(request: Request, match: MatchHead) -> bool:
    """Return True if the asker is on the match's server at this moment, or the match is on none."""
    return match.guild_id in (None, request.interaction.guild_id)


def concerns(request: Request, match: MatchHead) -> bool:
    """Return True if the asker has a seat in the match, or one is offered to them by name."""
    return any(request.user in (seat.user_id, seat.offered_to) for seat in match.seats)


async def may_look(request: Request, match: MatchHead) -> bool:
    """Return True for those who may see the match's channel. Raises `Refusal` where Discord does not say."""
    if match.guild_id is None:
        return True
    try:
        if is_inside(request, match):
            return await _sees(request, match, request.interaction.user)
        member = await request.services.members.lately(match.guild_id, request.user)
        return member is not None and await _sees(request, match, member)
    except Unanswered as error:
        raise Refusal(UNANSWERED) from error


async def may_look_into(request: Request, channel_id: int) -> bool:
    """Return True if the asker may see a channel of the server on which they ask.

    Raises `Refusal` where Discord does not say.
    """
    if request.interaction.channel_id == channel_id:
        return True  # Discord lets nobody else ask there
    member: Any = request.interaction.user
    try:
        return await request.services.members.sees(member, channel_id)
    except Unanswered as error:
        raise Refusal(UNSEEN) from error


async def _sees(request: Request, match: MatchHead, member: Any) -> bool:
    """Return True if a member of the match's server may see its channel. Raises `Unanswered`."""
    if request.interaction.channel_id in (match.channel_id, match.thread_id):
        return True
    return match.channel_id is not None and await request.services.members.sees(member, match.channel_id)


async def must_belong(request: Request, match: MatchHead) -> Any:
    """Return the asker as a member of the match's server now. Raises `Refusal` for anybody else.

    So it does for those who may not see the match's channel, if nobody has named them for the match.
    """
    if match.guild_id is None:
        return request.interaction.user
    try:
        inside = is_inside(request, match)
        found = await request.services.members.find(match.guild_id, request.user) if not inside else None
        member = request.interaction.user if inside else found
        if member is None:
            raise Refusal(NO_MEMBER)
        if not concerns(request, match) and not await _sees(request, match, member):
            raise Refusal(NO_MATCH)
    except Unanswered as error:
        raise Refusal(UNANSWERED) from error
    return member


async def must_be_able_to_sit_down(request: Request, match: MatchHead) -> Any:
    """Return the asker as `must_belong` does. Raises `Refusal` for members with as many matches as may be, too."""
    member = await must_belong(request, match)
    await request.services.servers.must_have_room(match.guild_id, request.user)
    return member


async def must_be_welcome(request: Request, member: Any, guild_id: int | None, channel_id: int) -> None:
    """Raise `Refusal` where this member may not open a match in this channel of the server."""
    if guild_id is None:
        return
    server = await request.services.servers.of(guild_id)
    if server.channel_id is not None and server.channel_id != channel_id:
        raise Refusal(Message("On this server matches are opened in {channel}.", channel=f"<#{server.channel_id}>"))
    roles = {role.id for role in getattr(member, "roles", ())}
    if server.role_id is not None and server.role_id not in roles:
        raise Refusal(Message("On this server only {role} may open matches.", role=f"<@&{server.role_id}>"))


async def of_own_servers(request: Request, heads: Sequence[MatchHead]) -> list[MatchHead]:
    """Return the matches without those on whose servers the asker is not.

    Where Discord does not say so in time the match stays. For autocompletion, which has to be quick.
    """
    outside = {head.guild_id for head in heads if not is_inside(request, head)}
    asked = {guild: asyncio.create_task(_belongs(request, guild)) for guild in outside if guild is not None}
    if asked:
        await asyncio.wait(asked.values(), timeout=SOON)
    left = {guild for guild, task in asked.items() if task.done() and not task.result()}
    return [head for head in heads if head.guild_id not in left]


async def _belongs(request: Request, guild_id: int) -> bool:
    try:
        return await request.services.members.lately(guild_id, request.user) is not None
    except Unanswered:
        return True
