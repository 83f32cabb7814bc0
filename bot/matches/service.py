"""The one way a move takes: check, apply, commit. Knows users by their ids and nothing else of Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot import metrics
from bot.clocks.calendars import CLOCK, Calendars
from bot.clocks.hours import NEVER
from bot.clocks.now import now_ms
from bot.clocks.seat_clocks import Event, Timing, first_out, next_event, stepped
from bot.matches import changes, computers
from bot.matches.calls import Calls
from bot.matches.changes import open_choices
from bot.matches.commits import DM, PUBLIC, CommitEvent, Commits, match_job, user_job
from bot.matches.loaded import LoadedMatch, Recent
from bot.matches.refusals import NO_MATCH, Refusal
from bot.matches.replays import Replays
from bot.matches.work import Change, Extension
from bot.panels.face import AnyFace
from games.api import Action, Choice
from games.messages import Message
from storage import (
    POST,
    TIMER,
    Commit,
    Committed,
    Duplicate,
    MatchHead,
    NewJob,
    Seat,
    SeatClock,
    Store,
    StoredAction,
    StoredMatch,
    Unchanged,
    Whole,
    timer,
    timer_lane,
)

ATTEMPTS: Final = 100
"""How often a step is tried again when others commit first; with fifty clicks at once each one may lose 49 times."""
CROWDED: Final = Message("Too many players are acting at once; please try again.")
"""Why a step is given up after so many attempts."""
KEEP_OPEN: Final = "keep_open"
"""The kind of the timer that keeps a thread from archiving."""
KEEP_OPEN_MS: Final = 6 * 24 * 3_600_000
"""After this long without a move the thread is kept from archiving."""

Reading = Callable[[Mapping[str, int]], Awaitable[Whole | Unchanged | None]]
"""A way to read a match, given the versions of those that are here."""


@dataclass(frozen=True, slots=True)
class Played:
    """A step that is on the disk, with the match as it is after it."""

    match: LoadedMatch
    repeated: bool = False
    """The same interaction came a second time; nothing was done now."""


class Matches:
    """The match service: everything that changes a match goes through `change`."""

    def __init__(self, store: Store, faces: Mapping[str, AnyFace], *, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.faces = faces
        self.clock = clock
        self.calendars = Calendars(store)
        self.replays = Replays()
        self.recent = Recent()
        self.commits = Commits()
        self.calls = Calls(store, lambda: self.clock())
        self.extensions: list[Extension] = []
        """What features add to every step, in this order."""

    async def load(self, match_id: str, unchanged: Unchanged | None = None) -> LoadedMatch:
        """Return the match. Raises `Refusal` if there is none of that id.

        `unchanged` is what was read of it a moment ago: nothing is read where the match of that version is here.
        """
        if unchanged is not None and (kept := self.recent.again(unchanged)) is not None:
            return kept
        match = await self._found(lambda held: self.store.matches.load_whole(match_id, held))
        if match is None:
            raise Refusal(NO_MATCH)
        return match

    async def peek(self, match_id: str) -> LoadedMatch:
        """Return the match without its history, for callers who need the present position alone. Raises as `load`."""
        stored = await self.store.matches.load(match_id)
        if stored is None:
            raise Refusal(NO_MATCH)
        match = LoadedMatch(stored, self.faces[stored.game], ())
        return match if match.stands_alone else await self.load(match_id)

    async def in_thread(self, thread_id: int | None) -> LoadedMatch | None:
        """Return the match that is played in a thread, `None` where none is."""
        if thread_id is None:
            return None
        return await self._found(lambda held: self.store.matches.load_whole_in_thread(thread_id, held))

    async def _found(
        self, read: Callable[[Mapping[str, int]], Awaitable[Whole | Unchanged | None]]
    ) -> LoadedMatch | None:
        """Read a match: return the one that is kept already where the database still has its version."""
        stored = await read(self.recent.versions)
        if isinstance(stored, Unchanged):
            if (kept := self.recent.again(stored)) is not None:
                return kept
            stored = await read({})
        if stored is None:
            return None
        assert not isinstance(stored, Unchanged)
        return self.recent.keep(await self._loaded(*stored))

    async def _loaded(self, match: StoredMatch, entries: tuple[StoredAction, ...]) -> LoadedMatch:
        bare = LoadedMatch(match, self.faces[match.game], entries)
        past = await self.replays.past(match.id, bare.course, entries) if entries else self.replays.nothing(match.id)
        return LoadedMatch(match, bare.face, entries, past)

    async def play(
        self,
        match: LoadedMatch,
        user_id: int,
        actions: Sequence[Action],
        *,
        key: str | None = None,
        interaction_id: int | None = None,
    ) -> Played:
        """Carry out one action, or several in one step, each given by its tokens.

        `key` is the key of the choice that it was made for: when that choice is gone, `Stale` is raised. Raises
        `Refusal` for what is not possible; then nothing was changed.
        """
        return await self.change(match, lambda now: changes.acted(now, user_id, actions, key), interaction_id)

    async def play_typed(
        self, match: LoadedMatch, user_id: int, words: Action, *, interaction_id: int | None = None
    ) -> Played:
        """Carry out an action as somebody typed it, in a command. Raises as `play`."""
        return await self.change(match, lambda now: changes.typed(now, user_id, words), interaction_id)

    async def agree(
        self,
        match: LoadedMatch,
        user_id: int,
        tokens: Action,
        *,
        answered: int | None = None,
        interaction_id: int | None = None,
    ) -> Played:
        """Carry out an agreement (`games.agreements`): giving up, a draw, a takeback. Raises as `play`.

        `answered` is the number of the entry that it answers (`changes.agreed`).
        """
        return await self.change(
            match, lambda now: changes.agreed(now, user_id, tokens, answered=answered), interaction_id
        )

    async def undo(
        self, match: LoadedMatch, user_id: int, *, key: str | None = None, interaction_id: int | None = None
    ) -> Played:
        """Take back the last action of one's own turn, never across a boundary. Raises as `play`."""
        return await self.change(match, lambda now: changes.undone(now, user_id, key), interaction_id)

    async def note(self, match: LoadedMatch, seat: int, verb: str) -> Played:
        """Enter what whoever keeps the match notes of it as it is here (`changes.noted`). Raises as `play`."""
        return await self.change(match, lambda now: changes.noted(now, match, seat, verb), None)

    async def change(
        self, match: LoadedMatch, work_out: Callable[[LoadedMatch], Change], interaction_id: int | None
    ) -> Played:
        """Write a change, worked out anew when somebody else was faster. Raises what `work_out` raises.

        `match` is read again only then; the match afterwards is made from what was written.
        """
        for _ in range(ATTEMPTS):
            match.prepared = {extension: await extension.prepare(match) for extension in self.extensions}
            try:
                change = work_out(match)
            except Refusal:
                # An interaction that was delivered twice is refused because of itself.
                done = await self.store.matches.find_handled(interaction_id) if interaction_id is not None else None
                if done is None:
                    raise
                return Played(await self.load(done.match_id), repeated=True)
            for extension in self.extensions:
                change = await extension.amend(match, change)
            now = match.match.updated_at if change.quiet else self.clock()
            choices = open_choices(match, change)
            clocks, event, news = await self._clocks(match, change, choices, now)
            change = replace(change, posts_after=(*change.posts_after, *news)) if news else change
            commit = self._commit(match, change, interaction_id, now, clocks, event)
            try:
                outcome = await self.store.matches.commit(commit)
            finally:  # an error does not always mean that nothing was written
                for extension in self.extensions:
                    extension.written(change)
            if isinstance(outcome, Committed):
                for action in change.actions:
                    metrics.MOVES.labels(action.kind).inc()
                after = self.recent.keep(match.after(commit, outcome, change.position, change.replayed, choices))
                told = CommitEvent.of(commit.jobs, change.player, match.id, match.match.guild_id)
                await self.commits.announce(told)
                return Played(after)
            if isinstance(outcome, Duplicate):
                return Played(await self.load(outcome.match_id), repeated=True)
            match = await self.load(match.id)
        raise Refusal(CROWDED)

    async def resume(self, heads: Sequence[MatchHead]) -> None:
        """Let those of the matches go on that are paused, and show their clocks as they are now.

        Called when the place of a match is there again, or it has got another one.
        """
        ids, now = {head.id for head in heads} & await self.calendars.paused(), self.clock()
        if not ids:
            return
        await self.calendars.resume(ids, now)
        jobs = {head.id: (head.version, match_job(PUBLIC, head.id)) for head in heads if head.id in ids}
        await self.store.jobs.add_all(jobs, now=now)
        await self.commits.announce(CommitEvent({POST: 0, TIMER: now}))

    async def timing(self, match: LoadedMatch, seats: Sequence[Seat] | None = None) -> Timing:
        """Return the pace, calendars and standstills of a match; `seats` where they are others than the match's."""
        who = {s.seat: s.user_id for s in seats or match.match.seats if s.user_id is not None}
        calendars = await self.calendars.of(tuple(who.values()))
        standstills = await self.calendars.standstills(match.id, match.match.guild_id)
        paused = bool(standstills) and standstills[-1][1] == NEVER
        return Timing(match.pace, {seat: calendars[user] for seat, user in who.items()}, standstills, paused)

    async def _clocks(
        self, match: LoadedMatch, change: Change, choices: tuple[Choice, ...] | None, now: int
    ) -> tuple[tuple[SeatClock, ...], Event | None, tuple[NewJob, ...]]:
        """Return the clocks that a change moves, what they will do next, and what is to be told of those that begin.

        Nothing where none moves.
        """
        if choices is None and not change.clocks:
            return (), None, ()
        timing = await self.timing(match, change.seats)
        ended = {s for done in change.replayed if done.step is not None for s in done.step.turns_ended}
        clocks = {one.seat: one for one in (*match.match.clocks, *change.clocks)}
        changed = {one.seat: one for one in change.clocks}
        news: tuple[NewJob, ...] = ()
        if choices is not None:
            version = match.match.version + 1
            game, seats = match.face.game, match.formation.seats
            # Nobody waits for a computer player by the clock: it plays at once, or the bot has failed.
            by_computers = {s.seat for s in computers.seated(change.seats or match.match.seats)}
            by_people = [c for c in choices if c.seat not in by_computers]
            moved = stepped(timing, game, match.options, seats, clocks.values(), by_people, ended, now, version)
            changed |= {one.seat: one for one in moved}
            if begun := [one for one in moved if one.since is not None and one.began == version]:
                told = (extension.begun(match, change, timing, begun) for extension in self.extensions)
                news = tuple(job for jobs in told for job in jobs)
        clocks |= changed
        late, before = first_out(clocks.values()), first_out(match.match.clocks)
        if late is not None:  # until when the others may decide is worked out where the timer is dealt with
            if before is not None and before.seat != late.seat:
                next_ones = (extension.late(match, change, late) for extension in self.extensions)
                news = (*news, *(job for jobs in next_ones for job in jobs))
            return tuple(changed.values()), Event("abandon", late.seat, now), news
        return tuple(changed.values()), next_event(timing, clocks.values()), news

    def _commit(
        self,
        match: LoadedMatch,
        change: Change,
        interaction_id: int | None,
        now: int,
        clocks: tuple[SeatClock, ...],
        event: Event | None,
    ) -> Commit:
        timers, cancelled = [], []
        if change.keep_open:
            timers.append(timer(match.id, KEEP_OPEN, now + KEEP_OPEN_MS))
        elif change.keep_open is False:
            cancelled.append(timer_lane(match.id, KEEP_OPEN))
        if event is not None:
            timers.append(timer(match.id, CLOCK, event.at))
        elif clocks and match.match.clocks:
            cancelled.append(timer_lane(match.id, CLOCK))
        posts = (
            *change.posts,
            match_job(PUBLIC, match.id),
            *(user_job(DM, user, direct=True) for user in change.told),
            *change.posts_after,
        )
        return Commit(
            match_id=match.id,
            expected_version=match.match.version,
            now=now,
            interaction_id=interaction_id,
            actions=change.actions,
            snapshot=change.snapshot,
            state_hash=change.state_hash,
            status=change.status,
            result=change.result,
            seats=change.seats,
            parts=change.parts,
            jobs=(*(() if change.quiet else posts), *timers),
            cancelled=tuple(cancelled),
            former=change.former,
            clocks=clocks,
            **change.commit,
        )
