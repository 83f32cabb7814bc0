"""Give wizards to own nations (M3.2, M4.3)."""

from __future__ import annotations

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.panels.drafts import values
from bot.panels.model import Panel, SeatPerspective
from bot.panels.widgets import back, button, do, rows_of, show
from games.api import Action, Ready
from games.monsters_and_myths.cards import LETTERS
from games.monsters_and_myths.view import View
from render.monsters_and_myths import Draft


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """A button for each own nation; the last wizard decides."""
    say = perspective.say
    given = tokens or ("wizard",)
    buttons = []
    for letter in dict.fromkeys(values(perspective, given)):
        action = (*given, letter)
        label = n.nation(say, LETTERS.index(letter))
        whole = isinstance(perspective.options(action), Ready)
        buttons.append(do(label, action) if whole else button(label, show(*action)))
    row = (back(say),) if tokens else ()
    text = parts.lines(
        parts.where(perspective, view),
        say("Which nation does your wizard protect? It is not attacked, and does not attack with a battle card."),
    )
    draft = Draft(wizards=tuple(LETTERS.index(letter) for letter in given[1:]))
    return Panel(text, (*rows_of(buttons), (*row, *parts.further(perspective))), draft)
