"""The page of a question in the middle of an action: a card or an ability asks (A6, A9)."""

from __future__ import annotations

from bot.arena_of_heroes.pages.shared import how_it_stands
from bot.arena_of_heroes.texts import standing
from bot.arena_of_heroes.texts.names import card_tile, lookups
from bot.panels.model import Panel, Press, Row, SeatPerspective, Style
from bot.panels.widgets import button, do, rows_of
from bot.texts import story
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import ABILITIES, BONE, CARDS
from games.arena_of_heroes.standing import TRIGGERED
from games.arena_of_heroes.view import LETTERS, Question, View
from render.arena_of_heroes import Sheet


def question(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the question that the reader is asked."""
    say, asked = perspective.say, view.question
    assert asked is not None
    answers = [
        do(_label(perspective, asked.kind, value), ("choose", value), style=_style(value, asked.default))
        for value in asked.values
    ]
    rows: list[Row] = [*rows_of(answers), *_for_good(perspective, asked), lookups(perspective)]
    task = standing.question(say, asked.kind)
    text = f"**{story.begun(task)}**"
    card = BONE if asked.kind == "bone" else asked.kind
    draft = Sheet((card_tile(say, CARDS[card]),)) if card in CARDS else None
    return Panel(how_it_stands(perspective, view, text, explained(say, asked.kind)), tuple(rows), draft)


def _for_good(perspective: SeatPerspective[View], asked: Question) -> tuple[Row, ...]:
    """Return the buttons that answer the same from now on, for an ability that asks again and again."""
    if asked.kind not in TRIGGERED:
        return ()
    say = perspective.say
    return (
        tuple(
            button(say("{answer}, and always", answer=_label(perspective, asked.kind, value)), _advance(value))
            for value in asked.values
        ),
    )


def _advance(value: str) -> Press:
    """Return what gives an answer in advance, which answers what is asked now, too."""
    return Press("orders", ("p", "trigger", value))


def explained(say: Phrases, kind: str) -> str:
    """Return what the card or the ability that asks does."""
    if kind in CARDS:
        return say(CARDS[kind].text)
    if kind in ABILITIES:
        return say(ABILITIES[kind].text)
    if kind == "bone":
        return say(CARDS[BONE].text)
    return say("Several abilities are waiting; you decide which one goes first.")


def _label(perspective: SeatPerspective[View], kind: str, value: str) -> str:
    if value in LETTERS:
        return player(perspective.names, LETTERS.index(value))
    return standing.answer(perspective.say, kind, value)


def _style(value: str, default: str) -> Style:
    return "secondary" if value == default else "success"
