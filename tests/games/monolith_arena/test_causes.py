"""Causes of what became of a tile: without any of them it comes otherwise, and none is missing.

The fights are fought again here by a loop of its own, and some of them by the naive battle of `tests.oracle`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
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
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.position import dump_position, load_position
from games.monolith_arena.projection import view
from games.monolith_arena.refights import Factor, Fight, fights, fought
from games.monolith_arena.roles import Cause
from games.monolith_arena.state import Answer, State
from games.monolith_arena.tiles import Monolith
from games.monolith_arena.view import Question
from games.referee import moments
from tests.oracle.monolith_arena.battle import resolve as naively
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
    return battle_in(state, lambda question: random.choice(question.values))


def battle_in(state: State, choose: Callable[[Question], str]) -> Fight:
    """A battle in a position."""
    before = view(state, None)
    draft = state.draft()
    happened: list[Any] = [ev.BattleBegan(0, "order", draft.hit_points)]
    phases.begin(draft, "order")
    going = True
    while going:
        while (round_ := consider(draft)).questions:
            question = round_.questions[0]
            answer = Answer(question.seat, question.kind, question.subject, choose(question))
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


def without(state: State, taken: Collection[Factor]) -> State:
    """A position without some factors."""
    draft = state.draft()
    for factor in taken:
        piece = draft.board[factor.hex]
        if factor.kind == "tile" or piece is None:
            draft.put(factor.hex, None)
            if piece is not None and piece.type.is_banner and draft.monoliths:
                draft.set_monolith(piece.seat, Monolith((None, None), known=True))
        else:
            field, nothing = MARKS[factor.kind]
            draft.put(factor.hex, piece._replace(**{field: nothing}))
    return draft


def chosen(fight: Fight, draft: State, question: Question) -> str | None:
    """What was answered in the fight, where it is among the answers now."""
    assert draft.cause is not None
    at = draft.cause.number
    attacks = [(one.phase, attack) for one in fight.wounds for attack in one.attacks]
    if question.kind == "assassin":
        own = [(abs(phase - at), n) for n, (phase, one) in enumerate(attacks) if one.kind == "assassination"
               and one.source is not None and one.source.hex == question.subject]  # fmt: skip
        value = NAMES[attacks[min(own)[1]][1].target.hex] if own else None
        return value if value in question.values else None
    now = [attack for phase, attack in attacks if phase == at]
    if question.kind == "poison":
        marked = [NAMES[one.target.hex] for one in now if one.poisons]
        for answer in draft.answers:
            if answer.kind == "poison" and answer.value in marked:
                marked.remove(answer.value)
        return next((name for name in question.values if name in marked), None)
    absorbed = set()
    for one in now:
        if one.absorbed_by is not None:
            by = NAMES[one.source.hex] if one.source else "poison" if one.kind == "poison" else "order"
            absorbed.add(f"{NAMES[one.absorbed_by]}={by}-{NAMES[one.target.hex]}")
    told = {value: {part for part in value.split("+") if part != "none"} for value in question.values}
    known = set[str]().union(*told.values())
    return next((value for value, parts in told.items() if parts == absorbed & known), None)


def ends(fight: Fight, taken: Collection[Factor], seen: list[State] | None = None) -> list[tuple[State, Counter[int]]]:
    """All positions in which a fight can end without some factors, and the wounds that came through on each hex.

    The position before each round goes to `seen`.
    """
    found: list[tuple[State, Counter[int]]] = []

    def on(draft: State, lost: Counter[int]) -> None:
        round_ = consider(draft)
        if round_.questions:
            (question, *_) = round_.questions
            value = chosen(fight, draft, question)
            for one in question.values if value is None else [value]:
                branch = draft.draft()
                branch.answers = (*draft.answers, Answer(question.seat, question.kind, question.subject, one))
                on(branch, lost)
            return
        if seen is not None:
            seen.append(draft.draft())
        wounds, lost = resolve(draft, round_), Counter(lost)
        if wounds is not None:
            for hit in wounds.attacks:
                lost[hit.target.hex] += hit.wounds if hit.absorbed_by is None else 0
            lost.subtract(tile.hex for tile in wounds.entrenchments)
        if fight.cause is not None:
            draft.cause = None
            phases.settle(draft)
        elif phases.next_phase(draft):
            on(draft, lost)
            return
        else:
            phases.end(draft)
        found.append((draft, lost))

    draft = without(fight.start, taken)
    if taken:
        phases.settle(draft)
    if fight.cause is None:
        phases.begin(draft, "order")
    else:
        draft.cause = fight.cause
    on(draft, Counter())
    return found


def gone(end: State, serial: int) -> bool:
    """Whether a tile is nowhere any more, not even in a monolith."""
    laid = [piece for monolith in end.monoliths if monolith is not None for piece in monolith.inside]
    return all(piece is None or piece.serial != serial for piece in (*end.board, *laid))


def otherwise(fight: Fight, told: Account, taken: Collection[Factor]) -> bool:
    """Whether it comes otherwise for a tile without some factors, whatever is chosen where nobody had to choose."""
    piece = fight.start.board[told.hex]
    assert piece is not None
    possible = ends(fight, taken)
    if piece.type.is_banner:
        costs = {costs_of(fight, lost, told.hex) for _, lost in possible}
        return all(cost < told.lost for cost in costs) if told.fate == "hurt" else 0 not in costs
    return all(gone(end, piece.serial) != (told.fate == "falls") for end, _ in possible)


def costs_of(fight: Fight, lost: Counter[int], hex_: int) -> int:
    """The hit points that a banner costs its team."""
    piece = fight.start.board[hex_]
    assert piece is not None
    return min(lost[hex_], fight.start.hit_points[fight.start.teams[piece.seat]])


def check_amount(fight: Fight, told: Account, cause: Cause) -> None:
    """Of a banner it is said by how much it comes otherwise."""
    costs = {abs(told.lost - costs_of(fight, lost, told.hex)) for _, lost in ends(fight, (cause.factor,))}
    assert (min(costs), len(costs) == 1) == (cause.points, cause.exactly)


def naive(fight: Fight, told: Account, cause: Cause) -> set[bool]:
    """Whether it comes otherwise by the naive battle, in each of its ends, whatever everybody chooses."""
    start = without(fight.start, (cause.factor,))
    phases.settle(start)
    position = dump_position(start)
    points, piece = position["hit_points"], fight.start.board[told.hex]
    assert piece is not None
    if not piece.type.is_banner:
        return {(NAMES[told.hex] in json.loads(end)["board"]) == (told.fate == "falls") for end in naively(position)}
    team = fight.start.teams[piece.seat]
    costs = {points[team] - json.loads(end)["hit_points"][team] for end in naively(position)}
    return {cost < told.lost if told.fate == "hurt" else cost > 0 for cost in costs}


def check(fight: Fight, hex_: int, met: Counter[str]) -> None:
    told = account(fight, hex_)
    assert told is not None
    piece = fight.start.board[hex_]
    assert piece is not None
    met[told.fate] += 1
    assert not otherwise(fight, told, ())
    named = [cause.factor for cause in told.causes]
    for factor in fight.factors():
        if factor == Factor("tile", hex_):
            continue
        assert otherwise(fight, told, (factor,)) == (factor in named), (factor, told)
    for cause in told.causes if piece.type.is_banner else ():
        check_amount(fight, told, cause)
    if told.later is not None:
        met["later"] += 1
        now = [blow for blow in told.blows if blow.phase == told.phase and blow.wounds and blow.absorbed_by is None]
        taken = {Factor("tile", blow.source.hex) if blow.source else Factor("poison", hex_) for blow in now}
        assert all(gone(end, piece.serial) for end, _ in ends(fight, taken))
    for together in told.together:
        assert otherwise(fight, told, together), (together, told)
        for size in range(1, len(together)):
            for some in combinations(together, size):
                assert not otherwise(fight, told, some), (some, told)
    met["together"] += bool(told.together)
    met.update(cause.part for cause in told.causes)
    met.update(miss.why for miss in told.misses)
    for miss in told.misses:
        if miss.why in ("netted", "disarmed"):
            met["unexplained"] += not miss.causes
            named = [cause.factor for cause in miss.causes]
            for taken in [named] if miss.jointly else [[factor] for factor in named]:
                assert could_strike(fight, taken, hex_, miss.phase), (miss, told)


def could_strike(fight: Fight, taken: Collection[Factor], hex_: int, phase: int) -> bool:
    """Whether the tile on a hex is there and free in a phase without some factors, whatever is chosen."""
    seen: list[State] = []
    ends(fight, taken, seen)
    then = [draft.standing() for draft in seen if draft.cause is not None and draft.cause.number == phase]
    return bool(then) and all(one.board[hex_] is not None and not one.disabled(hex_) for one in then)


def check_all(fight: Fight, met: Counter[str]) -> None:
    """Check a fight: it is fought again as it was, and every tile that it is about has its causes."""
    again = fought(fight)
    assert tuple(one.wounds for one in again.rounds) == fight.wounds
    standing = [hex_ for hex_, piece in enumerate(fight.start.board) if piece is not None]
    for hex_ in standing if fight.cause is None else fight.taking_part():
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
    assert min(met[part] for part in ("falls", "hurt", "stands", "hits", "gives", "wounded", "together", "later")), met


def test_causes_of_random_battles_are_complete_and_none_is_idle() -> None:
    met = run(Random(4), 25)
    must_explain(met)
    assert met["falls"] > 50, met


def test_causes_of_what_is_fought_in_matches() -> None:
    met: Counter[str] = Counter()
    for fight in battles_of_matches(range(3)):
        check_all(fight, met)
    assert met["fights"] > 5, met
    assert not met["unexplained"], met


ASSASSIN: dict[str, Any] = {
    "seats": [{"faction": "dragon_empire", "team": 0}, {"faction": "harbingers_of_the_forest", "team": 1}],
    "board": {
        "A1": {"seat": 0, "tile": "banner"},
        "E3": {"seat": 1, "tile": "banner"},
        "C4": {"seat": 0, "tile": "pikeman", "facing": 3},
        "E1": {"seat": 1, "tile": "assassin"},
        "D1": {"seat": 1, "tile": "rune_of_minor_acceleration"},
    },
}
"""An Assassin that a rune makes faster, in phase 4 instead of 3, and a Pikeman that strikes in phase 2."""


def told_of(position: dict[str, Any], hex_: str, target: str = "") -> Account:
    """What became of a tile in a battle in which an assassin aims at a target."""
    state = load_position({"game": "monolith_arena", "hit_points": [20, 20], **position})
    fight = battle_in(state, lambda question: target if target in question.values else question.values[0])
    found = account(fight, BY_NAME[hex_])
    assert found is not None
    return found


def test_what_would_have_fallen_in_another_phase_would_have_fallen_all_the_same() -> None:
    told = told_of(ASSASSIN, "C4", "C4")
    assert (told.fate, told.phase) == ("falls", 4)
    assert [cause.factor for cause in told.causes] == [Factor("tile", BY_NAME["E1"])]


def test_what_was_slowed_down_missed_its_later_phase() -> None:
    """The Pikeman would have struck in phase 3, but the rune that made it faster fell in phase 4."""
    netted = {"C4": {"seat": 0, "tile": "pikeman", "facing": 3, "netted": True}}
    rune = {"C3": {"seat": 0, "tile": "rune_of_minor_acceleration", "facing": 3}}
    (missed,) = told_of({**ASSASSIN, "board": ASSASSIN["board"] | netted | rune}, "C4", "C3").misses
    assert (missed.why, missed.phase) == ("netted", 2)


def test_what_a_player_would_have_chosen_is_not_guessed() -> None:
    """Without the Pikeman somebody else would have been chosen, perhaps the rune, perhaps the banner."""
    swapped = {name: {**tile, "seat": 1 - tile["seat"]} for name, tile in ASSASSIN["board"].items()}
    swapped["C5"] = {"seat": 0, "tile": "assassin"}
    position = {"seats": ASSASSIN["seats"][::-1], "board": {**swapped, "B1": {"seat": 1, "tile": "pikeman"}}}
    told = told_of(position, "B1", "C4")
    assert told.fate == "stands"
    assert Factor("tile", BY_NAME["C4"]) not in {cause.factor for cause in told.causes}


def test_of_a_banner_it_is_said_by_how_much_it_comes_otherwise() -> None:
    position = {
        **ASSASSIN,
        "board": {
            "A1": {"seat": 0, "tile": "banner"},
            "B2": {"seat": 1, "tile": "banner"},
            "A2": {"seat": 0, "tile": "knight", "facing": 1},
        },
    }
    told = told_of(position, "B2")
    assert (told.fate, told.lost) == ("hurt", 3)
    (hit, granted) = sorted(told.causes, key=lambda cause: -cause.points)
    assert (hit.part, hit.points, hit.exactly) == ("hits", 3, True)
    assert (granted.part, granted.gift, granted.others) == ("gives", "melee", (BY_NAME["A2"],))
    assert (granted.points, granted.exactly) == (1, True)


def naively_checked(random: Random, number: int) -> Counter[str]:
    """Fight battles in which nobody chooses again without each cause, by the naive battle."""
    met: Counter[str] = Counter()
    while met["battles"] < number:
        fight = a_battle(random, advanced=False)
        if fight.start.monoliths or len(set(fight.start.teams)) < len(fight.start.teams):
            continue  # it knows the hit points of teams, not what each banner cost
        met["battles"] += 1
        for hex_ in fight.taking_part():
            told = account(fight, hex_)
            assert told is not None
            for cause in told.causes[:2]:
                if len(ends(fight, (cause.factor,))) > 1 or choices_in(fight):
                    continue
                assert naive(fight, told, cause) == {True}, (cause, told)
                met["claims"] += 1
    return met


def choices_in(fight: Fight) -> bool:
    """Whether anybody had to choose something in a fight."""
    return any(
        one.kind == "assassination" or one.absorbed_by is not None or one.poisons
        for wounds in fight.wounds
        for one in wounds.attacks
    )


def test_causes_by_the_naive_battle() -> None:
    assert naively_checked(Random("naive"), 10)["claims"] > 10


@pytest.mark.long
@pytest.mark.timeout(0)
def test_causes_of_a_thousand_battles_by_the_naive_battle() -> None:
    assert naively_checked(Random("many, naive"), 1_000)["claims"] > 1_000


@pytest.mark.long
@pytest.mark.timeout(0)
def test_causes_of_two_thousand_battles() -> None:
    met = run(Random("many"), 1_500)
    for fight in battles_of_matches(range(10**6)):
        check_all(fight, met)
        if met["fights"] >= 2_000:
            break
    must_explain(met)
    assert min(met[part] for part in ("nets", "token", "disarms", "absorbs", "saves", "removes", "blocks")), met
    assert met["falls"] > 4_000, met
