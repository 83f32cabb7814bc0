"""When matches stood still: single ones while their place, all of them while Discord was out of reach."""

from collections.abc import Collection
from functools import partial

from sqlalchemy import Connection, delete, insert, select, update

from storage import jobs
from storage.clocks import next_version
from storage.engine import Repository
from storage.records.jobs import timer as timer_job
from storage.schema import match, outage, pause

AT_ONCE = 500
"""Matches that are written in one transaction, so that a step of somebody never waits long."""


class PauseRepository(Repository):
    """Pauses of single matches, and outages that concern all of them."""

    async def begin(self, match_ids: Collection[str], *, now: int, timer: str) -> None:
        """Let matches stand still from now on; the timer of this kind falls due, so that their clocks notice.

        What stands still already goes on standing still.
        """

        def body(some: Collection[str], connection: Connection) -> None:
            on = set(connection.scalars(select(pause.c.match_id).where(pause.c.until.is_(None))))
            for match_id in some:
                if match_id not in on:
                    # One that ended at this very moment is taken up again: there is one row a beginning.
                    connection.execute(delete(pause).where(pause.c.match_id == match_id, pause.c.since == now))
                    connection.execute(insert(pause).values(match_id=match_id, since=now))
                    jobs.put(connection, match_id, 0, now, (timer_job(match_id, timer, now),))
                    next_version(connection, match_id, visible=False)

        for some in _parts(match_ids):
            await self._db.write(partial(body, some))

    async def end(self, match_ids: Collection[str], *, now: int, timer: str) -> None:
        """Let matches go on that stood still; as `begin`."""

        def body(some: Collection[str], connection: Connection) -> None:
            for match_id in some:
                on = (pause.c.match_id == match_id, pause.c.until.is_(None))
                # The clock of a machine may have been set back meanwhile.
                begun = connection.scalar(select(pause.c.since).where(*on))
                if begun is not None:
                    connection.execute(update(pause).where(*on).values(until=max(begun, now)))
                    jobs.put(connection, match_id, 0, now, (timer_job(match_id, timer, now),))
                    next_version(connection, match_id, visible=True)

        for some in _parts(match_ids):
            await self._db.write(partial(body, some))

    async def of_running(self) -> dict[str, tuple[tuple[int, int | None], ...]]:
        """Return when running matches stood still, the earliest first; no end for those that do so now."""
        running = select(match.c.id).where(match.c.status == "running")
        statement = select(pause).where(pause.c.match_id.in_(running)).order_by(pause.c.match_id, pause.c.since)

        def body(connection: Connection) -> dict[str, tuple[tuple[int, int | None], ...]]:
            found: dict[str, tuple[tuple[int, int | None], ...]] = {}
            for row in connection.execute(statement):
                found[row.match_id] = (*found.get(row.match_id, ()), (row.since, row.until))
            return found

        return await self._db.read(body)

    async def add_outage(self, since: int, until: int) -> None:
        """Note that nobody could play because the bot or Discord was out of reach."""

        def body(connection: Connection) -> None:
            longer = update(outage).where(outage.c.since == since, outage.c.until < until).values(until=until)
            known = connection.scalar(select(outage.c.until).where(outage.c.since == since))
            if known is None:
                connection.execute(insert(outage).values(since=since, until=until))
            else:
                connection.execute(longer)

        await self._db.write(body)

    async def outages(self) -> tuple[tuple[int, int], ...]:
        """Return all outages, the earliest first."""
        statement = select(outage).order_by(outage.c.since)
        return await self._db.read(
            lambda connection: tuple((row.since, row.until) for row in connection.execute(statement))
        )


def _parts(match_ids: Collection[str]) -> list[list[str]]:
    ids = sorted(match_ids)
    return [ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE)]
