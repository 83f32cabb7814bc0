"""A chapter of a game's guide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.messages import Message


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of a game's guide."""

    id: str
    """Small letters; never changed, for it stands in buttons."""
    title: Message
    text: Callable[[Phrases], str]
    """At most 1,800 characters."""
    picture: Callable[[Phrases], Picture] | None = None


def written(*sentences: Message) -> Callable[[Phrases], str]:
    """Return the text of a chapter that is always the same: a line for each sentence."""
    return lambda say: "\n".join(f"- {say.message(one)}" for one in sentences)
