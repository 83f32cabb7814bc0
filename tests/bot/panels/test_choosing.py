"""Choosing one of several things, or some of them, with pages where Discord has no room."""

from __future__ import annotations

import pytest

from bot import limits
from bot.panels import choosing
from bot.panels.choosing import Value
from bot.panels.model import Press, Row, Select, joined
from bot.panels.widgets import turned
from tests.support.panels import ENGLISH


def things(count: int) -> list[Value]:
    return [Value(f"t{n}", f"Thing {n}") for n in range(count)]


def only_select(rows: tuple[Row, ...]) -> Select:
    (row,) = rows
    assert isinstance(row, Select)
    return row


@pytest.mark.parametrize("count", [1, 5, 6, 10])
def test_few_things_are_buttons(count: int) -> None:
    rows = choosing.one_of(ENGLISH, ("take",), things(count), "t0", "Which?")
    buttons = [b for row in rows if not isinstance(row, Select) for b in row]
    assert [b.press for b in buttons] == [Press("show", ("take", f"t{n}")) for n in range(count)]
    assert [b.disabled for b in buttons] == [True, *[False] * (count - 1)]
    assert all(len(row) <= limits.BUTTONS_A_ROW for row in rows if not isinstance(row, Select))


@pytest.mark.parametrize("count", [11, 25])
def test_more_things_are_a_select(count: int) -> None:
    select = only_select(choosing.one_of(ENGLISH, ("take",), things(count), "t3", "Which?"))
    assert [o.press.tokens for o in select.options] == [("take", f"t{n}") for n in range(count)]
    assert [o.default for o in select.options].index(True) == 3
    assert (select.least, select.most) == (1, 1)


def test_an_endless_select_has_pages_that_go_round() -> None:
    seen: list[str] = []
    page: str | None = None
    for _ in range(3):
        select = only_select(choosing.one_of(ENGLISH, ("take",), things(60), None, "Which?", page))
        assert len(select.options) <= limits.SELECT_OPTIONS
        *lines, more = select.options
        seen += [o.press.tokens[-1] for o in lines]
        assert more.label.startswith("More (page ")
        assert turned(more.press.tokens)[0] == ("take",)
        page = turned(more.press.tokens)[1]
    assert seen == [f"t{n}" for n in range(60)]
    first = only_select(choosing.one_of(ENGLISH, ("take",), things(60), None, "Which?", page))
    assert first.options[0].press.tokens == ("take", "t0")


@pytest.mark.parametrize("page", ["~x", "~", "~99999", "~-1"])
def test_a_page_that_never_was_is_the_first_or_another_one(page: str) -> None:
    select = only_select(choosing.one_of(ENGLISH, (), things(60), None, "Which?", page))
    assert len(select.options) > 1


def test_several_are_picked_at_once_and_make_one_press() -> None:
    select = only_select(choosing.some_of(ENGLISH, ("keep",), things(7), ("t2",), 4, "Which four?"))
    assert (select.least, select.most) == (1, 4)
    assert [o.default for o in select.options] == [False, False, True, *[False] * 4]
    picked = joined([select.options[n].press for n in (0, 2, 5)])
    assert picked == Press("show", ("keep", "t0", "t2", "t5"))


def test_two_of_a_kind_may_both_be_picked() -> None:
    values = [Value("a", "A"), Value("a", "A"), Value("b", "B")]
    select = only_select(choosing.some_of(ENGLISH, (), values, ("a",), 2, "Which two?"))
    assert len({o.press for o in select.options}) == 3
    assert [o.default for o in select.options] == [True, False, False]
    both = joined([select.options[0].press, select.options[1].press])
    assert choosing.plain(both.tokens) == ("a", "a")


def test_picks_of_one_page_stay_while_others_are_looked_at() -> None:
    first = only_select(choosing.some_of(ENGLISH, ("keep",), things(40), (), 3, "Which?"))
    more = first.options[-1].press
    tokens, page = turned(joined([first.options[1].press, more]).tokens)
    assert tokens == ("keep", "t1")
    second = only_select(choosing.some_of(ENGLISH, ("keep",), things(40), tokens[1:], 3, "Which?", page))
    assert all("t1" in o.press.tokens for o in second.options)
    assert second.most == 3  # two more things, and the line that turns the page
    chosen = joined([second.options[0].press, second.options[1].press])
    assert chosen.tokens == ("keep", "t1", "t24", "t25")
