"""Tools for the rules: rule cases, and random games.

``solve`` reads rule cases from the standard input, one JSON object a line, and answers each with one line (M15).
``random`` plays random games and counts. ``waits`` has sensible players play and counts how often a match waits.
``play`` lets computer players play each other, ``puzzles`` finds puzzles in such play and proves those that are kept.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Final, TextIO

from games import contest, puzzles
from games.api import BadNotation, formation_for
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.mining import WORKSHOP
from games.monsters_and_myths.player import LEVELS, decide
from games.monsters_and_myths.referee.playout import play
from games.monsters_and_myths.referee.sensible import PROPOSED, Habits
from games.monsters_and_myths.referee.sensible import play as play_sensibly
from games.monsters_and_myths.referee.solve import answer
from games.referee import answer_lines, repeated, show, show_means


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
    show(rows, out)
    return 0


ASKED: Final = Habits(said=(), attacked=False, rolling=False)
"""Those who want to be asked each time, and press the main button of whatever they are asked."""
WAYS: Final = {
    "main buttons": Habits(said=PROPOSED, attacked=False, rolling=False),
    "and rolling on": Habits(said=PROPOSED),
    "said for all matches": Habits(said=PROPOSED, always=True),
    "losses alone said": Habits(),
    "asked each time": ASKED,
    "and by the rules alone": replace(ASKED, unasked=False),
    "and for one window": replace(ASKED, unasked=False, scopes=False),
    "and nothing by itself": replace(ASKED, unasked=False, scopes=False, spared=False, forced=False),
    "free fire": Habits(free=True, said=PROPOSED),
}
"""Ways to play of which the waits are counted."""


def waits(games: int, seed: int, players: int, out: TextIO) -> int:
    """Have sensible players play and print how often a match waits, with 95% intervals of the means."""
    for name, habits in WAYS.items():
        random = Random(seed)  # noqa: S311 - nothing secret depends on it
        matches = [play_sensibly(random, players, habits) for _ in range(games)]
        rows: dict[str, list[float]] = {
            "waits": [match.waits for match in matches],
            "calls": [match.calls for match in matches],
            "attack cards": [match.cards for match in matches],
            "exchanges": [match.exchanges for match in matches],
            "shots": [match.shots for match in matches],
            "points": [sum(match.points) / players for match in matches],
            "winner": [max(match.points) for match in matches],
            "lead": [sorted(match.points)[-1] - sorted(match.points)[-2] for match in matches],
        }
        show_means(name, rows, out)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.monsters_and_myths", description="Tools for the rules.")
    tools = parser.add_subparsers(dest="tool", required=True)
    tools.add_parser("solve", help="rule cases: one JSON object a line in, one a line out")
    random = repeated(tools, "random", "play random games and count")
    random.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="how many play (default: 2)")
    random.add_argument("--free", action="store_true", help="catapults fire freely, nobody is waited for")
    counted = repeated(tools, "waits", "have sensible players play and count how often a match waits")
    counted.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="how many play (default: 2)")
    contest.tool(tools, GAME, tuple(LEVELS))
    puzzles.tool(tools)
    chosen = parser.parse_args(arguments)
    if chosen.tool == "solve":
        return answer_lines(sys.stdin.buffer, sys.stdout, answer)
    if chosen.tool == "play":
        try:
            return contest.run(GAME, chosen, decide, tuple(LEVELS), sys.stdout)
        except BadNotation as fault:
            parser.error(str(fault))
    if chosen.tool == "puzzles":
        return puzzles.run(WORKSHOP, chosen, sys.stdout)
    if chosen.tool == "waits":
        return waits(chosen.games, chosen.seed, chosen.players, sys.stdout)
    return random_games(chosen.games, chosen.seed, chosen.players, chosen.free, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
