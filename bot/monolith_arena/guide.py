"""Monolith Arena explained in chapters; the rules in full are in `docs/rules`."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.monolith_arena.texts.card import all_factions
from bot.monolith_arena.texts.names import kind_name
from bot.monolith_arena.texts.symbols import SHEETS, picture
from bot.panels.guide import Chapter, written
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.tiles import FACTIONS, faction


def _orders(say: Phrases) -> str:
    """Return every order once, with what it does, as its tile says."""
    found: dict[str, str] = {}
    for tile in (tile for name in FACTIONS for tile in faction(name).tiles if tile.is_order):
        found.setdefault(tile.id, f"- **{kind_name(say, tile)}**: {say(tile.text)}")
    return "\n".join(found.values())


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
            Message(
                "Symbols at an edge work in that direction: blades strike the neighbour, arrows fly down the line."
            ),
            Message("Nobody attacks before a battle starts: by a Battle order, or when the arena is full."),
            Message(
                "Then all tiles attack by themselves, the highest initiative first; what dies is gone before the next"
                " number."
            ),
            Message("Runes and banners strengthen their neighbours, nets hold enemies, armor weakens shots."),
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
            Message("Features on the board, such as Maneuver, may be used once a turn, at any time in it."),
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
        Message("The facing (N, NE …) says where the top edge points. Names and numbers always stay upright."),
        Message("Press **Cards** in your panel to read in words all that a tile does."),
    ),
    _sheet("features", Message("Features are badges at the corners. Each one works once a turn, in your own turn.")),
    _sheet("changes", Message("Bonuses come and go with the rune or banner that gives them. Wounds stay.")),
    _sheet("owners", Message("Colour, ground and frame show whose tile it is, so it can be told without colours.")),
    Chapter("factions", Message("The four factions"), all_factions),
    Chapter("orders", Message("All orders"), _orders),
)
