"""The 110 cards, and setting up with all of them (M1, M3)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.api import BadNotation
from games.monsters_and_myths import cards
from games.monsters_and_myths.cards import ATTACK_CARDS, NATIONS, BadCardData, attack_deck, first_deck
from games.monsters_and_myths.referee.solve import answer
from tests.games.monsters_and_myths.test_cases import words


def shuffled(seats: int, seed: int) -> tuple[str, list[str], list[str]]:
    """A match that is about to begin, with the two shuffles of the set-up."""
    random = Random(seed)
    first = list(first_deck())
    random.shuffle(first)
    rest = [*first[11 * seats :], *attack_deck()]
    random.shuffle(rest)
    state = f"mm seats={'ABCD'[:seats]} fire=asked round=0 phase=start shuffles={'.'.join(first)}|{'.'.join(rest)}"
    return state, first, rest


def test_the_deck() -> None:
    deck = Counter((*first_deck(), *attack_deck()))
    assert deck.total() == 110
    assert sum(nation.total for nation in NATIONS) == 84
    assert [nation.total for nation in NATIONS] == [11, 12, 13, 14, 16, 18]
    assert (deck["w"], deck["c"]) == (3, 9)
    assert [nation.largest for nation in NATIONS] == [5, 6, 7, 8, 10, 11]
    assert [NATIONS[nation.enemy].id for nation in NATIONS] == [
        "barbarians", "goblins", "elves", "trolls", "dwarves", "undead",
    ]  # fmt: skip


def test_the_attack_cards_and_what_is_assumed_of_them() -> None:
    assert [card.number for card in ATTACK_CARDS] == list(range(1, 15))
    assert [card.number for card in ATTACK_CARDS if card.battle] == list(range(1, 8))
    assert {card.infantry for card in ATTACK_CARDS if card.battle} == {2}
    assert [(card.size, card.infantry) for card in ATTACK_CARDS if not card.battle] == [(3, 1)] * 4 + [(4, 1)] * 3
    assert [card.number for card in ATTACK_CARDS if not card.assumed] == [7]


@pytest.mark.parametrize(
    "text",
    [
        '[[nation]]\nid="a"\nletter="A"\ninfantry=1\narcher=1\nmounted=1\nlargest=1\nenemy="b"\n'
        '[[nation]]\nid="b"\nletter="B"\ninfantry=1\narcher=1\nmounted=1\nlargest=1\nenemy="b"\n',
        'nation=[]\n[[attack_card]]\nnumber=2\nkind="battle"\ninfantry=2\n',
        'nation=[]\n[[attack_card]]\nnumber=1\nkind="battle"\ninfantry=2\nsize=3\n',
        'nation=[]\n[[attack_card]]\nnumber=1\nkind="raid"\ninfantry=2\nsize=3\n',
    ],
)
def test_data_that_is_out_of_form_is_refused(text: str) -> None:
    with pytest.raises(BadCardData):
        cards._read(text)


@pytest.mark.parametrize(("seats", "pile"), [(2, 88), (3, 77), (4, 66)])
def test_the_set_up_deals_eleven_open_cards_each_from_the_top(seats: int, pile: int) -> None:
    """M1 of the page: 110 cards, and so many in the pile after the set-up."""
    for seed in range(20):
        state, first, rest = shuffled(seats, seed)
        found = answer({"state": state, "action": ["start"]})
        told = found["events"]
        at = words(found["next"])
        assert told[0] == ["*", "add", "A", *cards.ordered(first[:11])]
        assert "shuffles" not in at
        if at["phase"] == "keep":
            laid = [event[3:] for event in told if event[1] == "add"]
            assert laid == [list(cards.ordered(first[11 * seat : 11 * seat + 11])) for seat in range(seats)]
            hands = [event for event in told if event[1] == "hand"]
            assert [(event[0], event[2]) for event in hands] == [(letter, letter) for letter in "ABCD"[:seats]]
            assert at["pile"].split(".") == rest[7 * seats :]
            assert len(at["pile"].split(".")) == pile - 7 * seats
        else:
            assert at["phase"] == "wizards"
            later = "ABCD"[:seats][1 + "ABCD".index(at["turn"]) :]
            assert all(len(at[f"{letter}.kept"].split(".")) == 11 for letter in later), "later seats lay out later"
            assert len(at["pile"].split(".")) == pile


def test_the_shuffles_of_the_set_up_have_to_be_whole() -> None:
    state, first, _ = shuffled(2, 1)
    one = state.split("|")[0]
    assert answer({"state": one, "action": ["start"]}) == {"need": "shuffle"}
    short = f"mm seats=AB fire=asked round=0 phase=start shuffles={'.'.join(first[:-1])}|7"
    with pytest.raises(BadNotation):
        answer({"state": short, "action": ["start"]})
