"""All panels of Monsters & Myths: how many taps a decision takes, what can be answered, what pictures say."""

from __future__ import annotations

import pytest

from bot.commands.lookups import answers
from bot.monsters_and_myths.commands import MOVES
from bot.monsters_and_myths.face import FACE
from bot.monsters_and_myths.texts.description import alt_text
from bot.panels.pages import usable
from bot.texts.phrases import phrases
from tests.bot.monsters_and_myths.playing import at, played, taps_to

TAPS = {"keep": 6, "wizard": 3, "card": 4, "target": 2, "exchange": 2, "lose": 2, "after": 4, "window_before": 2}
"""The most taps of each decision, opening the panel among them, as the design has them: a loss of two takes one more,
and so does each further wizard."""


@pytest.mark.parametrize("seed", range(3))
def test_every_decision_takes_no_more_taps_than_the_design_allows(seed: int) -> None:
    seen = set()
    for match, state in played(seed)[::3]:
        for choice in match.game.choices(state):
            if not choice.must or choice.kind not in TAPS or choice.kind in seen:
                continue
            seat = at(match, state, choice.seat)
            more = max(state.owe, default=0) - 1 if choice.kind == "lose" else 0
            more += max(0, state.seats[choice.seat].new - 1)
            most = TAPS[choice.kind] + more + (state.round == 3 and choice.kind == "keep")
            if choice.kind == "keep" and match.game.choices(state)[0] != choice:
                continue
            assert taps_to(seat, lambda press: press.tokens[0] not in ("usual", "swap"), most) is not None, choice
            seen.add(choice.kind)
    assert seen >= {"keep", "card", "exchange", "after"}


def test_what_cannot_be_done_yet_is_not_told_of_where_the_question_says_it() -> None:
    kinds = set()
    for match, state in [pair for seed in range(4) for pair in played(seed, 0)]:
        for choice in match.game.choices(state):
            if choice.must and choice.kind in ("keep", "after"):
                seat = at(match, state, choice.seat)
                assert "Not possible now" not in usable(seat.say, FACE.panel(seat)).text
                kinds.add(choice.kind)
    assert kinds == {"keep", "after"}


def test_the_alternative_text_is_a_description() -> None:
    for match, state in played(1)[::9]:
        seat = at(match, state, None)
        text = alt_text(seat.say, seat.view)
        for at_seat in seat.view.seats:
            points = f"{seat.view.points(at_seat.seat)} point" if seat.view.counts else "no points yet"
            assert f"{'ABCD'[at_seat.seat]}, {points}" in text
        assert not any(code in text.split() for code in ("U*", "2i", "1i1m"))
        named = FACE.pictures.board(seat.say, seat.view, (), {0: "Larry"}).alt
        assert f"Larry, {seat.view.points(0)} point" in named or not seat.view.counts
        assert "A, " not in named


def test_whatever_is_asked_can_be_answered_from_a_list() -> None:
    for match, state in played(6)[::4]:
        for choice in match.game.choices(state):
            seat = at(match, state, choice.seat)
            for name, line in answers(seat, FACE.words.action_text):
                assert name
                assert line.split()[0]
            if choice.kind == "exchange":
                assert [c.value for c in MOVES.offers(seat, ("roll",), "", str)]


def test_how_to_play_tells_of_the_turn_and_of_three_rounds() -> None:
    assert "turn" in [chapter.id for chapter in FACE.guide]
    assert "three rounds" in FACE.guide[0].text(phrases("en"))
