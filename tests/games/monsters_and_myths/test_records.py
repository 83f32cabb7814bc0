"""Records that were made once: their matches are still played as they were (docs/contributing.md, “A rule case”)."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.monsters_and_myths import notation
from games.monsters_and_myths.game import GAME
from tests.support import kept

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
POSITIONS = {
    "2p_asked": "89a9d71bd8f12c343f10d3c71cc95e81c92da2c0ec75d66eab09c46f32cb5573",
    "3p_free": "eae3665a3539288e8d5ff5e2bd6fd0a7fedd7352c122c8bdd0f04b1f5a037c6b",
    "4p_asked": "b1ebe9c021a4d459a221f1db9b2aa83589d9159c65c04298f4a4621e39bba271",
    "4p_swaps": "34ced8225d9024a68156e2f5209e4b9be569e7694c2e200fbbc8f638ce13713b",
}
"""The SHA-256 of all positions of a record, one a line; a change of the rules that shows here needs new rulings."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_match_is_played_as_it_was(path: Path) -> None:
    assert kept.positions(GAME, path, notation.write) == POSITIONS[path.stem]


def test_the_records_hold_what_they_are_for() -> None:
    assert kept.verbs(RECORDS) >= {
        *("start", "keep", "usual", "swap", "wizard", "attack", "muster", "roll", "stop", "lose", "pursue", "end"),
        *("fire", "pass", "recall", "ahead", "halt", "undo", "resign"),
    }
    assert {path.stem for path in RECORDS} == set(POSITIONS)
