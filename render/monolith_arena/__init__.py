"""Monolith Arena in pictures, from views only; what stands on them in words is handed in as a `Lettering`."""

from __future__ import annotations

from render.monolith_arena.board import draw_board
from render.monolith_arena.cards import draw_card
from render.monolith_arena.film import draw_film, draw_strip
from render.monolith_arena.ghost import Ghost
from render.monolith_arena.lettering import Lettering
from render.monolith_arena.reserve import draw_reserve
from render.monolith_arena.result import draw_result
from render.monolith_arena.seat_styles import seat_style
from render.monolith_arena.warming import warm

__all__ = [
    "Ghost",
    "Lettering",
    "draw_board",
    "draw_card",
    "draw_film",
    "draw_reserve",
    "draw_result",
    "draw_strip",
    "seat_style",
    "warm",
]
