"""A game explained: chapters to read, one a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.limits import CHOICE_NAME, cut
from bot.panels.model import Panel, Picture, Press, Row, Select
from bot.panels.widgets import button, option
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
    """The text of a chapter that is always the same: a line for each."""
    return lambda say: "\n".join(f"- {say.message(one)}" for one in sentences)


def page(say: Phrases, game: str, chapters: Sequence[Chapter], shown: Chapter, *, lessons: bool) -> Panel:
    """A chapter with the way to all others, and to the lessons where the game has some; `game` is its name."""
    rows: list[Row] = [
        Select(
            say("Read on"),
            tuple(
                option(cut(say.message(one.title), CHOICE_NAME), Press("help", (game, one.id)), chosen=one is shown)
                for one in chapters
            ),
        )
    ]
    if lessons:
        rows.append((button(say("Learn by playing"), Press("learn", ("all", game)), style="success"),))
    return Panel(f"**{say.message(shown.title)}**\n{shown.text(say)}", tuple(rows))
