"""The private panel of Arena of Heroes: how many taps things take, what it says, what it refuses and why."""

from __future__ import annotations

import pytest

from bot.arena_of_heroes import FACE
from bot.panels.model import Panel, Press, Select
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.cards import ALL
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import RING
from render.arena_of_heroes import Aim
from tests.bot.arena_of_heroes.positions import Rings, begun, change, found, played
from tests.support.panels import Match, buttons, carry_out, check, labels, presses

OPENED = 1
"""The press that opens the panel."""


def taps(match: Match, seat: int, action: tuple[str, ...]) -> int:
    """The fewest presses from the panel's start to an action that is carried out."""
    pages: list[tuple[str, ...]] = [()]
    for number in range(1, 5):
        further = []
        for tokens in pages:
            shown = presses(FACE.panel(match.seat(seat), tokens))
            if Press("do", action) in shown:
                return number
            further += [press.tokens for press in shown if press.action_id == "show" and press.tokens]
        pages = list(dict.fromkeys(further))
    raise AssertionError(action)


def test_three_shots_at_one_aim_take_six_taps() -> None:
    match = begun()
    count = OPENED
    for _ in range(3):
        count += taps(match, 0, ("attack", "8"))
        carry_out(match, 0, Press("do", ("attack", "8")))
        while match.state.question is not None:
            match.play(match.state.question.seat, ("choose", match.state.question.default))
    assert count <= 6


def test_a_turn_of_exploring_firing_and_hiding_takes_six_taps() -> None:
    match = begun()
    found(match, 0)
    assert OPENED + taps(match, 0, ("explore",)) + taps(match, 0, ("attack", "8")) + taps(match, 0, ("hide",)) <= 6
    assert taps(match, 0, ("explore",)) == taps(match, 0, ("hide",)) == 1
    change(match, 0, delay=2)
    assert taps(match, 0, ("work",)) == 1


def test_a_pick_takes_two_taps() -> None:
    match = Match(FACE, 3, {"mode": "heroes"})
    assert taps(match, 0, ("pick", "Wo")) == 2
    assert taps(match, 0, ("pick", "random")) == 1


def test_the_aims_stand_in_the_order_of_the_ring() -> None:
    panel = FACE.panel(begun().seat(0))
    (select,) = [row for row in panel.rows if isinstance(row, Select)]
    assert [int(option.press.tokens[-1]) for option in select.options] == list(RING)
    assert all("1/3" in option.description and "1/6" in option.description for option in select.options)


def test_an_aim_is_a_draft_with_its_chances() -> None:
    match = begun()
    panel = FACE.panel(match.seat(0), ("aim", "8"))
    assert panel.draft == Aim(8)
    fire = labels(panel)[Press("do", ("attack", "8"))]
    assert "1/3 8" in fire
    for struck in ("16", "11", "7", "14"):
        assert struck in fire


def test_the_aim_of_ones_own_shot_stays() -> None:
    match = begun()
    match.play(0, ("attack", "3"))
    assert FACE.panel(match.seat(0)).draft == Aim(3)


def test_whose_shots_never_stray_far_sees_other_chances() -> None:
    match = begun(heroes=("Wo", "Bg", "Fg", "Tg"))
    assert FACE.panel(match.seat(0), ("aim", "20")).draft == Aim(20, inner=True)
    assert "1/3 20, 1, 5" in labels(FACE.panel(match.seat(0), ("aim", "20")))[Press("do", ("attack", "20"))]


def test_a_shot_at_oneself_is_warned_of() -> None:
    match = begun()
    change(match, 0, at=8)
    assert "your own hideout" in FACE.panel(match.seat(0), ("aim", "11")).text
    assert "your own hideout" not in FACE.panel(match.seat(0), ("aim", "2")).text


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hidden": True}, "hidden already"),
        ({"hidden": False, "delay": 1}, "Delay"),
        ({"hidden": False, "explored": False}, "Explore"),
    ],
)
def test_what_is_not_possible_says_why(changes: dict[str, object], reason: str) -> None:
    match = begun()
    change(match, 0, **changes)
    panel = FACE.panel(match.seat(0))
    (hide,) = [b for b in buttons(panel) if b.press.tokens == ("hide",)]
    assert hide.disabled
    assert reason in hide.label


def test_an_early_end_asks_once_more() -> None:
    match = begun()
    panel = FACE.panel(match.seat(0))
    assert Press("do", ("end",)) not in presses(panel)
    sure = FACE.panel(match.seat(0), ("end",))
    assert "3 actions would be lost" in sure.text
    assert Press("do", ("end",)) in presses(sure)


def test_an_ability_in_anothers_turn_takes_the_aim_as_it_is() -> None:
    match = begun(heroes=("Bg", "Fo", "Dg", "Tg"))
    start = FACE.panel(match.seat(1))
    assert not [p for p in presses(start) if p.action_id == "do"]
    aimed = FACE.panel(match.seat(1), ("aim", "4"))
    assert Press("do", ("boarding", "4")) in presses(aimed)
    check(aimed)


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
    assert Press("do", ("rootwalk",)) in presses(beside)
    assert beside.key != panel.key
    refused = FACE.panel(match.seat(0), ("aim", "8"))
    assert Press("do", ("attack", "8")) not in presses(refused)
    assert any("waiting" in b.label for b in buttons(refused) if b.disabled)


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ALL)
def test_every_hero_can_be_read_about_before_it_is_picked(code: str, language: str) -> None:
    say = phrases(language)
    match = Match(FACE, 3, {"mode": "heroes"}, say=say)
    panel: Panel = FACE.panel(match.seat(0), ("pick", code))
    check(panel)
    assert Press("do", ("pick", code)) in presses(panel)
