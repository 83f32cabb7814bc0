"""The text of a panel and what others have done, above rows that leave its picture room: what gives way for what."""

from __future__ import annotations

from collections.abc import Sequence

from bot.panels import room
from bot.panels.model import Panel, Row
from bot.publish.missed import Missed
from bot.texts import columns
from bot.texts import match as texts


def behind(text: str, first: str, more: str) -> str:
    """Return a text with more of it behind the line that begins with `first`."""
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if line.startswith(first)), -1)
    return "\n".join([*lines[: at + 1], more, *lines[at + 1 :]])


def with_news(
    missed: Missed, most: int, rows: Sequence[Row], said: str, panel: Panel, own: str = ""
) -> tuple[str, str]:
    """Return what a panel says and what the others have done, in at most so many lines of a phone.

    What it says gives way until there is room for what its reader has to be told of. `own` is what the panel says
    besides.
    """
    told = missed.told(most, room.left(rows, texts.lines(own, said)))
    for line in giving_way(panel):
        if missed.whole(told):
            break
        said = without(said, line)
        told = missed.told(most, room.left(rows, texts.lines(own, said)))
    return said, told


def giving_way(panel: Panel) -> list[str]:
    """Return the lines of a panel that give way where there is no room, the first to go first: all but its first line.

    That is small print, explanations of what the buttons tell, then how the match stands, which the picture shows.
    """
    spare = dict.fromkeys(line for text in panel.texts for line in text.split("\n")[1:])
    return sorted(spare, key=lambda line: not line.startswith(columns.SMALL))


def without(text: str, line: str) -> str:
    """Return the text without a line."""
    return "\n".join(one for one in text.split("\n") if one != line)
