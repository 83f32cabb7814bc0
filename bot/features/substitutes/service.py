"""Finding a substitute: a seat is offered by its player, by the others, or because its player has left the server."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Final

from bot.features.substitutes import handovers
from bot.matches import seating
from bot.matches.jobs import match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.seating import Why
from bot.matches.service import Matches, Played
from bot.matches.work import Change, Extension
from bot.people.servers import Servers
from games.messages import Message
from storage import MatchStatus

RUNNING: Final[tuple[MatchStatus, ...]] = ("running",)
OFFERS: Final = "seats"
"""The kind of rows that bring the offers of a match's seats up to date."""
HANDED: Final = "handed"
"""The kind of rows that tell a former player that the seat was taken over."""


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

        An offer by a vote, or because the player has left, is void as soon as the player plays.
        """
        if why == "own" and match.match.private and to is None:
            raise Refusal(Message("Name who is to take over with `player`: nobody else can see a private match."))
        changed = await self.matches.change(match, lambda now: handovers.offered(now, seat, why, to), interaction_id)
        return changed.match

    async def withdraw(
        self, match: LoadedMatch, seat: int, *whys: Why, interaction_id: int | None = None
    ) -> LoadedMatch:
        """Withdraw the offer of a seat if it was made for one of these reasons. Raises `Refusal`."""
        changed = await self.matches.change(match, lambda now: handovers.withdrawn(now, seat, *whys), interaction_id)
        return changed.match

    async def take(self, match: LoadedMatch, user: int, seat: int, *, interaction_id: int | None = None) -> Played:
        """Let a user take a seat over. Of many who press at once one gets it. Raises `Refusal`."""
        if match.match.guild_id is not None and match.seat_of(user) is None:
            await self.servers.must_have_room(match.match.guild_id, user)

        def taken(now: LoadedMatch) -> Change:
            change = handovers.taken(now, user, seat)
            assert change.former is not None
            return replace(change, posts=(user_job(HANDED, change.former.user_id),))

        return await self.matches.change(match, taken, interaction_id)

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """End offers that a step makes void, and update the messages of those that it has changed."""
        before = change.seats or match.match.seats
        seats = seating.after_step(before, change.by, over=change.status == "over") or change.seats
        if not seating.offered([*match.match.seats, *(seats or ())]) or (seats is None and change.position is None):
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
