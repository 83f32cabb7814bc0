"""Random playouts of the real engine, events and all, against random playouts of python-chess."""

from __future__ import annotations

from random import Random

import chess

from benchmarks.measure import Job, Row, rate, ratio, seconds_a_unit
from games.monolith_arena.playout import play

PLIES = 120


def arena(random: Random, games: int) -> Job:
    """Plays complete random games; a unit is an action."""
    return lambda: sum(play(random).actions for _ in range(games))


def chess_games(random: Random, games: int) -> Job:
    """Plays random games of chess up to `PLIES` plies; a unit is a ply."""

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
    """Both kinds of playouts; `small` is for trying out whether it runs."""
    rounds, games = (2, 1) if small else (60, 3)
    ours, theirs = seconds_a_unit([arena(Random(1), games), chess_games(Random(2), games)], rounds)
    return [
        Row("Monolith Arena", rate(ours), "moves/s"),
        Row("python-chess", rate(theirs), "plies/s"),
        Row("moves to plies", ratio(theirs, ours), "x", "at least 2"),
    ]
