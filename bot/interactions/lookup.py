"""What an interaction is about: the bot it came to, the match that is meant, the asker's seat at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands

from bot.interactions import components
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Refusal
from bot.panels.model import SeatPerspective
from bot.texts import match as texts
from storage import MatchHead

if TYPE_CHECKING:
    from bot.app import ArenaBot


def bot_of(interaction: discord.Interaction) -> ArenaBot:
    """The bot that the interaction came to."""
    return cast("ArenaBot", interaction.client)


async def find(interaction: discord.Interaction, match: str | None) -> LoadedMatch:
    """The match that a command means: option, thread, or the only open one here. Raises `Refusal`."""
    bot = bot_of(interaction)
    if match:
        if not components.MATCH_ID.fullmatch(match.strip()):
            raise Refusal("That is no match; choose one of the list.")
        return await bot.matches.table(match.strip())
    if interaction.channel_id is not None:
        here = await bot.store.match_by_thread(interaction.channel_id)
        if here is not None:
            return await bot.matches.table(here.id)
    own = await bot.store.matches_of(interaction.user.id)
    near = [m for m in own if interaction.guild_id is None or m.guild_id == interaction.guild_id]
    if len(near) == 1:
        return await bot.matches.table(near[0].id)
    if not near:
        raise Refusal(texts.NO_MATCH)
    lines = [f"- {await _describe(bot, head)}" for head in near[:10]]
    raise Refusal("\n".join([texts.NOT_HERE, *lines]))


def link(head: MatchHead) -> str:
    """Where a match is played."""
    place = head.thread_id or head.channel_id
    if head.guild_id is None or not place:
        return ""
    return f"https://discord.com/channels/{head.guild_id}/{place}"


async def _describe(bot: ArenaBot, head: MatchHead) -> str:
    names = [await bot.names.of(s.user_id) for s in head.seats if s.user_id is not None]
    title = bot.faces[head.game].game.title
    return f"{title}: {' – '.join(names)} (`{head.id}`) {link(head)}".strip()


async def match_choices(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The asker's own open matches, for autocomplete."""
    bot = bot_of(interaction)
    found = []
    for head in await bot.store.matches_of(interaction.user.id):
        others = [await bot.names.of(s.user_id) for s in head.seats if s.user_id not in (None, interaction.user.id)]
        name = cut(f"{bot.faces[head.game].game.title} with {texts.listing(others)} ({head.id})", CHOICE_NAME)
        if current.lower() in name.lower():
            found.append(app_commands.Choice(name=name, value=head.id))
    return found[:CHOICES]


async def chair(interaction: discord.Interaction, match: str | None) -> SeatPerspective | None:
    """The asker's chair for autocomplete; `None` where there is none to look from."""
    try:
        table = await find(interaction, match)
    except Refusal:
        return None
    seat = table.seat_of(interaction.user.id)
    if seat is None or table.match.status != "running":
        return None
    return table.chair(seat, await bot_of(interaction).names.seats(table))
