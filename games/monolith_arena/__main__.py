"""Tools for the rules: all outcomes of a battle, random games, and matches between computer players.

``battle`` reads positions from the standard input, one JSON object a line, and answers each with one line: the list
of all positions that the battle can lead to, over all choices of the owners. ``random`` plays random games and counts.
``play`` lets computer players play each other, ``puzzles`` finds puzzles in such play and proves those that are kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any, TextIO

from games import api, contest, puzzles
from games.api import BadNotation, Formation
from games.monolith_arena.battle.search import TooManyChoices, outcomes
from games.monolith_arena.game import GAME
from games.monolith_arena.mining import WORKSHOP
from games.monolith_arena.player import LEVELS, decide
from games.monolith_arena.position import dump_position, load_position
from games.monolith_arena.referee import play
from games.referee import repeated, show


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; the same key twice is a slip that would lose a tile."""
    data = dict(pairs)
    if len(data) != len(pairs):
        twice = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise BadNotation(f"the key {twice!r} comes twice")
    return data


def battle_line(line: str) -> str:
    """Return the answer to one position: a JSON list of positions in the canonical form, sorted by their text.

    Raises `BadNotation` for what is no position and `TooManyChoices`.
    """
    try:
        data = json.loads(line, object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        raise BadNotation(f"column {fault.colno}: no JSON: {fault.msg}") from fault
    except (ValueError, RecursionError) as fault:
        raise BadNotation(f"no JSON: {fault}") from fault
    ends = outcomes(load_position(data))
    return f"[{', '.join(sorted({json.dumps(dump_position(end), sort_keys=True) for end in ends}))}]"


def battles(lines: Iterable[bytes], out: TextIO) -> int:
    """Answer every line that is not empty; returns the exit status, 1 if any could not be answered."""
    status = 0
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode("utf-8").strip()
            if not text:
                continue
            answer = battle_line(text)
        except UnicodeDecodeError:
            answer = json.dumps({"error": f"line {number}: the text is not UTF-8"})
            status = 1
        except (BadNotation, TooManyChoices) as fault:
            answer = json.dumps({"error": f"line {number}: {fault}"})
            status = 1
        print(answer, file=out, flush=True)
    return status


def random_games(games: int, seed: int, out: TextIO, formation: Formation, options: Mapping[str, bool]) -> int:
    """Play random games and print what they came to."""
    random = Random(seed)  # noqa: S311 - nothing secret depends on it
    actions = turns = fought = 0
    reasons: Counter[str] = Counter()
    start = perf_counter()
    for _ in range(games):
        playout = play(random, formation, options)
        actions += playout.actions
        turns += playout.state.turn
        fought += playout.battles
        reasons[playout.result.reason] += 1
    seconds = perf_counter() - start
    rows: list[tuple[str, object]] = [("games", games), ("actions", actions), ("turns", turns), ("battles", fought)]
    rows += [(f"result {reason}", count) for reason, count in sorted(reasons.items())]
    rows.append(("moves a second", round(actions / seconds)))
    show(rows, out)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.monolith_arena", description="Tools for Monolith Arena.")
    tools = parser.add_subparsers(dest="tool", required=True)
    tools.add_parser("battle", help="all outcomes of a battle: positions in, one JSON a line; lists of positions out")
    random = repeated(tools, "random", "play random games and count")
    random.add_argument("--monoliths", action="store_true", help="with monoliths")
    random.add_argument("--reinforcement", action="store_true", help="with reserves of six, two tiles a turn")
    ways = [way.id for way in GAME.formations]
    random.add_argument("--formation", choices=ways, default=ways[0], help=f"who plays with whom (default: {ways[0]})")
    contest.tool(tools, GAME, tuple(LEVELS))
    puzzles.tool(tools)
    chosen = parser.parse_args(arguments)
    if chosen.tool == "battle":
        return battles(sys.stdin.buffer, sys.stdout)
    if chosen.tool == "puzzles":
        return puzzles.run(WORKSHOP, chosen, sys.stdout)
    if chosen.tool == "play":
        try:
            return contest.run(GAME, chosen, decide, tuple(LEVELS), sys.stdout)
        except BadNotation as fault:
            parser.error(str(fault))
    options = api.new_options(GAME, {"monoliths": chosen.monoliths, "reinforcement": chosen.reinforcement})
    return random_games(chosen.games, chosen.seed, sys.stdout, api.formation(GAME, chosen.formation), options)


if __name__ == "__main__":
    sys.exit(main())
