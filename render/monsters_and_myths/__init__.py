"""Monsters & Myths in pictures, from views only."""

from __future__ import annotations

from render.monsters_and_myths.film import Frame, draw_film, draw_moment, draw_strip, frames
from render.monsters_and_myths.guide import draw_explained
from render.monsters_and_myths.hand import draw_card
from render.monsters_and_myths.header import heading
from render.monsters_and_myths.result import draw_result
from render.monsters_and_myths.table import EMPTY, Draft, draw_private, draw_round, draw_table, warm

__all__ = [
    "EMPTY",
    "Draft",
    "Frame",
    "draw_card",
    "draw_explained",
    "draw_film",
    "draw_moment",
    "draw_private",
    "draw_result",
    "draw_round",
    "draw_strip",
    "draw_table",
    "frames",
    "heading",
    "warm",
]
