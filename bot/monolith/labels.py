"""The parts that panels are built from: buttons and selects whose words fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.limits import BUTTON_LABEL, BUTTONS_A_ROW, SELECT_OPTIONS, SELECT_TEXT, cut
from bot.panel import Button, Option, Press, Row, Select, Style
from bot.texts.monolith import FEATURE_WORDS, tile_at
from games.api import Action
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View

PIECES: Final = 10
"""More things than this to choose from are a select, not buttons."""


def button(label: str, press: Press, style: Style = "secondary", *, disabled: bool = False) -> Button:
    """A button whose label fits."""
    return Button(cut(label, BUTTON_LABEL), press, style, disabled)


def option(label: str, press: Press, description: str = "") -> Option:
    """A line of a select that fits."""
    return Option(cut(label, SELECT_TEXT), press, cut(description, SELECT_TEXT))


def show(*words: str) -> Press:
    """A press that shows the panel at these words."""
    return Press("show", words)


def back(*words: str) -> Button:
    """The button that leads back to the panel at these words."""
    return Button("Back", show(*words))


CARDS: Final = Button("Cards", Press("cards"))
PILES: Final = Button("Piles", Press("piles"))


def card(kind: TileType) -> Button:
    """The button that shows the card of a tile."""
    return Button("Card", Press("card", (card_name(kind),)))


def card_name(kind: TileType) -> str:
    """A tile's name for its card."""
    return f"{kind.faction}/{kind.id}"


def chunks(buttons: Sequence[Button], size: int = BUTTONS_A_ROW) -> tuple[Row, ...]:
    """Buttons in rows."""
    return tuple(tuple(buttons[at : at + size]) for at in range(0, len(buttons), size))


def counted(tiles: Iterable[TileType]) -> list[tuple[TileType, str]]:
    """Each kind of tile once, with a label that says how many there are."""
    found: dict[TileType, int] = {}
    for tile in tiles:
        found[tile] = found.get(tile, 0) + 1
    return [(t, t.name if n == 1 else f"{t.name} ×{n}") for t, n in found.items()]


def pick(head: Action, choices: Sequence[tuple[str, str]], placeholder: str) -> tuple[Row, ...]:
    """Rows to choose one of several (word, label): buttons for up to ten of them, else selects of 25 lines."""
    if len(choices) <= PIECES:
        return chunks([button(label, show(*head, word)) for word, label in choices])
    options = [option(label, show(*head, word)) for word, label in choices]
    return tuple(
        Select(cut(placeholder, SELECT_TEXT), tuple(options[at : at + SELECT_OPTIONS]))
        for at in range(0, len(options), SELECT_OPTIONS)
    )


def feature_label(view: View, hex_: int, word: str) -> str:
    """A feature of a tile on the board as a line: what has it, which, and who grants it."""
    name, _, source = word.partition("@")
    by = f" by {tile_at(view, BY_NAME[source])}" if source else ""
    return f"{tile_at(view, hex_)}: {FEATURE_WORDS[name]}{by}"
