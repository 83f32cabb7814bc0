"""Votes on a player whose time is over: to claim the win, give time, find somebody to play on, call the match off.

For one who has left the server the computer can play on, whatever the clocks say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.clocks import hours
from bot.clocks.seat_clocks import first_out, given
from bot.features.substitutes.service import Substitutes
from bot.matches import computers, seating
from bot.matches.commits import CommitEvent, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from bot.matches.work import Change
from bot.texts.time import moment
from games import agreements
from games.computers import computers_of
from games.messages import Message
from storage import SeatClock

Answer = Literal["claim", "give", "sub", "computer", "off"]
"""What the others may want when a player's time is over."""
MORE_HOURS: Final = 24
"""How many hours the others can give."""
HOUR_MS: Final = 3_600_000
NUDGE: Final = "nudge"
"""The kind of jobs that tell a player that the others ask for their move."""
NUDGE_EVERY_MS: Final = 12 * HOUR_MS
NOT_OVER: Final = Message("Nobody has run out of time; there is nothing to decide.")
SOMEBODY_ELSE: Final = Message("That button was about another player; `/match time` shows whose time is over now.")
NOTHING_TO_CLAIM: Final = Message(
    "Running out of time does not lose the match at this point, so there is no win to claim; choose something else."
)


@dataclass(frozen=True, slots=True)
class Vote:
    """The outcome of one vote: `have` of the `need` voices are given; `done` when that was enough."""

    match: LoadedMatch
    have: int
    need: int

    @property
    def done(self) -> bool:
        """Return True if it has happened."""
        return self.have >= self.need


class TimeoutVotes:
    """Counts what the others want, and does it; also asks players to move."""

    def __init__(self, matches: Matches, substitutes: Substitutes) -> None:
        self.matches = matches
        self.substitutes = substitutes
        self.store = matches.store

    async def vote(self, match: LoadedMatch, user: int, answer: Answer, late: int | None = None) -> Vote:
        """Note the vote of a user, and do what it asks for when enough want it. Raises `Refusal`.

        It is about the player of seat `late`, or about whoever is late now.

        The first time in a turn a single vote of another side gives more time: the late player's own side could keep a
        lost match alive with it, and so could a third one that gives it again and again. Everything else takes more
        than half of those concerned: for a claim of the win, and for still more time, the seats of other sides, for a
        substitute, for the computer, or for calling the match off all others who play.
        """
        seat = match.must_play(user)
        if seat not in match.face.game.playing(match.state):
            raise Refusal(Message("You are out of this match."))
        one = late_seat(match) if answer == "computer" else expired_clock(match)
        if one is None:
            raise Stale(NOT_OVER)
        if late not in (None, one.seat):
            raise Stale(SOMEBODY_ELSE)
        if seat == one.seat:
            raise Refusal(Message("You are the one who has run out of time. Play now, and nothing is lost."))
        if answer == "claim" and not loses_by_time(match, one.seat):
            raise Refusal(NOTHING_TO_CLAIM)
        voters = _voters(match, one.seat, answer)
        if seat not in voters:
            raise Refusal(
                Message("Only the other side can claim the win.")
                if answer == "claim"
                else Message("Only the other side can give more time.")
            )
        if answer == "computer":
            await self.substitutes.must_allow_computers(match)
        if answer == "give" and not one.given:
            return Vote(await self._give(match, one), 1, 1)
        if answer == "sub":
            self.substitutes.must_allow_vote(match, one.seat)
        voices = await self.store.clocks.vote(match.id, one.seat, seat, answer)
        have, need = sum(voices.get(other) == answer for other in voters), len(voters) // 2 + 1
        if have >= need:
            if answer == "give":
                return Vote(await self._give(match, one), have, need)
            if answer == "sub":
                match = await self.substitutes.offer(match, one.seat, "vote")
            elif answer == "computer":
                match = await self.substitutes.stand_in(match, one.seat, lambda now: _is_late(now, one.seat))
            else:
                verb = agreements.TIMEOUT if answer == "claim" else agreements.ABANDON
                match = (await self.matches.note(match, one.seat, verb)).match
            await self.store.clocks.clear_votes(match.id)
        return Vote(match, have, need)

    async def _give(self, match: LoadedMatch, seen: SeatClock) -> LoadedMatch:
        timing = await self.matches.timing(match)

        def more(now: LoadedMatch) -> Change:
            one = expired_clock(now)
            if one is None or (one.seat, one.given) != (seen.seat, seen.given):
                raise Stale(NOT_OVER)
            return Change(
                clocks=(given(timing, one, MORE_HOURS * HOUR_MS, self.matches.clock()),),
                seats=seating.after_more_time(now.match.seats, one.seat),
            )

        after = (await self.matches.change(match, more, None)).match
        await self.store.clocks.clear_votes(match.id)
        return after

    async def nudge(self, match: LoadedMatch, user: int) -> int:
        """Ask the players whose turn it is to move, each at most once in twelve hours; return how many are asked.

        Whoever is away is left in peace. Raises `Refusal`.
        """
        seat = match.must_play(user)
        now = self.matches.clock()
        waited = [one for one in match.match.clocks if one.since is not None and one.seat != seat]
        if not waited:
            if any(computers.is_computer(match.user_of(choice.seat)) for choice in match.choices if choice.must):
                raise Refusal(Message("Nobody can be nudged now: the computer plays by itself."))
            raise Refusal(Message("The match is waiting for you alone."))
        users = computers.people(match.user_of(one.seat) for one in waited)
        known = await self.matches.calendars.of(users)
        ends = {user: end for user in users if (end := hours.away(known[user], now)) is not None}
        if ends and len(ends) == len(users):
            first = moment(min(ends.values()), "f")
            raise Refusal(
                Message("The player to move is away until {until} and gets no reminders before then.", until=first)
                if len(ends) == 1
                else Message(
                    "All players to move are away, the first of them until {until}, and get no reminders before they "
                    "are back.",
                    until=first,
                )
            )
        asked = 0
        for one in waited:
            to = match.user_of(one.seat)
            if to is None or to in ends or (one.nudged_at is not None and now - one.nudged_at < NUDGE_EVERY_MS):
                continue
            post = user_job(NUDGE, to)
            asked += await self.store.clocks.mark(match.id, one, now=now, nudged_at=now, posts=[post])
        if not asked:
            raise Refusal(Message("They were nudged less than twelve hours ago."))
        await self.matches.commits.announce(CommitEvent())
        return asked


def expired_clock(match: LoadedMatch) -> SeatClock | None:
    """Return the first clock whose time is over, so that the others have been asked; `None` where none is."""
    if match.match.status != "running":
        return None
    return first_out(match.match.clocks)


def loses_by_time(match: LoadedMatch, seat: int) -> bool:
    """Return True if a seat on the move that is out of time loses by it, so that the win can be claimed.

    Else the game has a default for what it has to decide, and would only go on with that (`games.agreements`): the
    others are asked there because everybody has run out of time again and again.
    """
    first = next((choice for choice in match.choices if choice.must and choice.seat == seat), None)
    return first is not None and first.default is None


def late_seat(match: LoadedMatch) -> SeatClock | None:
    """Return the clock of a seat for which the computer may play on; `None` where there is none.

    That is one whose time is over, or whose player has left the server; it is the game's business to have computers.
    """
    if match.match.status != "running" or computers_of(match.face.game) is None:
        return None
    left = (s.seat for s in seating.offered(match.match.seats) if s.offered == "left")
    return expired_clock(match) or next((match.clock(seat) or SeatClock(seat) for seat in left), None)


def _is_late(match: LoadedMatch, seat: int) -> bool:
    one = late_seat(match)
    return one is not None and one.seat == seat


def _voters(match: LoadedMatch, seat: int, answer: Answer) -> list[int]:
    playing = match.face.game.playing(match.state)
    own_side = match.formation.allied
    of_others = answer in ("claim", "give")
    people = [s for s in playing if not computers.is_computer(match.user_of(s))]
    return [s for s in people if s != seat and not (of_others and own_side(s, seat))]
