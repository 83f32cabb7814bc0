"""Matches of earlier versions, begun before formations, agreements and rulings: they are read, told and played on."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from bot.matches.work import snapshot, text_hash
from games import record
from games.api import Result, new_options
from games.monolith_arena.game import GAME
from storage import Holder, Store
from storage.backup import UPGRADE, backup, backups_in
from storage.restore import restore
from tests.bot.bare import Bare, random_step, wish
from tests.storage.conftest import left_by

RECORD = Path(__file__).parents[1] / "games" / "monolith_arena" / "records" / "rulings_1_1v1_monoliths.json"


@pytest.fixture
async def matches(tmp_path: Path) -> AsyncIterator[Matches]:
    path = left_by("0002", tmp_path / "matches.db")
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        yield Matches(store, {GAME.name: Bare(GAME)})


@pytest.mark.parametrize(
    ("match_id", "formation", "offers", "waited"),
    [
        ("drawoffer2", "1v1", {1}, [2]),
        ("teams2v222", "2v2", {2, 3}, [2]),
        ("undone2222", "1v1", set(), [2]),
        ("alone1v222", "1v2", set(), [1]),
    ],
)
async def test_a_running_match_goes_on(
    matches: Matches, match_id: str, formation: str, offers: set[int], waited: list[int]
) -> None:
    match = await matches.load(match_id)
    assert (match.formation.id, match.language) == (formation, "en")
    assert match.position.offers == offers
    assert match.waited_for() == waited
    assert match.position is match.replayed[-1].after
    rng = random.Random(4)
    for _ in range(30):
        played = await random_step(matches, match, rng)
        if played is None:
            break
        match = played.match
    again = await matches.load(match_id)
    assert snapshot(GAME, again.position) == match.match.snapshot
    assert again.match.snapshot == snapshot(GAME, match.position)
    assert [e.seq for e in again.entries] == list(range(1, len(again.entries) + 1))


async def test_an_offer_that_was_made_before_can_be_accepted(matches: Matches) -> None:
    match = await matches.load("drawoffer2")
    offering, answering = match.user_of(1), match.user_of(0)
    assert offering is not None
    assert answering is not None
    over = (await matches.agree(match, answering, ("draw", "accept"))).match
    assert over.match.status == "over"
    assert over.result == Result(((0, 1),), "agreed")
    assert over.match.result == '{"ranking": [[0, 1]], "reason": "agreed"}'


@pytest.mark.parametrize(
    ("match_id", "result"),
    [("resigned22", Result(((1,), (0,)), "resigned")), ("agreed2222", Result(((0, 1),), "agreed"))],
)
async def test_a_match_that_is_over_has_its_result(matches: Matches, match_id: str, result: Result) -> None:
    match = await matches.load(match_id)
    assert match.match.status == "over"
    assert match.result == result
    assert match.choices == ()
    assert match.view(None).result == result
    assert match.replayed[-1].entry.kind == "agreement"


async def test_an_open_challenge_begins(matches: Matches) -> None:
    lobby = Lobby(matches)
    match = await lobby.accept(await matches.load("lobby22222"), 2)
    assert match.formation.id == "1v2"
    begun = await lobby.join(match, 3)
    assert begun.match.status == "running"
    assert begun.match.snapshot == snapshot(GAME, begun.start)


async def test_a_match_keeps_the_rulings_it_was_opened_under(matches: Matches, tmp_path: Path) -> None:
    """It goes on from its snapshot, its history leads there, and its result is the one of its day; a rematch is new.

    The match is that of a record whose actions the newest rulings would refuse from the 51st on.
    """
    document = record.read(RECORD.read_bytes())
    lobby = Lobby(matches)
    match_id = await lobby.new(wish(GAME, 1, 2, options={"monoliths": True}), interaction_id=1)
    with closing(sqlite3.connect(tmp_path / "matches.db")) as connection, connection:
        old = (json.dumps(document["options"]), bytes.fromhex(document["seed"]), match_id)
        connection.execute("UPDATE match SET options = ?, seed = ? WHERE id = ?", old)
    await lobby.accept(await matches.load(match_id), 2, interaction_id=2)
    with closing(sqlite3.connect(tmp_path / "matches.db")) as connection, connection:
        connection.execute("UPDATE match SET parts = NULL WHERE id = ?", (match_id,))  # players added nothing then
    for number, entry in enumerate(record.entries(document)):
        if number % 20 == 0:
            match = await Matches(matches.store, matches.faces).load(match_id)
            assert [text_hash(snapshot(GAME, one.after)) for one in match.replayed] == [
                stored.state_hash for stored in match.entries
            ]
            assert match.match.snapshot == snapshot(GAME, match.position)
        user = match.user_of(entry.seat)
        assert user is not None
        match = (await matches.play(match, user, [entry.tokens])).match
    assert match.match.status == "over"
    assert record.RESULT.dump(match.result) == document["result"]
    again = await lobby.new(wish(GAME, 1, 2, options=match.options, rematch_of=match_id), interaction_id=3)
    assert (await matches.load(again)).options == new_options(GAME, {"monoliths": True})


async def play_on(url: str) -> dict[str, int]:
    """Thirty actions in every match that runs; returns the versions that they have reached."""
    rng = random.Random(4)
    reached = {}
    async with await Store.open(url, alone=Holder.here(0)) as store:
        matches = Matches(store, {GAME.name: Bare(GAME)})
        for head in await store.matches.all_open():
            match = await matches.load(head.id)
            for _ in range(30 if head.status == "running" else 0):
                played = await random_step(matches, match, rng)
                if played is None:
                    break
                match = played.match
            again = await matches.load(head.id)
            assert again.match.snapshot == match.match.snapshot
            reached[head.id] = again.match.version
        assert await store.find_problems() == []
    return reached


@pytest.mark.parametrize("schema", ["0001", "0002", "0003"])
async def test_a_database_of_an_earlier_version_is_played_on_backed_up_and_restored(
    tmp_path: Path, schema: str
) -> None:
    old = left_by(schema, tmp_path / "old.sqlite3")
    path = tmp_path / "matches.db"
    url = f"sqlite+aiosqlite:///{path}"
    restore(url, old, tmp_path, Holder.here(1))  # the copy that the earlier version has made by itself
    reached = await play_on(url)
    assert len(reached) >= 4
    assert sum(version > 30 for version in reached.values()) >= 3
    (before,) = backups_in(url, tmp_path / "backups", UPGRADE)
    copy = await backup(url, tmp_path / "saved")
    await play_on(url)
    done = restore(url, copy, tmp_path, Holder.here(2))
    assert {match: done.now.versions[match] for match in reached} == reached
    assert await play_on(url)
    # Back to before the upgrade: it is brought up to date again.
    restore(url, before, tmp_path, Holder.here(3))
    assert await play_on(url) == reached
