"""The pictures of Arena of Heroes: boards, films of turns, result cards, from what one reader may know."""

from __future__ import annotations

from render.arena_of_heroes.board import (
    Aim,
    Outcome,
    draw_board,
    draw_private,
    forget,
    machine_chances,
    own_line,
    share,
    warm,
)
from render.arena_of_heroes.cards import Printed, Sheet, Tile, card_tile, draw_tiles, hero_tile
from render.arena_of_heroes.film import Frame, came_to, draw_film, draw_shot, draw_strip, frames, outcome_of
from render.arena_of_heroes.gallery import Gallery, draw_gallery
from render.arena_of_heroes.result import draw_result
from render.arena_of_heroes.strip import IN_SHORT

__all__ = [
    "IN_SHORT",
    "Aim",
    "Frame",
    "Gallery",
    "Outcome",
    "Printed",
    "Sheet",
    "Tile",
    "came_to",
    "card_tile",
    "draw_board",
    "draw_film",
    "draw_gallery",
    "draw_private",
    "draw_result",
    "draw_shot",
    "draw_strip",
    "draw_tiles",
    "forget",
    "frames",
    "hero_tile",
    "machine_chances",
    "outcome_of",
    "own_line",
    "share",
    "warm",
]
