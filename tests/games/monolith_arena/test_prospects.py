"""What a preview announces of a battle is what the rules make of it, on random positions with random moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.draws import Draws
from games.monolith_arena import consequences, prospects
from games.monolith_arena import events as ev
from games.monolith_arena.battle.attacks import POISON
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.flow import fight
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.prospects import Blow
from games.monolith_arena.view import Put, TileView, View
from games.referee import moments
from tests.games.monolith_arena.helpers import legal

DRAWS = Draws(bytes(32))
VARIANTS = [new_options(GAME, dict.fromkeys(names, True)) for names in ((), ("monoliths",), ("reinforcement",))]
FEW, MANY = 300, 5_000
RUNS = 300
"""How many ways through a battle are tried before it counts as too large to try all."""


def proposed(random: Random) -> Iterator[tuple[Any, int, Put, Any]]:
    """Positions with a tile that could be placed: the state, the seat, the tile there, and the state after it."""
    while True:
        formation, options = random.choice(GAME.formations), random.choice(VARIANTS)
        for moment in moments(GAME, Random(random.random()), formation, options):
            state, seat = moment.before, moment.choice.seat
            if moment.choice.kind != "turn" or random.random() > 0.5:
                continue
            placings = [action for action in legal(state, seat) if action[0] == "place"]
            if not placings:
                continue
            action = random.choice(placings)
            kind = state.factions[seat].by_id[action[1]]
            facing = BY_DIRECTION[action[3]] if len(action) > 3 else 0
            put = Put(TileView.printed(seat, kind, facing), BY_NAME[action[2]])
            after = GAME.apply(state, seat, action, DRAWS).state
            if after.board[put.hex] is not None and after.battle is None and after.active == seat:
                yield state, seat, put, after


def begun(state: Any) -> tuple[Any, list[Any]]:
    """The state in the first open question of a battle that begins now, or after it, and what has happened."""
    draft, events = state.draft(), []
    draft.last_turns = None  # no Final Battle follows at once
    fight(draft, "order", events)
    return draft, events


def runs(state: Any, happened: list[Any]) -> Iterator[tuple[Any, list[Any]]]:
    """All ends of the battle that the state is in, over all answers, and what happens on the way."""
    if state.battle is None:
        yield state, happened
        return
    choice = GAME.choices(state)[0]
    for action in GAME.legal(state, choice.seat, choice.key):
        step = GAME.apply(state, choice.seat, action, DRAWS)
        yield from runs(step.state, [*happened, *step.events])


def left(state: Any) -> set[int]:
    inside = [piece for monolith in state.monoliths if monolith is not None for piece in monolith.inside]
    return {piece.serial for piece in (*state.board, *inside) if piece is not None}


def gone(start: Sequence[Any], end: Any) -> frozenset[int]:
    """The hexes of what stood on the board and is lost; a banner is when its side has no hit points left."""
    rest = left(end)
    return frozenset(
        hex_
        for hex_, piece in enumerate(start)
        if piece is not None
        and (not end.hit_points[end.teams[piece.seat]] if piece.type.is_banner else piece.serial not in rest)
    )


def dealt(events: list[Any], blow: Blow) -> bool:
    """Whether these wounds come in that phase, and the target falls then if that is said."""
    for event in events:
        if isinstance(event, ev.Wounds) and event.cause == "phase" and (event.phase,) == blow.aim.phases:
            wounds = sum(
                attack.wounds
                for attack in event.attacks
                if attack.source is not None
                and (attack.source.hex, attack.target.hex) == (blow.aim.source, blow.aim.target)
                and attack.absorbed_by is None
            )
            if wounds == blow.aim.wounds:
                return not blow.falls or blow.aim.target in {tile.hex for tile in event.removed}
    return False


def every_end(start: Sequence[Any], after: Any) -> list[tuple[frozenset[int], list[Any]]] | None:
    """What is lost in each way that the battle can go, with its events; `None` where these are too many."""
    ends = []
    for end, happened in runs(*begun(after)):
        ends.append((gone(start, end), happened))
        if len(ends) > RUNS:
            return None
    return ends


def one_end(start: Sequence[Any], after: Any, random: Random) -> tuple[frozenset[int], list[Any]]:
    state, happened = begun(after)
    while state.battle is not None:
        choice = random.choice(GAME.choices(state))
        step = GAME.apply(state, choice.seat, random.choice(GAME.legal(state, choice.seat, choice.key)), DRAWS)
        state, happened = step.state, [*happened, *step.events]
    return gone(start, state), happened


def holds(foreseen: Forecast, hex_: int, lost: frozenset[int], happened: list[Any]) -> None:
    """Assert that what is announced as certain has come."""
    found = prospects.prospect(foreseen, hex_)
    assert found.fate != "falls" or hex_ in lost
    assert found.fate != "survives" or hex_ not in lost
    assert all(dealt(happened, blow) for blow in found.blows)
    assert not found.by or hex_ in lost
    wounding = {
        (attack.source.hex if attack.source is not None else POISON, event.phase)
        for event in happened
        for attack in getattr(event, "attacks", ())
        if attack.target.hex == hex_ and attack.wounds and attack.absorbed_by is None
    }
    sources = {source for source, _ in wounding}
    assert {(aim.source, phase) for aim in (*found.by, *found.taken) for phase in aim.phases} <= wounding
    assert not sources & set(found.late), "what was lost before does not strike"
    if foreseen.decided:
        assert {aim.source for aim in (*found.by, *found.taken)} == sources
        assert (found.reaches, found.threats) == ((), ()), "nothing is mere reach"
        assert bool(found.cause) == (found.fate == "falls"), "it is said why it falls"
    for pictured in (prospects.drawn(foreseen), prospects.drawn(foreseen, [hex_])):
        assert {tile.hex for tile in pictured.removed} <= lost
        struck = {
            (attack.source, attack.target)
            for event in happened
            for attack in getattr(event, "attacks", ())
            if attack.wounds and attack.absorbed_by is None
        }
        assert {(attack.source, attack.target) for attack in pictured.attacks} <= struck


def announced(positions: int, random: Random) -> Counter[str]:
    """Compare so many positions; return how often each fate was announced."""
    told: Counter[str] = Counter()
    for (state, seat, put, after), _ in zip(proposed(random), range(positions), strict=False):
        view: View = GAME.view(state, seat)
        foreseen = consequences.forecast(view, [put])
        fate = prospects.prospect(foreseen, put.hex).fate
        told[fate] += 1
        told["kills"] += any(blow.falls for blow in prospects.prospect(foreseen, put.hex).blows)
        # A tile that dies of the placement is on the board before it only.
        start = [after.board[h] if h == put.hex else piece for h, piece in enumerate(state.board)]
        ends = None if foreseen.decided else every_end(start, after)
        if ends is None:
            holds(foreseen, put.hex, *one_end(start, after, random))
            told["decided" if foreseen.decided else "too many"] += 1
            continue
        for lost, happened in ends:
            holds(foreseen, put.hex, lost, happened)
        possible = {hex_ in lost for lost, _ in ends for hex_ in [put.hex]}
        assert fate != "perhaps" or possible == {True, False}
        for hex_ in foreseen.perhaps if foreseen.known else ():
            assert {hex_ in lost for lost, _ in ends} == {True, False}
        told["open"] += 1
    return told


def test_what_is_announced_of_a_tile_comes_true() -> None:
    told = announced(FEW, Random(25))
    assert told["decided"] > FEW // 2
    assert min(told["survives"], told["falls"], told["kills"]) > 10
    assert told["perhaps"] > 0
    assert told["open"] > told["too many"]


@pytest.mark.long
def test_what_is_announced_of_many_tiles_comes_true() -> None:
    told = announced(MANY, Random(26))
    assert sum(told[fate] for fate in ("survives", "falls", "perhaps", "unknown")) == MANY
    assert min(told["survives"], told["falls"], told["kills"], told["open"]) > 100
