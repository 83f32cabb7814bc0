"""One puzzle a day for a channel: posted once, and on the next day with its solution and who found it.

What a day has is noted before it is posted, so that a restart posts the same; a post that broke off is looked for, and
tried again. Results are told once, whatever becomes of the puzzle that follows them. One server that fails holds up no
other; its managers are told once of a channel that is gone or closed to the bot, and no more is tried there in the end.
"""

from __future__ import annotations

import hashlib
import io
import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import Final

import discord

from bot.features.puzzles.pages import DAILY
from bot.features.puzzles.solving import ACTION_ID, collections, solution, streak
from bot.features.puzzles.weighed import comparison
from bot.interactions.services import Services
from bot.limits import CONTENT, cut
from bot.log import incident
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.face import AnyFace
from bot.panels.model import Picture, Press
from bot.panels.widgets import button
from bot.people.settings import DAY_MS
from bot.publish.sending import FAILED, SILENT, UNKNOWN_CHANNEL, find_beginning, find_press, nonce
from bot.publish.studio import file_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases, phrases
from games.lessons import Practice
from games.puzzles import GRADES, Puzzle
from storage import Daily, StorageError

LOOK_EVERY: Final = 300.0
"""Seconds between two looks for channels that have no puzzle of the day yet."""
REST_MS: Final = 3_600_000
"""For so long nothing is tried where it will not pass by itself."""
GIVEN_UP_DAYS: Final = 7
"""After so many days on which a channel was closed to the bot it is no longer the one for puzzles."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """How the puzzle of a day could not be posted on a server."""

    channel_id: int
    day: int
    error: type[Exception]


class Dailies:
    """Posts the puzzle of the day in every channel that wants one."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._failures: dict[int, Failure] = {}
        """How it failed last, by server, until it succeeds."""
        self._resting: dict[int, tuple[int, int]] = {}
        """In which channel of a server nothing is tried until when."""

    async def look(self) -> None:
        """Post in every channel that has none of today; where Discord does not let me, it is tried again later."""
        services = self._services
        today = services.matches.clock() // DAY_MS
        for guild, channel, game in await services.store.dailies.channels():
            past = await services.store.dailies.of(guild)
            latest = past[0] if past else None
            if latest is not None and latest.day == today and latest.posted_at is not None:
                continue
            resting, until = self._resting.get(guild, (None, 0))
            if resting == channel and services.matches.clock() < until:
                continue
            try:
                await self._post(guild, channel, game, today, past)
            except StorageError:
                raise
            except Exception as error:
                await self._failed(guild, channel, today, past, error)
            else:
                self._failures.pop(guild, None)
                self._resting.pop(guild, None)

    async def _post(self, guild: int, channel_id: int, game: str | None, today: int, past: list[Daily]) -> None:
        """Post what a day has, below the results of the one before. Raises Discord's errors."""
        services = self._services
        latest = past[0] if past else None
        begun = latest if latest is not None and latest.day == today and self._exists(latest) else None
        now = begun or self._chosen(guild, channel_id, game, today, past)
        if now is None:
            return
        await services.store.dailies.note(replace(now, channel_id=channel_id))
        say = phrases(await services.languages.for_match(guild, None))
        channel = services.client.get_partial_messageable(channel_id, guild_id=guild)
        before = next((one for one in past if one.day != today and one.posted_at is not None), None)
        if before is not None and before.told_at is None:
            await self._tell(say, channel, before, today, tried=past[0] is not before)
        press = Press(ACTION_ID, (DAILY, str(today)))
        if begun is None or await find_press(services.client, channel, press, _since(today)) is None:
            face, puzzle = self._found(now)
            text, picture, view = await self._task(say, face, puzzle, press)
            await channel.send(
                text,
                file=file_of(picture),
                view=view,
                allowed_mentions=SILENT,
                nonce=nonce(services.store, DAILY, guild, today),
            )
        await services.store.dailies.note(replace(now, channel_id=channel_id, posted_at=services.matches.clock()))

    async def _tell(
        self, say: Phrases, channel: discord.PartialMessageable, daily: Daily, today: int, *, tried: bool
    ) -> None:
        """Post the results of a day, and note at once that they stand: the puzzle below them may still fail.

        Where that was tried before they are looked for, by how they begin: more may have solved it since then.
        """
        services = self._services
        if (told := await self._results(say, daily, today)) is None:
            return
        text, picture = told
        titles = tuple(_title(say, daily, day) for day in (daily.day + 1, daily.day + 2))
        after = _since(daily.day + 1)
        if not tried or await find_beginning(services.client, channel, titles, after) is None:
            await channel.send(
                text,
                file=_hidden(picture),
                allowed_mentions=SILENT,
                nonce=nonce(services.store, "results", daily.guild_id, daily.day),
            )
        await services.store.dailies.note(replace(daily, told_at=services.matches.clock()))

    async def _failed(self, guild: int, channel_id: int, today: int, past: list[Daily], error: Exception) -> None:
        """Note that a post failed. What failed in the same way on the same day is not told again.

        Of a channel that is gone, or was closed to the bot for a week, no more is expected. What nobody has foreseen is
        logged with an id.
        """
        services = self._services
        now, failure = services.matches.clock(), Failure(channel_id, today, type(error))
        known, self._failures[guild] = self._failures.get(guild) == failure, failure
        if not known and isinstance(error, FAILED):
            log.warning("no puzzle of the day in channel %d: %s", channel_id, error)
        elif not known:
            incident(f"the puzzle of the day in channel {channel_id}", error)
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        closed = isinstance(error, discord.Forbidden)
        if closed or not isinstance(error, FAILED):
            self._resting[guild] = (channel_id, now + REST_MS)
        failed = list(takewhile(lambda one: one.posted_at is None and one.channel_id == channel_id, past))
        since = failed[-1].day if failed else today
        if gone or (closed and not known):
            await self._tell_managers(guild, channel_id, since, gone=gone)
        if gone or (closed and today - since >= GIVEN_UP_DAYS):
            log.warning("channel %d gets no puzzle of the day any more", channel_id)
            server = await services.servers.of(guild)
            if server.puzzle_channel_id == channel_id:
                await services.servers.set(replace(server, puzzle_channel_id=None), now=now)

    async def _tell_managers(self, guild: int, channel_id: int, since: int, *, gone: bool) -> None:
        """Tell those who manage a server once, where they have chosen a channel for that, why it gets no puzzles."""
        services = self._services
        where = (await services.servers.of(guild)).log_channel_id
        if where is None:
            return
        say = phrases(await services.languages.for_match(guild, None))
        text = (
            say(
                "The channel for the puzzle of the day was deleted, so I no longer post one. Choose another channel: "
                "`/server settings puzzle:`."
            )
            if gone
            else say(
                "Discord does not let me post the puzzle of the day in {channel}. Let me in again, or choose another "
                "channel: `/server settings puzzle:`. After a week I stop trying.",
                channel=f"<#{channel_id}>",
            )
        )
        channel = services.client.get_partial_messageable(where, guild_id=guild)
        try:
            if await find_beginning(services.client, channel, (text,), _since(since)) is None:
                once = nonce(services.store, "unposted", channel_id, since, gone)
                await channel.send(text, allowed_mentions=SILENT, nonce=once)
        except FAILED as error:
            log.warning("nobody could be told why channel %d gets no puzzle of the day: %s", channel_id, error)

    def _chosen(self, guild: int, channel: int, wanted: str | None, day: int, past: list[Daily]) -> Daily | None:
        """Return the puzzle of a new day: easy ones and hard ones, none twice in a row of all.

        It is of the game that is wanted, else of another one every day. `None` where there are no puzzles at all.
        """
        games = collections(self._services.faces)
        if not games:
            return None
        game = wanted if wanted in games else sorted(games)[day % len(games)]
        had = [one.puzzle for one in past if one.game == game]
        fresh = [name for name in games[game] if name not in had[: len(games[game]) - 1]]
        mixed = sorted(fresh, key=lambda name: hashlib.sha256(f"{guild}.{day}.{name}".encode()).digest())
        return Daily(guild, day, channel, game, mixed[0])

    def _exists(self, daily: Daily) -> bool:
        """Return False for a puzzle of an earlier version that there is no more."""
        return daily.puzzle in collections(self._services.faces).get(daily.game, {})

    def _found(self, daily: Daily) -> tuple[AnyFace, Puzzle]:
        return self._services.faces[daily.game], collections(self._services.faces)[daily.game][daily.puzzle]

    async def _task(
        self, say: Phrases, face: AnyFace, puzzle: Puzzle, press: Press
    ) -> tuple[str, Picture, discord.ui.View]:
        """Return the task of a day with its picture, and the button with this press that opens it for one alone."""
        practice = Practice(face.game, puzzle)
        picture = await self._services.studio.draw(face.pictures.private_board, say, practice.view)
        game, grade = say.message(face.game.title), say.message(GRADES[puzzle.grade])
        text = texts.lines(
            f"**{say('Puzzle of the day: {game}, {grade}', game=game, grade=grade)}**",
            say.message(puzzle.task),
            say("Solve it by yourself: nobody sees what you try. The solution comes tomorrow."),
        )
        row = (button(say("Solve"), press, style="success"),)
        view = components.view(LESSON + puzzle.id, (row,))
        assert view is not None
        return cut(text, CONTENT), picture, view

    async def _results(self, say: Phrases, daily: Daily, today: int) -> tuple[str, Picture] | None:
        """Return who has solved the puzzle of a day, and its solution, covered; `None` for one there is no more."""
        services = self._services
        if not self._exists(daily):
            return None
        face, puzzle = self._found(daily)
        solvers = await services.store.dailies.solvers(daily)
        solved = [one for one in solvers if one.solved_at is not None and one.solved_at >= daily.day * DAY_MS]
        lines = [_title(say, daily, today)]
        lines.append(
            say.plural("{count} person has solved it.", "{count} people have solved it.", len(solved))
            if solved
            else say("Nobody has solved it.")
        )
        told = (solution(say, face, puzzle), comparison(say, face, puzzle), say.message(puzzle.learned))
        covered = f"||{texts.lines(*told)}||"
        room = CONTENT - len(texts.lines(*lines, say("Among them: {people}.", people=""), covered))
        named = [await self._named(say, one.user_id) for one in solved if one.named]
        if people := texts.enumerated(say, named, room):
            lines.append(say("Among them: {people}.", people=people))
        lines.append(covered)
        done = Practice(face.game, puzzle, puzzle.solution)
        picture = await services.studio.draw(face.pictures.private_board, say, done.view)
        alt = (
            say("The position of the last puzzle, whose solution is covered above.")
            if puzzle.ways
            else say("The board after the solution of the last puzzle, which is covered above.")
        )
        return cut(texts.lines(*lines), CONTENT), replace(picture, alt=alt)

    async def _named(self, say: Phrases, user: int) -> str:
        """Return the name of somebody who allows it, with their streak."""
        name = await self._services.names.of(say, user)
        days = streak(await self._services.store.puzzles.of(user), self._services.matches.clock())
        if days < 2:
            return name
        return say.plural("{name} ({count} day in a row)", "{name} ({count} days in a row)", days, name=name)


def _title(say: Phrases, daily: Daily, today: int) -> str:
    """Return how the results of a day begin that are told today."""
    title = say("Yesterday's puzzle") if daily.day == today - 1 else say("The last puzzle")
    return f"**{title}**"


def _since(day: int) -> int:
    """Return the smallest id of a message of a day."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(day * DAY_MS / 1000, UTC))


def _hidden(picture: Picture) -> discord.File:
    """Return a picture that is covered until somebody wants to see it."""
    return discord.File(io.BytesIO(picture.data), picture.filename, description=picture.alt, spoiler=True)
