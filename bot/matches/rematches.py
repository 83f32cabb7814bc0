"""Rematches: the same match once more, opened by whoever asks first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby, RematchOpen, must_be_posted
from bot.matches.refusals import Refusal
from bot.matches.wishes import Wish
from games.messages import Message
from storage import Seat

MayOpen = Callable[[Wish], Awaitable[None]]
"""Raises `Refusal` where somebody may not open the match that they wish for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking: the rematch was opened, or the one who asked now takes part in it."""

    outcome: Literal["opened", "accept", "join"]
    rematch: LoadedMatch


async def rematch(lobby: Lobby, match: LoadedMatch, user_id: int, may_open: MayOpen, *, interaction_id: int) -> Asked:
    """Open the same match again, with the same options and teams, the one who asks as the challenger.

    However many ask at once, there is one rematch, and the others take part in it; the same interaction again changes
    nothing. `may_open` is asked where no rematch is open. Raises `Refusal`.
    """
    wish = _same_again(match, user_id)
    if await lobby.store.matches.open_rematch(match.id) is None:
        await may_open(wish)
    try:
        opened = await lobby.new(wish, interaction_id=interaction_id)
    except RematchOpen as there:
        return await _take_part(lobby, await lobby.matches.load(there.match_id), user_id, interaction_id)
    found = await lobby.matches.load(opened)
    return Asked("opened" if found.match.creator == user_id else "accept", found)


async def _take_part(lobby: Lobby, there: LoadedMatch, user_id: int, interaction_id: int) -> Asked:
    """Take the seat that one is invited to; whoever has declined and thinks again finds it open."""
    if there.match.status == "running":
        raise Refusal(Message("The rematch has begun already."))
    if there.match.creator == user_id:
        raise Refusal(Message("You have asked for a rematch already; it is waiting for an answer."))
    must_be_posted(there)
    if any(s.user_id == user_id for s in there.match.seats):
        return Asked("accept", await lobby.accept(there, user_id, interaction_id=interaction_id))
    return Asked("join", await lobby.join(there, user_id, interaction_id=interaction_id))


def _same_again(match: LoadedMatch, user_id: int) -> Wish:
    """Return the match once more, as a challenge by this player. Raises `Refusal`."""
    if match.match.status != "over":
        raise Refusal(Message("You can ask for a rematch when the match is over."))
    players = {seat.seat: _player(match, seat) for seat in match.match.seats}
    mine = next((number for number, player in players.items() if player == user_id), None)
    if mine is None:
        raise Refusal(Message("Only those who played can ask for a rematch."))
    if match.match.across:
        raise Refusal(Message("A match across servers has no rematch. `/seek new` finds you the next one."))
    others = tuple(player for number, player in players.items() if number != mine)
    if None in others and (match.match.private or not computers.people(others)):
        raise Refusal(
            Message("Somebody who played has deleted their data, so there is no rematch. Open a new match instead.")
        )
    assert match.match.channel_id is not None
    return Wish(
        game=match.match.game,
        formation=match.formation.id,
        language=match.language,
        creator=user_id,
        opponents=others,
        options=match.options,
        private=match.match.private,
        guild_id=match.match.guild_id,
        channel_id=match.match.channel_id,
        rematch_of=match.id,
        pace=match.match.pace,
        rated=match.match.rated,
        seat=mine,
    )


def _player(match: LoadedMatch, seat: Seat) -> int | None:
    """Return who is to play a seat again: the person for whom a computer has played on; `None` for the deleted."""
    users = [former.user_id for former in match.match.former if former.seat == seat.seat]
    person = next((user for user in reversed(users) if not computers.is_computer(user)), None)
    player = person if person is not None and computers.is_computer(seat.user_id) else seat.user_id
    return player if player is not None and player > 0 else None
