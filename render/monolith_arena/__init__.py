"""Monolith Arena in pictures and in words, from views only."""

from __future__ import annotations

from render.monolith_arena.board import draw_board
from render.monolith_arena.cards import draw_card
from render.monolith_arena.film import draw_film, draw_strip
from render.monolith_arena.ghost import Ghost
from render.monolith_arena.looks import look
from render.monolith_arena.position_words import alt_text, text_board, waiting, words
from render.monolith_arena.reserve import draw_reserve
from render.monolith_arena.result import draw_result
from render.monolith_arena.story import Frame, film
from render.monolith_arena.warming import Warming, warm
from render.monolith_arena.words import card_words, short, tile_name

__all__ = [
    "Frame",
    "Ghost",
    "Warming",
    "alt_text",
    "card_words",
    "draw_board",
    "draw_card",
    "draw_film",
    "draw_reserve",
    "draw_result",
    "draw_strip",
    "film",
    "look",
    "short",
    "text_board",
    "tile_name",
    "waiting",
    "warm",
    "words",
]
