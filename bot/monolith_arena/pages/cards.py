"""The page that lists the cards worth looking at."""

from __future__ import annotations

from collections.abc import Sequence

from bot.limits import SELECT_OPTIONS, SELECT_TEXT, cut
from bot.monolith_arena.labels import card_press, piles
from bot.monolith_arena.texts.monoliths import laid
from bot.monolith_arena.texts.names import kind_name, seat_title
from bot.panels.model import Option, Panel, Row, SeatPerspective, Select
from bot.panels.widgets import back, option
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena.tiles import TileType, faction
from games.monolith_arena.view import View


def page(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """The list: what the reader alone has, then what each side has on the board."""
    say = perspective.say
    rows = _own(say, view, view.reader) if view.reader is not None else []
    for side in dict.fromkeys(seat.team for seat in view.seats):
        seats = [seat.seat for seat in view.seats if seat.team == side]
        on_board = [t.type for t in view.board if t is not None and t.seat in seats]
        title = say("On the board: {sides}", sides=say.every(seat_title(say, view, seat) for seat in seats))
        rows += _select(say, title, sorted(on_board, key=lambda t: (t.faction, _place(t))))
    asks = say("Which one do you want to see?") if rows else say("There are no tiles to look at yet.")
    return Panel(f"**{say('Cards')}**\n{asks}", (*rows, (back(say), piles(say))))


def _own(say: Phrases, view: View, seat: int) -> list[Row]:
    """The reader's reserve and what lies in the own monolith; before that is filled, all that could."""
    home = view.seats[seat].faction
    if view.stage == "monoliths" and home is not None and not view.seats[seat].prepared:
        return _select(say, say("Your tiles"), home.deck())
    inside = [tile.type for tile in laid(view) if tile is not None]
    reserve = view.seats[seat].reserve or ()
    if not inside:
        return _select(say, say("Your reserve"), reserve)
    return _select(say, say("Your reserve and your monolith"), [*reserve, *inside])


def _place(tile: TileType) -> int:
    return faction(tile.faction).tiles.index(tile)


def _select(say: Phrases, title: str, tiles: Sequence[TileType]) -> list[Row]:
    kinds = list(dict.fromkeys(tiles))[:SELECT_OPTIONS]
    return [Select(cut(title, SELECT_TEXT), tuple(_option(say, t) for t in kinds))] if kinds else []


def _option(say: Phrases, tile: TileType) -> Option:
    return option(kind_name(say, tile), card_press(tile), say(tile.text) if tile.text else "")
