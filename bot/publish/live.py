"""The live message of a thread: edited while the same people are waited for, else posted anew and the old one closed.

The new one comes first: whatever refuses it, the old one keeps its buttons, and the match goes on. With each message is
kept what it covers: which part of the match it tells, and whom it has asked for what.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.clocks import hours
from bot.jobs.kinds import TOO_MANY_OLD_EDITS
from bot.matches import unattended
from bot.matches.commits import DM, PUBLIC, TURN, CommitEvent, match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import asked_later
from bot.matches.service import Matches
from bot.panels import components
from bot.publish import buttons, compose, recent
from bot.publish.sending import (
    ARCHIVE_MINUTES,
    SILENT,
    UNKNOWN_CHANNEL,
    Found,
    Looked,
    Posting,
    find_all,
    losing,
    nonce,
    pings,
)
from bot.publish.studio import Studio, file_of
from games.codec import Form
from storage import MessageChange, NewMessage, StoredMessage

Thread = discord.PartialMessageable


@dataclass(frozen=True, slots=True)
class MessageCoverage:
    """The part of a match that a live message tells, and whom it has asked."""

    since: int = 0
    """The number of the last entry before it was posted; 0 for the first message of a match."""
    told: int | None = None
    """The number of the last entry that earlier messages tell.

    `None` for direct messages, which tell more, and for messages of earlier versions, which tell what comes after them.
    """
    waiting: tuple[int, ...] = ()
    """The users whom it has pinged or named."""
    over: bool = False
    seen: int = 0
    """The number of the last entry that it shows."""
    keys: tuple[str, ...] = ()
    """The keys of the choices that it asks for."""
    offered: bool = False
    """It has asked for answers to a draw or a takeback."""

    def text(self) -> str:
        """Return the form in which it is stored."""
        return json.dumps(_FORM.dump(self))

    @classmethod
    def read(cls, text: str | None) -> MessageCoverage:
        """Read the stored form (`text`); nothing is covered where nothing was stored."""
        return _FORM.load(json.loads(text) if text else {})

    @classmethod
    def of(cls, match: LoadedMatch, since: int, waiting: tuple[int, ...], told: int | None = None) -> MessageCoverage:
        """Return the coverage of a message that shows the match as it is now and asks these users."""
        keys = tuple(c.key for c in match.choices if c.must and match.user_of(c.seat) in waiting)
        over, offered = match.match.status == "over", bool(match.unanswered)
        return cls(since, told, waiting, over, match.newest, keys, offered)

    @classmethod
    def found(cls, found: Found) -> MessageCoverage:
        """Return the coverage of a message that was not noted before a crash, as far as buttons and text show it."""
        told, _, begun = found.key.rpartition(".")
        since = int(begun) if begun.isdecimal() else 0
        return cls(since, int(told) if told.isdecimal() else None, found.named, over=found.over, seen=since)

    @property
    def key(self) -> str:
        """Return what the buttons of its message carry, for `found`."""
        return str(self.since) if self.told is None else f"{self.told}.{self.since}"

    @property
    def part(self) -> tuple[int, int]:
        """Return the numbers of the last entry before what its message tells once it is closed, and of the last one."""
        return (self.since, self.seen) if self.told is None else (self.told, self.since)

    def covers(self, match: LoadedMatch, waiting: tuple[int, ...]) -> bool:
        """Return True if the message can be edited: it has asked all users on the move."""
        return self.over == (match.match.status == "over") and not self.asks_anew(match, waiting)

    def asks_anew(self, match: LoadedMatch, waiting: tuple[int, ...]) -> tuple[int, ...]:
        """Return the users on the move who have to be told, because they were not asked or were asked for another wait.

        A wait lasts until its user acts. Whoever is asked again after somebody else has acted then has to hear of it;
        whoever has not acted yet knows already, whatever others do meanwhile.
        """
        return tuple(user for user in waiting if user not in self.waiting or self._waits_anew(match, user))

    def asked_for_answers(self, match: LoadedMatch) -> bool:
        """Return True if everyone who still owes an answer to the draw or takeback was pinged by this message."""
        return self.offered or not match.unanswered

    def covers_user(self, match: LoadedMatch, user: int) -> bool:
        """Return True if a message to one user can be edited; it can also where that user is not on the move."""
        if user in match.unanswered and not self.offered:
            return False
        return user not in match.waited_for() or not self.asks_anew(match, (user,))

    def _waits_anew(self, match: LoadedMatch, user: int) -> bool:
        seat, acted = match.seat_of(user), recent.last_own(match, [user])
        if acted <= self.seen or any(c.seat == seat and c.key in self.keys for c in match.choices if c.must):
            return False
        return any(entry.seq > acted and entry.seat != seat and entry.kind == "action" for entry in match.entries)


_FORM: Final = Form(MessageCoverage, sparse=True)


class LiveMessage:
    """Keeps the live messages of all matches."""

    def __init__(self, client: discord.Client, matches: Matches, studio: Studio, more: buttons.OfFeatures) -> None:
        self.client = client
        self.calendars = matches.calendars
        self.store = matches.store
        self.studio = studio
        self.more = more
        self._looked = Looked()

    async def publish(self, post: Posting, thread_id: int) -> None:
        """Show the match as it is now. Raises `PlaceLost` when the thread is gone."""
        match, waiting = post.match, post.readers(post.match.waited_for())
        thread = self.client.get_partial_messageable(thread_id, guild_id=match.match.guild_id)
        with losing("thread", thread_id):
            boards = await self._boards(post, thread)
            live, stale = (boards[-1], boards[:-1]) if boards else (None, [])
            shown = MessageCoverage.read(live.extra) if live is not None else None
            known = shown if shown is not None and shown.since <= match.newest else None
            asked = known is not None and known.covers(match, waiting)
            offered = shown is not None and shown.asked_for_answers(match)
            current = False
            if live is not None and shown is not None and asked and offered:
                noted = live.version == match.match.version and waiting == shown.waiting
                cover = MessageCoverage.of(match, shown.since, waiting, shown.told)
                current = noted or await self._edit(post, thread, live, cover)
            if not current:
                to_ping = known.asks_anew(match, waiting) if known is not None else waiting
                to_ping = () if asked else to_ping or post.readers(compose.others(match))
                cover = MessageCoverage.of(match, match.newest, waiting, _told(shown, match))
                await self._post(
                    post, thread, cover, to_ping if offered else (*to_ping, *post.readers(match.unanswered))
                )
                stale = [*stale, live] if live is not None else stale
            for board in stale:
                await self._close(post, thread, board)

    async def _boards(self, post: Posting, thread: Thread) -> list[StoredMessage]:
        """Return the live messages with buttons, the one to go on with last.

        There is more than one when something failed between the posting of a new one and the closing of the old one,
        or when the database is older than what stands on Discord. Those that nobody noted are looked for after a
        failure, and when a match is shown for the first time since the start of the process.
        """
        boards = []
        for message in post.messages:
            if (message.kind, message.state, message.recipient) != ("live", "live", post.reader):
                continue
            if message.channel_id == thread.id:
                boards.append(message)
            else:  # in a thread that was given up
                post.notes.append(MessageChange(message.message_id, state="closed"))
        if post.job.attempts > 1 or self._looked.first((post.match.id, post.reader)):
            boards = await self._looked_through(post, thread, boards)
        return sorted(boards, key=lambda board: board.message_id)

    async def _looked_through(self, post: Posting, thread: Thread, boards: list[StoredMessage]) -> list[StoredMessage]:
        """Return the boards, with those in the thread that were not noted or wrongly noted as closed."""
        noted = {board.message_id for board in boards}
        oldest = min(noted, default=None)
        for found in await find_all(self.client, thread, post.match.id, ("words",), oldest):
            if found.id in noted:
                continue
            row = await self.store.messages.find(found.id)
            extra = row.extra if row is not None else MessageCoverage.found(found).text()
            new = NewMessage(post.match.id, "live", thread.id, found.id, 0, recipient=post.reader, extra=extra)
            await self.store.messages.add(new, now=post.now)
            board = await self.store.messages.find(found.id)
            assert board is not None
            boards = [*boards, board]
        self._looked.note((post.match.id, post.reader))
        return boards

    def _content(self, post: Posting, cover: MessageCoverage) -> compose.Content:
        part, more = (cover.waiting, cover.since, cover.told), self.more(post.say, post.match)
        return compose.live_content(post.say, post.match, post.names, *part, reader=post.reader, more=more)

    async def _pictures(self, content: compose.Content) -> list[discord.File]:
        shown = await self.studio.show(content.picture, content.film)
        return [file_of(shown)] if shown is not None else []

    async def _edit(self, post: Posting, thread: Thread, live: StoredMessage, cover: MessageCoverage) -> bool:
        """Edit the live message; false when it is gone or may not be edited now, so that a new one is needed.

        Its film stays until something has happened since. After a restore nobody knows whether it is still there.
        """
        match = post.match
        content = self._content(post, cover)
        view = components.view(match.id, content.rows, cover.key)
        there = content.film is not None and _certain(live)
        pictures: dict[str, Any] = {} if there else {"attachments": await self._pictures(content)}
        try:
            await thread.get_partial_message(live.message_id).edit(
                content=content.text, view=view, allowed_mentions=SILENT, **pictures
            )
        except discord.HTTPException as error:
            gone = isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL
            if not gone and error.code != TOO_MANY_OLD_EDITS:
                raise
            return False
        post.notes.append(MessageChange(live.message_id, version=match.match.version, extra=cover.text()))
        return True

    async def _post(self, post: Posting, thread: Thread, cover: MessageCoverage, to_ping: tuple[int, ...]) -> None:
        """Post a new live message; `to_ping` are those who have not been asked already."""
        match = post.match
        to_ping = await self._awake(post, to_ping)
        content = self._content(post, cover)
        view = components.view(match.id, content.rows, cover.key)
        more: dict[str, Any] = {"view": view} if view is not None else {}
        sent = await thread.send(
            content.text,
            files=await self._pictures(content),
            nonce=nonce(self.store, "live", post.job.id, post.reader),
            allowed_mentions=pings(await self._to_ping(to_ping)) if to_ping else SILENT,
            silent=post.reader is not None and not to_ping,
            **more,
        )
        version, extra = match.match.version, cover.text()
        post.notes.append(NewMessage(match.id, "live", thread.id, sent.id, version, recipient=post.reader, extra=extra))

    async def _awake(self, post: Posting, users: tuple[int, ...]) -> tuple[int, ...]:
        """Return which of the users are told now; where nobody has done anything those in quiet hours are not.

        That is when a match begins, and when it has gone on or ended by itself. Whoever is on the move is told all the
        same when a match begins, for somebody has just found it, else at the end of their quiet hours.
        """
        match = post.match
        if match.entries and not unattended.noted_last(match):
            return users
        calendars = await self.calendars.of(users)  # no fault: in memory, the clocks of the step have asked for them
        asked = match.waited_for()
        waiting = [user for user in users if user in asked]
        later = await asked_later(self.calendars, match, waiting, post.now)  # no fault: see there
        if later:
            news = [user_job(TURN, user, version=match.match.version, due_at=at) for user, at in later.items()]
            await self.store.jobs.add(match.id, news, now=post.now, version=match.match.version)
        return tuple(
            user
            for user in users
            if user not in later and (user in asked or not hours.is_quiet(calendars[user], post.now))
        )

    async def _to_ping(self, waiting: tuple[int, ...]) -> list[int]:
        """Return the users to ping here: those who get no direct message instead."""
        players = await self.store.people.players(waiting)
        return [p.user_id for p in players.values() if not p.dm or p.dm_closed]

    async def _close(self, post: Posting, thread: Thread, board: StoredMessage) -> None:
        """Leave only what the message was posted to tell, with the film of that.

        A film that is certainly still there stays; otherwise it is drawn again. The first message of a thread keeps the
        way to the guide, all others lose their buttons.
        """
        cover = MessageCoverage.read(board.extra)
        content = compose.closing_content(post.say, post.match, post.names, *cover.part)
        there = content.film is not None and cover.told is not None and cover.seen == cover.since and _certain(board)
        pictures: dict[str, Any] = {} if there else {"attachments": await self._pictures(content)}
        view = components.view(post.match.id, buttons.closed_rows(post.say, cover.since))
        try:
            await thread.get_partial_message(board.message_id).edit(
                content=content.text, view=view, allowed_mentions=SILENT, **pictures
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                raise
        post.notes.append(MessageChange(board.message_id, state="closed"))

    async def unarchive(self, thread_id: int) -> None:
        """Open an archived thread again, and keep it open."""
        thread = await self.client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=ARCHIVE_MINUTES)


def _told(shown: MessageCoverage | None, match: LoadedMatch) -> int:
    """Return the number of the last entry that the messages before a new one tell; `shown` is the newest of them."""
    if shown is None:
        return recent.last_own(match, match.waited_for())
    if shown.since > match.newest:  # the database is older than what stands there
        return match.newest
    if shown.since < match.newest or shown.told is None:
        return shown.since
    return shown.told  # it has gone, or cannot be edited: what it was posted to tell is told again


def _certain(board: StoredMessage) -> bool:
    """Return True if the message is certainly as its row says (`MessageRepository.doubt`)."""
    return board.version > 0


PAGE: Final = 500
"""How many matches are looked at and written at once, so that a step of somebody never waits long."""


SHOWN: Final = "shown_since_restore"
"""Under this key stands the number of the restore after which everything was shown anew (`Store.restored`)."""


async def reconcile(matches: Matches) -> None:
    """Let everything be shown that is not shown as it is now; after a restore that is everything.

    The bot answers meanwhile; a match that moves in between is told anyway, and once.
    """
    store, now = matches.store, matches.clock()
    if store.restored and await store.values.find(SHOWN) != str(store.restored):  # no fault: see test_reconcile.py
        await _show_all(matches, now)  # no fault: see test_reconcile.py
        await store.values.set(SHOWN, str(store.restored))  # no fault: see test_reconcile.py
        return
    last = ""
    while page := await store.messages.outdated_matches(last, PAGE):
        await store.jobs.add_all(
            {match_id: (version, match_job(PUBLIC, match_id)) for match_id, version in page}, now=now
        )
        await matches.commits.announce(CommitEvent())  # no fault: only wakes the workers
        last = page[-1][0]


async def _show_all(matches: Matches, now: int) -> None:
    """Show every open match anew, in public and by direct message: what stands on Discord is newer than the rows."""
    store = matches.store
    await store.messages.doubt()  # no fault: see test_reconcile.py
    for head in await store.matches.all_open():  # no fault: see test_reconcile.py
        users = [seat.user_id for seat in head.seats if seat.user_id is not None and head.status == "running"]
        news = [user_job(DM, user, direct=True) for user in users]
        jobs = (match_job(PUBLIC, head.id), *news)
        await store.jobs.add(head.id, jobs, now=now, version=head.version)  # no fault: see test_reconcile.py
    await matches.commits.announce(CommitEvent())  # no fault: only wakes the workers
