"""Reviews: what a turn was worth follows from what its seat knew; mistakes are found, the best turn loses nothing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

import pytest

from benchmarks.calibration import Sample, fitted, play, report
from games import reviews
from games.agreements import Position
from games.api import Action, BadNotation, formation, new_options
from games.chances import CERTAIN
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed, fold
from games.messages import Message
from games.monolith_arena.game import GAME
from games.monolith_arena.player import judging
from games.monolith_arena.player.calibrated import KNOTS, ODDS, curve, shown_chance
from games.monolith_arena.player.core import DECIDED
from games.monolith_arena.player.judging import judge
from games.monolith_arena.referee import random_action
from games.reviews import Judged, Moment, Review, Turn
from tests.games.monolith_arena.helpers import situation
from tests.games.monolith_arena.worlds import world as other_world

LETHAL = {
    "board": {
        "A1": {"seat": 0, "tile": "banner"},
        "E3": {"seat": 1, "tile": "banner"},
        "D3": {"seat": 0, "tile": "swordsman", "facing": 1},
    },
    "hit_points": [2, 2],
    "reserves": [["battle_charge", "pikeman"], ["spike"]],
}
"""A battle wins, once a second champion strikes the banner of the other side."""


def moments(state: Any, *actions: Action) -> list[Moment]:
    """A turn as its seat played it."""
    seat, played = state.active, []
    for action in actions:
        played.append(Moment(GAME.view(state, seat), action))
        state = GAME.carry_out(state, seat, action, Draws(bytes(32))).state
    return played


def lethal() -> Any:
    """The position, with the swordsman turned so that it hits the banner."""
    return situation(LETHAL)


def test_a_missed_win_is_found() -> None:
    state = lethal()
    assert ("battle",) in GAME.legal(state, 0, GAME.choices(state)[0].key)
    said = judge(moments(state, ("end",)), Random(1))
    assert said is not None
    assert said.certain
    assert said.lost > 1500
    assert said.better[-1] == ("battle",)
    assert reviews.Review(1, 1, (Turn(0, 1, 1, said),)).turning_points() == [0]


def test_the_best_turn_loses_nothing() -> None:
    state = lethal()
    said = judge(moments(state, ("end",)), Random(1))
    assert said is not None
    best = judge(moments(state, *said.better), Random(2))
    assert best is not None
    assert (best.lost, best.better, best.played) == (0, (), 10_000)
    assert not Review(1, 1, (Turn(0, 1, 1, best),)).turning_points()


def recorded(way: str, seed: int, options: dict[str, Any], most: int) -> tuple[list[Any], Sequence[Turn]]:
    """A match of random actions, and its turns."""
    random, seats = Random(seed), formation(GAME, way)
    secret = random.randbytes(SEED_BYTES)
    draws, state, entries = Draws(secret), GAME.new(seats, options), []
    while GAME.result(state) is None and len(entries) < most:
        seat, action = random_action(state, random)
        entries.append(Entry("action", seat, " ".join(action)))
        state = GAME.apply(state, seat, action, draws).state
    played = list(fold(GAME, seats, options, secret, entries))
    return played, reviews.turns(GAME, played)


WAYS = {
    "usual": ("1v1", {}),
    "all options": ("1v1", {"monoliths": True, "reinforcement": True, "open_reserves": True}),
    "teams": ("2v2", {}),
    "alone": ("1v2", {}),
    "earlier rulings": ("1v1", {"rulings": 1}),
}


@pytest.mark.parametrize("name", WAYS)
def test_every_match_can_be_judged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small = judging.Effort(width=2, candidates=2, worlds=1, compared=3, hands=2, nodes=200)
    monkeypatch.setattr(judging, "CLOSE", small)
    monkeypatch.setattr(judging, "SLOW", small)
    way, options = WAYS[name]
    played, turns = recorded(way, 5, new_options(GAME, options) | options, 60)
    found = [judge(reviews.moments(GAME, turn, played), Random(turn.first)) for turn in turns]
    assert len(turns) > 3
    said = [one for one in found if one is not None]
    assert len(said) >= len(turns) * 0.8
    for turn, one in zip(turns, found, strict=True):
        whole = reviews.judged(turn, one, played)
        assert turn.first <= whole.first <= turn.last
        if one is not None:
            assert 0 <= one.played <= one.best <= 10_000
            assert (one.why is not None) == (one.lost > 0)
            assert played[whole.first - 1].before.state.stage == "turn"
    review = Review(1, len(turns), tuple(reviews.judged(t, j, played) for t, j in zip(turns, found, strict=True)))
    assert reviews.FORM.load(reviews.FORM.dump(review)) == review


def test_what_is_hidden_changes_no_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "CLOSE", judging.Effort(2, 2, 1, 3, 2, 200))
    played, turns = recorded("1v1", 8, new_options(GAME, {}), 50)
    compared = 0
    for turn in turns:
        before = [done.before.state for done in reviews.own(turn, played)]
        actions = [done.entry.tokens for done in reviews.own(turn, played)]
        if any(state.stage != "turn" for state in before):
            continue
        twins = [other_world(state, turn.seat, Random(3)) for state in before]
        real, twin = (
            [Moment(GAME.view(state, turn.seat), action) for state, action in zip(states, actions, strict=True)]
            for states in (before, twins)
        )
        assert judge(real, Random(4)) == judge(twin, Random(4))
        compared += 1
    assert compared > 3


def test_a_turn_is_what_was_done_until_its_end_or_its_battle() -> None:
    """What somebody answers in the battle that ends a turn is no part of what is judged, nor is the board then."""
    cut = 0
    for seed in range(40):
        played, turns = recorded("1v1", seed, new_options(GAME, {}), 120)
        for turn in turns:
            own, chosen = reviews.own(turn, played), reviews.chosen(GAME, turn, played)
            stages = [GAME.view(done.before.state, turn.seat).stage for done in own]
            if stages[0] != "turn":
                continue
            assert chosen == own[: len(chosen)]
            assert stages[len(chosen) - 1] == "turn"
            assert set(stages[len(chosen) :]) <= {"battle", "order"}
            cut += "battle" in stages[len(chosen) :]
        if cut > 2:
            return
    raise AssertionError("no turn ended with a battle that asked its own player")


def test_reviews_that_were_stored_earlier_are_read() -> None:
    """Then a reason was a sentence without gaps, and nothing but whole turns was judged."""
    why = Message("{hero} is there, {count} times.", hero=Message.term("hero", "Dahlia"), count=3)
    review = Review(2, 1, (Turn(0, 1, 1, Judged(4000, 5000, 10, (("end",),), why, length=1)),))
    stored: Any = reviews.FORM.dump(review)
    assert reviews.FORM.load(stored) == review
    said = stored["turns"][0]["judged"]
    said["why"] = "It wins the match."
    del said["length"]
    (turn,) = reviews.FORM.load(stored).turns
    assert turn.judged == Judged(4000, 5000, 10, (("end",),), Message("It wins the match."))
    said["why"] = ["It wins the match."]
    with pytest.raises(BadNotation):
        reviews.FORM.load(stored)


def test_only_plain_losses_are_named() -> None:
    lost = [(900, 950), (300, 100), (150, 10), (500, 100), (1200, 300), (250, 100)]
    turns = tuple(Turn(0, n + 1, n + 1, Judged(5000, 5000 + loss, error)) for n, (loss, error) in enumerate(lost))
    review = Review(1, len(turns), turns)
    assert review.turning_points() == [4, 3, 1], "the largest loss first"


@pytest.mark.parametrize(
    ("drawn", "others", "sign"), [("battle_charge", "pikeman", -1), ("pikeman", "battle_charge", 1)]
)
def test_luck_is_what_the_draw_has_changed(drawn: str, others: str, sign: int) -> None:
    """A battle alone is of no use here, a champion is; who draws one where the stack is full of the other is lucky."""
    state = situation(LETHAL | {"reserves": [[drawn], ["spike"]], "stacks": [[others] * 9, ["spike"] * 9]}).draft()
    state.drawn = state.reserves[0]
    said = judge(moments(state, ("end",)), Random(1))
    assert said is not None
    assert sign * said.luck > said.luck_error > 0


def test_chances_that_are_shown_grow_with_the_value() -> None:
    shown = [shown_chance(value) for value in range(-25_000, 25_000, 250)]
    assert shown == sorted(shown)
    assert (shown_chance(DECIDED), shown_chance(-DECIDED)) == (10_000, 0)
    for knot, odds in zip(KNOTS, ODDS, strict=True):
        assert shown_chance(1000 * knot) == pytest.approx(CERTAIN / (1 + exp(-odds / 1000)), abs=1)


def test_the_curve_is_found_again() -> None:
    """Samples that follow a curve give that curve."""
    random = Random(1)
    samples = []
    for game in range(3000):
        value = random.randrange(-9000, 9000)
        samples.append(Sample(game, (value,), float(random.randrange(10_000) < shown_chance(value))))
    found = curve(fitted(samples))
    for value in range(-9000, 9001, 1000):
        assert shown_chance(value, found) == pytest.approx(shown_chance(value), abs=500)
    out = io.StringIO()
    report(samples, out)
    assert "points at most" in out.getvalue()


def test_samples_come_from_games() -> None:
    samples = list(play("squire", GAME.formations[0], {}, 1))
    assert len(samples) > 8
    assert {sample.came for sample in samples} == {0.0, 1.0}


def test_answers_in_the_last_battle_are_part_of_the_last_turn() -> None:
    board = {
        "A1": {"seat": 0, "tile": "banner"},
        "E3": {"seat": 1, "tile": "banner"},
        "C3": {"seat": 0, "tile": "knight", "facing": 0},
        "C2": {"seat": 1, "tile": "axeman", "facing": 2},
        "D1": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
        "C1": {"seat": 1, "tile": "rune_of_regeneration", "facing": 0},
    }
    state = situation(
        {
            "factions": ["dragon_empire", "guardians_of_the_realm"],
            "board": board,
            "reserves": [["battle_charge"], ["veteran"]],
            "last_turns": [],
            "hit_points": [20, 15],
        }
    )
    played: list[Replayed] = []
    while state.result is None:
        choice = next(one for one in GAME.choices(state) if one.must)
        legal = GAME.legal(state, choice.seat, choice.key)
        action = ("end",) if ("end",) in legal else legal[0]
        step = GAME.apply(state, choice.seat, action, Draws(bytes(32)))
        entry = Entry("action", choice.seat, " ".join(action))
        played.append(Replayed(len(played) + 1, entry, Position(state), Position(step.state), step))
        state = step.state
    assert len(played) > 1, "somebody had to choose"
    assert reviews.turns(GAME, played) == [Turn(0, 1, len(played))]
