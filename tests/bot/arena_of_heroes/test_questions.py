"""The panel of Arena of Heroes: what is asked in somebody else's turn, held, or answered in advance."""

from __future__ import annotations

import pytest

from bot.arena_of_heroes import FACE
from bot.panels.model import Panel, Press
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.view import Question
from games.standing import standing_of, topics_of
from render.arena_of_heroes import Aim
from tests.bot.arena_of_heroes.positions import Rings, begun, change, played
from tests.support.panels import ENGLISH, NAMES, Match, buttons, check, presses


def test_an_ability_in_anothers_turn_takes_the_aim_as_it_is() -> None:
    match = begun(heroes=("Bg", "Fo", "Dg", "Tg"))
    start = FACE.panel(match.seat(1))
    assert not [p for p in presses(start) if p.action_id == "do"]
    aimed = FACE.panel(match.seat(1), ("aim", "4"))
    assert Press("show", ("sure", "boarding", "4")) in presses(aimed)
    check(aimed)
    asked = FACE.panel(match.seat(1), ("sure", "boarding", "4"))
    assert Press("do", ("boarding", "4")) in presses(asked)
    assert asked.draft == Aim(4)


def test_a_hold_can_be_let_pass_or_used() -> None:
    match = begun(heroes=("Bg", "Do", "Fg", "Tg"), hold_minutes=30)
    change(match, 2, at=8)
    match.draws = Rings(bytes(32))
    match.play(0, ("attack", "8"))
    assert [seat for seat, _ in match.state.held] == [1]
    panel = FACE.panel(match.seat(1))
    assert {Press("do", ("pass",)), Press("do", ("pass", "turn")), Press("do", ("pass", "always"))} <= set(
        presses(panel)
    )
    beside = FACE.panel(match.seat(1), ("=",))
    assert Press("show", ("=", "sure", "rootwalk")) in presses(beside)
    assert Press("do", ("rootwalk",)) in presses(FACE.panel(match.seat(1), ("=", "sure", "rootwalk")))
    assert beside.key != panel.key
    refused = FACE.panel(match.seat(0), ("aim", "8"))
    assert Press("do", ("attack", "8")) not in presses(refused)
    assert any("waiting" in b.label for b in buttons(refused) if b.disabled)


def asked(kind: str, values: tuple[str, ...], heroes: tuple[str, ...], seat: int) -> Panel:
    """The panel of a seat that is asked something."""
    match = begun(len(heroes), heroes=heroes)
    state = match.state.draft()
    state.question = Question(seat, kind, values, values[0])
    match.state = state
    return FACE.panel(match.seat(seat))


@pytest.mark.parametrize(
    ("kind", "values", "heroes", "seat", "shown"),
    [
        ("woodrunner", ("yes", "no"), ("Bg", "Dg"), 1, ["Move to a new hideout", "Stay", "Always move", "Always stay"]),
        ("digging", ("yes", "no"), ("Bg", "Tg"), 1, ["Roll to hide", "Do not roll", "Always roll", "Never roll"]),
        (
            "order",
            ("B", "C"),
            ("Bg", "Dg", "Tg"),
            0,
            [f"Woodrunner of {NAMES[1]} first", f"Digging of {NAMES[2]} first"],
        ),
    ],
)
def test_answers_name_what_they_do_and_none_looks_like_consent(
    kind: str, values: tuple[str, ...], heroes: tuple[str, ...], seat: int, shown: list[str]
) -> None:
    panel = asked(kind, values, heroes, seat)
    answers = [b for b in buttons(panel) if b.press.action_id == "do" or b.press.tokens[:1] == ("p",)]
    assert [b.label for b in answers] == shown
    assert {b.style for b in answers if b.press.action_id == "do"} == {"primary"}
    if kind == "order":
        assert "**Woodrunner**: " in panel.text
        assert "**Digging**: " in panel.text


@pytest.mark.parametrize(("hero", "ability"), [("Dg", "Woodrunner"), ("Tg", "Digging")])
def test_what_is_asked_in_advance_names_the_ability_that_the_hero_has(hero: str, ability: str) -> None:
    match = begun(2, heroes=("Bg", hero))
    rules = standing_of(GAME)
    assert rules is not None
    (topic,) = [one for one in topics_of(rules, match.seat(1).view) if one.id == "trigger"]
    assert ENGLISH.message(topic.title) == ability
    assert not [one for one in topics_of(rules, match.seat(0).view) if one.id == "trigger"]


def test_every_question_has_one_button_for_each_answer() -> None:
    kinds: set[str] = set()
    for seed in range(40):
        match = played(seed, 0)
        for _ in range(120):
            if match.over:
                break
            question = match.state.question
            if question is not None:
                panel = FACE.panel(match.seat(question.seat))
                assert {p.tokens for p in presses(panel) if p.action_id == "do"} == {
                    ("choose", v) for v in question.values
                }
                kinds.add(question.kind)
            _step(match, seed)
    assert len(kinds) >= 6


def _step(match: Match, seed: int) -> None:
    choice = next(c for c in GAME.choices(match.state) if c.must)
    actions = GAME.legal(match.state, choice.seat, choice.key)
    explore = [action for action in actions if action in (("explore",), ("choose", "yes"))]
    match.play(choice.seat, explore[0] if explore else actions[(seed * 31 + match.state.step * 7) % len(actions)])
