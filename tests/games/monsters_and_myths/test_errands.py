"""Several catapults fired in one go: what that comes to, and what news end it."""

from __future__ import annotations

import pytest

from games.errands import MOST
from games.monsters_and_myths import shots
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State
from tests.games.monsters_and_myths.positions import act, at

ATTACKED = (
    "phase=ready active=B card=9 wait=A force=T1i,G1m target=A.T A.troops=T1i,G2i A.catapults=3 B.troops=T1i,G2m"
    " B.attacks=9 B.catapults=1"
)
"""A troll of A is attacked by B, who has a goblin rider at home, and would fire before a first roll by itself."""
MISS, HIT = 3, 4


def with_words(words: str) -> State:
    """The position with some of its words changed."""
    said = dict(word.split("=") for word in f"{ATTACKED} {words}".split())
    return at(" ".join(f"{key}={value}" for key, value in said.items()))


def carried_on(state: State, errand: str, dice: tuple[int, ...]) -> tuple[list[str], State]:
    """The actions that an errand of A comes to with these dice, and the state after them."""
    words, given, done = tuple(errand.split()), iter(dice), list[str]()
    begun = GAME.view(state, 0)
    for _ in range(MOST):
        action = GAME.errands.following(begun, GAME.view(state, 0), 0, words)
        if action is None:
            assert next(given, None) is None, "fewer shots than dice"
            return done, state
        state, _ = act(state, f"A {' '.join(action)}", (next(given),))
        done.append(" ".join(action))
    raise AssertionError(done)


@pytest.mark.parametrize(
    ("words", "errand", "dice", "actions"),
    [
        ("", "volley B.Ti.force", (MISS, MISS, MISS), ["fire B.Ti.force"] * 3),
        ("", "volley B.Ti.force", (MISS, HIT), ["fire B.Ti.force"] * 2),
        ("", "volley B.Gm", (HIT,), ["fire B.Gm"]),
        ("", "salvo", (MISS, MISS, MISS), ["fire B.Gm.force"] * 3),
        ("A.catapults=1", "volley B.Gm", (MISS,), ["fire B.Gm"]),
        ("", "salvo", (HIT, MISS, HIT), ["fire B.Gm.force", "fire B.Ti.force", "fire B.Ti.force"]),
        ("force=T1i B.troops=T1i", "salvo", (HIT,), ["fire B.Ti.force"]),
    ],
)
def test_an_errand_comes_to_ordinary_shots(words: str, errand: str, dice: tuple[int, ...], actions: list[str]) -> None:
    assert carried_on(with_words(words), errand, dice)[0] == actions


@pytest.mark.parametrize("errand", [("volley", "B.Gm"), ("salvo",)])
@pytest.mark.parametrize(
    ("line", "dice", "goes_on"),
    [("A fire B.Gm", (MISS,), True), ("B fire A.Gi", (MISS,), False), ("A pass card", (), True)],
)
def test_what_somebody_else_does_is_news(
    errand: tuple[str, ...], line: str, dice: tuple[int, ...], goes_on: bool
) -> None:
    state = with_words("")
    begun = GAME.view(state, 0)
    after, _ = act(state, line, dice)
    following = GAME.errands.following(begun, GAME.view(after, 0), 0, errand)
    assert following is not None if goes_on else following is None


@pytest.mark.parametrize("errand", [("volley", "B.Gm"), ("salvo",)])
def test_a_roll_is_news(errand: tuple[str, ...]) -> None:
    state = with_words("")
    passed, _ = act(state, "A pass")
    rolled, _ = act(passed, "B roll", (1, 1, 6))
    assert GAME.errands.following(GAME.view(state, 0), GAME.view(rolled, 0), 0, errand) is None


def test_nobody_is_offered_to_carry_on_with_a_single_catapult() -> None:
    assert GAME.errands.offered(GAME.view(with_words(""), 0), 0, "B.Gm") == (("volley", "B.Gm"), ("salvo",))
    assert GAME.errands.offered(GAME.view(with_words("A.catapults=1"), 0), 0, "B.Gm") == ()


def test_whoever_is_attacked_is_shown_the_card_that_the_attack_needs_most() -> None:
    view = GAME.view(with_words("force=T2i1a,G1m target=A.T A.troops=T2i B.troops=T2i1a,G1m,D6i"), 0)
    assert shots.likely(view, 0) == "B.Ti.force"
    other = GAME.view(with_words("target=A.G"), 0)
    assert shots.likely(other, 0) is not None


@pytest.mark.parametrize(
    ("tokens", "known"),
    [("salvo", True), ("volley A.Gm", True), ("salvo A.Gm", False), ("volley", False), ("volley A.Gm.there", False)],
)
def test_nothing_else_is_an_errand(tokens: str, known: bool) -> None:
    assert GAME.errands.known(tokens.split()) is known
    assert not GAME.errands.known(())
