"""Picking a hero, questions in the middle of an action, and the page without anything to decide (A4.2, A6, A9)."""

from __future__ import annotations

from bot.arena_of_heroes.texts import names, standing
from bot.arena_of_heroes.texts.cards import abilities_in_short, hero_text, hero_tile
from bot.arena_of_heroes.texts.names import lookups
from bot.panels import drafts
from bot.panels.model import Panel, Row, SeatPerspective, Select, Style
from bot.panels.pages import NoPage, news, undo
from bot.panels.widgets import back, do, option, rows_of, show
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import ABILITIES, CARDS, HEROES
from games.arena_of_heroes.view import LETTERS, View
from render.arena_of_heroes import own_line
from render.labels import Labels


def waiting(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the position for a reader who has nothing to decide."""
    text = news(perspective, standing.ending, standing.waiting)
    row = (*undo(perspective, standing.action_text), *lookups(perspective))
    return Panel(how_it_stands(perspective, view, text), (row,))


def how_it_stands(perspective: SeatPerspective[View], view: View, *lines: str) -> str:
    """Return the text of a start: what is to be done, where the own hero is, how the match stands."""
    status = standing.status(perspective.say, view, perspective.names)
    return "\n".join(text for text in (*lines, own(perspective, view), status) if text)


def own(perspective: SeatPerspective[View], view: View) -> str:
    """Return where the reader's own hero is, which the reader alone is told."""
    line = own_line(view, Labels(perspective.say))
    return f"{line}." if line else ""


RANDOM = "random"


def pick(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return all heroes that are free, or one of them with what it can do. Raises `GameError` and `NoPage`."""
    say = perspective.say
    free = [code for code in drafts.values(perspective, ("pick",)) if code != RANDOM]
    if tokens:
        if len(tokens) != 2 or tokens[0] != "pick" or tokens[1] not in free:
            raise NoPage(tokens)
        code = tokens[1]
        name = say.message(HEROES[code].title)
        row = (back(say), do(say("Pick {hero}", hero=name), ("pick", code)))
        text = hero_text(say, HEROES[code])
        return Panel(text, (_free(perspective, free, code), row), hero_tile(say, HEROES[code]))
    rows: tuple[Row, ...] = (
        _free(perspective, free, None),
        (do(say("A random hero"), ("pick", RANDOM), style="secondary"), *lookups(perspective)),
    )
    return Panel(how_it_stands(perspective, view, f"**{say('Pick your hero.')}**"), rows)


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


def question(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the question that the reader is asked."""
    say, asked = perspective.say, view.question
    assert asked is not None
    answers = [
        do(_label(perspective, asked.kind, value), ("choose", value), style=_style(value, asked.default))
        for value in asked.values
    ]
    rows: list[Row] = [*rows_of(answers), names.lookups(perspective)]
    task = standing.question(say, asked.kind)
    text = f"**{task[0].upper()}{task[1:]}**"
    return Panel(how_it_stands(perspective, view, text, explained(say, asked.kind)), tuple(rows))


def explained(say: Phrases, kind: str) -> str:
    """Return what the card or the ability that asks does."""
    if kind in CARDS:
        return say(CARDS[kind].text)
    if kind in ABILITIES:
        return say(ABILITIES[kind].text)
    if kind == "bone":
        return say(CARDS["X05"].text)
    return say("Several abilities wait; you say whose comes first.")


def _label(perspective: SeatPerspective[View], kind: str, value: str) -> str:
    if value in LETTERS:
        return player(perspective.names, LETTERS.index(value))
    return standing.answer(perspective.say, kind, value)


def _style(value: str, default: str) -> Style:
    return "secondary" if value == default else "success"
