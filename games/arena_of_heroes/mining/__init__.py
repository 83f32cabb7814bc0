"""Puzzles found in games that computer players play against themselves, proved and graded (`proof`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from games.api import formation, new_options
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.mining.guess import likely
from games.arena_of_heroes.mining.proof import plain, proved
from games.arena_of_heroes.player import LEVELS, decide
from games.arena_of_heroes.puzzles import PLACE, start
from games.arena_of_heroes.ring import RING
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import promise
from games.contest import Player, decisions
from games.puzzles import Data, Unfit, Workshop, named
from games.weighing import grade

MINER: Final = "knight"
"""Who plays the games."""
SAME: Final = 14
"""So many puzzles may have the same goal and so many actions left."""


def turns(seed: int) -> Iterator[State]:
    """Yield the positions of one game in which a seat has its turn, as that seat knows them."""
    way = formation(GAME, "1v1v1" if seed % 2 else "1v1")
    options = new_options(GAME, {"mode": "heroes" if seed % 4 < 2 else "basic"})
    for state, choice in decisions(GAME, Player(decide, MINER), way, options, seed):
        if choice.kind == "turn" and choice.seat == state.turn:
            yield plain(state)


def first_sight(view: View) -> str:
    """Return the target at the top of the list of a panel: the one that a single shot promises most."""
    return str(max(RING, key=lambda hideout: (hideout not in view.closed, round(promise(view, hideout), 6))))


def found_by(data: Data) -> Data:
    """Return who finds the solution: who fires where a single shot promises most, and the levels."""
    state = start(data)
    view, solution = GAME.view(state, state.turn), tuple(data["solutions"][0].split())
    choice = next(one for one in GAME.choices(state) if one.seat == state.turn and one.must)
    legal = GAME.legal(state, choice.seat, choice.key)
    levels = [level for level in LEVELS if decide(view, legal, Random(0), level).action == solution]  # noqa: S311
    greedy = solution == ("attack", first_sight(view))
    return {"greedy": greedy, "levels": levels, "missed": len(LEVELS) - len(levels)}


def graded(data: Data) -> Data:
    """Return who finds the solution of a line, and how hard it is by that."""
    found = found_by(data)
    return {"found_by": found, "grade": grade(data, found)}


def search(seed: int) -> Iterator[Data]:
    """Yield the puzzles of one game after another."""
    while True:
        for state in turns(seed):
            for goal in likely(state):
                task: Data = {"goal": goal, "position": GAME.dump(state)}
                try:
                    data = {**task, **proved(task)}
                except Unfit:
                    continue
                yield named({**data, **graded(data)})
        seed += 1


def enough(data: Data, kept: Sequence[Data]) -> bool:
    """Return True for a puzzle that is obvious, or too like another one.

    That is: the same position, or the goal and the actions left of too many.
    """
    left = start(data).left
    if _obvious(data):
        return True
    alike = sum(one["goal"] == data["goal"] and start(one).left == left for one in kept)
    return alike >= SAME or any(one["position"] == data["position"] for one in kept)


def _obvious(data: Data) -> bool:
    """Return True where the answer is to fire at the only hero that is seen."""
    state = start(data)
    seen = [hero.at for seat, hero in enumerate(state.heroes) if hero.alive and not hero.hidden and seat != state.turn]
    return len(seen) == 1 and data["solutions"][0].split()[-1] == str(seen[0])


def check(data: Data) -> Data:
    """Prove a line anew, its grade from who has found it included. Raises `Unfit`."""
    found = proved(data)
    return {**found, "grade": grade({**data, **found}, data["found_by"])}


WORKSHOP: Final = Workshop(PLACE, check, search, enough, graded)
