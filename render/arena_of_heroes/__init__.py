"""The pictures of Arena of Heroes: boards, films of turns, result cards, from what one reader may know."""

from __future__ import annotations

from render.arena_of_heroes.board import Aim, Outcome, draw_board, draw_private, forget, machine_chances, own_line, warm
from render.arena_of_heroes.cards import Sheet, Tile, card_tile, draw_result, draw_tiles, hero_tile
from render.arena_of_heroes.film import Frame, draw_film, draw_strip, frames, outcome_of

__all__ = [
    "Aim",
    "Frame",
    "Outcome",
    "Sheet",
    "Tile",
    "card_tile",
    "draw_board",
    "draw_film",
    "draw_private",
    "draw_result",
    "draw_strip",
    "draw_tiles",
    "forget",
    "frames",
    "hero_tile",
    "machine_chances",
    "outcome_of",
    "own_line",
    "warm",
]
