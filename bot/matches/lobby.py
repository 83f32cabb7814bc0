"""Before a match runs: challenges, open seats, acceptance, rematches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.matches import seating
from bot.matches.loaded import LoadedMatch, snapshot, text_hash
from bot.matches.service import KEEP_OPEN_MS, Matches, Refusal, new_id
from games.api import BadNotation
from games.draws import new_seed
from storage import Commit, Committed, Duplicate, MatchStatus, NewMatch, NewOutbox, Seat

LOBBY: Final[tuple[MatchStatus, ...]] = ("lobby",)
OPEN_LOBBIES: Final = 10
"""How many matches that nobody has accepted yet one person may have."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for with `/match new`."""

    game: str
    creator: int
    opponents: tuple[int | None, ...]
    """One for each other seat; `None` leaves it open for whoever joins."""
    options: Mapping[str, Any]
    private: bool
    guild_id: int
    channel_id: int
    rematch_of: str | None = None
    seat: int = 0
    """The seat of the creator; the others take those around it in their order."""
    drawn: bool = False
    """The seats are drawn when everybody is there."""


class Lobby:
    """Creates matches and fills their seats."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.store = matches.store

    async def new(self, wish: Wish, *, interaction_id: int) -> str:
        """Create a match and return its id; the same interaction again gives the same one. Raises `Refusal`."""
        face = self.matches.faces[wish.game]
        seats = (*wish.opponents[: wish.seat], wish.creator, *wish.opponents[wish.seat :])
        if len(wish.opponents) not in face.invited:
            raise Refusal(f"{face.game.title} cannot be played by {len(seats)} players.")
        invited = [user for user in wish.opponents if user is not None]
        if wish.creator in invited:
            raise Refusal("You cannot play against yourself, nor be your own ally.")
        if len(set(invited)) != len(invited):
            raise Refusal("Nobody can take two seats; you have named the same person twice.")
        if wish.private and None in wish.opponents:
            who = "its opponent" if len(wish.opponents) == 1 else "all its players"
            raise Refusal(f"A private match needs {who} named: nobody else could see the invitation.")
        try:
            face.game.new(len(seats), wish.options)
        except BadNotation as fault:
            raise Refusal(str(fault)) from fault
        await self._not_too_many(wish.creator)
        match = NewMatch(
            id=new_id(),
            game=wish.game,
            options=json.dumps(dict(wish.options), sort_keys=True),
            seed=new_seed(),
            creator=wish.creator,
            private=wish.private,
            guild_id=wish.guild_id,
            channel_id=wish.channel_id,
            rematch_of=wish.rematch_of,
            drawn=wish.drawn,
        )
        rows = [Seat(n, user, "accepted" if n == wish.seat else "invited") for n, user in enumerate(seats)]
        made = await self.store.create_match(
            match, rows, now=self.matches.clock(), interaction_id=interaction_id, outbox=(_public(match.id),)
        )
        self.matches.wake()
        return made.match_id

    async def _not_too_many(self, user_id: int) -> None:
        waiting = [m for m in await self.store.matches_of(user_id, LOBBY) if m.creator == user_id]
        if len(waiting) >= OPEN_LOBBIES:
            raise Refusal(f"You have {OPEN_LOBBIES} challenges open already; cancel one of them first.")

    async def accept(self, match_id: str, user_id: int, *, interaction_id: int | None = None) -> LoadedMatch:
        """Take the seat that one was invited to. Raises `Refusal`."""

        def seats(table: LoadedMatch) -> tuple[Seat, ...]:
            mine = _seat_of(table, user_id)
            if mine is None:
                raise Refusal("You were not invited to this match.")
            if mine.status == "accepted":
                raise Refusal("You have accepted already.")
            return tuple(replace(s, status="accepted") if s is mine else s for s in table.match.seats)

        return await self._change(match_id, seats, interaction_id)

    async def join(
        self, match_id: str, user_id: int, side: str | None = None, *, interaction_id: int | None = None
    ) -> LoadedMatch:
        """Take an open seat, on a side of one's choice (`bot.matches.seating.Side`) or on any. Raises `Refusal`."""

        def seats(table: LoadedMatch) -> tuple[Seat, ...]:
            mine = _seat_of(table, user_id)
            if mine is not None and mine.status == "invited":
                raise Refusal("You are invited to this match; accept or decline the invitation.")
            if mine is not None:
                raise Refusal("You have a seat in this match already.")
            open_seat = seating.free_seat(table, side)
            taken = replace(open_seat, user_id=user_id, status="accepted")
            return tuple(taken if s is open_seat else s for s in table.match.seats)

        return await self._change(match_id, seats, interaction_id)

    async def decline(self, match_id: str, user_id: int, *, interaction_id: int | None = None) -> LoadedMatch:
        """Turn an invitation down, or leave before the match begins. Raises `Refusal`.

        With two players that ends the challenge, and so it does where nobody else can join. Else the seat is open
        again, for whoever joins.
        """

        def seats(table: LoadedMatch) -> tuple[Seat, ...] | None:
            mine = _seat_of(table, user_id)
            if mine is None or user_id == table.match.creator:
                raise Refusal("You were not invited to this match; its creator can cancel it.")
            if table.match.private or len(table.match.seats) == 2:
                return None
            return tuple(Seat(s.seat, None) if s is mine else s for s in table.match.seats)

        return await self._change(match_id, seats, interaction_id)

    async def cancel(self, match_id: str, user_id: int, *, interaction_id: int | None = None) -> LoadedMatch:
        """Withdraw one's own challenge. Raises `Refusal`."""

        def seats(table: LoadedMatch) -> None:
            if user_id != table.match.creator:
                raise Refusal("Only the one who opened the match can cancel it.")

        return await self._change(match_id, seats, interaction_id)

    async def _change(self, match_id: str, seats: Any, interaction_id: int | None) -> LoadedMatch:
        for _ in range(20):
            table = await self.matches.table(match_id)
            if interaction_id is not None and await self.store.handled(interaction_id) is not None:
                return table
            if table.match.status == "cancelled":
                raise Refusal("This challenge was declined or cancelled.")
            if table.match.status != "lobby":
                raise Refusal("This match has begun already.")
            wanted: Sequence[Seat] | None = seats(table)
            commit = await self._commit(table, wanted, interaction_id)
            outcome = await self.store.commit(commit)
            if isinstance(outcome, Committed | Duplicate):
                self.matches.wake()
                return await self.matches.table(match_id)
        raise Refusal("Too many people act at once; please try again.")

    async def _commit(self, table: LoadedMatch, seats: Sequence[Seat] | None, interaction_id: int | None) -> Commit:
        commit = Commit(
            match_id=table.id,
            expected_version=table.match.version,
            now=self.matches.clock(),
            interaction_id=interaction_id,
            outbox=(_public(table.id),),
        )
        if seats is None:
            return replace(commit, status="cancelled")
        if any(s.user_id is None or s.status != "accepted" for s in seats):
            return replace(commit, seats=tuple(seats))
        # Everybody is there: the match begins.
        if table.match.drawn:
            order = seating.draw(table.match.seed, [s.user_id for s in seats if s.user_id is not None])
            seats = tuple(Seat(n, user, "accepted") for n, user in enumerate(order))
        text = snapshot(table.face.game, table.start)
        return replace(
            commit,
            seats=tuple(seats),
            status="running",
            snapshot=text,
            state_hash=text_hash(text),
            outbox=await self.matches.news(table.id, [s.user_id for s in seats if s.user_id is not None]),
            timers=(("keep_open", commit.now + KEEP_OPEN_MS),),
        )


def _public(match_id: str) -> NewOutbox:
    return NewOutbox(thread_key=f"match:{match_id}", kind="public", supersedes=True)


def _seat_of(table: LoadedMatch, user_id: int) -> Seat | None:
    return next((s for s in table.match.seats if s.user_id == user_id), None)
