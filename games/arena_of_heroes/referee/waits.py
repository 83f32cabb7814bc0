"""How often a match waits for somebody who was not there, and how often players press, by what they give in advance.

Both kinds of players decide as the computer player does (`playout.decide`). Those with habits let errands carry on,
wish for heroes, answer triggers in advance, and plan their next turn before they leave: hide if found, then fire at
what promises most by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from games.api import Action, new_options
from games.arena_of_heroes import verbs
from games.arena_of_heroes.errands import CHASE, HUNT, VANISH
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.play import carry_out
from games.arena_of_heroes.referee.playout import decide
from games.arena_of_heroes.setup import opened
from games.arena_of_heroes.standing import TRIGGERED
from games.arena_of_heroes.state import State
from games.draws import SEED_BYTES, Draws
from games.errands import MOST, Errand


@dataclass(frozen=True, slots=True)
class Habits:
    """What players give in one go or in advance."""

    wishes: bool = False
    reflexes: bool = False
    errands: bool = False
    ahead: bool = False


NEXT_TURN: Final[tuple[Errand, ...]] = ((VANISH,), (HUNT,))
"""A plan for the next turn: hide if found by then, fire where it promises most then."""
ORDINARY: Final = Habits()
EVERYTHING: Final = Habits(wishes=True, reflexes=True, errands=True, ahead=True)


@dataclass(slots=True)
class Counted:
    """A match and its counts."""

    state: State
    draws: Draws
    waits: int = 0
    presses: int = 0
    present: int | None = None
    """Who has acted last by hand."""
    plans: dict[int, tuple[Errand, ...]] = field(default_factory=dict)

    def act(self, seat: int, action: Action) -> None:
        """Carry an action out."""
        self.state = carry_out(self.state, seat, action, self.draws).state

    def by_hand(self, seat: int) -> None:
        """Count a press of somebody, who may have to come for it."""
        self.waits += seat != self.present
        self.presses += 1
        self.present = seat

    def run(self, seat: int, errand: Errand) -> None:
        """Carry an errand out as far as it goes."""
        begun = GAME.view(self.state, seat)
        for _ in range(MOST):
            action = GAME.errands.following(begun, GAME.view(self.state, seat), seat, errand)
            if action is None:
                return
            self.act(seat, action)


def play(random: Random, players: int, habits: Habits, mode: str = "basic") -> Counted:
    """Play a match to its end."""
    match = Counted(opened(players, new_options(GAME, {"mode": mode})), Draws(random.randbytes(SEED_BYTES)))
    while match.state.phase != "over":
        seat = match.state.turn if match.state.question is None else match.state.question.seat
        if (plan := match.plans.pop(seat, None)) is not None and match.state.question is None:
            for errand in plan:
                match.run(seat, errand)
        else:
            _decide(match, seat, habits, random)
    return match


def _decide(match: Counted, seat: int, habits: Habits, random: Random) -> None:
    """Let a seat decide: by itself where that was given in advance, else by hand, and then think of its next turn."""
    state, turns = match.state, match.state.turns
    view = GAME.view(state, seat)
    action = decide(view, verbs.legal(state, seat), random)
    asked = None if state.question is None else state.question.kind
    if not ((habits.wishes and state.phase == "draft" and seat) or (habits.reflexes and asked in TRIGGERED)):
        match.by_hand(seat)
    offered = GAME.errands.offered(view, seat, int(action[1]) if action[0] == "attack" else None)
    errand = next((one for one in _errands(action) if one in offered), None)
    if errand is not None and habits.errands and asked is None:
        match.run(seat, errand)
    else:
        match.act(seat, action)
    ended = match.state.turns != turns and turns and match.state.phase == "turn" and match.state.turn != seat
    if habits.ahead and asked is None and ended and match.state.heroes[seat].alive:
        match.plans[seat] = NEXT_TURN


def _errands(action: Action) -> Iterator[Errand]:
    """Yield the errands that begin more or less with an action, the one that goes farthest first."""
    if action[0] == "attack":
        yield (HUNT,)
        yield CHASE, action[1]
    elif action in (("hide",), ("work",)):
        yield (VANISH,)
