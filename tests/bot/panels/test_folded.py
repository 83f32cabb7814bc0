"""What a panel keeps behind a button: counted in lines as a phone shows them, not in rows."""

from __future__ import annotations

from bot.panels.model import Button, Option, Panel, Press, Row, Select
from bot.panels.pages import FOLDED, folded, kept, lines


def row(*labels: str, action_id: str = "do") -> Row:
    return tuple(Button(label, Press(action_id, (label,))) for label in labels)


def aside(press: Press) -> bool:
    return press.action_id == "look"


def test_buttons_without_room_in_a_line_go_on_in_the_next() -> None:
    assert lines((row("Pikeman"),)) == 1
    assert lines((row("Pikeman", "Knight", "Hunter"),)) == 1
    assert lines((row("Discard Battle/Charge", "Undo: Discard Battle/Charge", "End turn"),)) == 2
    assert lines((row("One", "Two"), Select("Choose", (Option("a", Press("do")),)), row("Three"))) == 3


def test_one_that_is_wider_than_a_phone_is_a_line() -> None:
    assert lines((row("x" * 80),)) == 1
    assert lines((row("x" * 80, "Two"),)) == 2


def test_few_rows_of_long_labels_are_folded_and_the_same_of_short_ones_are_not() -> None:
    looks = row("Piles", "Heroes", action_id="look")
    short = row("Pikeman", "Knight")
    long = row("Swordsman of the Realm", "Undo: Discard Battle/Charge", "Rune of Regeneration")
    assert folded((short, looks), aside) == ((short, looks), ())
    assert lines((long, looks)) == FOLDED
    assert folded((long, looks), aside) == ((long,), (looks,))


def test_a_page_is_found_again_by_what_it_is_and_not_by_its_words() -> None:
    def panel(tokens: tuple[str, ...]) -> Panel:
        return Panel("Any words", (), gone=len(tokens) > 2)

    assert kept(panel, ("place", "pikeman", "C3", "NE")) == ("place", "pikeman")
