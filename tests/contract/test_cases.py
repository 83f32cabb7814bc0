"""The case books of games whose cases need nothing but what every game has, carried out.

A case begins with a new match of its `seats` (else the usual number) and `options`; `given` are fields of the stored
state (`Game.dump`) that are otherwise than in a new one. `play` are the lines that are played then. After that:

- `state`: fields of the stored state.
- `views`: what some readers see: a `reader` (a seat, or "everybody") and fields of the view.
- `asked`, `open`: the seats that are waited for, and those that may do something, each with the kind of the choice.
- `boundary`, `ended`: whether the last line cannot be taken back, and whose turns it ended.
- `ranking`: how the match ended; without it the match goes on.

What is refused, offered, read and hidden is said as in all books (`tests.support.casebook`).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.api import formation_for
from games.draws import Draws
from tests.contract.cases import CASES, Case
from tests.support import casebook

BOOKS = {case.game.name: (case, casebook.load(case.book, "*.toml")) for case in CASES if case.book is not None}
KEYS = {
    *("id", "rules", "title", "seats", "options", "given", "play"),
    *("state", "views", "asked", "open", "boundary", "ended", "ranking"),
    *("refused", "fields", "reads", "alike"),
}
each = pytest.mark.parametrize(
    ("game", "case"),
    [pytest.param(game, case, id=f"{name}-{case['id']}") for name, (game, cases) in BOOKS.items() for case in cases],
)


def plain(value: Any) -> Any:
    """Return a value as a case writes it."""
    return json.loads(json.dumps(value))


@each
def test_case(game: Case, case: dict[str, Any]) -> None:
    rules = game.game
    formation = formation_for(rules, case["seats"]) if "seats" in case else rules.formations[0]
    new = rules.dump(rules.new(formation, case.get("options", {})))
    assert set(case.get("given", {})) <= set(new), "a state has no such field"
    book = casebook.Book(rules, lambda state: formation, Draws(bytes(32)))
    position, steps = book.play(rules.load(new | case.get("given", {})), case.get("play", ()))
    state = position.state
    dumped, choices, result = rules.dump(state), rules.choices(state), rules.result(state)
    expected = case.get("state", {})
    assert {key: dumped[key] for key in expected} == expected
    for wanted in case.get("views", ()):
        reader = None if wanted["reader"] == "everybody" else wanted["reader"]
        view = rules.view(state, reader)
        seen = {key: plain(getattr(view, key)) for key in wanted if key != "reader"}
        assert {"reader": wanted["reader"], **seen} == wanted
    for key, must in (("asked", True), ("open", False)):
        if key in case:
            assert sorted(f"{c.seat} {c.kind}" for c in choices if c.must == must) == sorted(case[key])
    if "boundary" in case:
        assert steps[-1].boundary == case["boundary"]
    if "ended" in case:
        assert list(steps[-1].turns_ended) == case["ended"]
    assert (None if result is None else plain(result.ranking)) == case.get("ranking")
    book.check(case, position)


@pytest.mark.parametrize("name", BOOKS)
def test_the_book_is_in_order(name: str) -> None:
    casebook.check_order(BOOKS[name][1], KEYS, 5, "")
