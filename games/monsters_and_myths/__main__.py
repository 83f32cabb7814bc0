"""Tools for the rules: rule cases, and random games.

``solve`` reads rule cases from the standard input, one JSON object a line, and answers each with one line (M15).
``random`` plays random games and counts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from time import perf_counter
from typing import TextIO

from games.api import formation_for
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.playout import play
from games.monsters_and_myths.solve import answer_line


def solve(lines: Iterable[bytes], out: TextIO) -> int:
    """Answer every line that is not empty; returns the exit status."""
    for line in lines:
        text = line.decode("utf-8", "replace").strip()
        if text:
            print(answer_line(text), file=out, flush=True)
    return 0


def random_games(games: int, seed: int, players: int, free: bool, out: TextIO) -> int:
    """Play random games and print what they came to."""
    random = Random(seed)  # noqa: S311 - nothing secret depends on it
    formation = formation_for(GAME, players)
    sums: Counter[str] = Counter()
    start = perf_counter()
    for _ in range(games):
        playout = play(random, formation, {"catapults": "free" if free else "asked"})
        sums["actions"] += playout.actions
        sums["exchanges"] += playout.exchanges
        sums["shots"] += playout.shots
        sums["shared victories"] += len(playout.result.ranking[0]) > 1
        sums["points"] += sum(playout.result.scores)
    seconds = perf_counter() - start
    rows = [("games", games), *((name, sums[name]) for name in ("actions", "exchanges", "shots", "shared victories"))]
    rows += [("points a seat", round(sums["points"] / games / players)), ("a second", round(sums["actions"] / seconds))]
    for name, value in rows:
        print(f"{name:<22}{value:>10}", file=out)
    return 0


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.monsters_and_myths", description="Tools for the rules.")
    tools = parser.add_subparsers(dest="tool", required=True)
    tools.add_parser("solve", help="rule cases: one JSON object a line in, one a line out")
    random = tools.add_parser("random", help="play random games and count")
    random.add_argument("--games", type=_count, default=100, help="how many (default: 100)")
    random.add_argument("--seed", type=int, default=1, help="for playing the same games again (default: 1)")
    random.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="how many play (default: 2)")
    random.add_argument("--free", action="store_true", help="catapults fire freely, nobody is waited for")
    chosen = parser.parse_args(arguments)
    if chosen.tool == "solve":
        return solve(sys.stdin.buffer, sys.stdout)
    return random_games(chosen.games, chosen.seed, chosen.players, chosen.free, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
