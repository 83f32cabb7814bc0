"""Breaks the engine of Arena of Heroes on purpose, one mistake at a time, and says which test notices.

``python -m tests.games.arena_of_heroes.mutations`` works on a copy in a temporary folder. A mistake that nothing
notices, or that no longer fits the source, makes it fail.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]
GAME: Final = Path("games") / "arena_of_heroes"
TESTS: Final = ("test_cases", "test_ring", "test_match", "test_standing", "test_solve", "test_properties")


class Mutation(NamedTuple):
    """A mistake: what is told of it, the module, and a passage of it with what stands there instead."""

    title: str
    module: str
    old: str
    new: str


MUTATIONS: Final = (
    Mutation("A hero is revealed and hit by one shot", "shots", "        elif _is_hit", "        if _is_hit"),
    Mutation("The own hero is never struck", "shots", ".at == hideout]", ".at == hideout and seat != roller]"),
    Mutation(
        "The limit of hits holds in sudden death",
        "shots",
        "HIT in hero.flags and not run.state.sudden",
        "HIT in hero.flags",
    ),
    Mutation(
        "A shielded hit counts as one",
        "shots",
        "hero.flags -= {SHIELD_WALL}",
        "hero.flags = hero.flags - {SHIELD_WALL} | {HIT}",
    ),
    Mutation("A Veil is used up under smoke", "shots", " and SMOKE not in hero.flags", ""),
    Mutation(
        "A used-up Veil is told to all",
        "events",
        "PRIVATE = (CardDrawn, Veiled, Spied)",
        "PRIVATE = (CardDrawn, Spied)",
    ),
    Mutation("Idols act in cards' shots", "shots", "void = not neutral and any", "void = any"),
    Mutation(
        "Bloodscent counts for the square",
        "shots",
        "if symbol == SQUARE:",
        "if struck(aim, symbol, inner=inner(run, seat)) == struck(aim, SQUARE):",
    ),
    Mutation("A card's shot makes the roller flee", "shots", "if found and not neutral and", "if found and"),
    Mutation(
        "The earth breaks open before the flight",
        "shots",
        "    if hideout:\n        _strike(run, seat, hideout, neutral=neutral)\n    if symbol == SQUARE:\n        _shake(run)\n",
        "    if symbol == SQUARE:\n        _shake(run)\n    if hideout:\n        _strike(run, seat, hideout, neutral=neutral)\n",
    ),
    Mutation(
        "Two dice are settled together",
        "shots",
        "    if symbol == SQUARE:\n        _shake(run)\n    settle(run)",
        "    if symbol == SQUARE:\n        _shake(run)",
    ),
    Mutation("Smoke does not hide", "fate", "if not hero.hidden or SMOKE in hero.flags:", "if not hero.hidden:"),
    Mutation("Stamina may rise above its beginning", "fate", " and hero.stamina < hero.type.stamina", ""),
    Mutation(
        "Items of who is out are lost",
        "fate",
        "            spend(run, card)\n        hero.fell",
        "            pass\n        hero.fell",
    ),
    Mutation(
        "Two who go out together go one after the other",
        "fate",
        "    state.out = (*state.out, tuple(sorted(seats)))",
        "    state.out = (*state.out, *((seat,) for seat in seats))",
    ),
    Mutation("The match goes on with one hero", "fate", "if len(state.living()) <= 1:", "if not state.living():"),
    Mutation("Delay holds nobody", "moves", "hero.alive and not hero.delay and explored", "hero.alive and explored"),
    Mutation("Unexplored hideouts can be left", "moves", "unexplored or hero.explored or", "True or hero.explored or"),
    Mutation("Spiders hold nobody", "moves", " and hero.at not in state.spiders", ""),
    Mutation("Hidden heroes may hide", "moves", "return not hero.hidden and may_relocate", "return may_relocate"),
    Mutation(
        "Sudden death begins one card late",
        "moves",
        "    if not state.deck:\n        state.sudden",
        "    if not found:\n        state.sudden",
    ),
    Mutation(
        "The old card lies on those drawn in vain",
        "moves",
        "(*vain, *((old,) if found else ()), *state.discard)",
        "(*((old,) if found else ()), *vain, *state.discard)",
    ),
    Mutation("The left hideout stays open", "moves", "    run.state.closed |= {old}\n", ""),
    Mutation(
        "The explored token moves along",
        "moves",
        "found, True, False, frozenset()",
        "found, True, hero.explored, frozenset()",
    ),
    Mutation("A Forest Hut is carried along", "moves", "if hero.has(HUT):", "if False:"),
    Mutation(
        "Red succeeds in wasteland",
        "moves",
        "if ground == WASTELAND and (hero.can(SAPPER) or state.slot(SANDSTORM)):",
        "if ground == WASTELAND:",
    ),
    Mutation("Reedfoot gives tokens back", "moves", "return max(0, RED_DELAY[ground]", "return (RED_DELAY[ground]"),
    Mutation("Red does not end the turn at work", "moves", "        run.ending = True", "        pass"),
    Mutation(
        "An empty idol stays",
        "moves",
        "    if not left:\n        drop(run, seat, idol)",
        "    if left < 0:\n        drop(run, seat, idol)",
    ),
    Mutation(
        "Triggers that can do nothing are asked",
        "triggers",
        "if seat in run.triggers and _possible(run, seat)]",
        "if seat in run.triggers]",
    ),
    Mutation(
        "The order of triggers is not asked", "triggers", "able[0] if len(able) == 1 else _first(run, able)", "able[0]"
    ),
    Mutation("The active seat orders triggers though out", "triggers", "run.state.living()[0]", "run.state.turn"),
    Mutation("A bonus counts again and again", "run", " and source not in state.granted", ""),
    Mutation("A bonus counts after the turn", "run", "if self.closing or state.phase", "if state.phase"),
    Mutation("Hits of the last turn still count", "turns", "other.flags -= {HIT, CALLED}", "other.flags -= {CALLED}"),
    Mutation("A shield stands for ever", "turns", "hero.flags -= {SHIELD_WALL, VEILED}", "hero.flags -= {VEILED}"),
    Mutation("Spiders go clockwise", "turns", "step(spider, -1)", "step(spider, 1)"),
    Mutation("Spiders pass heroes by", "turns", "spider if spider in taken else ", ""),
    Mutation(
        "The last action ends the turn before its bonus",
        "verbs",
        "    _pay(run, verb)\n    _do(run, seat, verb, words)",
        "    _pay(run, verb)\n    run.ending = run.state.left <= 0 and verb != 'use'\n    _do(run, seat, verb, words)",
    ),
    Mutation(
        "Mushrooms delay without a move",
        "verbs",
        "        relocate(run, seat, MUSHROOM_DELAY)",
        "        relocate(run, seat)\n        delay(run, seat, MUSHROOM_DELAY)",
    ),
    Mutation(
        "A Spyglass sees revealed heroes",
        "verbs",
        "hero.alive and hero.hidden and hero.at == hideout",
        "hero.alive and hero.at == hideout",
    ),
    Mutation("Both sides of a board may be picked", "setup", "if other[0] != code[0])", "if other != code)"),
    Mutation(
        "Start hideouts are not explored", "setup", "run.hero(seat).explored = True", "run.hero(seat).explored = False"
    ),
    Mutation(
        "Seven hideouts close for everybody",
        "setup",
        "turned, deck = deck[: CLOSED_AT_START[len(seats)]], deck[CLOSED_AT_START[len(seats)] :]",
        "turned, deck = deck[:7], deck[7:]",
    ),
    Mutation(
        "The last point may be spent",
        "grammar",
        "hero.stamina <= ABILITIES[verb].stamina",
        "hero.stamina < ABILITIES[verb].stamina",
    ),
    Mutation(
        "Two dice are allowed at any action", "grammar", "hero.can(SABRE) and state.used == THIRD", "hero.can(SABRE)"
    ),
    Mutation(
        "Boarding Call works again and again", "grammar", "if verb == BOARDING and CALLED in hero.flags:", "if False:"
    ),
    Mutation("Exploring twice is allowed", "grammar", 'if verb == "explore" and state.searched:', "if False:"),
    Mutation(
        "A card leaves no explored token where it ends the turn",
        "exploring",
        "if hero.at == place and not hero.explored:",
        "if hero.at == place and not hero.explored and not run.ending:",
    ),
    Mutation("The token goes to the new hideout", "exploring", "if hero.at == place and not", "if hero.alive and not"),
    Mutation("A replaced card leaves its spiders", "exploring", "        state.spiders = ()", "        pass"),
    Mutation("The pendant costs a point a roll", "exploring", "colours.count(GREEN)", "len(colours)"),
    Mutation(
        "Red fails everywhere", "effects", "(colour == RED and GROUND[run.hero(seat).at] == WASTELAND)", "colour == RED"
    ),
    Mutation("Wrong Way leaves the hideout closed", "effects", "    state.closed -= {card}\n", ""),
    Mutation(
        "Trumpets sound for revealed heroes too", "effects", "if run.hero(other).hidden and run.check", "if run.check"
    ),
    Mutation("The Flood reaches hidden heroes", "effects", "if not hero.hidden and GROUND", "if GROUND"),
    Mutation(
        "Others see where hidden heroes are",
        "projection",
        "hero.alive and (not hero.hidden or seat == reader)",
        "hero.alive",
    ),
    Mutation("Others see whether a Veil is there", "projection", " and (f != VEILED or seat == reader)", ""),
    Mutation(
        "An answer rolls the dice anew",
        "play",
        "run = Run(before, draws, [words[1] for _, words in line[1:]])",
        "run = Run(before, draws, [words[1] for _, words in line[1:]])\n    run.state.cursor += len(line) - 1",
    ),
    Mutation("A hold waits for those who have let it pass", "play", "(news and not after.passes[other])", "news"),
)


def caught_by(folder: Path) -> str:
    """The first test that fails in a copy of the sources; empty where all pass."""
    tests = [f"tests/games/arena_of_heroes/{name}.py" for name in TESTS]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not long", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    failed = re.search(r"_{3,} (?:ERROR at setup of |ERROR collecting )?(\S.*?) _{3,}", done.stdout)
    if done.returncode and failed is None:
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return failed.group(1) if failed is not None else ""


def main() -> int:
    """Try all mistakes; returns 1 if one is not noticed."""
    unseen = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("games", "tests", "bot", "docs", "pyproject.toml"):
            source = ROOT / part
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / part)
        for mutation in MUTATIONS:
            path = folder / GAME / f"{mutation.module}.py"
            right = path.read_text(encoding="utf-8")
            if right.count(mutation.old) != 1:
                raise ValueError(
                    f"{mutation.title}: the passage stands {right.count(mutation.old)} times in {path.name}"
                )
            path.write_text(right.replace(mutation.old, mutation.new), encoding="utf-8")
            found = caught_by(folder)
            path.write_text(right, encoding="utf-8")
            unseen += not found
            print(f"{mutation.title:<60}{found or 'NOT NOTICED'}", flush=True)
    return int(unseen > 0)


if __name__ == "__main__":
    sys.exit(main())
