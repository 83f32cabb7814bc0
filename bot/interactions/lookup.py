"""Which match an interaction means, and how the asker sees it."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.interactions.services import Request, Services, phrases_for, request_for, services
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels.components import MATCH_ID
from bot.panels.model import SeatPerspective
from bot.texts import links
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead

ABOUT: Final = "match"
"""Where an interaction notes the id of the match that it turned out to be about."""
LISTED: Final = 10


async def find(request: Request, match: str | None) -> LoadedMatch:
    """The match that a command means: option, thread, or the only open one here. Raises `Refusal`."""
    found = await _find(request, match)
    request.interaction.extras[ABOUT] = found.id
    return found


async def _find(request: Request, match: str | None) -> LoadedMatch:
    there, interaction = request.services, request.interaction
    if match:
        if not MATCH_ID.fullmatch(match.strip()):
            raise Refusal(Message("There is no such match; choose one from the list."))
        return await there.matches.load(match.strip())
    here = await there.matches.in_thread(interaction.channel_id)
    if here is not None:
        return here
    own = await there.store.matches_of(request.user)
    near = [m for m in own if interaction.guild_id is None or m.guild_id == interaction.guild_id]
    if len(near) == 1:
        return await there.matches.load(near[0].id)
    if not near:
        raise Refusal(Message("You have no open match here. `/match new` starts one."))
    lines = [f"- {await describe(there, request.say, head)}" for head in near[:LISTED]]
    which = Message("Which match do you mean? Use the command in the match's thread, or choose it with `match`.")
    raise Refusal(Message("{question}\n{matches}", question=which, matches="\n".join(lines)))


async def describe(there: Services, say: Phrases, head: MatchHead) -> str:
    """A match in one line, with the way to it."""
    names = [await there.names.of(say, s.user_id) for s in head.seats if s.user_id is not None]
    title = say.message(there.faces[head.game].game.title)
    return f"{title}: {' – '.join(names)} (`{head.id}`) {links.match(head)}".strip()


async def choice_name(there: Services, say: Phrases, head: MatchHead, reader: int) -> str:
    """A match in a list to choose from: its game and the other players."""
    others = [await there.names.of(say, s.user_id) for s in head.seats if s.user_id not in (None, reader)]
    title = say.message(there.faces[head.game].game.title)
    return cut(f"{texts.game_with(say, title, others)} ({head.id})", CHOICE_NAME)


async def match_choices(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The asker's own open matches, for autocomplete."""
    there, say = services(interaction), await phrases_for(interaction)
    found = []
    for head in await there.store.matches_of(interaction.user.id):
        name = await choice_name(there, say, head, interaction.user.id)
        if current.lower() in name.lower():
            found.append(app_commands.Choice(name=name, value=head.id))
    return found[:CHOICES]


async def perspective(interaction: discord.Interaction, match: str | None) -> SeatPerspective | None:
    """The match as the asker sees it, for autocomplete; `None` where the asker has no seat in a running one."""
    request = await request_for(interaction)
    try:
        found = await find(request, match)
    except Refusal:
        return None
    seat = found.seat_of(request.user)
    if seat is None or found.match.status != "running":
        return None
    return found.perspective(seat, await request.services.names.seats(request.say, found), request.say)


async def seen(request: Request, match: LoadedMatch) -> SeatPerspective:
    """The match as the asker sees it; as everybody does where the asker has no seat."""
    names = await request.services.names.seats(request.say, match)
    return match.perspective(match.seat_of(request.user), names, request.say)
