"""``python -m benchmarks.outlooks GAME``: how often who wins of whom a hint says how the chances are.

Any game with computer players: a level plays itself, at some of its decisions it is asked what a hint would say
(`games.api.Outlook`), and what was said is printed beside what came, by tenths. Of a finished turn of Monolith Arena
`benchmarks.calibration` says the same, and fits the curve.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from benchmarks import asked
from benchmarks.calibration import Sample, table
from games.api import Formation, Game, new_options
from games.chances import CERTAIN
from games.computers import computers_of, foresee, think
from games.draws import SEED_BYTES, Draws
from games.registry import GAMES

PART: Final = 0.15
"""Which part of the decisions is looked at."""
LONG: Final = 5000
"""A match that takes more decisions is left out."""


def play(game: Game[Any], level: str, way: Formation, seed: int) -> Iterator[Sample]:
    """Yield what is said in a match in which a level plays itself, with what came of it."""
    known = computers_of(game)
    assert known is not None
    random, looking = Random(seed), Random(f"look {seed}")
    draws = Draws(random.randbytes(SEED_BYTES))
    state, said = game.new(way, new_options(game, {})), []
    for step in range(LONG):
        if (result := game.result(state)) is not None:
            for seat, chance in said:
                came = 1 / len(result.ranking[0]) if seat in result.ranking[0] else 0.0
                yield Sample(seed, (chance,), came)
            return
        choice = next(choice for choice in game.choices(state) if choice.must)
        view, legal = game.view(state, choice.seat), game.legal(state, choice.seat, choice.key)
        decision, _ = think(known.module, view, legal, f"{seed} {step}", level)
        if len(legal) > 1 and looking.random() < PART:
            meant = (decision.action, *decision.plan)
            if (chance := foresee(known.module, view, meant, f"{seed} {step}")) is not None:
                said.append((choice.seat, chance))
        state = game.apply(state, choice.seat, decision.action, draws).state


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; returns the exit status."""
    known = {game.name: game for game in GAMES.values() if computers_of(game) is not None}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outlooks", description=__doc__)
    parser.add_argument("game", choices=tuple(known))
    parser.add_argument("--level", default="knight")
    asked.ask(parser, games=100)
    chosen = parser.parse_args(arguments)
    game = known[chosen.game]
    way = asked.way(game, chosen)
    samples = [sample for seed in asked.seeds(chosen) for sample in play(game, chosen.level, way, seed)]
    print(f"{len(samples)} decisions of {len({sample.game for sample in samples})} games")
    worst = table(samples, lambda sample: sample.values[0] / CERTAIN, sys.stdout)
    print(f"{worst:.1f} points at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
