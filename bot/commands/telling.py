"""The history of a match in words, and its record."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.people.names import names_at
from bot.publish.summary import tell
from bot.texts.phrases import Phrases
from games import record as records
from games.history import Handover, Replayed


async def history(request: Request, match: LoadedMatch) -> str:
    """Return what happened, one entry a line, as the asker may know it. Raises `Refusal`."""
    match.must_have_begun()
    names = await request.services.names.seats(request.say, match)
    seat = match.seat_of(request.user)
    told = await asyncio.to_thread(_told, request.say, match, names, seat)  # a long history takes its time
    return told or request.say("Nothing has happened yet.")


def _told(say: Phrases, match: LoadedMatch, names: Mapping[int, str], seat: int | None) -> str:
    past = match.past
    return "\n".join(_line(say, match, one, names, seat, counts=past.counts(one.number)) for one in past.after(0))


def _line(
    say: Phrases, match: LoadedMatch, one: Replayed, names: Mapping[int, str], seat: int | None, *, counts: bool
) -> str:
    told, _ = tell(say, match, one, names, seat, counts=counts)
    if told:
        return f"{one.number}. {' · '.join(told)}"
    who = names_at(names, one.number).get(one.entry.seat) or say("somebody")
    said = _said(say, match, one, seat)
    if counts:
        return f"{one.number}. {who}: {said}"
    return say("{number}. {player}: {action} (taken back)", number=str(one.number), player=who, action=said)


def _said(say: Phrases, match: LoadedMatch, one: Replayed, seat: int | None) -> str:
    """Return the action itself; a secret one as its events alone, which know what the asker may read."""
    secret = one.step is not None and one.step.secret
    if secret and one.entry.seat != seat and match.match.status != "over":
        return say("a secret answer")
    return match.face.words.action_text(say, one.entry.tokens)


def record(match: LoadedMatch, user: int) -> dict[str, Any]:
    """Return the match record as the asker may have it: without secret and sealed answers while the match runs.

    Raises `Refusal`.
    """
    match.must_have_begun()
    return records.make(
        match.face.game,
        match.formation,
        match.options,
        match.match.seed,
        [one.entry for one in match.replayed],
        reader=match.seat_of(user),
        parts=match.parts,
        drawn=match.match.drawn,
        handovers=handovers(match),
    )


def handovers(match: LoadedMatch) -> list[Handover]:
    """Return who has taken which seat over; for a user who was forgotten since, no id."""
    numbers = [(one.until, match.player_at(one.seat, one.until)) for one in match.match.former]
    return [Handover(number, user if user is not None and user > 0 else None) for number, user in numbers]
