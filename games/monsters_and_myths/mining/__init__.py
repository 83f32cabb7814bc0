"""Puzzles found in games that computer players play against themselves, proved and graded (`proof`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from games.api import Action, formation, new_options
from games.contest import Player, decisions
from games.monsters_and_myths import armies, attacks, defaults
from games.monsters_and_myths.cards import LETTERS, NONE, with_ranks
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.mining.proof import plain, proved
from games.monsters_and_myths.player import LEVELS, decide
from games.monsters_and_myths.puzzles import GOALS, PLACE, start
from games.monsters_and_myths.state import State
from games.puzzles import Data, Unfit, Workshop, named
from games.weighing import grade

MINER: Final = "knight"
"""Who plays the games."""
ASKED: Final = ("lose", "card", "target", "after")
"""The kinds of choices that may be puzzles."""
SAME: Final = 4
"""So many puzzles may have the same goal and the same kind of choice."""


def positions(seed: int) -> Iterator[tuple[State, int]]:
    """Yield the positions of one game in which something around an attack card is decided, each with whose choice."""
    way = formation(GAME, "3p" if seed % 3 == 0 else "2p")
    for state, choice in decisions(GAME, Player(decide, MINER), way, new_options(GAME, {}), seed):
        if choice.kind in ASKED:
            yield plain(state), choice.seat


def first_sight(state: State, seat: int) -> Action:
    """Return what panels show first or with the best chance; a loss as somebody gives it whose time is out."""
    if state.phase != "card":
        return defaults.default(state, seat)
    view = GAME.view(state, seat)
    if not state.attack_card.battle:
        goals = attacks.goals(state, None)
        return ("muster", *max((armies.ready(view, goal)[0] for goal in goals), key=lambda army: army.chance).cards)
    ways = []
    for nation in attacks.attacking_nations(state):
        ranks = state.seats[seat].troops[nation]._replace(wizards=0)
        for goal in attacks.goals(state, nation):
            chance = winning(with_ranks(NONE, nation, ranks), state.attack_card, state.nation(goal))
            ways.append((chance, LETTERS[nation], goal.text))
    _, own, target = max(ways)
    return ("attack", own, target)


def found_by(data: Data) -> Data:
    """Return who finds the solution: who takes what stands out at first sight, and the levels."""
    state, seat = start(data), data["seat"]
    view, solution = GAME.view(state, seat), tuple(data["solutions"][0].split())
    choice = next(one for one in GAME.choices(state) if one.seat == seat and one.must)
    legal = GAME.legal(state, seat, choice.key)
    levels = [level for level in LEVELS if decide(view, legal, Random(0), level).action == solution]  # noqa: S311
    return {
        "greedy": first_sight(state, seat) == solution,
        "levels": levels,
        "missed": len(LEVELS) - len(levels),
    }


def graded(data: Data) -> Data:
    """Return who finds the solution of a line, and how hard it is by that."""
    found = found_by(data)
    return {"found_by": found, "grade": grade(data, found)}


def search(seed: int) -> Iterator[Data]:
    """Yield the puzzles of one game after another."""
    while True:
        for state, seat in positions(seed):
            for goal in GOALS:
                task: Data = {"goal": goal, "position": GAME.dump(state), "seat": seat}
                try:
                    data = {**task, **proved(task)}
                except Unfit:
                    continue
                yield named({**data, **graded(data)})
        seed += 1


def enough(data: Data, kept: Sequence[Data]) -> bool:
    """Return True for a puzzle too like another one: its position, or the goal and the choice of too many."""
    kind = _kind(data)
    alike = sum(_kind(one) == kind for one in kept)
    seen = sum(one["found_by"]["greedy"] for one in kept)
    if data["found_by"]["greedy"] and 3 * (seen + 1) > len(kept) + 3:
        return True
    return alike >= SAME or any(one["position"] == data["position"] for one in kept)


def _kind(data: Data) -> tuple[str, str]:
    return data["goal"], start(data).phase


def check(data: Data) -> Data:
    """Prove a line anew, its grade from who has found it included. Raises `Unfit`."""
    found = proved(data)
    return {**found, "grade": grade({**data, **found}, data["found_by"])}


WORKSHOP: Final = Workshop(PLACE, check, search, enough, graded)
