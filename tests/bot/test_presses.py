"""What buttons and selects carry comes back as it went out, and everything that can be pressed does something."""

from __future__ import annotations

import pytest

from bot import limits
from bot.interactions.presses import action_ids
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Option, Press, Select
from bot.registry import FACES, FEATURES

MATCH = "abcdefghij"
PRESSES = (
    Press("play"),
    Press("show", ("place", "pikeman", "C3")),
    Press("do", ("place", "pikeman", "C3", "NE"), ("end",)),
    Press("do", ("end",)),
    Press("do", ("choose", "A1=2", "none"), ("feature", "C3", "maneuver@D3", "-")),
    Press("agree", ("draw", "accept")),
    Press("rule", ("R13", "7")),
)


@pytest.mark.parametrize("press", PRESSES, ids=lambda press: press.action_id)
def test_a_button_gives_back_what_it_stands_for(press: Press) -> None:
    custom_id = components.button_id(MATCH, 7, "turn.3", press)
    assert len(custom_id) <= limits.CUSTOM_ID
    assert components.read_button(custom_id) == Pressed(MATCH, "turn.3", press)


@pytest.mark.parametrize("press", PRESSES, ids=lambda press: press.action_id)
def test_a_line_of_a_select_gives_back_what_it_stands_for(press: Press) -> None:
    assert components.read_value(components.option_value(press)) == press
    read = components.read_select(f"s:{MATCH}:0:turn.3", [components.option_value(press)])
    assert read == Pressed(MATCH, "turn.3", press)


def test_several_lines_of_a_select_are_one_press() -> None:
    cards = [Press("show", ("keep", card)) for card in ("red", "blue", "green", "white")]
    select = Select("Keep two or three", tuple(Option(p.tokens[-1], p) for p in cards), least=2, most=3)
    view = components.view(MATCH, (select,), "keep.1")
    assert view is not None
    (item,) = view.children
    assert (item.min_values, item.max_values) == (2, 3)  # type: ignore[attr-defined]
    values = [components.option_value(press) for press in cards[1:]]
    pressed = components.read_select(f"s:{MATCH}:0:keep.1", values)
    assert pressed == Pressed(MATCH, "keep.1", Press("show", ("keep", "blue", "green", "white")))


def test_a_select_never_asks_for_more_than_there_is() -> None:
    only = (Option("red", Press("show", ("keep", "red"))),)
    view = components.view(MATCH, (Select("Keep up to three", only, least=0, most=3),))
    assert view is not None
    (item,) = view.children
    assert (item.min_values, item.max_values) == (0, 1)  # type: ignore[attr-defined]


def test_what_is_too_long_is_noticed_before_discord_notices() -> None:
    with pytest.raises(ValueError, match="custom_id of"):
        components.button_id(MATCH, 0, "", Press("show", ("x" * 100,)))


@pytest.mark.parametrize("custom_id", ["", "b", f"b:{MATCH}:play", f"b:{MATCH}:play:0:a b:", f"s:{MATCH}:x:"])
def test_other_forms_mean_nothing(custom_id: str) -> None:
    assert components.read_button(custom_id) is None
    assert components.read_select(custom_id, []) is None


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.game.name)
def test_no_exhibit_takes_the_id_of_a_handler(face: object) -> None:
    ids = [exhibit.id for exhibit in face.exhibits]  # type: ignore[attr-defined]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & set(action_ids(FEATURES))
    assert all(components.read_button(components.button_id(MATCH, 0, "", Press(name))) for name in ids)
