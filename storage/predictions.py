"""What spectators predict of matches: what they say will come, how it came, and who has foreseen most.

An occasion is what can be predicted next in a match: the first battle is number 1. Its row is written when it begins;
from then on nothing is predicted of it, also where a takeback leads back before it. What it came to is written once,
in the step that decides it, together with whose predictions were right. Times are unix milliseconds.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Text,
    and_,
    delete,
    func,
    select,
    text,
    true,
    update,
)

from storage.engine import Repository
from storage.job_sql import NewJob
from storage.schema import BIG, FLAG, former, match, player, seat, table

POINT: Final = 60
"""A point is stored in so many parts: with two to five answers, what guessing brings is whole."""

occasion = table(
    "occasion",
    Column("match_id", Text, nullable=False),
    Column("number", Integer, nullable=False, autoincrement=False),
    Column("begun_at", BIG, nullable=False),
    Column("answer", Text),
    Column("told_at", BIG),
    PrimaryKeyConstraint("match_id", "number", name="pk_occasion"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_occasion_match"),
)

prediction = table(
    "prediction",
    Column("match_id", Text, nullable=False),
    Column("number", Integer, nullable=False, autoincrement=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("subject", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("made_at", BIG, nullable=False),
    Column("foreseen", FLAG),
    PrimaryKeyConstraint("match_id", "number", "user_id", name="pk_prediction"),
    ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_prediction_match"),
    CheckConstraint("answers BETWEEN 2 AND 5", name="ck_prediction_answers"),
    Index("ix_prediction_user_id", "user_id"),
)

forecaster = table(
    "forecaster",
    Column("guild_id", BIG, nullable=False, autoincrement=False),
    Column("user_id", BIG, nullable=False, autoincrement=False),
    Column("made", Integer, nullable=False),
    Column("foreseen", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "user_id", name="pk_forecaster"),
    Index("ix_forecaster_points", "guild_id", "points", "foreseen", "user_id", "made"),
    Index("ix_forecaster_user_id", "user_id"),
)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What somebody says will come of an occasion."""

    number: int
    user_id: int
    subject: str
    """What the question was about, where a match does not always ask the same; predictions of others do not count."""
    answer: str
    answers: int
    """How many there were to choose from."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What an occasion came to; no `answer` where none of them can be called right."""

    number: int
    subject: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class Occasions:
    """What a step of a match begins and decides of what can be predicted; `told` is added where somebody predicted."""

    guild_id: int
    begun: tuple[int, ...]
    decided: tuple[Decided, ...]
    told: NewJob


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An occasion that was decided: how many predicted it, and who of them was right."""

    number: int
    answer: str
    made: int
    right: int
    named: tuple[int, ...]
    """Those of them whom others may see as having been right, the earliest first."""


@dataclass(frozen=True, slots=True)
class Forecaster:
    """How somebody has predicted on a server; `points` in parts (`POINT`)."""

    user_id: int
    made: int
    foreseen: int
    points: int


Kept = Literal["kept", "begun", "moved"]
_FORECASTER: Final = [forecaster.c[name] for name in Forecaster.__dataclass_fields__]
_BEGIN: Final = text(
    "INSERT INTO occasion (match_id, number, begun_at) VALUES (:match, :number, :now)"
    " ON CONFLICT (match_id, number) DO NOTHING"
)
_KEEP: Final = text(
    "INSERT INTO prediction (match_id, number, user_id, subject, answer, answers, made_at)"
    " VALUES (:match, :number, :user, :subject, :answer, :answers, :now)"
    " ON CONFLICT (match_id, number, user_id) DO UPDATE SET subject = excluded.subject, answer = excluded.answer,"
    " answers = excluded.answers, made_at = excluded.made_at"
)
_COUNT: Final = text(
    "INSERT INTO forecaster (guild_id, user_id, made, foreseen, points) VALUES (:guild, :user, 1, :foreseen, :points)"
    " ON CONFLICT (guild_id, user_id) DO UPDATE SET made = forecaster.made + 1,"
    " foreseen = forecaster.foreseen + excluded.foreseen, points = forecaster.points + excluded.points"
)


def worth(answers: int, *, foreseen: bool) -> int:
    """Return what a prediction is worth, in parts of a point: guessing brings nothing on average."""
    return POINT * foreseen - POINT // answers


# In the step of a match


def enter(connection: Connection, match_id: str, now: int, one: Occasions) -> tuple[NewJob, ...]:
    """Close what begins, and count the predictions of what is decided: each once, whatever comes again.

    Returns the job that tells of it, where anybody has predicted it.
    """
    for number in one.begun:
        connection.execute(_BEGIN, {"match": match_id, "number": number, "now": now})
    counted = [_decide(connection, match_id, one.guild_id, decided) for decided in one.decided]
    return (one.told,) if any(counted) else ()


def _decide(connection: Connection, match_id: str, guild_id: int, decided: Decided) -> int:
    """Count the open predictions of an occasion; return how many. Of what cannot be right or wrong none is left."""
    open_ones = _open(match_id, prediction.c.number == decided.number)
    playing = select(seat.c.user_id).where(seat.c.match_id == match_id, seat.c.user_id.is_not(None))
    played = select(former.c.user_id).where(former.c.match_id == match_id)
    insiders = prediction.c.user_id.in_(playing) | prediction.c.user_id.in_(played)
    about = prediction.c.subject != decided.subject
    void = true() if decided.answer is None else insiders | about
    connection.execute(delete(prediction).where(open_ones, void))
    if decided.answer is None:
        return 0
    here = (occasion.c.match_id == match_id, occasion.c.number == decided.number, occasion.c.answer.is_(None))
    if connection.execute(update(occasion).where(*here).values(answer=decided.answer)).rowcount == 0:
        return 0
    # In one order for all, so that two steps on one server never wait for each other.
    asked = select(prediction.c.user_id, prediction.c.answers, prediction.c.answer).where(open_ones)
    asked = asked.order_by(prediction.c.user_id)
    made = [(user, answers, answer == decided.answer) for user, answers, answer in connection.execute(asked)]
    if not made:
        return 0
    connection.execute(update(prediction).where(open_ones).values(foreseen=prediction.c.answer == decided.answer))
    rows = [
        {"guild": guild_id, "user": user, "foreseen": int(right), "points": worth(answers, foreseen=right)}
        for user, answers, right in made
    ]
    connection.execute(_COUNT, rows)
    return len(made)


def drop_open(connection: Connection, match_id: str) -> None:
    """Drop what was predicted of a match that has ended before it came to that."""
    connection.execute(delete(prediction).where(_open(match_id)))


def _open(match_id: str, *more: Any) -> Any:
    return and_(prediction.c.match_id == match_id, prediction.c.foreseen.is_(None), *more)


class PredictionRepository(Repository):
    """Predictions of spectators."""

    async def keep(self, match_id: str, version: int, new: Prediction, *, now: int) -> Kept:
        """Keep a prediction in the place of one's earlier one, if the match is still at that version and is running.

        Says otherwise that it has moved, or that what was predicted has begun before; then nothing is kept.
        """
        # The step that begins or decides the occasion waits for this transaction, or has been seen by it.
        here = select(match.c.version, match.c.status).where(match.c.id == match_id).with_for_update()
        begun = select(occasion.c.number).where(occasion.c.match_id == match_id, occasion.c.number >= new.number)
        values = {"match": match_id, "number": new.number, "user": new.user_id, "now": now}
        values |= {"subject": new.subject, "answer": new.answer, "answers": new.answers}

        def body(connection: Connection) -> Kept:
            row = connection.execute(here).first()
            if row is None or row.version != version or row.status != "running":
                return "moved"
            if connection.execute(begun.limit(1)).first() is not None:
                return "begun"
            connection.execute(_KEEP, values)
            return "kept"

        return await self._db.write(body)

    async def begun(self, match_id: str) -> int:
        """Return the number of the last occasion of a match that has begun, ever; 0 for none."""
        last = select(func.max(occasion.c.number)).where(occasion.c.match_id == match_id)
        return await self._db.read(lambda connection: connection.scalar(last) or 0)

    async def of(self, match_id: str, number: int) -> list[Prediction]:
        """Return what was predicted of an occasion, the earliest first."""
        columns = [prediction.c[name] for name in Prediction.__dataclass_fields__]
        which = (prediction.c.match_id == match_id, prediction.c.number == number)
        statement = select(*columns).where(*which).order_by(prediction.c.made_at, prediction.c.user_id)
        return await self._db.read(lambda connection: [Prediction(*row) for row in connection.execute(statement)])

    async def untold(self, match_id: str) -> list[Foreseen]:
        """Return the decided occasions of a match that somebody predicted and nobody was told of, in their order."""
        which = (occasion.c.match_id == match_id, occasion.c.answer.is_not(None), occasion.c.told_at.is_(None))
        here = and_(prediction.c.match_id == occasion.c.match_id, prediction.c.number == occasion.c.number)
        shows = func.coalesce(player.c.stats, true()).label("shows")
        statement = (
            select(occasion.c.number, occasion.c.answer, prediction.c.user_id, prediction.c.foreseen, shows)
            .join(prediction, here)
            .join(player, player.c.user_id == prediction.c.user_id, isouter=True)
            .where(*which, prediction.c.foreseen.is_not(None))
            .order_by(occasion.c.number, prediction.c.made_at, prediction.c.user_id)
        )

        def body(connection: Connection) -> list[Foreseen]:
            rows = connection.execute(statement).all()
            return [
                _told([row for row in rows if row.number == number]) for number in dict.fromkeys(r.number for r in rows)
            ]

        return await self._db.read(body)

    async def note_told(self, match_id: str, numbers: Sequence[int], *, now: int) -> None:
        """Note that everybody can read how these occasions were foreseen."""
        which = (occasion.c.match_id == match_id, occasion.c.number.in_(numbers))
        statement = update(occasion).where(*which).values(told_at=now)
        await self._db.write(lambda connection: connection.execute(statement))

    async def table(self, guild_id: int, offset: int, most: int) -> list[Forecaster]:
        """Return the best of a server: whoever has foreseen more than guessing brings, and shows how they do."""
        there = select(*_FORECASTER).join(player, player.c.user_id == forecaster.c.user_id, isouter=True)
        here = (forecaster.c.guild_id == guild_id, forecaster.c.points > 0, func.coalesce(player.c.stats, true()))
        best = (forecaster.c.points.desc(), forecaster.c.foreseen.desc(), forecaster.c.user_id.desc())
        statement = there.where(*here).order_by(*best).offset(offset).limit(most)
        return await self._db.read(lambda connection: [Forecaster(*row) for row in connection.execute(statement)])

    async def forecaster(self, guild_id: int, user_id: int) -> Forecaster | None:
        """Return how somebody has predicted on a server; `None` where they have not."""
        mine = (forecaster.c.guild_id == guild_id, forecaster.c.user_id == user_id)

        def body(connection: Connection) -> Forecaster | None:
            row = connection.execute(select(*_FORECASTER).where(*mine)).first()
            return None if row is None else Forecaster(*row)

        return await self._db.read(body)


def _told(rows: Sequence[Any]) -> Foreseen:
    right = [row for row in rows if row.foreseen]
    named = tuple(row.user_id for row in right if row.shows and row.user_id > 0)
    return Foreseen(rows[0].number, rows[0].answer, len(rows), len(right), named)


# Deletion


def forget(connection: Connection, user_id: int) -> int:
    """Delete what a user has predicted and the line in every table; return how many rows changed.

    Of what was decided a stand-in is left, another one each time: how many were right stays as it was told.
    """
    mine = (prediction.c.user_id == user_id, prediction.c.foreseen.is_(None))
    count = connection.execute(delete(prediction).where(*mine)).rowcount
    which = select(prediction.c.match_id, prediction.c.number).where(prediction.c.user_id == user_id)
    for match_id, number in connection.execute(which).all():
        here = (prediction.c.match_id == match_id, prediction.c.number == number, prediction.c.user_id == user_id)
        instead = -secrets.randbits(62) - 1
        count += connection.execute(update(prediction).where(*here).values(user_id=instead)).rowcount
    return count + connection.execute(delete(forecaster).where(forecaster.c.user_id == user_id)).rowcount
