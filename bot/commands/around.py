"""What the commands of `/match` look up: places, open challenges, lists, history, records."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions import lookup
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.matches import history as replay
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Refusal
from bot.texts import match as texts
from games import record as records
from storage import MatchHead, MatchStatus, NewOutbox

LOBBY: Final[tuple[MatchStatus, ...]] = ("lobby",)
NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "embed_links": "Embed Links",
    "read_message_history": "Read Message History",
}


def channel_for(interaction: discord.Interaction, *, private: bool) -> discord.TextChannel:
    """The text channel that a match is opened in. Raises `Refusal` that names every missing permission."""
    place: Any = interaction.channel
    permissions = interaction.app_permissions
    if isinstance(place, discord.Thread):
        place = place.parent
        if isinstance(place, discord.TextChannel):
            permissions = place.permissions_for(place.guild.me)
    if interaction.guild is None or not isinstance(place, discord.TextChannel):
        raise Refusal(texts.NO_THREADS)
    needed = dict(NEEDED)
    if private:
        needed["create_private_threads"] = "Create Private Threads"
    else:
        needed["create_public_threads"] = "Create Public Threads"
    missing = [name for flag, name in needed.items() if not getattr(permissions, flag)]
    if missing:
        raise Refusal(texts.missing_permissions(missing, f"in {place.mention}"))
    return place


async def _open_here(interaction: discord.Interaction) -> list[MatchHead]:
    bot = lookup.bot_of(interaction)
    place: Any = interaction.channel
    channel_id = place.parent_id if isinstance(place, discord.Thread) else interaction.channel_id
    if channel_id is None:
        return []
    found = await bot.store.matches_in(channel_id, LOBBY)
    return [m for m in found if not m.private and any(s.user_id is None for s in m.seats)]


async def open_match_here(interaction: discord.Interaction) -> str:
    """The only match with an open seat in this channel. Raises `Refusal`."""
    found = await _open_here(interaction)
    if not found:
        raise Refusal("No match in this channel has an open seat. `/match new` opens one.")
    if len(found) > 1:
        raise Refusal("Several matches here have an open seat; give `match`, or press Join on one of them.")
    return found[0].id


async def open_choices(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The matches with an open seat in this channel, for autocomplete."""
    bot = lookup.bot_of(interaction)
    choices = []
    for head in await _open_here(interaction):
        creator = await bot.names.of(head.creator) if head.creator is not None else "somebody"
        name = cut(f"{bot.faces[head.game].game.title} with {creator} ({head.id})", CHOICE_NAME)
        if current.lower() in name.lower():
            choices.append(app_commands.Choice(name=name, value=head.id))
    return choices[:CHOICES]


async def lobby_of(interaction: discord.Interaction, match: str | None, deed: str) -> LoadedMatch:
    """The challenge that is accepted, declined or cancelled: the one named, or the only one that fits.

    Raises `Refusal`.
    """
    bot = lookup.bot_of(interaction)
    if match is not None:
        return await lookup.find(interaction, match)
    user = interaction.user.id
    found = [
        m
        for m in await bot.store.matches_of(user, LOBBY)
        if (m.creator == user) == (deed == "cancel")
        and (interaction.guild_id is None or m.guild_id == interaction.guild_id)
    ]
    if deed == "accept":  # in others the seat is taken already, and only more people are missing
        found = [m for m in found if any(s.user_id == user and s.status == "invited" for s in m.seats)]
    if not found:
        raise Refusal("You have no open challenge." if deed == "cancel" else "Nobody has challenged you.")
    if len(found) > 1:
        raise Refusal("There are several; give `match`, or use the buttons of the challenge.")
    return await bot.matches.table(found[0].id)


async def listing(interaction: discord.Interaction) -> str:
    """All open matches of the asker, those that wait for the asker first."""
    bot = lookup.bot_of(interaction)
    user = interaction.user.id
    waiting: list[str] = []
    running: list[str] = []
    lobbies: list[str] = []
    for head in await bot.store.matches_of(user):
        others = [await bot.names.of(s.user_id) for s in head.seats if s.user_id not in (None, user)]
        line = f"{bot.faces[head.game].game.title} with {texts.listing(others)} (`{head.id}`) {lookup.link(head)}"
        if head.status == "lobby":
            lobbies.append(f"- {line}")
            continue
        table = await bot.matches.table(head.id)
        (waiting if user in table.waited_for() else running).append(f"- {line}")
    parts = []
    for title, lines in (("Waiting for you", waiting), ("Waiting for others", running), ("Challenges", lobbies)):
        if lines:
            more = [f"… and {len(lines) - 8} more"] if len(lines) > 8 else []
            parts.append("\n".join([f"**{title}**", *lines[:8], *more]))
    return "\n".join(parts) or "You have no open matches. `/match new` starts one."


async def reopen_if_lost(interaction: discord.Interaction, table: LoadedMatch) -> str:
    """Give a match whose thread is gone a new one in this channel; returns what to say about it."""
    bot = lookup.bot_of(interaction)
    if table.match.status != "running" or table.seat_of(interaction.user.id) is None:
        return ""
    if table.match.thread_id:
        try:
            await bot.fetch_channel(table.match.thread_id)
        except discord.NotFound:
            pass
        except discord.Forbidden:
            return "I cannot see the match's thread; somebody has to give me access to it."
        else:
            return ""
    if interaction.guild is None:
        return "The match's thread is gone; use this command in a channel of the server to open a new one."
    place = channel_for(interaction, private=table.match.private)
    await bot.store.set_place(table.id, channel_id=place.id, thread_id=0, start_message_id=0)
    row = NewOutbox(thread_key=f"match:{table.id}", kind="public", supersedes=True)
    await bot.store.enqueue(table.id, (row,), now=bot.matches.clock(), version=table.match.version)
    bot.outbox.wake()
    return "The match's thread was gone; a new one opens here."


def draw_word(table: LoadedMatch, user_id: int) -> str:
    """What `/match draw` means without an answer: accepting an offer that stands, else making one."""
    seat = table.seat_of(user_id)
    if seat is None or table.match.status != "running":
        return "offer"
    values = getattr(table.face.game.options(table.state, seat, ("draw",)), "values", ())
    return next((word for word in ("accept", "offer") if word in values), "offer")


async def history(interaction: discord.Interaction, table: LoadedMatch) -> str:
    """What happened, one action a line, as the asker may know it."""
    if not table.started:
        raise Refusal("The match has not begun yet.")
    bot = lookup.bot_of(interaction)
    names = await bot.names.seats(table)
    seat = table.seat_of(interaction.user.id)
    by_seq = {one.seq: one for one in table.told}
    lines = []
    for entry in table.entries:
        who = names.get(entry.seat, "somebody")
        if entry.kind == "undo":
            lines.append(f"{entry.seq}. {who} took back action {entry.undoes}.")
            continue
        # What was said in secret is told by its events alone, which know what the asker may read of it.
        hidden = entry.secret and entry.seat != seat and table.match.status != "over"
        plain = "a secret answer" if hidden else entry.text
        if (one := by_seq.get(entry.seq)) is None:
            lines.append(f"{entry.seq}. {who}: {plain} (taken back)")
        else:
            events = replay.shown(table.face.game, [one], seat)
            said = plain if hidden else table.face.default_line(one.action)
            told = table.face.tell(events, names) or [f"{who}: {said}"]
            lines.append(f"{entry.seq}. " + " · ".join(told))
    return "\n".join(lines) or "Nothing has happened yet."


def record(table: LoadedMatch, user_id: int) -> dict[str, Any]:
    """The match record as the asker may have it: without seed and sealed answers while the match runs."""
    if not table.started:
        raise Refusal("The match has not begun yet.")
    return records.make(
        table.face.game,
        table.options,
        len(table.match.seats),
        table.match.seed,
        replay.history(table.entries),
        reader=table.seat_of(user_id),
    )


async def settings(interaction: discord.Interaction, dm: bool | None) -> str:
    """Change a player's settings and say how they are."""
    bot = lookup.bot_of(interaction)
    user = interaction.user.id
    if dm is not None:
        player = await bot.store.set_player(user, now=bot.matches.clock(), dm=dm, dm_closed=False)
    else:
        player = await bot.store.player(user)
    if player.dm and player.dm_closed:
        return "Direct messages are on, but Discord refused the last one; `/match settings dm:True` tries again."
    return "Direct messages are on." if player.dm else "Direct messages are off; you are pinged in the threads."
