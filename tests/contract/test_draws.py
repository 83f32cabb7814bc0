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
MOST = 60
"""How many matches may be played until something was drawn and every seat had a turn: short ones hold little each."""
each = pytest.mark.parametrize(
    ("case", "formation"),
    [pytest.param(case, way, id=f"{case.game.name}-{way.id}") for case in CASES for way in case.game.formations],
)


def seed_of(number: int) -> bytes:
    return bytes([number + 1]) * 32


def matches(game: Game[Any], formation: Formation, case: Case | None = None) -> list[list[Draw]]:
    """Return some random matches, of the case's options in turn."""
    options = case.options if case is not None else (new_options(game, {}),)
    played: list[list[Draw]] = []
    for number in range(MOST):
        if number >= SEEDS and _enough(formation, played):
            break
        seed, random = seed_of(number), Random(number)
        played.append(list(drawn.play(game, formation, options[number % len(options)], seed, random)))
    return played


def _enough(formation: Formation, played: list[list[Draw]]) -> bool:
    draws = [draw for match in played for draw in match]
    ended = {seat for draw in draws for seat in draw.step.turns_ended}
    return any(draw.words for draw in draws) and len(ended) == formation.seats


def check(
    game: Game[Any], formation: Formation, case: Case | None = None, *, draws: bool = True, stride: int = 1
) -> None:
    """Assert all that is known about draws, of random matches; `draws`: some must be drawn in them."""
    played, tried = matches(game, formation, case), 0
    for number, match in enumerate(played):
        drawn.check_cursor(game, match, case is not None and case.rereads)
        drawn.check_boundaries(game, match)
        drawing = [draw for draw in match if draw.words]
        tried += drawn.check_events(game, formation, drawing[::stride], seed_of(number))
    drawn.check_turns(formation, [draw for match in played for draw in match])
    assert bool(tried) == draws, "nothing is drawn in any match" if draws else "something is drawn after all"


@each
def test_nothing_is_drawn_twice_or_told_or_undone(case: Case, formation: Formation) -> None:
    check(case.game, formation, case, draws=case.draws, stride=1 + case.stride // 9)


# ------------------------------------------------------------------------------------------- games that are not right


class Forgetful(Toy):
    """A toy that does not keep its cursor: the same dice in every round."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        step = super().apply(state, seat, action, draws)
        return replace(step, state=replace(step.state, cursor=state.cursor))


class Rewinding(Toy):
    """A toy that keeps its cursor for one round alone."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        step = super().apply(state, seat, action, draws)
        return replace(step, state=replace(step.state, cursor=0)) if action[0] == "pass" else step


class Undrawn(Toy):
    """A toy whose die always shows the first card."""

    def apply(self, state: toy.State, seat: int, action: Action, draws: Draws) -> Step:
        return super().apply(state, seat, action, NoDraws(bytes(32)))


class NoDraws(Draws):
    """Draws that always give the lowest number."""

    def below(self, cursor: int, number: int) -> tuple[int, int]:
        return 0, cursor + 1


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


def test_a_game_that_deals_in_secret_passes() -> None:
    deals = [draw for draw in matches(Dealing(), TOY.formations[0])[0] if draw.action[0] == "colour" and draw.words]
    assert deals
    for formation in TOY.formations:
        check(Dealing(), formation)


@pytest.mark.parametrize(
    ("variant", "complaint"),
    [
        (Forgetful, "leaves no cursor"),
        (Rewinding, "is the cursor kept"),
        (UndoneRoll, "although it drew"),
        (UndonePass, "although it ended a turn"),
        (UndoneQuestion, "was asked"),
        (Endless, "nobody's turn ends"),
        (Telling, "in secret"),
        (Undrawn, "nothing is drawn in any match"),
    ],
)
def test_a_game_that_is_not_right_is_found(variant: type[Toy], complaint: str) -> None:
    """In matches of one round, as short as a match can be, but where only a second one can tell."""
    (case,) = (case for case in CASES if case.game is TOY)
    short = replace(case, game=variant(), options=({"rounds": 2 if variant in (Rewinding, UndoneQuestion) else 1},))
    with pytest.raises(AssertionError, match=complaint):
        check(short.game, TOY.formations[0], short)
