"""The film of a whole match: a picture for each turn or so, and what it has changed is marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.features.replay.steps import turn_title
from bot.features.replay.stops import Stops
from bot.matches.loaded import LoadedMatch
from bot.panels.face import AnyFace
from bot.panels.model import AnyView, Picture
from bot.people.names import names_at
from bot.publish.studio import Drawing
from bot.publish.summary import Names, shown
from bot.texts import story
from bot.texts.phrases import Phrases
from render.caption import Caption
from render.film import course

SIZE: Final = 8 * 1024 * 1024
"""How many bytes a film has at most; of one with more every other picture is left out."""
MOST: Final = 60
"""How many pictures it has at most; of longer matches some turns are left out."""
FEW: Final = 20
"""A match of fewer turns is shown entry by entry."""
LENGTH: Final = 40_000
"""How long it is shown at most, in milliseconds."""
LAST: Final = 4_000
"""How long the last picture is shown."""
LONGEST: Final = 1_500
"""How long every other picture is shown at most."""


class Frame(NamedTuple):
    """A position to be drawn: as everybody sees it."""

    view: AnyView
    marks: Sequence[int]
    names: Names
    caption: Caption


def of_match(say: Phrases, match: LoadedMatch, names: Names) -> Drawing:
    """Return what draws the film of a match from its start to its last entry."""
    stops = Stops(match)
    turns = [turn.last for turn in stops.turns]
    numbers = (0, *_some(turns if len(turns) >= FEW else stops.numbers[1:]))
    frames = [_frame(say, stops, before, number, names) for before, number in pairwise(numbers)]
    return (draw, say, match.face, frames)


def _some(numbers: Sequence[int]) -> Sequence[int]:
    """Return at most `MOST` of these numbers, evenly spread, the last one among them."""
    if len(numbers) <= MOST:
        return numbers
    return [numbers[(n + 1) * len(numbers) // MOST - 1] for n in range(MOST)]


def _frame(say: Phrases, stops: Stops, before: int, number: int, names: Names) -> Frame:
    """Return the picture of a stop, with what has happened since another one marked."""
    face, then, turn = stops.match.face, names_at(names, number), stops.turn(number)
    view = stops.view(number, None)
    entries = (stops.entry(between) for between in stops.numbers if before < between <= number)
    events = [event for one in entries if one is not None for event in shown(stops.match, one, None)]
    title = story.begun(turn_title(say, turn, names)) if turn is not None else ""
    text = story.BETWEEN.join(filter(None, (title, face.words.score(say, view, then))))
    return Frame(view, face.pictures.marks(events), then, Caption(text))


def milliseconds(count: int) -> list[int]:
    """Return how long each of so many pictures is shown."""
    each = min(LONGEST, (LENGTH - LAST) // max(1, count - 1))
    return [*([each] * (count - 1)), LAST]


def draw(say: Phrases, face: AnyFace, frames: list[Frame]) -> Picture:
    """Draw the film; its alternative text says what it is, and how the match ended."""
    last = frames[-1]
    alt = f"{say('The whole match, turn by turn.')} {face.words.ending(say, last.view, last.names)}"
    while True:
        film = course(_pictures(say, face, frames), milliseconds(len(frames)))
        if len(film) <= SIZE or len(frames) == 1:
            return Picture(film, "match.gif", alt)
        frames = frames[::-2][::-1]


def _pictures(say: Phrases, face: AnyFace, frames: Sequence[Frame]) -> Iterator[tuple[bytes, Caption]]:
    for frame in frames:
        yield face.pictures.board(say, frame.view, frame.marks, frame.names).data, frame.caption
