"""Nothing on a tile lies on anything else, and nothing is too small: every tile, facing and set of markers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.texts.phrases import LANGUAGES, phrases
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import TileView
from render.canvas import Canvas, font
from render.labels import Labels
from render.monolith_arena import layout, markers, monoliths, names, slots, sprites, symbols
from render.monolith_arena.layout import FIELD, Shape, half_width, overlap
from render.monolith_arena.names import AnyLayer
from render.monolith_arena.theme import (
    EARTH,
    FIGHTING,
    POISON,
    STEEL,
    STEEL_DARK,
    STYLES,
    WOUND,
    SeatStyle,
    style_of,
)
from render.theme import DARK, MARK, PAGE, WHITE, contrast

WORDS = [Labels(phrases(language)) for language in LANGUAGES]
TILES = [t for f in FACTIONS for t in faction(f).tiles]
BOARD_TILES = [t for t in TILES if not t.is_order]
PHONE = 0.4
"""How large the picture of a board is on a telephone: 400 of 1,000 pixels."""
SMALLEST = 7.0
"""How many pixels of a telephone all letters and numerals are high at least, with the room above and below them."""
BONUSES = (0, 1, 5)
"""Added strength: none, one, and more than runes and banners ever add to the weakest attack."""
TOUCH = 0.05
"""Areas that share no more than an edge do not overlap."""

FIELD_ITSELF = tuple(layout.corners(half_width(0, FIELD)))


@lru_cache(None)
def deep(one: Shape, other: Shape) -> bool:
    return overlap(one, other) > TOUCH


OVER_THE_FRAME = {(frame, attack) for frame in ("armor", "net") for attack in ("melee", "ranged")}
"""An attack lies over the middle of what is on the frame, which shows at both sides of it."""


def clashes(layers: list[AnyLayer], others: list[AnyLayer] | None = None) -> list[tuple[str, str]]:
    """The kinds of layers that lie on each other: within one list, or of one on those of another."""
    pairs = itertools.combinations(layers, 2) if others is None else itertools.product(layers, others)
    return [
        (a.kind, b.kind)
        for a, b in pairs
        if (a.kind, b.kind) not in OVER_THE_FRAME and any(deep(one, other) for one in a.shapes for other in b.shapes)
    ]


def edges(tile: TileType, facing: int) -> Iterator[list[AnyLayer]]:
    """What stands at the edges, with every kind of bonus."""
    for melee, ranged in itertools.product(BONUSES, BONUSES):
        yield [*symbols.printed(tile, facing, 0), *symbols.attacks(tile, facing, 0, melee, ranged)]


def initiatives(tile: TileType) -> Iterator[tuple[int, ...]]:
    """The numerals that a tile may have: as printed, faster, and with attacks more by one rune or by two."""
    yield tile.initiative
    if tile.initiative:
        yield tuple(n + 10 for n in tile.initiative)
        yield (9, *tile.initiative)
        yield (9, 8, *tile.initiative)


def fields(tile: TileType) -> Iterator[list[AnyLayer]]:
    """What stands in the field, in every language."""
    for phases in initiatives(tile):
        view = replace(TileView.printed(0, tile), initiative=phases)
        numerals = [markers.initiative_layer(view)] if phases else []
        for labels in WORDS:
            name = names.NameLayer(names.on_tile(tile, labels), 0, small_emblem=names.has_small_emblem(tile))
            yield [sprites.emblem_layer(tile, 0, len(phases)), name, *numerals]


def may_be(tile: TileType, entrenched: bool, disarmed: bool, venomous: bool) -> bool:
    """Whether a tile may be all this at once: every faction is in a match once, and nobody has two allies."""
    if venomous and disarmed:
        return False  # venom comes from the friends of a tile and disarmament from its enemies, both of one faction
    friends = {tile.faction, *(["lords_of_the_abyss"] * venomous), *(["guardians_of_the_realm"] * entrenched)}
    return len(friends) <= 2


def marked(tile: TileType, facing: int) -> Iterator[TileView]:
    """Every set of markers that the rules allow, and some more."""
    plain = TileView.printed(0, tile, facing)
    flags = itertools.product((False, True), repeat=5)
    for entrenched, token, disarmed, venomous, wounded in flags:
        if not may_be(tile, entrenched, disarmed, venomous or tile.venom):
            continue
        for points, poison in itertools.product((1, 4), (0, 1, 12)):
            yield replace(
                plain, entrenched=entrenched, token=token, netted=token, disarmed=disarmed, hit_points=points,
                venomous=venomous or tile.venom, wounds=int(wounded), poison=poison,
            )  # fmt: skip


def badges(view: TileView) -> list[AnyLayer]:
    """The badges of a tile and the name of its hex, if there is a corner left for it."""
    found = [markers.badge_layer(badge) for badge in markers.badges(view)]
    place = markers.free_corner(view)
    return [*found, slots.label_layer("C3", *place, 0)] if place else found


def every(lists: Iterable[list[AnyLayer]]) -> list[AnyLayer]:
    """Each layer of some lists once."""
    return list({(layer.kind, layer.key): layer for found in lists for layer in found}.values())


@pytest.mark.parametrize("kind", BOARD_TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_nothing_on_a_tile_lies_on_anything_else(kind: TileType) -> None:
    field = list(fields(kind))
    for facing in range(6):
        ring, corners = list(edges(kind, facing)), [badges(view) for view in marked(kind, facing)]
        for together in (*ring, *field, *corners):
            assert clashes(together) == [], (facing, together)
        for one, other in itertools.combinations((ring, field, corners), 2):
            assert clashes(every(one), every(other)) == [], facing


@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_nothing_on_a_tile_is_cut_off_or_too_small_on_a_telephone(kind: TileType) -> None:
    layers = (
        [names.NameLayer(names.on_tile(kind, labels), 0, order=True) for labels in WORDS]
        if kind.is_order
        else every(fields(kind))
    )
    for facing in range(0 if kind.is_order else 6):
        layers += every(edges(kind, facing)) + every(badges(view) for view in marked(kind, facing))
    for layer in layers:
        if layer.letters:
            assert layer.letters * PHONE >= SMALLEST, (layer.kind, layer.key)
        left, top, right, bottom = layer.box
        assert left >= -sprites.CORNER[0]
        assert right <= sprites.CORNER[0]
        assert top >= -sprites.CORNER[1]
        assert bottom <= sprites.CORNER[1]


@pytest.mark.parametrize("kind", BOARD_TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_what_belongs_to_an_edge_stands_in_the_ring_and_everything_else_within(kind: TileType) -> None:
    for layer in every(edges(kind, 1)):
        assert all(overlap(FIELD_ITSELF, shape) <= TOUCH for shape in layer.shapes), layer.kind
    for layer in every(fields(kind)):
        assert all(abs(x) <= half_width(y) + TOUCH for shape in layer.shapes for x, y in shape), layer.kind


def outside(layer: AnyLayer) -> int:
    """How many pixels of a layer lie outside what it says that it fills."""
    canvas = sprites.slot_canvas(transparent=True)
    layer.draw(canvas)
    ink = canvas.done().getchannel("A").point(lambda alpha: 255 if alpha > 100 else 0)
    mask = Image.new("L", (layout.SLOT_WIDTH, layout.SLOT_HEIGHT))
    x, y = sprites.CORNER
    for shape in layer.shapes:
        points = [(x + a, y + b) for a, b in shape]
        ImageDraw.Draw(mask).polygon(points, fill=255)
        ImageDraw.Draw(mask).line([*points, points[0]], fill=255, width=3)
    return ImageChops.subtract(ink, mask).histogram()[255]


@pytest.mark.parametrize("kind", BOARD_TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_nothing_is_drawn_outside_the_areas_that_are_compared(kind: TileType) -> None:
    layers = [layer for facing in range(6) for layer in [*edges(kind, facing)][4]]
    layers += [layer for field in fields(kind) for layer in field]
    *_, last = marked(kind, 2)
    for layer in {layer.key: layer for layer in [*layers, *badges(last)]}.values():
        if layer.kind != "notch":  # the middle of the bright edge may be covered, its ends may not
            assert outside(layer) <= 2, (layer.kind, layer.key)


def test_a_folded_monolith_stays_in_the_place_of_a_name() -> None:
    banner = TILES[0]
    shown = monoliths.inside_layer((None, None), 0)
    numerals = markers.initiative_layer(TileView.printed(0, banner))
    others = [sprites.emblem_layer(banner, 0, 1), numerals, *symbols.attacks(banner, 0, 0, 1, 0)]
    assert clashes([shown], others) == []
    assert outside(shown) <= 2


# numbers, and what is beside them

NEAR = 3
"""The fewest pixels between two numbers, and between a number and armor."""


class Number(NamedTuple):
    """A number on a tile: what it tells, and the pixels that it fills."""

    kind: str
    key: object
    box: tuple[float, float, float, float]


def numbers(layer: AnyLayer) -> list[Number]:
    """The numbers that a layer draws."""
    found = []

    def text(canvas: Canvas, x: float, y: float, text: str, size: float, *args: object, **more: object) -> None:
        left, top, right, bottom = font(round(4 * size), bold=True).getbbox(text, anchor="mm")
        found.append(Number(layer.kind, layer.key, (x + left / 4, y + top / 4, x + right / 4, y + bottom / 4)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", text)
        layer.draw(sprites.slot_canvas(transparent=True))
    return found


def between(one: Number, other: Number) -> float:
    """How far apart two numbers are."""
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    return math.hypot(max(0.0, e - c, a - g), max(0.0, f - d, b - h))


@cache
def inked(key: object) -> Image.Image:
    """Where a layer draws."""
    canvas = sprites.slot_canvas(transparent=True)
    LAYERS[key].draw(canvas)
    return canvas.done().getchannel("A").point(lambda alpha: 255 if alpha > 60 else 0)


LAYERS: dict[object, AnyLayer] = {}


def area(layer: AnyLayer) -> Image.Image:
    LAYERS[layer.kind, layer.key] = layer
    return inked((layer.kind, layer.key))


@pytest.mark.parametrize("kind", BOARD_TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_no_number_comes_near_another_one_or_armor(kind: TileType) -> None:
    for facing in range(kind.period):
        views = [view for view in marked(kind, facing) if view.wounds or view.poison]
        badges_ = every([markers.badge_layer(badge) for badge in markers.badges(view)] for view in views)
        armor = [layer for layer in symbols.printed(kind, facing, 0) if layer.kind == "armor"]
        for bonus in (0, 1):
            weapons = symbols.attacks(kind, facing, 0, bonus, bonus)
            plates = Image.new("L", (layout.SLOT_WIDTH, layout.SLOT_HEIGHT))
            for layer in armor:
                plates = ImageChops.lighter(plates, area(layer))
            for layer in weapons:  # which lie over the armor
                plates = ImageChops.subtract(plates, area(layer))
            for phases in initiatives(kind):
                view = replace(TileView.printed(0, kind, facing), initiative=phases)
                fixed = [*weapons, *([markers.initiative_layer(view)] if phases else [])]
                numerals = [number for layer in fixed for number in numbers(layer)]
                beside = [number for layer in badges_ for number in numbers(layer)]
                for one, other in [*itertools.combinations(numerals, 2), *itertools.product(numerals, beside)]:
                    assert between(one, other) >= NEAR, (facing, one, other)
                for number in (*numerals, *beside):
                    left, top, right, bottom = number.box
                    x, y = sprites.CORNER
                    around = (left + x - NEAR, top + y - NEAR, right + x + NEAR, bottom + y + NEAR)
                    assert plates.crop(tuple(map(round, around))).getbbox() is None, (facing, number)


@pytest.mark.parametrize("style", STYLES[:FIGHTING], ids=lambda s: f"{s.faction}{s.light}")
def test_every_symbol_stands_out_from_all_that_it_may_lie_on(style: SeatStyle) -> None:
    below = (style.ground, style.ring, style.frame, style.shade, style.accent, STEEL, STEEL_DARK, PAGE)
    edges_ = {
        "melee": (style.melee, style.ground),
        "ranged": (style.ranged, style.ground),
        "melee with a bonus": (style.melee, MARK if style.light else DARK),
        "ranged with a bonus": (style.ranged, MARK if style.light else DARK),
        "path": (style.path, style.ground),
        "strike": (style.strike, style.ground),
        "notch": (WHITE, DARK),
        "armor": (STEEL, DARK),
    }
    for name, (fill, rim) in edges_.items():
        for ground in below:
            assert contrast(fill, ground) >= 3 or contrast(fill, rim) >= 3, (name, ground)
    number = WHITE if style.light else DARK
    inside = {"in melee": (number, style.melee), "in ranged": (number, style.ranged), "life": (DARK, WHITE)}
    inside |= {"wounded": (WHITE, WOUND), "poison": (WHITE, POISON), "initiative": (style.ground, style.ink)}
    inside |= {"changed initiative": (DARK, MARK), "label": (style.ink, style.ring), "net": (style.net, style.ring)}
    for name, (ink, ground) in inside.items():
        assert contrast(ink, ground) >= 4.5, name
    for disc_, rim in ((DARK, WHITE), (WOUND, WHITE), (POISON, WHITE), (EARTH, WHITE)):
        assert contrast(disc_, rim) >= 3


def spots(style: int) -> tuple[int, ...]:
    """How many spots of its second color an army's frame has on each side: what tells it without any color."""
    canvas = sprites.slot_canvas(transparent=True)
    sprites._frame(canvas, STYLES[style])
    picture, accent = canvas.done(), STYLES[style].accent
    x, y = sprites.CORNER
    found = []
    for d in (0, 3):
        ends = [layout.toward(d, across, sprites.TILE * math.cos(math.pi / 6) - 3.9) for across in (-44, 44)]
        row = [
            picture.getpixel((round(x + a + (c - a) * n / 400), round(y + b + (e - b) * n / 400)))[:3]  # type: ignore[index]
            for (a, b), (c, e) in [ends]
            for n in range(401)
        ]
        lit = [math.dist(pixel, accent) < 60 for pixel in row]
        found.append(sum(now and not before for before, now in itertools.pairwise([False, *lit])))
    return tuple(found)


def test_the_patterns_of_frames_tell_armies_apart_without_any_color() -> None:
    told = {}
    for home in FACTIONS:
        for light in (True, False):
            style = STYLES[style_of(home, light)]
            assert style.pattern == "solid" or contrast(style.accent, style.frame) >= 2
            told.setdefault(home, set()).add(style.pattern)
    assert sorted(told.values(), key=str) == [{"dotted"}, {"double"}, {"solid"}, {"teeth"}]
    counts = {STYLES[style_of(home)].pattern: spots(style_of(home)) for home in FACTIONS}
    assert counts["solid"] == (0, 0)
    assert all(count == 1 for count in counts["double"]), "one line from end to end"
    assert all(4 <= count <= 7 for count in counts["dotted"])
    assert all(count >= 5 for count in counts["teeth"])
