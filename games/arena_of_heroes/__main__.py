"""Tools for the rules: questions about positions, and random games.

``solve`` reads a JSON object a line from the standard input and answers with one a line; see
`games.arena_of_heroes.referee.solve`. ``random`` plays random games and counts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any, TextIO

from games import api
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.referee.playout import moves
from games.arena_of_heroes.referee.solve import answer
from games.referee import answer_lines, repeated, show


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.arena_of_heroes", description="Tools for Arena of Heroes.")
    tools = parser.add_subparsers(dest="tool", required=True)
    tools.add_parser("solve", help="questions about positions in, one JSON object a line; answers out")
    random = repeated(tools, "random", "play random games and count")
    random.add_argument("--players", type=int, choices=(2, 3, 4), help="how many play (default: 2, 3 and 4 in turn)")
    modes = [mode for mode, _ in GAME.match_options[0].choices]
    random.add_argument("--mode", choices=modes, help="the game (default: all in turn)")
    chosen = parser.parse_args(arguments)
    if chosen.tool == "solve":
        return answer_lines(sys.stdin.buffer, sys.stdout, answer)
    ways = [way for way in GAME.formations if chosen.players in (None, way.seats)]
    wanted = [api.new_options(GAME, {"mode": mode, "deck": "all"}) for mode in modes if chosen.mode in (None, mode)]
    return random_games(chosen.games, chosen.seed, sys.stdout, ways, wanted)


if __name__ == "__main__":
    sys.exit(main())
