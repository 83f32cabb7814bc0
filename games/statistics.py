"""What of the result of a match is worth counting, as a game says it: armies and heroes, tiles and cards.

Whoever counts knows no game: it asks which topics there are, what stood for each of them in a match, and how the words
of a topic are called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, runtime_checkable

from games.api import Action, Formation, Game
from games.messages import Message
from games.values import value

KINDS: Final[Mapping[str, Message]] = {
    "duel": Message("Duel"),
    "teams": Message("Teams"),
    "free": Message("Free-for-all"),
}
"""The kinds of matches that are told apart, whatever the game."""


def kind_of(formation: Formation) -> str:
    """Return the kind of matches in which people sit down so."""
    if formation.seats == 2:
        return "duel"
    return "free" if len(set(formation.teams)) == formation.seats else "teams"


@value
class Topic:
    """Something that is counted: `chosen` is what a seat plays the whole match with, other things have numbers."""

    id: str
    """Never changed: it is stored."""
    title: Message
    chosen: bool = False


Counts = Mapping[str, Mapping[str, int]]
"""How often which word stood, by topic."""


@runtime_checkable
class CountedGame(Protocol):
    """A game in which something is worth counting."""

    topics: tuple[Topic, ...]
    """What is told of first stands first."""

    def counted(self, state: Any, played: Sequence[tuple[int, Action]]) -> Sequence[Counts]:
        """Return what stood for the topics in a match that is over, for each seat.

        `played` are the actions that count, in their order, with their seats.
        """
        ...

    def counted_title(self, topic: str, word: str) -> Message | None:
        """Return what a word of a topic is called; `None` for one that the game does not know (any more)."""
        ...


def topics_of(game: Game[Any]) -> tuple[Topic, ...]:
    """Return what is counted in a game; nothing where it names nothing."""
    return game.topics if isinstance(game, CountedGame) else ()


def counts_of(game: Game[Any], state: Any, played: Sequence[tuple[int, Action]], seats: int) -> Sequence[Counts]:
    """Return what stood for the topics of a game in a match that is over, for each seat."""
    return game.counted(state, played) if isinstance(game, CountedGame) else ({},) * seats


def title_of(game: Game[Any], topic: str, word: str) -> Message | None:
    """Return what a word of a topic is called."""
    return game.counted_title(topic, word) if isinstance(game, CountedGame) else None


def tokens_behind(played: Sequence[tuple[int, Action]], verb: str, seats: int) -> list[Counter[str]]:
    """Return how often each seat has named what behind a verb."""
    found: list[Counter[str]] = [Counter() for _ in range(seats)]
    for seat, action in played:
        if action[0] == verb and len(action) > 1:
            found[seat][action[1]] += 1
    return found
