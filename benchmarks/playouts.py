"""Random playouts of the real engines, events and all, against random playouts of python-chess."""

from __future__ import annotations

from random import Random
from typing import Any

import chess

from benchmarks.measure import Job, Row, match, rate, ratio, seconds_a_unit
from games.api import Game
from games.monolith_arena.referee import play
from games.registry import GAMES

PLIES = 120


def arena(random: Random, games: int) -> Job:
    """Return a job that plays complete random games; a unit is an action."""
    return lambda: sum(play(random).actions for _ in range(games))


def any_game(game: Game[Any], random: Random) -> Job:
    """Return a job that plays a random game through nothing but the API; a unit is an action."""
    return lambda: len(match(game, random))


def chess_games(random: Random, games: int) -> Job:
    """Return a job that plays random games of chess up to `PLIES` plies; a unit is a ply."""

    def job() -> int:
        plies = 0
        for _ in range(games):
            board = chess.Board()
            for _ in range(PLIES):
                if board.is_game_over():
                    break
                board.push(random.choice(list(board.legal_moves)))
                plies += 1
        return plies

    return job


def run(*, small: bool) -> list[Row]:
    """Measure both kinds of playouts; `small` is for trying out whether it runs."""
    rounds, games = (2, 1) if small else (60, 3)
    jobs = [arena(Random(1), games), chess_games(Random(2), games)]
    jobs += [any_game(game, Random(3)) for game in GAMES.values()]
    ours, theirs, *each = seconds_a_unit(jobs, rounds)
    rows = [
        Row("Monolith Arena", rate(ours), "moves/s"),
        Row("python-chess", rate(theirs), "plies/s"),
        Row("moves to plies", ratio(theirs, ours), "x", "at least 2"),
    ]
    for game, times in zip(GAMES.values(), each, strict=True):
        rows.append(Row(f"{game.title}, all players and rules, through the API", rate(times), "moves/s"))
        rows.append(Row("its moves to plies", ratio(theirs, times), "x"))
    return rows
