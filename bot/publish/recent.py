"""What there is to tell somebody: what has happened since they last acted, by others and by themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.matches.loaded import LoadedMatch
from bot.publish.missed import Missed
from bot.publish.summary import Names, Summary, shown, summarize
from bot.texts import match as texts
from bot.texts import story
from bot.texts.phrases import Phrases
from games.history import Replayed


@dataclass(frozen=True, slots=True)
class Recap:
    """News for those who are asked: all since their own last turn, apart from the turn that is on."""

    before: Summary
    now: Summary


def last_own(match: LoadedMatch, users: Sequence[int]) -> int:
    """Return the number of the last entry of any of these users, 0 if there is none."""
    return match.past.last_of(_seats(match, users))


def _seats(match: LoadedMatch, users: Sequence[int]) -> list[int]:
    return [seat.seat for seat in match.match.seats if seat.user_id in users]


def recap(
    say: Phrases, match: LoadedMatch, names: Names, users: Sequence[int], since: int, reader: int | None = None
) -> Recap:
    """Return the news for these users: everything since the end of their own last turn, while this turn lasts.

    Before anybody's first turn it is what came after entry number `since`, and after their own last entry.
    """
    seats = _seats(match, users)
    turn = match.past.turn_end()
    if not users or not turn:
        start = since if since < match.newest else last_own(match, users) if users else match.newest - 1
        return Recap(Summary(), summarize(say, match, max(0, start), names, reader, without_end=True, summed=True))
    told, last = partial(summarize, say, match, names=names, reader=reader, summed=True), latest_turn(match, seats)
    return Recap(
        told(_seen(match, seats, turn), until=turn, latest=last),
        told(turn, without_end=True, latest=last),
    )


def seen_until(match: LoadedMatch, user: int) -> int:
    """Return the number of the last entry that a user saw in their last turn; of who does not play, before the last."""
    seats = _seats(match, [user])
    if seats:
        return _seen(match, seats, match.past.turn_end())
    before = match.past.after(0, max(0, match.past.turn_end() - 1))
    ends = (one.number for one in reversed(before) if one.step is not None and one.step.turns_ended)
    return next((number for number in ends if match.past.counts(number)), 0)


def _seen(match: LoadedMatch, seats: Sequence[int], turn: int) -> int:
    """Return the number of the last entry that these seats saw in their own last turn.

    An answer of somebody else's that ended it is news to them. Who has had no turn yet has seen what came before the
    last action of their own.
    """
    end = match.past.turn_end(seats)
    if end and match.past.entry(end).entry.seat not in seats:
        return end - 1
    return end or match.past.last_of(seats, until=turn)


def latest_turn(match: LoadedMatch, seats: Collection[int] = (), until: int | None = None) -> range:
    """Return the numbers of the entries up to `until` that are the latest moves of players other than these.

    That is the turn that is on, where any of the others has acted in it, else the one before it. Of a match that is
    over it is the last whole turn, with what came after it.
    """
    past, end = match.past, match.newest if until is None else until
    turn = past.turn_end(until=until)
    acted = (one for one in past.after(turn, until) if one.entry.seat not in seats and past.counts(one.number))
    if match.match.status == "over":
        return range(past.turn_end(until=turn - 1) + 1, end + 1)
    if any(one.entry.kind == "action" for one in acted) or not turn:
        return range(turn + 1, end + 1)
    return range(past.turn_end(until=turn - 1) + 1, turn + 1)


def missed(say: Phrases, match: LoadedMatch, names: Names, user: int) -> Missed:
    """Return what others did since a player's last turn and action."""
    seats, turn = _seats(match, [user]), match.past.turn_end()
    start = max(_seen(match, seats, turn), last_own(match, [user]))
    reader = match.seat_of(user)
    last = match.past.entry(start) if start and reader is not None else None
    own = last is not None and last.entry.seat == reader and last.entry.kind == "action"
    first = start - own  # what others did with the same step is news, too

    def part(one: Replayed, events: list[Any]) -> list[Any]:
        return _besides(match, reader, events) if reader is not None and one.number == start and own else events

    told = partial(summarize, say, match, names=names, reader=reader, summed=True, part=part)
    earlier = told(first, until=turn, latest=latest_turn(match, seats)) if start < turn else Summary()
    news = told(turn if start < turn else first, without_end=True, latest=range(1, match.newest + 1))
    return Missed(say, earlier, news, reader, "" if reader is None else names.get(reader, ""))


def _by(match: LoadedMatch, reader: int | None, one: Replayed, events: list[Any]) -> list[Any]:
    """Return what a reader did with an entry of their own, and what came of it.

    What is told anew by something that has happened since is left to that.
    """
    words = match.face.words
    since = [
        event
        for later in match.past.after(one.number)
        if match.past.counts(later.number)
        for event in shown(match, later, reader)
    ]
    own = events if reader is None else words.own(events, reader)
    return [event for event in own if not words.outdated(event, since)]


def _besides(match: LoadedMatch, reader: int, events: list[Any]) -> list[Any]:
    """Return what others did with a reader's step."""
    own = {id(event) for event in match.face.words.own(events, reader)}
    return [event for event in events if id(event) not in own]


def own_move(say: Phrases, match: LoadedMatch, names: Names, user: int, since: int, rows: int, space: int) -> str:
    """Return what came of what a player has done after entry `since`, in so many lines of a phone and of a laptop."""
    seats, reader = _seats(match, [user]), match.seat_of(user)

    def wanted(one: Replayed) -> bool:
        return one.entry.seat in seats and one.entry.kind != "undo"

    told = summarize(say, match, since, names, reader, wanted=wanted, part=partial(_by, match, reader)).sentences
    under, left_out = partial(texts.own_move, say), partial(texts.left_out, say)
    return story.within(told, rows, space, under=under, left_out=left_out)
