"""The page on which a hero is picked, in front of the pictures of all that are free (A4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.arena_of_heroes.pages.shared import how_it_stands
from bot.arena_of_heroes.texts import standing
from bot.arena_of_heroes.texts.names import abilities_in_short, brief_tile, hero_tile, lookups
from bot.panels import drafts
from bot.panels.model import Panel, Press, Row, SeatPerspective, Select
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button, do, option, show
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import HEROES
from games.arena_of_heroes.standing import waits_to_pick
from games.arena_of_heroes.view import View
from render.arena_of_heroes import Gallery, Sheet

RANDOM: Final = "random"
WISH: Final = "wish"
"""The first token of the page of wishes; the heroes follow, the dearest first."""
FEW: Final = 6
"""Of more heroes only the names of their abilities are drawn: the words would be too small to be read."""


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
        return Panel(_asked(say), (_free(perspective, free, code), row), sheet(say, (code,)))
    rows: tuple[Row, ...] = (
        _free(perspective, free, None),
        lookups(perspective),
    )
    return Panel(how_it_stands(perspective, view, _asked(say)), rows, overview(say, free))


def _asked(say: Phrases) -> str:
    return f"**{say('Pick your hero.')}**"


def wishes(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page where heroes are wished for before it is one's turn to pick. Raises `NoPage`."""
    say, free, wished = perspective.say, [hero.code for hero in view.pool], tokens[1:]
    if not waits_to_pick(view) or len(set(wished)) < len(wished) or not set(wished) <= set(free):
        raise NoPage(tokens)
    left = [code for code in free if code not in wished]
    lines = tuple(
        option(_summed_up(say, code), show(WISH, *wished, code), abilities_in_short(say, HEROES[code])) for code in left
    )
    asked = say("Add wish number {number}", number=len(wished) + 1) if wished else say("Choose your favorite hero")
    rows: list[Row] = [Select(asked, lines)] if lines else []
    if wished:
        keep = Press("orders", ("p", "hero", *wished, *(("=",) if left else ())))
        label = say.plural("Keep this wish", "Keep these {count} wishes", len(wished))
        rows.append((back(say, *tokens[:-1]), button(label, keep, style="success")))
    rows.append(lookups(perspective))
    text = say("**Wish for a hero now, and you need not come back to pick one.**")
    how = say(
        "Choose your favorite, and others in case it is taken. When it is your turn, you get the first of them that is "
        "still free."
    )
    told = how if not wished else say("Your wishes: {heroes}.", heroes=_ranked(say, wished))
    waits = standing.waiting(say, view, perspective.names)
    drawn = sheet(say, wished) if wished else overview(say, free)
    return Panel(how_it_stands(perspective, view, text, told, waits), tuple(rows), drawn)


def _ranked(say: Phrases, wished: Sequence[str]) -> str:
    """Return heroes with the numbers of their places: ``1. Dahlia, 2. Flint``."""
    return ", ".join(f"{n}. {say.message(HEROES[code].title)}" for n, code in enumerate(wished, 1))


def _summed_up(say: Phrases, code: str) -> str:
    return say("{hero}: stamina {stamina}", hero=HEROES[code].title, stamina=HEROES[code].stamina)


def sheet(say: Phrases, codes: Sequence[str]) -> Sheet:
    """Return the pictures of some heroes."""
    return Sheet(tuple(hero_tile(say, HEROES[code]) for code in codes))


def overview(say: Phrases, codes: Sequence[str]) -> Sheet | Gallery:
    """Return the pictures of all heroes that are free, in short where they are many."""
    if len(codes) <= FEW:
        return sheet(say, codes)
    return Gallery(tuple(brief_tile(say, HEROES[code]) for code in codes))


def _free(perspective: SeatPerspective[View], free: list[str], chosen: str | None) -> Row:
    say = perspective.say
    lines = [
        option(
            _summed_up(say, code),
            show("pick", code),
            abilities_in_short(say, HEROES[code]),
            chosen=code == chosen,
        )
        for code in free
    ]
    # A line, so that the way back from a hero never lies where one is drawn.
    lines.append(option(say("A random hero"), Press("do", ("pick", RANDOM)), say("Is yours at once")))
    return Select(say("Choose a hero to read about"), tuple(lines))
