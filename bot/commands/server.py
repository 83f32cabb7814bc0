"""`/server`: what a server sets for its matches, all of it optional, and the export of all that is stored about it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks import pace as paces
from bot.commands.common import localized, pace_choices, stored_pace
from bot.commands.settings import DISCORD, LANGUAGE_CHOICES
from bot.interactions import inspect, lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Command, Request, phrases_for, services
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.people.settings import ABANDONED_AFTER_DAYS, MOST_OPEN, NO_STAND_IN, STAND_IN
from bot.texts import match as texts
from bot.texts import time as told
from bot.texts.phrases import LANGUAGES, SOURCE, Phrases, language_of
from bot.texts.troubles import WRITING, first_needed
from games.computers import LEVELS, OFFERED
from games.messages import Message
from games.puzzles import puzzles_of
from storage import ALL_GAMES, MatchHead, MatchStatus, Season, Server

RESETS: Final = {
    "channel": ("channel_id",),
    "openers": ("role_id",),
    "ping": ("ping_role_id",),
    "log": ("log_channel_id",),
    "puzzle": ("puzzle_channel_id", "puzzle_game"),
    "seeks": ("seek_channel_id",),
    "reports": ("report_channel_id",),
    "all": tuple(name.name for name in fields(Server) if name.name != "guild_id"),
}
LOGGING: Final = ("view_channel", "send_messages")
"""The permissions that the bot needs in a log channel."""
POSTING: Final = (*LOGGING, "attach_files")
"""The permissions that it needs where the puzzle of the day is posted."""
ALL: Final[tuple[MatchStatus, ...]] = ("lobby", "running", "over", "cancelled")
EVERY_GAME: Final = "every"
"""Stands for puzzles of another game every day."""
PLAIN: Final = 1 << 20
"""Bytes up to which the file is not compressed."""
EVERYBODY: Final = 100_000
"""More lines than a table of a season has."""
NOBODY: Final = 0
"""Stands for a reader without a seat: no account has this id."""
RESET: Final = [
    app_commands.Choice(name=locale_str("Matches may be opened in every channel"), value="channel"),
    app_commands.Choice(name=locale_str("Everybody may open matches"), value="openers"),
    app_commands.Choice(name=locale_str("Nobody is pinged for open matches"), value="ping"),
    app_commands.Choice(name=locale_str("No log channel"), value="log"),
    app_commands.Choice(name=locale_str("No puzzle of the day"), value="puzzle"),
    app_commands.Choice(name=locale_str("The list of seeks stands where it is first needed"), value="seeks"),
    app_commands.Choice(name=locale_str("No channel for reports"), value="reports"),
    app_commands.Choice(name=locale_str("Everything"), value="all"),
]


STAND_INS: Final = [
    *(app_commands.Choice(name=localized(title), value=level) for level, title in OFFERED.items()),
    app_commands.Choice(name=locale_str("Nobody"), value=NO_STAND_IN),
]


@lookup.safe_autocomplete
async def _puzzle_games(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the games that have puzzles, and another one every day."""
    say, faces = await phrases_for(interaction), services(interaction).faces
    named = [(say("Another game every day"), EVERY_GAME)]
    named += [(say.message(face.game.title), name) for name, face in faces.items() if puzzles_of(face.game)]
    return [app_commands.Choice(name=label, value=name) for label, name in named if current.lower() in label.lower()]


def _puzzle_game(request: Request, name: str) -> str | None:
    """Return the game of which puzzles are wanted, `None` for another one every day. Raises `Refusal`."""
    if name == EVERY_GAME:
        return None
    face = request.services.faces.get(name)
    if face is None or not puzzles_of(face.game):
        raise Refusal(Message("There are no puzzles of “{game}”; choose a game from the list.", game=name[:40]))
    return name


@app_commands.command(
    name="settings", description=locale_str("Settings for matches on this server; without options it shows them")
)
@app_commands.describe(
    pace=locale_str("Time per player, if nothing else is chosen"),
    abandoned_after=locale_str("Days from when a player's time runs out until the match ends by itself"),
    most_matches=locale_str("How many open matches a member may have"),
    channel=locale_str("The one channel in which matches are opened"),
    openers=locale_str("The role that may open matches"),
    ping=locale_str("The role that is pinged when a match is open for anybody"),
    archive_after=locale_str("Days after the end of a match until its thread is archived; 0: at once"),
    log=locale_str("The channel where I report what needs help from those who manage the server"),
    stand_in=locale_str("Who plays on for somebody who is late or has left, if the others want that"),
    puzzle=locale_str("The channel that gets a puzzle a day"),
    puzzle_game=locale_str("The game of which these puzzles are"),
    seeks=locale_str("The channel that lists who is looking for a match"),
    reports=locale_str("The channel, for managers alone, that gets reports about people"),
    across=locale_str("Whether members may look for opponents on other servers, too; False at first"),
    predictions=locale_str("Whether spectators may predict what comes next in a match"),
    reset=locale_str("A setting to put back to its default"),
)
@app_commands.choices(reset=RESET, stand_in=STAND_INS)
@app_commands.autocomplete(pace=pace_choices, puzzle_game=_puzzle_games)
@app_commands.checks.has_permissions(manage_guild=True)
async def settings(
    interaction: discord.Interaction,
    pace: str | None = None,
    abandoned_after: app_commands.Range[int, 1, 90] | None = None,
    most_matches: app_commands.Range[int, 1, 200] | None = None,
    channel: discord.TextChannel | None = None,
    openers: discord.Role | None = None,
    ping: discord.Role | None = None,
    archive_after: app_commands.Range[int, 0, 30] | None = None,
    log: discord.TextChannel | None = None,
    stand_in: str | None = None,
    puzzle: discord.TextChannel | None = None,
    puzzle_game: str | None = None,
    seeks: discord.TextChannel | None = None,
    reports: discord.TextChannel | None = None,
    across: bool | None = None,
    predictions: bool | None = None,
    reset: str | None = None,
) -> None:
    """Show or change what a server has set."""
    request = await begin(interaction)
    assert interaction.guild_id is not None
    _must_be_possible(ping, (log, LOGGING), (puzzle, POSTING), (seeks, LOGGING), (reports, LOGGING))
    _must_be_hidden(reports)
    servers, now = request.services.servers, request.services.matches.clock()
    server = await servers.of(interaction.guild_id)
    plain = Server(interaction.guild_id)
    new = replace(server, **{name: getattr(plain, name) for name in RESETS.get(reset or "", ())})
    given: dict[str, Any] = {
        "pace": None if pace is None else stored_pace(pace) or paces.NO_CLOCK,
        "abandon_days": abandoned_after,
        "most_open": most_matches,
        "channel_id": channel.id if channel is not None else None,
        "role_id": openers.id if openers is not None else None,
        "ping_role_id": ping.id if ping is not None else None,
        "archive_days": archive_after,
        "log_channel_id": log.id if log is not None else None,
        "stand_in": stand_in,
        "puzzle_channel_id": puzzle.id if puzzle is not None else None,
        "seek_channel_id": seeks.id if seeks is not None else None,
        "report_channel_id": reports.id if reports is not None else None,
        "across": across,
        "predictions": predictions,
    }
    if puzzle_game is not None:
        new = replace(new, puzzle_game=_puzzle_game(request, puzzle_game))
    new = replace(new, **{name: value for name, value in given.items() if value is not None})
    if new != server:
        await servers.set(new, now=now)
    book = request.services.languages
    language = _language_text(request, await book.of_guild(interaction.guild_id))
    silent = _cannot_ping(request, interaction.guild, new.ping_role_id)
    await replies.tell(interaction, texts.lines(described(request, new), language, silent))


def _must_be_possible(ping: discord.Role | None, *channels: tuple[discord.TextChannel | None, Sequence[str]]) -> None:
    """Raise `Refusal` where a role must never be pinged, or a channel lacks what I need in it."""
    if ping is not None and ping.is_default():
        raise Refusal(Message("I never ping everybody; choose a role that people can take or leave."))
    for channel, needed in channels:
        if channel is not None:
            must_write(channel, needed)


def must_write(channel: discord.TextChannel, needed: Sequence[str]) -> None:
    """Raise `Refusal` where a channel lacks a permission that I need in it."""
    allowed = channel.permissions_for(channel.guild.me)
    missing = first_needed({flag: WRITING[flag] for flag in needed if not getattr(allowed, flag)})
    for name in missing.values():
        raise Refusal(
            Message(
                "I cannot write in {channel}: I lack the permission {permission}.",
                channel=channel.mention,
                permission=name,
            )
        )


def _must_be_hidden(channel: discord.TextChannel | None) -> None:
    """Raise `Refusal` for a channel that everybody on its server can read: reports are for its managers."""
    if channel is not None and channel.permissions_for(channel.guild.default_role).view_channel:
        raise Refusal(
            Message(
                "Everybody can read {channel}. Choose a channel for reports that only managers see.",
                channel=channel.mention,
            )
        )


def _cannot_ping(request: Request, guild: discord.Guild | None, role_id: int | None) -> str:
    """Return a warning where Discord shows the name of the role and tells nobody; else nothing."""
    role = guild.get_role(role_id) if guild is not None and role_id is not None else None
    if guild is None or role is None or role.mentionable or guild.me.guild_permissions.mention_everyone:
        return ""
    return request.say(
        "Discord lets me ping {role} only when everybody may mention it: allow that in the settings of the role.",
        role=role.mention,
    )


def _daily(request: Request, server: Server) -> str:
    """Return where a puzzle a day is posted, and of which game."""
    say, channel = request.say, f"<#{server.puzzle_channel_id}>"
    if server.puzzle_channel_id is None:
        return say("No channel gets a puzzle a day.")
    face = request.services.faces.get(server.puzzle_game or "")
    if face is None:
        return say("A puzzle a day is posted in {channel}. Game: another one every day.", channel=channel)
    game = say.message(face.game.title)
    return say("A puzzle a day is posted in {channel}. Game: {game}.", channel=channel, game=game)


def described(request: Request, server: Server) -> str:
    """Return the settings for matches of a server in sentences, one a line."""
    say = request.say
    where = (
        say("Matches are opened in {channel}.", channel=f"<#{server.channel_id}>")
        if server.channel_id is not None
        else say("Matches are opened in every channel where I can write.")
    )
    who = (
        say("Members with the role {role} may open matches.", role=f"<@&{server.role_id}>")
        if server.role_id is not None
        else say("Everybody may open matches.")
    )
    called = (
        say("{role} is pinged when a match is open for anybody.", role=f"<@&{server.ping_role_id}>")
        if server.ping_role_id is not None
        else say("Nobody is pinged when a match is open for anybody.")
    )
    archived = (
        say.plural(
            "The thread of a match is archived {count} day after its end.",
            "The thread of a match is archived {count} days after its end.",
            server.archive_days,
        )
        if server.archive_days
        else say("The thread of a match is archived at its end.")
    )
    log = f"<#{server.log_channel_id}>"
    logged = (
        say("I report in {channel} what needs help from those who manage the server.", channel=log)
        if server.log_channel_id is not None
        else say("No channel is set in which I report what needs help from those who manage the server.")
    )
    daily = _daily(request, server)
    listed = (
        say("Who is looking for a match is listed in {channel}.", channel=f"<#{server.seek_channel_id}>")
        if server.seek_channel_id is not None
        else say("Who is looking for a match is listed in the channel where somebody first did.")
    )
    reported = (
        say("Reports about people go to {channel}.", channel=f"<#{server.report_channel_id}>")
        if server.report_channel_id is not None
        else say("No channel gets reports about people, so nobody can send any.")
    )
    beyond = (
        say("Members may look for opponents on other servers, too; such a match shows their names, never this server.")
        if server.across
        else say("Members look for opponents on this server alone.")
    )
    predicted = (
        say("Spectators may predict what comes next in a match.")
        if server.predictions in (None, True)
        else say("Predictions by spectators are switched off.")
    )
    most = server.most_open or MOST_OPEN
    days = server.abandon_days or ABANDONED_AFTER_DAYS
    return "\n".join(
        (
            told.pace(say, paces.stored(server.pace)),
            say.plural(
                "A match ends by itself {count} day after a player's time has run out.",
                "A match ends by itself {count} days after a player's time has run out.",
                days,
            ),
            say.plural("A member may have {count} open match.", "A member may have {count} open matches.", most),
            where,
            who,
            called,
            archived,
            _stand_in(say, server),
            logged,
            daily,
            listed,
            beyond,
            reported,
            predicted,
        )
    )


def _stand_in(say: Phrases, server: Server) -> str:
    """Return who plays on for people who do not, as a sentence."""
    level = server.stand_in or STAND_IN
    if level == NO_STAND_IN:
        return say("The computer plays on for nobody.")
    return say(
        "For somebody who is late or has left, the computer ({level}) can play on; the others decide.",
        level=LEVELS[level],
    )


@app_commands.command(name="language", description=locale_str("The language of new matches on this server"))
@app_commands.describe(language=locale_str("Leave empty to see the current one"))
@app_commands.choices(language=LANGUAGE_CHOICES)
@app_commands.checks.has_permissions(manage_guild=True)
async def server_language(interaction: discord.Interaction, language: str | None = None) -> None:
    """Show or change the language of a server's matches."""
    request = await begin(interaction)
    assert interaction.guild_id is not None
    book = request.services.languages
    if language is not None:
        now = request.services.matches.clock()
        await book.set_guild(interaction.guild_id, None if language == DISCORD else language, now=now)
    await replies.tell(interaction, _language_text(request, await book.of_guild(interaction.guild_id)))


def _language_text(request: Request, language: str | None) -> str:
    """Return the language of new matches on this server, as a sentence."""
    say = request.say
    if language is None:
        name = LANGUAGES[language_of(str(request.interaction.guild_locale)) or SOURCE]
        return say("New matches here are in the server's Discord language: {language}.", language=name)
    return say("New matches here are in {language}.", language=LANGUAGES[language])


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


COMMANDS: Final[tuple[Command, ...]] = (server_language, settings, export)
