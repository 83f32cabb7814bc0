"""What the others do about a player whose time is over: claim the win, give time, find a substitute, call it off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.clocks.seats import given
from bot.features.substitutes.service import Substitutes
from bot.life import rows
from bot.matches import seating
from bot.matches.commits import CommitEvent
from bot.matches.handovers import ON_OFFER
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from bot.matches.work import Change
from bot.texts.time import MORE_HOURS, Answer
from games import agreements
from games.messages import Message
from storage import SeatClock

HOUR_MS: Final = 3_600_000
NUDGE_EVERY_MS: Final = 12 * HOUR_MS
NOT_OVER: Final = Message("Nobody has run out of time; there is nothing to decide.")


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of somebody's voice: `have` of the `need` voices are there; `done` when that was enough."""

    match: LoadedMatch
    have: int
    need: int

    @property
    def done(self) -> bool:
        """Whether it has happened."""
        return self.have >= self.need


class Claims:
    """Hears what the others want."""

    def __init__(self, matches: Matches, substitutes: Substitutes) -> None:
        self.matches = matches
        self.substitutes = substitutes
        self.store = matches.store

    async def say(self, match: LoadedMatch, user: int, answer: Answer) -> Decided:
        """Note what somebody wants, and do it when enough want it. Raises `Refusal`.

        More time is given by any single one. Everything else takes more than half of those concerned: for a claim of
        the win the seats of other sides, for a substitute or for calling the match off all others who play.
        """
        seat = match.must_play(user)
        one = out(match)
        if one is None:
            raise Stale(NOT_OVER)
        if seat == one.seat:
            raise Refusal(Message("You are the one who has run out of time. Play now, and nothing is lost."))
        voters = _voters(match, one.seat, answer)
        if seat not in voters:
            raise Refusal(
                Message(
                    "The win is for the other side to claim; you can give more time, look for a substitute, or call "
                    "the match off."
                )
            )
        if answer == "give":
            return Decided(await self._give(match, one), 1, 1)
        if answer == "sub" and any(s.seat == one.seat for s in seating.offered(match.match.seats)):
            raise Refusal(ON_OFFER)
        voices = await self.store.clocks.vote(match.id, one.seat, seat, answer)
        have, need = sum(voices.get(other) == answer for other in voters), len(voters) // 2 + 1
        if have >= need:
            if answer == "sub":
                match = await self.substitutes.offer(match, one.seat, "vote")
            else:
                verb = agreements.TIMEOUT if answer == "claim" else agreements.ABANDON
                match = (await self.matches.note(match, one.seat, verb)).match
            await self.store.clocks.clear_votes(match.id)
        return Decided(match, have, need)

    async def _give(self, match: LoadedMatch, seen: SeatClock) -> LoadedMatch:
        timing = await self.matches.timing(match)

        def more(now: LoadedMatch) -> Change:
            one = out(now)
            if one is None or one.seat != seen.seat:
                raise Stale(NOT_OVER)
            return Change(
                clocks=(given(timing, one, MORE_HOURS * HOUR_MS, self.matches.clock()),),
                seats=seating.after_more_time(now.match.seats, one.seat),
            )

        after = (await self.matches.change(match, more, None)).match
        await self.store.clocks.clear_votes(match.id)
        return after

    async def nudge(self, match: LoadedMatch, user: int) -> int:
        """Ask those who are waited for to move; each at most once in twelve hours. Returns how many are asked.

        Raises `Refusal`.
        """
        seat = match.must_play(user)
        now = self.matches.clock()
        waited = [one for one in match.match.clocks if one.since is not None and one.seat != seat]
        if not waited:
            raise Refusal(Message("The match waits for nobody but you."))
        asked = 0
        for one in waited:
            to = match.user_of(one.seat)
            if to is None or (one.nudged_at is not None and now - one.nudged_at < NUDGE_EVERY_MS):
                continue
            post = rows.notice(rows.NUDGE, to)
            asked += await self.store.clocks.mark(match.id, one, now=now, nudged_at=now, posts=[post])
        if not asked:
            raise Refusal(Message("They have been nudged less than twelve hours ago."))
        await self.matches.commits.announce(CommitEvent())
        return asked


def out(match: LoadedMatch) -> SeatClock | None:
    """The clock of a seat whose time is over, and of which the others have been asked; the first one of them."""
    if match.match.status != "running":
        return None
    return min((one for one in match.match.clocks if one.out_at), key=lambda one: one.out_at or 0, default=None)


def _voters(match: LoadedMatch, seat: int, answer: Answer) -> list[int]:
    playing = match.face.game.playing(match.state)
    own_side = match.formation.allied
    return [s for s in playing if s != seat and (answer != "claim" or not own_side(s, seat))]
