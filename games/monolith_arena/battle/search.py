"""All positions that a battle can lead to, over all choices of the owners.

In a phase the teams' tiles are hit independently of each other: what becomes of one team's tiles depends on the
attacks on that team and on its own runes alone. So the fates of each team are collected first, equal ones merged, and
only then combined; the number of situations stays near the number of positions that really differ.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from games.monolith_arena.battle import attacks, phases
from games.monolith_arena.battle.absorption import Absorption, absorptions
from games.monolith_arena.battle.attacks import Attacker, Hit
from games.monolith_arena.battle.rounds import Round, by_target, given, marked, resolve
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.state import Answer, State

LIMIT = 200_000
"""The number of situations that one search looks at before it gives up, where nothing else is said."""


class TooManyChoices(Exception):
    """The battle has more situations than a search may look at."""


class _Fates(NamedTuple):
    """One thing that can become of a team's tiles in a phase."""

    hits: tuple[Hit, ...]
    absorbed: Absorption = frozenset()
    poisoned: tuple[tuple[int, int], ...] = ()


class _Search:
    """One search and the count of the situations it comes to."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.looked_at = 0

    def count(self, more: int) -> None:
        self.looked_at += more
        if self.looked_at > self.limit:
            raise TooManyChoices(f"the battle has more than {self.limit:,} different situations")

    def rounds(self, state: State) -> Iterator[Round]:
        """Yield all ways in which the running phase can go."""
        due, fixed, sacrificed = given(state)
        teams = sorted(set(state.teams))
        fates = [self.fates(state, team, fixed, due, sacrificed) for team in teams]
        self.count(prod(map(len, fates)))
        for combined in product(*fates):
            hits: list[Hit] = []
            absorbed: set[tuple[int, int]] = set()
            poisoned: dict[int, int] = {}
            for part in combined:
                absorbed |= {(rune, number + len(hits)) for rune, number in part.absorbed}
                hits += part.hits
                poisoned.update(part.poisoned)
            yield Round((), due, hits, sacrificed, frozenset(absorbed), poisoned)

    def fates(
        self, state: State, team: int, fixed: Sequence[Hit], due: Sequence[Attacker], sacrificed: Sequence[int]
    ) -> list[_Fates]:
        """Return what can become of a team's tiles, each outcome once."""
        standing = state.standing()
        different: dict[Hashable, _Fates] = {}
        possible: dict[Hashable, list[Absorption]] = {}
        guarded = _guarded(standing)
        for hits in self.hits_on(state, team, fixed, due):
            # Numbered so that equal hits on the runes' tiles have equal numbers, whoever deals them.
            hits = tuple(sorted(hits, key=lambda hit: (hit.target not in guarded, hit[1:])))
            reached = tuple(hit for hit in hits if hit.target in guarded)
            alike = tuple(hit[1:] for hit in reached)
            if alike not in possible:
                possible[alike] = absorptions(standing, team, reached)
            for absorbed in possible[alike]:
                for poisoned in self.markers(state, hits, absorbed, sacrificed):
                    key = (_outcome(standing, hits, absorbed), poisoned)
                    if key not in different:
                        different[key] = _Fates(hits, absorbed, poisoned)
        return list(different.values())

    def hits_on(self, state: State, team: int, fixed: Sequence[Hit], due: Sequence[Attacker]) -> list[tuple[Hit, ...]]:
        """Return the distinct hits on a team's tiles over all choices of the assassins."""
        standing, board, teams = state.standing(), state.board, state.teams
        guarded = _guarded(standing)

        def hits_team(hit: Hit) -> bool:
            piece = board[hit.target]
            return piece is not None and teams[piece.seat] == team

        start = tuple(hit for hit in fixed if hits_team(hit))
        different: dict[Hashable, tuple[Hit, ...]] = {None: start}
        for assassin in attacks.assassins(due):
            if teams[assassin.piece.seat] == team:
                continue
            targets = attacks.enemies(board, teams, assassin.piece.seat)
            if not targets:
                continue
            more: dict[Hashable, tuple[Hit, ...]] = {}
            for hits in different.values():
                for target in targets:
                    after = (*hits, attacks.assassination(standing, assassin, target))
                    key = _merged(standing, after, guarded)
                    if key not in more:
                        more[key] = after
            different = more
            self.count(len(different))
        return list(different.values())

    def markers(
        self, state: State, hits: Sequence[Hit], absorbed: Absorption, sacrificed: Sequence[int]
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield the poison markers by hex, for all choices when the pool runs short (R7.6)."""
        poisoned, questions = marked(state, hits, absorbed, sacrificed)
        if not questions:
            yield tuple(sorted(poisoned.items()))
            return
        question = questions[0]
        for value in question.values:
            answered = state.draft()
            answered.answers = (*state.answers, Answer(question.seat, question.kind, question.subject, value))
            yield from self.markers(answered, hits, absorbed, sacrificed)


def _guarded(standing: Standing) -> frozenset[int]:
    """Return the hexes whose hits concern Runes of Regeneration: those within their reach and the runes'."""
    return frozenset(standing.regeneration).union(*standing.regeneration.values())


def _merged(standing: Standing, hits: Sequence[Hit], guarded: frozenset[int]) -> Hashable:
    """Return what matters of some hits: each by itself where it can be absorbed, else only what they do together."""
    return frozenset(
        (target, tuple(sorted(hit[2:] for hit in on)) if target in guarded else attacks.fate(standing, target, on))
        for target, on in by_target(hits).items()
    )


def _outcome(standing: Standing, hits: Sequence[Hit], absorbed: Absorption) -> Hashable:
    """Return what hits come to: the runes used up and the fates of all other tiles."""
    used = frozenset(rune for rune, _ in absorbed)
    fates = frozenset(
        (target, attacks.fate(standing, target, on))
        for target, on in by_target(hits, absorbed).items()
        if target not in used
    )
    return used, fates


def _key(state: State) -> Hashable:
    """Return what tells two situations apart; which attacks the dead have made does not matter."""
    battle = state.battle
    assert battle is not None
    alive = {piece.serial for piece in state.board if piece is not None}
    spent = frozenset(attack for attack in battle.spent if attack[0] in alive)
    return state.board, state.hit_points, state.cause, spent


def _end(state: State) -> Hashable:
    """Return what tells two ends apart; which of two equal tiles lies in a monolith does not matter."""
    inside = [
        tuple(p if p is None else p._replace(serial=0) for p in monolith.inside) if monolith is not None else None
        for monolith in state.monoliths
    ]
    return state.board, tuple(inside), state.hit_points


def outcomes(position: State, limit: int | None = None) -> list[State]:
    """Return the positions after a battle fought in that position, without repeats, in no particular order.

    Raises `TooManyChoices` where it would have to look at more situations than `limit`, by default `LIMIT`.
    """
    search = _Search(LIMIT if limit is None else limit)
    start = position.draft()
    phases.begin(start, "order")
    seen = {_key(start)}
    todo = [start]
    ends: dict[Hashable, State] = {}
    while todo:
        state = todo.pop()
        for round_ in search.rounds(state):
            after = state.draft()
            resolve(after, round_)
            if not phases.next_phase(after):
                phases.end(after)
                ends.setdefault(_end(after), after)
                continue
            key = _key(after)
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return list(ends.values())


def ways(position: State, limit: int) -> list[State]:
    """Return the positions after the round that a position is in, without repeats, over all choices of the owners.

    Raises `TooManyChoices` where it would have to look at more situations than `limit`.
    """
    ends: dict[Hashable, State] = {}
    for round_ in _Search(limit).rounds(position):
        after = position.draft()
        resolve(after, round_)
        ends.setdefault(_end(after), after)
    return list(ends.values())
