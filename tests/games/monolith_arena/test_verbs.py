"""What is written down of each verb is what its actions are."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.api import Field, GameError, IllegalAction, new_options
from games.draws import Draws
from games.messages import Message, Several
from games.monolith_arena.game import GAME
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.referee import moments
from tests.games.monolith_arena.helpers import choice_of, situation

DRAWS = Draws(bytes(32))
OPTIONS = new_options(GAME, {"monoliths": True, "reinforcement": True})
HEADS = {"place": 2, "banner": 1, "move": 2, "falseorder": 2, "rotate": 2, "feature": 3, "charge": 3, "unfold": 2}
"""How many tokens come before hex and facing, for the verbs that end with them."""


def test_heads_and_titles() -> None:
    assert {verb.name: verb.head for verb in VERBS.values() if verb.places} == HEADS
    assert VERBS["push"].head == 3
    assert VERBS["end"].head == 1
    titles = [str(verb.title) for verb in VERBS.values()]
    assert len(set(titles)) == len(titles)
    assert all(verb.title.context == "order" for verb in VERBS.values())
    assert all(verb.rule.startswith("R") for verb in VERBS.values())


@pytest.mark.parametrize("name", ["falseorder", "entrench", "shoot"])
def test_an_order_is_known_by_its_own_module_and_its_command(name: str) -> None:
    """Whoever adds an order writes its tile, its verb, a line of the grammar and its command, and nothing else.

    The computer player has the rules a second time, packed for speed, and gives every order its worth.
    """
    root = Path(__file__).parents[3]
    naming = [
        p
        for room in ("games", "bot", "render")
        for p in (root / room).rglob("*.py")
        if p.parent.name != "player" and f'"{name}"' in p.read_text()
    ]
    assert all(p.parent.name == "orders" or p.stem == "commands" for p in naming), naming
    assert len(naming) <= 2


def test_every_order_on_tiles_asks_for_them() -> None:
    assert all(verb.asks is not None for verb in VERBS.values() if verb.is_order and verb.parts)


@pytest.mark.parametrize(
    ("action", "part", "token"),
    [
        ("charge order C4 D4 NE", "mover", "C4"),
        ("charge order C4 D4 NE", "hex", "D4"),
        ("charge order C4 D4 NE", "facing", "NE"),
        ("charge order", "mover", None),
        ("feature C4 rotation@D3 SW", "hex", None),
        ("feature C4 rotation@D3 SW", "facing", "SW"),
        ("feature C4 rotation@D3", "feature", "rotation@D3"),
        ("rotate C4 N", "facing", "N"),
        ("fire C3-C4-D3", "hexes", "C3-C4-D3"),
        ("fire C3-C4-D3", "hex", None),
        ("unfold knight A2 N B1 S", "inside", "knight"),
    ],
)
def test_the_part_of_an_action(action: str, part: Any, token: str | None) -> None:
    tokens = tuple(action.split())
    assert VERBS[tokens[0]].part(tokens, part) == token


def check_fields(state: Any, seat: int, key: str, action: tuple[str, ...]) -> None:
    """The fields of an action have the names of its verb's parts, in their order."""
    verb = VERBS[action[0]]
    parts = list(verb.parts)
    for at in range(1, len(action)):
        field = GAME.next_field(state, seat, key, action[:at])
        assert isinstance(field, Field)
        if verb.name == "choose":
            continue
        while field.name != parts[0]:  # a facing or a hex may be left out, nothing else
            assert parts.pop(0) in ("hex", "facing")
        parts.pop(0)
        assert (field.name == "hex") <= (action[at] in BY_NAME)
        assert (field.name == "facing") == (action[at] in BY_DIRECTION)


@pytest.mark.parametrize("seed", range(4))
def test_fields_are_named_by_the_parts_of_their_verb(seed: int) -> None:
    for moment in moments(GAME, Random(seed), GAME.formations[seed % 3], OPTIONS):
        check_fields(moment.before, moment.choice.seat, moment.choice.key, moment.action)
        step = moment.step
        if VERBS[moment.action[0]].final:
            assert step.boundary


def arguments(message: Message) -> list[Any]:
    """Everything that fills the placeholders, one below the other."""
    found: list[Any] = []
    for argument in message.arguments.values():
        parts = argument.parts if isinstance(argument, Several) else (argument,)
        found += parts
        found += [inner for part in parts if isinstance(part, Message) for inner in arguments(part)]
    return found


VOCABULARY = (
    "A1",
    "C3",
    "D4",
    "N",
    "SW",
    "Z9",
    "none",
    "pikeman",
    "battle",
    "order",
    "maneuver",
    "",
    "knight",
    "empty",
)


def refused(state: Any, seat: int, tokens: tuple[str, ...]) -> GameError | None:
    try:
        GAME.apply(state, seat, tokens, DRAWS)
    except GameError as refusal:
        return refusal
    return None


def check_refusal(refusal: GameError) -> None:
    message = refusal.message
    assert isinstance(message, Message)
    assert message.template.endswith(".")
    assert message.template[0] in "“{" or message.template[0].isupper()
    assert str(message) == str(refusal)
    assert len(str(message)) <= 400
    assert {a.context for a in arguments(message) if isinstance(a, Message)} <= {"tile", "order"}


@pytest.mark.parametrize("seed", range(3))
def test_every_refusal_is_a_whole_sentence_with_its_arguments(seed: int) -> None:
    """No half sentences: a template ends as a sentence does, and names of tiles and orders are terms."""
    random, told = Random(seed), set()
    for moment in list(moments(GAME, random, GAME.formations[seed % 3], OPTIONS))[::3]:
        for verb in (*VERBS, "fly"):
            for length in range(4):
                tokens = (verb, *(random.choice(VOCABULARY) for _ in range(length)))
                seat = random.randrange(len(moment.before.teams))
                refusal = refused(moment.before, seat, tokens)
                if refusal is not None:
                    check_refusal(refusal)
                    told.add(refusal.message.template)
    assert len(told) > 25


def test_a_refusal_names_tiles_as_terms() -> None:
    state = situation({"board": {"A1": {"seat": 0, "tile": "banner"}, "E3": {"seat": 1, "tile": "banner"}},
                       "reserves": [["pikeman"], []]})  # fmt: skip
    with pytest.raises(IllegalAction) as refusal:
        GAME.apply(state, 0, ("place", "pikeman", "E3", "N"), DRAWS)
    assert str(refusal.value) == "A banner stands on E3; banners are never replaced."
    choice = choice_of(state, 0)
    assert choice is not None
    with pytest.raises(IllegalAction) as refusal:
        GAME.next_field(state, 0, choice.key, ("move", "A1"))
    assert refusal.value.message == Message("No order in your reserve allows {order}.", order=VERBS["move"].title)
    assert refusal.value.rule == "R3.8"
