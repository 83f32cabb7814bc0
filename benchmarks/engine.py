"""What the engine's answers cost, as multiples of a fixed operation in pure Python of the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.each import match
from benchmarks.measure import Job, Row, ratio, reference, seconds_a_unit
from games import playout
from games.api import Action, Game, new_options
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.playout import random_action
from games.monolith_arena.state import State
from games.monolith_arena.view import View
from games.registry import GAMES

SEED = bytes(32)


class Moment(NamedTuple):
    """A state and a legal action in it."""

    state: State
    seat: int
    key: str
    """The key of the seat's choice."""
    action: Action
    fights: bool
    """The action starts a battle."""


def moments(games: int) -> list[Moment]:
    """All moments of some random games."""
    random, found = Random(3), []
    for _ in range(games):
        draws, state = Draws(random.randbytes(32)), GAME.new(GAME.formations[0], new_options(GAME, {}))
        while state.result is None:
            seat, action = random_action(state, random)
            step = GAME.carry_out(state, seat, action, draws)
            fights = any(isinstance(event, ev.BattleBegan) for event in step.events)
            key = next(choice.key for choice in GAME.choices(state) if choice.seat == seat)
            found.append(Moment(state, seat, key, action, fights))
            state = step.state
    return found


def fresh(sample: list[Moment]) -> list[Moment]:
    """The same moments as if just loaded: nothing that a state may remember of earlier questions is left."""
    return [moment._replace(state=GAME.load(GAME.dump(moment.state))) for moment in sample]


def applying(sample: list[Moment]) -> Job:
    """Checks and carries out an action; a unit is an action."""
    draws = Draws(SEED)

    def job() -> int:
        for state, seat, _, action, _ in sample:
            GAME.apply(state, seat, action, draws)
        return len(sample)

    return job


def enumerating(sample: list[Moment]) -> Job:
    """Lists all legal actions; a unit is a state."""

    def job() -> int:
        for state, seat, key, _, _ in sample:
            GAME.legal(state, seat, key)
        return len(sample)

    return job


def viewing(sample: list[Moment]) -> Job:
    """Makes a view; a unit is a view."""

    def job() -> int:
        views: list[View] = [GAME.view(state, seat) for state, seat, *_ in sample]
        return len(views)

    return job


def dumping(sample: list[Moment]) -> Job:
    """Writes states as JSON values; a unit is a state."""

    def job() -> int:
        return len([GAME.dump(state) for state, *_ in sample])

    return job


def asking(game: Game[Any], sample: Sequence[playout.Moment]) -> list[Job]:
    """The same questions to any game: apply, legal, view, dump."""
    draws = Draws(SEED)

    def every(question: Callable[[playout.Moment], object]) -> Job:
        return lambda: len([question(one) for one in sample])

    return [
        every(lambda one: game.apply(one.before, one.choice.seat, one.action, draws)),
        every(lambda one: game.legal(one.before, one.choice.seat, one.choice.key)),
        every(lambda one: game.view(one.before, one.choice.seat)),
        every(lambda one: game.dump(one.before)),
    ]


def each_game(rounds: int, most: int) -> list[Row]:
    """Rows for every registered game, with as many players and rules as there can be."""
    rows = []
    for game in GAMES.values():
        played = match(game, Random(3))
        sample = [one._replace(before=game.load(game.dump(one.before))) for one in played[:: -(-len(played) // most)]]
        base, *costs = seconds_a_unit([references, *asking(game, sample)], rounds)
        for name, cost in zip(("apply", "legal", "view", "dump"), costs, strict=True):
            rows.append(Row(f"{game.title}: {name}", ratio(cost, base), "reference operations"))
    return rows


def references() -> int:
    """Some reference operations."""
    return sum(reference() for _ in range(20))


def run(*, small: bool) -> list[Row]:
    """The costs of apply, of an action that starts a battle, of legal, view and dump; then those of every game."""
    rounds, games = (2, 1) if small else (30, 10)
    sample = moments(games)
    part = fresh(sample[:: max(1, len(sample) // 150)])
    battles = fresh([moment for moment in sample if moment.fights])
    jobs = [references, applying(part), applying(battles), enumerating(part), viewing(part), dumping(part)]
    base, *costs = seconds_a_unit(jobs, rounds)
    names = ("apply, all actions", "apply, starting a battle", "legal", "view", "dump")
    rows = [Row(name, ratio(cost, base), "reference operations") for name, cost in zip(names, costs, strict=True)]
    return [*rows, *each_game(2 if small else 15, 20 if small else 100)]
