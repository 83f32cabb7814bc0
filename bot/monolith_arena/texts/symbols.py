"""What the symbols on tiles mean, as sheets with pictures: for the guide and for the page about the pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.board_draft import fresh
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.tiles import FACTIONS, tile
from games.monolith_arena.view import TileView
from render.labels import Labels
from render.monolith_arena import Outcome, Symbol, draw_symbols

DRAGON, GUARDIANS, HARBINGERS, LORDS = FACTIONS


class Sheet(NamedTuple):
    """Symbols that belong together."""

    title: Message
    symbols: tuple[tuple[TileView | Outcome, Message], ...]


def _tile(home: str, name: str, seat: int = 0, facing: int = 0, **more: Any) -> TileView:
    return replace(fresh(seat, tile(home, name), facing), **more)


EDGES: Final = Sheet(
    Message("Reading a tile"),
    (
        (_tile(DRAGON, "swordsman"), Message("The number: the phase of a battle in which the tile attacks.")),
        (_tile(DRAGON, "pikeman"), Message("A blade: melee. It hits the enemy next to that edge for one wound.")),
        (_tile(DRAGON, "dragon_rider"), Message("A blade with a number deals that many wounds.")),
        (
            _tile(DRAGON, "arquebusier"),
            Message("An arrow: ranged. It hits the first enemy on the line from that edge, past friends."),
        ),
        (_tile(DRAGON, "knight"), Message("Bricks on an edge: armor. It takes one wound off every shot at that edge.")),
        (_tile(LORDS, "horror", 1), Message("A green mesh: a net. The enemy next to that edge can do nothing.")),
        (
            _tile(HARBINGERS, "morlock"),
            Message("A bolt: lightning. It strikes the enemy next to that edge as a battle begins."),
        ),
        (_tile(DRAGON, "rune_of_strength"), Message("A rune. It helps your tiles next to the edges with a ring.")),
        (
            _tile(DRAGON, "banner"),
            Message("A banner, with the crest of its faction. The bars at the sides are its points."),
        ),
        (
            _tile(DRAGON, "knight", 0, 2),
            Message("The white edge is the top of the tile: it shows the facing. Here SE."),
        ),
    ),
)
FEATURES: Final = Sheet(
    Message("What a tile can do"),
    (
        (_tile(GUARDIANS, "pupil"), Message("A cross of arrows: maneuver. Once a turn it moves one hex and may turn.")),
        (_tile(DRAGON, "knight"), Message("A horseshoe: cavalry. It may be used for a charge.")),
        (_tile(LORDS, "wraith", 1), Message("A spiral: teleport. Once a turn it moves to any empty hex.")),
        (_tile(GUARDIANS, "rune_of_agility"), Message("A turning arrow: rotation. Once a turn it turns to any side.")),
        (_tile(LORDS, "demon", 1), Message("Two opposite arrows: transformation. It may replace an enemy tile.")),
        (
            _tile(HARBINGERS, "assassin"),
            Message("A dagger: assassination. It strikes any enemy tile, however far away."),
        ),
        (_tile(LORDS, "spike", 1), Message("A drop: venom. Whatever survives a wound from it is poisoned.")),
        (_tile(DRAGON, "rune_of_charge"), Message("Two loops: it works for all your tiles, wherever they are.")),
        (
            _tile(GUARDIANS, "crossbowman"),
            Message("A heart with a number: its hit points, where it has more than one."),
        ),
        (
            _tile(DRAGON, "battle_charge"),
            Message("A large emblem and a narrow ring: an order. It is played, not placed."),
        ),
    ),
)
CHANGES: Final = Sheet(
    Message("What changes on the board"),
    (
        (
            _tile(DRAGON, "dragon_rider", initiative=(4,)),
            Message("A yellow number: runes have changed the initiative."),
        ),
        (
            _tile(DRAGON, "pikeman", melee_bonus=1),
            Message("Hollow blades: runes and banners add to the attack. The number is all of it."),
        ),
        (_tile(DRAGON, "knight", wounds=1), Message("A red heart: wounded. The number is what is left.")),
        (
            _tile(LORDS, "chaos", 1, poison=1, venomous=True),
            Message("A green drop with a number: poisoned. A yellow drop: made venomous."),
        ),
        (
            _tile(DRAGON, "swordsman", netted=True),
            Message("A net over the ring: the tile is netted. It can do nothing until the net is gone."),
        ),
        (_tile(DRAGON, "swordsman", netted=True, token=True), Message("A black badge: the net came from a Net order.")),
        (_tile(DRAGON, "swordsman", disarmed=True), Message("A crossed-out sword: disarmed. It makes no attack.")),
        (_tile(DRAGON, "banner", entrenched=True), Message("Brown bricks: entrenched. They take the next wound.")),
    ),
)
OWNERS: Final = Sheet(
    Message("Whose tile it is, and what a film shows"),
    (
        (_tile(DRAGON, "pikeman", 0), Message("Seat A, the first of its team: light, with a plain red frame.")),
        (_tile(DRAGON, "pikeman", 1), Message("Seat B, the first of the other team: dark blue, with a dashed frame.")),
        (_tile(DRAGON, "pikeman", 2), Message("The second seat of the light team: green, with a double frame.")),
        (_tile(DRAGON, "pikeman", 3), Message("The second seat of the dark team: violet, with a dotted frame.")),
        (Outcome("wounds", 2), Message("In a film: two wounds came through.")),
        (Outcome("armor"), Message("In a film: armor stopped the whole hit.")),
        (Outcome("absorbed"), Message("In a film: a Rune of Regeneration absorbed the hit.")),
        (Outcome("poison", 1), Message("In a film: a wound from poison.")),
    ),
)
SHEETS: Final[Mapping[str, Sheet]] = {"symbols": EDGES, "features": FEATURES, "changes": CHANGES, "owners": OWNERS}
"""All sheets by the ids of the chapters that show them."""


def sentences(say: Phrases, sheet: Sheet) -> list[str]:
    """Return what the sheet says, one symbol each."""
    return [say.message(words) for _, words in sheet.symbols]


def drawn(say: Phrases, sheet: Sheet) -> bytes:
    """Return the sheet as a PNG."""
    words = sentences(say, sheet)
    symbols = tuple(Symbol(shown, line) for (shown, _), line in zip(sheet.symbols, words, strict=True))
    return draw_symbols(say.message(sheet.title), symbols, Labels(say))


def picture(say: Phrases, sheet: Sheet) -> Picture:
    """Return the sheet with its words as alternative text."""
    return Picture(drawn(say, sheet), "symbols.png", cut(" ".join(sentences(say, sheet)), ALT_TEXT))
