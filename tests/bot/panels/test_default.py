"""The default panel plays a game through its options alone: the toy, and what any game may ask."""

from __future__ import annotations

from typing import Any

import pytest

from bot.panels.default import OTHER, DefaultPanel, Wording
from bot.panels.drafts import offers
from bot.panels.model import Panel, Press, SeatPerspective, Select, joined
from games.api import Action, Field, IllegalAction, Ready
from games.messages import Message
from tests.bot.panels.asking import Asking
from tests.support.panels import Match, check, presses
from tests.toy.face import FACE

PANEL = DefaultPanel()


def begun(options: dict[str, Any] | None = None) -> Match:
    return Match(FACE, 1, options)


def shown(match: Match, seat: int | None, *tokens: str) -> Panel:
    return PANEL.panel(match.seat(seat), tokens)


def test_picking_two_of_five_is_one_panel_and_one_action() -> None:
    match = begun()
    (pick,) = [n for n, c in enumerate(match.seat(0).choices) if c.kind == "pick"]
    first = shown(match, 0, f"{OTHER}{pick}")
    select = next(row for row in first.rows if isinstance(row, Select))
    assert (select.least, select.most, len(select.options)) == (1, 2, 5)
    assert not [p for p in presses(first) if p.action_id == "do"]
    two = joined([select.options[0].press, select.options[3].press])
    second = shown(match, 0, *two.tokens)
    (last,) = [p for p in presses(second) if p.action_id == "do"]
    assert last.tokens == ("pick", "1", "4")
    assert second.key == "pick1"
    assert [o.default for row in second.rows if isinstance(row, Select) for o in row.options].count(True) == 2
    assert "2 of 2 chosen." in second.text


def test_every_open_choice_of_a_seat_can_be_reached_from_the_first_page() -> None:
    match = begun()
    start = shown(match, 0)
    keys = {shown(match, 0, *p.tokens).key for p in presses(start) if p.tokens[0].startswith(OTHER)}
    assert {start.key} | keys == {c.key for c in match.seat(0).choices}


@pytest.mark.parametrize("tokens", [("=9",), ("=",), ("=x",), ("=1", "pick", "9"), ("colour", "grey"), ("pass",)])
def test_tokens_that_lead_nowhere_give_the_start(tokens: Action) -> None:
    match = begun()
    panel = shown(match, 0, *tokens)
    assert panel.text.startswith("That is no longer possible.")
    check(panel)


def test_who_has_no_choice_looks_on() -> None:
    match = begun({"cheering": False})
    for action in (("colour", "red"), ("pick", "1", "2")):
        match.play(0, action)
    assert shown(match, 0).text == "There is nothing for you to decide now."
    assert shown(match, None).text == "You are watching. This is the public view."
    assert shown(match, None).rows == ()


def test_an_action_that_may_be_taken_back_can_be_from_the_first_page() -> None:
    match = begun()
    assert Press("undo") not in presses(shown(match, 0))
    match.play(0, ("colour", "red"))
    assert Press("undo") in presses(shown(match, 0))


def test_a_game_may_say_what_its_tokens_mean() -> None:
    class Cards(Wording):
        def value(self, perspective: SeatPerspective, tokens: Action, token: str) -> str:
            return f"Card {token}"

    def grammar(tokens: Action) -> Field | Ready:
        if tokens and tokens[0] not in ("1", "2"):
            raise IllegalAction(Message("There is no such card."))
        return Ready(tokens) if tokens else Field("card", ("1", "2"))

    panel = DefaultPanel(Cards()).panel(Asking(grammar), ())
    assert [b.label for b in panel.rows[0]] == ["Card 1", "Card 2"]  # type: ignore[union-attr]
    last = DefaultPanel(Cards()).panel(Asking(grammar), ("2",))
    answers, confirmed = last.rows
    assert [(b.label, b.disabled) for b in answers] == [("Card 1", False), ("Card 2", True)]  # type: ignore[union-attr]
    assert [b.press.action_id for b in confirmed] == ["show", "do"], "below the answers"  # type: ignore[union-attr]


def test_autocomplete_offers_the_options_that_fit() -> None:
    seat = begun().seat(0)

    def label(perspective: SeatPerspective, tokens: Action, value: str) -> str:
        return value.capitalize()

    assert offers(seat, ("colour",), "", label) == [("Red", "red"), ("Green", "green"), ("Blue", "blue")]
    assert offers(seat, ("colour",), " RE ", label) == [("Red", "red"), ("Green", "green")]
    assert offers(seat, ("colour",), "", label, only=lambda value: value == "blue") == [("Blue", "blue")]
    assert offers(seat, ("fly",), "", label) == []
