"""What the pages share: the draft of what the picture shows, and the buttons that look something up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.limits import SELECT_OPTIONS, SELECT_TEXT, cut
from bot.panels.model import Button, Press, Row, SeatPerspective, Select
from bot.panels.widgets import button, option, show
from bot.texts.phrases import Phrases
from games.monolith_arena import consequences
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD, SIZE
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import View
from render.monolith_arena import Group, Overlay

CARDS: Final = "cards"
"""The first token of the page that lists the cards."""
WHAT_IF: Final = "whatif"
"""The first token of the page that says what would follow."""


EVERYWHERE: Final = tuple(range(SIZE))
"""All hexes: a close-up of them is the board without what stands beside it."""


@dataclass(frozen=True, slots=True)
class BoardDraft(Overlay):
    """The additions of a panel to the picture of the position, or the picture in its place."""

    battle: Forecast | None = None
    """A battle that is shown phase by phase in the place of the board."""
    sheet: tuple[Group, ...] = ()
    """Tiles to look at before they are chosen, in the place of the board."""


def close(hexes: Iterable[int]) -> tuple[int, ...]:
    """Return hexes with all that touch them: what a close-up of them shows."""
    inside = dict.fromkeys(hexes)
    beside = (there for here in inside for there in NEIGHBOUR[here] if there != OFF_BOARD)
    return tuple(sorted({*inside, *beside}))


def card_list(say: Phrases) -> Button:
    """Return the button that leads to the list of cards."""
    return button(say("Tiles"), show(CARDS))


def piles(say: Phrases) -> Button:
    """Return the button that shows the piles."""
    return button(say("Piles"), Press("piles"))


def lookups(perspective: SeatPerspective[View], view: View) -> tuple[Button, ...]:
    """Return the buttons for what can be looked up on any page."""
    say = perspective.say
    label = say("What if?") if perspective.advised else say("What is within reach")
    what_if = [button(label, show(WHAT_IF))] if consequences.foreseeable(view) else []
    return (*([card_list(say)] if _has_cards(view) else []), piles(say), *what_if)


def _has_cards(view: View) -> bool:
    """Return True if a tile can be looked at: on the board, in the reader's reserve, or for the reader's monolith."""
    own = view.seats[view.reader] if view.reader is not None else None
    reserve = own is not None and (bool(own.reserve) or (view.stage == "monoliths" and own.faction is not None))
    return reserve or any(tile is not None for tile in view.board)


def card_press(tile: TileType) -> Press:
    """Return a press that shows the card of a tile.

    It says by numbers which one: names are too long for a press that remembers the page, too, from which it is made.
    """
    return Press("card", (f"{FACTIONS.index(tile.faction)}/{faction(tile.faction).tiles.index(tile)}",))


def card_lines(say: Phrases, title: str, tiles: Iterable[TileType]) -> tuple[Row, ...]:
    """Return a select of tiles under a title, whose lines show their cards; nothing where there are none."""
    kinds = list(dict.fromkeys(tiles))[:SELECT_OPTIONS]
    options = [option(say.message(t.title), card_press(t), say(t.text) if t.text else "") for t in kinds]
    return (Select(cut(title, SELECT_TEXT), tuple(options)),) if kinds else ()


def card(say: Phrases, tile: TileType) -> Button:
    """Return the button that shows the card of a tile."""
    return button(say("Tile info"), card_press(tile))


def named_card(say: Phrases, tile: TileType) -> Button:
    """Return the same where there are several tiles."""
    return button(say("Tile info: {tile}", tile=tile.title), card_press(tile))
