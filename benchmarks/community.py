"""Statistics and tables of a large community against those of a small one: what is asked must not grow with it.

The large one has a hundred times as many people and matches, all on one server. Its matches are simulated: people of
known strength play duels, in teams and each alone, with draws, handed-over seats, computer players, and some unrated.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import count
from math import log
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, insert

from benchmarks.measure import Job, Row, ratio, seconds_a_unit
from storage import (
    Came,
    NewJob,
    NewMatch,
    Outcome,
    Played,
    Seek,
    Seeker,
    SeekFound,
    SeekRules,
    SeekTerms,
    Store,
    schema,
)
from storage.ledger import dump_words
from storage.result_tables import finished, played
from storage.results import recompute

FEW: Final = (100, 1_000)
MANY: Final = (10_000, 100_000)
"""People, and matches."""
SERVER: Final = 10
A_MATCH: Final = 3_600_000
"""Milliseconds from the end of one match to that of the next."""
GAME: Final = "monolith_arena"
FIRST: Final = 1 << 30
"""The id of the first of the people."""
SITTING: Final = {"duel": (0, 1), "teams": (0, 0, 1, 1), "free": (0, 1, 2, 3)}
"""The team of each seat, by kind."""
SHARES: Final = (0.6, 0.15, 0.25)
ARMIES: Final = ("dragon_empire", "guardians_of_the_realm", "harbingers_of_the_forest", "lords_of_the_abyss")
TILES: Final = ("pikeman", "knight", "swordsman", "arquebusier", "horror", "rune_of_strength")
LETTERS: Final = str.maketrans("0123456789", "abcdefghij")
TABLE: Final = (SERVER, GAME, "duel")


def strength_of(user: int) -> float:
    """Return how strong somebody is, on a scale on which one more wins 73% of duels."""
    return Random(user).gauss(0, 1)


def simulated(random: Random, people: int, matches: int) -> Iterator[Outcome]:
    """Yield what so many matches of so many people came to."""
    for number in range(matches):
        kind = random.choices(list(SITTING), SHARES)[0]
        teams = SITTING[kind]
        users = [FIRST + n for n in random.sample(range(people), len(teams))]
        yield _outcome(random, number, kind, teams, users)


def _outcome(random: Random, number: int, kind: str, teams: Sequence[int], users: Sequence[int]) -> Outcome:
    sides = sorted(set(teams))
    shown = {side: -log(-log(random.random())) for side in sides}
    for user, side in zip(users, teams, strict=True):
        shown[side] += strength_of(user) / teams.count(side)
    best = sorted(sides, key=lambda side: -shown[side])
    places = {side: place for place, side in enumerate(best)}
    chance = random.random()
    if chance < 0.05:  # the best two have drawn
        places[best[1]] = 0
    match_id, ended_at = f"m{number:09}".translate(LETTERS), number * A_MATCH
    one = Outcome(match_id, SERVER, GAME, kind, "all", ended_at, "", "daily", 20, 10**8)
    seats = tuple(
        _seat(random, seat, user, side, places) for seat, (user, side) in enumerate(zip(users, teams, strict=True))
    )
    if chance > 0.98:
        left = (replace(seats[0], came="left"), *seats[1:])
        return replace(one, rates="leavers", played=left)
    if chance > 0.97:
        return replace(one, rates="none", played=tuple(replace(seat, came="off") for seat in seats))
    if chance > 0.92:
        machine = replace(seats[-1], user_id=4_000_001, person=False)
        return replace(one, rates="none", computer="squire", played=(*seats[:-1], machine))
    return replace(one, rates="none" if chance > 0.85 else "all", played=seats)


def _seat(random: Random, seat: int, user: int, side: int, places: dict[int, int]) -> Played:
    first = list(places.values()).count(0)
    came: Came = "lost" if places[side] else "won" if first == 1 else "drawn"
    words = {
        "army": {random.choice(ARMIES): 1},
        "tile": {tile: 1 + n for n, tile in enumerate(random.sample(TILES, 3))},
    }
    return Played(seat, user, side, places[side], came, words=words)


def fill(connection: Connection, outcomes: Sequence[Outcome]) -> None:
    """Store matches that are over with their results, and all that follows from these."""
    match = {"game": GAME, "options": "{}", "seed": b"", "status": "over", "version": 1, "private": False}
    match |= {"created_at": 1, "updated_at": 1}
    connection.execute(insert(schema.match), [match | {"id": one.match_id} for one in outcomes])
    connection.execute(
        insert(finished),
        [{name: value for name, value in asdict(one).items() if name != "played"} for one in outcomes],
    )
    rows = (
        asdict(mine) | {"match_id": one.match_id, "words": dump_words(mine.words)}
        for one in outcomes
        for mine in one.played
    )
    connection.execute(insert(played), list(rows))
    recompute(connection)


async def _opened(folder: Path, people: int, matches: int) -> Store:
    outcomes = list(simulated(Random(1), people, matches))
    store = await Store.open(f"sqlite+aiosqlite:///{folder / f'{people}.db'}")
    await store.database.write(lambda connection: fill(connection, outcomes))
    await _look_in_vain(store, people)
    return store


A_DAY: Final = 86_400_000
NOW: Final = 1 << 40
TERMS: Final = SeekTerms(GAME, "duel", "1v1", 2)
_numbers: Final = count(1)


def _found(whole: Seek) -> tuple[NewMatch, tuple[NewJob, ...]]:
    where = {"guild_id": whole.guild_id, "channel_id": whole.channel_id}
    return NewMatch(whole.id, GAME, "{}", whole.seed, whole.users[0], formation="1v1", **where), ()


RULES: Final = SeekRules(
    most_open=1 << 30, most_seeks=3, blind=lambda: "", fresh=lambda: ("none", b"secret"), match=_found
)


def _seek(user: int, terms: SeekTerms = TERMS, **asked: Any) -> Seek:
    number = next(_numbers)
    who = Seeker(user, SERVER, 1, (1 << 50) + number, NOW, NOW + A_DAY, "", **asked)
    name = f"s{number:09}".translate(LETTERS)
    return Seek(name, SERVER, 1, terms, NOW, b"secret", "", (who,))


async def _look_in_vain(store: Store, people: int) -> None:
    """Let one of a hundred look for other matches, and a few for the same one, against people stronger than all."""
    for n in range(people // 100):
        await store.seeks.place(_seek(FIRST + n, SeekTerms(GAME, "free", f"{n}", 4)), RULES)
    for n in range(5):
        await store.seeks.place(_seek(FIRST + n, low=10**9), RULES)


async def _meet(store: Store, one: int, other: int) -> None:
    """Let two look for the same match, which begins."""
    await store.seeks.leave(one)
    await store.seeks.leave(other)
    await store.seeks.place(_seek(one), RULES)
    found = await store.seeks.place(_seek(other), RULES)
    if not isinstance(found, SeekFound):
        raise TypeError(found)


Ask = Callable[[Store, int, int], Awaitable[Any]]
"""Asks something about two people."""


ASKED: Final[dict[str, Ask]] = {
    "/stats": lambda store, one, other: store.results.tallies(one, SERVER),
    "/stats of a game": lambda store, one, other: store.results.tallies(one, SERVER, GAME),
    "ratings of somebody": lambda store, one, other: store.results.ratings(one, SERVER),
    "a rating over time": lambda store, one, other: store.results.course(one, *TABLE, 60),
    "head to head": lambda store, one, other: store.results.meetings(one, other, SERVER),
    "/leaderboard": lambda store, one, other: store.results.table(*TABLE, 0, 11),
    "/leaderboard, last page": lambda store, one, other: store.results.table(*TABLE, 90, 11),
    "two seeks that become a match": _meet,
    "somebody's place in it": lambda store, one, other: store.results.place(one, *TABLE),
}


def _job(runner: asyncio.Runner, store: Store, ask: Ask, pairs: Sequence[tuple[int, int]]) -> Job:
    async def some() -> int:
        for one, other in pairs:
            await ask(store, one, other)
        return len(pairs)

    return lambda: runner.run(some())


def run(*, small: bool = False) -> list[Row]:
    """Return how many times as long each question takes in the large community."""
    few, many = ((10, 50), (20, 100)) if small else (FEW, MANY)
    rounds, portion = (2, 3) if small else (15, 40)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stores = [runner.run(_opened(Path(folder), *size)) for size in (many, few)]
        random = Random(2)
        pairs = [
            [(FIRST + a, FIRST + b) for a, b in (random.sample(range(size[0]), 2) for _ in range(portion))]
            for size in (many, few)
        ]
        try:
            return [
                Row(f"{name}, {many[1]:,} matches instead of {few[1]:,}", ratio(*times), "times as long", "2")
                for name, ask in ASKED.items()
                for times in (
                    seconds_a_unit(
                        [_job(runner, store, ask, asked) for store, asked in zip(stores, pairs, strict=True)], rounds
                    ),
                )
            ]
        finally:
            for store in stores:
                runner.run(store.close())
