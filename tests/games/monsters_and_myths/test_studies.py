"""What is supposed in a study of Monsters & Myths comes so, and what nobody has supposed stays unknown (M8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api import IllegalAction, new_options
from games.doubts import CHANCE
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import attack_deck, creatures, first_deck
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import DEAL, State, kept
from games.monsters_and_myths.view import View
from games.referee import moments
from games.studies import Study


def states(seed: int, formation: int = 0, **options: Any) -> Iterator[State]:
    """The states of a random match after the deal."""
    chosen = new_options(GAME, options)
    for moment in moments(GAME, Random(seed), GAME.formations[formation], chosen):
        if moment.before.phase != "start":
            yield moment.before


def middle(fits: Any, formation: int = 0, **options: Any) -> State:
    """A state of a random match that fits; of later seeds where there is none."""
    for seed in range(200):
        for state in states(seed, formation, **options):
            if fits(state):
                return state
    raise AssertionError("no such position")


def studied(state: State, reader: int | None) -> Study:
    return Study(GAME, GAME.view(state, reader), reader, "study")


def seen(view: View, *, secret: bool) -> View:
    """What a view says of the position; where others choose in secret, nothing of what they have chosen by now."""
    view = replace(view, choices=(), seats=tuple(replace(seat, scope="") for seat in view.seats))
    if not secret:
        return view
    seats = (replace(s, hand_count=0, kept_count=0, away_count=0) if s.hand is None else s for s in view.seats)
    return replace(view, chosen=(), owe=(), seats=tuple(seats))


def of(study: Study, kind: type[Any]) -> list[Any]:
    assert study.last is not None
    return [event for event in study.last.events if isinstance(event, kind)]


@pytest.mark.parametrize("formation", [0, 1, 2])
def test_the_imagined_match_looks_to_its_reader_as_the_real_one(formation: int) -> None:
    compared = 0
    for seed in range(3):
        for number, state in enumerate(states(seed, formation, guarantee_attack=bool(seed % 2))):
            readers = [None, *range(formation + 2)]
            reader = readers[number % len(readers)]
            start = studied(state, reader).now
            secret = state.phase in ("keep", "lose")
            assert seen(GAME.view(start.state, reader), secret=secret) == seen(GAME.view(state, reader), secret=secret)
            assert _cards(start.state) == Counter((*first_deck(), *attack_deck()))
            compared += 1
    assert compared > 50


def _cards(state: State) -> Counter[str]:
    """All cards of a match, wherever they are."""
    cards = Counter((*state.pile, *state.discards))
    for what in state.seats:
        cards.update((*creatures(what.troops), *what.captured, *what.hand, *what.kept, *what.away))
        cards.update(map(str, what.attacks))
        cards["w"] += what.new + sum(ranks.wizards for ranks in what.troops)
        cards["c"] += what.catapults
    return cards


def test_secret_choices_of_others_are_made_anew() -> None:
    state = middle(lambda state: state.phase == "keep" and state.round == 2 and not state.seats[0].hand)
    study = studied(state, 1)
    assert len(study.now.state.seats[0].hand) == DEAL
    assert not study.now.state.seats[0].kept
    assert len(study.now.state.seats[0].away) == len(state.seats[0].away) - (DEAL - kept(2))
    assert set(study.movers) == {0, 1}
    losing = middle(lambda state: state.phase == "lose" and any(state.given))
    chosen = next(seat for seat, cards in enumerate(losing.given) if cards)
    study = studied(losing, 1 - chosen)
    assert study.now.state.owe[chosen] == len(losing.given[chosen])
    assert studied(losing, chosen).now.state.given[chosen] == losing.given[chosen], "one's own stands"


def test_the_cards_that_were_dealt_are_chosen_a_few_at_a_time() -> None:
    state = middle(lambda state: state.phase == "keep" and bool(state.seats[1].hand))
    study = studied(state, 0)
    study.turn_to(1)
    doubt = study.doubt
    assert doubt is not None
    assert doubt.count == DEAL
    own = Counter(state.seats[0].hand)
    assert not Counter(doubt.possible) - (Counter((*first_deck(), *attack_deck())) - own)
    first = tuple(dict.fromkeys(doubt.possible))[:3]
    study.suppose(first)
    study.turn_to(1)
    doubt = study.doubt
    assert doubt is not None
    assert doubt.count == DEAL - 3
    with pytest.raises(IllegalAction):
        study.suppose(("no",))
    study.suppose(
        (doubt.possible[0], doubt.possible[0]) if doubt.possible[1] == doubt.possible[0] else doubt.possible[:2]
    )
    study.turn_to(1)
    study.suppose(CHANCE)
    assert study.last is not None
    assert study.last.lucky
    assert not Counter(first) - Counter(study.now.state.seats[1].hand)
    assert _cards(study.now.state) == Counter((*first_deck(), *attack_deck()))
    study.turn_to(1)
    assert study.doubt is None


def test_dice_fall_as_was_said() -> None:
    state = middle(lambda state: state.phase == "ready" and not state.wait)
    study = studied(state, None)
    study.act(("roll",))
    asked = []
    while study.doubt is not None:
        asked.append(study.doubt.seat)
        assert len(study.doubt.possible) == 6 * study.doubt.count
        study.suppose(("die6",) * study.doubt.count if len(asked) == 1 else ("die1",) * study.doubt.count)
    (rolled, *_) = of(study, ev.Rolled)
    assert state.target is not None
    assert asked[:2] == [state.active, state.target.seat]
    assert set(rolled.attack) == {6}
    assert set(rolled.defence) == {1}
    assert study.last is not None
    assert not study.last.lucky


def test_the_rest_of_what_a_roll_hangs_on_is_left_to_chance() -> None:
    state = middle(lambda state: state.phase == "ready" and not state.wait)
    study = studied(state, None)
    seen = set()
    study.act(("roll",))
    study.suppose(("die5",))
    study.suppose(CHANCE, rest=True)
    for _ in range(8):
        assert study.trying is None
        (rolled, *_) = of(study, ev.Rolled)
        assert 5 in rolled.attack, "what was said stays"
        seen.add(rolled)
        study.again()
    assert len(seen) > 2


def test_what_others_have_kept_is_asked_when_they_lay_it_out() -> None:
    state = middle(lambda state: state.phase == "wizards" and state.turn == 0 and bool(state.seats[1].kept))
    study = studied(state, 0)
    assert study.now.unknown[1] == len(state.seats[1].kept)
    assert study.choice is not None
    study.act(GAME.legal(study.now.state, 0, study.choice.key)[0])
    doubt = study.doubt
    assert doubt is not None
    assert doubt.seat == 1
    assert doubt.count == len(state.seats[1].kept)
    study.suppose(doubt.possible[:1])
    while study.doubt is not None and study.trying is not None:
        study.suppose(CHANCE)
    laid = next(event for event in of(study, ev.LaidOut) if event.seat == 1)
    assert doubt.possible[0] in laid.cards
    assert len(laid.cards) == doubt.count
    assert _cards(study.now.state) == Counter((*first_deck(), *attack_deck()))


def test_the_attack_card_of_a_swap_is_chosen() -> None:
    def fits(state: State) -> bool:
        return state.phase == "keep" and any(
            ("swap", card) in GAME.legal(state, seat, choice.key)
            for choice in GAME.choices(state)
            for seat in (choice.seat,)
            for card in state.seats[seat].hand[:1]
        )

    state = middle(fits, guarantee_attack=True)
    seat = next(
        choice.seat
        for choice in GAME.choices(state)
        if any(action[0] == "swap" for action in GAME.legal(state, choice.seat, choice.key))
    )
    study = studied(state, seat)
    study.turn_to(seat)
    gave = state.seats[seat].hand[0]
    study.act(("swap", gave))
    assert study.doubt is not None
    wanted = study.doubt.possible[-1]
    study.suppose((wanted,))
    (swapped,) = of(study, ev.Swapped)
    assert swapped.took == wanted
    assert wanted in study.now.state.seats[seat].hand


def test_nobody_is_asked_to_pass_where_a_match_passes_by_itself() -> None:
    for seed in range(4):
        study = studied(next(states(seed)), 0)
        random = Random(seed)
        for _ in range(150):
            if study.mover is None:
                break
            if study.doubt is not None:
                study.suppose(CHANCE, rest=True)
                continue
            assert GAME.unasked(study.now.state) is None or study.at == 0
            assert study.choice is not None
            study.act(random.choice(GAME.legal(study.now.state, study.mover, study.choice.key)))
