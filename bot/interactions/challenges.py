"""Answering challenges, asking for rematches, giving a match up: from commands and from presses alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.interactions import actions, components, lookup, replies
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import LOBBY, Wish
from bot.matches.service import Refusal
from bot.panels.model import Button, Press
from bot.texts import match as texts


async def answer(interaction: discord.Interaction, match_id: str, deed: str, side: str | None = None) -> None:
    """Accept, decline, join or cancel, and tell the one who did what came of it. Raises `Refusal`."""
    bot = lookup.bot_of(interaction)
    user = interaction.user.id
    more: dict[str, Any] = {"interaction_id": interaction.id} | ({"side": side} if deed == "join" else {})
    step = {
        "accept": bot.lobby.accept,
        "decline": bot.lobby.decline,
        "join": bot.lobby.join,
        "cancel": bot.lobby.cancel,
    }[deed]
    table: LoadedMatch = await step(match_id, user, **more)
    await replies.say(interaction, outcome(table, deed, user, await bot.names.seats(table)))


def outcome(table: LoadedMatch, deed: str, user: int, names: Mapping[int, str]) -> str:
    """What the one hears who has answered a challenge."""
    if deed == "cancel":
        return "The challenge is withdrawn."
    if deed == "decline":
        return texts.DECLINED if table.match.status == "cancelled" else texts.LEFT
    if table.match.status == "running":
        return "The match begins; its thread opens in a moment."
    seat = table.seat_of(user)
    if seat is None or seating.undecided(table):
        return texts.in_with([])
    return texts.in_with([names[mate] for mate in seating.mates(table, seat) if mate in names])


async def pressed(interaction: discord.Interaction, match_id: str, deed: str, words: tuple[str, ...]) -> None:
    """A button of a start message or of a result. Raises `Refusal`."""
    await replies.wait(interaction)
    if deed == "rematch":
        await rematch(interaction, match_id)
    else:
        await answer(interaction, match_id, deed, words[0] if words else None)


async def _rematch_asked(interaction: discord.Interaction, table: LoadedMatch) -> bool:
    """Take part in the rematch that somebody else has asked for already. Raises `Refusal` for a second one."""
    bot, user = lookup.bot_of(interaction), interaction.user.id
    for head in await bot.store.matches_of(user, LOBBY):
        if head.rematch_of != table.id:
            continue
        if head.creator == user:
            raise Refusal("You have asked for a rematch already; it waits for an answer.")
        await answer(interaction, head.id, "accept")
        return True
    # Whoever has declined it and thinks again finds the seat open.
    for head in await bot.store.matches_in(table.match.channel_id or 0, LOBBY):
        if head.rematch_of == table.id and any(s.user_id is None for s in head.seats):
            await answer(interaction, head.id, "join")
            return True
    return False


async def rematch(interaction: discord.Interaction, match_id: str) -> None:
    """Open the same match again, with the same options and the same teams, the one who asks as the challenger."""
    bot = lookup.bot_of(interaction)
    table = await bot.matches.table(match_id)
    if table.match.status != "over":
        raise Refusal("A rematch is possible when the match is over.")
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise Refusal("Only those who played can ask for a rematch.")
    if await _rematch_asked(interaction, table):
        return
    assert table.match.guild_id is not None
    assert table.match.channel_id is not None
    wish = Wish(
        game=table.match.game,
        creator=interaction.user.id,
        opponents=tuple(u for u in table.users() if u != interaction.user.id),
        options=table.options,
        private=table.match.private,
        guild_id=table.match.guild_id,
        channel_id=table.match.channel_id,
        rematch_of=table.id,
        seat=seat,
    )
    await bot.lobby.new(wish, interaction_id=interaction.id)
    await replies.say(interaction, "The challenge is on its way.")


async def resign(interaction: discord.Interaction, match: str | None) -> None:
    """Give the match up; whoever plays in a team is asked first, because it ends for the others too."""
    await replies.wait(interaction)
    table = await lookup.find(interaction, match)
    seat = table.seat_of(interaction.user.id)
    allies = seating.mates(table, seat) if seat is not None and table.match.status == "running" else []
    if not allies:
        await actions.play(interaction, table.id, "resign")
        return
    names = await lookup.bot_of(interaction).names.seats(table)
    others = [names[s.seat] for s in table.match.seats if s.seat not in (seat, *allies)]
    text = texts.resign_for_all([names[mate] for mate in allies], others)
    # The kind of the choice is its key, as with every choice that stands all the time.
    sure = Button("Resign for the whole team: sure", Press("do", ("resign",)), "danger")
    await replies.answer(interaction, text, view=components.view(table.id, ((sure,),), "resign"))
