"""Monolith Arena explained in chapters; the rules in full are in `docs/rules`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.texts.card import all_factions
from bot.panels.face import Chapter, written
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.tiles import FACTIONS, TileType, faction, tile
from games.monolith_arena.view import TileView
from render.labels import Labels
from render.monolith_arena.arrows import Outcome
from render.monolith_arena.sheets import Symbol, draw_symbols
from render.monolith_arena.theme import style_of

# what the symbols on tiles mean, as sheets with pictures

DRAGON, GUARDIANS, HARBINGERS, LORDS = FACTIONS


class Sheet(NamedTuple):
    """Symbols that belong together."""

    title: Message
    symbols: tuple[tuple[TileView | Outcome, Message], ...]


def _tile(home: str, name: str, side: int = 0, facing: int = 0, **more: Any) -> TileView:
    """Return a tile as the first side of a match has it, on a light ground, or on a dark one as the second has."""
    return replace(TileView.printed(style_of(home, light=side == 0), tile(home, name), facing), **more)


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
        (
            _tile(DRAGON, "knight"),
            Message("A steel plate on an edge: armor. It takes one wound off every shot at that edge."),
        ),
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
            Message("The white corners mark the top of the tile, its facing. Here SE."),
        ),
    ),
)
FEATURES: Final = Sheet(
    Message("What a tile can do"),
    (
        (
            _tile(GUARDIANS, "pupil"),
            Message("A cross of arrows: maneuver. Once a turn it moves one hex, turns, or both."),
        ),
        (_tile(DRAGON, "knight"), Message("A horseshoe: cavalry. It may be used for a charge.")),
        (
            _tile(LORDS, "wraith", 1),
            Message("A spiral: teleport. Once a turn it moves to any empty hex, turns, or both."),
        ),
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
            Message("A yellow rim: runes or banners add to the attack. The number is the total."),
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
    Message("Whose tile it is, and what a replay shows"),
    (
        (_tile(DRAGON, "swordsman", 0), Message("Light ground: a tile of the first team.")),
        (_tile(DRAGON, "swordsman", 1), Message("Dark ground: a tile of the other team.")),
        (_tile(DRAGON, "pikeman", 0), Message("Red with a plain frame: the Dragon Empire.")),
        (_tile(GUARDIANS, "golem", 0), Message("Blue with studs: the Guardians of the Realm.")),
        (_tile(HARBINGERS, "hunter", 0), Message("Green with a double line: the Harbingers of the Forest.")),
        (_tile(LORDS, "spike", 0), Message("Purple with teeth: the Lords of the Abyss.")),
        (Outcome("wounds", 2), Message("In a replay: two wounds came through.")),
        (Outcome("armor"), Message("In a replay: armor stopped the whole hit.")),
        (Outcome("absorbed"), Message("In a replay: a Rune of Regeneration absorbed the hit.")),
        (Outcome("poison", 1), Message("In a replay: a wound from poison.")),
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


# the chapters


def _orders(say: Phrases) -> str:
    """Return every order once, with what it does, as its tile says."""
    orders: dict[str, TileType] = {}
    for order in (order for name in FACTIONS for order in faction(name).tiles if order.is_order):
        orders.setdefault(order.id, order)
    return "\n".join(f"- **{say.message(order.title)}**: {say(order.text)}" for order in orders.values())


def _sheet(name: str, *sentences: Message) -> Chapter:
    """Return a chapter about symbols, with the sheet that shows them."""
    sheet = SHEETS[name]
    return Chapter(name, sheet.title, written(*sentences), partial(picture, sheet=sheet))


GUIDE: Final = (
    Chapter(
        "game",
        Message("The game in eight sentences"),
        written(
            Message("Two sides fight in an arena of 19 hexes, and the banner of each has 20 hit points."),
            Message("In your turn you draw up to three tiles, discard one, and play or keep the others."),
            Message("You place champions and runes on empty hexes, facing any way you like; there they stay."),
            Message("Symbols at an edge work in that direction: blades strike the neighbor, arrows fly down the line."),
            Message("Nobody attacks before a battle starts: by a Battle order, or when the arena is full."),
            Message(
                "Then all tiles attack by themselves, the highest initiative first; what is destroyed is gone "
                "before the next phase."
            ),
            Message("Runes and banners strengthen their neighbors, nets hold enemies, armor weakens shots."),
            Message("A banner at 0 loses. When a stack has run out, a Final Battle decides."),
        ),
    ),
    Chapter(
        "turn",
        Message("Your turn"),
        written(
            Message("Press **Play / look** under the board. Only you see what opens."),
            Message("The reserve is filled up to three tiles. With three of them you must discard one first."),
            Message("Each other tile is placed, played as an order, kept for later or discarded, in any order."),
            Message("Abilities on the board, such as Maneuver, may be used once a turn, at any time in it."),
            Message(
                "The preview shows what a tile would attack before you place it. Undo works until something is drawn."
            ),
            Message("The turn ends when you say so, or with a battle or a charge."),
            Message("The very first turn draws one tile, the second one two; in both nothing has to be discarded."),
        ),
    ),
    Chapter(
        "battle",
        Message("A battle"),
        written(
            Message("First of all Morlocks strike and poison works."),
            Message("Then come the initiative phases, from the highest number on the board down to 0."),
            Message("In its phase a tile makes all its attacks at once, and all tiles of a phase act together."),
            Message(
                "A blade hits the enemy beside that edge; an arrow hits the first enemy in the line, past friends."
            ),
            Message("Armor takes 1 off a shot that comes in through its edge. A netted tile does not attack."),
            Message("A tile has one hit point, and one more for each point of toughness. Wounds stay on it."),
            Message("Banners lose points from their track of 20. Banners never harm banners."),
            Message("After the battle the turn is over. **Last battle** shows it again, phase by phase."),
        ),
    ),
    _sheet(
        "symbols",
        Message("Symbols at an edge work in that direction and turn with the tile."),
        Message(
            "The facing says where the top edge points: N is up, NE to the upper right, SE to the lower right, S down. "
            "Names and numbers always stay upright."
        ),
        Message("Press **Tiles** in your panel to see all that a tile does."),
    ),
    _sheet("features", Message("Abilities are badges at the corners. Each one works once a turn, in your own turn.")),
    _sheet("changes", Message("Bonuses come and go with the rune or banner that gives them. Wounds stay.")),
    _sheet("owners", Message("Color, ground and frame show whose tile it is, so it can be told without colors.")),
    Chapter("factions", Message("The four factions"), all_factions),
    Chapter("orders", Message("All orders"), _orders),
)
