"""The case books of Arena of Heroes: tests/cases/arena_of_heroes/*.toml, in the notation of the rules page.

The form of a case:

- `id`: the first rule that it covers, and a number. `rules`: the rules it covers. `title`. `page`: the labels of the
  test cases of the rules page that it plays out.
- `state`: the position with its draws, as far as it is not the usual one (`tests.games.arena_of_heroes.book`).
- `do`: actions, one after the other. `events`: everything that happens in them. `then`: the words of the position that
  they have changed, all of them; an empty one is gone.
- `legal`: all legal actions then. `offers` and `lacks`: some that are, and are not, among them. `written`: the position
  as it is written.
- `refused`: actions that are refused then, with the rules. `need`: what an action wants that is not given.
- `views`: words of the position as a reader has it (``-``: a spectator). `unreadable`: positions that are not read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.arena_of_heroes.referee.solve import answer
from tests.games.arena_of_heroes.book import position, words
from tests.support import casebook

FOLDER = Path(__file__).parents[2] / "cases" / "arena_of_heroes"
CASES = casebook.load(FOLDER, "*.toml")
KEYS = {
    *("id", "rules", "title", "page", "state", "do", "events", "then", "legal", "offers", "lacks", "written"),
    *("refused", "need", "views", "unreadable"),
}
LEAST = 220
PAGE = {f"T{n}" for n in range(1, 25)}
"""The labels of the test cases of the rules page."""
ELSEWHERE = {"T1"}
"""The geometry: tests/games/arena_of_heroes/test_ring.py."""
DRAWS = ("dice", "shuffles")


def spoken(lists: list[list[str]]) -> list[str]:
    return [" ".join(one) for one in lists]


def asked(position_: str, line: str) -> dict[str, Any]:
    return answer({"state": position_, "action": line.split(" ")})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    before = found = answer({"state": position(case["state"])})
    told: list[str] = []
    for line in case.get("do", ()):
        assert line in spoken(found["legal"]) or line.endswith(" leave"), f"{line} is not legal"
        found = asked(found["next"], line)
        assert "events" in found, f"{line}: {found}"
        told += spoken(found["events"])
    now, legal = found["next"], spoken(found["legal"])
    assert told == case.get("events", [])
    if "then" in case:
        old, new = words(before["next"]), words(now)
        changed = {key: new.get(key, "") for key in {*old, *new} - {*DRAWS} if old.get(key) != new.get(key)}
        assert changed == case["then"]
    else:
        assert not case.get("do") or " > " in now
    assert found["legal"] == sorted(found["legal"])
    assert case.get("legal", legal) == legal
    assert set(case.get("offers", ())) <= set(legal)
    assert not set(case.get("lacks", ())) & set(legal)
    assert case.get("written", now) == now
    for line, rule in case.get("refused", {}).items():
        assert line not in legal
        assert asked(now, line) == {"refused": rule}, line
    for line, what in case.get("need", {}).items():
        assert asked(now, line) == {"need": what}, line
    for reader, expected in case.get("views", {}).items():
        seen = words(answer({"state": now, "view": reader})["view"])
        assert {key: seen.get(key, "") for key in expected} == expected
    for text in case.get("unreadable", ()):
        assert set(answer({"state": text})) == {"error"}, text
    assert answer({"state": now})["next"] == now


def test_the_book_is_in_order() -> None:
    casebook.check_order(CASES, KEYS, LEAST, "")
    assert {label for case in CASES for label in case.get("page", ())} == PAGE - ELSEWHERE
