"""Computer players: legal, the same for the same seed, blind for what is hidden, and worth their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from benchmarks.players import reference
from games.api import Choice, Decide, new_options
from games.chances import CERTAIN
from games.contest import Player, contest
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths import events as ev
from games.monsters_and_myths import fights
from games.monsters_and_myths.cards import BY_CODE, CATAPULT, NONE, Ranks, with_ranks
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.notation import read
from games.monsters_and_myths.player import LEVELS, Level, decide, outlook
from games.monsters_and_myths.player.habits import SCALE, Habits, expected
from games.monsters_and_myths.player.imagined import weigh
from games.monsters_and_myths.player.worth import crowns, shares, swing
from games.monsters_and_myths.worlds import world
from games.referee import random_action, random_choice
from tests.games.monsters_and_myths import positions
from tests.games.monsters_and_myths.worlds import world as other_world

SMALL: Final = Level("small", games=18, ways=3)
"""As thorough as a warlord in all it does, but little of everything."""
VARIANTS: Final = {
    "two": (GAME.formations[0], new_options(GAME, {})),
    "three, free fire": (GAME.formations[1], new_options(GAME, {"catapults": "free"})),
    "four, with swaps": (GAME.formations[2], new_options(GAME, {"guarantee_attack": True})),
}


def small(view: Any, legal: Any, random: Random, level: str) -> Any:
    return decide(view, legal, random, SMALL)


def choices(name: str, random: Random, part: float) -> Iterator[tuple[Any, Choice]]:
    """Some states of a random match after the deal, with an open choice of each."""
    draws = Draws(random.randbytes(SEED_BYTES))
    state = GAME.new(*VARIANTS[name])
    while state.result is None:
        choice = random_choice(GAME, state, random)
        if choice.must and choice.kind != "start" and random.random() < part:
            yield state, choice
        state = GAME.apply(state, choice.seat, random_action(GAME, state, choice, random), draws).state


@pytest.mark.parametrize("name", VARIANTS)
def test_a_world_made_of_a_view_looks_like_the_match(name: str) -> None:
    random, seen = Random(name), 0
    for state, choice in choices(name, random, 1):
        view = GAME.view(state, choice.seat)
        again = GAME.view(world(view, random), choice.seat)
        # The keys of choices are numbers of steps, of which a world knows nothing.
        assert replace(again, choices=view.choices) == view
        seen += 1
    assert seen > 15


def _aside(state: Any, seat: int) -> list[Any]:
    """What a seat may do besides what is waited for."""
    asides = [choice for choice in GAME.choices(state) if choice.seat == seat and not choice.must]
    return [action for choice in asides for action in GAME.legal(state, seat, choice.key)]


def test_whoever_musters_says_whom_the_army_attacks() -> None:
    """What is asked then is decided already, and so are the chances of it."""
    state = read(
        "mm seats=AB fire=free round=1 phase=card active=A card=12 A.troops=U4m,T2a1m,B3i2m A.attacks=12 "
        "B.troops=G2i1a,U5i pile=Ui"
    ).state
    legal = GAME.legal(state, 0, GAME.choices(state)[0].key)
    decision = decide(GAME.view(state, 0), legal, Random(1), SMALL)
    assert decision.action[0] == "muster"
    assert len(decision.plan) == 1
    mustered = GAME.apply(state, 0, decision.action, Draws(bytes(SEED_BYTES))).state
    assert decision.plan[0] in GAME.legal(mustered, 0, GAME.choices(mustered)[0].key)
    chances = {outlook(GAME.view(state, 0), (decision.action, ("attack", goal)), Random(2)) for goal in ("B.G", "B.U")}
    assert len(chances) == 2


@pytest.mark.parametrize("name", VARIANTS)
def test_only_what_is_known_decides(name: str) -> None:
    random, compared = Random(name), 0
    for state, choice in choices(name, random, 0.5):
        legal = GAME.legal(state, choice.seat, choice.key)
        other = other_world(state, choice.seat, random)
        decisions = [decide(GAME.view(one, choice.seat), legal, Random(5), SMALL) for one in (state, other)]
        assert decisions[0] == decisions[1]
        assert decisions[0].action in {*legal, *_aside(state, choice.seat)}
        assert decisions[0].chance is None or 0 <= decisions[0].chance <= CERTAIN
        assert decisions[0].why is not None
        foreseen = [outlook(GAME.view(one, choice.seat), legal[:1], Random(5)) for one in (state, other)]
        assert foreseen[0] == foreseen[1]
        assert foreseen[0] is None or 0 <= foreseen[0] <= CERTAIN
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", VARIANTS)
def test_whole_matches_are_legal_and_the_same_once_more(name: str) -> None:
    """`contest` ends with an error for a choice that is not legal."""
    way, options = VARIANTS[name]
    players = Player(small, "small"), Player(decide, "squire")
    counted = []
    for _ in range(2):
        one, other = contest(GAME, *players, way, options, way.seats, 3)
        assert one.games == way.seats
        counted.append((one.won, one.drawn, one.lost, one.nodes, other.nodes))
    assert counted[0] == counted[1]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_level_plays_on(name: str) -> None:
    way, options = VARIANTS[name]
    one, _ = contest(GAME, Player(decide, "knight"), Player(decide, "squire"), way, options, 2 * way.seats, 1)
    assert one.games == 2 * way.seats


@pytest.mark.parametrize("level", LEVELS)
def test_an_attacker_fires_before_its_catapults_are_lost(level: str) -> None:
    last = "phase=after active=A card=2 A.attacks=2 A.catapults=1 A.troops=G3i B.troops=G4i,E2i fought=B.G force=G3i"
    assert _decided(last, level)[0] == "fire"
    assert (
        _decided(
            last.replace("phase=after", "phase=card").replace(" fought=B.G force=G3i", "").replace("G4i,E2i", "E2i"),
            level,
        )[0]
        == "fire"
    )
    assert _decided(f"{last} B.attacks=7", "knight")[0] == "end", "it is worth more when one is attacked"


def _decided(words: str, level: str) -> Any:
    state = positions.at(words)
    must = positions.choice(state, 0)
    return decide(GAME.view(state, 0), GAME.legal(state, 0, must.key), Random(1), level).action


def test_no_catapult_is_lost_while_there_is_an_attack() -> None:
    """Whoever has passed is asked again at the last card, whoever attacks fires unasked."""
    way, options = VARIANTS["four, with swaps"]
    lost = cards = 0
    for seed in range(6):
        draws, random, state = Draws(bytes([seed]) * 32), Random(seed), GAME.new(way, options)
        while state.result is None:
            must = next(one for one in GAME.choices(state) if one.must)
            legal = GAME.legal(state, must.seat, must.key)
            action = decide(GAME.view(state, must.seat), legal, random, "knight").action
            on = state.card
            step = GAME.apply(state, must.seat, action, draws)
            state = step.state
            for event in step.events:
                cards += isinstance(event, ev.CardDone)
                lost += on > 0 and isinstance(event, ev.Cleared) and CATAPULT in event.cards
    assert cards > 30
    assert not lost


def against(one: Decide, level: str, name: str, games: int) -> float:
    other = reference(GAME.name, name)
    assert other is not None
    way, options = VARIANTS["two"]
    tally, _ = contest(GAME, Player(one, level), Player(other, name), way, options, games, 2)
    return tally.score


def test_levels_beat_whoever_plays_at_random() -> None:
    """How strong they are against each other takes more games: `docs/computer-players.md`."""
    assert against(decide, "squire", "random", 40) > 0.5
    assert against(small, "small", "random", 40) > 0.5


def test_levels_look_at_more_and_more() -> None:
    budgets = [(level.taste.nations, level.games) for level in LEVELS.values()]
    assert budgets == sorted(budgets)
    state, choice = next(choices("two", Random(1), 1))
    view, legal = GAME.view(state, choice.seat), GAME.legal(state, choice.seat, choice.key)
    with pytest.raises(KeyError):
        decide(view, legal, Random(1), "peasant")


def test_exchanges_are_expected_by_the_exact_odds() -> None:
    random = Random(4)
    for _ in range(200):
        force = NONE
        for nation in range(2):
            force = with_ranks(force, nation, Ranks(random.randint(0, 4), random.randint(0, 2), random.randint(0, 2)))
        if not any(ranks.size for ranks in force):
            continue
        nation = Ranks(random.randint(0, 4), random.randint(0, 2), 1)
        card = random.randint(1, 14)
        lost, won = fights.of_exchange(force, BY_CODE[str(card)], nation).expected
        assert expected(force, card, nation) == (int(lost * SCALE), int(won * SCALE))


def test_a_creature_counts_most_where_nations_are_close() -> None:
    close = swing(3, 5, (4, 4), 1, 0)
    far = swing(3, 5, (9, 1), 1, 0)
    assert close > far >= 0
    assert swing(3, 5, (4, 4), 0, 0) < 0
    assert crowns(1, 0, (0, 3))[0] == 0


def test_chances_of_all_seats_are_certain_together() -> None:
    for points in ([0, 0], [5000, -3000, 2000, 0]):
        found = shares(points, 2)
        assert abs(sum(found) - CERTAIN) <= len(points)
        assert max(found) == found[points.index(max(points))]


def test_all_ways_meet_the_same_worlds() -> None:
    """The same way twice comes to the same."""
    state, choice = next(found for found in choices("two", Random(3), 1) if found[1].kind == "keep")
    legal = GAME.legal(state, choice.seat, choice.key)
    view = GAME.view(state, choice.seat)
    ways = weigh(view, [legal[0], legal[0], legal[-1]], Habits(SMALL.taste), 60, Random(1))
    twins = [way for way in ways if way.action == legal[0]]
    first = min(way.worlds for way in twins)
    assert first > 0
    assert len({way.mean for way in twins if way.worlds == first}) == 1
    assert ways[0].worlds >= ways[-1].worlds
