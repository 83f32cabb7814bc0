"""Computer players: legal, the same for the same seed, blind for what is hidden, and worth their names."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from benchmarks.compiled import positions
from benchmarks.players import reference
from games.api import Choice, formation, new_options
from games.chances import CERTAIN
from games.contest import Player, contest
from games.draws import SEED_BYTES, Draws
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NAMES, NEIGHBOUR
from games.monolith_arena.player import LEVELS, VERSION, decide
from games.monolith_arena.player.core import DECIDED, Packed, Readable
from games.monolith_arena.player.levels import Level
from games.monolith_arena.player.replies import FEWEST, Candidate, candidates, chance, replied, weigh
from games.monolith_arena.player.turns import Search, Taste
from games.monolith_arena.referee import random_action
from games.monolith_arena.tiles import faction
from games.monolith_arena.worlds import world
from tests.games.monolith_arena.helpers import situation
from tests.games.monolith_arena.test_properties import VARIANTS, Variant
from tests.games.monolith_arena.worlds import world as other_world

SMALL = Level("small", width=1, candidates=2, worlds=1, nodes=120)
"""As thorough as a warlord in all it does, but little of everything."""


def choices(variant: Variant, random: Random, part: float = 0.1) -> Iterator[tuple[Any, Choice]]:
    """Some states of a random match, with an open choice of each."""
    draws = Draws(random.randbytes(SEED_BYTES))
    state = GAME.new(*variant)
    while state.result is None:
        open_ = GAME.choices(state)
        choice = random.choice(open_)
        if random.random() < (1 if choice.kind not in ("turn", "faction", "prepare") else part):
            yield state, choice
        seat, action = random_action(state, random)
        state = GAME.carry_out(state, seat, action, draws).state


OPEN = {"open reserves": Variant(formation(GAME, "1v2"), new_options(GAME, {"open_reserves": True, "monoliths": True}))}
EARLIER = {"earlier rulings": Variant(formation(GAME, "1v1"), new_options(GAME, {}) | {"rulings": 1})}


@pytest.mark.parametrize("name", [*VARIANTS, *OPEN, *EARLIER])
def test_a_world_made_of_a_view_looks_like_the_match(name: str) -> None:
    random = Random(name)
    for state, choice in choices((VARIANTS | OPEN | EARLIER)[name], random, 0.3):
        if state.stage != "turn":
            continue
        view = GAME.view(state, choice.seat)
        seen = GAME.view(world(view, Random(1)), choice.seat)
        # The keys of choices are numbers of steps, of which a world knows nothing.
        assert replace(seen, choices=view.choices) == view


def decide_in_two_worlds(state: Any, choice: Choice, random: Random) -> bool:
    """Two worlds that differ only in what is hidden give the same legal choice, and use as many numbers of the seed."""
    if choice.kind == "prepare" and len(GAME.playing(state)) == len(GAME.choices(state)):
        return False
    worlds = (state, other_world(state, choice.seat, random))
    for level in (SMALL, "squire"):
        decisions = []
        for one in worlds:
            legal, numbers = GAME.legal(one, choice.seat, choice.key), Random(5)
            found = decide(GAME.view(one, choice.seat), legal, numbers, level)
            decisions.append((found, numbers.getstate()))
            assert found.action in legal
            assert found.why is not None
            assert "this side" not in str(found.why), "that is for readers of reviews"
        assert decisions[0] == decisions[1]
    return True


@pytest.mark.parametrize("name", [*VARIANTS, *OPEN, *EARLIER])
def test_only_what_is_known_decides(name: str) -> None:
    random = Random(name)
    compared = [
        decide_in_two_worlds(*found, random) for found in choices((VARIANTS | OPEN | EARLIER)[name], random, 0.03)
    ]
    assert any(compared)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_only_what_is_known_decides_in_many_positions(name: str) -> None:
    """2,000 positions over all variants."""
    random = Random(name)
    compared = 0
    while compared < 2_000 // len(VARIANTS) + 1:
        for found in choices(VARIANTS[name], random):
            compared += decide_in_two_worlds(*found, random)


@pytest.mark.long
@pytest.mark.parametrize("level", ["small", *LEVELS])
@pytest.mark.parametrize("name", VARIANTS)
def test_many_games_end_without_an_illegal_move(name: str, level: str) -> None:
    """5,016 games over all variants; of the slow levels a few."""
    games = {"small": 200, "squire": 190, "knight": 24, "warlord": 4}[level]
    player = Player(lambda view, legal, random, _: decide(view, legal, random, SMALL), "small")
    one = player if level == "small" else Player(decide, level)
    tallies = contest(GAME, one, player, *VARIANTS[name], games, 11)
    assert tallies[0].games == games


def test_the_two_cores_play_the_same_turns() -> None:
    """Earlier rulings are searched on the readable rules, by the same search; assassins are asked in other ways."""
    random = Random(5)
    compared = 0
    while compared < 8:
        for state, choice in choices(VARIANTS["base"], random, 0.15):
            if choice.kind != "turn" or compared == 8 or any("harbingers" in home.id for home in state.factions):
                continue
            values = []
            for core in (Packed(), Readable()):
                search: Search[Any] = Search(core, Taste(), 10_000)
                lines = search.turn(core.start(state), 1, 200)
                values.append((sorted(line.value for line in lines), search.nodes))
            assert values[0] == values[1]
            compared += 1


def test_it_takes_the_win_that_is_there() -> None:
    state = situation(
        {
            "board": {
                "A1": {"seat": 0, "tile": "banner"},
                "E3": {"seat": 1, "tile": "banner"},
                "D4": {"seat": 0, "tile": "swordsman", "facing": 0},
            },
            "hit_points": [20, 2],
            "reserves": [["battle_charge", "swordsman"], []],
        }
    )
    (choice,) = GAME.choices(state)
    for level in ("squire", "knight"):
        played = state
        for _ in range(6):
            (choice,) = GAME.choices(played)
            if choice.seat != 0:
                break
            legal = GAME.legal(played, 0, choice.key)
            action = decide(GAME.view(played, 0), legal, Random(1), level).action
            played = GAME.apply(played, 0, action, Draws(b"")).state
            if played.result is not None:
                break
        assert played.result is not None, level
        assert played.result.winners == (0,)


def test_chances_rise_with_values_and_are_even() -> None:
    values = [chance(value) for value in range(-25_000, 25_001, 250)]
    assert values == sorted(values)
    assert chance(0) == CERTAIN // 2
    assert (chance(10**6), chance(-(10**6))) == (CERTAIN, 0)


def test_the_planner_beats_who_plays_at_random() -> None:
    """Two games on one deal, sides exchanged."""
    planner, at_random = reference(GAME.name, "planner"), reference(GAME.name, "random")
    assert planner is not None
    assert at_random is not None
    players = Player(planner, "planner"), Player(at_random, "random")
    one, other = contest(GAME, *players, *VARIANTS["base"], 2, 1)
    assert (one.won, other.lost) == (2, 2)
    assert one.games == 2
    assert len(one.seconds) == len(one.nodes) > 4
    low, high = one.interval()
    assert low < one.score == high == 1


def decision(given: dict[str, Any], level: Level | str = SMALL, seat: int = 0) -> Any:
    state = situation(given)
    choice = next(choice for choice in GAME.choices(state) if choice.seat == seat)
    return decide(GAME.view(state, seat), GAME.legal(state, seat, choice.key), Random(2), level)


HARBINGERS = ["harbingers_of_the_forest", "guardians_of_the_realm"]
FAR = {"A1": {"seat": 0, "tile": "banner"}, "E3": {"seat": 1, "tile": "banner"}}


def fighting(given: dict[str, Any], level: Level | str, seat: int) -> tuple[Any, Any]:
    """The question that a battle comes to, and what the level answers."""
    state = GAME.apply(situation(given), 0, ("battle",), Draws(b"")).state
    (choice,) = GAME.choices(state)
    assert choice.seat == seat
    found = decide(GAME.view(state, seat), GAME.legal(state, seat, choice.key), Random(2), level)
    return state, found.action


def test_an_assassin_takes_what_decides_the_match() -> None:
    """R9.2: one more wound ends the match, whatever else stands there."""
    board = FAR | {"C3": {"seat": 0, "tile": "assassin"}, "B2": {"seat": 1, "tile": "veteran"}}
    given = {"factions": HARBINGERS, "board": board, "reserves": [["battle"], []]}
    _, action = fighting(given | {"hit_points": [20, 1]}, SMALL, 0)
    assert action == ("choose", "E3")


@pytest.mark.parametrize("level", [SMALL, "squire"])
def test_an_assassin_rather_kills_than_scratches(level: Level | str) -> None:
    board = FAR | {
        "C3": {"seat": 0, "tile": "assassin"},
        "B2": {"seat": 1, "tile": "veteran"},
        "D1": {"seat": 1, "tile": "golem"},
    }
    given = {"factions": HARBINGERS, "board": board, "reserves": [["battle"], []]}
    _, action = fighting(given, level, 0)
    assert action == ("choose", "B2")


def test_a_rune_saves_the_dearer_tile() -> None:
    """R8.2: hits on two tiles, one rune."""
    board = FAR | {
        "C3": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
        "A2": {"seat": 1, "tile": "axeman"},
    }
    home = faction(HARBINGERS[1]).by_id["rune_of_regeneration"]
    beside = [NAMES[NEIGHBOUR[BY_NAME["C3"]][d]] for d in home.turned[0].paths]
    board |= {beside[0]: {"seat": 1, "tile": "golem", "wounds": 2}, beside[1]: {"seat": 1, "tile": "veteran"}}
    del board["A2"]
    # two assassins, one for each tile
    board |= {"A3": {"seat": 0, "tile": "assassin"}, "E1": {"seat": 0, "tile": "assassin"}}
    state = GAME.apply(
        situation({"factions": HARBINGERS, "board": board, "reserves": [["battle"], []]}), 0, ("battle",), Draws(b"")
    ).state
    for target in beside:
        state = GAME.apply(state, 0, ("choose", target), Draws(b"")).state
    (choice,) = GAME.choices(state)
    assert (choice.seat, choice.kind) == (1, "regeneration")
    legal = GAME.legal(state, 1, choice.key)
    action = decide(GAME.view(state, 1), legal, Random(2), SMALL).action
    assert action[1].endswith(f"-{beside[1]}")


def test_a_reserve_of_useless_orders_is_exchanged() -> None:
    """R3.2: nothing to push, nothing to rotate."""
    given = {
        "factions": ["guardians_of_the_realm", "lords_of_the_abyss"],
        "board": FAR,
        "reserves": [["rotation", "rotation", "push_back"], []],
        "stacks": [["veteran", "axeman", "axeman", "crossbowman", "wyvern", "veteran"], ["spike"] * 6],
        "turn": {"redraw": True, "discard_due": True},
    }
    found = decision(given, "knight")
    assert found.action == ("redraw",)
    assert found.why is not None


def test_the_discard_that_is_due_comes_first() -> None:
    found = decision(
        {
            "board": FAR | {"B2": {"seat": 0, "tile": "knight"}},
            "reserves": [["pikeman", "swordsman", "move"], []],
            "turn": {"discard_due": True},
        }
    )
    assert found.action[0] == "discard"
    assert found.plan[-1] in (("end",), ("battle",)) or found.plan[-1][0] == "charge"


def test_a_battle_and_doing_nothing_are_always_weighed() -> None:
    board = FAR | {"B2": {"seat": 0, "tile": "knight"}, "B3": {"seat": 1, "tile": "horror", "facing": 3}}
    state = situation({"board": board, "reserves": [["battle_charge", "swordsman"], []]})
    core = Packed()
    search: Search[Any] = Search(core, Taste(), 1_000)
    lines = search.turn(core.start(state), 4)
    assert len(lines) > 50
    last = [candidate.line.moves[-1:] for candidate in candidates(search, lines, 2)]
    assert {core.verb(move) for moves in last for move in moves} >= {"battle", "charge"}
    assert () in last


@pytest.mark.parametrize(
    ("left", "facing", "enemy", "fights"),
    [
        pytest.param(9, 2, {}, False, id="the banner is forgotten"),
        pytest.param(6, 2, {}, True, id="until few tiles are left"),
        pytest.param(9, 1, {"D2": {"seat": 1, "tile": "nightmare", "facing": 0}}, True, id="a champion never is"),
    ],
)
def test_a_squire_goes_after_champions_and_remembers_the_banner_late(
    left: int, facing: int, enemy: dict[str, Any], fights: bool
) -> None:
    given = {
        "factions": ["guardians_of_the_realm", "lords_of_the_abyss"],
        "board": FAR | {"C3": {"seat": 0, "tile": "crossbowman", "facing": facing}} | enemy,
        "reserves": [["battle"], []],
        "stacks": [["veteran"] * left, ["spike"] * 9],
    }
    assert (decision(given, "squire").action == ("battle",)) is fights


def test_a_squire_plays_all_it_can_in_one_turn() -> None:
    found = decision({"board": FAR, "reserves": [["pikeman", "swordsman"], []]}, "squire")
    assert [action[0] for action in (found.action, *found.plan)] == ["place", "place", "end"]


def test_a_squire_does_not_always_choose_the_first_of_places_that_are_alike() -> None:
    given = {"board": FAR, "reserves": [["swordsman"], []], "stacks": [["pikeman"] * 9, ["spike"] * 9]}
    state = situation(given)
    (choice,) = GAME.choices(state)
    view, legal = GAME.view(state, 0), GAME.legal(state, 0, choice.key)
    found = [decide(view, legal, Random(seed), "squire").action for seed in range(40)]
    assert found == [decide(view, legal, Random(seed), "squire").action for seed in range(40)]
    assert len({action[2] for action in found}) > 8
    for verb, tile, place, facing in found:
        turned = faction("dragon_empire").by_id[tile].turned[BY_DIRECTION[facing]]
        assert verb == "place"
        assert all(NEIGHBOUR[BY_NAME[place]][direction] >= 0 for direction, _ in turned.melee), "it hits nothing there"


def test_a_squire_leaves_nothing_to_chance_where_one_action_is_better() -> None:
    given = {
        "factions": ["guardians_of_the_realm", "lords_of_the_abyss"],
        "board": FAR | {"C3": {"seat": 1, "tile": "spike", "facing": 0}},
        "reserves": [["veteran"], []],
        "stacks": [["veteran"] * 9, ["spike"] * 9],
    }
    state = situation(given)
    (choice,) = GAME.choices(state)
    view, legal = GAME.view(state, 0), GAME.legal(state, 0, choice.key)
    found = {decide(view, legal, Random(seed), "squire").action for seed in range(40)}
    assert len(found) > 3
    for _, _, place, facing in found:
        blades = faction("guardians_of_the_realm").by_id["veteran"].turned[BY_DIRECTION[facing]].melee
        assert "C3" in [NAMES[NEIGHBOUR[BY_NAME[place]][direction]] for direction, _ in blades]


def test_a_squire_chooses_among_equal_targets_by_chance() -> None:
    board = FAR | {"C3": {"seat": 0, "tile": "assassin"}}
    board |= {"C5": {"seat": 1, "tile": "veteran"}, "B4": {"seat": 1, "tile": "veteran"}}
    given = {"factions": HARBINGERS, "board": board, "reserves": [["battle"], []]}
    state = GAME.apply(situation(given), 0, ("battle",), Draws(b"")).state
    (choice,) = GAME.choices(state)
    view, legal = GAME.view(state, 0), GAME.legal(state, 0, choice.key)
    found = {decide(view, legal, Random(seed), "squire").action for seed in range(20)}
    assert found == {("choose", "B4"), ("choose", "C5")}


HELD = (7, {"squire": "9eaa03f7f3545330", "knight": "425de5144215f034", "warlord": "0d773a5778396255"})
"""The version of the players, and what its levels decide in some positions: matches that are stored go by both.

Who changes what a level decides raises `VERSION`, too. Knight and warlord decide as in version 6.
"""


@pytest.mark.parametrize(("level", "number"), [("squire", 120), ("knight", 24), ("warlord", 5)])
def test_a_version_decides_as_it_did(level: str, number: int) -> None:
    found = hashlib.sha256()
    for place, (state, seat, key) in enumerate(positions(number, 9)):
        decided = decide(GAME.view(state, seat), GAME.legal(state, seat, key), Random(place), level)
        found.update(repr((decided.action, decided.plan)).encode())
    assert (VERSION, found.hexdigest()[:16]) == (HELD[0], HELD[1][level])


def test_turns_that_come_to_the_same_do_not_crowd_out_others() -> None:
    state = situation({"board": FAR, "reserves": [["pikeman", "swordsman"], []]})
    core = Packed()
    search: Search[Any] = Search(core, Taste(), 1_000)
    lines = search.turn(core.start(state), 4)
    assert max(Counter(line.value for line in lines).values()) > 20
    found = candidates(search, lines, 6)
    assert max(Counter(candidate.line.value for candidate in found).values()) <= 3


def test_worlds_that_cost_too_much_are_met_by_the_best_alone() -> None:
    state = situation({"board": FAR, "reserves": [["pikeman", "swordsman"], []]})
    view = GAME.view(state, 0)
    core = Packed()
    start = core.start(state)
    worlds = [world(view, Random(number)) for number in range(6)]
    search: Search[Any] = Search(core, Taste(), 10**6)
    found = candidates(search, search.turn(start, 2), 12)
    begun = search.nodes
    assert len(weigh(search, start, found, worlds)) == len(found)
    # room for two thirds of that
    search.budget = search.nodes + (search.nodes - begun) * 2 // 3
    weighed = weigh(search, start, [Candidate(candidate.line) for candidate in found], worlds)
    assert FEWEST <= len(weighed) <= len(found) // 2
    assert [candidate.worlds for candidate in weighed] == [6] * len(weighed)
    assert [c.mean for c in weighed] == sorted((c.mean for c in weighed), reverse=True)


def test_the_worse_half_drops_out_where_the_level_says_so() -> None:
    state = situation({"board": FAR, "reserves": [["pikeman", "swordsman"], []]})
    core = Packed()
    start = core.start(state)
    worlds = [world(GAME.view(state, 0), Random(number)) for number in range(4)]
    search: Search[Any] = Search(core, Taste(), 10**6)
    found = candidates(search, search.turn(start, 2), 16)
    met: Counter[int] = Counter()
    weighed = weigh(search, start, found, worlds, (1, 3))
    for candidate in found:
        met[candidate.worlds] += 1
    half = len(found) // 2
    assert met == {1: len(found) - half, 3: half - half // 2, 4: half // 2}
    assert len(weighed) == half // 2 >= FEWEST
    assert weighed[0].mean == max(candidate.mean for candidate in weighed)


def beside(home: str, tile: str, here: str, there: str) -> int:
    """The facing in which a tile strikes a hex."""
    direction = NEIGHBOUR[BY_NAME[here]].index(BY_NAME[there])
    turned = faction(home).by_id[tile].turned
    return next(facing for facing, way in enumerate(turned) if direction in dict(way.melee))


def test_who_looks_further_ahead_sees_what_the_answer_cannot_avert() -> None:
    """The order in the reserve wins the match in the turn after the answer, and nothing is left to answer with."""
    facing = beside("dragon_empire", "pikeman", "C2", "C3")
    board = {
        "A1": {"seat": 0, "tile": "banner"},
        "C3": {"seat": 1, "tile": "banner"},
        "C2": {"seat": 0, "tile": "pikeman", "facing": facing},
    }
    given = {"board": board, "reserves": [["battle_charge"], []], "stacks": [["pikeman"] * 9, ["spike"] * 9]}
    state = situation(given | {"hit_points": [20, 1], "turn": {"seat": 1}})
    core = Packed()
    one, two = (replied(Search(core, Taste(), 10**6, ahead), core.start(state), 0, 0) for ahead in (1, 2))
    assert 0 < one < DECIDED // 2 < two


def test_what_is_drawn_after_an_answer_is_not_taken_for_kept() -> None:
    """The answer is a battle, after which the seat has drawn three tiles already."""
    facing = beside("lords_of_the_abyss", "horror", "B2", "A1")
    values = []
    for drawn in ("veteran", "push_back"):
        given = {
            "factions": ["guardians_of_the_realm", "lords_of_the_abyss"],
            "board": FAR | {"B2": {"seat": 1, "tile": "horror", "facing": facing}},
            "reserves": [[], ["battle"]],
            "stacks": [[drawn] * 9, ["spike"] * 9],
            "turn": {"seat": 1},
        }
        core = Packed()
        start = core.start(situation(given))
        search: Search[Any] = Search(core, Taste(), 10**6)
        best = max(search.turn(start, 1), key=lambda line: line.value)
        assert (core.verb(best.moves[-1]), len(best.position.reserves[0])) == ("battle", 3)
        values.append(replied(search, start, 0, 0))
    assert values[0] == values[1] < 0


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(KeyError):
        decision({"board": FAR, "reserves": [["pikeman", "move"], []]}, "king")


def test_views_tell_what_is_public_of_a_turn_and_no_more() -> None:
    """R3.9, R5.6, R5.10, R10.3, R13.4."""
    board = FAR | {"B2": {"seat": 0, "tile": "knight"}}
    state = situation({"board": board, "reserves": [["pikeman", "move"], []], "stacks": [["knight"], ["spike"] * 6]})
    state = GAME.apply(state, 0, ("feature", "B2", "maneuver", "B3", "N"), Draws(b"")).state
    state = GAME.apply(state, 0, ("place", "pikeman", "C3", "N"), Draws(b"")).state
    hex_ = BY_NAME["B3"]
    for reader in (0, 1, None):
        view = GAME.view(state, reader)
        assert view.used == ((hex_, "maneuver", hex_),)
        assert (view.placed, view.played) == (True, 1)
    state = GAME.apply(state, 0, ("end",), Draws(b"")).state
    assert [tile.id for tile in GAME.view(state, 1).drawn] == ["spike"] * 3
    assert GAME.view(state, 0).drawn is None
    assert GAME.view(state, None).drawn is None


def test_views_tell_sealed_answers_to_their_own_seat_alone() -> None:
    """R5.10."""
    board = FAR | {
        "C3": {"seat": 0, "tile": "assassin"},
        "A3": {"seat": 0, "tile": "assassin"},
        "B2": {"seat": 1, "tile": "veteran"},
    }
    given = {"factions": HARBINGERS, "board": board, "reserves": [["battle"], []]}
    state = GAME.apply(situation(given), 0, ("battle",), Draws(b"")).state
    state = GAME.apply(state, 0, ("choose", "B2"), Draws(b"")).state
    running = GAME.view(state, 0).running
    assert running.answers == ((0, "assassin", BY_NAME["A3"], "B2"),)
    assert (running.kind, running.number, running.reason) == ("phase", 3, "order")
    for reader in (1, None):
        assert GAME.view(state, reader).running == replace(running, answers=())
