"""What cannot be done now, as a sentence for whoever asked."""

from __future__ import annotations

from typing import Final

from games.api import Action, GameError
from games.messages import Message

NO_MATCH: Final = Message("There is no such match.")
"""Said of ids that nobody has, and of private matches to those whom they do not concern."""

NO_EFFECT: Final = Message("That button no longer does anything; this is how things stand now.")
"""Said of a press for which there was something to do when its message was made."""


class Refusal(Exception):
    """Something that cannot be done now. `rule` is the number of the rule behind it (``"R7.7"``, or empty)."""

    def __init__(self, message: Message, rule: str = "", action: Action = ()) -> None:
        super().__init__(str(message))
        self.message = message
        self.rule = rule
        self.action = action
        """The action of the game that was refused, as far as it is one."""

    @classmethod
    def of(cls, error: GameError, action: Action = ()) -> Refusal:
        """Return the refusal of an action for an error of the rules."""
        return cls(error.message, error.rule, action)


class Stale(Refusal):
    """The choice that a panel was opened for is gone."""
