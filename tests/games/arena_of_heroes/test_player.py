"""Computer players: legal, the same for the same seed, blind for what is hidden, and worth their names."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from benchmarks.players import reference
from games.api import Choice, Decide, new_options
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.player import LEVELS, decide, outlook
from games.arena_of_heroes.player.beliefs import belief, guessed
from games.arena_of_heroes.player.deciding import turn_of
from games.arena_of_heroes.player.turns import Turn
from games.arena_of_heroes.player.worth import power, worth
from games.arena_of_heroes.ring import HIDEOUTS, PLACE, RING
from games.arena_of_heroes.ring import chances as struck
from games.arena_of_heroes.view import HIT, View
from games.arena_of_heroes.worth import prospects
from games.contest import Player, contest
from games.draws import SEED_BYTES, Draws
from games.referee import random_action, random_choice
from tests.games.arena_of_heroes.worlds import world as other_world

VARIANTS: Final = {
    "two": (GAME.formations[0], new_options(GAME, {})),
    "two, ten faces": (GAME.formations[0], new_options(GAME, {"mode": "heroes", "attack_die": "d10"})),
    "three, cards": (GAME.formations[1], new_options(GAME, {"mode": "advanced"})),
    "four": (GAME.formations[2], new_options(GAME, {"mode": "heroes", "pool": "orange"})),
    "four, all cards, hold": (
        GAME.formations[2],
        new_options(GAME, {"mode": "advanced", "deck": "all", "hold_minutes": 9}),
    ),
}


def choices(name: str, random: Random, part: float) -> Iterator[tuple[Any, Choice]]:
    """Some states of a random match, with an open choice of each."""
    draws = Draws(random.randbytes(SEED_BYTES))
    state = GAME.new(*VARIANTS[name])
    while GAME.result(state) is None:
        choice = random_choice(GAME, state, random)
        if choice.must and random.random() < part:
            yield state, choice
        state = GAME.apply(state, choice.seat, random_action(GAME, state, choice, random), draws).state


def turns(name: str, random: Random, part: float = 0.3) -> Iterator[View]:
    """Views of random matches of somebody whose turn it is."""
    for state, choice in choices(name, random, part):
        if choice.kind == "turn":
            yield GAME.view(state, choice.seat)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", VARIANTS)
def test_only_what_is_known_decides(name: str, level: str) -> None:
    """Two worlds that differ only in what is hidden give the same choice for the same seed; it is legal."""
    random, compared = Random(name), 0
    for state, choice in choices(name, random, 0.1):
        legal = GAME.legal(state, choice.seat, choice.key)
        other = other_world(state, choice.seat, random)
        decisions = [decide(GAME.view(one, choice.seat), legal, Random(5), level) for one in (state, other)]
        assert decisions[0] == decisions[1]
        assert decisions[0].action in legal
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", VARIANTS)
def test_whole_matches_are_legal_and_the_same_once_more(name: str) -> None:
    """`contest` ends with an error for a choice that is not legal."""
    way, options = VARIANTS[name]
    counted = []
    for _ in range(2):
        one, other = contest(GAME, Player(decide, "warlord"), Player(decide, "squire"), way, options, 1, 3)
        assert one.games == 1
        counted.append((one.won, one.drawn, one.lost, one.nodes, other.nodes))
    assert counted[0] == counted[1]


def against(one: Decide, level: str, other: str, games: int) -> float:
    found = decide if other in LEVELS else reference(GAME.name, other)
    assert found is not None
    way, options = VARIANTS["two"]
    tally, _ = contest(GAME, Player(one, level), Player(found, other), way, options, games, 2)
    return tally.score


def test_levels_are_worth_their_names() -> None:
    assert against(decide, "squire", "random", 10) > 0.7
    assert against(decide, "knight", "squire", 20) > 0.5
    assert against(decide, "warlord", "playout", 16) > 0.5


def test_an_unknown_level_is_refused() -> None:
    state, choice = next(choices("two", Random(1), 1))
    view, legal = GAME.view(state, choice.seat), GAME.legal(state, choice.seat, choice.key)
    with pytest.raises(KeyError):
        decide(view, legal, Random(1), "peasant")


def test_beliefs_hold_the_truth() -> None:
    """Nobody is sure that a hidden hero is not where it is."""
    seen = 0
    for name in VARIANTS:
        for state, choice in choices(name, Random(name), 0.3):
            view = GAME.view(state, choice.seat)
            if choice.kind != "turn":
                continue
            for seat, hero in zip(view.seats, state.heroes, strict=True):
                # Veil and smoke hide a hero where it was struck; the tokens say otherwise.
                if hero.hidden and hero.at not in hero.spared:
                    assert belief(view, seat, view.seats[choice.seat])[hero.at] > 0
                    seen += 1
    assert seen > 50


def test_a_guess_is_a_part_of_what_may_be() -> None:
    believed = {20: 1000, 1: 500, 18: 1000}
    found = guessed(believed, 2, Random(1))
    assert len(found) == 2
    assert found.items() <= believed.items()
    assert guessed(dict(reversed(believed.items())), 2, Random(1)) == found
    assert guessed(believed, 9, Random(1)) == believed


@pytest.mark.parametrize("name", VARIANTS)
def test_impacts_come_to_something_exactly_once(name: str) -> None:
    for view in turns(name, Random(name)):
        turn = turn_of(view, LEVELS["warlord"], Random(1))
        start = turn.start()
        for hideout in range(1, 21):
            total = sum(parts / whole for parts, whole, _, _ in turn.impacts(start, hideout))
            assert abs(total - 1) < 1e-9


def test_a_shot_has_the_odds_of_its_die() -> None:
    view = next(turns("two", Random(2)))
    turn = turn_of(view, LEVELS["warlord"], Random(1))
    for aim in (20, 7):
        odds = {hideout: count / turn.faces for hideout, count in turn.fans[aim].items()}
        assert odds == pytest.approx(struck(aim, view.die))


def found_hero(view: View, **changes: Any) -> View:
    """The same view with the reader's own hero found, and as is said."""
    changes = {"hidden": False, "explored": True, "delay": 0} | changes
    seats = tuple(replace(seat, **changes) if seat.seat == view.reader else seat for seat in view.seats)
    return replace(view, seats=seats, left=1, sudden=False, deck=5, spiders=())


def test_a_found_hero_gets_out_of_sight() -> None:
    hidden_away = next(v for v in turns("two", Random(5)) if all(seat.hidden for seat in v.seats))
    view = found_hero(hidden_away)
    legal = [*(("attack", str(aim)) for aim in range(1, 21)), ("hide",), ("end",)]
    assert decide(view, legal, Random(1), "warlord").action == ("hide",)
    assert decide(view, legal, Random(1), "knight").action == ("hide",)
    assert decide(view, legal, Random(1), "squire").action[0] == "attack"


def test_more_planning_is_never_worth_less() -> None:
    """Each plan may always end the turn as the shorter one does."""
    for view in turns("two", Random(6), 0.1):
        turn = Turn(view, turn_of(view, LEVELS["warlord"], Random(1)).beliefs, 3)
        start = turn.start()
        assert turn.value(start, 0) <= turn.value(start, 1)


def test_worth_falls_with_stamina_and_for_heroes_that_are_found() -> None:
    kept: dict[str, Any] = {"explored": True, "before": 1, "suspected": 500, "sudden": False}
    for found in (False, True):
        full = [worth("Bg", stamina, 0, found=found, **kept) for stamina in range(1, 6)]
        assert full == sorted(full)
    assert worth("Bg", 3, 0, found=True, **kept) < worth("Bg", 3, 0, found=False, **kept)
    assert worth("Bg", 3, 1, found=True, **kept) < worth("Bg", 3, 0, found=True, **kept)
    assert power(1000) / power(0) == pytest.approx(math.e, abs=1e-5)
    assert power(-(10**9)) > 0


def dark(name: str = "two") -> tuple[View, int]:
    """The view of somebody to play before the first shot, and another seat."""
    view = next(v for v in turns(name, Random(5), 1) if not any(seat.aims or seat.spared for seat in v.seats))
    assert view.reader is not None
    return view, (view.reader + 1) % len(view.seats)


def test_shots_in_the_dark_tell_where_somebody_is_not() -> None:
    """Who reads them looks elsewhere; who does not, does not."""
    view, other = dark()
    me = view.seats[view.reader or 0]
    plain = belief(view, view.seats[other], me)
    aim = sorted(plain)[0]
    fired = replace(view.seats[other], aims=(aim,))
    found = belief(view, fired, me)
    assert found[aim] < plain[aim]
    far = max(plain, key=lambda place: min((PLACE[place] - PLACE[aim]) % 20, (PLACE[aim] - PLACE[place]) % 20))
    assert found[far] == plain[far]
    assert belief(view, fired, me, reading=False) == plain
    seats = tuple(replace(seat, aims=(aim,)) if seat.seat == other else seat for seat in view.seats)
    looked = {level: turn_of(replace(view, seats=seats), LEVELS[level], Random(1)).beliefs for level in LEVELS}
    assert looked["warlord"][other][aim] < looked["knight"][other][aim]


def test_own_shots_near_home_make_others_look_elsewhere() -> None:
    view, _ = dark()
    turn = turn_of(view, LEVELS["warlord"], Random(1))
    start = turn.start()
    bluff = turn.own_risk(start._replace(aims=(start.at,)))
    away = turn.own_risk(start._replace(aims=(RING[(PLACE[start.at] + 10) % 20],)))
    assert bluff < turn.own_risk(start) < away


def test_it_says_why() -> None:
    view, other = dark()
    legal = [("attack", str(aim)) for aim in HIDEOUTS]
    decision = decide(view, legal, Random(1), "warlord")
    near, places = prospects(view, int(decision.action[1]))[other]
    hero = view.seats[other].hero
    assert hero is not None
    assert decision.why is not None
    assert str(decision.why).startswith(f"It may strike {hero.name} in {near} of {places} possible hideouts")
    place = sorted(belief(view, view.seats[other], view.seats[view.reader or 0]))[0]
    seats = tuple(replace(s, hidden=False, at=place) if s.seat == other else s for s in view.seats)
    assert str(decide(replace(view, seats=seats), legal, Random(1), "warlord").why) == (
        f"{hero.name} is revealed and within reach."
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_there_is_always_a_reason_and_its_counts_are_those_of_the_panel(name: str) -> None:
    random, shots = Random(name), 0
    for state, choice in choices(name, random, 0.3):
        view, legal = GAME.view(state, choice.seat), GAME.legal(state, choice.seat, choice.key)
        decision = decide(view, legal, random, "warlord")
        assert decision.why is not None
        if "places" in decision.why.arguments:
            counts = prospects(view, int(decision.action[1])).values()
            assert (decision.why.arguments["count"], decision.why.arguments["places"]) in counts
            shots += 1
    assert shots


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who both think that whoever fires first is worse off used to end their turns to the end of days."""
    view, _ = dark()
    legal = [*(("attack", str(aim)) for aim in HIDEOUTS), ("end",)]
    monkeypatch.setattr(Turn, "value", lambda turn, scene, ahead: -(10**12))
    assert decide(replace(view, used=1), legal, Random(1), "warlord").action == ("end",)
    first = decide(replace(view, used=0), legal, Random(1), "warlord")
    assert first.action[0] == "attack"


def test_while_there_are_more_than_two_they_look_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns that ended because each shot seemed to serve the others as much won fewer games."""
    view, _ = dark("four")
    legal = [*(("attack", str(aim)) for aim in HIDEOUTS), ("end",)]
    monkeypatch.setattr(Turn, "value", lambda turn, scene, ahead: -(10**12))
    assert decide(replace(view, used=1), legal, Random(1), "warlord").action[0] == "attack"
    others = [seat.seat for seat in view.seats if seat.seat != view.reader]
    two = tuple(replace(seat, alive=seat.seat not in others[1:]) for seat in view.seats)
    assert decide(replace(view, used=1, seats=two), legal, Random(1), "warlord").action == ("end",)
    struck_already = tuple(replace(seat, hidden=False, at=seat.seat + 1, flags=frozenset({HIT})) for seat in view.seats)
    assert decide(replace(view, used=1, seats=struck_already), legal, Random(1), "warlord").action == ("end",)


@pytest.mark.parametrize(
    ("name", "best"),
    [("two", {"Bg", "Dg"}), ("basic, four", {"Dg"}), ("two, ten faces", {"Fo"}), ("four", {"Do"})],
)
def test_a_warlord_picks_the_heroes_that_win_most(name: str, best: set[str]) -> None:
    """Which ones these are depends on the mode and on how many play."""
    state = GAME.new(*VARIANTS.get(name, (GAME.formations[2], new_options(GAME, {}))))
    choice = GAME.choices(state)[0]
    view, legal = GAME.view(state, choice.seat), GAME.legal(state, choice.seat, choice.key)
    assert {decide(view, legal, Random(seed), "warlord").action[1] for seed in range(20)} == best
    assert len({decide(view, legal, Random(seed), "squire").action[1] for seed in range(20)}) > len(best)


def test_what_is_said_of_the_chances_follows_from_the_view() -> None:
    """There is none before the first turn."""
    random, said = Random(1), 0
    for state, choice in choices("two", random, 0.3):
        view = GAME.view(state, choice.seat)
        chance = outlook(view, [("end",)], Random(1))
        assert (chance is None) == (choice.kind != "turn")
        if chance is not None:
            other = GAME.view(other_world(state, choice.seat, random), choice.seat)
            assert chance == outlook(other, [("end",)], Random(1))
            best = outlook(view, [], Random(1))
            assert best is not None
            assert best >= chance
            said += 1
    assert said > 5


def test_aims_are_noted_until_the_hero_is_found_or_leaves() -> None:
    """Only those with nobody in reach that everybody sees, and only of hidden heroes."""
    noted = forgotten = 0
    for seed in range(6):
        random = Random(seed)
        draws = Draws(random.randbytes(SEED_BYTES))
        state = GAME.new(*VARIANTS["two"])
        while GAME.result(state) is None:
            choice = next(choice for choice in GAME.choices(state) if choice.must)
            action = random_action(GAME, state, choice, random)
            after = GAME.apply(state, choice.seat, action, draws).state
            mine, other = state.heroes[choice.seat], state.heroes[1 - choice.seat]
            now = after.heroes[choice.seat]
            assert now.hidden or not now.aims
            if action[0] == "attack" and mine.hidden and now.hidden and after.question is None:
                in_reach = not other.hidden and other.at in struck(int(action[1]), state.die)
                assert now.aims == (mine.aims if in_reach else (*mine.aims, int(action[1])))
                noted += not in_reach
            forgotten += bool(mine.aims) and not now.aims
            assert GAME.load(GAME.dump(after)).heroes[choice.seat].aims == now.aims
            assert ("aims" in GAME.dump(after)["now"]) == any(hero.aims for hero in after.heroes)
            state = after
    assert noted > 10
    assert forgotten > 3
