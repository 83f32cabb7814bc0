"""The sheets that explain the pictures, drawn by the same code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PIL import Image

from games.monolith_arena.tiles import FACTIONS, TileType, faction, tile
from games.monolith_arena.view import TileView
from render.canvas import Canvas
from render.encode import png
from render.fitting import wrap
from render.monolith_arena import hexgrid, slots, sprites
from render.monolith_arena.arrows import Outcome, draw_outcome
from render.monolith_arena.planes import new_plane, to_plane
from render.theme import MUTED, PAGE, PANEL, TEXT
from tests.render.views import ENGLISH

ACROSS: Final = 7
_STYLES: Final = ("light, plain", "dark, dashed", "light, double", "dark, dotted")
_ROW: Final = hexgrid.SLOT_HEIGHT + 34
_TITLE: Final = 70


def _text(width: int, height: int, draw: Callable[[Canvas], None], ground: tuple[int, int, int] = PAGE) -> Image.Image:
    canvas = Canvas(width, height, ground)
    draw(canvas)
    return to_plane(canvas.done())


def _title(plane: Image.Image, text: str, top: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.text(20, _TITLE / 2 + 4, text, 38, TEXT, bold=True, anchor="lm")

    plane.paste(_text(plane.width, _TITLE, draw), (0, top))


def faction_sheet(faction_id: str, seat: int) -> bytes:
    """All tiles of a faction in the colours of a seat, with the number of each."""
    home = faction(faction_id)
    rows = -(-len(home.tiles) // ACROSS)
    width = ACROSS * (hexgrid.SLOT_WIDTH + 8) + 24
    plane = new_plane(width, _TITLE + rows * _ROW + 12, PAGE)
    _title(plane, f"{home.name}, {_STYLES[seat]}", 0)
    for n, kind in enumerate(home.tiles):
        x, y = 16 + n % ACROSS * (hexgrid.SLOT_WIDTH + 8), _TITLE + n // ACROSS * _ROW
        plane.paste(sprites.tile_plane(sprites.plain(kind, seat), ENGLISH.on_tile(kind)), (x, y), slots.MASK)

        def draw(canvas: Canvas, kind: TileType = kind) -> None:
            canvas.text(
                hexgrid.SLOT_WIDTH / 2,
                15,
                f"{kind.kind}, {kind.count} of them" if kind.count > 1 else kind.kind,
                22,
                MUTED,
            )

        plane.paste(_text(hexgrid.SLOT_WIDTH, 30, draw), (x, y + hexgrid.SLOT_HEIGHT))
    return png(plane)


def _one(faction_id: str, tile_id: str, seat: int = 0, facing: int = 0, **changes: object) -> TileView:
    plain = replace(sprites.plain(tile(faction_id, tile_id), seat), facing=facing)
    return replace(plain, **changes)  # type: ignore[arg-type]


def _symbols() -> list[tuple[TileView | Outcome, str]]:
    d, f, a = FACTIONS[0], FACTIONS[2], FACTIONS[3]
    found: list[tuple[TileView | Outcome, str]] = [
        (_one(d, "pikeman"), "Wedges: melee. Each hits the tile beside that edge for one wound."),
        (_one(d, "dragon_rider"), "A wedge with a number: so many wounds. Here three."),
        (_one(d, "arquebusier"), "An arrow: ranged. It hits the first enemy on the straight line from that edge."),
        (_one(d, "knight"), "Bricks on an edge: armor. It takes one off every ranged hit there."),
        (_one(a, "horror", 1), "A green mesh on an edge: a net. The enemy beside it can do nothing."),
        (_one(f, "morlock"), "A bolt: lightning strikes the neighbour when the battle begins."),
        (_one(d, "rune_of_strength"), "A medallion is a rune; rings show where it helps."),
        (_one(d, "banner"), "The banner, with the crest of its faction. Its hit points are the bar."),
        (_one(d, "swordsman"), "The number: the phase of the battle in which it attacks."),
        (_one(d, "knight", 0, 2), "The white edge is the top of the tile; words stay upright."),
        (_one(d, "dragon_rider", 0, 0, initiative=(4,)), "A yellow number is not as printed: runes changed it."),
        (_one(d, "pikeman", 0, 0, melee_bonus=1), "Hollow: runes and banners add to it. The number is the whole."),
        (_one(a, "wraith", 1), "A spiral: teleport, to any empty hex once a turn."),
        (_one(d, "knight"), "A small cross of arrows: maneuver. A horseshoe: cavalry, it may charge."),
        (_one(f, "assassin"), "A dagger in the corner: strikes any enemy tile, however far."),
        (_one(a, "demon", 1), "Two opposite arrows: transformation. It may replace an enemy tile."),
        (_one(a, "spike", 1), "A drop in the symbol's own green: venom. Its wounds poison."),
        (_one(FACTIONS[1], "rune_of_agility"), "A turning arrow: rotation. Once a turn it turns to any side."),
        (_one(d, "rune_of_charge"), "Two loops: it works for all tiles of its side on the board."),
        (_one(d, "knight", 0, 0, wounds=1), "Heart: hit points that are left, where they are not one. Red: wounded."),
        (
            _one(a, "chaos", 1, 0, poison=1, venomous=True),
            "Green drop with a number: poison. Yellow: made venomous.",
        ),
        (_one(d, "swordsman", 0, 0, netted=True), "A net over the ring: it is netted, and nothing at its edges works."),
        (_one(d, "swordsman", 0, 0, netted=True, token=True), "Black badge: the token of a Net order."),
        (_one(d, "swordsman", 0, 0, disarmed=True), "A crossed-out sword: disarmed."),
        (_one(d, "banner", 0, 0, entrenched=True), "Brown bricks: entrenched. The next wound is taken by it."),
        (_one(d, "pikeman", 0), "A, and the first of its team: light, a plain red frame."),
        (_one(d, "pikeman", 1), "B, or the first of the other team: dark blue, a dashed frame."),
        (_one(d, "pikeman", 2), "The second of the first team: light green, a double frame."),
        (_one(d, "pikeman", 3), "The second of the other team: dark violet, a dotted frame."),
        (Outcome("wounds", 2), "In films: two wounds came through."),
        (Outcome("armor"), "In films: armor took it all."),
        (Outcome("absorbed"), "In films: a Rune of Regeneration absorbed it."),
        (Outcome("poison", 1), "In films: a wound by poison."),
    ]
    orders = [t for t in faction(f).tiles if t.is_order]
    return [*found, (sprites.plain(orders[0], 2), "A large emblem and a narrow ring: an order, played at once.")]


def symbol_sheet() -> bytes:
    """Every symbol with a line of words."""
    entries = _symbols()
    across, width, height = 3, 500, 196
    rows = -(-len(entries) // across)
    plane = new_plane(across * width + 24, _TITLE + rows * (height + 8) + 16, PAGE)
    _title(plane, "What the pictures say", 0)
    for n, (shown, words) in enumerate(entries):
        x, y = 16 + n % across * width, _TITLE + n // across * (height + 8)

        def draw(canvas: Canvas, shown: TileView | Outcome = shown, words: str = words) -> None:
            canvas.pill((0, 0, width - 12, height), 16, PANEL)
            if isinstance(shown, Outcome):
                canvas.disc(hexgrid.SLOT_WIDTH / 2 + 4, height / 2, 40, PAGE)
                draw_outcome(canvas.moved(hexgrid.SLOT_WIDTH / 2 + 4, height / 2), shown)
            lines = wrap(words, 24, width - hexgrid.SLOT_WIDTH - 36)
            for i, line in enumerate(lines):
                at = height / 2 + (i - (len(lines) - 1) / 2) * 31
                canvas.text(hexgrid.SLOT_WIDTH + 14, at, line, 24, TEXT, anchor="lm")

        plane.paste(_text(width - 12, height, draw), (x, y))
        if isinstance(shown, TileView):
            plane.paste(sprites.tile_plane(shown, ENGLISH.on_tile(shown.type)), (x + 4, y + 8), slots.MASK)
    return png(plane)


def sheets() -> dict[str, bytes]:
    """All sheets by the names of their files."""
    found = {"specimen.png": symbol_sheet()}
    for seat, faction_id in enumerate(FACTIONS):
        found[f"specimen_{faction_id}.png"] = faction_sheet(faction_id, seat)
    return found
