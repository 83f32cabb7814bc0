"""What the tokens of actions are called on buttons, in selects and while somebody types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import action_text, goal, limit
from bot.panels.default import Wording
from bot.panels.model import SeatPerspective
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field
from games.messages import Message
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import LETTERS
from games.monsters_and_myths.catapults import SCOPE_NAMES
from games.monsters_and_myths.grammar import VERBS
from games.monsters_and_myths.view import View
from render.monsters_and_myths import heading

_QUESTIONS: Final[Mapping[str, Message]] = {
    "action": Message("What do you do?"),
    "card": Message("Which cards?"),
    "nation": Message("Which nation?"),
    "target": Message("Against whom?"),
    "flip": Message("Which card stays behind?"),
    "scope": Message("For how long do you pass?"),
    "limit": Message("How far do you go on?"),
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
        return action_text(perspective.say, action)

    def standing(self, perspective: SeatPerspective[View]) -> str:
        """Return where the match is."""
        return perspective.say.message(heading(perspective.view))
