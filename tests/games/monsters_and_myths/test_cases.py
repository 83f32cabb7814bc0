"""The case books of Monsters & Myths: tests/cases/monsters_and_myths/*.toml, in the notation of rule cases.

The form of a case:

- `id`: the first rule that it covers, and a number. `rules`: the rules it covers. `title`. `page`: the labels of the
  test cases of the rules page that it plays out.
- `state`: the position with its draws. `do`: actions, one after the other. `open`: all legal actions before that.
- `events`: everything that happens in all of them. `then`: words of the last position by their keys; empty: left out.
  `legal`: all legal actions then. `offers` and `lacks`: some that are, and are not, among them.
- `refused`: actions that are refused after that, with the rules. `need`: what an action wants that is not given.
- `views`: words of the position as a reader has it (``-``: a spectator), and `unseen`, words that are not in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.api import BadNotation
from games.monsters_and_myths import notation
from games.monsters_and_myths.referee.solve import answer
from tests.support import casebook

FOLDER = Path(__file__).parents[2] / "cases" / "monsters_and_myths"
CASES = casebook.load(FOLDER, "*.toml")
KEYS = {
    *("id", "rules", "title", "page", "state", "do", "events", "then", "open", "legal", "offers", "lacks"),
    *("refused", "need", "views", "unreadable"),
}
LEAST = 120
PAGE = {f"E{n}" for n in range(1, 13)} | {"E8'"} | {f"M{n}" for n in range(1, 19)}
"""The labels of the test cases of the rules page."""
DEALT = {"M1"}
"""Those that need the whole deck: tests/games/monsters_and_myths/test_deck.py."""


def words(position: str) -> dict[str, str]:
    """The keys of a position with their values."""
    return dict(word.split("=", 1) for word in position.split(" ")[1:])


def spoken(lists: list[list[str]]) -> list[str]:
    return [" ".join(one) for one in lists]


def check_words(position: str, expected: dict[str, str]) -> None:
    found = words(position)
    assert {key: found.get(key, "") for key in expected} == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    if "unreadable" in case:
        with pytest.raises(BadNotation):
            answer({"state": case["state"]})
        return
    found = answer({"state": case["state"]})
    if "open" in case:
        assert spoken(found["legal"]) == sorted(case["open"], key=str.split)
    told: list[str] = []
    for line in case.get("do", ()):
        assert sorted(line.split(" ")) in map(sorted, found["legal"]), f"{line} is not legal"
        found = answer({"state": found["next"], "action": line.split(" ")})
        assert "events" in found, f"{line}: {found}"
        told += spoken(found["events"])
    if "events" in case:
        assert told == case["events"]
    check_words(found["next"], case.get("then", {}))
    legal = spoken(found["legal"])
    assert found["legal"] == sorted(found["legal"])
    if "legal" in case:
        assert legal == sorted(case["legal"], key=str.split)
    assert set(case.get("offers", ())) <= set(legal)
    assert not set(case.get("lacks", ())) & set(legal)
    for line, rule in case.get("refused", {}).items():
        assert line not in legal
        assert answer({"state": found["next"], "action": line.split(" ")}) == {"refused": rule}, line
    for line, what in case.get("need", {}).items():
        assert answer({"state": found["next"], "action": line.split(" ")}) == {"need": what}, line
    for reader, expected in case.get("views", {}).items():
        seen = answer({"state": found["next"], "view": reader})["view"]
        check_words(seen, expected)
    assert notation.write(*notation.read(found["next"])) == found["next"]


def test_the_book_is_in_order() -> None:
    casebook.check_order(CASES, KEYS, LEAST, "")
    for case in CASES:
        assert case.keys() & {"events", "then", "legal", "refused", "need", "views", "unreadable"}, case["id"]


def test_the_book_has_the_test_cases_of_the_page() -> None:
    assert {label for case in CASES for label in case.get("page", ())} | DEALT == PAGE
