"""The page on which a player chooses a faction (R2.1)."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena import sheets
from bot.monolith_arena.board_draft import BoardDraft
from bot.monolith_arena.labels import named_card
from bot.monolith_arena.texts.factions import STYLES, introduction, styles
from bot.monolith_arena.texts.names import faction_name
from bot.panels import choosing, drafts
from bot.panels.choosing import Value
from bot.panels.model import Panel, Row, SeatPerspective
from bot.panels.routing import NoPage
from bot.panels.widgets import back, do
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena.tiles import faction
from games.monolith_arena.view import View

RANDOM: Final = "random"


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """The choice of a faction. Raises `GameError`."""
    say = perspective.say
    if len(tokens) > 2:
        raise NoPage(tokens)
    found = drafts.values(perspective, ("faction",))
    chosen = tokens[1] if len(tokens) > 1 else None
    if chosen is not None:
        perspective.options(tokens)
    names = [token for token in found if token != RANDOM]
    values = [Value(token, _name(say, token)) for token in found]
    rows = choosing.one_of(say, ("faction",), values, chosen, say("Choose your faction."))
    if chosen is None:
        text = f"**{say('Choose your faction.')}** {_others(say, view)}\n{styles(say, names)}"
        return Panel(text, rows, BoardDraft(sheet=sheets.of_factions(say, view, names)))
    label = say("Draw a faction at random") if chosen == RANDOM else say("Play {faction}", faction=_name(say, chosen))
    bottom = (back(say), do(label, ("faction", chosen)))
    known = say("Any of them, with the same chance.") if chosen == RANDOM else introduction(say, chosen)
    shown = sheets.of_factions(say, view, names) if chosen == RANDOM else sheets.of_faction(say, view, chosen)
    return Panel(f"**{_name(say, chosen)}**\n{known}", (*rows, *_cards(say, chosen), bottom), BoardDraft(sheet=shown))


def _cards(say: Phrases, chosen: str) -> tuple[Row, ...]:
    """A row of buttons for the cards of what is most a faction's own."""
    if chosen == RANDOM:
        return ()
    return (tuple(named_card(say, faction(chosen).by_id[key]) for key in STYLES[chosen][1]),)


def _name(say: Phrases, token: str) -> str:
    return say("Random") if token == RANDOM else faction_name(say, token)


def _others(say: Phrases, view: View) -> str:
    if len(view.seats) == 2:
        return say("The other player gets a different one.")
    return say("Each player gets a different one.")
