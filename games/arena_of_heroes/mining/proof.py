"""The proof of a puzzle: what every action of a turn comes to, worked out by the readable rules.

Whoever solves it knows what their view says. All places of hidden heroes that fit it are equally likely: hideout cards
are shuffled, and nothing else is known of them. Each action is carried out in each of these worlds with every way the
dice may fall and every hideout card that may be drawn; a shot once for each hideout that it may strike, whatever it was
aimed at. Worlds that look different afterwards are told apart, and the turn goes on with the best action for each look.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from games.api import Action
from games.arena_of_heroes.cards import BLOODSCENT, BOARDING, DIGGING, ROOTWALK, VEIL, WOODRUNNER
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.play import carry_out
from games.arena_of_heroes.puzzles import start
from games.arena_of_heroes.ring import ATTACK_FACES, HIDEOUTS, struck
from games.arena_of_heroes.state import State
from games.arena_of_heroes.worth import whereabouts
from games.draws import Draws
from games.odds import Falls, every
from games.puzzles import Data, Unfit
from games.weighing import CHANCE, POINTS, settled

CASES: Final[dict[int, int]] = {1: 10, 2: 8, 3: 5}
"""In how many worlds a turn with so many actions is looked at; more are too many."""
LEAST: Final[dict[str, Fraction]] = {POINTS: Fraction(1, 2), CHANCE: Fraction(1, 6)}
"""What the best action is worth at least."""
Worlds = tuple[tuple[Fraction, State], ...]
"""What somebody thinks possible, each with its chance; together they are certain."""
Utility = Callable[[State, State], Fraction]
"""Returns what the end of a turn is worth, from its beginning and its end."""


def _others(state: State, me: int) -> list[int]:
    return [seat for seat in range(state.seats) if seat != me]


def _found(before: State, after: State) -> Fraction:
    hidden = [seat for seat in _others(before, before.turn) if before.heroes[seat].hidden]
    return Fraction(any(not after.heroes[seat].hidden for seat in hidden))


def _hit(before: State, after: State) -> Fraction:
    return Fraction(any(_lost(before, after, seat) for seat in _others(before, before.turn)))


def _out(before: State, after: State) -> Fraction:
    return Fraction(any(before.heroes[s].alive > after.heroes[s].alive for s in _others(before, before.turn)))


def _unseen(before: State, after: State) -> Fraction:
    return _found(before, after) * after.heroes[before.turn].hidden


def _stamina(before: State, after: State) -> Fraction:
    taken = sum(_lost(before, after, seat) for seat in _others(before, before.turn))
    return Fraction(taken - _lost(before, after, before.turn))


def _lost(before: State, after: State, seat: int) -> int:
    return before.heroes[seat].stamina - after.heroes[seat].stamina


UTILITIES: Final[dict[str, Utility]] = {
    "find": _found,
    "hit": _hit,
    "out": _out,
    "unseen": _unseen,
    "stamina": _stamina,
}
_FOR_GOOD: Final = ("find", "hit", "out")
"""The goals that stay reached."""


def proved(data: Data) -> Data:
    """Return what a line says of its puzzle, found out from its position. Raises `Unfit` where it makes none."""
    return Rules(start(data)).proved(data["goal"])


class Rules:
    """What actions lead to in one turn; whatever was carried out once is remembered, for other goals, too."""

    def __init__(self, first: State) -> None:
        """Raises `Unfit` for a position in which anybody may do something in between, or is asked."""
        self.first, self.me = first, first.turn
        self.looked_at = 0
        self._after: dict[Hashable, tuple[tuple[Fraction, State], ...]] = {}
        for seat, hero in enumerate(first.heroes):
            unfit = (WOODRUNNER, DIGGING) if seat == self.me else (WOODRUNNER, DIGGING, ROOTWALK, BOARDING, VEIL)
            if any(hero.can(ability) for ability in unfit):
                raise Unfit("somebody may be asked, or do something in between")
        if first.mode == "advanced" or first.held:
            raise Unfit("there are arena cards, or holds")

    def proved(self, goal: str) -> Data:
        """Return what a line says of the position with this goal. Raises `Unfit`."""
        turn = Turn(self, goal)
        unit = POINTS if goal == "stamina" else CHANCE
        worlds = self.worlds()
        return {**settled(turn.worths(worlds), unit, least=LEAST[unit]), "looked_at": turn.looked_at}

    def worlds(self) -> Worlds:
        """Return all worlds that look like the first one. Raises `Unfit` for too many."""
        found = list(_assignments(self.first))
        if not 0 < len(found) <= CASES.get(self.first.left, 0):
            raise Unfit("too many worlds, or actions")
        return tuple((Fraction(1, len(found)), _with(self.first, places)) for places in found)

    def outcomes(self, world: State, action: Action) -> Iterator[tuple[Fraction, State]]:
        """Yield what an action may come to in a world, each with its chance. Raises `Unfit` where somebody is asked."""
        if action[0] != "attack":
            yield from self._remembered(world, action, action)
            return
        faces, near = ATTACK_FACES[world.die], world.heroes[self.me].can(BLOODSCENT)
        for face, symbol in enumerate(faces):
            hideout = struck(int(action[1]), symbol, inner=near)
            for chance, after in self._remembered(world, action, hideout, face):
                yield chance / len(faces), after

    def _remembered(
        self, world: State, action: Action, same: Hashable, face: int | None = None
    ) -> tuple[tuple[Fraction, State], ...]:
        """Return what an action comes to in a world, and what others come to that are the `same` there."""
        key = look(world, self.me), _secret(world), same
        if key not in self._after:
            self._after[key] = tuple(self._carried_out(world, action, face))
        return self._after[key]

    def _carried_out(self, world: State, action: Action, face: int | None) -> Iterator[tuple[Fraction, State]]:
        if face is not None:
            yield Fraction(1), self._rolled(world, action, Falls(world.cursor, (face,)))
            return
        found = list(every(world.cursor, lambda draws: self._rolled(world, action, draws)))
        yield from ((chance, after) for chance, after in found if len(after.deck) == len(world.deck))
        if any(len(after.deck) < len(world.deck) for _, after in found):
            yield from self._drawn(world, action)

    def _drawn(self, world: State, action: Action) -> Iterator[tuple[Fraction, State]]:
        """Yield what an action comes to where it draws a hideout card: each may be the top one."""
        for card in world.deck:
            draft = world.draft()
            draft.deck = (card, *(other for other in world.deck if other != card))
            for chance, after in every(world.cursor, lambda draws, draft=draft: self._rolled(draft, action, draws)):  # type: ignore[misc]
                drawn = len(world.deck) - len(after.deck)
                if drawn > 1:
                    raise Unfit("several hideout cards are drawn")
                if drawn:
                    after.deck = tuple(sorted(after.deck))
                    yield chance / len(world.deck), after

    def _rolled(self, world: State, action: Action, draws: Draws) -> State:
        after = carry_out(world, self.me, action, draws).state
        self.looked_at += 1
        if after.question is not None:
            raise Unfit("somebody is asked")
        after.cursor = world.cursor
        return after


class Turn:
    """The rest of a turn, and what it is worth for a goal."""

    def __init__(self, rules: Rules, goal: str) -> None:
        self.rules, self.first, self.me, self.goal = rules, rules.first, rules.me, goal
        self.looked_at = 0
        """How many ways in which things may fall were looked at."""
        self._utility = UTILITIES[goal]
        self._known: dict[Hashable, Fraction] = {}

    def worths(self, worlds: Worlds) -> dict[Action, Fraction]:
        """Return what each action comes to, when the rest of the turn is played as well as can be."""
        state = worlds[0][1]
        choice = next(one for one in GAME.choices(state) if one.seat == self.me and one.must)
        return {action: self._worth(worlds, action) for action in GAME.legal(state, self.me, choice.key)}

    def _worth(self, worlds: Worlds, action: Action) -> Fraction:
        looks: dict[Hashable, dict[Hashable, tuple[Fraction, State]]] = {}
        for chance, world in worlds:
            for share, after in self.rules.outcomes(world, action):
                self.looked_at += 1
                alike, secret = looks.setdefault(look(after, self.me), {}), _secret(after)
                before, _ = alike.get(secret, (Fraction(0), after))
                alike[secret] = before + chance * share, after
        return sum((self._value(tuple(alike.values())) for alike in looks.values()), Fraction(0))

    def _value(self, worlds: Worlds) -> Fraction:
        """Return what worlds are worth that look alike, times the chance that it is one of them."""
        whole = sum((chance for chance, _ in worlds), Fraction(0))
        one = worlds[0][1]
        if one.phase == "over" or one.turns != self.first.turns:
            return sum((chance * self._utility(self.first, world) for chance, world in worlds), Fraction(0))
        if self.goal in _FOR_GOOD and self._utility(self.first, one):
            return whole
        certain = tuple((chance / whole, world) for chance, world in worlds)
        key = look(one, self.me), frozenset((chance, _secret(world)) for chance, world in certain)
        if key not in self._known:
            self._known[key] = max(self.worths(certain).values())
        return whole * self._known[key]


def look(state: State, me: int) -> Hashable:
    """Return what a seat sees of a position, as far as anything in a turn may still depend on it.

    Where it was struck in vain is seen, too: whoever is still hidden is not there.
    """
    heroes = tuple(
        (
            hero.stamina,
            hero.hidden,
            hero.at if seat == me or not hero.hidden else 0,
            hero.delay,
            hero.flags,
            hero.spared,
        )
        for seat, hero in enumerate(state.heroes)
    )
    return heroes, state.turns, state.phase, state.left, state.used, state.sudden, state.closed, state.granted


def _secret(state: State) -> Hashable:
    """Return what of a position the solver does not see."""
    return tuple(hero.at for hero in state.heroes)


def _assignments(state: State) -> Iterator[dict[int, int]]:
    """Yield where all hidden heroes may be together, as far as the active seat knows, by their seats."""
    view = GAME.view(state, state.turn)
    hidden = [seat for seat in _others(state, state.turn) if state.heroes[seat].hidden]
    for places in product(*(whereabouts(view, seat) for seat in hidden)):
        if len(set(places)) == len(places):
            yield dict(zip(hidden, places, strict=True))


def _with(state: State, places: dict[int, int]) -> State:
    """Return a position with hidden heroes at these places, and with the other cards in the deck."""
    draft = state.draft()
    for seat, at in places.items():
        draft.heroes[seat].at = at
    gone = {*state.discard, *(hero.at for hero in draft.heroes)}
    draft.deck = tuple(hideout for hideout in HIDEOUTS if hideout not in gone)
    return draft


def plain(state: State) -> State:
    """Return a position without what its solver cannot know and what no puzzle needs."""
    draft = state.draft()
    for hero in draft.heroes:
        hero.aims, hero.given, hero.taken = (), 0, 0
    draft.shot, draft.cursor, draft.step, draft.held, draft.hold = None, 0, 0, (), 0
    draft.since, draft.passes = (0,) * state.seats, ("",) * state.seats
    return _with(draft, next(_assignments(state), {}))
