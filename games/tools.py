"""What the command lines of all games share: random games, counted, and how many of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, TextIO


def count(text: str) -> int:
    """A number of things on a command line. Raises `argparse.ArgumentTypeError` for less than 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


def repeated(tools: Any, name: str, does: str) -> argparse.ArgumentParser:
    """A tool that does something with many games: how many, and which ones; `tools` are the parser's subparsers."""
    made: argparse.ArgumentParser = tools.add_parser(name, help=does)
    made.add_argument("--games", type=count, default=100, help="how many (default: 100)")
    made.add_argument("--seed", type=int, default=1, help="for playing the same games again (default: 1)")
    return made


def show(rows: Iterable[tuple[str, object]], out: TextIO) -> None:
    """Print what was counted, in two columns."""
    for name, value in rows:
        print(f"{name:<22}{value:>10}", file=out)
