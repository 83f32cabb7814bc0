"""How many lines of text leave a panel's picture its room: as measured in a browser at 1366×768."""

from __future__ import annotations

import pytest

from bot.panels import room
from bot.panels.model import Button, Option, Press, Row, Select

PRESS = Press("do", ("x",))


def rows(*lengths: tuple[int, ...]) -> list[Row]:
    """Rows of buttons with labels of so many characters; no length at all is a select."""
    lists = Select("Which one?", (Option("One", PRESS),))
    return [tuple(Button("x" * length, PRESS) for length in row) if row else lists for row in lengths]


TURN = rows((51,), (), (47,), (51, 10, 11, 6), ())
"""A turn of Arena of Heroes: four lines of text left 286 of 350 pixels of the picture in sight, five 263."""
FIGHT = rows((30, 4, 12, 11, 6), (), (11,))
"""A fight of Monsters & Myths, its buttons in two lines: eight lines of text left 287 pixels, nine 269."""


@pytest.mark.parametrize(("shown", "lines"), [(TURN, 4), (FIGHT, 8), (rows((9, 9)), 14)])
def test_a_picture_keeps_four_fifths_of_its_height(shown: list[Row], lines: int) -> None:
    assert room.left(shown, "") == lines
    assert room.left(shown, "\n".join(["line"] * lines)) == 0
    assert room.left(shown, "\n".join(["line"] * (lines - 1))) == 1
    assert room.left(shown, "\n".join(["line"] * (lines + 1))) < 0


def row(*labels: str) -> Row:
    return tuple(Button(label, PRESS) for label in labels)


def test_buttons_without_room_in_a_line_go_on_in_the_next() -> None:
    def shown(*rows: Row) -> int:
        return room.rows_shown(rows, room.NARROW)

    assert shown(row("Pikeman")) == 1
    assert shown(row("Pikeman", "Knight", "Hunter")) == 1
    assert shown(row("Discard Battle/Charge", "Undo: Discard Battle/Charge", "End turn")) == 2
    assert shown(row("One", "Two"), Select("Choose", (Option("a", PRESS),)), row("Three")) == 3
    assert room.rows_shown(TURN, room.WIDE) == 6


def test_as_many_buttons_as_fit_in_a_line_and_one_in_any_case() -> None:
    three = row("Pikeman", "Knight", "Discard Battle/Charge and then rest")
    assert room.one_line(three, room.WIDE) == three
    assert room.one_line(three, room.NARROW) == three[:2]
    assert room.one_line(row("x" * 80, "One"), room.NARROW) == row("x" * 80)
    assert room.one_line((), room.NARROW) == ()


def test_one_that_is_wider_than_a_phone_is_a_line() -> None:
    assert room.rows_shown((row("x" * 80),), room.NARROW) == 1
    assert room.rows_shown((row("x" * 80, "Two"),), room.NARROW) == 2


def test_letters_are_not_all_alike() -> None:
    beside = row("Stop", "Catapult")
    assert room.rows_shown(((*row("i" * 80), *beside),), room.WIDE) == 1
    assert room.rows_shown(((*row("m" * 80), *beside),), room.WIDE) == 2


def test_a_public_post_has_less_room_than_a_panel_because_it_is_seen_from_its_first_line() -> None:
    buttons = row("Play", "Words")
    assert room.left((buttons,), "", room.POST) == 8 < room.left((buttons,), "")
    assert room.left((buttons,), "x" * 65, room.POST) == 7, "and its lines are longer"
    assert room.left((buttons,), "x" * 65) == room.left((buttons,), "") - 2


def test_of_a_text_the_room_tells_as_much_as_leaves_a_line_for_news() -> None:
    texts = ["\n".join([*["line"] * count, "-# small"]) for count in (4, 2, 1)]
    shown = [room.told(texts, TURN[:count]) for count in (3, 5)]
    assert shown == [texts[0], texts[1]]
    assert room.told(texts, [*TURN, *rows((51,))]) == "line", "small print goes last, and only that"
    assert room.told(texts[2:], []) == texts[2]


def test_a_phone_decides_what_is_told_where_a_laptop_has_room_for_more() -> None:
    crowded, texts = [row(*["x" * 21] * 3)] * 3, ["line\n" * 5 + "line", "line"]
    assert room.left(crowded, texts[0]) > 0
    assert not room.on_a_phone(crowded, texts[0])
    assert room.told(texts, crowded) == texts[1]
    assert room.told(texts, crowded, phone=False) == texts[0]
