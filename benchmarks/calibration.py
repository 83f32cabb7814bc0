"""``python -m benchmarks.calibration``: how often a side wins from where a review says so.

``play`` lets a level play itself and appends what each turn was worth, and who won, to a file, a turn a line. ``fit``
reads such files, fits the curve of `games.monolith_arena.player.calibrated` to every second game, and prints for the
other games what was predicted and what came, by tenths of the predictions.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from math import log
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TextIO

from benchmarks import asked
from games.api import Formation, new_options
from games.chances import CERTAIN
from games.draws import SEED_BYTES, Draws
from games.monolith_arena.game import GAME
from games.monolith_arena.player import LEVELS, decide
from games.monolith_arena.player.calibrated import CURVE, KNOTS, ODDS, curve, shown_chance
from games.monolith_arena.player.judging import worth_of_turn
from games.reviews import Moment

WORLDS: Final = 3
"""In how many worlds each turn is valued."""
TENTHS: Final = 10
FINEST: Final = 16
"""How closely the odds are fitted, in thousandths."""
MOST: Final = 6000
"""Odds at the ends are no larger: 1 in 400, where the match is not decided."""
LEAST: Final = 1e-4
"""No chance is taken for nearer to nothing, or to certain: one surprise would outweigh all else."""


class Sample(NamedTuple):
    """A turn of a game: what it was worth to its side in some worlds, and what came of it."""

    game: int
    values: tuple[int, ...]
    came: float
    """1 where its side won, 0 where it lost."""


def play(level: str, way: Formation, options: dict[str, Any], seed: int) -> Iterator[Sample]:
    """Yield the turns of a game in which a level plays itself."""
    random = Random(seed)
    draws = Draws(random.randbytes(SEED_BYTES))
    state = GAME.new(way, new_options(GAME, options))
    plans: dict[int, tuple[Any, ...]] = {}
    done: dict[int, list[Moment]] = {}
    turns: list[tuple[int, list[int]]] = []
    while (result := GAME.result(state)) is None:
        choice = next(choice for choice in GAME.choices(state) if choice.must)
        seat, view = choice.seat, GAME.view(state, choice.seat)
        legal = GAME.legal(state, seat, choice.key)
        plan = plans.pop(seat, ())
        if not plan or plan[0] not in legal:
            decision = decide(view, legal, random, level)
            plan = decision.action, *decision.plan
        plans[seat] = plan[1:]
        done.setdefault(seat, []).append(Moment(view, plan[0]))
        step = GAME.apply(state, seat, plan[0], draws)
        state = step.state
        for ended in step.turns_ended:
            moments = done.pop(ended, [])
            values = worth_of_turn(moments, random, WORLDS)
            if values:
                turns.append((ended, values))
            plans.pop(ended, None)
    if result.winners:
        for seat, values in turns:
            yield Sample(seed, tuple(values), float(seat in result.winners))


def predicted(sample: Sample, chances: Sequence[int] = CURVE) -> float:
    """Return the chance of a turn, on average over its worlds; by default as reviews show it."""
    return sum(shown_chance(value, chances) for value in sample.values) / len(sample.values) / CERTAIN


def surprise(samples: Sequence[Sample], chances: Sequence[int]) -> float:
    """Return how much a curve is surprised by what came, on average a turn (log loss)."""
    total = 0.0
    for sample in samples:
        chance = min(max(predicted(sample, chances), LEAST), 1 - LEAST)
        total -= sample.came * log(chance) + (1 - sample.came) * log(1 - chance)
    return total / max(1, len(samples))


def fitted(samples: Sequence[Sample]) -> tuple[int, ...]:
    """Return the odds at `KNOTS`, never falling, of the curve that is surprised least."""
    best, step = tuple(max(-MOST, min(MOST, 300 * knot)) for knot in KNOTS), 512
    least = surprise(samples, curve(best))
    while step >= FINEST:
        begun = least
        for place in range(len(KNOTS)):
            for change in (step, -step):
                way = (*best[:place], best[place] + change, *best[place + 1 :])
                rising = [-MOST, *way, MOST]
                if rising == sorted(rising) and (loss := surprise(samples, curve(way))) < least:
                    best, least = way, loss
        if least >= begun:
            step //= 2
    return best


def table(samples: Sequence[Sample], chance: Callable[[Sample], float], out: TextIO) -> float:
    """Print predictions and what came of them by tenths; returns the largest difference, in points."""
    ranked = sorted((chance(sample), sample.came) for sample in samples)
    worst = 0.0
    print("tenth  turns  predicted   came  difference", file=out)
    for tenth in range(TENTHS):
        part = ranked[len(ranked) * tenth // TENTHS : len(ranked) * (tenth + 1) // TENTHS]
        if not part:
            continue
        said, came = (100 * sum(one[n] for one in part) / len(part) for n in (0, 1))
        worst = max(worst, abs(came - said))
        print(f"{tenth + 1:>5}  {len(part):>5}  {said:>7.1f}%  {came:>5.1f}%  {came - said:>+6.1f}", file=out)
    return worst


def read(paths: Sequence[Path]) -> list[Sample]:
    """Return the samples of these files."""
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return [Sample(game, tuple(values), came) for game, values, came in map(json.loads, lines)]


def report(samples: Sequence[Sample], out: TextIO) -> None:
    """Print the curve that fits one half of the games, and how that of the code fits the other half."""
    learned = [sample for sample in samples if sample.game % 2]
    held = [sample for sample in samples if not sample.game % 2]
    games = len({sample.game for sample in samples})
    print(f"{len(samples)} turns of {games} games; {len(learned)} to fit, {len(held)} held out", file=out)
    odds = fitted(learned)
    print(f"ODDS = {odds}\nin the code: {ODDS}", file=out)
    refitted = table(held, lambda sample: predicted(sample, curve(odds)), out)
    print(f"fitted just now, held-out games: {refitted:.1f} points at most\n", file=out)
    worst = table(held, predicted, out)
    print(f"as in the code, held-out games: {worst:.1f} points at most", file=out)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    doing = parser.add_subparsers(dest="doing", required=True)
    playing = doing.add_parser("play", help="play games and append their turns to a file")
    playing.add_argument("file", type=Path)
    playing.add_argument("--level", choices=tuple(LEVELS), default="squire")
    asked.ask(playing, games=100)
    playing.add_argument("--monoliths", action="store_true")
    playing.add_argument("--reinforcement", action="store_true")
    fitting = doing.add_parser("fit", help="fit the curve, and check that of the code")
    fitting.add_argument("files", type=Path, nargs="+")
    chosen = parser.parse_args(arguments)
    if chosen.doing == "fit":
        report(read(chosen.files), sys.stdout)
        return 0
    way = asked.way(GAME, chosen)
    options = {name: True for name in ("monoliths", "reinforcement") if getattr(chosen, name)}
    with chosen.file.open("a", encoding="utf-8") as out:
        for seed in asked.seeds(chosen):
            for sample in play(chosen.level, way, options, seed):
                out.write(json.dumps(sample) + "\n")
            out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
