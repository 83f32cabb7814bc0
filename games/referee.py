"""Random play of any game, through nothing but its API, and what the command lines of all games share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, TextIO

from games.api import Action, Choice, Field, Formation, Game, Step, new_options
from games.draws import SEED_BYTES, Draws


class Moment(NamedTuple):
    """One action of a random match: the state before it, whose and which it is, and what it led to."""

    before: Any
    choice: Choice
    action: Action
    step: Step


def random_action(game: Game[Any], state: Any, choice: Choice, random: Random) -> Action:
    """Return a random legal action of a choice: every value of each field is equally likely."""
    tokens: Action = ()
    while isinstance(field := game.next_field(state, choice.seat, choice.key, tokens), Field):
        # Values are left out as well as picked where the field allows it.
        if field.least == 0 and random.random() * (len(field.values) + 1) < 1:
            return tokens
        tokens = (*tokens, random.choice(field.values))
    return field.action


def random_choice(game: Game[Any], state: Any, random: Random, optional: float = 0.1) -> Choice:
    """Return a choice that the match waits for, or, `optional` of the time, one that may be left alone."""
    choices = game.choices(state)
    others = [choice for choice in choices if not choice.must]
    if others and random.random() < optional:
        return random.choice(others)
    return random.choice([choice for choice in choices if choice.must])


def moments(
    game: Game[Any],
    random: Random,
    formation: Formation | None = None,
    options: Mapping[str, Any] | None = None,
    seed: bytes | None = None,
) -> Iterator[Moment]:
    """Yield a random match action by action until it has a result; without a seed its draws are random.

    Without `options` it has those of a match that is opened now, with nothing chosen.
    """
    draws = Draws(seed or random.randbytes(SEED_BYTES))
    state = game.new(formation or game.formations[0], new_options(game, {}) if options is None else options)
    while game.result(state) is None:
        choice = random_choice(game, state, random)
        action = random_action(game, state, choice, random)
        step = game.apply(state, choice.seat, action, draws)
        yield Moment(state, choice, action, step)
        state = step.state


# Command lines


def count(text: str) -> int:
    """Return a number of things on a command line. Raises `argparse.ArgumentTypeError` for less than 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


def repeated(tools: Any, name: str, does: str) -> argparse.ArgumentParser:
    """Return the parser of a tool that plays many games; `tools` are the subparsers it is added to."""
    made: argparse.ArgumentParser = tools.add_parser(name, help=does)
    made.add_argument("--games", type=count, default=100, help="how many (default: 100)")
    made.add_argument("--seed", type=int, default=1, help="for playing the same games again (default: 1)")
    return made


def show(rows: Iterable[tuple[str, object]], out: TextIO) -> None:
    """Print what was counted, in two columns."""
    for name, value in rows:
        print(f"{name:<22}{value:>10}", file=out)
