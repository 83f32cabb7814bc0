"""The picture of a board, from the view to the bytes of the file, against the encoding of finished pixels alone."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.engine import moments
from benchmarks.measure import Job, Row, rate, ratio, seconds_a_unit
from games.monolith_arena.game import GAME
from games.monolith_arena.view import View
from render.encode import png
from render.monolith_arena.board import board_plane, draw_board


def drawing(views: Sequence[View]) -> Job:
    """Draws and encodes; a unit is a picture."""
    return lambda: len([draw_board(view) for view in views])


def encoding(views: Sequence[View]) -> Job:
    """Encodes what was drawn before; a unit is a picture."""
    planes = [board_plane(view) for view in views]
    return lambda: len([png(plane) for plane in planes])


def run(*, small: bool) -> list[Row]:
    """Pictures of the positions of a random game; the drawings of single tiles are cached, as in the running bot."""
    rounds, count = (2, 2) if small else (15, 20)
    states = [moment.state for moment in moments(1) if moment.state.stage == "turn"]
    views = [GAME.view(state, None) for state in states[:: max(1, len(states) // count)]][:count]
    whole, encode = seconds_a_unit([drawing(views), encoding(views)], rounds)
    return [
        Row("board", rate(whole), "pictures/s"),
        Row("encoding alone", rate(encode), "pictures/s"),
        Row("a board", ratio(whole, encode), "encodings", "at most 2"),
    ]
