"""Cards: the list of those worth looking at, and one of them by its name."""

from __future__ import annotations

import re

from bot.limits import SELECT_OPTIONS, cut
from bot.monolith_arena.monolith_words import laid
from bot.monolith_arena.scene import EMPTY
from bot.monolith_arena.texts.card import card_text
from bot.monolith_arena.texts.lettering import lettering
from bot.monolith_arena.texts.standing import seat_word
from bot.monolith_arena.widgets import BACK, PILES, button, option, show
from bot.panels.model import Option, Panel, Picture, Press, Row, SeatPerspective, Select
from bot.texts.phrases import phrases
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import View
from render.monolith_arena import draw_card, seat_style


def panel(chair: SeatPerspective) -> Panel:
    """The list: what the reader alone has, then what each side has on the board."""
    view: View = chair.view
    rows: list[Row] = []
    if view.reader is not None:
        rows += _own(view, view.reader)
    for side in dict.fromkeys(seat.team for seat in view.seats):
        seats = [seat.seat for seat in view.seats if seat.team == side]
        on_board = [t.type for t in view.board if t is not None and t.seat in seats]
        who = " and ".join(seat_word(view, seat) for seat in seats)
        rows += _select(f"On the board: {who}", sorted(on_board, key=lambda t: (t.faction, _place(t))))
    text = "**Cards**\nWhich one do you want to see?" if rows else "**Cards**\nThere are no tiles to look at yet."
    key = chair.choice.key if chair.choice is not None else ""
    return Panel(text, (*rows, (button(BACK, show()), PILES)), EMPTY, key)


def _own(view: View, seat: int) -> list[Row]:
    """The reader's reserve and what lies in the own monolith; before that is filled, all that could."""
    home = view.seats[seat].faction
    if view.stage == "monoliths" and home is not None and not view.seats[seat].prepared:
        return _select("Your tiles", home.deck())
    inside = [tile.type for tile in laid(view) if tile is not None]
    reserve = view.seats[seat].reserve or ()
    if not inside:
        return _select("Your reserve", reserve)
    return _select("Your reserve and your monolith", [*reserve, *inside])


def _place(tile: TileType) -> int:
    return faction(tile.faction).tiles.index(tile)


def _select(title: str, tiles: tuple[TileType, ...] | list[TileType]) -> list[Row]:
    kinds = list(dict.fromkeys(tiles))[:SELECT_OPTIONS]
    return [Select(cut(title, 100), tuple(_option(t) for t in kinds))] if kinds else []


def _option(tile: TileType) -> Option:
    return option(tile.name, Press("card", (f"{tile.faction}/{tile.id}",)), tile.text)


def find(name: str) -> TileType | None:
    """A tile by ``faction/tile``, by its id, or by its name as people write it; the first that fits."""
    home, slash, rest = name.strip().lower().partition("/")
    if slash and home in FACTIONS:
        return faction(home).by_id.get(_identifier(rest))
    wanted = _identifier(name)
    return next((t for f in FACTIONS for t in faction(f).tiles if wanted in (t.id, _identifier(t.name))), None)


def _identifier(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def card(name: str, view: View | None = None) -> tuple[str, Picture] | None:
    """A card in words and as a picture, in the colours of the seat that plays its faction in that match."""
    tile = find(name)
    if tile is None:
        return None
    words = card_text(phrases("en"), tile)
    seats = view.seats if view is not None else ()
    owner = next((s.seat for s in seats if s.faction is not None and s.faction.id == tile.faction), None)
    worn = seat_style(view, owner) if view is not None and owner is not None else 0
    return words, Picture(draw_card(tile, lettering(phrases("en")), style=worn), "card.png", cut(words, 1024))
