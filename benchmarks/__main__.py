"""``python -m benchmarks [name …] [--json]``: run benchmarks and print their ratios."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.measure import Row, table

NAMES = (
    "playouts",
    "search",
    "storage",
    "start",
    "timers",
    "stored",
    "press",
    "trace",
    "render",
    "memory",
    "process",
    "crowd",
    "flood",
    "thinking",
    "killed",
    "processes",
    "shards",
    "updates",
    "copies",
    "community",
    "visits",
    "season",
)


def run(name: str, *, small: bool = False, **more: str) -> list[Row]:
    """Return the rows of the benchmark of that name; `more` are options of its own."""
    rows: list[Row] = import_module(f"benchmarks.{name}").run(small=small, **more)
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line names, all of it by default; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of {', '.join(NAMES)}; all by default")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--small", action="store_true", help="tiny sizes: only to see that it runs")
    parser.add_argument("--against", metavar="REV", help="the earlier revision of `process` and `updates`")
    parser.add_argument("--rounds", metavar="N", help="how many processes `processes` kills; 200 by default")
    parser.add_argument("--every", metavar="SECONDS", help="how long `processes` waits between two of them")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.names) - set(NAMES):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    results = {}
    for name in chosen.names or NAMES:
        more = {"against": chosen.against} if chosen.against and name in ("process", "updates") else {}
        if name == "processes":
            more |= {option: value for option in ("rounds", "every") if (value := getattr(chosen, option))}
        results[name] = run(name, small=chosen.small, **more)
        if not chosen.json:
            print(f"{name}\n{'-' * len(name)}\n{table(results[name])}\n", flush=True)
    if chosen.json:
        print(json.dumps({name: [row.as_json() for row in rows] for name, rows in results.items()}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
