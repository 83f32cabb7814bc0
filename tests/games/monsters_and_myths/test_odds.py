"""The odds of an exchange against all rolls that there are, compared as the engine compares them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from games.monsters_and_myths import dice, fights
from games.monsters_and_myths.armies import Army, at_risk, ready
from games.monsters_and_myths.cards import BY_CODE, creatures, gathered
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.notation import read, read_troops
from games.monsters_and_myths.view import Target

FORCES = {1: "T{a}a3m", 2: "T1i{a}a3m", 3: "T2i{a}a3m"}
"""Forces that roll so many dice with a card of one symbol, with as many archers as wanted."""


def rolled(attack: int, defence: int, advantage: int) -> dict[tuple[int, int], Fraction]:
    """The share of each outcome among all rolls."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=attack + defence):
        red, black = sorted(faces[:attack], reverse=True), sorted(faces[attack:], reverse=True)
        found[dice.compared(red, black, advantage)] += 1
    return {outcome: Fraction(count, 6 ** (attack + defence)) for outcome, count in found.items()}


@pytest.mark.parametrize("advantage", [-1, 0, 1])
@pytest.mark.parametrize("defence", [1, 2])
@pytest.mark.parametrize("attack", [1, 2, 3])
def test_all_rolls(attack: int, defence: int, advantage: int) -> None:
    force = read_troops(FORCES[attack].format(a=1))
    nation = read_troops(f"G{defence}i3m" if advantage > 0 else f"G{defence}i{1 - advantage}a3m")[4]
    assert dice.advantage(force, nation) == advantage
    found = fights.of_exchange(force, BY_CODE["8"], nation)
    assert found.dice == (attack, defence)
    assert dict(found.chances) == rolled(attack, defence, advantage)
    assert sum(chance for _, chance in found.chances) == 1
    lost = found.expected
    assert lost[0] + lost[1] == (2 if min(attack, defence) > 1 else 1)


def test_three_against_two() -> None:
    """The well-known numbers of three dice against two, where ties are the defender's."""
    found = fights.of_exchange(read_troops("T3i"), BY_CODE["8"], read_troops("G3i")[4])
    assert found.chance(0, 2) == Fraction(2890, 7776)
    assert found.chance(1, 1) == Fraction(2611, 7776)
    assert found.chance(2, 0) == Fraction(2275, 7776)
    assert found.better == Fraction(2890, 7776)


def test_a_side_loses_no_more_than_it_has() -> None:
    found = fights.of_exchange(read_troops("T1m"), BY_CODE["5"], read_troops("G2i")[4])
    assert found.dice == (2, 2)
    assert found.chance(2, 0) == 0
    assert found.chance(1, 0) + found.chance(1, 1) + found.chance(0, 2) == 1


def _least(force: dict[str, int], nation: dict[str, int], printed: int) -> Fraction:
    """The chance of a fight, found naively: the defender answers each loss of the attacker with the best one."""
    if not sum(nation.values()) or not sum(force.values()):
        return Fraction(not sum(nation.values()))
    dice_ = max(1, min(3, force["i"] + printed)), max(1, min(2, nation["i"]))
    chance = Fraction(0)
    for lost, share in rolled(*dice_, (force["a"] > nation["a"]) - (force["a"] < nation["a"])).items():
        own, theirs = (
            {codes: have - Counter(codes) for codes in combinations(sorted(have.elements()), min(number, have.total()))}
            for number, have in zip(lost, (Counter(force), Counter(nation)), strict=True)
        )
        chance += share * max(min(_least(mine, other, printed) for other in theirs.values()) for mine in own.values())
    return chance


@pytest.mark.parametrize(
    ("force", "nation", "number"),
    [("G2i1a", "G2i1a", 7), ("T2i", "D2i1a", 2), ("E1i1a1m", "B2i1a", 12), ("U3i", "G1i1m", 2)],
)
def test_the_chance_of_a_fight_is_what_the_attacker_can_count_on(force: str, nation: str, number: int) -> None:
    """Both sides give up what they need least, whatever that is: infantry where the archer is worth more."""
    army, ranks = read_troops(force), next(one for one in read_troops(nation) if one.size)
    own = next(one for one in army if one.size)
    printed = BY_CODE[str(number)].infantry
    exact = _least(
        Counter(dict(zip("iam", own, strict=False))), Counter(dict(zip("iam", ranks, strict=False))), printed
    )
    assert fights.winning(army, BY_CODE[str(number)], ranks) == pytest.approx(float(exact))


def test_a_defender_who_keeps_the_archer_is_reckoned_with() -> None:
    """An army of one infantry and two archers with card 8: 88% only where the defender gives up the archer first."""
    assert round(fights.winning(read_troops("E1i2a"), BY_CODE["8"], read_troops("G1i1a")[4]), 2) == 0.83


def test_armies_that_are_ready() -> None:
    position = (
        "mm seats=AB fire=free round=1 phase=card active=A card=12 A.troops=U4m,T2a1m,B3i2m A.attacks=12 "
        "B.troops=G2i1a,U5i pile=Ui"
    )
    view = GAME.view(read(position).state, 0)
    found = ready(view, Target.of("B.G"))
    assert len({army.cards for army in found}) == len(found)
    assert all(len(army.cards) == 4 for army in found)
    best = found[0]
    own = creatures(view.seats[0].troops)
    nation = view.seats[1].troops[4]
    every = (fights.winning(gathered(army), BY_CODE["12"], nation) for army in set(combinations(own, 4)))
    assert round(best.chance, 2) == round(max(every), 2)
    assert [army.risk for army in found if army.kind == "spare"] in ([], [0])


def test_an_army_that_is_as_good_puts_no_crown_at_risk() -> None:
    position = (
        "mm seats=AB fire=free round=1 phase=card active=A card=12 A.troops={} A.attacks=12 "
        "B.troops=G2i,U9i,T1i pile=Ui"
    )

    def found(troops: str) -> list[Army]:
        return list(ready(GAME.view(read(position.format(troops)).state, 0), Target.of("B.G")))

    assert found("U4i,E1m")[0].cards == ("Ui",) * 4, "with the rider it is as strong, and may lose the largest nation"
    assert found("U2i,T4i")[0].cards == ("Ui", "Ui", "Ti", "Ti"), "trolls can be spared as long as one more is left"
    assert found("T3i,E4i")[0].risk == 0
    strongest, *_, spare = found("U4m,T1i,E1i,D1i")
    assert strongest.risk > spare.risk == 0
    assert strongest.chance > spare.chance


def test_what_an_army_puts_at_risk() -> None:
    troops = [read_troops("E3i,T2i,U1i"), read_troops("E2i,T2i,U2i")]
    assert at_risk(troops, 0, ("Ei",)) == ()
    assert at_risk(troops, 0, ("Ei", "Ei", "Ti", "Ui")) == (2, 3)
    assert at_risk([read_troops("E3i"), read_troops("")], 0, ("Ei", "Ei")) == ()
    assert at_risk([read_troops("E3i"), read_troops("")], 0, ("Ei", "Ei", "Ei")) == (3,)
