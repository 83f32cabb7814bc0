"""Sealing: what is secret cannot be read in the file, belongs to its place, and every key does its part."""

import base64
from dataclasses import replace
from pathlib import Path

import pytest

from storage import Commit, KeyMissing, NewAction, StorageError, Store, StoredPlan
from storage.dialects import file_of
from storage.sealing import Sealing, key_id, new_key, read_keys

ID = "abcdefgh23"
OLD, NEW = bytes(range(32)), bytes(range(32, 64))
SEED, ANSWER, POSITION = b"the very seed of this match, all", "choose hellraiser secretly", '{"hand": "hydra"}'
CANARIES = (SEED, ANSWER.encode(), POSITION.encode(), b"hellraiser", b"hydra")


def everything(url: str) -> bytes:
    path = file_of(url)
    assert path is not None
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


async def play(store, lobby, step, match_id=ID):
    await lobby(store, match_id, seed=SEED)
    entries = (NewAction(0, ANSWER, "h", "k", secret=True), NewAction(1, "place pikeman C3 NE", "h", "k"))
    await store.matches.commit(step(0, match_id=match_id, actions=entries, snapshot=POSITION))


async def assert_readable(store, match_id=ID):
    match, entries = await store.matches.load_whole(match_id)
    assert (match.seed, match.snapshot) == (SEED, POSITION)
    assert [one.text for one in entries] == [ANSWER, "place pikeman C3 NE"]
    assert await store.matches.load(match_id) == match
    assert await store.matches.actions(match_id) == entries


@pytest.mark.parametrize("keys", [(), (OLD,), (NEW, OLD)])
async def test_with_a_key_nothing_secret_is_in_the_file(file_url, lobby, step, keys):
    async with await Store.open(file_url, keys=keys) as store:
        await play(store, lobby, step)
        await assert_readable(store)
        copy = await store.backup(Path(file_of(file_url).parent / "saved"))
        found = everything(file_url) + copy.read_bytes()
    assert [canary in found for canary in CANARIES] == [not keys] * len(CANARIES)
    assert b"place pikeman C3 NE" in found
    async with await Store.open(file_url, keys=keys) as store:
        await assert_readable(store)


async def test_plain_rows_are_read_and_sealed_when_they_are_written_next(file_url, lobby, step):
    async with await Store.open(file_url) as store:
        await play(store, lobby, step)
    async with await Store.open(file_url, keys=(NEW,)) as store:
        await assert_readable(store)
        await store.matches.commit(step(1, snapshot='{"hand": "gorgon"}'))
        assert (await store.matches.load(ID)).snapshot == '{"hand": "gorgon"}'
        stored = await store.database.read(
            lambda connection: connection.exec_driver_sql("SELECT snapshot, seed FROM match").one()
        )
        assert stored.snapshot.startswith("\x01sealed\x01")
        assert stored.seed == SEED


async def test_sealing_everything_leaves_nothing_plain_and_needs_one_key(file_url, lobby, step):
    names = [f"match{number:04}" for number in range(205)]
    async with await Store.open(file_url) as store:
        for name in names[:5]:
            await play(store, lobby, step, name)
    async with await Store.open(file_url, keys=(OLD,)) as store:
        for name in names[5:]:
            await play(store, lobby, step, name)
    async with await Store.open(file_url, keys=(NEW, OLD)) as store:
        await play(store, lobby, step)
        assert await store.keys.seal_all() == 3 * len(names)
        assert await store.keys.seal_all() == 0
    found = everything(file_url)
    assert not any(canary in found for canary in CANARIES)
    async with await Store.open(file_url, keys=(NEW,)) as store:
        for name in (*names, ID):
            await assert_readable(store, name)
        assert await store.find_problems() == []


async def say_in_advance(store, version):
    await store.instructions.set(1, "toy", ID, "call", "call hellraiser", now=1)
    said = StoredPlan(1, "place hydra", 5, "all of hydra was done")
    await store.matches.commit(Commit(ID, version, 2, plans=(said,)))
    await store.plans.keep_draft(ID, 1, "discard hydra", now=6)
    return replace(said, draft="discard hydra")


@pytest.mark.parametrize("keys", [(), (OLD,)])
async def test_what_is_said_in_advance_is_sealed_too(file_url, lobby, step, keys):
    async with await Store.open(file_url, keys=keys) as store:
        await play(store, lobby, step)
        said = await say_in_advance(store, 1)
    found = everything(file_url)
    assert [canary in found for canary in (b"hellraiser", b"hydra")] == [not keys] * 2
    async with await Store.open(file_url, keys=(NEW, *keys)) as store:
        assert await store.instructions.of_users((1,), "toy") == {1: {(ID, "call"): "call hellraiser"}}
        assert await store.plans.of_match(ID) == (said,)
        mine = await store.privacy.export(1)
        assert mine["instruction"][0]["line"] == "call hellraiser"
        assert [mine["plan"][0][name] for name in ("lines", "outcome", "draft")] == [
            said.lines,
            said.outcome,
            said.draft,
        ]
        assert await store.keys.seal_all() == 3 + 4
        assert await store.keys.seal_all() == 0
    found = everything(file_url)
    assert not any(canary in found for canary in (b"hellraiser", b"hydra"))
    async with await Store.open(file_url, keys=(NEW,)) as store:
        assert await store.instructions.of_users((1,), "toy") == {1: {(ID, "call"): "call hellraiser"}}
        assert await store.plans.of_match(ID) == (said,)


async def test_a_missing_key_is_named_at_the_start(file_url, lobby, step):
    async with await Store.open(file_url, keys=(OLD,)) as store:
        await play(store, lobby, step)
    for keys in ((), (NEW,)):
        with pytest.raises(KeyMissing, match=f"with the key {key_id(OLD).hex()}") as missing:
            await Store.open(file_url, keys=keys)
        assert missing.value.ids == [key_id(OLD).hex()]
    async with await Store.open(file_url, keys=(NEW, OLD)) as store:
        await assert_readable(store)
    with pytest.raises(KeyMissing):  # some may be sealed with either now
        await Store.open(file_url, keys=(OLD,))


async def test_a_value_in_another_place_or_changed_is_refused(file_url, lobby, step):
    async with await Store.open(file_url, keys=(OLD,)) as store:
        await play(store, lobby, step)
        await play(store, lobby, step, "other22222")

        def swap(connection):
            connection.exec_driver_sql(
                f"UPDATE match SET seed = (SELECT seed FROM match WHERE id = 'other22222') WHERE id = '{ID}'"
            )

        await store.database.write(swap)
        with pytest.raises(StorageError, match=f"match.seed {ID} was changed or belongs elsewhere"):
            await store.matches.load(ID)
        await assert_readable(store, "other22222")


def test_two_seals_of_one_value_differ_and_both_open():
    sealing = Sealing((OLD,))
    first, second = sealing.seal_text("same", "here"), sealing.seal_text("same", "here")
    assert first != second
    assert sealing.open_text(first, "here") == sealing.open_text(second, "here") == "same"
    with pytest.raises(KeyMissing):
        Sealing().open_text(first, "here")


def test_keys_are_read_and_never_shown():
    key = new_key()
    assert read_keys(key) == (base64.urlsafe_b64decode(key),)
    assert read_keys(f" {key},{new_key()} ")[0] == read_keys(key)[0]
    assert len(read_keys(f"{key}, {new_key()} {new_key()}")) == 3
    assert read_keys("") == ()
    for wrong in (key[:-4], key + "AAAA", "canary", f"{key},canary"):
        with pytest.raises(ValueError, match="must be 32 bytes") as refused:
            read_keys(wrong)
        assert "canary" not in str(refused.value)
        assert key[:8] not in str(refused.value)
