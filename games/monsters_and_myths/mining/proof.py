"""The proof of a puzzle: what every choice around an attack card comes to, worked out by the readable rules.

The solver takes the best choice in every position that follows, all others take what is worst for the solver, knowing
what the solver gives. All throws of the dice are compared by the rules, once for every number of dice, bonus and
creatures at stake; what a comparison leads to is carried out in each position anew. There are no catapults.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Final

from games.api import Action
from games.monsters_and_myths import engine, rounds, verbs
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import ordered, size
from games.monsters_and_myths.dice import advantage, attack_dice, defence_dice
from games.monsters_and_myths.fights import MOST
from games.monsters_and_myths.puzzles import start
from games.monsters_and_myths.state import FACES, ROUNDS, State
from games.odds import Falls, throws
from games.puzzles import Data, Unfit
from games.weighing import CHANCE, POINTS, settled

POSITIONS: Final = 4_000
"""How many positions may follow; more are too many for people."""
CHOICES: Final = 100
"""How many choices there may be."""
LEAST: Final = Fraction(1, 10)
"""How likely the goal is at least with the best choice."""
FIGHT: Final = ("rout", "stand")
"""The goals that are decided with the fight that is on or follows."""
_SOLE_FIGHT: Final = ("ready", "exchange", "lose", "card", "target")
_NO_DICE: Final = Falls(0, ())


def proved(data: Data) -> Data:
    """Return what a line says of its puzzle, found out from its position. Raises `Unfit` where it makes none."""
    card = Card(start(data), data["seat"], data["goal"])
    worths = card.worths()
    if data["goal"] == "points":
        return {**settled(worths, POINTS), "looked_at": card.looked_at}
    return {**settled(worths, CHANCE, least=LEAST), "looked_at": card.looked_at}


class Card:
    """An attack card that is being resolved, and what it is worth to a seat for a goal."""

    def __init__(self, first: State, me: int, goal: str) -> None:
        """Raises `Unfit` for a position that cannot have this goal."""
        self.first, self.me, self.goal = first, me, goal
        self.looked_at = 0
        self._known: dict[Hashable, Fraction] = {}
        self._thrown: dict[Hashable, dict[tuple[int, int], tuple[Fraction, tuple[int, ...]]]] = {}
        if any(seat.catapults for seat in first.seats) or first.left:
            raise Unfit("there are catapults, or somebody has left")
        if goal == "points" and len(first.seats) > 2:
            raise Unfit("with more than two it depends on who is counted")
        in_play = sum(len(seat.attacks) for seat in first.seats)
        if goal == "win" and (first.round != ROUNDS or in_play != 1):
            raise Unfit("it is not the last attack card")
        if goal == "rout" and me != first.active:
            raise Unfit("somebody else attacks")
        if goal == "stand" and me == first.active:
            raise Unfit("nobody attacks this seat")
        if goal in FIGHT and first.phase == "after":
            raise Unfit("the fight is over")

    def worths(self) -> dict[Action, Fraction]:
        """Return what each choice of the solver comes to. Raises `Unfit` for too many, or too many positions."""
        ways = [action for action in verbs.legal(self.first, self.me) if action[0] != "start"]
        if not 1 < len(ways) <= CHOICES:
            raise Unfit("there are no choices, or too many")
        return {action: self._after(self.first, self.me, action) for action in ways}

    def _after(self, state: State, seat: int, action: Action) -> Fraction:
        """Return what an action comes to."""
        if action[0] != "roll":
            return self._value(self._carried_out(state, seat, action, _NO_DICE))
        return sum(
            (
                chance * self._value(self._carried_out(state, seat, action, Falls(state.cursor, faces)))
                for chance, faces in self._throws(state).values()
            ),
            Fraction(0),
        )

    def _throws(self, state: State) -> dict[tuple[int, int], tuple[Fraction, tuple[int, ...]]]:
        """Return of all losses that a roll may lead to the chance, and one throw of which they come."""
        assert state.target is not None
        nation = state.nation(state.target)
        dice = attack_dice(state.force, state.attack_card), defence_dice(nation)
        stake = min(size(state.force), MOST), min(nation.size, MOST)
        kind = dice, advantage(state.force, nation), stake
        if kind not in self._thrown:
            found: dict[tuple[int, int], tuple[Fraction, tuple[int, ...]]] = {}
            for chance, faces in throws(FACES, *dice):
                rolled = self._carried_out(state, state.active, ("roll",), Falls(state.cursor, faces))
                assert rolled.exchange is not None
                losses = rolled.exchange.losses
                found[losses] = found.get(losses, (Fraction(0), ()))[0] + chance, faces
            self._thrown[kind] = found
        return self._thrown[kind]

    def _carried_out(self, state: State, seat: int, action: Action, draws: Falls) -> State:
        self.looked_at += 1
        draft = state.draft()
        events: list[ev.Event] = []
        engine.carry_out(draft, seat, action, events, draws, _nothing)
        draft.cursor = state.cursor
        return draft

    def _value(self, state: State) -> Fraction:
        """Return what a position is worth to the solver."""
        if (worth := self._decided(state)) is not None:
            return worth
        key = self._key(state)
        if key not in self._known:
            if len(self._known) > POSITIONS:
                raise Unfit("too many positions")
            seat = _mover(state, self.me)
            best: Callable[[Iterator[Fraction]], Fraction] = max if seat == self.me else min
            ways = (action for action in verbs.legal(state, seat) if not self._idle(action))
            self._known[key] = best(self._after(state, seat, action) for action in ways) - self._lead(state)
        return self._known[key] + self._lead(state)

    def _idle(self, action: Action) -> bool:
        """Return True for a stop that cannot help whoever attacks for the whole nation."""
        return action[0] == "stop" and self.goal in FIGHT

    def _decided(self, state: State) -> Fraction | None:
        """Return what a position is worth in which the goal is reached or missed; `None` where it is open."""
        if self.goal in FIGHT:
            fighting = state.card == self.first.card and state.active == self.first.active
            if fighting and state.phase in _SOLE_FIGHT and not (state.phase == "card" and state.fought):
                return None
            taken = self._nothing_left(state)
            return Fraction(taken if self.goal == "rout" else not taken)
        if state.result is None and (state.card, state.active) == (self.first.card, self.first.active):
            return None
        if self.goal == "win":
            assert state.result is not None
            return Fraction(self.me in state.result.ranking[0], len(state.result.ranking[0]))
        return self._ahead(state) - self._ahead(self.first)

    def _nothing_left(self, state: State) -> bool:
        """Return whether nothing is left of the nation that was attacked."""
        assert state.exchange is not None
        return not state.nation(state.exchange.target).size

    def _ahead(self, state: State) -> Fraction:
        """Return by how many points the solver is ahead, as the cards lie."""
        points = rounds.points(state)
        return Fraction(points[self.me] - points[1 - self.me])

    def _lead(self, state: State) -> Fraction:
        """Return what captured cards have brought so far where points are counted, so that it is not remembered."""
        if self.goal != "points":
            return Fraction(0)
        captured = [2 * len(seat.captured) for seat in state.seats]
        return Fraction(captured[self.me] - captured[1 - self.me])

    def _key(self, state: State) -> Hashable:
        """Return what the worth of a position depends on, captured cards left out where only points count."""
        captured = tuple(len(seat.captured) for seat in state.seats) if self.goal == "win" else ()
        troops = tuple(seat.troops for seat in state.seats)
        fight = state.phase, state.force, state.flipped, state.target, state.fought, state.paid, state.owe, state.given
        return fight, troops, captured


def _mover(state: State, me: int) -> int:
    """Return who decides next; of two who choose losses at the same time the solver, so that the other knows more."""
    if state.phase == "lose":
        owing = [seat for seat, owed in enumerate(state.owe) if owed]
        return me if me in owing else owing[0]
    return state.active


def _nothing(state: State) -> None:
    """Let nothing follow by itself."""


def plain(state: State) -> State:
    """Return a position without what nobody may know, and without catapults, which no puzzle needs."""
    draft = state.draft()
    for seat in range(len(state.seats)):
        draft.put(seat, catapults=0, scope="", away=(), hand=(), kept=())
    draft.pile, draft.discards = ordered(draft.pile), ordered(draft.discards)
    draft.wait, draft.rolling, draft.step, draft.cursor, draft.reopened = (), None, 0, 0, 0
    draft.given = ((),) * len(draft.seats) if draft.phase == "lose" else ()
    draft.asides = (0,) * len(draft.seats)
    return draft
