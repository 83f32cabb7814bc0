"""The stored forms of values: what is left out, what is refused and with which path."""

from __future__ import annotations

import json
from typing import Annotated, Any, NamedTuple

import pytest

from games.api import BadNotation
from games.codec import Form, Values
from games.registry import GAMES
from games.values import BRIEF, SPARSE, Absent, As, At, Beside, digits, named, one_of, value, within
from tests.support import kept


class Pair(NamedTuple):
    one: int
    other: str = "x"


@value
class Options:
    fast: bool = False
    lives: Annotated[int, Absent(3), within(1, 9)] = 5


@value
class Thing:
    options: Annotated[Options, SPARSE]
    pairs: tuple[Pair, ...]
    colour: Annotated[str, At("look.colour"), one_of(("red", "blue"))]
    hexes: Annotated[frozenset[Annotated[int, named(("A", "B", "C"), "none")]], At("look.hexes")]
    player: Annotated[int, digits(5)] | None
    asked: Annotated[str | None, BRIEF] = None
    answers: Annotated[tuple[int, ...], Beside("asked")] = ()
    odd: Annotated[int, BRIEF, As(lambda number, whole: [number], lambda data, whole: data[0])] = 0


FORM = Form(Thing, "thing")
FULL = Thing(Options(fast=True), (Pair(1, "y"),), "red", frozenset({2, 0, -1}), 7, "why", (), 8)
DATA: dict[str, Any] = {
    "game": "thing",
    "options": {"fast": True, "lives": 5},
    "pairs": [[1, "y"]],
    "look": {"colour": "red", "hexes": ["A", "C", "none"]},
    "player": "7",
    "asked": "why",
    "answers": [],
    "odd": [8],
}


def test_a_value_is_written_and_read() -> None:
    assert FORM.dump(FULL) == DATA
    assert FORM.load(json.loads(json.dumps(DATA))) == FULL


def test_what_has_its_default_is_left_out() -> None:
    plain = Thing(Options(lives=3), (), "blue", frozenset(), None)
    data = FORM.dump(plain)
    assert data == {
        "game": "thing",
        "options": {},
        "pairs": [],
        "look": {"colour": "blue", "hexes": []},
        "player": None,
    }
    assert FORM.load(data) == plain


@pytest.mark.parametrize(
    ("path", "wrong", "message"),
    [
        (("options", "fast"), 1, "options.fast: true or false is needed"),
        (("options", "lives"), 10, "options.lives: a whole number from 1 to 9 is needed"),
        (("options", "slow"), True, "options: unknown keys: slow"),
        (("pairs", 0, 0), "1", "pairs[0][0]: a whole number is needed"),
        (("pairs", 0), [1], "pairs[0]: an array of 2 is needed"),
        (("pairs",), {}, "pairs: an array is needed"),
        (("look",), None, "look: an object is needed"),
        (("look", "colour"), "green", "look.colour: one of red, blue is needed"),
        (("look", "hexes", 1), "D", "look.hexes[1]: there is no 'D'"),
        (("look", "size"), 3, "look: unknown keys: size"),
        (("player",), "07", "player: a whole number of up to 5 digits, as a text, is needed"),
        (("game",), "other", "game: 'other' is not thing"),
        (("odd",), [], "odd: it cannot be read (list index out of range)"),
    ],
)
def test_a_fault_is_named_with_its_path(path: tuple[Any, ...], wrong: Any, message: str) -> None:
    data = json.loads(json.dumps(DATA))
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = wrong
    with pytest.raises(BadNotation) as fault:
        FORM.load(data)
    assert str(fault.value) == message


def test_a_missing_key_is_named() -> None:
    with pytest.raises(BadNotation, match=r"^missing: look, pairs$"):
        FORM.load({key: part for key, part in DATA.items() if key not in ("look", "pairs")})
    with pytest.raises(BadNotation, match=r"^look: missing: colour$"):
        FORM.load(DATA | {"look": {"hexes": []}})


def test_a_type_without_a_form_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="has no form"):
        Values(complex)

    @value
    class Wrong:
        needed: Annotated[int, BRIEF]

    with pytest.raises(TypeError, match="no default"):
        Form(Wrong)


@pytest.mark.parametrize("name", kept.games())
def test_a_stored_state_is_refused_when_anything_in_it_has_another_type(name: str) -> None:
    game = GAMES[name]
    dump = kept.states(game.name)[kept.records(game.name)[0].stem][9]

    def places(data: Any, path: tuple[Any, ...]) -> Any:
        inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for key, below in inner:
            yield (*path, key)
            yield from places(below, (*path, key))

    for path in places(dump, ()):
        data = json.loads(json.dumps(dump))
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = 1.5
        with pytest.raises(BadNotation):
            game.load(data)
