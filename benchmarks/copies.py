"""A database of 2,000 matches copied from SQLite to PostgreSQL and back: every match verifies, every button answers.

Both copies are compared with their originals row by row, and every match is replayed in them (`bot.matches.copying`).
Then a bot works on each of the copies, and everything that stands below the public message of a match is pressed by
somebody who plays in it.
"""

from __future__ import annotations

import asyncio
import base64
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import text

from benchmarks.measure import Row
from bot.interactions.services import public_buttons
from bot.matches import copying
from bot.panels.components import view
from bot.publish import compose
from bot.publish.live import MessageCoverage
from bot.registry import FACES, FEATURES
from bot.texts.phrases import phrases
from storage import Store
from tests.bot import forged, kills
from tests.bot.world import World, make_bot, world
from tests.storage.postgresql import served
from tests.support import databases

MATCHES: Final = 2_000
SEATS: Final = 8
"""More than any match has."""
KEY: Final = base64.urlsafe_b64encode(kills.KEY).decode()
MOVED: Final = (
    "UPDATE seat SET user_id = CASE seat {} END",
    "UPDATE match SET guild_id = :guild, channel_id = :channel, thread_id = NULL",
)
"""Lets people and a server that there are have the matches."""


async def _copied(source: str, target: str, folder: Path) -> tuple[float, copying.Copied]:
    begun = time.monotonic()
    done = await copying.copy(
        source, target, keys=(kills.KEY,), folder=folder, faces=FACES, report=lambda line: print(line, flush=True)
    )
    return time.monotonic() - begun, done


async def _pressed(url: str, folder: Path) -> tuple[int, list[str]]:
    """Press everything below the public messages of all matches; return how often, and what was not answered."""

    async def there(_: str) -> str:
        return url

    try:
        async with world(folder, KEY) as made:  # the bot has a database of its own, until it is known who is there
            people = [*made.players, made.tina, made.bea, *(made.member(f"P{n}") for n in range(SEATS - 4))]
            await _move(url, made, [one.id for one in people])
            databases.elsewhere = there
            await _begin(made)
            count, wrong = 0, list[str]()
            for match_id in await made.bot.store.matches.all_ids():
                for custom_id, value, presser in await _offered(made, match_id):
                    count += 1
                    done: Any = await forged.press(made, made.actor(presser), made.channel, custom_id, value)
                    said = " ".join(str(one and one.content) for one in (done.response, *done.followups))
                    if not done.acknowledged or "Something went wrong" in said:
                        wrong.append(f"{custom_id}: {said[:80]}")
            return count, wrong + [repr(error) for error in made.env.errors]
    finally:
        databases.elsewhere = None


async def _move(url: str, made: World, people: list[int]) -> None:
    """Let the people and the server of a world have all matches of a database, in which nothing waits to be sent."""
    seats = " ".join(f"WHEN {seat} THEN {user:d}" for seat, user in enumerate(people))
    where = {"guild": made.guild.id, "channel": made.channel.id}

    def body(connection: Any) -> None:
        connection.execute(text("DELETE FROM job"))
        for statement in MOVED:
            given = where if ":guild" in statement else {}
            connection.execute(text(statement.format(seats)), given)

    async with await Store.open(url, keys=[kills.KEY]) as store:
        await store.database.write(body)


async def _begin(made: World) -> None:
    """Begin a bot that answers and does nothing by itself: it would post thousands of boards, and see to all clocks."""
    await made.bot.store.close()
    made.bot = await make_bot(made.folder, KEY)
    made.bot.supervisor.start = lambda *_: None  # type: ignore[method-assign]
    await made.env.restart_bot(made.bot)


async def _offered(made: World, match_id: str) -> list[tuple[str, str | None, int]]:
    """Return what can be pressed below the public message of a match, the lines of its menus too, and who does."""
    say, match = phrases("en"), await made.bot.matches.load(match_id)
    names = await made.bot.services.names.seats(say, match)
    waiting = tuple(match.waited_for())
    key = MessageCoverage.of(match, match.newest, waiting).key
    shown = view(match.id, compose.live_rows(say, match, names, public_buttons(FEATURES)(say, match)), key)
    presser = waiting[0] if waiting else match.users()[0]
    items: list[Any] = [] if shown is None else shown.children
    values = [(item, [one.value for one in getattr(item, "options", ())] or [None]) for item in items]
    return [(item.custom_id, value, presser) for item, lines in values if item.custom_id for value in lines]


async def _run(matches: int, server: str, folder: Path) -> list[Row]:
    first, last = (f"sqlite+aiosqlite:///{folder / name}" for name in ("first.db", "last.db"))
    await kills.prepare(first, matches, Random(4))
    there, done = await _copied(first, server, folder)
    back, again = await _copied(server, last, folder)
    wrong = [*done.wrong, *again.wrong]
    pressed, silent = await _pressed(server, folder / "server")
    pressed_back, silent_back = await _pressed(last, folder / "file")
    for line in (*wrong, *silent, *silent_back):
        print(line)
    return [
        Row("matches that were replayed after each copy", min(done.matches, again.matches), "matches"),
        Row("rows", done.rows, "rows"),
        Row("from SQLite to PostgreSQL", there, "s"),
        Row("and back", back, "s"),
        Row("not what their histories lead to", len(wrong), "matches", "0"),
        Row("rows more or less on the way back", abs(done.rows - again.rows), "rows", "0"),
        Row("buttons pressed on PostgreSQL", pressed, "buttons"),
        Row("and on SQLite", pressed_back, "buttons"),
        Row("not answered", len(silent) + len(silent_back), "buttons", "0"),
    ]


def run(*, small: bool) -> list[Row]:
    """Return what has come of both copies; without a PostgreSQL server nothing is run."""
    for server in served():
        with tempfile.TemporaryDirectory() as name:
            return asyncio.run(_run(9 if small else MATCHES, server.new_database(), Path(name)))
    return []
