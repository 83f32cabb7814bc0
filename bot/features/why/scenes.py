"""What can be explained of a match: the entries that belong together, as one reader saw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.limits import SELECT_TEXT
from bot.matches.loaded import LoadedMatch
from bot.panels.face import Scene, Subject, Why
from bot.panels.model import AnyView
from bot.people.names import names_at
from bot.publish.summary import shown, summarize
from bot.texts import story
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases
from games.history import Replayed

RECENT: Final = 8
"""So many of the last scenes can be chosen from."""


def scene(match: LoadedMatch, number: int, reader: int | None, names: Names = NOBODY) -> Scene[AnyView] | None:
    """Return the scene that entry `number` is a part of, as a seat saw it (`None`: as everybody did).

    `None` where that entry has nothing to explain, and for games that explain nothing. A scene does not go beyond a
    turn's end, unless what is explained does.
    """
    entries = _counted(match)
    at = next((at for at, one in enumerate(entries) if one.number == number), None)
    if at is None or not _covered(match, entries[at], reader):
        return None
    first, last = _reach(match, entries, at, reader)
    return _scene(match, entries[first : last + 1], reader, names)


def _reach(match: LoadedMatch, entries: Sequence[Replayed], at: int, reader: int | None) -> tuple[int, int]:
    """Return the places of the first and the last entry of the scene of the one at a place."""
    first = last = at
    while first and _goes_on(match, entries[first - 1]) and _covered(match, entries[first - 1], reader):
        first -= 1
    while last + 1 < len(entries) and _goes_on(match, entries[last]) and _covered(match, entries[last + 1], reader):
        last += 1
    return first, last


def _scene(match: LoadedMatch, entries: Sequence[Replayed], reader: int | None, names: Names) -> Scene[AnyView]:
    view = match.face.game.view
    events = [event for one in entries for event in shown(match, one, reader)]
    before, after = view(entries[0].before.state, reader), view(entries[-1].after.state, reader)
    return Scene(before, events, after, names_at(names, entries[0].number))


def same(match: LoadedMatch, one: int, other: int, reader: int | None) -> bool:
    """Return True if two entries are of the same scene."""
    entries = _counted(match)
    at = next((at for at, entry in enumerate(entries) if entry.number == one), None)
    if at is None or one == other:
        return one == other
    first, last = _reach(match, entries, at, reader)
    return entries[first].number <= other <= entries[last].number


class Recent(NamedTuple):
    """A scene that has something to explain, in two lines."""

    number: int
    """Its last entry."""
    began: str
    """Its first sentence."""
    outcome: str
    """Its last one, the outcome; empty where there is only one."""


def recent(say: Phrases, match: LoadedMatch, reader: int | None, names: Names) -> list[Recent]:
    """Return the last scenes that have something to explain, newest first."""
    why, entries, found = match.face.why, _counted(match), list[Recent]()
    at = len(entries) - 1
    while why is not None and at >= 0 and len(found) < RECENT:
        if not _covered(match, entries[at], reader):
            at -= 1
            continue
        first, last = _reach(match, entries, at, reader)
        if why.subjects(say, _scene(match, entries[first : last + 1], reader, names)):
            found.append(_recent(say, match, reader, names, entries[first : last + 1], why))
        at = first - 1
    return found


def _recent(
    say: Phrases, match: LoadedMatch, reader: int | None, names: Names, entries: Sequence[Replayed], why: Why[AnyView]
) -> Recent:
    def explained(one: Replayed, events: list[Any]) -> list[Any]:
        """Leave out what followed upon it, such as what was drawn after a turn."""
        last = max((at for at, event in enumerate(events) if why.covers([event])), default=-1)
        return events[: last + 1]

    before, until = entries[0].number - 1, entries[-1].number
    told = summarize(say, match, before, names, reader, until, part=explained).sentences
    began = story.gist(told[:1], SELECT_TEXT)
    shown = [text for one in told[1:] if (text := story.gist([one], SELECT_TEXT))]
    return Recent(until, began, shown[-1] if shown else "")


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


def _goes_on(match: LoadedMatch, one: Replayed) -> bool:
    """Return True if what follows upon an entry may belong to the same scene."""
    why = match.face.why
    if one.step is None or not one.step.turns_ended:
        return True
    return why is not None and why.runs(match.face.game.view(one.after.state, None))
