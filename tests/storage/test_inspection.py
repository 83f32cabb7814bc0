"""The look from outside finds what the check at the start cannot."""

import sqlite3
from contextlib import closing

from storage import Store, inspection
from storage.dialects import file_of
from storage.dialects.sqlite_files import check_quickly
from tests.storage.conftest import left_by


async def test_other_letters_inside_a_position_are_found(file_url):
    path = left_by("0003", file_of(file_url))
    async with await Store.open(file_url):
        pass
    assert inspection.inspect(file_url, 0).problems == []
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE match SET snapshot = replace(snapshot, 'a', 'b') WHERE id = 'teams2v233'")
    check_quickly(path)  # nothing is wrong with its structure
    assert inspection.inspect(file_url, 0).problems == ["the position of match teams2v233 is not what was written"]


async def test_an_encrypted_position_is_left_to_its_key(file_url):
    left_by("0003", file_of(file_url))
    async with await Store.open(file_url, keys=[bytes(32)]) as store:
        assert await store.keys.seal_all() > 0
    assert inspection.inspect(file_url, 0).problems == []
