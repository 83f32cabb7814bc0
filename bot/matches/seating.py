"""Who sits where: the seats of a challenge, the side that a newcomer takes, what is said of seats to be drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from games.api import Formation
from games.messages import Message
from storage import Seat

Why = Literal["own", "vote", "left", "back"]
"""Why a seat is on offer: its player wants a substitute, the others want one, its player has left the server; or the
computer plays on, and the player who had the seat may have it back."""
Side = Literal["with", "against"]
"""A side as seen from the one who opened the match."""
SIDES: Final[tuple[Side, ...]] = ("with", "against")


def others(formation: Formation, ally: int | None, opponents: Sequence[int], *, drawn: bool) -> tuple[int | None, ...]:
    """Return who takes the seats after the first, which is that of the match's creator; `None` for open ones.

    Where the seats are drawn everybody else is an opponent as yet. Raises `Refusal`.
    """
    with_me = [not drawn and formation.allied(0, seat) for seat in range(1, formation.seats)]
    if ally is not None and drawn:
        raise Refusal(
            Message("The teams are drawn, so nobody can be your ally yet; name everybody else as an opponent.")
        )
    if ally is not None and True not in with_me:
        raise Refusal(
            Message(
                "In “{teams}” nobody plays on your side; leave `ally` out, or choose other `teams`.",
                teams=formation.title,
            )
        )
    room = with_me.count(False)
    if len(opponents) > room:
        raise Refusal(
            Message.counted(
                "“{teams}” has room for one opponent; name only one, or choose other `teams`.",
                "“{teams}” has room for {count} opponents; name no more, or choose other `teams`.",
                room,
                teams=formation.title,
            )
        )
    allies, named = iter([] if ally is None else [ally]), iter(opponents)
    return tuple(next(allies if mine else named, None) for mine in with_me)


def each_alone(formation: Formation, players: int) -> bool:
    """Return True if a formation has so many players, each alone."""
    return formation.seats == players == len(set(formation.teams))


def undecided(match: LoadedMatch) -> bool:
    """Return True if the seats are still to be drawn."""
    return match.match.drawn and not match.started


def mates(match: LoadedMatch, seat: int) -> list[int]:
    """Return the other seats of a seat's team."""
    formation = match.formation
    return [other for other in range(formation.seats) if other != seat and formation.allied(seat, other)]


def side_of(match: LoadedMatch, seat: int) -> Side:
    """Return the side of a seat as seen from the match's creator."""
    own = next((s.seat for s in match.match.seats if s.user_id == match.match.creator), 0)
    return "with" if match.formation.allied(own, seat) else "against"


def open_sides(match: LoadedMatch) -> list[Side]:
    """Return the sides that a newcomer can choose from; none where there is nothing to choose."""
    teams = match.formation.teams
    if undecided(match) or len(set(teams)) == len(teams):
        return []
    free = {side_of(match, s.seat) for s in match.match.seats if s.user_id is None}
    return [side for side in SIDES if side in free]


def free_seat(match: LoadedMatch, side: str | None) -> Seat:
    """Return the open seat for a newcomer who wants to be on that side, or on any. Raises `Refusal`."""
    free = [s for s in match.match.seats if s.user_id is None]
    if not free:
        raise Refusal(Message("There is no open seat in this match."))
    if side is None:
        # Where most are missing; the others' side where both lack as many.
        sides = [side_of(match, s.seat) for s in free]
        return max(free, key=lambda s: (sides.count(side_of(match, s.seat)), side_of(match, s.seat) == "against"))
    if side not in SIDES:
        raise Refusal(Message("There is no such team; choose one from the list."))
    if undecided(match):
        raise Refusal(Message("The teams of this match are drawn when everybody is there; join without choosing one."))
    found = next((s for s in free if side_of(match, s.seat) == side), None)
    if found is None:
        raise Refusal(Message("There is no open seat on that side."))
    return found


def names(match: LoadedMatch, words: Mapping[int, str]) -> list[list[str]]:
    """Return words for the seats, such as names, by teams; each alone while the seats are still to be drawn."""
    if undecided(match):
        return [[words[s.seat]] for s in match.match.seats if s.seat in words]
    teams: dict[int, list[str]] = {}
    for seat, team in enumerate(match.formation.teams):
        if seat in words:
            teams.setdefault(team, []).append(words[seat])
    return list(teams.values())


# Seats for which a substitute is looked for


def offered(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that are on offer."""
    return [seat for seat in seats if seat.offered is not None]


def gives_way(match: LoadedMatch, seat: Seat, why: str) -> bool:
    """Return True if the search for a substitute for a seat gives way to one for another reason.

    A player's own offer to a friend, who may never answer, gives way to a vote, and every own offer where its player
    has left. Not in a private match, which nobody else can see.
    """
    own = seat.offered == "own" and not match.match.private
    return own and (why == "left" or (why == "vote" and seat.offered_to is not None))


def may_vote_on(match: LoadedMatch, number: int) -> bool:
    """Return True if the others can put a late player's seat on offer to anybody."""
    wanted = [s for s in offered(match.match.seats) if s.seat == number]
    return not match.match.private and all(gives_way(match, s, "vote") for s in wanted)


def stood_in(seats: Sequence[Seat], user_id: int) -> Seat | None:
    """Return the seat on which the computer plays until this user comes back; `None` where there is none."""
    return next((seat for seat in seats if seat.offered == "back" and seat.offered_to == user_id), None)


def stop_looking(seats: Sequence[Seat], *numbers: int) -> tuple[Seat, ...]:
    """Return the seats with the search for a substitute cancelled for `numbers`."""
    return tuple(replace(s, offered=None, offered_to=None) if s.seat in numbers else s for s in seats)


def after_step(
    seats: Sequence[Seat], by: int | None, *, played: bool, playing: Collection[int], waited: Collection[int]
) -> tuple[Seat, ...] | None:
    """Return the seats after a step of seat `by`, which shows that its player is there; `None` where nothing changes.

    `playing` are the seats that are still in the match, none once it is over, and `waited` those that have to move.
    Whoever was late has to have `played`, or not to be waited for any more: offering a draw keeps nobody else waiting
    less. For a seat that is out every search ends; but whoever may have it back from the computer still may when the
    step that put it out is taken back.
    """
    ended = [
        s.seat
        for s in offered(seats)
        if not playing
        or (s.seat not in playing and s.offered != "back")
        or (s.offered == "left" and s.seat == by)
        or (s.offered == "vote" and (s.seat not in waited or (s.seat == by and played)))
    ]
    return stop_looking(seats, *ended) if ended else None


def after_more_time(seats: Sequence[Seat], seat: int) -> tuple[Seat, ...] | None:
    """Return the seats after the others gave a player time instead of a substitute; `None` where nothing changes."""
    voted = any(s.seat == seat and s.offered == "vote" for s in seats)
    return stop_looking(seats, seat) if voted else None
