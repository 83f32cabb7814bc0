"""``python -m benchmarks.compiled --into DIR [--check POSITIONS]``: a compiled build of the computer players' core.

The packages are copied to a folder and mypyc, which comes with mypy, builds the hot modules there; a C compiler is
needed. Whatever runs with ``PYTHONPATH=DIR`` plays the same games, only sooner: measuring is what it is for, and
nothing of it is part of the product. `--check` compares the decisions of both builds, position by position.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from games.api import Formation, new_options
from games.monolith_arena.game import GAME
from games.monolith_arena.player import LEVELS, decide
from games.monolith_arena.player.levels import Level
from games.referee import moments

HOUSE: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("benchmarks", "bot", "games", "render", "sandbox", "storage", "tests")
PLAYER: Final = "games/monolith_arena/player"
HOT: Final = (
    "tables",
    "packing",
    "standing",
    "wounds",
    "battle",
    "essence",
    "moves",
    "playing",
    "worth",
    "core",
    "turns",
)
"""The modules that are compiled."""
WAYS: Final[tuple[tuple[str, bool, bool], ...]] = tuple(
    (way.id, monoliths, reinforcement)
    for way in GAME.formations
    for monoliths in (False, True)
    for reinforcement in (False, True)
)
"""All variants: who plays with whom, with monoliths, with reinforcement."""
SMALL: Final = Level("small", width=2, candidates=3, worlds=3, nodes=900, ahead=2, halved=(1,))
"""As thorough as a warlord in all it does, but little of everything."""
PART: Final = 0.15
"""So many of the choices of a random match are decided."""


def build(into: Path) -> None:
    """Build the hot modules in a copy of the packages. Raises `subprocess.CalledProcessError`."""
    for package in PACKAGES:
        shutil.rmtree(into / package, ignore_errors=True)
        shutil.copytree(HOUSE / package, into / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    # Compiled classes have slots of their own, and slots of dataclasses would be in their way.
    for name in HOT:
        file = into / PLAYER / f"{name}.py"
        file.write_text(file.read_text(encoding="utf-8").replace(", slots=True", ""), encoding="utf-8")
    modules = [f"{PLAYER}/{name}.py" for name in HOT]
    subprocess.run([sys.executable, "-m", "mypyc", "--ignore-missing-imports", *modules], cwd=into, check=True)


def is_compiled() -> bool:
    """Return True where the compiled build is what runs."""
    return not str(sys.modules[f"{PLAYER.replace('/', '.')}.battle"].__file__).endswith(".py")


def positions(number: int, seed: int) -> list[tuple[Any, int, int]]:
    """Return so many choices of random matches, spread evenly over all variants, as (state, seat, key)."""
    found = []
    random = Random(seed)
    ways: dict[str, Formation] = {way.id: way for way in GAME.formations}
    for place, (way, monoliths, reinforcement) in enumerate(WAYS):
        options = new_options(GAME, {"monoliths": monoliths, "reinforcement": reinforcement})
        wanted = number * (place + 1) // len(WAYS)
        while len(found) < wanted:
            for moment in moments(GAME, random, ways[way], options):
                if moment.choice.kind != "faction" and random.random() < PART and len(found) < wanted:
                    found.append((moment.before, moment.choice.seat, moment.choice.key))
    return found


def digests(number: int, seed: int = 1) -> list[str]:
    """Return what is decided in so many positions, with plan, reason, chance of winning and nodes."""
    levels: list[str | Level] = [SMALL, *(level for level in LEVELS if level != "warlord")]
    lines = []
    for place, (state, seat, key) in enumerate(positions(number, seed)):
        decision = decide(GAME.view(state, seat), GAME.legal(state, seat, key), Random(place), levels[place % 3])
        lines.append(hashlib.sha256(repr(decision).encode()).hexdigest()[:16])
    return lines


def check(into: Path, number: int) -> int:
    """Compare decisions of both builds and print what came of it; return the exit status."""
    begun = process_time()
    plain = digests(number)
    seconds = process_time() - begun
    asked = subprocess.run(
        [sys.executable, "-m", "benchmarks.compiled", "--digests", str(number)],
        cwd=into,
        env={**os.environ, "PYTHONPATH": str(into)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    kind, took, *compiled = asked.stdout.split()
    different = sum(one != other for one, other in zip(plain, compiled, strict=True))
    print(f"{number} positions of {len(WAYS)} variants, {kind}: {different} different decisions")
    print(f"processor time {seconds:.1f} s plain, {took} s compiled")
    return int(kind != "compiled" or different > 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, and compare where that is asked for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compiled", description=__doc__)
    parser.add_argument("--into", type=Path, metavar="DIR", help="the folder of the build")
    parser.add_argument("--check", type=int, metavar="POSITIONS", help="compare so many decisions with plain Python")
    parser.add_argument("--digests", type=int, metavar="POSITIONS", help="print the decisions of the build that runs")
    chosen = parser.parse_args(arguments)
    if chosen.digests:
        begun = process_time()
        lines = digests(chosen.digests)
        print("compiled" if is_compiled() else "plain", f"{process_time() - begun:.1f}", *lines, sep="\n")
        return 0
    if chosen.into is None:
        parser.error("--into is needed")
    build(chosen.into)
    return check(chosen.into, chosen.check) if chosen.check else 0


if __name__ == "__main__":
    sys.exit(main())
