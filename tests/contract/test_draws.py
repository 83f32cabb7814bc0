"""What every game keeps to when it draws, and the proof that these checks find a game that does not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api import Action, Formation, Game, Step, new_options
from games.draws import Draws
from tests.contract.cases import CASES, Case
from tests.support import drawn
from tests.support.drawn import Draw
from tests.toy import TOY
from tests.toy import state as toy
from tests.toy.game import Toy

SEEDS = 4
each = pytest.mark.parametrize(
    ("case", "formation"),
    [pytest.param(case, way, id=f"{case.game.name}-{way.id}") for case in CASES for way in case.game.formations],
)


def seed_of(number: int) -> bytes:
    return bytes([number + 1]) * 32


def matches(game: Game[Any], formation: Formation, case: Case | None = None) -> list[list[Draw]]:
    """Return some random matches, of the case's options in turn."""
    options = case.options if case is not None else (new_options(game, {}),)
    return [
        list(drawn.play(game, formation, options[number % len(options)], seed_of(number), Random(number)))
        for number in range(SEEDS)
    ]


@each
def test_nothing_is_drawn_twice_or_told_or_undone(case: Case, formation: Formation) -> None:
    played = matches(case.game, formation, case)
    for number, match in enumerate(played):
        drawn.check_cursor(match, case.rereads)
        drawn.check_boundaries(case.game, match)
        drawn.check_events(case.game, formation, match[:: 1 + case.stride // 9], seed_of(number))
    drawn.check_turns(formation, [draw for match in played for draw in match])


# ------------------------------------------------------------------------------------------- games that are not right


class Forgetful(Toy):
    """A toy that does not keep its cursor: the same dice in every round."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        step = super().apply(state, seat, action, draws)
        return replace(step, state=replace(step.state, cursor=state.cursor))


class Undoable(Toy):
    """A toy in which actions can be undone although …"""

    verb = ""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        step = super().apply(state, seat, action, draws)
        return replace(step, boundary=False) if action[0] == self.verb else step


class UndoneRoll(Undoable):
    """… the die was rolled."""

    verb = "pick"


class UndonePass(Undoable):
    """… the turns of all have ended."""

    verb = "pass"


class UndoneQuestion(UndonePass):
    """… all were asked for their next cards."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        return replace(super().apply(state, seat, action, draws), turns_ended=())


class Endless(Toy):
    """A toy in which no turn ends."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        return replace(super().apply(state, seat, action, draws), turns_ended=())


class Dealing(Toy):
    """A toy in which whoever chooses a colour is dealt cards in secret; what was dealt is not told to others."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        step = super().apply(state, seat, action, draws)
        left = [s for s in step.state.waiting() if s != seat]
        if action[0] != "colour" or not left or step.state.picks[seat]:
            return step
        cards, cursor = draws.shuffled(step.state.cursor, state.cards)
        dealt = tuple(sorted(cards[:2]))
        picks = tuple(dealt if s == seat else picked for s, picked in enumerate(step.state.picks))
        after = replace(step.state, picks=picks, cursor=cursor)
        return replace(step, state=after, events=(*step.events, toy.Picked(seat, dealt)), boundary=True)


class Telling(Dealing):
    """A toy that tells all what somebody was dealt in secret."""

    def show(self, event: object, seat: int | None) -> object | None:
        return event


def check(game: Game[Any]) -> None:
    for formation in TOY.formations:
        played = matches(game, formation)
        for number, match in enumerate(played):
            drawn.check_cursor(match)
            drawn.check_boundaries(game, match)
            drawn.check_events(game, formation, match, seed_of(number))
        drawn.check_turns(formation, [draw for match in played for draw in match])


def test_a_game_that_deals_in_secret_passes() -> None:
    deals = [draw for draw in matches(Dealing(), TOY.formations[0])[0] if draw.action[0] == "colour" and draw.words]
    assert deals
    check(Dealing())


@pytest.mark.parametrize(
    ("variant", "complaint"),
    [
        (Forgetful, "is the cursor kept"),
        (UndoneRoll, "although it drew"),
        (UndonePass, "although it ended a turn"),
        (UndoneQuestion, "was asked"),
        (Endless, "nobody's turn ends"),
        (Telling, "in secret"),
    ],
)
def test_a_game_that_is_not_right_is_found(variant: type[Toy], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(variant())
