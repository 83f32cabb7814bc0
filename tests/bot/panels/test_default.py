"""The default panel plays a game through its options alone: the toy, and what any game may ask."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot import limits
from bot.panels.autocomplete import offers
from bot.panels.components import button_id, option_value
from bot.panels.default import OTHER, DefaultPanel, Wording
from bot.panels.model import Panel, Press, SeatPerspective, Select, joined
from bot.texts.phrases import LANGUAGES, phrases
from games.api import Action, Field, IllegalAction, Ready
from games.draws import Draws
from games.messages import Message
from tests.bot.panels.toy_seat import Asking, Seat, presses
from tests.texts.pseudo import pseudo
from tests.toy import TOY

PANEL = DefaultPanel()
READERS = [*map(phrases, LANGUAGES), pseudo()]


def shown(state: Any, seat: int | None, *tokens: str) -> Panel:
    return PANEL.panel(Seat(TOY, state, seat), tokens)


def check(panel: Panel) -> None:
    """Everything that Discord limits."""
    assert len(panel.rows) <= limits.ROWS
    assert 0 < len(panel.text) <= limits.CONTENT
    for row in panel.rows:
        if isinstance(row, Select):
            assert 1 <= len(row.options) <= limits.SELECT_OPTIONS
            assert 1 <= row.least <= row.most <= len(row.options)
            assert all(len(option_value(o.press)) <= limits.SELECT_TEXT for o in row.options)
        else:
            assert 1 <= len(row) <= limits.BUTTONS_A_ROW
            assert all(button_id("a" * 10, 24, panel.key, b.press) for b in row)
            assert all(0 < len(b.label) <= limits.BUTTON_LABEL for b in row)
    found = presses(panel)
    assert len(set(found)) == len(found)


def pressed(panel: Panel, random: Random) -> Press:
    """A press of the panel; of a select some of the options at once."""
    row = random.choice(panel.rows)
    if isinstance(row, Select):
        return joined([o.press for o in random.sample(row.options, random.randint(row.least, row.most))])
    return random.choice([b.press for b in row if not b.disabled] or [Press("show")])


@pytest.mark.parametrize("seed", range(6))
def test_the_toy_is_played_to_its_end_by_random_presses(seed: int) -> None:
    random, draws = Random(seed), Draws(bytes([seed]) * 32)
    state: Any = TOY.new(TOY.formations[0], {"rounds": 3})
    done: set[str] = set()
    for _ in range(3000):
        if state.result is not None:
            break
        seat = Seat(TOY, state, random.choice(TOY.choices(state)).seat, READERS[seed % len(READERS)])
        tokens: Action = ()
        for _ in range(12):
            panel = PANEL.panel(seat, tokens)
            check(panel)
            press = pressed(panel, random)
            if press.deed == "do":
                (choice,) = [c for c in seat.choices if c.key == panel.key]
                assert isinstance(TOY.options(state, choice.seat, choice.key, press.tokens), Ready)
                state = TOY.apply(state, choice.seat, press.tokens, draws).state
                done.add(choice.kind)
                break
            tokens = press.tokens
    assert state.result is not None
    assert {"colour", "pick", "call", "cheer"} <= done


def test_picking_two_of_five_is_one_panel_and_one_action() -> None:
    state = TOY.new(TOY.formations[0], {})
    (pick,) = [n for n, c in enumerate(Seat(TOY, state, 0).choices) if c.kind == "pick"]
    first = shown(state, 0, f"{OTHER}{pick}")
    select = next(row for row in first.rows if isinstance(row, Select))
    assert (select.least, select.most, len(select.options)) == (1, 2, 5)
    assert not [p for p in presses(first) if p.deed == "do"]
    two = joined([select.options[0].press, select.options[3].press])
    second = shown(state, 0, *two.tokens)
    (last,) = [p for p in presses(second) if p.deed == "do"]
    assert last.tokens == ("pick", "1", "4")
    assert second.key == "pick1"
    assert [o.default for row in second.rows if isinstance(row, Select) for o in row.options].count(True) == 2
    assert "2 of 2 chosen." in second.text


def test_every_open_choice_of_a_seat_can_be_reached_from_the_first_page() -> None:
    state = TOY.new(TOY.formations[0], {})
    start = shown(state, 0)
    keys = {shown(state, 0, *p.tokens).key for p in presses(start) if p.tokens[0].startswith(OTHER)}
    assert {start.key} | keys == {c.key for c in Seat(TOY, state, 0).choices}


@pytest.mark.parametrize("tokens", [("=9",), ("=",), ("=x",), ("=1", "pick", "9"), ("colour", "grey"), ("pass",)])
def test_tokens_that_lead_nowhere_give_the_start(tokens: Action) -> None:
    state = TOY.new(TOY.formations[0], {})
    panel = shown(state, 0, *tokens)
    assert panel.text.startswith("That is no longer possible.")
    check(panel)


def test_who_has_no_choice_looks_on() -> None:
    state = TOY.new(TOY.formations[0], {"cheering": False})
    for action in (("colour", "red"), ("pick", "1", "2")):
        state = TOY.apply(state, 0, action, Draws(b"\x01" * 32)).state
    assert shown(state, 0).text == "There is nothing for you to decide now."
    assert shown(state, None).text == "You are a spectator. This is what everyone can see."
    assert shown(state, None).rows == ()


def test_an_action_that_may_be_taken_back_can_be_from_the_first_page() -> None:
    seat = Seat(TOY, TOY.new(TOY.formations[0], {}), 0)
    seat.undoable = ("colour", "red")
    assert Press("undo") in presses(PANEL.panel(seat, ()))


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
    assert [p.deed for p in presses(last)] == ["show", "do"]


def test_autocomplete_offers_the_options_that_fit() -> None:
    seat = Seat(TOY, TOY.new(TOY.formations[0], {}), 0)

    def label(perspective: SeatPerspective, tokens: Action, value: str) -> str:
        return value.capitalize()

    assert offers(seat, ("colour",), "", label) == [("Red", "red"), ("Green", "green"), ("Blue", "blue")]
    assert offers(seat, ("colour",), " RE ", label) == [("Red", "red"), ("Green", "green")]
    assert offers(seat, ("colour",), "", label, only=lambda value: value == "blue") == [("Blue", "blue")]
    assert offers(seat, ("fly",), "", label) == []
