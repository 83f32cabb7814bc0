"""Swiss pairings: laws of every round, in tournaments that were played to their end with people who leave."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import networkx
import pytest

from bot.pairings import swiss
from bot.pairings.rounds import DRAW, LOSS, WIN, Pairing, Record, Round, records

RESULTS = ((WIN, LOSS), (LOSS, WIN), (DRAW, DRAW))


def played(pairing: Pairing, rng: random.Random) -> Pairing:
    """The pairing with a result: the stronger one mostly wins, and sometimes one of them does not come."""
    if pairing.other is None:
        return pairing
    stronger = RESULTS if pairing.one < pairing.other else (RESULTS[1], RESULTS[0], RESULTS[2])
    points = rng.choices(stronger, (6, 2, 2))[0]
    if rng.random() < 0.03:
        return replace(pairing, points=rng.choice(((WIN, LOSS), (LOSS, WIN), (LOSS, LOSS))), forfeited=True)
    return replace(pairing, points=points)


def simulate(count: int, seed: int) -> Iterator[tuple[list[int], list[Round], Round]]:
    """Yield each round with those who were there for it and the rounds before it; some leave between rounds."""
    rng, there, rounds = random.Random(seed), list(range(1, count + 1)), list[Round]()
    for _ in range(swiss.rounds_for(count)):
        try:
            made = swiss.pair(there, rounds)
        except swiss.CannotPair:
            assert not pairable(there, records(there, rounds))
            return
        yield there, list(rounds), made
        rounds.append([played(one, rng) for one in made])
        there = [one for one in there if rng.random() > 0.03]


def pairable(there: Sequence[int], had: dict[int, Record], without: int | None = None) -> bool:
    """All can be paired, with a bye for one of them where the number is odd, for `without` if given."""
    graph = networkx.Graph()
    graph.add_nodes_from(there)
    graph.add_edges_from((a, b) for a in there for b in there if a < b and b not in had[a].paired)
    if len(there) % 2:
        free = [one for one in there if not had[one].free] if without is None else [without]
        graph.add_edges_from((0, one) for one in free)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(there) + len(there) % 2


def check(there: Sequence[int], rounds: list[Round], made: Round) -> None:
    """What holds for every round, worked out apart from how it is paired."""
    had = records(there, rounds)
    seated = Counter(one for pairing in made for one in (pairing.one, pairing.other) if one is not None)
    assert seated == Counter(there)
    pairs = [(one.one, one.other) for one in made if one.other is not None]
    assert all(other not in had[one].paired for one, other in pairs)
    free = [one.one for one in made if one.other is None]
    assert len(free) == len(there) % 2
    for one in free:
        assert had[one].free == had[one].byes == 0
        fewer = [two for two in there if had[two].points < had[one].points and not had[two].free]
        assert not any(pairable(there, had, two) for two in fewer), "the bye goes to the fewest points"
    for n, (a, b) in enumerate(pairs):
        for c, d in pairs[:n]:
            for e, f in ((c, d), (d, c)):
                if e not in had[a].paired and f not in had[b].paired:
                    apart = [had[x].points - had[y].points for x, y in ((a, b), (c, d), (a, e), (b, f))]
                    now, then = apart[0] ** 2 + apart[1] ** 2, apart[2] ** 2 + apart[3] ** 2
                    assert now <= then, "no two pairings get more even by an exchange"


@pytest.mark.parametrize("count", [2, 3, 5, 6, 9, 16, 23, 34])
def test_every_round_keeps_to_the_rules(count: int) -> None:
    for seed in range(4):
        for there, rounds, made in simulate(count, seed):
            check(there, rounds, made)


@pytest.mark.long
@pytest.mark.parametrize("sizes", [range(5, 65), range(65, 85), range(95, 201, 7)])
def test_five_hundred_tournaments(sizes: range) -> None:
    times = {5: 7, 65: 3, 95: 2}[sizes.start]
    for count in (size for size in sizes for _ in range(times)):
        for there, rounds, made in simulate(count, count * times):
            check(there, rounds, made)


def matchings(there: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair these, by trying."""
    if not there:
        yield []
        return
    first, *others = there
    for other in others:
        for more in matchings([one for one in others if one != other]):
            yield [(first, other), *more]


def test_the_points_of_those_who_meet_are_as_even_as_can_be() -> None:
    """Held against all ways there are."""

    def uneven(pairs: Sequence[tuple[int, int]], had: dict[int, Record]) -> int:
        return sum((had[a].points - had[b].points) ** 2 for a, b in pairs)

    compared = 0
    for seed in range(40):
        for there, rounds, made in simulate(8, seed):
            if len(there) % 2:
                continue
            had = records(there, rounds)
            least = min(
                uneven(pairs, had) for pairs in matchings(there) if all(b not in had[a].paired for a, b in pairs)
            )
            assert uneven([(one.one, one.other or 0) for one in made], had) == least
            compared += least > 0
    assert compared > 5


def test_the_upper_half_meets_the_lower_half() -> None:
    made = swiss.pair(range(1, 9), [])
    assert [{one.one, one.other} for one in made] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [one.one for one in made] == [1, 6, 3, 8], "the first seat alternates"


def test_the_last_of_all_has_the_first_bye() -> None:
    assert swiss.pair(range(1, 6), [])[-1] == Pairing(5, None, (WIN, LOSS))


def test_who_won_without_playing_has_no_bye() -> None:
    rounds = [[Pairing(1, 2, (WIN, LOSS)), Pairing(3, 4, (WIN, LOSS), forfeited=True), Pairing(5, None, (WIN, LOSS))]]
    assert swiss.pair([1, 2, 3, 4, 5], rounds)[-1].one == 4
    assert swiss.pair([1, 2, 3, 5, 6], rounds)[-1].one == 6
    assert swiss.pair([1, 3, 5], rounds)[-1].one == 1, "the others had a win for nothing"


def test_all_have_met() -> None:
    with pytest.raises(swiss.CannotPair):
        swiss.pair([1, 2], [[Pairing(1, 2, (WIN, LOSS))]])
    assert swiss.pair([], []) == ()


def test_those_who_were_second_are_first_next() -> None:
    rounds = [[Pairing(1, 3, (DRAW, DRAW)), Pairing(2, 4, (DRAW, DRAW))]]
    for pairing in swiss.pair([1, 2, 3, 4], rounds):
        assert (pairing.one in (3, 4)) >= (pairing.other in (3, 4))


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (64, 6), (200, 8)])
def test_as_many_rounds_as_find_one_winner(count: int, rounds: int) -> None:
    assert swiss.rounds_for(count) == rounds
