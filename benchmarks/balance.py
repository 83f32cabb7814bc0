"""How often each seat, and each side that can be chosen, wins between computer players, and how long matches are.

``python -m benchmarks.balance GAME``. The players are those of ``games.<game>.player``; of a game that has none they
play at random.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from random import Random
from statistics import mean, quantiles, stdev
from typing import Any, Final

from bot.registry import FACES
from bot.texts.phrases import phrases
from games.api import Action, Game, new_options
from games.draws import SEED_BYTES, Draws
from games.referee import count

MOST: Final = 6000
"""Actions after which a match is given up as endless."""
SAY: Final = phrases("en")


def interval(wins: float, games: int) -> str:
    """Return a rate in per cent with its 95% interval (Wilson)."""
    z, rate = 1.96, wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{rate:.0%} ({max(0.0, middle - half):.0%}–{middle + half:.0%})"


def about(values: Sequence[float]) -> str:
    """Return a mean with half the width of its 95% interval."""
    return f"{mean(values):.1f} ± {1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0:.1f}"


def decide(game: Game[Any], state: Any, seat: int, key: str, random: Random) -> Action:
    """Return the action of the game's computer player."""
    legal = game.legal(state, seat, key)
    if find_spec(f"games.{game.name}.player") is None:
        return random.choice(legal)
    action: Action = import_module(f"games.{game.name}.player").decide(game.view(state, seat), legal, random)
    return action


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(FACES))
    parser.add_argument("--games", type=count, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, help="how many play; by default as many as can")
    parser.add_argument("--option", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"))
    chosen = parser.parse_args(arguments)
    face = FACES[chosen.game]
    game = face.game
    ways = [way for way in game.formations if chosen.players in (None, way.seats)]
    if not ways:
        parser.error(f"{game.title} is not played by {chosen.players}")
    way, options = max(ways, key=lambda way: way.seats), new_options(game, dict(chosen.option))
    random = Random(chosen.seed)
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    turns: list[float] = []
    scores: list[float] = []
    for _ in range(chosen.games):
        draws, state, ended = Draws(random.randbytes(SEED_BYTES)), game.new(way, options), 0
        for _ in range(MOST):
            if game.result(state) is not None:
                break
            choice = next(c for c in game.choices(state) if c.must)
            action = decide(game, state, choice.seat, choice.key, random)
            step = game.apply(state, choice.seat, action, draws)
            state, ended = step.state, ended + len(step.turns_ended)
        turns.append(ended)
        result, view = game.result(state), game.view(state, None)
        scores += (result.scores if result is not None else None) or ()
        for seat in range(way.seats):
            letter, _, side = face.words.seat_title(SAY, view, seat).partition(" ")
            winners = result.winners if result is not None else ()
            alone = seat in winners and all(way.teams[seat] == way.teams[other] for other in winners)
            for name in filter(None, (f"seat {letter.rstrip(',')}", side)):
                played[name] += 1
                won[name] += alone
    for name in sorted(played, key=lambda name: (not name.startswith("seat"), name)):
        print(f"| {name} | {played[name]} | {interval(won[name], played[name])} |")
    low, middle, high = (quantiles(turns, n=10)[at] for at in (0, 4, 8)) if len(turns) > 1 else (turns[0],) * 3
    print(f"turns: {about(turns)}, median {middle:.0f}, from {low:.0f} to {high:.0f} in eight of ten matches")
    if scores:
        print(f"points of a seat: {about(scores)}")


if __name__ == "__main__":
    main()
