"""How reliably somebody finishes matches: what counts, what time forgives, what is said of it and to whom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from storage import Came, Outcome, Played, Store, schema
from storage.reliability import FEWEST, HALF_LIFE_MS, LAST, Reliability
from tests.bot.forged import only_refusals
from tests.bot.world import World, words, world
from tests.support.databases import prepare

pytestmark = pytest.mark.usefixtures("no_incident")

NOW = 2_000 * HALF_LIFE_MS // 90
GAME = "monolith_arena"


def ended(
    number: int, guild: int, user: int, at: int, came: Came = "won", *, late: bool = False, computer: str = ""
) -> Outcome:
    """What a match came to for somebody."""
    seats = (Played(0, user, 0, 0, came, late=late), Played(1, 5, 1, 1, "lost"))
    letters = str(number).translate(str.maketrans("0123456789", "abcdefghij"))
    return Outcome(f"m{letters:a>9}", guild, GAME, "duel", "none", at, computer, "daily", 9, 1, seats)


async def enter(store: Store, outcomes: Sequence[Outcome]) -> None:
    """Enter results of matches that exist."""
    match = {"game": GAME, "options": "{}", "seed": b"", "status": "over", "version": 1, "private": False}
    match |= {"created_at": 1, "updated_at": 1}

    def made(connection: Any) -> None:
        connection.execute(insert(schema.match), [match | {"id": one.match_id} for one in outcomes])

    await store.database.write(made)
    await store.results.enter(outcomes)


async def reliable(folder: Path, outcomes: Sequence[Outcome]) -> Reliability | None:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{folder / 'one.db'}")) as store:
        await enter(store, outcomes)
        return await store.results.reliability(1, 10, NOW)


async def test_few_matches_say_nothing(tmp_path: Path) -> None:
    assert await reliable(tmp_path, [ended(n, 10, 1, NOW) for n in range(FEWEST - 1)]) is None


async def test_what_was_late_or_handed_over_counts_against_somebody(tmp_path: Path) -> None:
    some = [ended(n, 10, 1, NOW) for n in range(6)]
    some += [ended(6, 10, 1, NOW, "lost", late=True), ended(7, 10, 1, NOW, "left")]
    assert await reliable(tmp_path, some) == Reliability(0.75, 8)


async def test_what_was_called_off_counts_against_who_was_late_alone(tmp_path: Path) -> None:
    some = [ended(n, 10, 1, NOW) for n in range(5)]
    some += [ended(5, 10, 1, NOW, "off"), ended(6, 10, 1, NOW, "off", late=True)]
    found = await reliable(tmp_path, some)
    assert found is not None
    assert (round(found.share, 4), found.matches) == (0.8333, 6)


async def test_other_servers_and_computers_do_not_count(tmp_path: Path) -> None:
    some = [ended(n, 10, 1, NOW) for n in range(5)]
    some += [ended(5 + n, 11, 1, NOW, late=True) for n in range(5)]
    some += [ended(10 + n, 10, 1, NOW, late=True, computer="squire") for n in range(5)]
    assert await reliable(tmp_path, some) == Reliability(1.0, 5)


async def test_what_is_long_ago_counts_less(tmp_path: Path) -> None:
    some = [ended(n, 10, 1, NOW - HALF_LIFE_MS, late=True) for n in range(4)]
    some += [ended(4 + n, 10, 1, NOW) for n in range(4)]
    found = await reliable(tmp_path, some)
    assert found is not None
    assert found.share == pytest.approx(2 / 3)
    assert found.of_ten == 7


async def test_only_the_last_matches_count(tmp_path: Path) -> None:
    some = [ended(n, 10, 1, NOW, late=True) for n in range(5)] + [ended(5 + n, 10, 1, NOW) for n in range(LAST)]
    assert await reliable(tmp_path, some) == Reliability(1.0, LAST)


@pytest.mark.parametrize(("share", "said"), [(1.0, 10), (0.99, 9), (0.5, 5), (0.01, 1), (0.0, 0)])
def test_only_who_finishes_all_is_said_to(share: float, said: int) -> None:
    assert Reliability(share, 9).of_ten == said


async def seen(made: World) -> tuple[str, str, str]:
    """What others read in statistics, below a challenge and in the list of seeks."""
    stats = words((await made.max.slash(made.channel, "stats", player=made.anna)).response)
    await made.anna.slash(made.channel, "match new", game=GAME)
    await made.settle()
    challenge = made.channel.last_message.content
    await made.anna.slash(made.channel, "match cancel")
    await made.anna.slash(made.channel, "seek new", game=GAME)
    await made.settle()
    listed = words((await made.max.slash(made.channel, "seek list")).response)
    await made.anna.slash(made.channel, "seek cancel")
    await made.settle()
    return stats, challenge, listed


async def test_it_is_shown_in_words_unless_it_is_private(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        now = made.bot.matches.clock()
        some = [ended(n, made.guild.id, made.anna.id, now, late=n == 0) for n in range(10)]
        await enter(made.bot.store, some)
        stats, challenge, listed = await seen(made)
        assert "Anna finishes 9 of 10 matches in time." in stats
        assert challenge.endswith("Anna finishes 9 of 10 matches in time.")
        assert "finishes 9 of 10 matches in time" in listed
        await made.anna.slash(made.channel, "settings stats", private=True)
        for text in await seen(made):
            assert "in time" not in text
        assert "9 of 10" in words((await made.anna.slash(made.channel, "stats")).response)
        only_refusals(made)
