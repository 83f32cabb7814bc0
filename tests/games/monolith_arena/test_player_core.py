"""The packed core of the computer players plays the same game as the readable rules.

`CORE_POSITIONS` sets how many positions of each variant the ordinary run compares (30); the run marked `long` compares
100,000 in all.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.draws import SEED_BYTES, Draws
from games.monolith_arena import choosing
from games.monolith_arena.battle.search import TooManyChoices, outcomes
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player import battle, moves, playing, readable
from games.monolith_arena.player.core import Packed
from games.monolith_arena.player.essence import joined, part_of
from games.monolith_arena.player.glances import stands
from games.monolith_arena.player.packing import Position, encoded, pack, unpack
from games.monolith_arena.player.standing import settle
from games.monolith_arena.player.tables import ENTRENCHED, FLAGS, NETS, POISON, SHAPE, TOKEN, WOUNDS
from games.monolith_arena.player.worth import worth
from games.monolith_arena.referee import random_action
from games.monolith_arena.tiles import FACTIONS, Piece, faction
from tests.games.monolith_arena.helpers import situation
from tests.games.monolith_arena.test_properties import VARIANTS, Variant

POSITIONS = int(os.environ.get("CORE_POSITIONS", "30"))
TRIED = 3
"""So many moves of each position are carried out by both."""


def facts(position: Position) -> dict[str, Any]:
    return {name: getattr(position, name) for name in Position.__slots__ if name != "table"}


def ways_out(state: Any, found: list[Any], limit: int = 200) -> None:
    """Collect the states after all answers to whatever is being asked."""
    asked = () if state.result is not None else choosing.questions(state) if choosing.asking(state) else ()
    if not asked:
        found.append(state)
        return
    for value in asked[0].values:
        if len(found) > limit:
            return
        ways_out(readable.step(state, asked[0].seat, ("choose", value)), found, limit)


def board_of(position: Position) -> tuple[Any, ...]:
    return position.board, position.hit_points, position.winner, position.active


def compare(state: Any, random: Random, met: Counter[str]) -> None:
    """Compare all moves of a position, and what some of them lead to."""
    position = pack(state)
    again = pack(unpack(position), position.table)
    assert facts(again) == facts(position)
    (choice,) = choosing.choices(state)
    packed = moves.moves(position)
    assert Counter(map(moves.action, packed)) == Counter(GAME.legal(state, choice.seat, choice.key))
    met["positions"] += 1
    compare_glances(position, packed)
    for move in random.sample(packed, min(TRIED, len(packed))):
        action = moves.action(move)
        before = facts(position)
        after = playing.play(position, move)
        assert facts(position) == before
        expected = readable.step(state, state.active, action)
        if not choosing.asking(expected):
            assert facts(after) == facts(pack(expected, position.table)), action
            met[action[0]] += 1
            continue
        ends: list[Any] = []
        ways_out(expected, ends)
        if len(ends) < 200:
            assert board_of(after) in [board_of(pack(end, position.table)) for end in ends], action
            met["answered"] += 1


def compare_glances(position: Position, tried: list[moves.Move]) -> None:
    """Compare what moves lead to at a glance with what they lead to; battles with those of the whole board."""
    core = Packed()
    for move, glance in zip(tried, core.glances(position, tried), strict=True):
        if glance is None:
            continue
        after = core.play(position, move)
        assert core.same_turn(position, after)
        assert not core.due(after)
        expected = core.key(after), core.now(after), stands(*fought_out(after)), core.kept(after, position.active)
        assert glance == expected, moves.action(move)
        assert core.then(after) == expected[2]


def fought_out(position: Position) -> tuple[int, int, int]:
    """Hit points and worth of the tiles after a battle of the whole board, as if no banner could be destroyed in it.

    So the search looks at it: where a banner is destroyed nothing else is of weight, and saves that it needs no longer
    may leave a rune.
    """
    board, points = list(position.board), [1000, 1000]
    battle.fight(position.table, board, points)
    one, other = (max(0, had + left - 1000) for had, left in zip(position.hit_points, points, strict=True))
    return one, other, worth(board, (0, 0))


def run(variant: Variant, random: Random, positions: int) -> Counter[str]:
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        draws = Draws(random.randbytes(SEED_BYTES))
        state = GAME.new(*variant)
        while state.result is None and met["positions"] < positions:
            if state.stage == "turn" and not choosing.asking(state) and random.random() < 0.3:
                compare(state, random, met)
            seat, action = random_action(state, random)
            state = GAME.carry_out(state, seat, action, draws).state
    return met


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_and_what_they_lead_to_are_those_of_the_rules(name: str) -> None:
    met = run(VARIANTS[name], Random(name), POSITIONS)
    assert len(met) > 4


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.parametrize("name", VARIANTS)
def test_moves_of_many_positions(name: str, chunk: int) -> None:
    run(VARIANTS[name], Random(f"{name} {chunk}"), 100_000 // 20 // len(VARIANTS) + 1)


def dense(random: Random) -> Any:
    """A board full of tiles in any state, with two factions."""
    homes = random.sample(FACTIONS, 2)
    state = situation({"factions": homes})
    board: list[Piece | None] = [None] * SIZE
    places = random.sample(range(SIZE), random.randint(6, 17))
    for number, hex_ in enumerate(places):
        seat = number % 2
        home = faction(homes[seat])
        kinds = [tile for tile in home.deck() if not tile.is_order]
        tile = home.banner if number < 2 else random.choice(kinds)
        board[hex_] = Piece(
            hex_,
            seat,
            tile,
            random.randrange(tile.period),
            wounds=0 if tile.is_banner else random.randint(0, tile.toughness),
            poison=int(seat == 1 - homes.index("lords_of_the_abyss") and random.random() < 0.15)
            if "lords_of_the_abyss" in homes
            else 0,
            entrenched=random.random() < 0.05,
            netted=random.random() < 0.1,
        )
    state.board = tuple(board)
    state.serial = SIZE
    return state


def fought(state: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    position = pack(state)
    board, points = list(position.board), list(position.hit_points)
    battle.fight(position.table, board, points)
    assert Packed().then(position) == stands(points[0], points[1], worth(board, (0, 0)))
    battle.after(board)
    settle(board)
    return tuple(board), tuple(points)


def battles(random: Random, number: int) -> Counter[str]:
    met: Counter[str] = Counter()
    while met.total() < number:
        state = dense(random)
        settled = [encoded(piece, state.teams) for piece in state.board]
        if settle(settled):
            continue  # no board of a match: something on it has lost what it lived by
        try:
            ends = outcomes(state, 3_000)
        except TooManyChoices:
            continue
        expected = {(tuple(encoded(p, end.teams) for p in end.board), end.hit_points) for end in ends}
        assert fought(state) in expected
        met["decided" if len(expected) == 1 else "with choices"] += 1
    return met


def test_battles_on_full_boards_end_as_the_rules_let_them() -> None:
    met = battles(Random(7), 300)
    assert min(met["decided"], met["with choices"]) > 20


def test_a_banner_that_is_hit_strikes_as_fast_as_its_runes_let_it() -> None:
    """Before the hunter it only served the nightmare, and the rune that serves the banner did nothing."""
    board = {
        "C3": {"seat": 0, "tile": "banner"},
        "C4": {"seat": 0, "tile": "nightmare", "facing": 3},
        "D2": {"seat": 0, "tile": "rune_of_minor_acceleration", "facing": 4},
        "E1": {"seat": 0, "tile": "chaos", "facing": 1},
        "E3": {"seat": 0, "tile": "rune_of_strength", "facing": 5},
        "B4": {"seat": 1, "tile": "herne", "facing": 4},
        "D4": {"seat": 1, "tile": "banner"},
    }
    homes = ["lords_of_the_abyss", "harbingers_of_the_forest"]
    given = {"factions": homes, "board": board, "reserves": [[], ["hunter"]], "turn": {"seat": 1}}
    position = pack(situation(given))
    tried = moves.moves(position)
    assert ("place", "hunter", "B2", "NE") in map(moves.action, tried)
    compare_glances(position, tried)


def joining(random: Random, number: int) -> Counter[str]:
    """Compare battles after a tile has joined a board with those of the whole board."""
    met: Counter[str] = Counter()
    while met.total() < number:
        position = pack(dense(random))
        board = [code if random.random() < 0.6 else 0 for code in position.board]
        there = [here for here, code in enumerate(board) if code and not code & (WOUNDS | POISON | TOKEN | ENTRENCHED)]
        if not there:
            continue
        here = random.choice(there)
        before = [*board[:here], 0, *board[here + 1 :]]
        if FLAGS[board[here] & SHAPE] & NETS or settle(list(before)) or settle(list(board)):
            continue
        part = part_of(before)
        essence, idle = joined(part, here, board[here])
        ends = []
        for whole in (essence, board):
            left, points = list(whole), [1000, 1000]
            battle.fight(position.table, left, points)
            ends.append((points, worth(left, (0, 0)) + (idle if whole is essence else 0)))
        assert ends[0] == ends[1]
        met["takes part" if essence[here] else "idle"] += 1
    return met


def test_who_joins_a_board_changes_the_battle_no_more_than_on_the_whole_board() -> None:
    met = joining(Random(3), 1_000)
    assert min(met["takes part"], met["idle"]) > 50


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
def test_many_who_join_a_board(chunk: int) -> None:
    joining(Random(chunk), 5_000)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
def test_many_battles_end_as_the_rules_let_them(chunk: int) -> None:
    battles(Random(chunk), 1_000)
