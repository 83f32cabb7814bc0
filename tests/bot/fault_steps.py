"""Steps of a match for `tests.bot.test_faults`: what comes before each, and what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.features.seeks.service import Seeks, Where, Wish
from bot.matches import commits
from bot.matches.commits import PUBLIC, match_job
from bot.matches.service import KEEP_OPEN
from bot.publish.keeping import DAY_MS
from bot.publish.live import reconcile
from bot.publish.sending import Looked
from bot.publish.troubles import HELD_UP
from games import agreements
from storage import Calendar, SeekFound, Server
from tests.bot.driving import hush, speak
from tests.bot.faults import ABOUT, Stage, shown
from tests.support.jobs import set_timer

HOUR_MS = 3_600_000


@dataclass
class Case:
    """A match that a step is about."""

    stage: Stage
    people: tuple[Any, Any]
    channel: Any
    match_id: str = ""

    async def begin(self, **more: Any) -> None:
        self.match_id = await self.stage.challenge(self.people, channel_id=self.channel.id, **more)

    async def begun(self, **more: Any) -> None:
        await self.begin(**more)
        await self.accept()
        await self.stage.settle()

    async def accept(self) -> None:
        await self.stage.accept(self.match_id, self.people)

    async def play(self, which: int, *action: str) -> None:
        await self.stage.play(self.match_id, self.people[which], *action)

    async def want_dms(self) -> None:
        for person in self.people:
            await self.stage.bot.store.people.set_player(person.id, now=0, dm=True)

    def deny(self, **flags: bool) -> None:
        """What the bot may not do in the channel from now on; nothing: all is as before."""
        backend, user = self.stage.made.env.backend, self.stage.bot.user
        assert user is not None
        if flags:
            denied = discord.Permissions(**flags).value
            backend.set_overwrite(self.channel.id, Overwrite(user.id, OverwriteType.MEMBER, 0, denied))
        else:
            backend.delete_overwrite(self.channel.id, user.id)

    async def told(self, times: int) -> None:
        """Until it was said so often that something holds the match up."""
        for _ in range(20):
            await self.stage.still()
            if len(await self.stage.bot.store.messages.of_match(self.match_id, HELD_UP, state="live")) >= times:
                return
            self.stage.glass.on()
        raise AssertionError("nobody was told")

    async def thread(self) -> Any:
        stored = await self.stage.bot.store.matches.load(self.match_id)
        assert stored is not None
        return next(c for c in self.channel.threads if c.id == stored.thread_id)

    def forget(self) -> None:
        """As after a start of the process: it is not known what stands in the threads."""
        self.stage.bot.places.live._looked = Looked()
        self.stage.bot.dms._looked = Looked()


Part = Callable[[Case], Awaitable[None]]


async def nothing(case: Case) -> None:
    """A step that begins with a challenge."""


async def challenged(case: Case) -> None:
    await case.begin()
    await case.stage.settle()


async def with_dms(case: Case) -> None:
    await case.want_dms()
    await case.begun()


async def first_colour(case: Case) -> None:
    await case.play(0, "colour", "red")


async def last_pick(case: Case) -> None:
    """The first one is asked something new: a new board, and the old one is closed with a film."""
    await case.play(1, "pick", "1", "2")


async def to_the_last_pick(case: Case) -> None:
    await first_colour(case)
    await case.play(1, "colour", "blue")
    await case.play(0, "pick", "1", "2")
    await case.stage.settle()


async def picked(case: Case) -> None:
    await with_dms(case)
    await to_the_last_pick(case)


async def edited_since_its_film(case: Case) -> None:
    """The board that was posted with a film shows what has happened since."""
    await picked(case)
    await last_pick(case)
    await case.stage.settle()
    await case.play(0, "again")
    await case.stage.settle()
    await case.play(0, "pick", "1", "2")
    await case.stage.settle()


async def resign(case: Case) -> None:
    matches = case.stage.bot.matches
    await matches.agree(await matches.load(case.match_id), case.people[0].id, ("resign",))


async def picked_with_clocks_and_dms(case: Case) -> None:
    await case.want_dms()
    await picked_with_clocks(case)


async def picked_with_clocks(case: Case) -> None:
    await case.begun(pace="7d+1d")
    await to_the_last_pick(case)


async def time_runs_out_at_night(case: Case) -> None:
    """The time of the second one runs out in the quiet hours of the first, who hears of it in the morning."""
    bot, glass = case.stage.bot, case.stage.glass
    sleeper = case.people[0]
    minute = datetime.fromtimestamp(glass.now / 1000, UTC).hour * 60
    quiet = Calendar(sleeper.id, quiet_from=minute, quiet_to=(minute + 8 * 60) % 1440)
    await bot.matches.calendars.set(quiet, now=glass.now)
    match = await bot.matches.load(case.match_id)
    seat = match.seat_of(case.people[1].id)
    assert seat is not None
    await bot.matches.note(match, seat, agreements.TIMEOUT)
    night = glass.now
    for _ in range(20):  # what has failed is tried again before the morning, and a lease that nobody holds ends
        await case.stage.still()
        if await bot.store.jobs.count_open(due_by=night + HOUR_MS) == 0:
            break
        case.stage.look_again()
    assert glass.now < night + HOUR_MS
    glass.now = night + 9 * HOUR_MS
    bot.posts.wake()


async def call_off(case: Case) -> None:
    bot = case.stage.bot
    match = await bot.matches.load(case.match_id)
    await bot.lobby.cancel(match, case.people[0].id, interaction_id=next(case.stage.numbers))


async def call_off_unnoted(case: Case) -> None:
    """The challenge is called off after its message was sent, and before that could be noted."""
    await _call_off_without(case, case.stage.bot.store.messages, "add_start_message")


async def private_call_off_unnoted(case: Case) -> None:
    """The same of a private one, whose thread was opened and not noted."""
    await _call_off_without(case, case.stage.bot.store.matches, "set_place", private=True)


async def _call_off_without(case: Case, part: Any, noting: str, **more: Any) -> None:
    tried, noted = False, getattr(part, noting)

    async def away(*given: object, **more: object) -> Any:
        nonlocal tried
        if case.match_id and ABOUT.get() != case.match_id:  # the challenge of a bystander
            return await noted(*given, **more)
        tried = True
        raise ConnectionResetError

    setattr(part, noting, away)
    try:
        await case.begin(**more)
        await case.stage.still()
        for _ in range(20):  # what has failed before is tried again
            if tried:
                break
            case.stage.look_again()
            await case.stage.still()
        assert tried
    finally:
        setattr(part, noting, noted)
    await call_off(case)


async def private_for_good(case: Case) -> None:
    """A private thread that the bot may not delete, only archive."""
    await private_challenged(case)
    stored = await case.stage.bot.store.matches.load(case.match_id)
    assert stored is not None
    refused = {"status": 403, "code": 50013, "message": "Missing Permissions", "times": None}
    case.stage.made.env.inject_error("DELETE", f"/channels/{stored.thread_id}", **refused)


async def private(case: Case) -> None:
    await case.begin(private=True)


async def private_challenged(case: Case) -> None:
    await private(case)
    await case.stage.settle()


async def start_deleted(case: Case) -> None:
    await challenged(case)
    (start,) = case.channel.history()
    case.stage.made.env.backend.delete_message(case.channel.id, start.id)


async def archived(case: Case) -> None:
    await case.begun()
    thread = await case.thread()
    path = f"/channels/{thread.id}/messages/*"
    case.stage.made.env.inject_error("PATCH", path, status=400, code=50083, message="Thread is archived")


async def dms_closed(case: Case) -> None:
    await case.begun()
    await to_the_last_pick(case)
    await case.stage.bot.store.people.set_player(case.people[0].id, now=0, dm=True)
    dm = case.people[0].user.dm_channel
    refused = {"status": 403, "code": 50007, "message": "Cannot send messages to this user", "times": None}
    case.stage.made.env.inject_error("POST", f"/channels/{dm.id}/messages", **refused)


async def two_boards(case: Case) -> None:
    """Boards that the database does not know: as after the restore of a backup."""
    await picked(case)
    store = case.stage.bot.store
    for message in await store.messages.of_match(case.match_id, state="live"):
        if message.kind in ("live", "dm"):
            await store.database.write(lambda connection, m=message: _forget(connection, m.message_id))
    case.forget()


def _forget(connection: Any, message_id: int) -> None:
    from storage.schema import message

    connection.execute(message.delete().where(message.c.message_id == message_id))


async def hold_up(case: Case) -> None:
    """The bot may not write in threads, for a while."""
    case.deny(send_messages_in_threads=True)
    await last_pick(case)
    await case.told(1)
    case.deny()


async def hold_up_everywhere(case: Case) -> None:
    """The bot may not write at all, so that only the players can be told."""
    case.deny(send_messages_in_threads=True, send_messages=True)
    await last_pick(case)
    await case.told(2)
    case.deny()


async def lose_thread(case: Case) -> None:
    thread = await case.thread()
    case.stage.made.env.backend.delete_channel(thread.id)
    await first_colour(case)


async def role_set(case: Case) -> None:
    """A role is told of challenges that anybody may join; there is none in the other steps."""
    await _set(case, ping_role_id=77)


async def open_challenge(case: Case) -> None:
    await case.begin(opponents=(None,))


async def _set(case: Case, **values: int) -> None:
    await case.stage.bot.store.servers.set(Server(case.stage.made.guild.id, **values), now=0)


async def resign_for_later(case: Case) -> None:
    """The thread is archived two days after the end."""
    await _set(case, archive_days=2)
    await resign(case)
    await case.stage.settle()
    await _set(case)
    case.stage.glass.now += 2 * DAY_MS
    case.stage.bot.timers.wake()
    archived = case.stage.made.env.backend.get_channel((await case.thread()).id).thread_metadata
    for _ in range(20):
        await case.stage.still()
        if archived.archived:
            return
        case.stage.glass.on()
    raise AssertionError("the thread stays open")


async def hold_up_with_managers(case: Case) -> None:
    """As `hold_up`, and those who manage the server hear of it in a channel of their own."""
    log = case.stage.made.guild.create_text_channel("log")
    await _set(case, log_channel_id=log.id)
    case.deny(send_messages_in_threads=True)
    await last_pick(case)
    await case.told(2)
    await _set(case)
    case.deny()
    await case.stage.settle()
    assert ["goes on" in text for text, _, _ in shown(log)] == [True]


async def miss_thread(case: Case) -> None:
    """Discord, or a look at all threads, has said that it is gone."""
    thread = await case.thread()
    case.stage.made.env.backend.delete_channel(thread.id)
    bot = case.stage.bot
    await bot.store.jobs.add(
        case.match_id, (match_job(commits.LOST, case.match_id),), now=case.stage.glass.now, version=1
    )
    bot.posts.wake()


async def timer(case: Case) -> None:
    await set_timer(case.stage.bot.store, case.match_id, KEEP_OPEN, case.stage.glass.now)
    case.stage.bot.timers.wake()


async def behind(case: Case) -> None:
    await case.begun()
    bot = case.stage.bot
    hush(bot)
    await first_colour(case)
    speak(bot)


async def start_again(case: Case) -> None:
    """What a process does first: it takes over what another one has left, and looks for boards that are old."""
    bot = case.stage.bot
    bot.posts._released_others = bot.timers._released_others = False
    for name, worker in (("posts", bot.posts), ("timers", bot.timers)):
        old = bot.supervisor._tasks[name]
        old.cancel()
        await asyncio.wait({old})
        bot.supervisor.start(name, worker.run)
    name = f"reconcile {case.match_id}"
    bot.supervisor.start(name, lambda: reconcile(bot.matches))
    while (state := {piece.name: piece.state for piece in bot.supervisor.pieces()}[name]) != "done":
        await asyncio.sleep(0.001)
        if state == "paused" and case.stage.glass.asleep() > 2:  # besides the two workers
            case.stage.glass.on()


async def last_moment(case: Case) -> None:
    """The start message is deleted when the thread is about to be opened."""
    await challenged(case)
    (start,) = case.channel.history()
    path = f"/channels/{case.channel.id}/messages/{start.id}/threads"
    case.stage.made.env.inject_error("POST", path, status=404, code=10008, message="Unknown Message", times=None)


async def unknown_channel(case: Case) -> None:
    await challenged(case)
    _forget_channel(case)


async def private_in_unknown_channel(case: Case) -> None:
    _forget_channel(case)
    await private(case)


def _forget_channel(case: Case) -> None:
    guild = case.stage.bot.get_guild(case.stage.made.guild.id)
    assert guild is not None
    guild._channels.pop(case.channel.id)


async def move(case: Case) -> None:
    """The match goes on in a new thread, as `/match show` arranges it."""
    await case.stage.bot.store.matches.set_place(
        case.match_id, channel_id=case.channel.id, thread_id=0, start_message_id=0
    )
    await show(case)


async def show(case: Case) -> None:
    bot = case.stage.bot
    await bot.store.jobs.add(case.match_id, (match_job(PUBLIC, case.match_id),), now=case.stage.glass.now, version=2)
    bot.posts.wake()


async def thread_unnoted(case: Case) -> None:
    """There is a thread at the start message, and nobody knows of it."""
    await case.begun()
    await case.stage.bot.store.matches.set_place(case.match_id, thread_id=0)
    path = f"/channels/{case.channel.id}/messages/*/threads"
    refused = {"status": 400, "code": 160004, "message": "A thread has already been created", "times": None}
    case.stage.made.env.inject_error("POST", path, **refused)


async def thread_gone(case: Case) -> None:
    await picked(case)
    case.stage.made.env.backend.delete_channel((await case.thread()).id)


async def nobody_to_tell(case: Case) -> None:
    await case.begun()
    await to_the_last_pick(case)
    case.stage.bot.troubles.log_channel = case.stage.made.channel.id
    for person in case.people:
        path = f"/channels/{person.user.dm_channel.id}/messages"
        refused = {"status": 403, "code": 50007, "message": "Cannot send messages to this user", "times": None}
        case.stage.made.env.inject_error("POST", path, **refused)


async def hold_up_unheard(case: Case) -> None:
    """The bot may not write there, and the players have closed their direct messages: the log channel hears of it."""
    case.deny(send_messages_in_threads=True, send_messages=True)
    await last_pick(case)
    await case.told(1)
    case.deny()


async def on_two_servers(case: Case) -> None:
    """Two who may find each other are on different servers."""
    made, servers = case.stage.made, case.stage.bot.services.servers
    case.stage.away = case.stage.away or made.env.create_guild("Away")
    for guild in (made.guild, case.stage.away):
        await servers.set(Server(guild.id, across=True), now=0)
    case.stage.away.add_member(case.people[1].user)


async def find_each_other(case: Case) -> None:
    seeks, game = case.stage.bot.services.get(Seeks), case.stage.bot.services.faces["toy"].game
    wish = Wish("toy", next(one for one in game.formations if one.id == "1v1"), across=True)
    guilds = (case.stage.made.guild, case.stage.away)
    for person, guild in zip(case.people, guilds, strict=True):
        where = Where(person.id, guild.id, case.channel.id, next(case.stage.numbers))
        found = await seeks.place(wish, where)
    assert isinstance(found, SeekFound)
    case.match_id = found.match_id


async def met(case: Case) -> None:
    await on_two_servers(case)
    await find_each_other(case)
    await case.stage.settle()


async def unreached(case: Case) -> None:
    """The one who has looked in the channel of the step cannot be written to."""
    await on_two_servers(case)
    path = f"/channels/{case.people[0].user.dm_channel.id}/messages"
    refused = {"status": 403, "code": 50007, "message": "Cannot send messages to this user", "times": None}
    case.stage.made.env.inject_error("POST", path, **refused)


async def still_closed(case: Case) -> None:
    await unreached(case)
    await find_each_other(case)
    await case.stage.settle()


async def asked_to_open(case: Case) -> None:
    await still_closed(case)
    case.stage.made.env.backend.faults.pop()


async def open_again(case: Case) -> None:
    await case.stage.bot.store.people.set_player(case.people[0].id, now=0, dm_closed=False)
    await show(case)


STEPS: dict[str, tuple[Part, Part]] = {
    "challenge": (nothing, Case.begin),
    "start, thread and first board": (challenged, Case.accept),
    "edit, with direct messages": (with_dms, first_colour),
    "new board, film, direct messages": (picked, last_pick),
    "a film that is drawn again": (edited_since_its_film, last_pick),
    "the end and the result": (picked, resign),
    "a time that runs out at night": (picked_with_clocks, time_runs_out_at_night),
    "a time that runs out at night, with direct messages": (picked_with_clocks_and_dms, time_runs_out_at_night),
    "a challenge that is called off": (challenged, call_off),
    "a challenge that is called off before it was noted": (nothing, call_off_unnoted),
    "private challenge": (nothing, private),
    "a private challenge that is called off": (private_challenged, call_off),
    "a private challenge that is called off before it was noted": (nothing, private_call_off_unnoted),
    "a private thread that stays": (private_for_good, call_off),
    "private thread and first board": (private_challenged, Case.accept),
    "a start message that was deleted": (start_deleted, Case.accept),
    "an archived thread": (archived, first_colour),
    "closed direct messages": (dms_closed, last_pick),
    "boards that nobody noted": (two_boards, last_pick),
    "an open challenge with a role": (role_set, open_challenge),
    "the end, and a thread that is archived later": (picked, resign_for_later),
    "a missing permission": (picked, hold_up),
    "a missing permission, with a log channel": (picked, hold_up_with_managers),
    "no permission at all": (picked, hold_up_everywhere),
    "a deleted thread": (with_dms, lose_thread),
    "a thread that is missed": (with_dms, miss_thread),
    "a start message that is deleted meanwhile": (last_moment, Case.accept),
    "a channel that is not known yet": (unknown_channel, Case.accept),
    "a channel that is not known yet, privately": (nothing, private_in_unknown_channel),
    "a match that moves": (with_dms, move),
    "a thread that nobody noted": (thread_unnoted, show),
    "the end in a deleted thread": (thread_gone, resign),
    "nobody can be told": (nobody_to_tell, hold_up_unheard),
    "a match across servers": (on_two_servers, find_each_other),
    "a move across servers": (met, first_colour),
    "across servers, closed messages": (unreached, find_each_other),
    "across servers, messages that are open again": (asked_to_open, open_again),
    "across servers, an end that is not heard": (still_closed, resign),
    "a timer": (with_dms, timer),
    "a start of the process": (behind, start_again),
}
