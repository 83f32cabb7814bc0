"""`/server export`: all that is stored about a server, as a file."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import asdict
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.interactions import inspect, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from games.messages import Message
from storage import ALL_GAMES, MatchHead, MatchStatus, Season

ALL: Final[tuple[MatchStatus, ...]] = ("lobby", "running", "over", "cancelled")
PLAIN: Final = 1 << 20
"""Bytes up to which the file is not compressed."""
EVERYBODY: Final = 100_000
"""More lines than a table of a season has."""
NOBODY: Final = 0
"""Stands for a reader without a seat: no account has this id."""


@app_commands.command(name="export", description=locale_str("All that is kept about this server, as a file"))
@app_commands.checks.has_permissions(manage_guild=True)
async def export(interaction: discord.Interaction) -> None:
    """Hand everything over, to whoever may manage the server alone. Raises `Refusal` for more than Discord takes."""
    request = await begin(interaction)
    await request.services.limits.must_everywhere(request.user, "exports")
    guild = interaction.guild
    assert guild is not None
    everything = await kept(request, guild.id)
    data = await asyncio.to_thread(lambda: json.dumps(everything, indent=1, ensure_ascii=False).encode())
    name = f"server-{guild.id}.json"
    if len(data) > PLAIN:
        data, name = await asyncio.to_thread(gzip.compress, data), f"{name}.gz"
    if len(data) > guild.filesize_limit:
        raise Refusal(
            Message(
                "The file has {size} MB, more than Discord takes here. Ask whoever runs me for it.",
                size=-(-len(data) >> 20),
            )
        )
    text = request.say("This is everything that is kept about this server. Nothing that is hidden is in it.")
    await replies.answer_file(interaction, text, data, name)


async def kept(request: Request, guild_id: int) -> dict[str, Any]:
    """Return everything about a server: settings, puzzles, tables, tournaments, seasons, matches, the newest first."""
    services = request.services
    repository = services.store.tournaments
    tournaments = [await repository.load(one.id) for one in await repository.on_server(guild_id)]
    heads = await services.store.matches.on_server(guild_id, ALL)
    return {
        "server": asdict(await services.servers.of(guild_id)),
        "language": await services.languages.of_guild(guild_id),
        "puzzles": [asdict(daily) for daily in await services.store.dailies.of(guild_id)],
        "tournaments": [asdict(whole) for whole in tournaments if whole is not None],
        "predictions": [asdict(one) for one in await services.store.predictions.table(guild_id, 0, EVERYBODY)],
        "seasons": [await _season(request, season) for season in await services.store.seasons.on(guild_id)],
        "matches": [await _match(request, head) for head in heads],
    }


async def _season(request: Request, season: Season) -> dict[str, Any]:
    """Return a season with what its members show of it."""
    seasons = request.services.store.seasons
    table = await seasons.table(season.id, ALL_GAMES, EVERYBODY)
    return asdict(season) | {
        "table": [asdict(score) for score in table],
        "titles": [asdict(title) for title in await seasons.titles(season.id)],
    }


async def _match(request: Request, head: MatchHead) -> dict[str, Any]:
    """Return a match as everybody may know it; of a private one only that there is one."""
    shown: dict[str, Any] = {
        "id": head.id,
        "game": head.game,
        "status": head.status,
        "private": head.private,
        "created_at": head.created_at,
        "updated_at": head.updated_at,
    }
    if head.private:
        return shown
    shown |= {
        "formation": head.formation,
        "language": head.language,
        "pace": head.pace,
        "channel_id": head.channel_id,
        "thread_id": head.thread_id,
        "start_message_id": head.start_message_id,
        "rematch_of": head.rematch_of,
        "creator": head.creator,
        "seats": [{"seat": seat.seat, "user_id": seat.user_id, "status": seat.status} for seat in head.seats],
    }
    if head.status in ("running", "over"):
        match = await request.services.matches.load(head.id)
        shown["record"] = await asyncio.to_thread(_record, match)  # a long history takes its time
    return shown


def _record(match: LoadedMatch) -> dict[str, Any]:
    return inspect.record(match, NOBODY)
