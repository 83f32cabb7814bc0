"""What a face has that gives nothing but what every game needs."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.panels.face import Face, Pictures, Words, ending
from bot.panels.model import Picture
from bot.texts.phrases import phrases
from games.api import Result
from tests.support.panels import Match
from tests.toy import TOY
from tests.toy.face import FACE as TOY_FACE

SAY = phrases("en")
NAMES = {0: "Anna", 1: "Max", 2: "Tina"}


def board(say: Any, view: Any, marks: Any, names: Any) -> Picture:
    return Picture(repr((view, marks, names)).encode(), "board.png", "The board")


BARE: Face[Any] = Face(
    game=TOY,
    group="bare",
    words=Words(
        description=TOY_FACE.words.description,
        tell=TOY_FACE.words.tell,
        asked=TOY_FACE.words.asked,
        score=TOY_FACE.words.score,
    ),
    pictures=Pictures(board=board),
)


def test_what_many_games_leave_empty_has_a_default() -> None:
    match = Match(BARE, 1)
    seat = match.seat(0)
    view = seat.view
    assert BARE.panel(seat, ()).rows  # the panel that plays any game
    assert BARE.words.action_text(SAY, ("pick", "1", "2"), {}) == "pick 1 2"
    assert BARE.words.seat_title(SAY, view, 1) == "B"
    assert BARE.words.status(SAY, view, NAMES) == ""
    assert BARE.answers(SAY, view, NAMES, NAMES) == ()
    assert BARE.exhibit("piles") is None
    assert not BARE.high_point(["anything"])
    assert BARE.pictures.marks(["anything"]) == ()
    BARE.pictures.warm(("en",))()


def test_a_private_panel_and_the_result_show_the_board() -> None:
    pictures, view = BARE.pictures, Match(BARE, 1).seat(0).view
    assert pictures.private_board(SAY, view, "a draft", NAMES) == board(SAY, view, (), NAMES)
    assert pictures.result_card(SAY, view, NAMES) == board(SAY, view, (), NAMES)
    card = Picture(b"", "result.png", "The end")
    own = replace(pictures, private=lambda *given: card, result=lambda *given: card)
    assert own.private_board(SAY, view) is card
    assert own.result_card(SAY, view) is card


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (Result(((0, 1, 2),), "agreed"), "A draw by agreement."),
        (Result(((0, 1, 2),), "abandoned"), "No winner: the match was abandoned."),
        (Result(((0, 1, 2),), "points"), "A draw."),
        (Result(((0,), (2,), (1,)), "points"), "Anna won."),
        (Result(((0, 1), (2,)), "points"), "Anna and Max won."),
        (Result(((0,), (1, 2)), "resigned"), "Anna won: Max and Tina resigned."),
        (Result(((1,), (2,)), "timeout"), "Max won: Tina ran out of time."),
        (None, "The match is still running."),
    ],
)
def test_a_match_ends_in_the_words_that_all_games_share(result: Result | None, sentence: str) -> None:
    assert ending(SAY, SimpleNamespace(result=result), NAMES) == sentence
