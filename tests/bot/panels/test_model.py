"""Presses, rows, labels: what panels are made of."""

from __future__ import annotations

import pytest

from bot import limits
from bot.panels import pages, widgets
from bot.panels.choosing import Value, one_of
from bot.panels.model import Button, Option, Panel, Press, SeatPerspective, Select, joined
from bot.panels.pages import NoPage, Pages, sure, usable
from bot.panels.widgets import back, closed, do, missing, packed, with_button
from bot.texts.phrases import phrases
from games.api import Action, Ready
from tests.bot.panels.asking import Asking
from tests.support.panels import ENGLISH, presses


def test_what_several_options_mean_together() -> None:
    head = Press("show", ("keep", "1"))
    assert joined([head]) == head
    assert joined([head, Press("show", ("keep", "4"))]) == Press("show", ("keep", "1", "4"))


def test_labels_fit_or_give_way_to_shorter_ones() -> None:
    long = "x" * 90
    assert len(widgets.button(long, Press("show")).label) == limits.BUTTON_LABEL
    assert len(widgets.option(long * 2, Press("show"), long * 2).description) == limits.SELECT_TEXT
    assert widgets.fitting(long, "short") == "short"
    assert widgets.fitting("first", "second") == "first"
    assert widgets.fitting(long, long).endswith("…")


def test_a_confirmation_leads_back_or_does_it() -> None:
    panel = sure(ENGLISH, "End it?", "End", ("end",), to=("use", "x"))
    assert presses(panel) == [Press("show", ("use", "x")), Press("do", ("end",))]


def _pages() -> Pages:
    def start(perspective: SeatPerspective, view: object) -> Panel:
        return Panel("start", ())

    def find(perspective: SeatPerspective, view: object, tokens: Action) -> Panel:
        return pages.fits(named, tokens, 1)(perspective, view, tokens)

    def named(perspective: SeatPerspective, view: object, tokens: Action) -> Panel:
        if tokens == ("gone",):
            raise NoPage(tokens)
        return Panel(tokens[0], ())

    def look(perspective: SeatPerspective, view: object) -> Panel:
        return Panel(pages.role(perspective, "Waiting for Max."), ())

    return Pages(start, find, look, {"cards": named})


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ((), "start"),
        (("a",), "a"),
        (("cards",), "cards"),
        (("a", "b"), "That is no longer possible. This is how things stand now.\nstart"),
        (("gone",), "That is no longer possible. This is how things stand now.\nstart"),
    ],
)
def test_tokens_lead_to_their_pages(tokens: Action, text: str) -> None:
    panel = _pages().panel(Asking(Ready), tokens)
    assert (panel.text, panel.key) == (text, "k1")


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ((), "Nothing to do yet. Waiting for Max."),
        (("a",), "Nothing to do yet. Waiting for Max."),
        (("cards",), "cards"),
    ],
)
def test_who_has_no_choice_sees_only_what_everybody_may_look_up(tokens: Action, text: str) -> None:
    seat = Asking(Ready)
    seat.choice = None  # type: ignore[assignment]
    assert _pages().panel(seat, tokens).text == text


def test_undo_names_the_action_if_there_is_room() -> None:
    seat = Asking(Ready)
    assert pages.undo(seat, lambda say, action, names: "a move") == ()
    seat.undoable = ("move",)
    assert [b.label for b in pages.undo(seat, lambda say, action, names: "a move")] == ["Undo: a move"]
    assert [b.label for b in pages.undo(seat, lambda say, action, names: "m" * 90)] == ["Undo"]


def test_greyed_actions_become_one_line_and_rows_of_nothing_else_go() -> None:
    hide, place = closed("Hide: Your hero is hidden already", "hide"), closed("Place", "place")
    fire = do("Fire", ("attack", "8"))
    shown = usable(ENGLISH, Panel("Where?", ((hide,), (back(ENGLISH), place, fire))))
    assert shown.text == "Where?\n-# Not possible now: Hide: Your hero is hidden already · Place"
    assert shown.rows == ((back(ENGLISH), fire),)
    assert "Not possible now" not in usable(phrases("de"), Panel("Wo?", ((hide,),))).text


def test_what_only_waits_for_a_choice_is_not_named_as_impossible() -> None:
    """The page asks for the choice: a line that says that the button cannot be used reads like an error."""
    keep, hide = missing("Keep these 4"), closed("Hide: Your hero is hidden already", "hide")
    shown = usable(ENGLISH, Panel("Choose 4.", ((back(ENGLISH), keep),)))
    assert shown == Panel("Choose 4.", ((back(ENGLISH),),))
    both = usable(ENGLISH, Panel("Choose 4.", ((keep,), (hide, back(ENGLISH)))))
    assert both.text == "Choose 4.\n-# Not possible now: Hide: Your hero is hidden already"
    assert both.rows == ((back(ENGLISH),),)


def test_what_is_chosen_and_what_can_be_done_stays() -> None:
    rows = one_of(ENGLISH, ("a",), [Value("x", "X"), Value("y", "Y")], "x", "Which?")
    panel = Panel("Where?", (*rows, (do("Go", ("go",)),)))
    assert usable(ENGLISH, panel) is panel
    assert [b.press for row in panel.rows if isinstance(row, tuple) for b in row if b.disabled] == [
        Press("show", ("a", "x"))
    ]


def test_one_more_button_takes_the_last_free_place_and_else_a_row_of_its_own() -> None:
    one, full = (Button("x", Press("x")),), (Button("x", Press("x")),) * limits.BUTTONS_A_ROW
    chosen, last = Select("?", (Option("x", Press("x")),)), Button("last", Press("help"))
    assert with_button((one, full, chosen), last) == (one, full, chosen, (last,)), "it is no neighbor of what answers"
    assert with_button((one, full, *(chosen,) * 3), last) == ((*one, last), full, *(chosen,) * 3)
    assert with_button((full, one, chosen), last) == (full, (*one, last), chosen)
    assert with_button((one, one), last) == (one, (*one, last))
    assert with_button((full,), last) == (full, (last,))
    assert with_button((), last) == ((last,),)
    crowded = with_button((chosen,) * limits.ROWS, last)
    assert crowded == (*(chosen,) * limits.ROWS, (last,)), "more than there may be: nothing is left out without a word"
    assert packed(crowded) == crowded, "nothing else has room for it"
    assert packed((full, one, *(chosen,) * 3, (last,))) == (full, (*one, last), *(chosen,) * 3)
    two = (one[0], last)
    assert packed((full, one, one, chosen, chosen, two)) == (full, one, (*one, *two), chosen, chosen)
    assert packed((full, one)) == (full, one)


def _aside(press: Press) -> bool:
    return press.action_id in ("help", "heroes")


def test_a_crowded_panel_keeps_what_answers_nothing_behind_a_button() -> None:
    fire, look = do("Fire", ("fire",)), Button("Look", Press("heroes"))
    targets = Select("Targets", (Option("8", Press("show", ("attack", "8"))),))
    shown = Select("Heroes", (Option("Wolf", Press("heroes", ("Wo",))),))
    rows = (targets, (fire, look), shown, (Button("Help", Press("help")),))
    front, behind = pages.folded(rows, _aside)
    assert front == (targets, (fire,))
    assert behind == (shown, (look, Button("Help", Press("help"))))
    assert pages.folded(rows[:3], _aside) == (rows[:3], ()), "there is room"
    one = ((fire,), (do("Hide", ("hide",)),), targets, (look,))
    assert pages.folded(one, _aside) == (one, ()), "a button in the place of a single one saves nothing"
