"""Private plans of players for their next turn, and their outcomes."""

from dataclasses import asdict, dataclass, field, fields, replace

from sqlalchemy import Connection, delete, insert, select

from storage.engine import Repository
from storage.schema import plan
from storage.sealing import Sealing, outcome_of, plan_of


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What a user has planned for the next own turn in a match."""

    user_id: int
    lines: str = field(repr=False)
    """The actions, one a line; empty for no plan any more."""
    updated_at: int
    outcome: str | None = field(default=None, repr=False)
    """What came of it, as JSON; None while it is pending."""


_COLUMNS = [plan.c[field.name] for field in fields(StoredPlan)]


class PlanRepository(Repository):
    """Plans; they are written by the step that makes, cancels or carries out one (`storage.steps`)."""

    async def of_match(self, match_id: str) -> tuple[StoredPlan, ...]:
        """Return the plans for a match, those with an outcome too, until their owners are told."""
        statement = select(*_COLUMNS).where(plan.c.match_id == match_id).order_by(plan.c.user_id)
        sealing = self._db.sealing

        def body(connection: Connection) -> tuple[StoredPlan, ...]:
            return tuple(_opened(sealing, match_id, StoredPlan(*row)) for row in connection.execute(statement))

        return await self._db.read(body)

    async def remove_reported(self, match_id: str, told: StoredPlan) -> None:
        """Forget a plan, unless there is a newer one: its owner was told what came of it."""
        mine = (plan.c.match_id == match_id, plan.c.user_id == told.user_id)
        this = (plan.c.outcome.is_not(None), plan.c.updated_at == told.updated_at)
        await self._db.write(lambda connection: connection.execute(delete(plan).where(*mine, *this)))


def put_plan(connection: Connection, sealing: Sealing, match_id: str, one: StoredPlan) -> None:
    """Write a plan in place of the one before inside an open transaction; one without lines is none."""
    connection.execute(delete(plan).where(plan.c.match_id == match_id, plan.c.user_id == one.user_id))
    if one.lines:
        sealed = replace(
            one,
            lines=sealing.seal_text(one.lines, plan_of(match_id, one.user_id)),
            outcome=one.outcome and sealing.seal_text(one.outcome, outcome_of(match_id, one.user_id)),
        )
        connection.execute(insert(plan).values(match_id=match_id, **asdict(sealed)))


def _opened(sealing: Sealing, match_id: str, one: StoredPlan) -> StoredPlan:
    return replace(
        one,
        lines=sealing.open_text(one.lines, plan_of(match_id, one.user_id)),
        outcome=one.outcome and sealing.open_text(one.outcome, outcome_of(match_id, one.user_id)),
    )
