"""The page of a question in the middle of an action: a card or an ability asks (A6, A9)."""

from __future__ import annotations

from bot.arena_of_heroes.pages.shared import how_it_stands
from bot.arena_of_heroes.texts import standing
from bot.arena_of_heroes.texts.names import ability_text, card_tile, lookups
from bot.panels.model import Panel, Press, Row, SeatPerspective
from bot.panels.widgets import button, do, rows_of
from bot.texts import story
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import ABILITIES, BONE, CARDS
from games.arena_of_heroes.standing import TRIGGERED, triggered
from games.arena_of_heroes.view import LETTERS, Question, View
from render.arena_of_heroes import Sheet


def question(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the question that the reader is asked."""
    say, asked = perspective.say, view.question
    assert asked is not None
    # All alike: which one is good for the reader the page does not know.
    answers = [
        do(_label(perspective, view, asked.kind, value), ("choose", value), style="primary") for value in asked.values
    ]
    rows: list[Row] = [*rows_of(answers), *_for_good(perspective, asked), lookups(perspective)]
    task = standing.question(say, asked.kind)
    text = f"**{story.begun(task)}**"
    card = BONE if asked.kind == "bone" else asked.kind
    draft = Sheet((card_tile(say, CARDS[card]),)) if card in CARDS else None
    return Panel(how_it_stands(perspective, view, text, explained(say, view, asked)), tuple(rows), draft)


def _for_good(perspective: SeatPerspective[View], asked: Question) -> tuple[Row, ...]:
    """Return the buttons that answer the same from now on, for an ability that asks again and again."""
    if asked.kind not in TRIGGERED:
        return ()
    say = perspective.say
    return (tuple(button(standing.always(say, asked.kind, value), _advance(value)) for value in asked.values),)


def _advance(value: str) -> Press:
    """Return what gives an answer in advance, which answers what is asked now, too."""
    return Press("orders", ("p", "trigger", value))


def explained(say: Phrases, view: View, asked: Question) -> str:
    """Return what the card or the ability that asks does; each of those that wait, where one has to go first."""
    if asked.kind in CARDS:
        return say(CARDS[asked.kind].text)
    if asked.kind in ABILITIES:
        return say(ABILITIES[asked.kind].text)
    if asked.kind == "bone":
        return say(CARDS[BONE].text)
    waiting = dict.fromkeys(_triggered(view, LETTERS.index(letter)) for letter in asked.values)
    return "\n".join(f"-# {ability_text(say, ABILITIES[name])}" for name in waiting)


def _triggered(view: View, seat: int) -> str:
    """Return which of its abilities the hero of a seat has triggered (A6.1)."""
    hero = view.seats[seat].hero
    assert hero is not None
    return triggered(hero)


def _label(perspective: SeatPerspective[View], view: View, kind: str, value: str) -> str:
    say = perspective.say
    if value in LETTERS:
        seat = LETTERS.index(value)
        ability = ABILITIES[_triggered(view, seat)].title
        return say("{ability} of {player} first", ability=ability, player=player(perspective.names, seat))
    return standing.answer(say, kind, value)
