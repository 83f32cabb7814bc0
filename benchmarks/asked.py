"""Which games a benchmark plays, as its command line says: how many, from which seed on, in which formation."""

from __future__ import annotations

import argparse
from typing import Any

from games.api import Formation, Game, formation


def ask(parser: argparse.ArgumentParser, games: int) -> None:
    """Add the options that say so; `games` are played where nothing is said, in the first formation of the game."""
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=1, help="that of the first game; each next one has the next")
    parser.add_argument("--formation")


def seeds(chosen: argparse.Namespace) -> range:
    """Return the seed of each game."""
    return range(chosen.seed, chosen.seed + chosen.games)


def way(game: Game[Any], chosen: argparse.Namespace) -> Formation:
    """Return the formation of the games. Raises `BadNotation` if it has none of that name."""
    return game.formations[0] if chosen.formation is None else formation(game, chosen.formation)
