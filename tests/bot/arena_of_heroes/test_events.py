"""What happened in Arena of Heroes, in words: what matters most is never cut, what did nothing is told together."""

from __future__ import annotations

import pytest

from bot.arena_of_heroes.texts import results
from bot.arena_of_heroes.texts.events import tell, together
from bot.texts import story
from games.arena_of_heroes import events as ev
from tests.bot.arena_of_heroes.positions import ENGLISH, begun, found

NAMES = {0: "Anna", 1: "Perkin"}


def shot(hideout: int, seat: int = 0, aim: int = 7) -> ev.Attacked:
    return ev.Attacked(seat, neutral=False, aim=aim, face=1, symbol="ring", hideout=hideout)


FOUND = [shot(7), ev.Revealed(1, 7)]
HIT = [shot(7), ev.Hit(1), ev.Stamina(1, 2)]


@pytest.mark.parametrize(("came", "outcome"), [(FOUND, "Perkin is found at 7"), (HIT, "Perkin is hit at 7, stamina 2")])
def test_whom_a_shot_found_or_hit_is_told_whatever_else_has_no_room(came: list[ev.Event], outcome: str) -> None:
    sentences = tell(ENGLISH, [*came, shot(19), shot(16), ev.HideDie(1, "hide", 1, "blank")], NAMES)
    assert outcome in story.within(sentences, 2, 1)
    assert story.within(sentences, 1, 1) == f"{outcome} · …"


def test_shots_at_nothing_and_rolls_in_a_row_are_one_sentence() -> None:
    happened = [shot(19), shot(16), shot(19), ev.TurnBegan(1, 2), shot(5, seat=1, aim=9), shot(14, seat=1, aim=5)]
    assert together(ENGLISH, happened, NAMES, True) == [
        "Anna fires 3 times at 7: nothing at 19 and 16",
        "Perkin fires 2 times: nothing at 5 and 14",
    ]
    rolls = [ev.HideDie(1, "hide", face, colour) for face, colour in ((1, "blank"), (2, "blank"), (6, "green"))]
    assert together(ENGLISH, [*rolls, ev.Left(1, 6)], NAMES, True) == [
        "Perkin rolls to hide: blank, blank, green",
        "Perkin leaves 6, which closes, and is hidden",
    ]
    assert together(ENGLISH, [shot(19), *FOUND, *HIT], NAMES, True) == tell(ENGLISH, [shot(19), *FOUND, *HIT], NAMES)


def test_red_that_ends_a_turn_says_so() -> None:
    roll, worked = ev.HideDie(0, "work", 4, "red"), ev.Delayed(0, -1)
    ends = "Anna rolls to work off delay: red, and the turn ends"
    assert tell(ENGLISH, [roll, worked, ev.TurnBegan(1, 2)], NAMES)[0] == ends
    assert tell(ENGLISH, [roll, worked], NAMES)[0] == "Anna rolls to work off delay: red"
    for hero, said in (("Bg", "Worked off: red, which ends your turn; delay 0."), ("Mg", "Worked off: red, delay 0.")):
        match = begun(2, heroes=(hero, "Dg"))
        found(match, 0)
        came = results.outcome(ENGLISH, match.seat(0).view, [roll, worked], NAMES)
        assert came is not None
        assert came.parts[0][1] == said
