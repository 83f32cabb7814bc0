"""The walk that all games share, by a game made up for it: a stall where one buys, paints, gives and waves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import pytest

from games.api import BadNotation, Choice, Field, GameError, IllegalAction, NotYourChoice, Ready, Step
from games.draws import Draws
from games.grammar import MAX_LENGTH, GameOfVerbs, Grammar
from games.messages import Message
from games.referee import moments
from games.registry import GAMES
from games.verbs import NEVER, Refused, Verb, picking

DRAWS: Final = Draws(bytes(32))
GOODS: Final = ("Apple", "Apple", "pear", "plum")


@dataclass(frozen=True)
class Stall:
    money: int = 3
    open: bool = True
    bought: tuple[str, ...] = ()


calls: list[tuple[str, ...]] = []
"""The tokens that the fields were asked with."""


def buyable(state: Stall, seat: int, tokens: Sequence[str]) -> Field | None:
    calls.append(tuple(tokens))
    return picking("goods", GOODS, 2, tokens, "V1.1")


def colours(state: Stall, seat: int, tokens: Sequence[str]) -> Field | None:
    calls.append(tuple(tokens))
    if not tokens:
        return Field("thing", ("stall",)) if state.money else NEVER
    return Field("colour", ("red", "blue"), "V2.2", least=0) if len(tokens) == 1 else None


def bought(state: Stall, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    return Step(replace(state, bought=tuple(tokens)), ("bought",))


def nothing(state: Stall, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    return Step(state, ())


def too_dear(at: Refused[Stall]) -> GameError | None:
    return at.because(Message("A melon is too dear.")) if at.token == "melon" else None


def broke(state: Stall, seat: int) -> GameError | None:
    return IllegalAction(Message("You have no money."), "V2.1") if not state.money else None


WORDS: Final = Message("word")
BUY: Final = Verb(
    "buy", "V1", WORDS, WORDS, bought, ("goods",), buyable, kinds=("trade",), spoken=("go shopping",), refuse=too_dear
)
PAINT: Final = Verb("paint", "V2", WORDS, WORDS, nothing, ("thing", "colour"), colours, kinds=("trade",), closed=broke)
WAVE: Final = Verb("wave", "V3", WORDS, WORDS, nothing, usable=lambda state, seat: state.open, final=True)


class Market(GameOfVerbs[Stall]):
    grammar = Grammar((BUY, PAINT, WAVE))

    def choices(self, state: Stall) -> tuple[Choice, ...]:
        return (Choice(0, "trade", "t"), Choice(1, "watch", "w"))


MARKET: Final = Market()
OPEN: Final = Stall()


def refused(tokens: str, state: Stall = OPEN, seat: int = 0) -> str:
    """The refusal of an action: its class, rule and sentence."""
    with pytest.raises(GameError) as refusal:
        MARKET.apply(state, seat, tuple(tokens.split()), DRAWS)
    return f"{type(refusal.value).__name__} {refusal.value.rule}: {refusal.value}"


def test_the_first_field_offers_the_verbs_of_the_choice_that_can_be_used() -> None:
    assert MARKET.next_field(OPEN, 0, "t") == Field("action", ("buy", "paint", "wave"))
    assert MARKET.next_field(OPEN, 1, "w") == Field("action", ("wave",))
    assert MARKET.next_field(replace(OPEN, money=0), 0, "t") == Field("action", ("buy", "wave"))
    assert MARKET.next_field(replace(OPEN, open=False), 0, "t") == Field("action", ("buy", "paint"))


def test_picks_come_from_what_is_left() -> None:
    assert MARKET.next_field(OPEN, 0, "t", ("buy",)) == Field("goods", GOODS, "V1.1", 2, 2)
    assert MARKET.next_field(OPEN, 0, "t", ("buy", "Apple")) == Field("goods", GOODS[1:], "V1.1")
    assert MARKET.next_field(OPEN, 0, "t", ("buy", "Apple", "plum")) == Ready(("buy", "Apple", "plum"))


def test_legal_has_picks_in_one_order_and_optional_tokens_both_ways() -> None:
    assert MARKET.legal(OPEN, 0, "t") == [
        ("buy", "Apple", "Apple"),
        ("buy", "Apple", "pear"),
        ("buy", "Apple", "plum"),
        ("buy", "pear", "plum"),
        ("paint", "stall"),
        ("paint", "stall", "red"),
        ("paint", "stall", "blue"),
        ("wave",),
    ]
    assert MARKET.legal(replace(OPEN, open=False, money=0), 1, "w") == []


def test_legal_actions_are_those_that_are_carried_out() -> None:
    for seat, key in ((0, "t"), (1, "w")):
        for action in MARKET.legal(OPEN, seat, key):
            MARKET.apply(OPEN, seat, action, DRAWS)
    step = MARKET.apply(OPEN, 0, ("buy", "plum", "Apple"), DRAWS)  # picked in any order
    assert step.state.bought == ("plum", "Apple")
    assert not step.boundary
    assert MARKET.apply(OPEN, 1, ("wave",), DRAWS).boundary


def test_refusals() -> None:
    assert refused("") == "IllegalAction : An action has at least one word."
    assert refused("dance") == "IllegalAction : There is no action “dance”."
    assert refused("buy Apple plum", seat=1) == "NotYourChoice V1: That is not possible now."
    assert refused("paint stall", replace(OPEN, money=0)) == "IllegalAction V2.1: You have no money."
    assert refused("wave", replace(OPEN, open=False)) == "NotYourChoice V3: That is not possible now."
    assert refused("buy") == "IllegalAction V1.1: Something is missing: choose Apple, pear or plum."
    assert refused("buy plum plum") == "IllegalAction V1.1: “plum” is not possible here; choose Apple or pear."
    assert refused("buy melon plum") == "IllegalAction V1.1: A melon is too dear."
    assert refused("paint stall green") == "IllegalAction V2.2: “green” is not possible here; choose red or blue."
    assert refused("wave twice") == "IllegalAction V3: “twice” is one word too many."
    with pytest.raises(NotYourChoice, match="no longer open"):
        MARKET.next_field(OPEN, 1, "t")
    with pytest.raises(NotYourChoice, match="no longer open"):
        MARKET.legal(OPEN, 0, "w")


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("buy Apple plum", "buy Apple plum"),
        ("BUY  apple PLUM", "buy Apple plum"),
        ("Go  Shopping plum apple", "buy plum Apple"),
        ("buy melon Apple", "buy melon Apple"),
        ("buy apple apple apple", "buy Apple Apple apple"),
        ("paint STALL", "paint stall"),
        ("paint Stall Blue", "paint stall blue"),
        ("Paint green RED", "paint green RED"),
        ("Dance Apple", "dance Apple"),
        ("wave", "wave"),
    ],
)
def test_words_are_read_in_any_case(typed: str, action: str) -> None:
    assert MARKET.read(OPEN, 0, (typed,)) == tuple(action.split())
    assert MARKET.read(OPEN, 0, tuple(typed.split(" "))) == tuple(action.split())


def test_words_of_verbs_that_cannot_be_used_are_left_alone() -> None:
    assert MARKET.read(OPEN, 1, ("buy APPLE",)) == ("buy", "APPLE")
    assert MARKET.read(replace(OPEN, money=0), 0, ("paint STALL",)) == ("paint", "STALL")
    assert MARKET.read(replace(OPEN, open=False), 0, ("wave ONCE",)) == ("wave", "ONCE")


def test_nothing_and_endless_text_are_not_read() -> None:
    for typed in ((), ("",), (" ", "\n"), ("x" * (MAX_LENGTH + 1),)):
        with pytest.raises(BadNotation):
            MARKET.read(OPEN, 0, typed)
    assert MARKET.read(OPEN, 0, ("x" * MAX_LENGTH,)) == ("x" * MAX_LENGTH,)


def test_no_word_is_walked_twice() -> None:
    calls.clear()
    MARKET.apply(OPEN, 0, ("buy", "plum", "pear"), DRAWS)
    assert calls == [(), ("plum",), ("plum", "pear")]
    calls.clear()
    MARKET.read(OPEN, 0, ("paint stall blue",))
    assert calls == [(), ("stall",), ("stall", "blue")]


def test_what_is_refused_is_known_to_the_verb() -> None:
    at = Refused(OPEN, 0, ("buy", "plum", "x" * 60), 2, BUY, Field("goods", GOODS))
    assert at.said == ("buy", "plum")
    assert at.shown == "x" * 40
    assert at.because(Message("No.")).rule == "V1"
    assert at.because(Message("No."), "V9").rule == "V9"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_verb_of_a_game_says_what_it_is(game: Any) -> None:
    for name, verb in game.grammar.verbs.items():
        assert verb.name == name == name.lower()
        assert str(verb.title)
        assert verb.rule
        assert 0 < len(str(verb.help)) <= 100
        assert not str(verb.help).endswith(".")
    titles = [str(verb.title) for verb in game.grammar.verbs.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_fields_of_a_verb_are_its_parts(game: Any) -> None:
    """Field by field in their order; some are left out, and an answer has a field of the name of its question."""
    for moment in moments(game, Random(1)):
        action, choice = moment.action, moment.choice
        parts = list(game.grammar.verbs[action[0]].parts)
        for at in range(1, len(action)):
            field = game.next_field(moment.before, choice.seat, choice.key, action[:at])
            while parts[0] not in (field.name, "answer"):
                parts.pop(0)
            if len(parts) > 1:
                parts.pop(0)
