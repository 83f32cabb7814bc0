"""Tournaments as they are stored, and what is read and written of them inside an open transaction."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from storage.tournament_tables import entrant, entrant_member, pairing, tournament

Kind = Literal["swiss", "robin", "single", "double"]
Status = Literal["open", "running", "over", "cancelled"]
How = Literal["played", "late", "bye", "absent", "left", "organizer", "seed"]
"""How a pairing was decided: by its match, by time, without one, or by somebody."""
Points = tuple[int, int]
OPEN: Final[tuple[Status, ...]] = ("open", "running")


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played in a tournament, and how far it is."""

    id: str
    guild_id: int
    channel_id: int
    organizer: int
    title: str
    game: str
    formation: str
    options: str
    """Those of its matches, as JSON."""
    pace: str
    rated: bool
    language: str
    kind: Kind
    most: int
    """So many may enter."""
    rounds: int | None
    """How many rounds a Swiss has; None until it starts, unless that was said."""
    created_at: int
    status: Status = "open"
    version: int = 0
    message_id: int | None = None
    """The message that is its page; None until it is posted."""
    shown: str | None = None
    """The hash of what that message shows."""
    told_at: int | None = None
    """When its result was posted."""
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who enters alone or in a team; whoever was named by another one has to accept."""

    user_id: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody, or a team, in a tournament."""

    number: int
    seed: int | None
    left_at: int | None
    members: tuple[Member, ...]

    @property
    def users(self) -> tuple[int, ...]:
        """Return those who have entered, in the order of their places."""
        return tuple(one.user_id for one in self.members if one.accepted)


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """Two entrants who meet, by their seeds, or one with a bye. `game` counts the matches that ended in a draw."""

    round: int
    board: int
    first: int
    second: int | None
    match_id: str
    """Its match, which may not be there yet."""
    paired_at: int
    game: int = 0
    points: Points | None = None
    """In halves; None while it is open."""
    how: How | None = None
    due_at: int | None = None
    """When both have to have moved; None before the match is open, and once both have."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A tournament with all that belongs to it, as it stood at one moment."""

    head: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[StoredPairing, ...]
    """By rounds and boards."""

    def seeded(self, seed: int) -> Entrant:
        """Return the entrant of a seed. Raises `StopIteration` where there is none."""
        return next(one for one in self.entrants if one.seed == seed)

    def of_user(self, user_id: int) -> Entrant | None:
        """Return the entrant of a user, accepted or not."""
        return next((one for one in self.entrants if any(m.user_id == user_id for m in one.members)), None)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a pairing has come to."""

    tournament_id: str
    round: int
    board: int
    match_id: str
    """The match that it was worked out for: nothing is written where the pairing has another one by now."""
    points: Points
    how: How


Entered = Literal["entered", "closed", "full", "there"]
"""What came of entering: it was done, the tournament takes nobody any more, has no room, or has one of them already."""
HEAD = [tournament.c[one.name] for one in fields(Tournament)]


def settle(connection: Connection, settled: Settled) -> bool:
    """Note what a pairing has come to, inside an open transaction; False where it was decided before."""
    hold(connection, settled.tournament_id)
    values = {"points_first": settled.points[0], "points_second": settled.points[1], "how": settled.how}
    open_ = (pairing.c.match_id == settled.match_id, pairing.c.points_first.is_(None))
    running = select(tournament.c.id).where(tournament.c.id == settled.tournament_id, tournament.c.status == "running")
    if connection.scalar(running) is None:
        return False
    where = at(settled.tournament_id, settled.round, settled.board)
    done = connection.execute(update(pairing).where(*where, *open_).values(**values)).rowcount > 0
    if done:
        touch(connection, settled.tournament_id)
    return done


def all_there(connection: Connection, tournament_id: str, users: Collection[int]) -> bool:
    """Return True if all of these are in a tournament; nobody of them is forgotten until the transaction ends."""
    hold(connection, tournament_id)
    mine = (entrant_member.c.tournament_id == tournament_id, entrant_member.c.user_id.in_(users))
    return len(connection.scalars(select(entrant_member.c.user_id).where(*mine)).all()) == len(users)


def forget(connection: Connection, user_id: int, now: int) -> int:
    """Let a stand-in take a user's place in every tournament, another one in each; return how many rows changed.

    Whoever has entered one that has not begun is taken out of it, with their team; from one that runs they have
    withdrawn.
    """
    mine = entrant_member.c.user_id == user_id
    rows = connection.execute(
        select(entrant_member.c.tournament_id, entrant_member.c.number, tournament.c.status)
        .join(tournament, tournament.c.id == entrant_member.c.tournament_id)
        .where(mine)
    ).all()
    changed = 0
    for tournament_id, number, status in rows:
        if status == "open":
            changed += take_out(connection, tournament_id, number)
        elif status == "running":
            which = (entrant.c.tournament_id == tournament_id, entrant.c.number == number, entrant.c.left_at.is_(None))
            changed += connection.execute(update(entrant).where(*which).values(left_at=now)).rowcount
        touch(connection, tournament_id)
    opened = connection.scalars(select(tournament.c.id).where(tournament.c.organizer == user_id)).all()
    for one in {*opened, *(row.tournament_id for row in rows)}:
        instead = -secrets.randbits(62) - 1
        mine_here = update(entrant_member).where(mine, entrant_member.c.tournament_id == one)
        opened_it = update(tournament).where(tournament.c.id == one, tournament.c.organizer == user_id)
        changed += connection.execute(mine_here.values(user_id=instead)).rowcount
        changed += connection.execute(opened_it.values(organizer=instead)).rowcount
    return changed


def about(connection: Connection, user_id: int) -> list[dict[str, Any]]:
    """Return what is known of a user in tournaments: those they have entered or opened."""
    entered = (
        select(
            tournament.c.id,
            tournament.c.guild_id,
            tournament.c.title,
            tournament.c.game,
            tournament.c.kind,
            entrant.c.number,
            entrant.c.seed,
            entrant.c.left_at,
            entrant_member.c.accepted,
        )
        .join(entrant, entrant.c.tournament_id == tournament.c.id)
        .join(
            entrant_member,
            (entrant_member.c.tournament_id == entrant.c.tournament_id) & (entrant_member.c.number == entrant.c.number),
        )
        .where(entrant_member.c.user_id == user_id)
    )
    opened = select(tournament.c.id, tournament.c.guild_id, tournament.c.title, tournament.c.created_at)
    found = [dict(row._mapping) for row in connection.execute(entered)]
    theirs = connection.execute(opened.where(tournament.c.organizer == user_id))
    return found + [dict(row._mapping) | {"organizer": True} for row in theirs]


def at(tournament_id: str, round_: int, board: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select a pairing."""
    return (pairing.c.tournament_id == tournament_id, pairing.c.round == round_, pairing.c.board == board)


def hold(connection: Connection, *tournament_ids: str) -> None:
    """Let no other transaction change these tournaments until this one ends: what is read from here on stays true."""
    which = tournament.c.id.in_(tournament_ids)
    connection.execute(select(tournament.c.id).where(which).order_by(tournament.c.id).with_for_update())


def hold_those_of(connection: Connection, user_id: int) -> None:
    """Let no other transaction change the tournaments of a user, nor open a match of them, until this one ends."""
    mine = entrant_member.c.user_id == user_id
    hold(connection, *connection.scalars(select(entrant_member.c.tournament_id).where(mine)))


def touch(connection: Connection, tournament_id: str) -> None:
    """Move a tournament to its next version."""
    up = update(tournament).where(tournament.c.id == tournament_id).values(version=tournament.c.version + 1)
    connection.execute(up)


def swap(connection: Connection, seen: Tournament, also: ColumnElement[bool] | None = None, **values: Any) -> bool:
    """Move a tournament from the version that was seen to the next one; False where it has changed since."""
    which = [tournament.c.id == seen.id, tournament.c.version == seen.version, tournament.c.status == seen.status]
    which += [] if also is None else [also]
    statement = update(tournament).where(*which).values(version=seen.version + 1, **values)
    return connection.execute(statement).rowcount > 0


def seat(connection: Connection, tournament_id: str, number: int, place: int, user_id: int, *, accepted: bool) -> None:
    """Write the place of a user in an entrant."""
    values = {"number": number, "place": place, "user_id": user_id, "accepted": accepted}
    connection.execute(insert(entrant_member).values(tournament_id=tournament_id, **values))


def take_out(connection: Connection, tournament_id: str, number: int) -> int:
    """Delete an entrant with its members; return how many there were."""
    members = (entrant_member.c.tournament_id == tournament_id, entrant_member.c.number == number)
    connection.execute(delete(entrant_member).where(*members))
    which = (entrant.c.tournament_id == tournament_id, entrant.c.number == number)
    return connection.execute(delete(entrant).where(*which)).rowcount


def get_whole(connection: Connection, tournament_id: str) -> Whole | None:
    """Return a tournament with all that belongs to it; None where there is none of that id."""
    row = connection.execute(select(*HEAD).where(tournament.c.id == tournament_id)).first()
    if row is None:
        return None
    by_place = select(entrant_member).where(entrant_member.c.tournament_id == tournament_id)
    members: dict[int, list[Member]] = {}
    for one in connection.execute(by_place.order_by(entrant_member.c.number, entrant_member.c.place)):
        members.setdefault(one.number, []).append(Member(one.user_id, bool(one.accepted)))
    entrants = select(entrant).where(entrant.c.tournament_id == tournament_id).order_by(entrant.c.number)
    pairings = (
        select(pairing).where(pairing.c.tournament_id == tournament_id).order_by(pairing.c.round, pairing.c.board)
    )
    return Whole(
        head_of(row),
        tuple(
            Entrant(one.number, one.seed, one.left_at, tuple(members.get(one.number, ())))
            for one in connection.execute(entrants)
        ),
        tuple(pairing_of(one) for one in connection.execute(pairings).mappings()),
    )


def head_of(row: Any) -> Tournament:
    """Return the tournament of a row."""
    values = dict(row._mapping)
    return Tournament(**values | {"rated": bool(values["rated"])})


def pairing_of(row: Mapping[Any, Any]) -> StoredPairing:
    """Return the pairing of a row."""
    values = {one.name: row[one.name] for one in fields(StoredPairing) if one.name != "points"}
    points = None if row["points_first"] is None else (row["points_first"], row["points_second"])
    return StoredPairing(**values, points=points)


def row_of(tournament_id: str, one: StoredPairing) -> dict[str, Any]:
    """Return the row of a pairing."""
    values = asdict(one)
    first, second = values.pop("points") or (None, None)
    return {"tournament_id": tournament_id, "points_first": first, "points_second": second, **values}
