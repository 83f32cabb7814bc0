"""The pages for a reader who has nothing to decide or looks something up: the cards, and what would follow."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.pages.shared import EVERYWHERE, WHAT_IF, BoardDraft, card_lines, lookups, piles
from bot.monolith_arena.texts import foresight, standing
from bot.monolith_arena.texts.monoliths import laid, line
from bot.monolith_arena.texts.names import counted, seat_title
from bot.panels.model import Panel, Row, SeatPerspective
from bot.panels.pages import NoPage, news, undo
from bot.panels.widgets import back, button, show
from bot.texts import story
from bot.texts.names import letter
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena import consequences, prospects
from games.monolith_arena.reach import Reach
from games.monolith_arena.tiles import faction
from games.monolith_arena.view import View


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
    """Return the list: what the reader alone has, then what each side has on the board."""
    say = perspective.say
    rows = _own(say, view, view.reader) if view.reader is not None else ()
    for side in dict.fromkeys(seat.team for seat in view.seats):
        seats = [seat.seat for seat in view.seats if seat.team == side]
        on_board = [t.type for t in view.board if t is not None and t.seat in seats]
        title = say("On the board: {sides}", sides=say.every(seat_title(say, view, seat) for seat in seats))
        rows += card_lines(say, title, sorted(on_board, key=lambda t: (t.faction, faction(t.faction).tiles.index(t))))
    asks = say("Which one do you want to see?") if rows else say("There are no tiles to look at yet.")
    return Panel(f"**{say('Tiles')}**\n{asks}", (*rows, (back(say), piles(say))))


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
    text = "\n".join([f"**{title}**", outcome, *_within_reach(say, view)])
    return Panel(text, (row,), BoardDraft(battle_now=prospects.drawn(forecast), focus=EVERYWHERE))


def _within_reach(say: Phrases, view: View) -> list[str]:
    """Return which of the reader's tiles are within reach of whom, a line each; everybody's for whoever looks on."""
    reach = Reach(view)
    threats = reach.threatened(seat.seat for seat in view.seats if view.reader in (None, seat.seat))
    lines = foresight.threatened(say, view, reach, threats)
    return [f"- {line}" for line in lines] or [say("Nothing is within reach of an enemy.")]
