"""Whatever the verifier is given, there is a verdict that can be printed, and never a traceback."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import record, verify
from games.draws import AnyPart, Blinded, Part
from games.history import Entry
from games.monolith_arena.game import GAME

EARLIER = (Part(300, 1_400_000_000_000_000_001, "owls"), Part(20))
PARTS = (
    Blinded(300, 1_400_000_000_000_000_001, "01" * 32, "owls", 0),
    Blinded(20, None, "02" * 32, seat=1).deleted(),
)
STATUSES = (verify.GOOD, verify.DIFFERS, verify.UNREADABLE, verify.PROVES_NOTHING)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=12)
"""Halves of surrogate pairs included."""
WORDS = ["faction", "dragon_empire", "undo", "draw", "offer", "resign", "place", "C3", "NE", "0", "1", "-1", "?"]
LINES = st.lists(st.one_of(st.sampled_from(WORDS), ANY_TEXT), max_size=5).map(" ".join)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | ANY_TEXT | LINES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)


def short(parts: tuple[AnyPart, ...]) -> dict[str, Any]:
    """The record of a match that was given up at once."""
    history = [
        Entry("action", 0, "faction dragon_empire"),
        Entry("agreement", 1, "draw offer"),
        Entry("agreement", 0, "resign"),
    ]
    return record.make(GAME, GAME.formations[0], {}, bytes(32), history, reader=None, parts=parts)


def first_format() -> dict[str, Any]:
    document = short(())
    del document["formation"]
    document |= {"format": "match record 1", "seats": 2, "result": {"winners": [1], "reason": "resigned"}}
    return document | {"digest": record.digest(document)}


DOCUMENTS = [short(PARTS), short(EARLIER), short(()), first_format()]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield (*path, key)
        yield from places(below, (*path, key))


def said(data: str | bytes) -> tuple[int, str]:
    """The exit status and what is printed, to a terminal that knows ASCII only."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    verdict = verify.check(data)
    with contextlib.redirect_stdout(out):
        verify.tell(verdict)
    out.flush()
    return verdict.status, out.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]


@pytest.mark.parametrize("document", DOCUMENTS, ids=["5", "3", "2", "1"])
def test_they_are_good_as_they_stand(document: dict[str, Any]) -> None:
    well = verify.GOOD if "players" in document else verify.PROVES_NOTHING
    assert said(record.write(document))[0] == well


@settings(max_examples=400)
@given(st.data())
def test_a_record_in_which_anything_was_changed(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(DOCUMENTS)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(sorted(places(document), key=str)))
        holder: Any = document
        for key in path[:-1]:
            holder = holder[key]
        how = data.draw(st.sampled_from(["replace", "delete", "add"]))
        if how == "replace":
            holder[path[-1]] = data.draw(VALUES)
        elif how == "delete":
            del holder[path[-1]]
        elif isinstance(holder, dict):
            holder[data.draw(ANY_TEXT)] = data.draw(VALUES)
        else:
            holder.insert(path[-1], data.draw(st.one_of(VALUES, LINES)))
    if data.draw(st.booleans()):
        document["digest"] = record.digest(document)
    status, text = said(json.dumps(document))
    assert text
    assert status in STATUSES


@settings(max_examples=200)
@given(st.sampled_from(DOCUMENTS), st.integers(0, 10_000), st.binary(max_size=4), st.integers(0, 4))
def test_a_file_in_which_any_bytes_were_changed(document: dict[str, Any], at: int, new: bytes, gone: int) -> None:
    written = record.write(document).encode()
    at %= len(written)
    status, text = said(written[:at] + new + written[at + gone :])
    assert text
    assert status in STATUSES


@given(st.binary(max_size=40))
def test_a_file_of_any_bytes(data: bytes) -> None:
    assert said(data)[0] == verify.UNREADABLE


@pytest.mark.parametrize("depth", [50, 900, 5_000, 200_000])
@pytest.mark.parametrize("key", ["options", "result", "players", "actions"])
def test_a_record_of_any_depth(key: str, depth: int) -> None:
    document = short(PARTS) | {key: "deep"}
    deep = '{"a":' * depth + "1" + "}" * depth
    assert said(json.dumps(document).replace('"deep"', deep))[0] in (verify.DIFFERS, verify.UNREADABLE)


def test_half_a_character_in_a_real_terminal(tmp_path: Path) -> None:
    """As the command is run: a record with such an option, and files that are called so."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(short(PARTS) | {"options": {"\ud800": 1}}))
    command = [sys.executable, "-m", "games.verify"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for name in (str(file), b"/nowhere/\xff", "a\x1b[2Jb"):
        done = subprocess.run([*command, name], capture_output=True, env=environment, timeout=300, check=False)
        assert done.returncode == verify.UNREADABLE
        assert done.stdout.startswith(b"unreadable: ")
        assert done.stderr == b""
        assert b"\x1b" not in done.stdout
