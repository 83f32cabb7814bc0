"""Random playouts of the real engines, events and all, against random playouts of python-chess."""

from __future__ import annotations

from random import Random

import chess

from benchmarks.measure import Job, Row, rate, ratio, seconds_a_unit
from games.api import new_options
from games.arena_of_heroes.game import GAME as ARENA_OF_HEROES
from games.monolith_arena.playout import play
from games.playout import moments

PLIES = 120


def arena(random: Random, games: int) -> Job:
    """Plays complete random games; a unit is an action."""
    return lambda: sum(play(random).actions for _ in range(games))


def heroes(random: Random, games: int) -> Job:
    """Plays complete random games of Arena of Heroes with arena cards, four players; a unit is an action."""
    way, options = ARENA_OF_HEROES.formations[2], new_options(ARENA_OF_HEROES, {"mode": "advanced", "deck": "all"})
    return lambda: sum(1 for _ in range(games) for _ in moments(ARENA_OF_HEROES, random, way, options))


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
    jobs = [arena(Random(1), games), chess_games(Random(2), games), heroes(Random(3), 1)]
    ours, theirs, hidden = seconds_a_unit(jobs, rounds)
    return [
        Row("Monolith Arena", rate(ours), "moves/s"),
        Row("python-chess", rate(theirs), "plies/s"),
        Row("moves to plies", ratio(theirs, ours), "x", "at least 2"),
        Row("Arena of Heroes", rate(hidden), "moves/s"),
        Row("moves of Arena of Heroes to plies", ratio(theirs, hidden), "x"),
    ]
