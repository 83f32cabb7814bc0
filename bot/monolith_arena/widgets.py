"""The words on buttons and selects, and the parts that panels are built from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.limits import BUTTON_LABEL, BUTTONS_A_ROW, SELECT_OPTIONS, SELECT_TEXT, cut
from bot.monolith_arena.texts.words import FEATURE_DOES, FEATURE_WORDS, seat_letter, tile_at
from bot.panels.model import Button, Option, Press, Row, Select, Style
from games.api import Action
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View

BACK: Final = "Back"
PIECES: Final = 10
"""More things than this to choose from are a select, not buttons."""
PAGE: Final = "~"
"""What a word begins with that turns the pages of an endless select."""


def button(label: str, press: Press, *, style: Style = "secondary", disabled: bool = False) -> Button:
    """A button whose label fits."""
    return Button(cut(label, BUTTON_LABEL), press, style, disabled)


def option(label: str, press: Press, description: str = "", *, chosen: bool = False) -> Option:
    """A line of a select that fits."""
    return Option(cut(label, SELECT_TEXT), press, cut(description, SELECT_TEXT), chosen)


def show(*words: str) -> Press:
    """A press that shows the panel at these words."""
    return Press("show", words)


CARDS: Final = Button("Cards", Press("cards"))
PILES: Final = Button("Piles", Press("piles"))


def card(kind: TileType) -> Button:
    """The button that shows the card of a tile."""
    return Button("Card", Press("card", (f"{kind.faction}/{kind.id}",)))


def chunks(buttons: Sequence[Button], size: int = BUTTONS_A_ROW) -> tuple[Row, ...]:
    """Buttons in rows."""
    return tuple(tuple(buttons[at : at + size]) for at in range(0, len(buttons), size))


def counted(tiles: Iterable[TileType]) -> list[tuple[TileType, str]]:
    """Each kind of tile once, with a label that says how many there are."""
    found: dict[TileType, int] = {}
    for tile in tiles:
        found[tile] = found.get(tile, 0) + 1
    return [(t, t.name if n == 1 else f"{t.name} ×{n}") for t, n in found.items()]


def pick(
    head: Action,
    choices: Sequence[tuple[str, str, str]],
    chosen: str | None,
    placeholder: str,
    page: str | None = None,
    *,
    lines: bool = False,
) -> tuple[Row, ...]:
    """Rows to choose one of several things: buttons for up to ten of them, else a select.

    `choices` are (word, label, description). A select that cannot hold all has a line that turns the page; `page`
    is the word that such a line has led to. `lines`: always a select.
    """
    if len(choices) <= PIECES and not lines:
        return chunks(
            [
                button(
                    label,
                    show(*head, word),
                    style="primary" if word == chosen else "secondary",
                    disabled=word == chosen,
                )
                for word, label, _ in choices
            ]
        )
    options = [option(label, show(*head, word), more, chosen=word == chosen) for word, label, more in choices]
    if len(options) > SELECT_OPTIONS:
        size = SELECT_OPTIONS - 1
        pages = [options[at : at + size] for at in range(0, len(options), size)]
        at = _page_number(page, len(pages))
        turn = option(f"More ({at + 1} of {len(pages)})", show(*head, f"{PAGE}{(at + 1) % len(pages)}"))
        options = [*pages[at], turn]
    return (Select(cut(placeholder, SELECT_TEXT), tuple(options)),)


def _page_number(page: str | None, pages: int) -> int:
    number = (page or "").removeprefix(PAGE)
    return int(number) % pages if number.isdecimal() and len(number) < 4 else 0


def owned(view: View, seat: int, text: str) -> str:
    """A tile with the letter of its seat, where it is not the reader's and more than two play."""
    return text if seat == view.reader or len(view.seats) < 3 else f"{text} ({seat_letter(seat)})"


def standing(view: View, hex_: int) -> str:
    """What stands on a hex (``Knight C4``), and whose it is where that needs saying (``Knight C4 (B)``)."""
    tile = view.board[hex_]
    text = tile_at(view, hex_)
    return text if tile is None else owned(view, tile.seat, text)


def hex_label(view: View, name: str, *, origin: int | None = None) -> str:
    """A hex to go to: its name, and what happens to whatever stands there."""
    hex_ = BY_NAME[name]
    if hex_ == origin:
        return f"{name} (stays)"
    there = view.board[hex_]
    return name if there is None else f"{name} replaces {owned(view, there.seat, there.type.name)}"


def feature(view: View, hex_: int, word: str) -> str:
    """A feature of a tile on the board as a line: what has it, which, and who grants it."""
    name, _, source = word.partition("@")
    by = f" by {standing(view, BY_NAME[source])}" if source else ""
    return f"{standing(view, hex_)}: {FEATURE_WORDS[name]}{by}"


def feature_does(word: str) -> str:
    """What a feature does."""
    return FEATURE_DOES[word.partition("@")[0]]
