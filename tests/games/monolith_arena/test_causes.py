"""Causes of what became of a tile: without any of them it comes otherwise, and none is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.causes import Account, account
from games.monolith_arena.game import GAME
from games.monolith_arena.position import load_position
from games.monolith_arena.projection import view
from games.monolith_arena.refights import AFTER, NEVER, Factor, Fight, answered, fights, fought, order
from games.monolith_arena.state import Answer
from games.monolith_arena.tiles import Monolith
from games.referee import moments
from tests.oracle.monolith_arena.random_positions import random_position

VARIANTS = [new_options(GAME, dict.fromkeys(names, True)) for names in ((), ("monoliths",), ("reinforcement",))]
MARKS = {"wounds": ("wounds", 0), "poison": ("poison", 0), "token": ("netted", False), "marker": ("entrenched", False)}
LARGEST = 3
"""Sets of so many hits at most are tried one by one."""


def a_battle(random: Random, *, advanced: bool) -> Fight:
    """A battle in a random position, with random choices."""
    state = load_position(random_position(random, advanced=advanced))
    # In matches nothing lies unknown in a monolith that carries markers of a pool, as it may in a random position.
    state.monoliths = tuple(laid and laid._replace(known=True) for laid in state.monoliths)
    before = view(state, None)
    draft = state.draft()
    happened: list[Any] = [ev.BattleBegan(0, "order", draft.hit_points)]
    phases.begin(draft, "order")
    going = True
    while going:
        while (round_ := consider(draft)).questions:
            question = random.choice(round_.questions)
            answer = Answer(question.seat, question.kind, question.subject, random.choice(question.values))
            draft.answers = (*draft.answers, answer)
        wounds = resolve(draft, round_)
        happened += [wounds] if wounds is not None else []
        going = phases.next_phase(draft)
    happened += phases.end(draft)
    found = fights(before, happened, view(draft, None))
    return found[0] if found else Fight(before, ())


def battles_of_matches(seeds: range) -> Iterator[Fight]:
    """All that was fought in random matches of every formation and variant."""
    for seed in seeds:
        running: list[Any] = []
        before = None
        for moment in moments(GAME, Random(seed), GAME.formations[seed % 3], VARIANTS[seed // 3 % 3]):
            before = GAME.view(moment.before, None) if not running else before
            running += moment.step.events
            if moment.step.state.battle is None and moment.step.state.cause is None:
                yield from fights(before, running, GAME.view(moment.step.state, None))
                running = []


def fallen_by(fight: Fight, taken: Collection[Factor], hex_: int, phase: int) -> tuple[bool, int]:
    """Whether the tile on a hex is gone when a phase is over, and what came through to it, fought by the rules anew."""
    draft = fight.start.draft()
    for factor in taken:
        piece = draft.board[factor.hex]
        if factor.kind == "tile" or piece is None:
            draft.put(factor.hex, None)
            if piece is not None and piece.type.is_banner and draft.monoliths:
                draft.set_monolith(piece.seat, Monolith((None, None), known=True))
        else:
            field, nothing = MARKS[factor.kind]
            draft.put(factor.hex, piece._replace(**{field: nothing}))
    piece = draft.board[hex_]
    assert piece is not None
    serial, lost = piece.serial, 0

    def gone() -> bool:
        return all(other is None or other.serial != serial for other in draft.board)

    if taken:
        phases.settle(draft)
    cause = fight.cause
    if cause is None:
        phases.begin(draft, "order")
    else:
        draft.cause = cause
    by_then = gone()
    while draft.cause is not None:
        number = draft.cause.number if cause is None else 0
        while (round_ := consider(draft)).questions:
            draft.answers += tuple(answered(draft, fight, question, hex_) for question in round_.questions)
        wounds = resolve(draft, round_)
        if wounds is not None:
            hits = (one.wounds for one in wounds.attacks if one.target.hex == hex_ and one.absorbed_by is None)
            lost += sum(hits) - any(tile.hex == hex_ for tile in wounds.entrenchments)
        if order(number) <= order(phase):
            by_then = gone()
        if cause is not None or not phases.next_phase(draft):
            break
    if order(phase) >= order(AFTER):
        if cause is None:
            ended = phases.end(draft)
            by_then = by_then or any(
                tile.hex == hex_ for event in ended if isinstance(event, ev.ToughnessLost) for tile in event.tiles
            )
        else:
            draft.cause = None
            phases.settle(draft)
            by_then = gone()
    return by_then, lost


def otherwise(fight: Fight, told: Account, taken: Collection[Factor]) -> bool:
    """Whether it comes otherwise for a tile without some factors."""
    gone, lost = fallen_by(fight, taken, told.hex, told.phase if told.fate == "falls" else NEVER)
    if told.fate == "falls":
        return not gone
    if told.fate == "hurt":
        return lost < sum(blow.wounds for blow in told.blows if blow.absorbed_by is None) - told.spared
    piece = fight.start.board[told.hex]
    return gone or (piece is not None and piece.type.is_banner and lost > 0)


def check(fight: Fight, hex_: int, met: Counter[str]) -> None:
    told = account(fight, hex_)
    assert told is not None
    met[told.fate] += 1
    assert not otherwise(fight, told, ())
    named = [cause.factor for cause in told.causes]
    for factor in fight.factors():
        if factor == Factor("tile", hex_):
            continue
        assert otherwise(fight, told, (factor,)) == (factor in named), (factor, told)
    for together in told.together:
        assert otherwise(fight, told, together), (together, told)
        for size in range(1, len(together)):
            for some in combinations(together, size):
                assert not otherwise(fight, told, some), (some, told)
    met["together"] += bool(told.together)
    met.update(cause.part for cause in told.causes)
    met.update(miss.why for miss in told.misses)
    by_order = any(blow.kind in ("fire", "shoot") for blow in told.blows)
    if told.fate == "falls" and not by_order:
        met["unexplained"] += not named and not told.together
    for miss in told.misses:
        if miss.why in ("netted", "disarmed"):
            met["unexplained"] += not miss.causes


def check_all(fight: Fight, met: Counter[str]) -> None:
    """Check a fight: it is fought again as it was, and every tile that it is about has its causes."""
    again = fought(fight)
    assert tuple(one.wounds for one in again.rounds) == fight.wounds
    for hex_ in fight.taking_part():
        check(fight, hex_, met)
    met["fights"] += 1


def run(random: Random, number: int) -> Counter[str]:
    met: Counter[str] = Counter()
    while met["fights"] < number:
        check_all(a_battle(random, advanced=met["fights"] % 2 == 1), met)
    return met


def must_explain(met: Counter[str]) -> None:
    """Nothing may be without a cause, and the causes must be of many kinds."""
    assert not met["unexplained"], met
    assert min(met[part] for part in ("falls", "hurt", "stands", "hits", "serves", "wounded", "together")), met


def test_causes_of_random_battles_are_complete_and_none_is_idle() -> None:
    met = run(Random(4), 45)
    must_explain(met)
    assert met["falls"] > 100, met


def test_causes_of_what_is_fought_in_matches() -> None:
    met: Counter[str] = Counter()
    for fight in battles_of_matches(range(3)):
        check_all(fight, met)
    assert met["fights"] > 5, met
    assert not met["unexplained"], met


@pytest.mark.long
@pytest.mark.timeout(0)
def test_causes_of_two_thousand_battles() -> None:
    met = run(Random("many"), 1_500)
    for fight in battles_of_matches(range(10**6)):
        check_all(fight, met)
        if met["fights"] >= 2_000:
            break
    must_explain(met)
    assert min(met[part] for part in ("nets", "token", "disarms", "absorbs", "toughens", "removes", "blocks")), met
    assert met["falls"] > 4_000, met
