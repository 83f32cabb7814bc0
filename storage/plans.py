"""What players have said in advance: private plans for their next turn, and standing instructions."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, fields, replace

from sqlalchemy import Connection, delete, insert, select, update

from storage.clocks import lock
from storage.engine import Repository
from storage.schema import followed, instruction, plan
from storage.sealing import Sealing, draft_of, instruction_of, outcome_of, plan_of


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What a user has planned for the next own turn in a match."""

    user_id: int
    lines: str = field(repr=False)
    """The actions, one a line; empty for no plan any more."""
    updated_at: int
    outcome: str | None = field(default=None, repr=False)
    """What came of it, as JSON; None while it is pending."""
    draft: str | None = field(default=None, repr=False)
    """The actions that are being chosen in its place and not kept yet, one a line; None where nobody is choosing."""


_COLUMNS = [plan.c[field.name] for field in fields(StoredPlan)]


class PlanRepository(Repository):
    """Plans; they are written by the step that makes, cancels or carries out one (`storage.steps`); drafts are not."""

    async def of_match(self, match_id: str) -> tuple[StoredPlan, ...]:
        """Return the plans for a match, those with an outcome too, until their owners are told."""
        statement = select(*_COLUMNS).where(plan.c.match_id == match_id).order_by(plan.c.user_id)
        sealing = self._db.sealing

        def body(connection: Connection) -> tuple[StoredPlan, ...]:
            return tuple(_opened(sealing, match_id, StoredPlan(*row)) for row in connection.execute(statement))

        return await self._db.read(body)

    async def remove_reported(self, match_id: str, told: StoredPlan) -> None:
        """Forget a plan, unless there is a newer one: its owner was told what came of it. A draft stays."""
        sealing = self._db.sealing

        def body(connection: Connection) -> None:
            lock(connection, match_id)  # a step that keeps or carries out a plan now would be overwritten
            stored = _of_user(connection, sealing, match_id, told.user_id)
            if stored is not None and stored.outcome is not None and stored.updated_at == told.updated_at:
                put_plan(connection, sealing, match_id, replace(stored, lines="", outcome=None))

        await self._db.write(body)

    async def keep_draft(self, match_id: str, user_id: int, draft: str | None, *, now: int) -> None:
        """Keep what a user is choosing, beside a plan that may be there; None forgets it."""
        sealing = self._db.sealing

        def body(connection: Connection) -> None:
            lock(connection, match_id)  # as above
            stored = _of_user(connection, sealing, match_id, user_id) or StoredPlan(user_id, "", now)
            put_plan(connection, sealing, match_id, replace(stored, draft=draft))

        await self._db.write(body)


def _of_user(connection: Connection, sealing: Sealing, match_id: str, user_id: int) -> StoredPlan | None:
    row = connection.execute(
        select(*_COLUMNS).where(plan.c.match_id == match_id, plan.c.user_id == user_id)
    ).one_or_none()
    return None if row is None else _opened(sealing, match_id, StoredPlan(*row))


def put_plan(connection: Connection, sealing: Sealing, match_id: str, one: StoredPlan) -> None:
    """Write a plan in place of the one before inside an open transaction; one without lines and draft is none."""
    connection.execute(delete(plan).where(plan.c.match_id == match_id, plan.c.user_id == one.user_id))
    if one.lines or one.draft:
        sealed = replace(
            one,
            lines=sealing.seal_text(one.lines, plan_of(match_id, one.user_id)),
            outcome=one.outcome and sealing.seal_text(one.outcome, outcome_of(match_id, one.user_id)),
            draft=None if one.draft is None else sealing.seal_text(one.draft, draft_of(match_id, one.user_id)),
        )
        connection.execute(insert(plan).values(match_id=match_id, **asdict(sealed)))


def _opened(sealing: Sealing, match_id: str, one: StoredPlan) -> StoredPlan:
    return replace(
        one,
        lines=sealing.open_text(one.lines, plan_of(match_id, one.user_id)),
        outcome=one.outcome and sealing.open_text(one.outcome, outcome_of(match_id, one.user_id)),
        draft=one.draft and sealing.open_text(one.draft, draft_of(match_id, one.user_id)),
    )


def forget_drafts(connection: Connection, match_id: str) -> None:
    """Forget what players of a match that is over were choosing, inside an open transaction."""
    connection.execute(delete(plan).where(plan.c.match_id == match_id, plan.c.outcome.is_(None)))
    connection.execute(update(plan).where(plan.c.match_id == match_id).values(draft=None))


ALWAYS = ""
"""Stands for the id of a match where something is said for all matches of a game."""


class InstructionRepository(Repository):
    """Standing instructions, and the entries that they have made."""

    async def of_users(self, user_ids: Collection[int], game: str) -> dict[int, dict[tuple[str, str], str]]:
        """Return the instructions of users in a game: lines by match (`ALWAYS`: all of them) and topic."""
        which = (instruction.c.user_id.in_(user_ids), instruction.c.game == game)
        statement = select(instruction).where(*which).order_by(instruction.c.updated_at, instruction.c.topic)

        def body(connection: Connection) -> dict[int, dict[tuple[str, str], str]]:
            lines: dict[int, dict[tuple[str, str], str]] = {user: {} for user in user_ids}
            for row in connection.execute(statement):
                place = instruction_of(row.user_id, game, row.match_id, row.topic)
                lines[row.user_id][row.match_id, row.topic] = self._db.sealing.open_text(row.line, place)
            return lines

        return await self._db.read(body)

    async def set(self, user_id: int, game: str, match_id: str, topic: str, line: str | None, *, now: int) -> None:
        """Keep an instruction in place of the one before; None cancels it."""
        which = (
            instruction.c.user_id == user_id,
            instruction.c.game == game,
            instruction.c.match_id == match_id,
            instruction.c.topic == topic,
        )

        def body(connection: Connection) -> None:
            connection.execute(delete(instruction).where(*which))
            if line is not None:
                values = {"user_id": user_id, "game": game, "match_id": match_id, "topic": topic}
                sealed = self._db.sealing.seal_text(line, instruction_of(user_id, game, match_id, topic))
                connection.execute(insert(instruction).values(**values, line=sealed, updated_at=now))

        await self._db.write(body)

    async def unreported(self, match_id: str, user_id: int) -> tuple[int, ...]:
        """Return the numbers of a user's entries that instructions have made, and that were not told yet."""
        which = (followed.c.match_id == match_id, followed.c.user_id == user_id)
        statement = select(followed.c.seq).where(*which).order_by(followed.c.seq)
        return await self._db.read(lambda connection: tuple(connection.scalars(statement)))

    async def mark_reported(self, match_id: str, user_id: int, last: int) -> None:
        """Forget a user's entries up to a number, because the user was told of them."""
        which = (followed.c.match_id == match_id, followed.c.user_id == user_id, followed.c.seq <= last)
        await self._db.write(lambda connection: connection.execute(delete(followed).where(*which)))
