"""The pages that ask in the middle of a battle or an order: destinations, targets, wounds to absorb, poison."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.aim import values
from bot.monolith_arena.labels import BACK, CARDS, PAGE, PILES, button, pick, show
from bot.monolith_arena.scene import Scene, moved
from bot.panel import Chair, Panel, Press
from bot.texts.monolith_arena_words import tile_at
from games.api import Action
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.view import Question, View
from render.monolith_arena import Ghost

NOTHING: Final = "none"
_ORDERS: Final = {"order": "the order", "poison": "the poison"}


def page(chair: Chair, view: View, words: Action) -> Panel:
    """The question that the seat has to answer, with the answer chosen so far. Raises `GameError`."""
    question = view.question
    found = values(chair, ("choose",))
    assert question is not None
    chosen = words[1] if len(words) > 1 else None
    turned = chosen if chosen is not None and chosen.startswith(PAGE) else None
    if turned is not None:
        chosen = None
    if chosen is not None:
        chair.options(words)
    choices = [(word, label(view, question, word), "") for word in found]
    rows = pick(("choose",), choices, chosen, _placeholder(question), turned)
    if chosen is None:
        sure = button("Choose", Press("do", ("choose",)), style="success", disabled=True)
    else:
        sure = button(f"Sure: {label(view, question, chosen)}", Press("do", ("choose", chosen)), style="success")
    bottom = (button(BACK, show()), sure, CARDS, PILES) if chosen is not None else (sure, CARDS, PILES)
    return Panel(_text(view, question), (*rows, bottom), _scene(view, question, chosen))


def label(view: View, question: Question, word: str) -> str:
    """An answer in words."""
    if question.kind == "push":
        return f"to {word}"
    if question.kind == "assassin":
        return tile_at(view, BY_NAME[word])
    if question.kind == "poison":
        return f"poison {tile_at(view, BY_NAME[word])}"
    rune = NAMES[question.subject]
    if word == NOTHING:
        return f"{rune} absorbs nothing"
    source, _, target = word.partition("-")
    by = _ORDERS.get(source) or f"the {_named(view, source)}'s hit"
    return f"{rune} absorbs {by} on the {tile_at(view, BY_NAME[target])}"


def _named(view: View, name: str) -> str:
    return tile_at(view, BY_NAME[name]).removesuffix(f" {name}")


def _placeholder(question: Question) -> str:
    return {
        "push": "Where does it go?",
        "assassin": "Whom does it hit?",
        "poison": "Who gets the marker?",
    }.get(question.kind, "What does the rune absorb?")


def _text(view: View, question: Question) -> str:
    if question.kind == "push":
        return f"**Your {tile_at(view, question.subject)} is pushed.**\nWhere does it go?"
    if question.kind == "assassin":
        text = f"**Your {tile_at(view, question.subject)} strikes.**\nWhom does it hit?"
    elif question.kind == "poison":
        text = "**There are fewer poison markers left than your attacks ask for.**\nWho gets the next one?"
    else:
        text = f"**Your {tile_at(view, question.subject)} absorbs all wounds of one source.**\nWhich ones?"
    return f"{text}\nNobody else sees your answer before all answers are in."


def _scene(view: View, question: Question, chosen: str | None) -> Scene:
    about = () if question.subject < 0 else (question.subject,)
    if question.kind == "push":
        pushed = view.board[question.subject]
        if chosen is None or pushed is None:
            return Scene(marks=(*about, *(BY_NAME[name] for name in question.values)))
        return Scene(Ghost(moved(pushed, pushed.facing), BY_NAME[chosen], question.subject))
    target = (chosen or "").rpartition("-")[2]
    return Scene(marks=(*about, BY_NAME[target]) if target in BY_NAME else about)
