"""What several pages share: the words of tokens, where the match is, buttons that lead elsewhere, odds of an attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.odds import CHANCES, chances
from bot.monsters_and_myths.texts.standing import action_text, fight, goal, last_card, limit
from bot.monsters_and_myths.texts.standing import goal as named
from bot.panels import drafts
from bot.panels.default import Wording
from bot.panels.model import Button, Press, SeatPerspective
from bot.panels.widgets import button, fitting, show
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, GameError
from games.messages import Message
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import LETTERS, Ranks, Troops
from games.monsters_and_myths.catapults import SCOPE_NAMES
from games.monsters_and_myths.grammar import VERBS
from games.monsters_and_myths.view import Target, View
from render.monsters_and_myths import heading

MANY: Final = 2
"""More targets than this are a list: as buttons with their odds they push the picture away."""
ADVANCE: Final = ("recall", "ahead", "halt")
"""The verbs of the page on which something is said in advance, or taken back."""
_QUESTIONS: Final[Mapping[str, Message]] = {
    "action": Message("What do you do?"),
    "card": Message("Which cards?"),
    "nation": Message("Which nation?"),
    "target": Message("Against whom?"),
    "flip": Message("Which card stays behind?"),
    "scope": Message("For how long do you pass?"),
    "limit": Message("How long do you keep rolling?"),
}


def shot(say: Phrases, names: Names, target: str) -> str:
    """Return a catapult's target with its owner: ``Goblin rider, in the force (Larry)``."""
    return f"{n.shot_card(say, target)} ({player(names, n.shot_owner(target))})"


def value(say: Phrases, names: Names, tokens: Action, token: str) -> str:
    """Return what a value of the field after these tokens is called."""
    if not tokens:
        return say.message(VERBS[token].title)
    verb = tokens[0]
    if verb == "pass":
        return say.message(SCOPE_NAMES[token])
    if verb in ("roll", "ahead"):
        return limit(say, token)
    if verb == "fire":
        return shot(say, names, token)
    if token == NO_FLIP:
        return say("no card: one was left behind already")
    if "." in token:
        return goal(say, token, names)
    if verb in ("wizard", "attack") and token in LETTERS:
        return n.nation(say, LETTERS.index(token))
    return n.card(say, token)


class MonstersWording(Wording[View]):
    """The words of the panel that plays the game through its options alone."""

    def choice(self, perspective: SeatPerspective[View], choice: Choice) -> str:
        """Return what an open choice is called."""
        return perspective.say("Catapult") if choice.kind == "catapult" else perspective.say("Decide")

    def asked(self, perspective: SeatPerspective[View], tokens: Action, field: Field) -> str:
        """Return what is asked after these tokens."""
        return perspective.say.message(_QUESTIONS[field.name])

    def value(self, perspective: SeatPerspective[View], tokens: Action, token: str) -> str:
        """Return what a value is called."""
        return value(perspective.say, perspective.names, tokens, token)

    def action(self, perspective: SeatPerspective[View], action: Action) -> str:
        """Return a whole action in words."""
        return action_text(perspective.say, action, perspective.names)

    def standing(self, perspective: SeatPerspective[View]) -> str:
        """Return where the match is."""
        return perspective.say.message(heading(perspective.view))


def lines(*parts: str) -> str:
    """Return lines of text, without empty ones."""
    return "\n".join(part for part in parts if part)


def ever_less(told: Sequence[str], spare: Sequence[str]) -> list[str]:
    """Return lines of text, then the same with ever fewer of the `spare` ones, for where there is less room."""
    return [lines(*(one for one in told if one not in spare[:count])) for count in range(len(spare) + 1)]


def where(perspective: SeatPerspective[View], view: View) -> str:
    """Return the round, the attack card, who fights whom and the last dice."""
    title = perspective.say.message(heading(view))
    return lines(f"**{title}**", fight(perspective.say, view, perspective.names))


def verbs(perspective: SeatPerspective[View]) -> tuple[str, ...]:
    """Return what the panel's choice may begin with."""
    try:
        return drafts.values(perspective, ())
    except GameError:
        return ()


def can(perspective: SeatPerspective[View], *wanted: str) -> bool:
    """Return True if the panel's choice may begin with one of these verbs."""
    return bool({*wanted} & {*verbs(perspective)})


def choice_with(perspective: SeatPerspective[View], *wanted: str) -> Choice | None:
    """Return the open choice of the seat that may begin with one of these verbs."""
    return next((one for one in perspective.choices if can(perspective.about(one), *wanted)), None)


def further(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """Return what leads to things besides the decision: a catapult, what was said in advance, standing orders."""
    say = perspective.say
    found: list[Button] = []
    if choice_with(perspective, "fire") is not None:
        found.append(button(say("Catapult"), show("aim")))
    if (other := choice_with(perspective, *ADVANCE)) is not None:
        rolls = can(perspective, "roll")  # a list on the same page says how far to roll on
        can_be = [v for v in ADVANCE if can(perspective.about(other), v) and not (rolls and v == "ahead")]
        if can_be:
            label = say("In advance …") if len(can_be) > 1 else say("{action} …", action=VERBS[can_be[0]].title)
            found.append(button(label, show("more")))
    if perspective.seat is not None:
        found.append(button(say("Standing instructions"), Press("orders")))
    return tuple(found)


def last_chance(perspective: SeatPerspective[View], view: View) -> str:
    """Return a warning to whoever owns catapults that they are lost with this attack card."""
    if perspective.seat is None or not view.seats[perspective.seat].catapults or not last_card(view):
        return ""
    return perspective.say("Last attack card of the round: unused catapults are lost.")


def goal_label(perspective: SeatPerspective[View], view: View, force: Troops | None, goal: str) -> str:
    """Return a target with whose it is, and the odds once the force is known."""
    text = named(perspective.say, goal, perspective.names)
    if force is None:
        return text
    told = chances(perspective.say, view, force, Target.of(goal), perspective.names, advised=perspective.advised)
    return fitting(*(f"{text}: {odds}" for odds in told))


def chances_note(perspective: SeatPerspective[View]) -> str:
    """Return what the percentages of a page mean; nothing where it has none."""
    return perspective.say.message(CHANCES) if perspective.advised else ""


def only(values: Iterable[str], chosen: str | None) -> str | None:
    """Return what is chosen, or the only thing that could be."""
    return drafts.only(tuple(values), chosen)


def defenders(view: View) -> Ranks:
    """Return the nation that is fought; there must be one."""
    assert view.defenders is not None
    return view.defenders
