"""How many presses a turn takes, and how often a match waits for somebody who was not there, in all three games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import mean, median
from typing import Final

from benchmarks.measure import Row
from bot.monolith_arena import FACE
from bot.panels.model import Press
from games.arena_of_heroes.referee import waits as arena
from games.monsters_and_myths.referee import sensible as monsters
from games.referee import random_action, random_choice
from tests.support.panels import Match, carry_out, presses

DEPTH: Final = 4
"""The most presses from the beginning of a panel to an action."""
OPENED: Final = 1
"""The press that opens a panel."""
ROUNDS: Final = 3
"""The rounds of Monsters & Myths."""
MONSTERS: Final = 25
"""So many times as many matches of that game as of others are played: the waits of one scatter by 1.8, and the mean of
forty was above or below what is wanted by chance."""
INSTRUCTED: Final = monsters.Habits(said=monsters.PROPOSED, attacked=False, rolling=False)
"""Players who press the main button of whatever they are asked, which takes over what the game proposes."""


def nearest(match: Match, seat: int, verb: str) -> tuple[int, Press] | None:
    """Return by how few presses an action of a verb is carried out, and the last of them; one that ends the turn first.

    The panel is open, and begins anew after every action.
    """
    pages: list[tuple[str, ...]] = [()]
    for number in range(1, DEPTH + 1):
        shown = [press for tokens in pages for press in presses(FACE.panel(match.seat(seat), tokens))]
        found = [press for press in shown if press.action_id == "do" and press.tokens[0] == verb]
        if found:
            return number, max(found, key=lambda press: press.then == ("end",))
        pages = [press.tokens for press in shown if press.action_id == "show" and press.tokens[:1] == (verb,)]
        pages = list(dict.fromkeys(pages))
    return None


def turns(seed: int, tiles: int) -> Iterator[int]:
    """Play a match of two players to its end; yield the presses of every turn in which so many tiles were placed.

    That is from the ping on: the press that opens the panel, what has to be discarded, the tiles, the end of the turn.
    """
    match, random = Match(FACE, seed), Random(seed)
    while not match.over:
        seat = match.waiting()[0]
        count, placed = _turn(match, seat, tiles) if match.state.stage == "turn" else (0, 0)
        if count and placed == tiles:
            yield count
        if not count and not match.over:  # a question of the set-up, or one that comes in between
            choice = random_choice(match.game, match.state, random, optional=0)
            match.play(choice.seat, random_action(match.game, match.state, choice, random))


def _turn(match: Match, seat: int, tiles: int) -> tuple[int, int]:
    """Play a turn by its panels; return the presses that it took, and how many tiles were placed."""
    turn, count, placed = match.state.turn, OPENED, 0
    while not match.over and (match.state.stage, match.state.turn) == ("turn", turn):
        verbs = ("place", "discard", "end") if placed < tiles else ("end",)
        found = next(filter(None, (nearest(match, seat, verb) for verb in verbs)), None)
        if found is None:
            return 0, placed
        number, press = found
        carry_out(match, seat, press if placed + 1 >= tiles else replace(press, then=()))
        count, placed = count + number, placed + (press.tokens[0] == "place")
    return count, placed


def run(*, small: bool) -> list[Row]:
    """Count over whole matches: presses by the panels as they are, waits of simulated players."""
    matches, played = (1, 2) if small else (6, 40)
    rows = []
    for tiles, target in ((1, "at most 5"), (2, "")):
        counted = [count for seed in range(matches) for count in turns(seed, tiles)]
        rows.append(Row(f"Monolith Arena: presses of a turn, {tiles} placed", median(counted), "presses", target))
    for players, rounds, target in ((2, 1, "at most 7"), (4, ROUNDS, "at most 12")):
        random, many = Random(0), played * (1 if small else MONSTERS)
        waits = mean(monsters.play(random, players, INSTRUCTED).waits for _ in range(many)) / rounds
        unit = "waits a match" if rounds == 1 else "waits a round"
        rows.append(Row(f"Monsters & Myths, {players} players", waits, unit, target))
    for players in (2, 4):
        for name, habits in (("asked for everything", arena.ORDINARY), ("the next turn planned", arena.EVERYTHING)):
            random = Random(0)
            waits = mean(arena.play(random, players, habits).waits for _ in range(played))
            rows.append(Row(f"Arena of Heroes, {players} players, {name}", waits, "waits a match"))
    return rows
