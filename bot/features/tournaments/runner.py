"""Keeping tournaments going: each step finds out from the rows what is missing, does it, and writes it down.

A step may break off anywhere and be done again. A match has its id before it is opened, so it is opened once; pairings
are written only on the version that they were worked out on, so nobody is paired twice.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.clocks import hours
from bot.clocks import pace as paces
from bot.clocks.hours import NEVER
from bot.clocks.seat_clocks import runs_out
from bot.features.tournaments import course, results
from bot.interactions.services import Services
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.wishes import Seated, new_id
from bot.pairings.rounds import LOSS, WIN
from bot.people.members import Unanswered
from bot.people.settings import DAY_MS
from games import agreements
from storage import Settled, StoredPairing, WholeTournament
from storage.tournament_rows import How, Points

log = logging.getLogger("bot.tournaments")

STEPS: Final = 500
"""So many steps a tournament makes in one go, those of 63 forfeited rounds among them; the rest follows."""
HOUR_MS: Final = 3_600_000
LONGEST_QUIET_MS: Final = 7 * DAY_MS
"""For so long a match waits until it is a good time for all who play it."""
WAITS: Final = 40
"""How many ends of quiet hours are looked at to find such a time."""

Show = Callable[[WholeTournament], Awaitable[None]]
"""Brings the page of a tournament up to date."""


class Runner:
    """Pairs rounds, opens their matches, and decides what nobody plays."""

    def __init__(self, services: Services, show: Show) -> None:
        self._services = services
        self._store = services.store
        self._matches = services.matches
        self._show = show
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def advance(self, tournament_id: str) -> None:
        """Do all that can be done for a tournament now, and show it. Again is harmless."""
        async with self._locks[tournament_id]:
            for _ in range(STEPS):
                whole = await self._store.tournaments.load(tournament_id)
                if whole is None or whole.head.status != "running" or not await self._step(whole):
                    break
            if whole is not None:
                await self._show(whole)

    async def _step(self, whole: WholeTournament) -> bool:
        """Do the next thing; return True if the tournament has changed, so that it has to be read again."""
        states = await self._store.tournaments.match_states(whole.head.id)
        await self._call_off(whole, states)
        for one in whole.pairings:
            if one.points is None and await self._decide(whole, one, states.get(one.match_id)):
                return True
        for one in course.drawn(whole):
            return await self._again(whole, one)
        open_ = [one for one in whole.pairings if one.points is None and one.match_id not in states]
        lobbies = [one for one in whole.pairings if one.points is None and states.get(one.match_id) == "lobby"]
        for one in (*open_, *lobbies):
            await self._open(whole, one)
        return await self._pair(whole)

    # What was decided without being played

    async def _call_off(self, whole: WholeTournament, states: Mapping[str, str]) -> None:
        """End the matches of pairings that were decided by somebody else."""
        for one in whole.pairings:
            state = None if one.points is None else states.get(one.match_id)
            if state == "lobby":  # a process has ended while it opened this match
                await self._services.lobby.drop(await self._matches.load(one.match_id))
            elif state == "running":
                match = await self._matches.load(one.match_id)
                # Noted of who has lost: the others are told, as where that one had given up.
                lost = results.lost(one, match)
                playing = match.face.game.playing(match.state)
                seat = min(playing, key=lambda seat: seat not in lost, default=None)
                if seat is not None:
                    await self._noted(match, seat)

    async def _noted(self, match: LoadedMatch, seat: int) -> None:
        try:
            await self._matches.note(match, seat, agreements.ABANDON)
        except Refusal:  # somebody has just moved: it is ended at the next look
            log.info("match %s of a tournament could not be called off yet", match.id)

    async def _decide(self, whole: WholeTournament, one: StoredPairing, state: str | None) -> bool:
        """Settle a pairing that is open where it can be: somebody has withdrawn, never came, or its match is over."""
        gone = course.left(whole)
        if one.second is None or {one.first, one.second} & gone:
            how: How = "bye" if one.second is None else "left"
            return await self._settle(whole, one, course.forfeited(one, gone), how)
        if state == "over":
            match = await self._matches.load(one.match_id)
            if match.result is None:
                return False
            return await self._store.tournaments.settle(results.settled_by(whole.head.id, one, match, match.result))
        if state == "cancelled":  # declined before it had begun
            return await self._replay(whole, one, one.game)
        if state == "running":
            return await self._due(whole, one)
        return False

    async def _settle(self, whole: WholeTournament, one: StoredPairing, points: Points, how: How) -> bool:
        settled = Settled(whole.head.id, one.round, one.board, one.match_id, points, how)
        return await self._store.tournaments.settle(settled)

    async def _due(self, whole: WholeTournament, one: StoredPairing) -> bool:
        """Decide for those who have come where others have never moved and their time is over."""
        now = self._matches.clock()
        if one.due_at is not None and one.due_at > now:
            return False
        match = await self._matches.load(one.match_id)
        teams = course.sides(match.formation)
        came = [results.has_acted(match, seats) for seats in teams]
        if one.due_at is None or all(came):
            due = NEVER if all(came) else self._deadline(whole)
            await self._store.tournaments.set_due(whole.head.id, one, due)
            return False
        absent, later = await self._absent(match, teams, came, now)
        if not any(absent):
            await self._store.tournaments.set_due(whole.head.id, one, later)
            return False
        points = (LOSS if absent[0] else WIN, LOSS if absent[1] else WIN)
        decided = points[::-1] if one.game % 2 else points
        done = await self._settle(whole, one, (decided[0], decided[1]), "absent")
        if done:
            lost = [one.first, one.second] if all(absent) else [one.first if decided[0] == LOSS else one.second]
            await self._drop_who_left(whole, [seed for seed in lost if seed is not None])
        return done

    async def _absent(
        self, match: LoadedMatch, teams: tuple[tuple[int, ...], ...], came: list[bool], now: int
    ) -> tuple[list[bool], int]:
        """Return which teams have never moved though their time is over, and when to look again."""
        timing = await self._matches.timing(match)
        waited = {c.seat for c in match.choices if c.must}
        absent, later = [], [now + HOUR_MS]
        for seats, there in zip(teams, came, strict=True):
            ends = [runs_out(timing, one) for one in match.match.clocks if one.seat in seats and one.seat in waited]
            out = [one for one in match.match.clocks if one.seat in seats and one.out_at is not None]
            noted = any(
                e.kind == "agreement" and e.text == agreements.TIMEOUT and e.seat in seats for e in match.entries
            )
            known = [end for end in ends if end is not None]
            over = bool(out) or noted or any(end <= now for end in known)
            absent.append(not there and over and not timing.paused)
            later += [end for end in known if end > now and not there]
        return absent, min(later)

    def _deadline(self, whole: WholeTournament) -> int:
        pace = paces.stored(whole.head.pace)
        return self._matches.clock() + (pace.bank if pace is not None else 0) * 1000

    async def _drop_who_left(self, whole: WholeTournament, seeds: Iterable[int]) -> None:
        """Let those withdraw who did not come because they are not on the server any more."""
        for seed in seeds:
            entrant = whole.seeded(seed)
            try:
                there = [await self._services.members.find(whole.head.guild_id, user) for user in entrant.users]
            except Unanswered:
                continue
            if None in there:
                await self._store.tournaments.leave(whole.head.id, entrant.number, now=self._matches.clock())

    # Brackets

    async def _again(self, whole: WholeTournament, one: StoredPairing) -> bool:
        """Let two of a bracket who have drawn meet once more with seats exchanged; then the better seed goes on.

        Where somebody has withdrawn meanwhile, the other one goes on.
        """
        gone = course.left(whole) & {one.first, one.second}
        if gone:
            return await self._store.tournaments.overrule(whole.head, one, course.forfeited(one, gone), "left")
        if one.game < course.REPLAYS:
            return await self._replay(whole, one, one.game + 1)
        return await self._store.tournaments.overrule(whole.head, one, course.by_seed(one), "seed")

    async def _replay(self, whole: WholeTournament, one: StoredPairing, game: int) -> bool:
        now = self._matches.clock()
        return await self._store.tournaments.replay(whole.head, one, new_id(), game, now=now)

    # Rounds

    async def _pair(self, whole: WholeTournament) -> bool:
        """Add what is played next, or end the tournament; return True if one of these was done."""
        apart = await self._apart(whole) if whole.head.kind == "swiss" and not _waits(whole) else ()
        found = await asyncio.to_thread(course.following, whole, apart)
        now = self._matches.clock()
        if found is None:
            return await self._store.tournaments.end(whole.head, "over", now=now)
        if not found:
            return False
        gone = course.left(whole)
        rows = []
        for drawn in found:
            one, other = drawn.pairing.one, drawn.pairing.other
            row = StoredPairing(drawn.round, drawn.board, one, other, new_id(), now)
            if other is None or {one, other} & gone:
                how: How = "bye" if other is None and one not in gone else "left"
                row = replace(row, points=course.forfeited(row, gone), how=how)
            rows.append(row)
        await self._store.tournaments.pair(whole.head, rows)
        return True

    async def _apart(self, whole: WholeTournament) -> list[frozenset[int]]:
        """Return the seeds that do not meet because somebody has blocked somebody since they entered."""
        seed_of = {user: one.seed for one in whole.entrants if one.seed is not None for user in one.users}
        pairs = await self._store.blocks.among(seed_of)
        return [frozenset((seed_of[one], seed_of[other])) for one, other in pairs if seed_of[one] != seed_of[other]]

    async def _open(self, whole: WholeTournament, one: StoredPairing) -> None:
        """Open the match of a pairing, unless it would ping somebody in quiet hours: then later."""
        assert one.second is not None
        head, face = whole.head, self._services.faces.get(whole.head.game)
        if face is None:
            return
        pair = [whole.seeded(one.first), whole.seeded(one.second)]
        teams = course.sides(next(f for f in face.game.formations if f.id == head.formation))
        users: dict[int, int] = {}
        for entrant, seats in zip(pair[::-1] if one.game % 2 else pair, teams, strict=True):
            users |= dict(zip(seats, entrant.users, strict=True))
        now = self._matches.clock()
        if now - one.paired_at < LONGEST_QUIET_MS and await self._quiet_until(users.values(), now) > now:
            return
        seated = Seated(
            tournament_id=head.id,
            id=one.match_id,
            game=head.game,
            formation=head.formation,
            users=tuple(users[seat] for seat in sorted(users)),
            options=json.loads(head.options),
            guild_id=head.guild_id,
            channel_id=head.channel_id,
            language=head.language,
            pace=head.pace,
            rated=head.rated,
        )
        try:
            if await self._services.lobby.begin(seated) is None:
                return  # somebody was deleted meanwhile, and has withdrawn
        except Refusal as refused:
            log.warning("no match of tournament %s: %s", head.id, refused)
            return
        await self._store.tournaments.set_due(head.id, one, self._deadline(whole))

    async def _quiet_until(self, users: Iterable[int], now: int) -> int:
        """Return when it is nobody's quiet hours or day off; now where it is not, or there is no such time."""
        calendars = (await self._matches.calendars.of(tuple(users))).values()
        at = now
        for _ in range(WAITS):
            later = max((hours.awake(calendar, at) for calendar in calendars), default=at)
            if later == at:
                return at
            at = later
        return now


def _waits(whole: WholeTournament) -> bool:
    return any(one.points is None for one in whole.pairings)
