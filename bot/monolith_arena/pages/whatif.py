"""What if? The page that says what a battle would come to now, and which tiles are in danger, to whoever asks.

It shows what follows from the reader's own view, and needs no choice: spectators and those who wait may ask, too.
"""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.board_draft import BoardDraft
from bot.monolith_arena.labels import WHAT_IF
from bot.monolith_arena.texts import foresight
from bot.panels.model import Panel, SeatPerspective
from bot.panels.routing import NoPage
from bot.panels.widgets import back, button, show
from games.api import Action
from games.monolith_arena.foresight import battles
from games.monolith_arena.foresight.reach import Reach
from games.monolith_arena.view import View

BATTLE: Final = "battle"
"""The token of the page that shows the battle, phase by phase."""


def page(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """A battle now as a strip, or what would be hit by one, marked on the board. Raises `NoPage`."""
    say = perspective.say
    if given not in ((WHAT_IF,), (WHAT_IF, BATTLE)):
        raise NoPage(given)
    if not battles.possible(view):
        text = say("There is nothing to foresee just now.")
        return Panel(f"**{say('What if?')}**\n{text}", ((back(say),),))
    found = battles.forecast(view)
    title = say("What if a battle were fought now?")
    told = " ".join(foresight.battle(say, found, perspective.names))
    if len(given) > 1:
        row = (back(say), button(say("What is in danger"), show(WHAT_IF)))
        return Panel(f"**{title}**\n{told}", (row,), BoardDraft(battle=found))
    reach = Reach(view)
    threats = reach.threatened(_mine(view))
    lines = foresight.threatened(say, view, reach, threats)
    head = say("In danger, as the board stands:") if threats else say("Nothing of yours is in danger.")
    if view.reader is None and not threats:
        head = say("Nothing is in danger.")
    row = (back(say), button(say("The battle, phase by phase"), show(WHAT_IF, BATTLE), style="primary"))
    text = "\n".join([f"**{title}**", told, head, *(f"- {line}" for line in lines)])
    return Panel(text, (row,), BoardDraft(dangers=reach.shown(threats)) if threats else None)


def _mine(view: View) -> list[int]:
    """Whose tiles are looked at: the reader's, everybody's for whoever looks on."""
    return [seat.seat for seat in view.seats if view.reader in (None, seat.seat)]
