"""Records that were made once: their matches are still played as they were (docs/contributing.md, “A rule case”)."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.arena_of_heroes import notation
from games.arena_of_heroes.game import GAME
from tests.support import kept

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
POSITIONS = {
    "2p_basic": "e7968a28fbfb85a957dfee0af8e36bd34a5cad05036b656159b5ecb5794df91f",
    "2p_own_deck": "76b7aac0e32fff2d5ba1cba76b8161ec44bca68ce9419cf8afb97d13283f4c54",
    "3p_heroes_d10": "aed17245ee35eecf7724a5a39cc55843758f756795103aaa7694eee38ed5e335",
    "4p_advanced": "9f18a5164338bfd806987928aba8824718f20656f7062109a61dbae96ae0244f",
    "4p_all_cards_hold": "017a863003e13770dfe8594d666d9ea1de2b66cc8429d5a5a8b693b7d4ee8e6f",
}
"""The SHA-256 of all positions of a record, one a line; a change of the rules that shows here needs new rulings."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_match_is_played_as_it_was(path: Path) -> None:
    assert kept.positions(GAME, path, notation.write) == POSITIONS[path.stem]


def test_the_records_hold_what_they_are_for() -> None:
    assert kept.verbs(RECORDS) >= {
        *("pick", "attack", "attack2", "hide", "work", "explore", "spider", "end", "use", "choose", "pass"),
        *("rootwalk", "boarding", "draw"),
    }
    assert {path.stem for path in RECORDS} == set(POSITIONS)
