"""The ring, the dice and the data of heroes and cards."""

from __future__ import annotations

import pytest

from games.arena_of_heroes.cards import ABILITIES, BASE, CARDS, HEROES
from games.arena_of_heroes.effects import EFFECTS
from games.arena_of_heroes.ring import ATTACK_FACES, GROUND, HIDEOUTS, RING, chances, step, struck


@pytest.mark.parametrize(
    ("aim", "hideouts"),
    [
        (20, [20, 20, 1, 5, 18, 12]),
        (14, [14, 14, 9, 11, 12, 8]),
        (3, [3, 3, 19, 17, 7, 2]),
        (5, [5, 5, 20, 12, 1, 9]),
    ],
)
def test_what_the_faces_strike(aim: int, hideouts: list[int]) -> None:
    """T1."""
    assert [struck(aim, symbol) for symbol in ATTACK_FACES["d6"]] == hideouts


def test_the_ring_is_that_of_a_dartboard() -> None:
    assert RING == (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
    assert tuple(range(1, 21)) == HIDEOUTS
    for hideout in HIDEOUTS:
        assert step(step(hideout, 1), -1) == hideout
        assert step(hideout, 20) == hideout
    assert step(5, 1) == 20


def test_the_grounds_are_those_of_the_rulebook() -> None:
    kinds = {kind: sorted(h for h in HIDEOUTS if GROUND[h] == kind) for kind in ("wasteland", "water", "forest")}
    assert kinds == {
        "wasteland": [2, 6, 10, 13, 15, 17],
        "water": [4, 9, 14, 19],
        "forest": [1, 3, 5, 7, 8, 11, 12, 16, 18, 20],
    }


def test_chances_of_an_aim() -> None:
    assert chances(20, "d6") == pytest.approx({20: 1 / 3, 1: 1 / 6, 5: 1 / 6, 18: 1 / 6, 12: 1 / 6})
    assert chances(20, "d10") == pytest.approx({20: 0.4, 1: 0.2, 5: 0.2, 18: 0.1, 12: 0.1})
    assert chances(20, "d6", inner=True) == pytest.approx({20: 1 / 3, 1: 1 / 3, 5: 1 / 3})


def test_heroes_are_those_of_the_rules_page() -> None:
    told = {code: (hero.stamina, hero.actions, hero.assumed, *sorted(hero.can)) for code, hero in HEROES.items()}
    assert told == {
        "Bg": (5, 3, False),
        "Dg": (4, 3, False, "woodrunner"),
        "Fg": (3, 3, False, "sabre_and_pistol"),
        "Tg": (3, 3, False, "digging"),
        "Wg": (3, 3, False, "frenzy"),
        "Mg": (4, 3, True, "reedfoot"),
        "Bo": (4, 3, True, "shield"),
        "Do": (5, 3, True, "rootwalk"),
        "Fo": (4, 3, True, "boarding", "sabre_and_pistol"),
        "To": (4, 3, True, "sapper", "tunnel"),
        "Wo": (4, 3, True, "bloodscent", "hunt"),
        "Mo": (3, 3, True, "veil"),
    }
    costs = {name: (a.actions, a.stamina) for name, a in ABILITIES.items() if a.kind == "active"}
    assert costs == {"shield": (1, 0), "rootwalk": (0, 1), "boarding": (0, 1), "tunnel": (2, 0), "veil": (2, 0)}
    assert {name for name, a in ABILITIES.items() if a.kind == "triggered"} == {"woodrunner", "digging"}


def test_cards_are_those_of_the_rules_page() -> None:
    assert list(CARDS) == [f"B{n:02}" for n in range(1, 18)] + [f"X{n:02}" for n in range(1, 24)]
    assert [card for card in CARDS if CARDS[card].assumed] == [card for card in CARDS if card not in BASE]
    kinds = {kind: {c for c in CARDS if CARDS[c].kind == kind} for kind in ("item", "hideout", "arena")}
    assert kinds["item"] == {"B03", *(f"B{n:02}" for n in range(6, 11)), *(f"X{n:02}" for n in range(1, 9))}
    assert kinds["arena"] == {"B01", "B14", "B15", "B16", "B17", *(f"X{n}" for n in range(18, 24))}
    assert {c: CARDS[c].slot for c in CARDS if CARDS[c].slot} == {
        "B15": "E2",
        "B16": "E1",
        "X18": "E2",
        "X19": "E1",
        "X20": "E2",
    }
    assert {c: CARDS[c].tokens for c in CARDS if CARDS[c].tokens} == {"B09": 3, "B10": 3, "B15": 3}
    assert set(EFFECTS) == set(CARDS) - kinds["item"]
