"""What can be explained of a match: the entries that belong together, as one reader saw them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.loaded import LoadedMatch
from bot.panels.face import Scene, Subject
from bot.panels.model import AnyView
from bot.people.names import names_at
from bot.publish.summary import shown
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases
from games.history import Replayed


def scene(match: LoadedMatch, number: int, reader: int | None, names: Names = NOBODY) -> Scene[AnyView] | None:
    """Return the scene that entry `number` is a part of, as a seat saw it (`None`: as everybody did).

    `None` where that entry has nothing to explain, and for games that explain nothing. A scene does not go beyond a
    turn's end.
    """
    entries = _counted(match)
    at = next((at for at, one in enumerate(entries) if one.number == number), None)
    if at is None or not _covered(match, entries[at], reader):
        return None
    first = last = at
    while first and not _ends_turn(entries[first - 1]) and _covered(match, entries[first - 1], reader):
        first -= 1
    while not _ends_turn(entries[last]) and last + 1 < len(entries) and _covered(match, entries[last + 1], reader):
        last += 1
    view = match.face.game.view
    events = [event for one in entries[first : last + 1] for event in shown(match, one, reader)]
    before, after = view(entries[first].before.state, reader), view(entries[last].after.state, reader)
    return Scene(before, events, after, names_at(names, entries[first].number))


def latest(say: Phrases, match: LoadedMatch, reader: int | None, after: int = 0) -> int | None:
    """Return the newest entry after number `after` that has something to explain; `None` where there is none."""
    for one in reversed(_counted(match)):
        if one.number <= after:
            break
        if _covered(match, one, reader) and subjects(say, match, one.number, reader):
            return one.number
    return None


def subjects(say: Phrases, match: LoadedMatch, number: int, reader: int | None) -> Sequence[Subject]:
    """Return what can be asked about at an entry, what matters most to the reader first."""
    why, found = match.face.why, scene(match, number, reader)
    return why.subjects(say, found) if why is not None and found is not None else ()


def _counted(match: LoadedMatch) -> list[Replayed]:
    return [one for one in match.past.after(0) if one.step is not None and match.past.counts(one.number)]


def _covered(match: LoadedMatch, one: Replayed, reader: int | None) -> bool:
    why = match.face.why
    return why is not None and why.covers(shown(match, one, reader))


def _ends_turn(one: Replayed) -> bool:
    return one.step is not None and bool(one.step.turns_ended)
