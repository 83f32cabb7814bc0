"""Random play of any game, through nothing but its API; questions about positions; what all command lines share."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import mean, stdev
from typing import Any, Final, NamedTuple, TextIO, TypeVar

from games.api import Action, BadNotation, Choice, Field, Formation, Game, Step, new_options
from games.draws import SEED_BYTES, Draws

T = TypeVar("T")
_SHUFFLE: Final = 1000
"""What a shuffle adds to the cursor of draws that are given; a die adds one."""


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


# Questions about positions


class Missing(Exception):
    """A position does not say how the next die falls, or what the next shuffle gives: ``die`` or ``shuffle``."""


class Given(Draws):
    """Draws that a position gives. The cursor counts dice in its last three digits, shuffles before them."""

    def __init__(self, dice: Sequence[int], shuffles: Sequence[Sequence[str]]) -> None:
        super().__init__(b"")
        self._dice = tuple(dice)
        self._shuffles = tuple(shuffles)

    def below(self, cursor: int, n: int) -> tuple[int, int]:
        """Return the next die. Raises `Missing`, and `BadNotation` for one that has no such face."""
        dice, _ = self.left(cursor)
        if not dice:
            raise Missing("die")
        if not 1 <= dice[0] <= n:
            raise BadNotation(f"dice: a die of {n} faces does not show {dice[0]}")
        return dice[0] - 1, cursor + 1

    def shuffled(self, cursor: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
        """Return the result of the next shuffle. Raises `Missing`, and `BadNotation` for other things."""
        _, shuffles = self.left(cursor)
        if not shuffles:
            raise Missing("shuffle")
        named = {str(item): item for item in items}
        if Counter(map(str, items)) != Counter(shuffles[0]):
            raise BadNotation("shuffles: that is not an order of what is shuffled")
        return tuple(named[word] for word in shuffles[0]), cursor + _SHUFFLE

    def left(self, cursor: int) -> tuple[tuple[int, ...], tuple[Sequence[str], ...]]:
        """Return the dice and the shuffles from the cursor on."""
        return self._dice[cursor % _SHUFFLE :], self._shuffles[cursor // _SHUFFLE :]


def reader_of(letter: Any, letters: str) -> int | None:
    """Return whose view is asked for: one of these seats, or with ``-`` nobody's. Raises `BadNotation`."""
    if letter == "-":
        return None
    if not isinstance(letter, str) or len(letter) != 1 or letter not in letters:
        raise BadNotation("view: the letter of a seat, or - for a spectator, is needed")
    return letters.index(letter)


def words_of(action: Any) -> list[str]:
    """Return the words of an action that is asked about. Raises `BadNotation`."""
    if not isinstance(action, list) or not all(isinstance(word, str) for word in action):
        raise BadNotation("action: a list of words is needed")
    return action


def answer_lines(lines: Iterable[bytes], out: TextIO, answer: Callable[[Any], Mapping[str, Any]]) -> int:
    """Answer every line that is not empty, in order, each a JSON object; return the exit status."""
    for line in lines:
        if not line.strip():
            continue
        try:
            found = answer(json.loads(line.decode("utf-8")))
        except (BadNotation, ValueError, RecursionError) as fault:
            found = {"error": str(fault)}
        print(json.dumps(found), file=out, flush=True)
    return 0


# Command lines


def count(text: str) -> int:
    """Return a number of things on a command line. Raises `argparse.ArgumentTypeError` for less than 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


def repeated(tools: Any, name: str, does: str, games: int = 100) -> argparse.ArgumentParser:
    """Return the parser of a tool that plays many games, by default `games`; it is added to the subparsers `tools`."""
    made: argparse.ArgumentParser = tools.add_parser(name, help=does)
    made.add_argument("--games", type=count, default=games, help=f"how many (default: {games})")
    made.add_argument("--seed", type=int, default=1, help="for playing the same games again (default: 1)")
    return made


def show(rows: Iterable[tuple[str, object]], out: TextIO) -> None:
    """Print what was counted, in two columns."""
    for name, value in rows:
        print(f"{name:<22}{value:>10}", file=out)


def show_means(name: str, rows: Mapping[str, Sequence[float]], out: TextIO) -> None:
    """Print in one line the mean of each row, with its 95% interval."""
    means = [f"{row} {mean(values):.1f} ± {_interval(values):.1f}" for row, values in rows.items()]
    print(f"{name:<28}{', '.join(means)}", file=out, flush=True)


def _interval(values: Sequence[float]) -> float:
    """Return half the width of the 95% interval of a mean."""
    return 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
