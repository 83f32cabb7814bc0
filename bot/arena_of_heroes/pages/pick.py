"""Picking a hero before the first turn (A4.2)."""

from __future__ import annotations

from bot.arena_of_heroes.labels import lookups
from bot.arena_of_heroes.pages.waiting import how_it_stands
from bot.arena_of_heroes.texts.cards import abilities_in_short, hero_text, hero_tile
from bot.panels import drafts
from bot.panels.model import Panel, Row, SeatPerspective, Select
from bot.panels.routing import NoPage
from bot.panels.widgets import back, do, option, show
from games.api import Action
from games.arena_of_heroes.heroes import HEROES
from games.arena_of_heroes.view import View

RANDOM = "random"


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """All heroes that are free, or one of them with what it can do. Raises `GameError` and `NoPage`."""
    say = perspective.say
    free = [code for code in drafts.values(perspective, ("pick",)) if code != RANDOM]
    if tokens:
        if len(tokens) != 2 or tokens[0] != "pick" or tokens[1] not in free:
            raise NoPage(tokens)
        code = tokens[1]
        name = say.message(HEROES[code].title)
        row = (back(say), do(say("Pick {hero}", hero=name), ("pick", code)))
        text = hero_text(say, HEROES[code])
        return Panel(text, (_heroes(perspective, free, code), row), hero_tile(say, HEROES[code]))
    rows: tuple[Row, ...] = (
        _heroes(perspective, free, None),
        (do(say("A random hero"), ("pick", RANDOM), style="secondary"), *lookups(perspective)),
    )
    return Panel(how_it_stands(perspective, view, f"**{say('Pick your hero.')}**"), rows)


def _heroes(perspective: SeatPerspective[View], free: list[str], chosen: str | None) -> Row:
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
