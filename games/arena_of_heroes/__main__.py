"""Tools for the rules: questions about positions, and random games.

``solve`` reads a JSON object a line from the standard input and answers with one a line; see
`games.arena_of_heroes.referee.solve`. ``random`` plays random games and counts. ``waits`` has the computer player play
with several habits and counts how often a match waits for somebody. ``play`` lets computer players play each other,
``puzzles`` finds puzzles in such play and proves those that are kept.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, TextIO

from games import api, contest, puzzles
from games.api import BadNotation
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.mining import WORKSHOP
from games.arena_of_heroes.player import LEVELS, decide
from games.arena_of_heroes.referee.playout import moves
from games.arena_of_heroes.referee.solve import answer
from games.arena_of_heroes.referee.waits import EVERYTHING, ORDINARY, Habits, play
from games.referee import answer_lines, repeated, show, show_means


def random_games(
    games: int, seed: int, out: TextIO, formations: Sequence[api.Formation], options: Sequence[Mapping[str, Any]]
) -> int:
    """Play random games, through all formations and options in turn, and print what they came to."""
    random = Random(seed)  # noqa: S311 - nothing secret depends on it
    actions = turns = shared = 0
    wins: Counter[str] = Counter()
    start = perf_counter()
    for number in range(games):
        way = formations[number % len(formations)]
        chosen = options[number // len(formations) % len(options)]
        state = None
        for move in moves(random, way.seats, chosen):
            actions += 1
            state = move.after
        assert state is not None
        turns += state.turns
        shared += len(state.winners) > 1
        for seat in state.winners:
            hero = state.heroes[seat].type
            wins[hero.code if hero is not None else "-"] += 1
    seconds = perf_counter() - start
    rows: list[tuple[str, object]] = [("games", games), ("actions", actions), ("turns", turns), ("shared", shared)]
    rows += [(f"won by {code}", count) for code, count in sorted(wins.items())]
    rows.append(("moves a second", round(actions / seconds)))
    show(rows, out)
    return 0


WAYS: Final = {
    "ordinary": ORDINARY,
    "wishes and reflexes": Habits(wishes=True, reflexes=True),
    "and turns in one go": Habits(wishes=True, reflexes=True, errands=True),
    "and the next turn planned": EVERYTHING,
}
"""Ways to play of which the waits are counted."""


def waits(games: int, seed: int, players: int, mode: str, out: TextIO) -> int:
    """Have players of several habits play, and print how often a match waits, with 95% intervals of the means."""
    for name, habits in WAYS.items():
        random = Random(seed)  # noqa: S311 - nothing secret depends on it
        matches = [play(random, players, habits, mode) for _ in range(games)]
        rows: dict[str, list[float]] = {
            "waits": [match.waits for match in matches],
            "presses": [match.presses for match in matches],
            "turns": [match.state.turns for match in matches],
        }
        show_means(name, rows, out)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.arena_of_heroes", description="Tools for Arena of Heroes.")
    tools = parser.add_subparsers(dest="tool", required=True)
    tools.add_parser("solve", help="questions about positions in, one JSON object a line; answers out")
    random = repeated(tools, "random", "play random games and count")
    random.add_argument("--players", type=int, choices=(2, 3, 4), help="how many play (default: 2, 3 and 4 in turn)")
    modes = [mode for mode, _ in GAME.match_options[0].choices]
    random.add_argument("--mode", choices=modes, help="the game (default: all in turn)")
    counted = repeated(tools, "waits", "have players of several habits play and count how often a match waits")
    counted.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="how many play (default: 2)")
    counted.add_argument("--mode", choices=modes, default="basic", help="the game (default: basic)")
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
        return waits(chosen.games, chosen.seed, chosen.players, chosen.mode, sys.stdout)
    ways = [way for way in GAME.formations if chosen.players in (None, way.seats)]
    wanted = [api.new_options(GAME, {"mode": mode, "deck": "all"}) for mode in modes if chosen.mode in (None, mode)]
    return random_games(chosen.games, chosen.seed, sys.stdout, ways, wanted)


if __name__ == "__main__":
    sys.exit(main())
