"""The page on which a hero is picked, in front of the pictures of all that are free (A4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.arena_of_heroes.pages.shared import how_it_stands
from bot.arena_of_heroes.texts.names import abilities_in_short, hero_text, hero_tile, lookups
from bot.panels import drafts
from bot.panels.model import Panel, Row, SeatPerspective, Select
from bot.panels.pages import NoPage
from bot.panels.widgets import back, do, option, show
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import HEROES
from games.arena_of_heroes.view import View
from render.arena_of_heroes import Sheet

RANDOM: Final = "random"


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return all heroes that are free, or one of them with what it can do. Raises `GameError` and `NoPage`."""
    say = perspective.say
    free = [code for code in drafts.values(perspective, ("pick",)) if code != RANDOM]
    if tokens:
        if len(tokens) != 2 or tokens[0] != "pick" or tokens[1] not in free:
            raise NoPage(tokens)
        code = tokens[1]
        name = say.message(HEROES[code].title)
        row = (back(say), do(say("Pick {hero}", hero=name), ("pick", code)))
        return Panel(hero_text(say, HEROES[code]), (_free(perspective, free, code), row), sheet(say, (code,)))
    rows: tuple[Row, ...] = (
        _free(perspective, free, None),
        (do(say("A random hero"), ("pick", RANDOM), style="secondary"), *lookups(perspective)),
    )
    return Panel(how_it_stands(perspective, view, f"**{say('Pick your hero.')}**"), rows, sheet(say, free))


def sheet(say: Phrases, codes: Sequence[str]) -> Sheet:
    """Return the pictures of some heroes."""
    return Sheet(tuple(hero_tile(say, HEROES[code]) for code in codes))


def _free(perspective: SeatPerspective[View], free: list[str], chosen: str | None) -> Row:
    say = perspective.say
    lines = [
        option(
            say("{hero}: stamina {stamina}", hero=HEROES[code].title, stamina=HEROES[code].stamina),
            show("pick", code),
            abilities_in_short(say, HEROES[code]),
            chosen=code == chosen,
        )
        for code in free
    ]
    return Select(say("Choose a hero to read about"), tuple(lines))
