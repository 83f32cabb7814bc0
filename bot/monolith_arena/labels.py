"""What stands on the buttons and lines of the panels of Monolith Arena, and the buttons that several pages share."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.texts.names import feature_name, kind_name, owned, tile_at, tile_on
from bot.panels.model import Button, Press
from bot.panels.widgets import button, show
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena import consequences
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View

CARDS: Final = "cards"
"""The first token of the page that lists the cards."""
WHAT_IF: Final = "whatif"
"""The first token of the page that says what would follow."""
NAME_LENGTH: Final = 20
"""How much of a player's name a label has room for."""
_DOES: Final = {
    "maneuver": Message("Moves one hex and may turn"),
    "rotation": Message("May turn to any side"),
    "teleport": Message("Moves to any empty hex and may turn"),
    "charge": Message("A cavalry champion charges; your turn ends"),
}


def cards(say: Phrases) -> Button:
    """Return the button that leads to the list of cards."""
    return button(say("Cards"), show(CARDS))


def piles(say: Phrases) -> Button:
    """Return the button that shows the piles."""
    return button(say("Piles"), Press("piles"))


def what_if(say: Phrases, view: View) -> tuple[Button, ...]:
    """Return the button that leads to what would follow, where anything can be foreseen."""
    return (button(say("What if?"), show(WHAT_IF)),) if consequences.foreseeable(view) else ()


def lookups(say: Phrases, view: View) -> tuple[Button, ...]:
    """Return the buttons for what can be looked up on any page."""
    return (*([cards(say)] if has_cards(view) else []), piles(say), *what_if(say, view))


def has_cards(view: View) -> bool:
    """Return True if a tile can be looked at: on the board, in the reader's reserve, or for the reader's monolith."""
    own = view.seats[view.reader] if view.reader is not None else None
    reserve = own is not None and (bool(own.reserve) or (view.stage == "monoliths" and own.faction is not None))
    return reserve or any(tile is not None for tile in view.board)


def card_press(kind: TileType) -> Press:
    """Return a press that shows the card of a tile."""
    return Press("card", (f"{kind.faction}/{kind.id}",))


def card(say: Phrases, kind: TileType) -> Button:
    """Return the button that shows the card of a tile."""
    return button(say("Card"), card_press(kind))


def named_card(say: Phrases, kind: TileType) -> Button:
    """Return the same where there are several tiles."""
    return button(say("Card: {tile}", tile=kind_name(say, kind)), card_press(kind))


def hex_label(say: Phrases, view: View, name: str, *, origin: int | None = None) -> str:
    """Return a hex to go to: its name, and what happens to whatever stands there."""
    hex_ = BY_NAME[name]
    if hex_ == origin:
        return say("{hex} (stays)", hex=name)
    there = view.board[hex_]
    if there is None:
        return name
    tile = owned(view, there.seat, kind_name(say, there.type))
    return say("{hex} replaces {tile}", hex=name, tile=tile)


def feature(say: Phrases, view: View, hex_: int, token: str) -> str:
    """Return a feature of a tile on the board as a line: what has it, which, and who grants it."""
    tile, name = tile_on(say, view, hex_), feature_name(say, token)
    source = token.partition("@")[2]
    if not source:
        return f"{tile}: {name}"
    # The hex says which one it is; with the letters of two owners the line would be too long.
    return say("{tile}: {feature} from {source}", tile=tile, feature=name, source=tile_at(say, view, BY_NAME[source]))


def feature_does(say: Phrases, token: str) -> str:
    """Return what a feature does."""
    return say.message(_DOES[token.partition("@")[0]])
