"""Substitutes: a seat is offered, by its player, by the others or for one who has left, and somebody takes it over.

All offers stand in the seats of the match, which have its version: of two who press at once one is first, and the other
finds the seat taken.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.matches import computers, seating
from bot.matches.blocks import must_get_along
from bot.matches.changes import open_choices
from bot.matches.commits import match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.seating import Why
from bot.matches.service import Matches, Played
from bot.matches.work import Change, Extension, Work
from bot.people.settings import Servers
from games import agreements
from games.api import GameError
from games.computers import computers_of
from games.history import Entry
from games.messages import Message
from storage import Former, MatchStatus, Person, Seat, SeatClock, StoredMessage, mark, timer

KIND: Final = "seat"
"""The kind of the messages that offer a seat, and the action id of their buttons."""
RENAME: Final = "rename"
"""The kind of the timer that calls the thread of a match after those who play now.

It stands in the way of nothing where Discord, which allows two names in ten minutes, lets it wait.
"""
AGAIN_MS: Final = 3_600_000
"""How long after the message of an offer its seat cannot be offered again, so that nobody is flooded."""
GONE: Final = Message("This seat is no longer on offer: somebody has taken it, or its player plays on.")
ON_OFFER: Final = Message("This seat is already on offer.")
VOTED: Final = Message("You have run out of time, and the others have put your seat on offer. Play now to keep it.")
UNSEEN: Final = Message(
    "Nobody else can see a private match. The player who is late can hand the seat over to somebody, or you can let "
    "the computer play on."
)
ACROSS: Final = Message("In a match across servers nobody else can play on: it is between those who found each other.")


def _offer_seat(match: LoadedMatch, seat: int, why: Why, to: int | None = None, person: Person = b"") -> Change:
    """Return the change that offers a seat to anybody, or to the user `to` alone. Raises `Refusal`."""
    match.must_run()
    place = _seat(match, seat)
    if seat not in match.face.game.playing(match.state):
        raise Refusal(Message("That player is out of the match; there is nothing to hand over."))
    if place.offered is not None and not seating.gives_way(match, place, why):
        raise Refusal(ON_OFFER)
    if to is not None:
        _must_be_new(match, to, person)
    return Change(
        seats=tuple(replace(s, offered=why, offered_to=to) if s is place else s for s in match.match.seats),
    )


def _withdraw_offer(match: LoadedMatch, seat: int, *whys: Why) -> Change:
    """Return the change that withdraws the offer of a seat, if made for one of these reasons. Raises `Refusal`."""
    match.must_run()
    offered = _seat(match, seat).offered
    if offered == "vote":
        raise Refusal(VOTED)
    if offered not in whys:
        raise Refusal(Message("This seat is not on offer."))
    return Change(seats=seating.stop_looking(match.match.seats, seat))


def _hand_over(match: LoadedMatch, user: int, seat: int, person: Person) -> Change:
    """Return the change that hands a seat on offer over to a user. Raises `Refusal`.

    The seat's clock begins anew with a full bank: whoever comes in has to read what has happened in weeks. What its
    former player has offered falls, and so does what that player has said in advance.
    """
    match.must_run()
    place = _seat(match, seat)
    if place.offered is None or place.user_id is None:
        raise Stale(GONE)
    if place is not seating.stood_in(match.match.seats, user):
        _must_be_new(match, user, person)
    if place.offered_to not in (None, user):
        raise Refusal(Message("This seat is on offer to somebody else."))
    return _handed(match, place, Seat(seat, user, "accepted", since=len(match.entries) + 1))


def _stand_in(match: LoadedMatch, seat: int, level: str) -> Change:
    """Return the change that lets the computer play a seat on until its player comes back. Raises `Refusal`."""
    match.must_run()
    place, known = _seat(match, seat), computers_of(match.face.game)
    if known is None:
        raise Refusal(Message("{game} has no computer players yet.", game=match.face.game.title))
    if place.user_id is None or computers.is_computer(place.user_id):
        raise Stale(GONE)
    level = level if level in known.levels else known.levels[-1]
    plays_on = computers.another(level, (s.user_id for s in match.match.seats))
    number = len(match.entries) + 1
    return _handed(match, place, Seat(seat, plays_on, "accepted", "back", place.user_id, since=number))


def _handed(match: LoadedMatch, place: Seat, mine: Seat) -> Change:
    """Return the change that puts somebody else in the place of a seat's player. Raises `Refusal`."""
    seat, former = place.seat, place.user_id
    assert former is not None
    assert mine.since is not None
    work = Work(match)
    try:
        work.add(Entry("agreement", seat, agreements.HANDOVER), agreements.HANDOVER)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    seats = tuple(mine if s is place else s for s in match.match.seats)
    bank = match.pace.bank * 1000 if match.pace is not None else None
    return Change(
        tuple(work.actions),
        tuple(work.replayed),
        work.position,
        work.text,
        work.actions[-1].state_hash,
        work.choices,
        seats=seats,
        keep_open=True,
        clocks=(SeatClock(seat, left_ms=bank),),
        former=Former(seat, former, mine.since),
        told=tuple(computers.people(s.user_id for s in seats)),
    )


def _must_be_new(match: LoadedMatch, user: int, person: Person) -> None:
    """Raise `Refusal` for whoever plays in the match, or has played in it and so knows what a seat hides.

    `person` tells who the user is for those who were deleted since (`storage.marks`).
    """
    if user in match.users():
        raise Refusal(Message("Whoever plays in this match cannot take over another seat."))
    if any(handover.user_id == user for handover in match.match.former):
        raise Refusal(Message("Whoever has handed over a seat in this match cannot come back to it."))
    if mark(person, match.id) in match.match.barred:
        raise Refusal(
            Message("You have played in this match and were deleted since; you cannot come back to it before it ends.")
        )


def _seat(match: LoadedMatch, seat: int) -> Seat:
    place = next((s for s in match.match.seats if s.seat == seat), None)
    if place is None:
        raise Refusal(Message("There is no such seat."))
    return place


RUNNING: Final[tuple[MatchStatus, ...]] = ("running",)
OFFERS: Final = "seats"
"""The kind of jobs that bring the offers of a match's seats up to date."""
HANDED: Final = "handed"
"""The kind of jobs that tell a former player that the seat was taken over."""


def _others(match: LoadedMatch, seat: int) -> list[int | None]:
    """Return who plays beside a seat."""
    return [one.user_id for one in match.match.seats if one.seat != seat]


SEAT_DECLINED: Final = "seat_declined"
"""The kind of jobs that tell a player that the user who was offered the seat does not want it."""


@dataclass(frozen=True, slots=True)
class About:
    """The note stored with the message of an offer."""

    seat: int
    since: int
    """Since which entry its player has it."""
    named: int | None
    """The only user who may take it."""
    why: str = field(default="", compare=False)
    """Why it was on offer when the message was posted; it may be so for another reason since."""

    @classmethod
    def of(cls, seat: Seat) -> About:
        """Return the note of an offer that stands."""
        return cls(seat.seat, seat.since or 0, seat.offered_to, seat.offered or "")

    @classmethod
    def read(cls, message: StoredMessage) -> About:
        """Return the note of a stored message; earlier versions named nobody, and gave no reason."""
        seat, since, named, why = (*(message.extra or "").split(":"), "", "")[:4]
        return cls(int(seat), int(since), int(named) if named else None, why)

    def text(self) -> str:
        """Return the form in which it is stored."""
        return f"{self.seat}:{self.since}:{self.named or ''}:{self.why}"


class Substitutes(Extension):
    """Offers seats and hands them over."""

    def __init__(self, matches: Matches, servers: Servers) -> None:
        self.matches = matches
        self.store = matches.store
        self.servers = servers

    async def offer(
        self, match: LoadedMatch, seat: int, why: Why, to: int | None = None, *, interaction_id: int | None = None
    ) -> LoadedMatch:
        """Offer a seat to anybody, or to the user `to` alone. Raises `Refusal`.

        An offer by a vote, or because the player has left, is void as soon as the player plays, and takes the place of
        the player's own where that gives way (`seating.gives_way`).
        """
        if match.match.across:
            raise Refusal(ACROSS)
        if to is not None and not (await self.store.people.player(to)).invitations:
            raise Refusal(Message("This person does not want to be offered seats."))
        if to is not None:
            await must_get_along(self.store, to, _others(match, seat))
        await self._must_not_flood(match, seat, why)
        if why == "own" and match.match.private and to is None:
            raise Refusal(Message("Name who is to take over with `player`: nobody else can see a private match."))
        if why == "vote":
            self.must_allow_vote(match, seat)
        owner = match.user_of(seat) or 0
        called = [] if to is None else [to]
        person = b"" if to is None or not match.match.barred else await self.store.marks.person(to)
        await self.matches.calls.note(owner, called)
        try:
            changed = await self.matches.change(
                match, lambda now: _offer_seat(now, seat, why, to, person), interaction_id
            )
        except Refusal:
            await self.matches.calls.forget(owner, called)
            raise
        return changed.match

    def must_allow_vote(self, match: LoadedMatch, seat: int) -> None:
        """Raise `Refusal` where the others cannot put a late player's seat on offer."""
        if match.match.private:
            raise Refusal(UNSEEN)
        if not seating.may_vote_on(match, seat):
            raise Refusal(ON_OFFER)

    async def withdraw(
        self, match: LoadedMatch, seat: int, *whys: Why, interaction_id: int | None = None
    ) -> LoadedMatch:
        """Withdraw the offer of a seat if it was made for one of these reasons. Raises `Refusal`.

        One by a vote is never withdrawn: the late player would be waited for as before.
        """
        changed = await self.matches.change(match, lambda now: _withdraw_offer(now, seat, *whys), interaction_id)
        return changed.match

    async def decline(
        self, match: LoadedMatch, user: int, seat: int, *, interaction_id: int | None = None
    ) -> LoadedMatch:
        """Turn down the offer of a seat to one user alone. Raises `Refusal`."""

        def declined(now: LoadedMatch) -> Change:
            owner = _seat(now, seat).user_id
            if _seat(now, seat).offered_to != user:
                raise Stale(GONE)
            change = _withdraw_offer(now, seat, "own")
            return change if owner is None else replace(change, posts=(user_job(SEAT_DECLINED, owner),))

        return (await self.matches.change(match, declined, interaction_id)).match

    async def _must_not_flood(self, match: LoadedMatch, seat: int, why: Why) -> None:
        """Raise `Refusal` where the same player's seat was on offer a short while ago.

        Only offers for the same reason count for one that is not the player's own: with those a late player could keep
        the others from any.
        """
        since = next((s.since or 0 for s in match.match.seats if s.seat == seat), 0)
        for message in await self.store.messages.of_match(match.id, KIND):
            about = About.read(message)
            same = (about.seat, about.since) == (seat, since) and (why == "own" or about.why == why)
            if same and self.matches.clock() - message.created_at < AGAIN_MS:
                raise Refusal(Message("This seat was on offer within the last hour. Wait a while to offer it again."))

    async def take(self, match: LoadedMatch, user: int, seat: int, *, interaction_id: int | None = None) -> Played:
        """Let a user take a seat over. Of many who press at once one gets it. Raises `Refusal`."""
        back = seating.stood_in(match.match.seats, user) is not None
        if match.match.guild_id is not None and match.seat_of(user) is None and not back:
            await self.servers.must_have_room(match.match.guild_id, user)
        if not back:
            await must_get_along(self.store, user, _others(match, seat))

        person = await self.store.marks.person(user)
        played = await self.matches.change(
            match, lambda now: self._told(now, _hand_over(now, user, seat, person)), interaction_id
        )
        await self.matches.calls.forget(match.user_of(seat) or 0, (user,))
        return played

    async def must_allow_computers(self, match: LoadedMatch) -> str:
        """Return the level of computers that play on for people. Raises `Refusal` where the server wants none."""
        if match.match.across:
            raise Refusal(ACROSS)
        level = await self.servers.stand_in(match.match.guild_id)
        if level is None:
            raise Refusal(Message("On this server the computer plays on for nobody."))
        return level

    async def stand_in(self, match: LoadedMatch, seat: int, still: Callable[[LoadedMatch], bool]) -> LoadedMatch:
        """Let the computer play a seat on until its player takes it back, at the level that the server has set.

        Raises `Refusal` where that is not possible, and `Stale` where the reason for it does not hold any more.
        """
        level = await self.must_allow_computers(match)

        def stood_in(now: LoadedMatch) -> Change:
            if not still(now):
                raise Stale(GONE)
            return self._told(now, _stand_in(now, seat, level))

        return (await self.matches.change(match, stood_in, None)).match

    def _told(self, match: LoadedMatch, change: Change) -> Change:
        """Return a change that hands a seat over, with the jobs that tell of it."""
        assert change.former is not None
        told = [user_job(HANDED, user) for user in computers.people((change.former.user_id,))]
        return replace(change, posts=(*told, timer(match.id, RENAME, self.matches.clock())))

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """End offers that a step makes void, and update the messages of those that it has changed."""
        before = change.seats or match.match.seats
        if not seating.offered([*match.match.seats, *before]):
            return change
        position = change.position or match.position
        choices = open_choices(match, change)
        played = any(action.kind == "action" and action.seat == change.by for action in change.actions)
        seats = seating.after_step(
            before,
            change.by,
            played=played,
            playing=() if change.status == "over" else match.face.game.playing(position.state),
            waited={choice.seat for choice in (match.choices if choices is None else choices) if choice.must},
        )
        seats = seats or change.seats
        if seats is None and change.position is None:
            return change
        return replace(change, seats=seats, posts=(*change.posts, match_job(OFFERS, match.id)))

    async def left(self, guild_id: int, user: int) -> int:
        """Offer the seats of a user who has left a server; return how many."""
        count = 0
        for match, seat in await self._seats(guild_id, user):
            with contextlib.suppress(Refusal):
                await self.offer(match, seat, "left")
                count += 1
        return count

    async def returned(self, guild_id: int, user: int) -> int:
        """Withdraw the offers made because a user had left a server, now that they are back; return how many."""
        count = 0
        for match, seat in await self._seats(guild_id, user):
            with contextlib.suppress(Refusal):
                await self.withdraw(match, seat, "left")
                count += 1
        return count

    async def _seats(self, guild_id: int, user: int) -> list[tuple[LoadedMatch, int]]:
        heads = await self.store.matches.of_user(user, RUNNING)
        matches = [await self.matches.load(head.id) for head in heads if head.guild_id == guild_id]
        return [(match, seat) for match in matches if (seat := match.seat_of(user)) is not None]
