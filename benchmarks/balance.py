"""How often each hero and seat of Arena of Heroes wins between computer players: ``python -m benchmarks.balance``."""

from __future__ import annotations

import argparse
from collections import Counter
from math import sqrt
from random import Random
from statistics import quantiles
from typing import Final

from games.api import new_options
from games.arena_of_heroes.facts import LETTERS
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.player import decide
from games.draws import Draws

MOST: Final = 4000
"""Actions after which a match is given up as endless."""


def interval(wins: float, games: int) -> str:
    """A rate in per cent with its 95 % interval (Wilson)."""
    z, rate = 1.96, wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{rate:.0%} ({max(0.0, middle - half):.0%}–{middle + half:.0%})"


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--mode", choices=("basic", "heroes", "advanced"), default="basic")
    chosen = parser.parse_args()
    way = next(way for way in GAME.formations if way.seats == chosen.players)
    random = Random(chosen.seed)
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    lengths = []
    for _ in range(chosen.games):
        draws = Draws(random.randbytes(32))
        state = GAME.new(way, new_options(GAME, {"mode": chosen.mode}))
        for _ in range(MOST):
            if GAME.result(state) is not None:
                break
            choice = next(c for c in GAME.choices(state) if c.must)
            legal = GAME.legal(state, choice.seat, choice.key)
            action = decide(GAME.view(state, choice.seat), legal, random)
            state = GAME.apply(state, choice.seat, action, draws).state
        lengths.append(state.turns)
        for seat, hero in enumerate(state.heroes):
            for name in (f"seat {LETTERS[seat]}", hero.type.name if hero.type is not None else "-"):
                played[name] += 1
                won[name] += seat in state.winners and len(state.winners) == 1
    for name in sorted(played, key=lambda name: (not name.startswith("seat"), name)):
        print(f"| {name} | {played[name]} | {interval(won[name], played[name])} |")
    low, middle, high = (quantiles(lengths, n=10)[at] for at in (0, 4, 8))
    print(f"turns: median {middle:.0f}, from {low:.0f} to {high:.0f} in eight of ten matches")


if __name__ == "__main__":
    main()
