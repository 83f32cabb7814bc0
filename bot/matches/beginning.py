"""The step that begins a match, once all have joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.matches import joining
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Stale
from bot.matches.work import Change, Work, snapshot, text_hash
from games.draws import Part
from games.messages import Message
from storage import Seat


def seated(match: LoadedMatch, seats: Sequence[Seat], part: Part) -> Change:
    """Return the seats and parts after a player has joined; the match begins when all seats are taken.

    From then on nothing changes the parts any more, and the seed follows from what is stored: whatever breaks, it is
    the same when it is worked out again.
    """
    parts = joining.joined(match.parts, part)
    if not complete(seats):
        return Change(seats=tuple(seats), parts=joining.dump(parts))
    return _begun(match, seats, parts)


def complete(seats: Sequence[Seat]) -> bool:
    """Return True if somebody sits on every seat: nobody is missing any more."""
    return all(s.user_id is not None and s.status == "accepted" for s in seats)


def all_there(match: LoadedMatch) -> Change:
    """Return what begins a match for which everybody is there already. Raises `Stale` where it has begun."""
    if match.match.status != "lobby":
        raise Stale(Message("This match has begun already."))
    return _begun(match, match.match.seats, match.parts)


def _begun(match: LoadedMatch, seats: Sequence[Seat], parts: joining.Parts) -> Change:
    """Return what begins a match once all have joined."""
    there = [s.user_id for s in seats if s.user_id is not None]
    users, parts = joining.begin(match.match.seed, parts, there, drawn=match.match.drawn)
    taken, stored = tuple(Seat(n, user, "accepted") for n, user in enumerate(users)), joining.dump(parts)
    begun = LoadedMatch(replace(match.match, status="running", seats=taken, parts=stored), match.face, (), match.past)
    begun.position = match.start
    work = Work(begun)
    work.react()
    text = work.text or snapshot(match.face.game, begun.position)
    return Change(
        tuple(work.actions),
        tuple(work.replayed),
        work.position,
        text,
        text_hash(text),
        choices=work.choices,
        status="running",
        seats=taken,
        parts=stored,
        keep_open=True,
        told=tuple(users),
    )
