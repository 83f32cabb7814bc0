"""What spectators may predict in a game: a question about what comes next, asked and judged by what everybody sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bot.panels.model import AnyView
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.messages import Message

V = TypeVar("V", bound=AnyView)
FEWEST: Final = 2
MOST: Final = 5
"""How many answers a question has, at least and at most."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question."""

    token: str
    """Names the answer in buttons; as short as a token of an action."""
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """What can be predicted now."""

    text: str
    answers: Sequence[Answer]
    """Exactly one of them will be right; from `FEWEST` to `MOST`."""
    subject: str = ""
    """A token for what it is about, where that differs from time to time: answers to another question do not count."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which answer was right."""

    answer: str | None
    """`None` where nobody can be right: what the question was about does not take place."""
    subject: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions(Generic[V]):
    """What spectators may predict. Views and events are those that everybody sees."""

    label: Message
    """What stands on the button that leads there."""
    ask: Callable[[Phrases, V, Names], Question | None]
    """Return what is asked in a position; `None` where nothing can be predicted."""
    begins: Callable[[Any], bool]
    """Return True for the event with which what was asked about begins: from then on nobody predicts it."""
    ends: Callable[[Any], bool]
    """Return True for an event with which it may be decided."""
    judge: Callable[[Sequence[Any]], Verdict | None]
    """Return which answer was right, by the events from the one that begins on; `None` while that is undecided."""
    told: Callable[[Phrases, str, Names], str]
    """Return how it came, by the token of the right answer, as a sentence without a full stop."""
