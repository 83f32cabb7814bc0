"""Errands: several actions of one seat given in one go, carried on with until something new happens.

An errand is what somebody means to do: fire at 10 until somebody shows, roll to hide until it works. It stands in no
history: what it comes to are ordinary actions, one after the other, each found from the seat's own view alone. It ends
when it has nothing more to do, and when something has happened that its owner could not know when giving it. Most
are for one's own turn; a game with windows has them for the turns of others, too. What others have instructed is done
between two of them, as between any two actions.

A game has them as its `errands` (`ErrandGame`); they are given for the present turn, or planned for the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from games.api import Action, Game
from games.messages import Message

Errand = tuple[str, ...]
"""The tokens of an errand, the first no verb of the game. No token has a colon, a semicolon or a blank in it."""
MOST: Final = 40
"""The most actions that one errand makes; a turn of the games that have errands is far shorter."""
V_contra = TypeVar("V_contra", contravariant=True)


class Errands(Protocol[V_contra]):
    """What can be given in one go in a game. All answers are pure functions."""

    def offered(self, view: V_contra, seat: int, aim: Any) -> Sequence[Errand]:
        """Return the errands that a seat could give now, with what it has chosen as its aim, in the game's own form."""
        ...

    def known(self, tokens: Sequence[str]) -> bool:
        """Return whether the tokens are an errand at all, whoever gives it and when."""
        ...

    def title(self, errand: Errand) -> Message:
        """Return what an errand does, as a label of at most 80 characters."""
        ...

    def following(self, begun: V_contra, now: V_contra, seat: int, errand: Errand) -> Action | None:
        """Return the next action of an errand that was given at `begun`; `None` where it is done, or news ended it.

        It is a legal action of the seat. It has to come to an end.
        """
        ...

    def stopped(self, begun: V_contra, now: V_contra, seat: int, errand: Errand) -> Message | None:
        """Return why an errand has ended with actions left; `None` where what happened last says it."""
        ...

    def needless(self, view: V_contra, seat: int, errand: Errand) -> Message | None:
        """Return why there is nothing to do for an errand at all, so that a plan goes on without it; else `None`."""
        ...


@runtime_checkable
class ErrandGame(Protocol):
    """A game whose players may give several actions in one go."""

    errands: Errands[Any]


def errands_of(game: Game[Any]) -> Errands[Any] | None:
    """Return the errands of a game; `None` where it has none."""
    return game.errands if isinstance(game, ErrandGame) else None


def is_errand(game: Game[Any], tokens: Sequence[str]) -> bool:
    """Return whether the tokens are an errand of a game."""
    errands = errands_of(game)
    return errands is not None and errands.known(tokens)
