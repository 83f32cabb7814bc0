"""The pages that ask in the middle of a battle or an order: destinations, targets, wounds to absorb, poison.

Facings in an unfolding have a page of their own, `bot.monolith_arena.pages.unfolding`.
"""

from __future__ import annotations

from typing import Final

from bot.limits import BUTTON_LABEL, SELECT_TEXT
from bot.monolith_arena.pages import unfolding
from bot.monolith_arena.pages.shared import BoardDraft, close, lookups
from bot.monolith_arena.texts.names import tile_on
from bot.panels import choosing, drafts
from bot.panels.choosing import Value
from bot.panels.model import Panel, SeatPerspective
from bot.panels.pages import NoPage
from bot.panels.widgets import back, do, fitting, turned
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.view import Put, Question, View

NOTHING: Final = "none"
_ASKS: Final = {
    "push": Message("Where does it go?"),
    "assassin": Message("Which tile does it hit?"),
    "poison": Message("Which tile gets the next marker?"),
    "regeneration": Message("What is absorbed?"),
}


def page(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the question that the seat has to answer, with the answer chosen so far.

    Raises `GameError` or `NoPage`.
    """
    question = view.question
    if question is None:
        raise NoPage(given)
    if question.kind == "facing":
        return unfolding.facing(perspective, view, question, given)
    given, turn = turned(given)
    chosen = given[1] if len(given) > 1 else None
    if chosen is not None:
        perspective.next_field(given)
    return _page(perspective, view, question, chosen, turn)


def _page(
    perspective: SeatPerspective[View], view: View, question: Question, chosen: str | None, turn: str | None
) -> Panel:
    say = perspective.say
    values = [_value(say, view, question, token) for token in drafts.values(perspective, ("choose",))]
    # What several runes absorb is too long for buttons.
    lines = any(len(value.label) > BUTTON_LABEL or value.description for value in values)
    asks = say.message(_ASKS[question.kind])
    rows = choosing.one_of(say, ("choose",), values, chosen, asks, turn, lines=lines)
    text, draft = f"{_title(say, view, question)}\n{asks}{_sealed(say, question)}", _drawn(view, question, chosen)
    if chosen is None:
        return Panel(text, (*rows, lookups(perspective, view)), draft)
    answer = label(say, view, question, chosen)
    confirm = fitting(say("Confirm: {answer}", answer=answer), say("Confirm"))
    bottom = (back(say), do(confirm, ("choose", chosen)), *lookups(perspective, view))
    return Panel(f"{text}\n{say('Your choice: {answer}.', answer=answer)}", (*rows, bottom), draft)


def _value(say: Phrases, view: View, question: Question, token: str) -> Value:
    """Return an answer as a line to choose; what is too long for a line is told by hexes, with the tiles below."""
    full = label(say, view, question, token)
    return Value(token, full) if len(full) <= SELECT_TEXT else Value(token, _short(say, token), full)


def label(say: Phrases, view: View, question: Question, token: str) -> str:
    """Return an answer in words."""
    if question.kind == "assassin" or question.kind == "poison":
        return tile_on(say, view, BY_NAME[token])
    if question.kind != "regeneration":
        return token
    if token != NOTHING:
        return ", ".join(_absorbs(say, view, *parts) for parts in _absorptions(token))
    if question.subject < 0:
        return say("absorb nothing")
    return say("{rune} absorbs nothing", rune=tile_on(say, view, question.subject))


def _absorptions(token: str) -> list[tuple[str, str, str]]:
    """Return rune, source and target of each absorption in an answer."""
    absorptions = []
    for part in token.split("+"):
        rune, _, hit = part.partition("=")
        source, _, target = hit.partition("-")
        absorptions.append((rune, source, target))
    return absorptions


def _absorbs(say: Phrases, view: View, rune: str, source: str, target: str) -> str:
    tile = tile_on(say, view, BY_NAME[target])
    if source == "order":
        return say("{rune} absorbs the order's wound on {target}", rune=rune, target=tile)
    if source == "poison":
        return say("{rune} absorbs the poison on {target}", rune=rune, target=tile)
    attacker = view.board[BY_NAME[source]]
    by = attacker.type.title if attacker is not None else source
    return say("{rune} absorbs the hit by {attacker} on {target}", rune=rune, attacker=by, target=tile)


def _short(say: Phrases, token: str) -> str:
    return ", ".join(
        say("{rune} absorbs {source} on {target}", rune=rune, source=source, target=target)
        for rune, source, target in _absorptions(token)
    )


def _title(say: Phrases, view: View, question: Question) -> str:
    if question.kind == "poison":
        return f"**{say('There are not enough poison markers for all your attacks.')}**"
    if question.subject < 0:
        return f"**{say('Your Runes of Regeneration can absorb wounds, one source each.')}**"
    tile = tile_on(say, view, question.subject)
    if question.kind == "push":
        return f"**{say('{tile} is pushed.', tile=tile)}**"
    if question.kind == "assassin":
        return f"**{say('{tile} strikes.', tile=tile)}**"
    return f"**{say('{tile} can absorb the wounds of one source.', tile=tile)}**"


def _sealed(say: Phrases, question: Question) -> str:
    if question.kind == "push":
        return ""
    return f"\n{say('Nobody else sees your answer until everyone has answered.')}"


def _drawn(view: View, question: Question, chosen: str | None) -> BoardDraft:
    """Return what the question is about, close by with all that an answer may name."""
    about = () if question.subject < 0 else (question.subject,)
    focus = close((*about, *(hex_ for token in question.values for hex_ in _named(token))))
    if question.kind == "push":
        pushed = view.board[question.subject]
        if chosen is None or pushed is None:
            return BoardDraft(marks=(*about, *(BY_NAME[name] for name in question.values)), focus=focus)
        return BoardDraft((Put(pushed.moved(pushed.facing), BY_NAME[chosen], question.subject),), focus=focus)
    named = _named(chosen) if chosen is not None else ()
    return BoardDraft(marks=tuple(dict.fromkeys((*about, *named))), focus=focus)


def _named(token: str) -> list[int]:
    """Return the hexes that an answer names: its own, or those of runes and of the tiles that they save."""
    names = (name for rune, _, target in _absorptions(token) for name in (rune, target))
    return [BY_NAME[name] for name in names if name in BY_NAME]
