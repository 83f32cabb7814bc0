"""`/server settings` and `/server language`: what a server sets for its matches, all of it optional."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.clocks import pace as paces
from bot.commands.common import localized, pace_choices, stored_pace
from bot.commands.server_export import export
from bot.commands.server_sentences import described
from bot.commands.settings import DISCORD, LANGUAGE_CHOICES
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Command, Request, phrases_for, services
from bot.matches.refusals import Refusal
from bot.people.settings import NO_STAND_IN
from bot.texts import match as texts
from bot.texts.phrases import LANGUAGES, SOURCE, language_of
from bot.texts.troubles import WRITING, first_needed
from games.computers import OFFERED
from games.messages import Message
from games.puzzles import puzzles_of
from storage import Server

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
EVERY_GAME: Final = "every"
"""Stands for puzzles of another game every day."""
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


COMMANDS: Final[tuple[Command, ...]] = (server_language, settings, export)
