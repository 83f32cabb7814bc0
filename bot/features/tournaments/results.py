"""What a match comes to for its tournament, stored in the step that ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.features.tournaments import course
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.matches.work import Change, Extension
from bot.pairings.rounds import DRAW, LOSS, WIN
from games import agreements, standing
from games.api import Result
from storage import Settled, StoredPairing
from storage.tournament_rows import How, Points


class Ends(Extension):
    """Lets the end of every match of a tournament count in the same step."""

    def __init__(self, matches: Matches, wake: Callable[[], None]) -> None:
        self._matches = matches
        self._wake = wake
        self._ended = False

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Add what the pairing has come to, to the step that ends its match."""
        if change.status != "over" or change.position is None:
            return change
        found = await self._matches.store.tournaments.of_match(match.id)
        if found is None:
            return change
        result = match.face.game.result(change.position.state)
        assert result is not None
        self._ended = True
        settled = settled_by(found[0].id, found[1], match, result)
        return replace(change, commit={**change.commit, "settled": settled})

    async def after_commit(self, event: CommitEvent) -> None:
        """Have the tournaments looked at once a match of one has ended."""
        if self._ended:
            self._ended = False
            self._wake()


def settled_by(tournament_id: str, pairing: StoredPairing, match: LoadedMatch, result: Result) -> Settled:
    """Return what a pairing comes to by the result of its match."""
    points, how = points_of(match, result)
    # In a match that is played once more because of a draw they have exchanged seats.
    first, second = points[::-1] if pairing.game % 2 else points
    return Settled(tournament_id, pairing.round, pairing.board, pairing.match_id, (first, second), how)


def points_of(match: LoadedMatch, result: Result) -> tuple[Points, How]:
    """Return the points of the two teams of a match that is over, the team of the first seat first.

    Where a match was called off because somebody's time was over, these have lost; the others have won.
    """
    teams = course.sides(match.formation)
    if result.reason == agreements.ABANDONED:
        late = {one.seat for one in match.match.clocks if one.out_at is not None}
        there = [not late & set(seats) for seats in teams]
        if not late:
            return (LOSS, LOSS), "late"
        return (WIN if there[0] else LOSS, WIN if there[1] else LOSS), "late"
    best = [min(n for n, group in enumerate(result.ranking) if set(group) & set(seats)) for seats in teams]
    return POINTS[(best[0] > best[1]) - (best[0] < best[1])], "played"


def lost(pairing: StoredPairing, match: LoadedMatch) -> list[int]:
    """Return the seats of those who have lost a pairing that was decided without its match."""
    points = pairing.points or (LOSS, LOSS)
    each = points[::-1] if pairing.game % 2 else points
    sides = zip(course.sides(match.formation), each, strict=True)
    return [seat for seats, its in sides if its == LOSS for seat in seats]


POINTS: Final[dict[int, Points]] = {-1: (WIN, LOSS), 0: (DRAW, DRAW), 1: (LOSS, WIN)}


def has_acted(match: LoadedMatch, seats: Sequence[int]) -> bool:
    """Return True if somebody of these seats has played anything that counts.

    What the rules do unasked nobody has done: in Monsters & Myths the first seat deals so.
    """
    return any(
        one.entry.kind == "action"
        and one.entry.seat in seats
        and match.past.counts(one.number)
        and standing.unasked(match.face.game, one.before.state) != (one.entry.seat, one.entry.tokens)
        for one in (match.replayed if match.entries else ())
    )
