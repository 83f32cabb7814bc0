"""Tournaments: opened, entered, paired round by round, and ended.

Everything that is decided about one is decided on a version of it, and written only while that version stands. So
whoever works on the same tournament at the same time, or again after a crash, pairs nobody twice.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from storage import tournament_rows as rows
from storage.engine import Repository
from storage.errors import Taken
from storage.lookups import MatchStatus, NewMatch, Seat
from storage.schema import match
from storage.steps import Creation, create_match
from storage.tournament_rows import OPEN, Entered, How, Points, Settled, Status, StoredPairing, Tournament, Whole
from storage.tournament_tables import entrant, entrant_member, pairing, tournament


class TournamentRepository(Repository):
    """Tournaments with their entrants and pairings."""

    async def create(self, new: Tournament, most: int) -> bool:
        """Keep a new tournament; False where its server has `most` open ones. The same one again changes nothing."""
        known = select(tournament.c.id).where(tournament.c.id == new.id)
        same = (tournament.c.guild_id == new.guild_id, tournament.c.status.in_(OPEN))

        def body(connection: Connection) -> bool:
            if connection.scalar(known) is not None:
                return True
            if (connection.scalar(select(func.count()).select_from(tournament).where(*same)) or 0) >= most:
                return False
            connection.execute(insert(tournament).values(**asdict(new)))
            return True

        return await self._db.write(body)

    async def load(self, tournament_id: str) -> Whole | None:
        """Return a tournament with all that belongs to it; None where there is none of that id."""
        return await self._db.read(lambda connection: rows.get_whole(connection, tournament_id))

    async def open(self) -> list[str]:
        """Return the tournaments on which something may be left to do, the oldest first."""
        unfinished = tournament.c.status.in_(OPEN) | (
            tournament.c.status.in_(("over", "cancelled")) & tournament.c.told_at.is_(None)
        )
        statement = select(tournament.c.id).where(unfinished).order_by(tournament.c.created_at, tournament.c.id)
        return await self._db.read(lambda connection: list(connection.scalars(statement)))

    async def on_server(self, guild_id: int, statuses: Collection[Status] | None = None) -> list[Tournament]:
        """Return the tournaments of a server, the latest first."""
        which = [tournament.c.guild_id == guild_id]
        if statuses is not None:
            which.append(tournament.c.status.in_(statuses))
        statement = select(*rows.HEAD).where(*which).order_by(tournament.c.created_at.desc(), tournament.c.id)
        return await self._db.read(lambda connection: [rows.head_of(row) for row in connection.execute(statement)])

    async def of_user(
        self, user_id: int, guild_id: int | None = None, statuses: Collection[Status] | None = OPEN
    ) -> list[str]:
        """Return the tournaments that a user has entered, on one server or on all; only open ones unless asked."""
        statement = (
            select(tournament.c.id)
            .join(entrant_member, entrant_member.c.tournament_id == tournament.c.id)
            .where(entrant_member.c.user_id == user_id)
        )
        if statuses is not None:
            statement = statement.where(tournament.c.status.in_(statuses))
        if guild_id is not None:
            statement = statement.where(tournament.c.guild_id == guild_id)
        return await self._db.read(lambda connection: list(connection.scalars(statement)))

    async def of_match(self, match_id: str) -> tuple[Tournament, StoredPairing] | None:
        """Return the tournament to which a match belongs, and its pairing; None for most matches."""
        which = select(pairing).where(pairing.c.match_id == match_id)

        def body(connection: Connection) -> tuple[Tournament, StoredPairing] | None:
            row = connection.execute(which).mappings().first()
            if row is None:
                return None
            head = connection.execute(select(*rows.HEAD).where(tournament.c.id == row["tournament_id"])).one()
            return rows.head_of(head), rows.pairing_of(row)

        return await self._db.read(body)

    # Entering

    async def enter(self, tournament_id: str, users: Sequence[int], accepted: Collection[int]) -> Entered:
        """Enter somebody, or a team of which some still have to accept, as a new entrant."""

        def body(connection: Connection) -> Entered:
            rows.hold(connection, tournament_id)
            whole = rows.get_whole(connection, tournament_id)
            if whole is None or whole.head.status != "open":
                return "closed"
            if any(whole.of_user(user) is not None for user in users):
                return "there"
            if len(whole.entrants) >= whole.head.most:
                return "full"
            number = 1 + max((one.number for one in whole.entrants), default=0)
            connection.execute(insert(entrant).values(tournament_id=tournament_id, number=number))
            for place, user in enumerate(users):
                rows.seat(connection, tournament_id, number, place, user, accepted=user in accepted)
            rows.touch(connection, tournament_id)
            return "entered"

        return await self._db.write(body)

    async def join(self, tournament_id: str, number: int, user_id: int, size: int) -> Entered:
        """Let a user take the place in a team that was kept for them, or a free one of a team of so many."""

        def body(connection: Connection) -> Entered:
            rows.hold(connection, tournament_id)
            whole = rows.get_whole(connection, tournament_id)
            if whole is None or whole.head.status != "open":
                return "closed"
            team, mine = next((one for one in whole.entrants if one.number == number), None), whole.of_user(user_id)
            if team is None:
                return "closed"
            if mine is not None and (mine.number != number or user_id in mine.users):
                return "there"
            if mine is None:
                if len(team.members) >= size:
                    return "full"
                rows.seat(connection, tournament_id, number, len(team.members), user_id, accepted=True)
            else:
                which = (entrant_member.c.tournament_id == tournament_id, entrant_member.c.user_id == user_id)
                connection.execute(update(entrant_member).where(*which).values(accepted=True))
            rows.touch(connection, tournament_id)
            return "entered"

        return await self._db.write(body)

    async def leave(self, tournament_id: str, number: int, *, now: int) -> bool:
        """Take an entrant out before the start, or let them have withdrawn from then on; False where that is done."""

        def body(connection: Connection) -> bool:
            rows.hold(connection, tournament_id)
            whole = rows.get_whole(connection, tournament_id)
            if whole is None or whole.head.status not in OPEN:
                return False
            if whole.head.status == "open":
                done = rows.take_out(connection, tournament_id, number) > 0
            else:
                which = (entrant.c.tournament_id == tournament_id, entrant.c.number == number)
                still = entrant.c.left_at.is_(None)
                done = connection.execute(update(entrant).where(*which, still).values(left_at=now)).rowcount > 0
            if done:
                rows.touch(connection, tournament_id)
            return done

        return await self._db.write(body)

    # Running

    async def start(self, seen: Tournament, seeds: Mapping[int, int], rounds: int | None) -> bool:
        """Begin with the entrants that have seeds, by their numbers; the others are taken out. False as `pair`."""

        def body(connection: Connection) -> bool:
            if not rows.swap(connection, seen, status="running", rounds=rounds):
                return False
            known = connection.scalars(select(entrant.c.number).where(entrant.c.tournament_id == seen.id)).all()
            for number in known:
                if number not in seeds:
                    rows.take_out(connection, seen.id, number)
            for number, seed in seeds.items():
                which = (entrant.c.tournament_id == seen.id, entrant.c.number == number)
                connection.execute(update(entrant).where(*which).values(seed=seed))
            return True

        return await self._db.write(body)

    async def pair(self, seen: Tournament, pairings: Iterable[StoredPairing]) -> bool:
        """Add pairings that were worked out on this version; False where it has changed since, and nothing is done."""
        new = [rows.row_of(seen.id, one) for one in pairings]

        def body(connection: Connection) -> bool:
            if not rows.swap(connection, seen, also=tournament.c.status == "running"):
                return False
            if new:
                connection.execute(insert(pairing), new)
            return True

        return await self._swapped(body)

    async def end(self, seen: Tournament, status: Status, *, now: int) -> bool:
        """End or cancel a tournament as it was seen; False as `pair`."""
        return await self._swapped(lambda connection: rows.swap(connection, seen, status=status, ended_at=now))

    async def settle(self, settled: Settled) -> bool:
        """Note what a pairing has come to; False where it was decided before, or has another match by now."""
        return await self._db.write(lambda connection: rows.settle(connection, settled))

    async def overrule(self, seen: Tournament, one: StoredPairing, points: Points, how: How = "organizer") -> bool:
        """Note a result, whatever it was, as an organizer says or as follows from a draw; False as `pair`."""
        values = {"points_first": points[0], "points_second": points[1], "how": how}

        def body(connection: Connection) -> bool:
            if not rows.swap(connection, seen):
                return False
            connection.execute(update(pairing).where(*rows.at(seen.id, one.round, one.board)).values(**values))
            return True

        return await self._swapped(body)

    async def replay(self, seen: Tournament, one: StoredPairing, match_id: str, game: int, *, now: int) -> bool:
        """Let two meet again in another match, after so many that ended in a draw; False as `pair`."""
        values: dict[str, Any] = {"match_id": match_id, "game": game, "paired_at": now, "due_at": None}
        values |= {"points_first": None, "points_second": None, "how": None}
        same = (*rows.at(seen.id, one.round, one.board), pairing.c.match_id == one.match_id)

        def body(connection: Connection) -> bool:
            if not rows.swap(connection, seen, also=tournament.c.status == "running"):
                return False
            return connection.execute(update(pairing).where(*same).values(**values)).rowcount > 0

        return await self._swapped(body)

    async def set_due(self, tournament_id: str, one: StoredPairing, due_at: int | None) -> None:
        """Note until when both have to have moved in the match of a pairing."""
        same = (*rows.at(tournament_id, one.round, one.board), pairing.c.match_id == one.match_id)
        await self._db.write(lambda c: c.execute(update(pairing).where(*same).values(due_at=due_at)))

    async def open_match(self, tournament_id: str, new: NewMatch, seats: Iterable[Seat], *, now: int) -> bool:
        """Store the lobby of a pairing; False, and nothing is stored, where one of its players was deleted meanwhile.

        Raises `Taken` where there is one.
        """
        rows_of_seats = tuple(seats)
        users = [one.user_id for one in rows_of_seats if one.user_id is not None]
        alone = Creation(None, None, (), None)

        def body(connection: Connection) -> bool:
            if not rows.all_there(connection, tournament_id, users):
                return False
            create_match(connection, self._db.sealing, new, rows_of_seats, alone, now)
            return True

        return await self._db.write(body)

    async def match_states(self, tournament_id: str) -> dict[str, MatchStatus]:
        """Return how far the matches of a tournament are, of those that are there."""
        mine = select(pairing.c.match_id).where(pairing.c.tournament_id == tournament_id)
        statement = select(match.c.id, match.c.status).where(match.c.id.in_(mine))
        return await self._db.read(lambda connection: {row.id: row.status for row in connection.execute(statement)})

    async def threads(self, match_ids: Collection[str]) -> dict[str, int]:
        """Return the threads of some matches, of those that have one."""
        statement = select(match.c.id, match.c.thread_id).where(match.c.id.in_(match_ids), match.c.thread_id > 0)
        return await self._db.read(lambda connection: {row.id: row.thread_id for row in connection.execute(statement)})

    # Its page

    async def set_page(self, tournament_id: str, message_id: int | None, shown: str | None) -> None:
        """Note the message that is the page of a tournament, and what it shows."""
        await self._set(tournament_id, message_id=message_id, shown=shown)

    async def set_channel(self, tournament_id: str, channel_id: int) -> None:
        """Move a tournament to another channel, where its page is posted anew."""
        await self._set(tournament_id, channel_id=channel_id, message_id=None, shown=None)

    async def set_told(self, tournament_id: str, now: int) -> None:
        """Note that the end of a tournament was told."""
        await self._set(tournament_id, told_at=now)

    async def _set(self, tournament_id: str, **values: Any) -> None:
        statement = update(tournament).where(tournament.c.id == tournament_id).values(**values)
        await self._db.write(lambda connection: connection.execute(statement))

    async def _swapped(self, body: Callable[[Connection], bool]) -> bool:
        try:
            return await self._db.write(body)
        except Taken:  # another process has written the same pairings
            return False
