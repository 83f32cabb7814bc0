"""The pages that ask in the middle of a battle or an order: destinations, targets, wounds to absorb, poison.

Facings in an unfolding have a page of their own, `bot.monolith_arena.facing_page`.
"""

from __future__ import annotations

from typing import Final

from bot.limits import BUTTON_LABEL, SELECT_TEXT
from bot.monolith_arena import facing_page
from bot.monolith_arena.scene import Scene, moved
from bot.monolith_arena.targets import values
from bot.monolith_arena.texts.words import tile_at
from bot.monolith_arena.widgets import BACK, CARDS, PAGE, PILES, button, pick, show, standing
from bot.panels.model import Panel, Press, SeatPerspective
from games.api import Action
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.view import Question, View
from render.monolith_arena import Ghost

NOTHING: Final = "none"
_ORDERS: Final = {"order": "the order", "poison": "the poison"}


def page(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The question that the seat has to answer, with the answer chosen so far. Raises `GameError`."""
    question = view.question
    found = values(chair, ("choose",))
    assert question is not None
    if question.kind == "facing":
        return facing_page.page(chair, view, question, words)
    chosen = words[1] if len(words) > 1 else None
    turned = chosen if chosen is not None and chosen.startswith(PAGE) else None
    if turned is not None:
        chosen = None
    if chosen is not None:
        chair.options(words)
    choices = [_choice(view, question, word) for word in found]
    # What several runes absorb is too long for buttons.
    lines = any(len(name) > BUTTON_LABEL or more for _, name, more in choices)
    rows = pick(("choose",), choices, chosen, _placeholder(question), turned, lines=lines)
    if chosen is None:
        return Panel(_text(view, question), (*rows, (CARDS, PILES)), _scene(view, question, chosen))
    answer = f"Sure: {label(view, question, chosen)}"
    if len(answer) > BUTTON_LABEL:
        answer = f"Sure: {_short(chosen)}"
    sure = button(answer, Press("do", ("choose", chosen)), style="success")
    return Panel(
        f"{_text(view, question)}\nYour choice: {label(view, question, chosen)}.",
        (*rows, (button(BACK, show()), sure, CARDS, PILES)),
        _scene(view, question, chosen),
    )


def label(view: View, question: Question, word: str) -> str:
    """An answer in words."""
    if question.kind == "push":
        return f"to {word}"
    if question.kind == "facing":
        return f"facing {word}"
    if question.kind == "assassin":
        return standing(view, BY_NAME[word])
    if question.kind == "poison":
        return f"poison {standing(view, BY_NAME[word])}"
    if word == NOTHING:
        return "absorbs nothing" if question.subject < 0 else f"{NAMES[question.subject]} absorbs nothing"
    return ", ".join(_absorbs(view, *parts) for parts in _absorptions(word))


def _choice(view: View, question: Question, word: str) -> tuple[str, str, str]:
    """An answer as a line to choose; what is too long for a line is told by hexes, with the tiles below."""
    full = label(view, question, word)
    return (word, full, "") if len(full) <= SELECT_TEXT else (word, _short(word), full)


def _absorptions(word: str) -> list[tuple[str, str, str]]:
    """Rune, source and target of each absorption in an answer."""
    found = []
    for part in word.split("+"):
        rune, _, hit = part.partition("=")
        source, _, target = hit.partition("-")
        found.append((rune, source, target))
    return found


def _absorbs(view: View, rune: str, source: str, target: str) -> str:
    by = _ORDERS.get(source) or f"the {_named(view, source)}'s hit"
    return f"{rune} absorbs {by} on the {standing(view, BY_NAME[target])}"


def _short(word: str) -> str:
    return ", ".join(f"{rune} absorbs {source} on {target}" for rune, source, target in _absorptions(word))


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
        return f"**Your {standing(view, question.subject)} is pushed.**\nWhere does it go?"
    if question.kind == "assassin":
        text = f"**Your {standing(view, question.subject)} strikes.**\nWhom does it hit?"
    elif question.kind == "poison":
        text = "**There are fewer poison markers left than your attacks ask for.**\nWho gets the next one?"
    else:
        runes = "Runes of Regeneration" if question.subject < 0 else standing(view, question.subject)
        text = f"**Your {runes} can absorb wounds, one source each.**\nWhich ones?"
    return f"{text}\nNobody else sees your answer before all answers are in."


def _scene(view: View, question: Question, chosen: str | None) -> Scene:
    about = () if question.subject < 0 else (question.subject,)
    if question.kind == "push":
        pushed = view.board[question.subject]
        if chosen is None or pushed is None:
            return Scene(marks=(*about, *(BY_NAME[name] for name in question.values)))
        return Scene(Ghost(moved(pushed, pushed.facing), BY_NAME[chosen], question.subject))
    if chosen is None:
        return Scene(marks=about)
    named = [name for part in _absorptions(chosen) for name in (part[0], part[2])]
    return Scene(marks=tuple(dict.fromkeys((*about, *(BY_NAME[name] for name in named if name in BY_NAME)))))
