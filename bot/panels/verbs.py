"""The words of a default panel, of Undo and of commands, as they follow from the verbs of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from bot.panels.default import Wording
from bot.panels.model import SeatPerspective
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field
from games.grammar import GameOfVerbs

V = TypeVar("V")


def _as_token(say: Phrases, said: Action, token: str) -> str:
    return token


class VerbWording(Wording[V], Generic[V]):
    """A game's actions in the titles and helps of its verbs; a game with better words overrides what it needs.

    `token` returns what a token is called after those before it, of which the first is the verb. One object serves the
    panel (`DefaultPanel`), the commands (`Moves`) and the words for actions (`Words.action_text`).
    """

    def __init__(self, game: GameOfVerbs[Any], token: Callable[[Phrases, Action, str], str] = _as_token) -> None:
        self._grammar = game.grammar
        self._token = token

    def choice(self, perspective: SeatPerspective[V], choice: Choice) -> str:
        """Return the titles of the verbs that answer an open choice."""
        say = perspective.say
        return say.either(say.message(verb.title) for verb in self._grammar.of_kind(choice.kind))

    def asked(self, perspective: SeatPerspective[V], tokens: Action, field: Field) -> str:
        """Return the help of the verb as a sentence; before there is one, the question for it."""
        say = perspective.say
        return say("{help}.", help=self._grammar.verbs[tokens[0]].help) if tokens else say("What do you do?")

    def value(self, perspective: SeatPerspective[V], tokens: Action, token: str) -> str:
        """Return the label of a value of the next field."""
        say = perspective.say
        return self._token(say, tokens, token) if tokens else say.message(self._grammar.verbs[token].title)

    def action(self, perspective: SeatPerspective[V], action: Action) -> str:
        """Return a whole action in words."""
        return self.action_text(perspective.say, action, perspective.names)

    def action_text(self, say: Phrases, action: Action, names: Names) -> str:
        """Return a whole action in words: ``Pick 2 and 5``."""
        verb = say.message(self._grammar.verbs[action[0]].title)
        said = [self._token(say, action[:at], action[at]) for at in range(1, len(action))]
        return say("{verb} {tokens}", verb=verb, tokens=say.every(said)) if said else verb
