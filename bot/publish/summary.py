"""What happened in a part of a match, as a reader may know it: in sentences, as events, as scenes for films."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bot.matches.loaded import LoadedMatch
from bot.panels.face import Scene
from bot.panels.model import AnyView
from bot.people.names import names_at
from bot.texts import agreements as agreed
from bot.texts import story
from bot.texts.phrases import Phrases
from games import agreements
from games.history import Replayed, openly

Names = Mapping[int, str]
AGREEMENTS: Final = (
    agreements.Resigned,
    agreements.TimedOut,
    agreements.DrawOffered,
    agreements.TakebackAsked,
    agreements.HandedOver,
)
"""Events that belong to no game; the entry's own tokens say more than they do."""


@dataclass(slots=True)
class Summary:
    """What happened in a part of a match."""

    sentences: list[str] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    """The game's events of what counts, as the reader may see them."""
    latest: range = range(0)
    """Which of the sentences tell of the latest moves."""

    def those(self, wanted: Callable[[str], bool]) -> Summary:
        """Return the same with those sentences alone that are wanted."""
        begin, end = (sum(map(wanted, self.sentences[:at])) for at in (self.latest.start, self.latest.stop))
        return Summary([*filter(wanted, self.sentences)], self.events, range(begin, end))


def _whole(one: Replayed, events: list[Any]) -> list[Any]:
    return events


def _all(one: Replayed) -> bool:
    return True


def summarize(
    say: Phrases,
    match: LoadedMatch,
    after: int,
    names: Names,
    reader: int | None = None,
    until: int | None = None,
    *,
    without_end: bool = False,
    summed: bool = False,
    latest: range = range(0),
    wanted: Callable[[Replayed], bool] = _all,
    part: Callable[[Replayed, list[Any]], list[Any]] = _whole,
) -> Summary:
    """Sum up the entries after number `after` up to number `until` (now).

    Of an action that was taken back within this part, nothing is told. `without_end` leaves out the agreement or
    timeout that ended the match, for texts whose headline says it. What successive actions have led to is told together
    where the game does that, and `summed` up (`Words.together`). The entries with the numbers `latest` are the
    latest moves. Entries that are not `wanted` are left out, and `part` chooses those events of an entry that count.
    """
    summary, run = Summary(), _Run(say, match, summed=summed)
    told: dict[int, int] = {}
    for done in filter(wanted, match.past.after(after, until)):
        if done.number in (latest.start, latest.stop):
            summary.sentences.extend(run.ends())
            told[done.number] = len(summary.sentences)
        if done.entry.tokens == (agreements.DRAW, "offer") and match.position.offers:
            continue  # it stands above all that, with whose answer is missing
        if done.entry.kind == "undo" and all(number > after for number in done.takes_back):
            continue  # of what was taken back nothing is told either
        if without_end and _ends(match, done):
            continue
        if done.entry.kind not in ("undo", "agreement"):
            events = part(done, shown(match, done, reader)) if match.past.counts(done.number) else []
            summary.sentences.extend(run.goes_on(events, names_at(names, done.number)))
        else:
            summary.sentences.extend(run.ends())
            sentences, events = tell(say, match, done, names, reader, partial(part, done))
            summary.sentences.extend(sentences)
        summary.events.extend(events)
    summary.sentences.extend(run.ends())
    begin, end = (0 if number <= after else told.get(number, len(summary.sentences)) for number in _bounds(latest))
    summary.latest = range(begin, end)
    return summary


def _bounds(numbers: range) -> tuple[int, int]:
    return numbers.start, numbers.stop


class _Run:
    """Events of successive entries that are told together, as long as players are called alike."""

    def __init__(self, say: Phrases, match: LoadedMatch, *, summed: bool) -> None:
        self._say = say
        self._summed = summed
        self._words = match.face.words
        self._events: list[Any] = []
        self._names: Names = {}

    def goes_on(self, events: list[Any], names: Names) -> list[str]:
        """Add the events of one more entry; return the sentences about those that are not told together with it."""
        if self._words.together is None:
            return self._words.tell(self._say, events, names)
        told = [] if names == self._names else self.ends()
        self._events += events
        self._names = names
        return told

    def ends(self) -> list[str]:
        """Return the sentences about all that was added and is not told yet."""
        if self._words.together is None or not self._events:
            return []
        told = self._words.together(self._say, self._events, self._names, self._summed)
        self._events = []
        return told


def _ends(match: LoadedMatch, one: Replayed) -> bool:
    """Return True for an agreement or a timeout that ended the match: how it ended says all of it."""
    return one.entry.kind == "agreement" and one.number == match.newest and match.match.status == "over"


def tell(
    say: Phrases,
    match: LoadedMatch,
    one: Replayed,
    names: Names,
    reader: int | None,
    part: Callable[[list[Any]], list[Any]] = list,
) -> tuple[list[str], list[Any]]:
    """Return sentences about one entry of the history, and its game's events as the reader may see them.

    `part` chooses those of its events that are told. Of what does not count any more nothing is told: it was taken
    back, and that is told.
    """
    all_names, names = names, names_at(names, one.number)
    who = names.get(one.entry.seat) or say("somebody")
    sentences: list[str] = []
    events: list[Any] = []
    if one.entry.kind == "undo":
        return [_undone(say, match, one, who, names)], events
    if one.entry.kind == "agreement":
        before = names_at(all_names, one.number - 1).get(one.entry.seat)
        sentences.append(agreed.action_text(say, one.entry.tokens, who, before or say("somebody")))
        if one.takes_back:
            sentences.append(agreed.taken_back(say, len(one.takes_back)))
    if match.past.counts(one.number):
        events = part(shown(match, one, reader))
        sentences += match.face.words.tell(say, events, names)
    return sentences, events


def _undone(say: Phrases, match: LoadedMatch, one: Replayed, who: str, names: Names) -> str:
    (number,) = one.takes_back
    taken = match.past.entry(number)
    words, tokens = match.face.words, taken.entry.tokens
    if taken.step is not None and taken.step.secret:  # whoever takes a sealed answer back may well give it again
        tokens = openly(match.face.game, taken.entry)
        if not tokens:
            return say("{player} undid a secret answer", player=who)
    action = words.action_text(say, tokens, names)
    return say("{player} undid {action}", player=who, action=action)


STAKE: Final = 160
"""How many characters of what a takeback would undo are told at most, the newest first."""


def at_stake(say: Phrases, match: LoadedMatch, seat: int, names: Names) -> str:
    """Return what a takeback that a seat asks for would undo; empty where it would undo nothing."""
    gone: list[Replayed] = []
    for one in reversed(match.past.revocable):
        gone.append(one)
        if one.entry.seat == seat:
            break
    else:
        return ""
    actions = story.joined([text for one in reversed(gone) for text in _done(say, match, one, names)], STAKE)
    return say("It would take back: {actions}", actions=actions) if actions else ""


def _done(say: Phrases, match: LoadedMatch, one: Replayed, names: Names) -> list[str]:
    """Return what everybody was told of an entry; where that is nothing, what kind of action it was."""
    told = story.results(tell(say, match, one, names, None)[0])
    if told or one.step is None or (one.step.secret and not openly(match.face.game, one.entry)):
        return told
    then = names_at(names, one.number)
    who = then.get(one.entry.seat) or say("somebody")
    action = match.face.words.action_text(say, one.entry.tokens[:1], then)
    return [say("{player}: {action}", player=who, action=action)]


def scene(match: LoadedMatch, after: int, until: int, names: Names) -> Scene[AnyView] | None:
    """Return the scene of the entries `after` + 1 to `until`: from the first to the last that belongs into a film.

    `None` where there is none, and for games without films.
    """
    film = match.face.film
    if film is None:
        return None
    entries = [one for one in match.past.after(after, until) if one.step is not None and match.past.counts(one.number)]
    filmed = [at for at, one in enumerate(entries) if film.covers(shown(match, one, None))]
    return _scene(match, entries[filmed[0] : filmed[-1] + 1], names) if filmed else None


def _scene(match: LoadedMatch, filmed: Sequence[Replayed], names: Names) -> Scene[AnyView]:
    """Return the scene of some successive entries."""
    first, last, view = filmed[0], filmed[-1], match.face.game.view
    events = [event for one in filmed for event in shown(match, one, None)]
    before, after = view(first.before.state, None), view(last.after.state, None)
    return Scene(before, events, after, names_at(names, first.number), _earlier(match, first.number))


def _earlier(match: LoadedMatch, number: int) -> list[Any]:
    """Return what happened before an entry since something began that a film sums up (`Film.begins`)."""
    film = match.face.film
    if film is None or film.begins is None:
        return []
    found: list[list[Any]] = []
    for one in reversed(match.past.after(0, number - 1)):
        if one.step is None or not match.past.counts(one.number):
            continue
        found.append(shown(match, one, None))
        if film.begins(found[-1]):
            return [event for events in reversed(found) for event in events]
    return []


def round_scene(match: LoadedMatch, names: Names, until: int | None = None) -> Scene[AnyView] | None:
    """Return the last round, while its outcome stands after entry number `until` (now); `None` otherwise."""
    rounds, game = match.face.rounds, match.face.game
    if rounds is None:
        return None
    counted = [one for one in match.past.after(0, until) if one.step is not None and match.past.counts(one.number)]
    if not counted or not rounds.stands(game.view(counted[-1].after.state, None)):
        return None
    ends = [n for n, one in enumerate(counted) if rounds.bound(shown(match, one, None))]
    if len(ends) < 2:
        return None
    first, last = ends[-2:]
    seen = [event for one in counted[first + 1 : last + 1] for event in shown(match, one, None)]
    before, after = (game.view(counted[n].after.state, None) for n in (first, last))
    return Scene(before, seen, after, names)


def has_scene(match: LoadedMatch) -> bool:
    """Return True if anything has happened that can be filmed."""
    film = match.face.film
    entries = (one for one in reversed(match.past.after(0)) if one.step is not None and match.past.counts(one.number))
    return film is not None and any(film.covers(shown(match, one, None)) for one in entries)


def latest_scene(match: LoadedMatch, names: Names) -> Scene[AnyView] | None:
    """Return the newest that can be filmed: the last entries in a row that belong into a film."""
    film = match.face.film
    if film is None:
        return None
    last: list[Replayed] = []
    for one in reversed(match.past.after(0)):
        if one.step is None or not match.past.counts(one.number):
            continue
        if film.covers(shown(match, one, None)):
            last.append(one)
        elif last:
            break
    return _scene(match, last[::-1], names) if last else None


def shown(match: LoadedMatch, one: Replayed, reader: int | None) -> list[Any]:
    """Return the game's events of an entry, as the reader may see them; each is shown to a reader once."""
    events = one.step.events if one.step is not None else ()
    kept, key = match.past.shown, (one.number, reader)
    cached = kept.get(key)
    if cached is None or cached[0] is not events:  # an entry that somebody else was faster with has the same number
        seen = (match.face.game.show(event, reader) for event in events if not isinstance(event, AGREEMENTS))
        cached = kept[key] = (events, [event for event in seen if event is not None])
    return cached[1]
