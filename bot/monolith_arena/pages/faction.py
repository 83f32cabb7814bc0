"""The page on which a player chooses a faction (R2.1)."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.texts.names import faction_name
from bot.panels import choosing, drafts
from bot.panels.choosing import Value
from bot.panels.model import Panel, SeatPerspective
from bot.panels.routing import NoPage
from bot.panels.widgets import back, do
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena.view import View

RANDOM: Final = "random"


def page(perspective: SeatPerspective, view: View, tokens: Action) -> Panel:
    """The choice of a faction. Raises `GameError`."""
    say = perspective.say
    if len(tokens) > 2:
        raise NoPage(tokens)
    found = drafts.values(perspective, ("faction",))
    chosen = tokens[1] if len(tokens) > 1 else None
    if chosen is not None:
        perspective.options(tokens)
    values = [Value(token, _name(say, token)) for token in found]
    rows = choosing.one_of(say, ("faction",), values, chosen, say("Choose your faction."))
    if chosen is None:
        return Panel(f"**{say('Choose your faction.')}** {_others(say, view)}", rows)
    label = say("Draw a faction at random") if chosen == RANDOM else say("Play {faction}", faction=_name(say, chosen))
    bottom = (back(say), do(label, ("faction", chosen)))
    return Panel(f"**{_name(say, chosen)}**\n{say('Are you sure?')}", (*rows, bottom))


def _name(say: Phrases, token: str) -> str:
    return say("Random") if token == RANDOM else faction_name(say, token)


def _others(say: Phrases, view: View) -> str:
    if len(view.seats) == 2:
        return say("The other player gets a different one.")
    return say("Each player gets a different one.")
