"""Matches between computer players of any game: the same deals with sides exchanged, counted and timed.

Where more than two teams play, one of them is of the one side and all others of the other, each team in its turn.

What a player may know comes from its view, what it may do from the legal actions; a choice that is not legal ends the
contest with an error.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple, TextIO

from games.api import Action, BadNotation, Choice, Decide, Formation, Game, Result, formation, new_options
from games.draws import SEED_BYTES, Draws
from games.referee import repeated

REFERENCES: Final = "benchmarks.players"
"""The module of the reference players, which only a checkout has: `reference(game, name)` gives one."""
_Z: Final = 1.96
"""So many standard deviations have 95% between them."""


class Player(NamedTuple):
    """A computer player at a level."""

    decide: Decide
    level: str


@dataclass(slots=True)
class Tally:
    """What is counted of one side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    seconds: list[float] = field(default_factory=list)
    """Processor time of each turn."""
    nodes: list[int] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Return the part of the games that were won, a draw for half."""
        return (self.won + self.drawn / 2) / self.games

    def interval(self) -> tuple[float, float]:
        """Return the interval of 95% around the score (Wilson)."""
        n, p = self.games, self.score
        middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n)) / (1 + _Z**2 / n)
        return max(0.0, middle - half), min(1.0, middle + half)


class IllegalDecision(Exception):
    """A player has decided for something that is not legal."""


def play(
    game: Game[Any],
    players: Sequence[Player],
    way: Formation,
    options: Mapping[str, Any],
    seed: int,
    tallies: Sequence[Tally] = (),
) -> Result:
    """Return the result of a match in which the players decide, one a seat; time and nodes go to the tallies of seats.

    Raises `IllegalDecision`.
    """
    draws = Draws(Random(seed).randbytes(SEED_BYTES))  # noqa: S311 - nothing secret depends on it
    # A stream a seat, whoever sits there: what players decide alike before the first turn stays the same.
    randoms = [Random(seed * 64 + seat) for seat in range(way.seats)]  # noqa: S311
    state = game.new(way, options)
    plans: dict[int, tuple[Action, ...]] = {}
    running: dict[int, tuple[float, int]] = {}
    while (result := game.result(state)) is None:
        choice = next(choice for choice in game.choices(state) if choice.must)
        seat = choice.seat
        legal = game.legal(state, seat, choice.key)
        plan = plans.pop(seat, ())
        if plan and plan[0] in legal:
            action, plan = plan[0], plan[1:]
        else:
            began = process_time()
            decision = players[seat].decide(game.view(state, seat), legal, randoms[seat], players[seat].level)
            seconds, nodes = running.get(seat, (0.0, 0))
            running[seat] = seconds + process_time() - began, nodes + decision.nodes
            action, plan = decision.action, decision.plan
            if action not in legal and action not in _aside(game, state, seat):
                raise IllegalDecision(f"seat {seat} ({players[seat].level}), seed {seed}: {' '.join(action)}")
            plans.clear()
        plans[seat] = plan
        step = game.apply(state, seat, action, draws)
        state = step.state
        for ended in step.turns_ended:
            plans.pop(ended, None)
            seconds, nodes = running.pop(ended, (0.0, 0))
            if tallies:
                tallies[ended].seconds.append(seconds)
                tallies[ended].nodes.append(nodes)
    return result


def _aside(game: Game[Any], state: Any, seat: int) -> list[Action]:
    """Return what a seat may do besides what is waited for."""
    asides = [choice for choice in game.choices(state) if choice.seat == seat and not choice.must]
    return [action for choice in asides for action in game.legal(state, seat, choice.key)]


def decisions(
    game: Game[Any], player: Player, way: Formation, options: Mapping[str, Any], seed: int
) -> Iterator[tuple[Any, Choice]]:
    """Yield the positions of a match in which the same player has all seats, each with what is decided in it."""
    draws = Draws(Random(seed).randbytes(SEED_BYTES))  # noqa: S311 - nothing secret depends on it
    random = Random(seed)  # noqa: S311
    state = game.new(way, options)
    while game.result(state) is None:
        choice = next(choice for choice in game.choices(state) if choice.must)
        yield state, choice
        legal = game.legal(state, choice.seat, choice.key)
        decision = player.decide(game.view(state, choice.seat), legal, random, player.level)
        state = game.apply(state, choice.seat, decision.action, draws).state


def contest(
    game: Game[Any],
    one: Player,
    other: Player,
    way: Formation,
    options: Mapping[str, Any],
    games: int,
    seed: int,
    first: int = 0,
) -> tuple[Tally, Tally]:
    """Return what is counted of both sides in so many games: on each deal one for every team that `one` may have.

    `other` has all other teams. Nobody wins or loses a game that both sides win. `first` is the number of the first
    game, for going on where another contest has ended.
    """
    tallies = Tally(), Tally()
    teams = sorted(set(way.teams))
    for number in range(first, first + games):
        deal, turned = divmod(number, len(teams))
        sides = [int(team != teams[turned]) for team in way.teams]
        players = [(one, other)[side] for side in sides]
        result = play(game, players, way, options, seed * 100_003 + deal, [tallies[side] for side in sides])
        won = {sides[seat] for seat in result.winners}
        for side, tally in enumerate(tallies):
            tally.won += won == {side}
            tally.drawn += len(won) != 1
            tally.lost += won == {1 - side}
    return tallies


def report(names: Sequence[str], tallies: Sequence[Tally], out: TextIO) -> None:
    """Print what a contest has come to: wins, draws, interval, nodes and processor time a turn."""
    for name, tally in zip(names, tallies, strict=True):
        low, high = tally.interval()
        print(
            f"{name:<10} won {tally.won} drawn {tally.drawn} lost {tally.lost}: "
            f"{100 * tally.score:.1f}% [{100 * low:.1f}, {100 * high:.1f}]",
            file=out,
        )
        times = sorted(tally.seconds)
        slow = times[int(0.95 * (len(times) - 1))]
        print(
            f"{'':<10} a turn: {median(tally.nodes):,.0f} nodes, processor time median {median(times):.3f} s, "
            f"95% {slow:.3f} s, {sum(tally.nodes) / max(sum(times), 1e-9):,.0f} nodes/s",
            file=out,
        )


def tool(tools: Any, game: Game[Any], levels: Sequence[str]) -> None:
    """Add the tool ``play`` to the command line of a game; `levels` are those of its own players."""
    parser = repeated(tools, "play", "let computer players play each other on the same deals, sides exchanged", 24)
    known = ", ".join(levels)
    for side in ("a", "b"):
        parser.add_argument(f"--{side}", required=True, metavar="LEVEL", help=f"{known}, or a reference player")
    ways = [way.id for way in game.formations]
    parser.add_argument("--formation", choices=ways, default=ways[0], help=f"who plays with whom (default: {ways[0]})")
    for option in game.match_options:
        flag = "--" + option.name.replace("_", "-")
        if isinstance(option.default, bool):
            parser.add_argument(flag, action="store_true", help=str(option.help))
        else:
            parser.add_argument(flag, type=type(option.default), default=option.default, help=str(option.help))


def _reference(game: str, name: str) -> Decide | None:
    """Return the reference player of that name, `None` where there is none."""
    try:
        module = import_module(REFERENCES)
    except ModuleNotFoundError:
        return None
    found: Decide | None = module.reference(game, name)
    return found


def run(game: Game[Any], chosen: argparse.Namespace, decide: Decide, levels: Sequence[str], out: TextIO) -> int:
    """Run the tool ``play``; return the exit status. Raises `BadNotation` for a level that nobody has."""
    players = []
    for level in (chosen.a, chosen.b):
        found = decide if level in levels else _reference(game.name, level)
        if found is None:
            raise BadNotation(f"there is no level {level!r}; there are {', '.join(levels)}")
        players.append(Player(found, level))
    options = new_options(game, {option.name: getattr(chosen, option.name) for option in game.match_options})
    one, other = players
    tallies = contest(game, one, other, formation(game, chosen.formation), options, chosen.games, chosen.seed)
    report((chosen.a, chosen.b), tallies, out)
    return 0
