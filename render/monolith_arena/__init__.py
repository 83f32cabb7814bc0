"""Monolith Arena in pictures, from views only."""

from __future__ import annotations

from render.monolith_arena.arrows import Outcome
from render.monolith_arena.board import draw_board
from render.monolith_arena.corners import seat_arms
from render.monolith_arena.film import draw_film, draw_strip
from render.monolith_arena.overlay import Overlay
from render.monolith_arena.result import draw_result
from render.monolith_arena.sheets import Group, Shown, Symbol, draw_card, draw_symbols, draw_tiles
from render.monolith_arena.warming import warm

__all__ = [
    "Group",
    "Outcome",
    "Overlay",
    "Shown",
    "Symbol",
    "draw_board",
    "draw_card",
    "draw_film",
    "draw_result",
    "draw_strip",
    "draw_symbols",
    "draw_tiles",
    "seat_arms",
    "warm",
]
