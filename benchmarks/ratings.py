"""``python -m benchmarks.ratings``: how strong the levels of Monolith Arena are, in all variants.

Pairs play on the same deals with sides exchanged; what has been counted is kept in `RESULTS`, so every further run goes
on from there (``--games 400`` fills every pair up to 400; ``--variant``, ``--pair`` choose). Then the tables of
docs/computer-players.md are written anew. Several runs may go on at the same time, each with pairs of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log, sqrt
from pathlib import Path
from typing import Final

from benchmarks.players import reference
from games.api import formation, new_options
from games.contest import Player, Tally, contest
from games.monolith_arena.game import GAME
from games.monolith_arena.player import LEVELS, VERSION, decide

try:
    import fcntl
except ImportError:  # Windows: one run at a time there
    fcntl = None  # type: ignore[assignment]

HOUSE: Final = Path(__file__).resolve().parents[1]
RESULTS: Final = HOUSE / "benchmarks" / "data" / "monolith_arena.json"
PAGE: Final = HOUSE / "docs" / "computer-players.md"
BEGIN: Final = "<!-- written by `python -m benchmarks.ratings` -->\n"
END: Final = "<!-- until here -->\n"
ALONE: Final = "1v2"
"""The way to sit down in which sides differ: one seat against two."""
VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, bool]]]] = {
    "base game": ("1v1", {}),
    "monoliths": ("1v1", {"monoliths": True}),
    "reinforcement": ("1v1", {"reinforcement": True}),
    "both": ("1v1", {"monoliths": True, "reinforcement": True}),
    "2v2": ("2v2", {}),
    "1v2": (ALONE, {}),
}
"""What is played: who with whom, and the options that are not as usual."""
PAIRS: Final = (
    ("warlord", "planner"),
    ("warlord", "knight"),
    ("warlord", "greedy"),
    ("knight", "planner"),
    ("squire", "knight"),
    ("squire", "greedy"),
    ("squire", "random"),
    ("planner", "greedy"),
)
BOTH_SIDES: Final = ("planner", "planner")
"""Who plays itself where sides differ: without that, one and two are on no common scale."""
NAMES: Final = ("warlord", "knight", "planner", "greedy", "squire", "random")
ANCHOR: Final = "planner"
"""Whose rating is 1500 in every variant."""
_SEED: Final = 40_009
"""Of deals on which nothing was tuned."""
_SCALE: Final = 400 / log(10)
_Z: Final = 1.96


@dataclass(slots=True)
class Record:
    """What a pair has come to in a variant so far, `one` having the first team."""

    variant: str
    one: str
    other: str
    won: int = 0
    drawn: int = 0
    lost: int = 0


def read(text: str) -> list[Record]:
    """Return the records of a file of results. Raises `ValueError` for those of another version of the players."""
    data = json.loads(text) if text else {"version": VERSION, "records": []}
    if data["version"] != VERSION:
        raise ValueError(f"these are results of version {data['version']}, not {VERSION}: move them away")
    return [Record(**record) for record in data["records"]]


def written(records: Iterable[Record]) -> str:
    """Return the text of a file of results, one record a line."""
    order = list(VARIANTS)
    ranked = sorted(records, key=lambda r: (order.index(r.variant), NAMES.index(r.one), NAMES.index(r.other)))
    lines = ",\n".join(json.dumps(asdict(record)) for record in ranked)
    return f'{{"version": {VERSION}, "records": [\n{lines}\n]}}\n'


def add(results: Path, variant: str, one: str, other: str, tally: Tally) -> None:
    """Add what the first team has come to; others may add to the same file meanwhile."""
    with results.open("a+", encoding="utf-8") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        records = read(file.read())
        found = next((r for r in records if (r.variant, r.one, r.other) == (variant, one, other)), None)
        if found is None:
            found = Record(variant, one, other)
            records.append(found)
        found.won, found.drawn, found.lost = found.won + tally.won, found.drawn + tally.drawn, found.lost + tally.lost
        file.truncate(0)
        file.write(written(records))


def player(name: str) -> Player:
    """Return a level or a reference player."""
    found = decide if name in LEVELS else reference(GAME.name, name)
    assert found is not None
    return Player(found, name)


def fill(results: Path, variant: str, pair: tuple[str, str], games: int) -> None:
    """Let a pair play until it has so many games, two at a time."""
    way, options = VARIANTS[variant]
    records = read(results.read_text(encoding="utf-8") if results.exists() else "")
    one, other = pair
    known = [r for r in records if r.variant == variant and {r.one, r.other} == set(pair)]
    number = sum(r.won + r.drawn + r.lost for r in known) // 2 * 2
    players = player(one), player(other)
    while number < games:
        halves = [
            contest(GAME, *players, formation(GAME, way), new_options(GAME, options), 1, _SEED, number + side)[side]
            for side in (0, 1)
        ]
        add(results, variant, one, other, halves[0])
        add(results, variant, other, one, halves[1])
        number += 2


# what it comes to


def both_sides(records: Sequence[Record], variant: str, pair: tuple[str, str]) -> Tally:
    """Return what the first of a pair has come to in a variant, on either side."""
    tally = Tally()
    for r in records:
        if r.variant == variant and (r.one, r.other) == pair:
            tally.won, tally.drawn, tally.lost = tally.won + r.won, tally.drawn + r.drawn, tally.lost + r.lost
        elif r.variant == variant and (r.other, r.one) == pair:
            tally.won, tally.drawn, tally.lost = tally.won + r.lost, tally.drawn + r.drawn, tally.lost + r.won
    return tally


def ratings(results: Sequence[tuple[str, str, float, int]]) -> dict[str, tuple[float, float]]:
    """Return rating and half of its interval of 95% by name, from (name, other name, score, games).

    Bradley and Terry's model by Newton's method. One drawn game a pair is added, or who wins all would be infinitely
    strong. The first name stands for 1500 and has no interval; whoever is not connected with it is left out.
    """
    names = [results[0][0]] if results else []
    for one, other, _, _ in results * 2:
        for name, near in ((one, other), (other, one)):
            if near in names and name not in names:
                names.append(name)
    known = [(names.index(a), names.index(b), score + 0.5, n + 1) for a, b, score, n in results if a in names]
    values = [0.0] * len(names)
    inverse: list[list[float]] = []
    for _ in range(50):
        slope = [0.0] * len(names)
        curve = [[0.0] * len(names) for _ in names]
        for a, b, score, n in known:
            chance = 1 / (1 + exp(values[b] - values[a]))
            weight = n * chance * (1 - chance)
            for here, there, sign in ((a, b, 1), (b, a, -1)):
                slope[here] += sign * (score - n * chance)
                curve[here][here] += weight
                curve[here][there] -= weight
        inverse = _inverse([row[1:] for row in curve[1:]])
        for place, row in enumerate(inverse, 1):
            step = sum(a * b for a, b in zip(row, slope[1:], strict=True))
            values[place] += max(-1.0, min(1.0, step))
    halves = [0.0, *(_Z * _SCALE * sqrt(row[place]) for place, row in enumerate(inverse))]
    return {name: (1500 + _SCALE * value, half) for name, value, half in zip(names, values, halves, strict=True)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for place in range(size):
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for other in range(size):
            if other != place:
                times = rows[other][place]
                rows[other] = [a - times * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


def rated(records: Sequence[Record]) -> dict[str, dict[str, tuple[float, float]]]:
    """Return the ratings by column; one against two has two columns on one scale, alone and as a pair."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for variant, (way, _) in VARIANTS.items():
        sides = (", alone", ", as two") if way == ALONE else ("", "")
        games = [
            (r.one + sides[0], r.other + sides[1], r.won + r.drawn / 2, r.won + r.drawn + r.lost)
            for r in records
            if r.variant == variant
        ]
        games.sort(key=lambda game: game[0] != ANCHOR + sides[0])
        all_rated = ratings(games) if games and games[0][0] == ANCHOR + sides[0] else {}
        for side in dict.fromkeys(sides):
            column = {name: all_rated[name + side] for name in NAMES if name + side in all_rated}
            if column:
                found[variant + side] = column
    return found


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def tables(records: Sequence[Record]) -> str:
    """Return the tables of the page: ratings, and all pairs."""
    columns = rated(records)
    text = f"Version {VERSION}. Ratings with intervals of 95%; `{ANCHOR}` stands for 1500 (playing alone in 1v2).\n\n"
    text += _row(["", *columns]) + _row(["---"] * (len(columns) + 1))
    for name in NAMES:
        cells = [
            f"{column[name][0]:.0f}" + (f" ± {column[name][1]:.0f}" if column[name][1] else "")
            if name in column
            else ""
            for column in columns.values()
        ]
        text += _row([f"`{name}`", *cells])
    text += (
        "\nWon by the first of a pair in percent, draws for half, with intervals of 95% and the number of games:\n\n"
    )
    text += _row(["", *VARIANTS]) + _row(["---"] * (len(VARIANTS) + 1))
    for pair in PAIRS:
        cells = []
        for variant in VARIANTS:
            tally = both_sides(records, variant, pair)
            low, high = tally.interval() if tally.games else (0.0, 0.0)
            cells.append(
                f"{100 * tally.score:.1f} [{100 * low:.1f}, {100 * high:.1f}] ({tally.games})" if tally.games else ""
            )
        text += _row([f"`{pair[0]}` – `{pair[1]}`", *cells])
    return text


def page(text: str, records: Sequence[Record]) -> str:
    """Return the page with the tables of these records."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables(records)}\n{END}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing and write the tables; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--games", type=int, default=0, help="so many games of each pair (default: play none)")
    parser.add_argument("--variant", action="append", choices=list(VARIANTS), help="this variant; all by default")
    pairs = {f"{one}-{other}": (one, other) for one, other in (*PAIRS, BOTH_SIDES)}
    parser.add_argument("--pair", action="append", choices=list(pairs), help="this pair; all by default")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results")
    chosen = parser.parse_args(arguments)
    for variant in chosen.variant or VARIANTS:
        for name in chosen.pair or pairs:
            if pairs[name] != BOTH_SIDES or VARIANTS[variant][0] == ALONE:
                fill(chosen.results, variant, pairs[name], chosen.games)
    if chosen.results == RESULTS:
        records = read(RESULTS.read_text(encoding="utf-8"))
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), records), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
