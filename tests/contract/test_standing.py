"""The contract of `games.standing`, checked on every game that offers any of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import standing
from games.api import BadNotation, Field, Formation, Game, GameError, IllegalAction, Ready, new_options
from games.draws import Draws
from games.messages import Message
from games.referee import random_action, random_choice
from games.standing import Instruction, Standing, StandingGame, TimedGame
from tests.contract.cases import CASES, Case
from tests.support import laws

STEPS = 400
ROOM = 40
"""How many values of a first field are tried; some fields have hundreds."""
FEW = 5
"""How many values of a second field are tried, and instructions of a topic."""

instructed = pytest.mark.parametrize(
    "case", [case for case in CASES if isinstance(case.game, StandingGame)], ids=lambda case: case.game.name
)
each_way = pytest.mark.parametrize(
    ("case", "formation"),
    [
        pytest.param(case, way, id=f"{case.game.name}-{way.id}")
        for case in CASES
        if isinstance(case.game, StandingGame)
        for way in case.game.formations
    ],
)


def declared(game: Game[Any]) -> Standing[Any]:
    found = standing.standing_of(game)
    assert found is not None
    return found


def walked(rules: Standing[Any], view: Any, random: Random) -> Iterator[Instruction]:
    """Whole instructions of every topic of use, with every value of each field where those are not too many."""
    for topic in standing.topics_of(rules, view):
        todo: list[Instruction] = [(topic.id,)]
        while todo:
            tokens = todo.pop()
            field = rules.instruct(view, tokens)
            if isinstance(field, Ready):
                assert field.action == tokens
                yield tokens
                continue
            laws.check_field(field, tokens)
            said(rules.asked(tokens, field), 200)
            if field.least == 0:
                yield tokens
            tried = (0, ROOM, FEW)[len(tokens)] if len(tokens) < 3 else 1  # an order of preference has no end of them
            values = random.sample(field.values, min(len(field.values), tried))
            for value in values:
                assert 0 < len(str(rules.label(tokens, value))) <= 80
                todo.append((*tokens, value))


def said(message: Message, longest: int) -> None:
    assert isinstance(message, Message)
    assert 0 < len(str(message)) <= longest
    assert str(message)[-1] in ".?"


def some(rules: Standing[Any], view: Any, random: Random) -> tuple[Instruction, ...]:
    """One instruction of each topic, as somebody may have chosen them."""
    found: dict[str, Instruction] = {}
    every = list(walked(rules, view, random))
    random.shuffle(every)
    for one in every:
        found.setdefault(one[0], one)
    return tuple(found.values())


@instructed
def test_topics_are_declared(case: Case) -> None:
    rules = declared(case.game)
    assert 0 < len(rules.topics) <= 25
    assert len({topic.id for topic in rules.topics}) == len(rules.topics)
    for topic in rules.topics:
        assert 0 < len(topic.id) <= 16
        assert topic.id.replace("_", "a").isalnum()
        assert topic.id == topic.id.lower()
        assert 0 < len(str(topic.title)) <= 60
        assert len(str(topic.help)) <= 100
        said(topic.help, 100)
        assert isinstance(rules.instruct(None, (topic.id,)), Field)


@instructed
def test_instructions_are_walked_to_said_and_stored(case: Case) -> None:
    rules = declared(case.game)
    for instruction in walked(rules, None, Random(1)):
        assert standing.read(rules, None, instruction) == instruction
        assert standing.parse(rules, standing.line(instruction)) == instruction
        assert len(standing.line(instruction)) <= standing.LONGEST
        assert not set("".join(instruction)) & set(".:; \t\n")
        said(rules.sentence(instruction), 300)
        with pytest.raises(BadNotation):
            standing.parse(rules, standing.line((*instruction, "Ω")))


@instructed
def test_what_is_no_instruction_is_refused(case: Case) -> None:
    rules = declared(case.game)
    for tokens in ((), ("Ω",), ("",), ("Ω", "1")):
        with pytest.raises(IllegalAction):
            standing.read(rules, None, tokens)
    for topic in rules.topics:
        for tokens in ((topic.id, "Ω"), (topic.id, "")):
            with pytest.raises(IllegalAction) as refusal:
                standing.read(rules, None, tokens)
            laws.check_refusal(refusal.value)
        field = rules.instruct(None, (topic.id,))
        if isinstance(field, Field) and field.least > 0:
            with pytest.raises(IllegalAction):
                standing.read(rules, None, (topic.id,))


@each_way
@pytest.mark.parametrize("seed", range(3))
def test_whoever_follows_does_what_is_legal_and_comes_to_an_end(case: Case, formation: Formation, seed: int) -> None:
    """Random matches in which every seat has instructions, made as they began; what they lead to is always legal."""
    game, random, draws = case.game, Random(seed), Draws(bytes([seed + 1]) * 32)
    rules = declared(game)
    options = case.options[seed % len(case.options)]
    state = game.new(formation, options)
    given = {seat: some(rules, game.view(state, seat), random) for seat in range(formation.seats)}
    for one in (each for every in given.values() for each in every):
        assert standing.read(rules, None, one) == one, "what a match offers can be instructed for all matches, too"
    followed = 0
    for _ in range(STEPS):
        if game.result(state) is not None:
            break
        for seat in range(formation.seats):
            for _ in range(50):
                view = game.view(state, seat)
                action = rules.follow(view, seat, given[seat])
                assert action == rules.follow(view, seat, given[seat])
                assert rules.follow(view, seat, ()) is None
                if action is None:
                    break
                check_legal(game, state, seat, action)
                state = game.apply(state, seat, action, draws).state
                followed += 1
            else:
                raise AssertionError("following comes to no end")
        if game.result(state) is None:
            choice = random_choice(game, state, random)
            state = game.apply(state, choice.seat, random_action(game, state, choice, random), draws).state
    assert followed or formation.seats == 1


@each_way
def test_what_is_of_no_use_in_a_match_cannot_be_instructed_for_it(case: Case, formation: Formation) -> None:
    """A topic has an answer, or it is not offered and nothing that somebody still sends of it is taken."""
    game, random, draws = case.game, Random(4), Draws(bytes([4]) * 32)
    rules = declared(game)
    every = list(walked(rules, None, random))
    some = {topic.id: [one for one in every if one[0] == topic.id][:FEW] for topic in rules.topics}
    for options in case.options:
        state = game.new(formation, options)
        for _ in range(STEPS // 10):
            if game.result(state) is not None:
                break
            for seat in range(formation.seats):
                view = game.view(state, seat)
                of_use = {topic.id for topic in standing.topics_of(rules, view)}
                for one in (one for topic, known in some.items() if topic not in of_use for one in known):
                    with pytest.raises(IllegalAction):
                        standing.read(rules, view, one)
            choice = random_choice(game, state, random)
            state = game.apply(state, choice.seat, random_action(game, state, choice, random), draws).state


def check_legal(game: Game[Any], state: Any, seat: int, action: tuple[str, ...]) -> None:
    for choice in game.choices(state):
        if choice.seat == seat:
            try:
                found = game.next_field(state, seat, choice.key, action)
            except GameError:
                continue
            if isinstance(found, Ready) or found.least == 0:
                return
    raise AssertionError(f"seat {seat} follows with {action}, which is not legal")


@pytest.mark.parametrize(
    "case", [case for case in CASES if isinstance(case.game, TimedGame)], ids=lambda case: case.game.name
)
def test_what_has_hours_of_its_own_has_a_default(case: Case) -> None:
    game, random, draws = case.game, Random(5), Draws(bytes(32))
    for options in (*case.options, {}):
        whole = {**new_options(game, {}), **options}
        state = game.new(game.formations[0], options)
        for _ in range(STEPS):
            if game.result(state) is not None:
                break
            for choice in game.choices(state):
                seconds = standing.seconds_for(game, whole, choice)
                assert seconds is None or (seconds > 0 and choice.must and choice.default is not None)
            choice = random_choice(game, state, random)
            state = game.apply(state, choice.seat, random_action(game, state, choice, random), draws).state
