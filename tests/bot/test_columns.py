"""How many lines a text takes, counted by the width of its letters."""

from __future__ import annotations

from typing import Final

import pytest

from bot.texts.columns import LAPTOP, PHONE, POST, SMALL, Column, ems, fits, height, letters

TEN: Final = Column(10 * ems("x"), 0.5)
"""Ten letters x in a line, twenty in small print."""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ("x" * 10, 1),
        ("x" * 11, 2),
        ("x" * 20, 2),
        ("i" * 20, 1),
        ("m" * 10, 2),
        (f"{SMALL}{'x' * 20}", 1),
        (f"{SMALL}{'x' * 21}", 2),
        ("xxxx xxxx", 1),
        ("xxxxxx xxxxxx", 2),
        ("xxxxxx   xxxxxx", 2),
        ("xxxxxx-xxxxxx", 2),
        ("xxxxxx\u00a0xxxxxx", 2),
        ("x x x x x x", 1),
        ("xxxxxx xxxxxx\nx", 3),
        ("x\n\nx", 3),
        ("**xxxxxxxxx**", 2),
        ("**x** xxxxxxx", 1),
        ("xx xxxxxxxxxxxxxxxxxxxxx xx", 4),
    ],
)
def test_lines_are_counted_letter_by_letter(text: str, lines: int) -> None:
    assert height(text, TEN) == lines


def test_a_line_goes_on_in_the_next_as_a_laptop_shows_it() -> None:
    """It has as many characters as many lines that fit, and it was counted as one."""
    shown = (
        "**Since your turn:** Max rolls to hide: blank, green · Max leaves 15, which closes, and is hidden "
        "· Max fires at 6: ⊖ split ring, Anna is found at 6"
    )
    assert height(shown, LAPTOP) == 3
    assert height("Guardians of the Realm: Tough tiles, strong shots. Forgives them.", LAPTOP) == 1
    assert height("**Guardians of the Realm**: Tough tiles, strong shots. Forgives mistakes.", LAPTOP) == 2


def test_letters_with_accents_are_as_wide_as_without_and_unknown_ones_the_widest() -> None:
    assert ems("äöüñÉ") == ems("aounE")
    assert ems("漢") == max(map(ems, map(chr, range(32, 0x250))))


def test_what_is_shown_as_something_else_is_counted_so() -> None:
    assert height("<t:1700000000:R> x", Column(ems("in 23 hours x"), 1)) == 1
    assert height("<t:1700000000:f>", TEN) > height("<t:1700000000:R>", TEN)
    assert height("<@1234567890123456789>", PHONE) == 1


def test_a_post_has_longer_lines_than_a_panel_and_both_have_longer_ones_than_a_phone() -> None:
    text = "x" * 60
    assert [height(text, column) for column in (PHONE, LAPTOP, POST)] == [2, 2, 1]
    assert fits(text, 2, 2)
    assert not fits(text, 2, 1)
    assert fits(text, 2, 1, POST)
    assert not fits(text, 1, 2)


def test_of_a_text_as_many_letters_are_taken_as_have_room() -> None:
    assert letters("x" * 90, TEN.wide) == 10
    assert letters("iiii", TEN.wide) == 4
    assert letters("", TEN.wide) == 0
