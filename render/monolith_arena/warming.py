"""What boards will need: the drawings that are made in the background after a start."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import TileView
from render.labels import LETTERS, Labels
from render.monolith_arena import board, corners, header, names, slots, sprites
from render.monolith_arena.theme import FIGHTING, STORE, STYLES, style_of
from render.store import Job, Warming, cache_folder

LABELLED: Final = (-74.5, 0.0)
"""Where the names of hexes nearly always stand."""

COUNTED: Final = 40
"""Numbers of turns and tiles up to this one are drawn ahead."""
PHASES: Final = 7
"""Phases of a battle are numbered below this one, nearly always."""


def _kinds(style: int) -> tuple[TileType, ...]:
    return faction(STYLES[style].faction).tiles


def _headlines(labels: Labels) -> Iterator[Job]:
    for number in range(COUNTED):
        yield partial(header.planes, labels(header.turn(number)), "")
    for seats in ((), (0,), (1,)):
        yield partial(header.planes, labels(header.turn(1)), header.last_turns(seats, False, labels))
    for phase in range(PHASES):
        for turn in (1, 10):  # a text may be set smaller beside a longer one
            yield partial(header.planes, labels(header.turn(turn)), labels(header.phase(phase)))


def _corners(styles: Sequence[int], labels: Labels) -> Iterator[Job]:
    for style in styles:
        home = faction(STYLES[style].faction)
        for letter, (bright, asked, state) in itertools.product(LETTERS[:2], corners.LOOKS):
            for who in ("", corners.SOMEBODY):
                shown = corners.Corner.made(style, letter, home, (0, 0, 0), bright, asked, state, labels, who)
                yield partial(corners.corner, shown)


def _names(styles: Sequence[int], labels: Labels) -> Iterator[Job]:
    for style in styles:
        for tile in _kinds(style):
            name = names.on_tile(tile, labels)
            if tile.is_order:
                yield partial(sprites.ground_sprite, tile, 0, style, name)
                continue
            small = names.has_small_emblem(tile)
            yield partial(sprites.layer_sprite, names.NameLayer(name, style, small_emblem=small))


def _labels(styles: Sequence[int], labels: Labels) -> Iterator[Job]:
    """Yield what stands beside the board in that language."""
    return itertools.chain(_headlines(labels), _corners(styles, labels))


def _drawings(view: TileView, labels: Labels) -> Iterator[Job]:
    """Yield all that a tile is laid together from."""
    name = names.on_tile(view.type, labels)
    yield partial(sprites.ground_sprite, view.type, view.facing, view.seat, name, view.netted)
    for layer in sprites.layers(view, name):
        yield partial(sprites.layer_sprite, layer)


def _tracks(styles: Sequence[int]) -> Iterator[Job]:
    for points in range(corners.FULL + 1):
        yield partial(corners.track, points, tuple(styles))


def _markers(style: int) -> Iterator[TileView]:
    """Yield one tile with every marker, and with every number that runes may make of its own."""
    plain = TileView.printed(style, next(tile for tile in _kinds(style) if tile.kind == "champion"))
    for number in range(1, 4):
        yield replace(plain, wounds=number, poison=number)
        yield replace(plain, wounds=number, disarmed=True)
    yield replace(plain, netted=True, token=True)
    yield replace(plain, venomous=True, entrenched=True)
    for phase in range(PHASES):
        yield replace(plain, initiative=(phase,))
        yield replace(plain, initiative=(phase + 1, phase))
        yield replace(plain, initiative=(phase + 2, phase))


def _turned(style: int, bonus: int) -> Iterator[TileView]:
    """Yield all tiles of an army at all facings, champions with a bonus of that strength."""
    for tile in _kinds(style):
        for facing in range(tile.period):
            plain = TileView.printed(style, tile, facing)
            yield replace(plain, melee_bonus=bonus, ranged_bonus=bonus) if tile.kind == "champion" else plain


def _seats(styles: Sequence[int], languages: Sequence[Labels]) -> Iterator[Job]:
    """Yield what most boards show of seats in those styles."""
    for style in styles:
        yield from _tracks([style])
        for view in (*_turned(style, 0), *_turned(style, 1), *_markers(style)):
            yield from _drawings(view, languages[0])
        for name in NAMES:
            yield partial(sprites.layer_sprite, slots.label_layer(name, *LABELLED, style))
    yield from _labels(styles, languages[0])
    yield from _languages(styles, languages[1:])


def _languages(styles: Sequence[int], languages: Sequence[Labels]) -> Iterator[Job]:
    """Yield what the boards of further languages do not share with those of the first."""
    for labels in languages:
        yield from itertools.chain(_labels(styles, labels), _names(styles, labels))


def _teams() -> Iterator[Job]:
    """Yield what only matches of teams and of monoliths show."""
    for light in (True, False):
        for pair in itertools.permutations([style_of(home, light) for home in FACTIONS], 2):
            yield from _tracks(pair)
    for name in NAMES:
        yield partial(slots.socket_plane, name)


def warm(languages: Sequence[Labels], folder: Path | None = None, *, teams: bool = True) -> Warming:
    """Keep drawings in that folder (by default the user's cache folder) and draw in the background what boards need.

    First comes what boards of two seats need in the first of the languages, then the words of the other ones, then,
    unless `teams` is false, what only matches of teams need; all but the first wait in the folder. It returns at once.
    A folder that cannot be written only means that every start has to draw again.
    """
    STORE.open(folder or cache_folder())
    styles = range(FIGHTING)
    numbers: Iterator[Job] = (partial(corners.number, number) for number in range(COUNTED))
    kept = itertools.chain((board.ground,), numbers, _seats(styles, languages[:1]))
    later = itertools.chain(_languages(styles, languages[1:]), _teams() if teams else ())
    return Warming(STORE, kept, later)
