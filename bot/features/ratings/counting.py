"""What a match that is over counts for: the one place that decides it. `docs/ratings.md` says the same to people.

A match moves ratings if that was chosen when it was opened, it is played in public by people alone, and everybody who
began it has ended it, whether it was played out, given up or lost on time; a draw is a draw. Whoever hands their seat
over loses rating as for a loss, and nobody else's moves. What was called off counts for nothing. Matches with computer
players move no rating and are counted apart.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.clocks import pace as paces
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.matches.work import Change, Extension
from bot.supervision import pause
from games import agreements, standing, statistics
from games.api import Action, BadNotation, Formation, Result
from games.history import BadEntry, Replayed
from storage import Came, Former, Outcome, Played, Rates, Seat

log = logging.getLogger("bot.ratings")

OWN_PACE: Final = "own"
"""Under this word all paces are counted that have no name."""
AT_ONCE: Final = 20
"""So many earlier matches are counted in one go, while others want to play."""
REST: Final = 0.05
"""Seconds between these."""
NO_KIND: Final = "unknown"
"""The kind of a match that counts for nothing because nobody can say what happened in it."""
OFF: Final = (agreements.ABANDONED,)
"""Reasons of results that count for nothing."""


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended, and what is known of how it came to that."""

    result: Result
    seats: Sequence[Seat]
    former: Sequence[Former]
    at: int
    begun: int
    turns: int
    acted: Sequence[tuple[int, Action]]
    """The actions of the game that count, with their seats."""
    late: frozenset[int]
    """The seats that did nothing more after their time had run out; where a match was called off, those out of time."""


class Counting(Extension):
    """Lets every match that ends be counted in the same step."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Add what a match came to, to the step that ends it."""
        if change.status != "over" or change.position is None:
            return change
        result = match.face.game.result(change.position.state)
        assert result is not None
        former = match.match.former if change.former is None else (*match.match.former, change.former)
        end = _with_history(
            match, result, change, tuple(change.seats or match.match.seats), former, self.matches.clock()
        )
        outcome = outcome_of(match, end, change.position.state)
        return replace(change, commit={**change.commit, "outcome": outcome})

    async def catch_up(self) -> None:
        """Count the matches that ended before results were counted, and let others play in between."""
        results = self.matches.store.results
        missing = await results.missing(self.matches.faces)
        for begin in range(0, len(missing), AT_ONCE):
            await results.enter([await self._earlier(match_id) for match_id in missing[begin : begin + AT_ONCE]])
            await pause(REST)

    async def _earlier(self, match_id: str) -> Outcome:
        match = await self.matches.load(match_id)
        stored = match.match
        try:
            result = match.result
            assert result is not None
            end = _with_history(match, result, Change(), stored.seats, stored.former, stored.updated_at)
            return outcome_of(match, end, match.state)
        except (BadEntry, BadNotation):
            log.warning("match %s counts for nothing: its history cannot be carried out", match_id)
            return Outcome(match_id, 0, stored.game, NO_KIND, "none", stored.updated_at)


def _with_history(
    match: LoadedMatch, result: Result, change: Change, seats: Sequence[Seat], former: Sequence[Former], at: int
) -> End:
    """Return the end of a match with what its entries tell, those of the last step among them."""
    done = [one for one in match.past.after(0) if match.past.counts(one.number)] if match.entries else []
    done += change.replayed
    acted = [(one.entry.seat, one.entry.tokens) for one in done if one.entry.kind == "action"]
    late = _late(match, done)
    if result.reason in OFF:
        late |= {one.seat for one in match.match.clocks if one.out_at is not None}
    turns = sum(1 for one in done if one.step is not None and one.step.turns_ended)
    begun = match.entries[0].created_at if match.entries else match.match.updated_at
    return End(result, seats, former, at, begun, turns, acted, frozenset(late))


def _late(match: LoadedMatch, done: Sequence[Replayed]) -> set[int]:
    """Return the seats that did nothing more after a time that ran out was noted of them.

    Letting the hours go by that a choice has of its own is a way to pass: the clock of the seat stands still meanwhile.
    What the rules do unasked nobody has done.
    """
    game, late = match.face.game, set[int]()
    for one in done:
        seat, state = one.entry.seat, one.before.state
        if one.entry.tokens == (agreements.TIMEOUT,):
            first = next(choice for choice in game.choices(state) if choice.seat == seat and choice.must)
            if standing.seconds_for(game, match.options, first) is None:
                late.add(seat)
        elif one.entry.kind == "action" and seat in late and standing.unasked(game, state) != (seat, one.entry.tokens):
            late.remove(seat)
    return late


def outcome_of(match: LoadedMatch, end: End, state: object) -> Outcome:
    """Return what a match came to, as far as it counts; one with nobody in it where it does not."""
    stored, formation = match.match, match.formation
    everybody = [*(s.user_id for s in end.seats), *(one.user_id for one in end.former)]
    levels = [computers.level_of(user) for user in everybody if user is not None and computers.is_computer(user)]
    words = statistics.counts_of(match.face.game, state, end.acted, formation.seats)
    counts = (stored.in_dm and not stored.across) or not stored.private
    played = tuple(_played(formation, end, words)) if counts else ()
    return Outcome(
        match_id=match.id,
        guild_id=stored.guild_id or 0,
        game=stored.game,
        kind=statistics.kind_of(formation),
        rates=_rates(match, end, played),
        ended_at=end.at,
        computer=levels[0] if levels else "",
        pace=_pace_word(match),
        turns=end.turns,
        lasted=max(0, end.at - end.begun),
        played=played,
    )


def _pace_word(match: LoadedMatch) -> str:
    if match.pace is None:
        return paces.NO_CLOCK
    return paces.name_of(match.pace) or OWN_PACE


def _rates(match: LoadedMatch, end: End, played: Sequence[Played]) -> Rates:
    """Return whose ratings a match moves."""
    stored = match.match
    if not stored.rated or stored.private or stored.in_dm or end.result.reason in OFF:
        return "none"
    if not all(one.person for one in played):
        return "none"
    if end.former:
        return "leavers" if any(one.came == "left" for one in played) else "none"
    return "all"


def _played(formation: Formation, end: End, words: Sequence[statistics.Counts]) -> Iterator[Played]:
    """Yield what a match was for those who began it, one a seat."""
    places = _places(formation, end.result)
    for seat in end.seats:
        first = next((one.user_id for one in end.former if one.seat == seat.seat), seat.user_id)
        assert first is not None
        team = formation.teams[seat.seat]
        yield Played(
            seat=seat.seat,
            user_id=first,
            team=team,
            place=places[team],
            came=_came(end, places, team, left=first != seat.user_id),
            person=not computers.is_computer(first),
            late=seat.seat in end.late,
            words={} if first != seat.user_id else words[seat.seat],
        )


def _places(formation: Formation, result: Result) -> dict[int, int]:
    """Return the place of each team, from 0; that of its best seat."""
    best = {
        team: min(n for n, group in enumerate(result.ranking) if any(formation.teams[seat] == team for seat in group))
        for team in dict.fromkeys(formation.teams)
    }
    order = sorted(set(best.values()))
    return {team: order.index(place) for team, place in best.items()}


def _came(end: End, places: dict[int, int], team: int, *, left: bool) -> Came:
    if end.result.reason in OFF:
        return "off"
    if left:
        return "left"
    if places[team] > 0:
        return "lost"
    return "won" if list(places.values()).count(0) == 1 else "drawn"


async def recomputed(counting: Counting) -> int:
    """Count what was never counted, then work everything out anew; return how many results there are."""
    await counting.catch_up()
    return await counting.matches.store.results.recompute()
