"""The pages for a reader who has nothing to decide or looks something up: the cards, and what would follow."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.pages.shared import EVERYWHERE, WHAT_IF, BoardDraft, card_lines, lookups, piles
from bot.monolith_arena.texts import foresight, standing
from bot.monolith_arena.texts.monoliths import laid, line
from bot.monolith_arena.texts.names import counted, kinds, seat_title
from bot.panels.model import Panel, Row, SeatPerspective
from bot.panels.pages import NoPage, news, undo
from bot.panels.widgets import back, button, show
from bot.texts import story
from bot.texts.names import Names, letter, player
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena import consequences, prospects
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.tiles import faction
from games.monolith_arena.view import SeatView, View


def waiting(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the position for a reader who has nothing to decide."""
    say = perspective.say
    text = news(perspective, standing.ending, standing.waiting)
    row = (*undo(perspective, standing.action_text), *lookups(perspective, view))
    return Panel(how_it_stands(perspective, view, text, _open_reserves(say, view)), (row,))


def how_it_stands(perspective: SeatPerspective[View], view: View, *lines: str) -> str:
    """Return the text of a start: what is to be done, how the match stands, what the reader alone knows."""
    say = perspective.say
    status = story.begun(standing.status(say, view, perspective.names))
    return "\n".join(text for text in (*lines, status, line(say, view)) if text)


def _open_reserves(say: Phrases, view: View) -> str:
    """Return what the others hold, where the reader may see it (R3.9, R15.6)."""
    if not view.open_reserves or view.result is not None:
        return ""
    held = [
        f"{letter(seat.seat)} {', '.join(label for _, label in counted(say, seat.reserve))}"
        for seat in view.seats
        if seat.seat != view.reader and seat.reserve
    ]
    return say("Reserves: {reserves}.", reserves=" · ".join(held)) if held else ""


def cards(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the list: what the reader alone has, then what each side has on the board; above it what has been seen."""
    say = perspective.say
    rows = _own(say, view, view.reader) if view.reader is not None else ()
    for seats in _sides(view, LISTS - len(rows)):
        on_board = [t.type for t in view.board if t is not None and t.seat in seats]
        title = say("On the board: {sides}", sides=say.every(seat_title(say, view, seat) for seat in seats))
        rows += card_lines(say, title, sorted(on_board, key=lambda t: (t.faction, faction(t.faction).tiles.index(t))))
    asks = say("Which one do you want to see?") if rows else say("There are no tiles to look at yet.")
    known = [_known(say, view, seat, perspective.names) for seat in view.seats]
    plain = "\n".join(line for line in (f"**{say('Tiles')}**", *known) if line)
    return Panel(f"{plain}\n{asks}", (*rows, (back(say), piles(say))), looks_up=True, shorter=(plain,) if rows else ())


LISTS: Final = 4
"""The most lists that have room above the last row."""
NAMED: Final = 24
"""So many kinds of tiles are named of all sides together, so that a phone has room; the piles have all."""


def _sides(view: View, most: int) -> list[list[int]]:
    """Return the seats of each side; those of the last ones together where there are more than `most`."""
    teams = list(dict.fromkeys(seat.team for seat in view.seats))
    sides = [[seat.seat for seat in view.seats if seat.team == team] for team in teams]
    return [*sides[: most - 1], [seat for side in sides[most - 1 :] for seat in side]] if len(sides) > most else sides


def _known(say: Phrases, view: View, seat: SeatView, names: Names) -> str:
    """Return what is left in the reader's own stack; of another seat all the tiles that it has shown."""
    if seat.faction is None:
        return ""
    most = NAMED // len(view.seats)
    if seat.seat == view.reader:
        left = [tile for tile, count in seat.unseen for _ in range(count)]
        tiles = kinds(say, left, most)
        return say("Left in your stack ({count}): {tiles}.", count=len(left), tiles=tiles) if left else ""
    shown = [*(t.type for t in view.board if t is not None and t.seat == seat.seat), *seat.discards]
    tiles = kinds(say, shown, most)
    who = player(names, seat.seat)
    return say("{player} has shown ({count}): {tiles}.", player=who, count=len(shown), tiles=tiles) if shown else ""


def _own(say: Phrases, view: View, seat: int) -> tuple[Row, ...]:
    """Return the reader's reserve and what lies in the own monolith; before that is filled, all that could."""
    home = view.seats[seat].faction
    if view.stage == "monoliths" and home is not None and not view.seats[seat].prepared:
        return card_lines(say, say("Your tiles"), home.deck())
    inside = [tile.type for tile in laid(view) if tile is not None]
    reserve = view.seats[seat].reserve or ()
    if not inside:
        return card_lines(say, say("Your reserve"), reserve)
    return card_lines(say, say("Your reserve and your monolith"), [*reserve, *inside])


BATTLE: Final = "battle"
"""The token of the page that shows the battle, phase by phase."""


def what_if(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return a battle now as a strip, or drawn on the board with what is within reach. Raises `NoPage`."""
    say = perspective.say
    if given != (WHAT_IF,) and (given != (WHAT_IF, BATTLE) or not perspective.advised):
        raise NoPage(given)
    if not consequences.foreseeable(view):
        text = say("There is nothing to preview right now.")
        return Panel(f"**{say('What if?')}**\n{text}", ((back(say),),))
    if not perspective.advised:
        lines = [f"**{say('What is within reach')}**", *_within_reach(say, view)]
        return Panel("\n".join(lines), ((back(say),),), BoardDraft(focus=EVERYWHERE))
    forecast = consequences.forecast(view)
    title = say("What if a battle were fought now?")
    outcome = " ".join(foresight.battle(say, forecast, perspective.names))
    if len(given) > 1:
        row = (back(say), button(say("What is within reach"), show(WHAT_IF)))
        return Panel(f"**{title}**\n{outcome}", (row,), BoardDraft(battle=forecast))
    row = (back(say), button(say("The battle, phase by phase"), show(WHAT_IF, BATTLE), style="primary"))
    text = "\n".join([f"**{title}**", outcome, *_within_reach(say, view, forecast)])
    return Panel(text, (row,), BoardDraft(battle_now=prospects.drawn(forecast), focus=EVERYWHERE))


def _within_reach(say: Phrases, view: View, forecast: Forecast | None = None) -> list[str]:
    """Return which of the reader's tiles are within reach of whom, a line each; everybody's for whoever looks on.

    With a forecast only of those that come to strike.
    """
    seats = [seat.seat for seat in view.seats if view.reader in (None, seat.seat)]
    lines = foresight.threatened(say, view, seats, forecast)
    return [f"- {line}" for line in lines] or [say("Nothing is within reach of an enemy.")]
