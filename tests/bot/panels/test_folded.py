"""What a panel keeps behind a button: counted in lines as a phone shows them, not in rows."""

from __future__ import annotations

from bot.panels.model import Button, Panel, Press, Row
from bot.panels.pages import FOLDED, folded, kept
from bot.panels.room import NARROW, rows_shown


def row(*labels: str, action_id: str = "do") -> Row:
    return tuple(Button(label, Press(action_id, (label,))) for label in labels)


def aside(press: Press) -> bool:
    return press.action_id == "look"


def test_few_rows_of_long_labels_are_folded_and_the_same_of_short_ones_are_not() -> None:
    looks = row("Piles", "Heroes", action_id="look")
    short = row("Pikeman", "Knight")
    long = row("Swordsman of the Realm", "Undo: Discard Battle/Charge", "Rune of Regeneration")
    assert folded((short, looks), aside) == ((short, looks), ())
    assert rows_shown((long, looks), NARROW) == FOLDED
    assert folded((long, looks), aside) == ((long,), (looks,))


def test_a_page_is_found_again_by_what_it_is_and_not_by_its_words() -> None:
    def panel(tokens: tuple[str, ...]) -> Panel:
        return Panel("Any words", (), gone=len(tokens) > 2)

    assert kept(panel, ("place", "pikeman", "C3", "NE")) == ("place", "pikeman")
