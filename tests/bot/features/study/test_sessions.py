"""What is kept of open studies is bounded: in number for each user, in positions over all, and in time."""

from __future__ import annotations

from random import Random

from bot.features.study.sessions import IDLE_SECONDS, OF_ONE, Session, Studies
from tests.bot.features.study.driving import STUDIED, begun, states, wander

CASE = STUDIED[0]


def studied(steps: int = 0) -> Session:
    study = next(s for state in states(CASE, CASE.game.formations[0], 1) if (s := begun(CASE, state, 0)))
    random = Random(steps)
    while len(study.steps) < steps:
        wander(study, random)
    return Session(study, 1)


def test_a_user_has_a_few_open_and_the_oldest_goes_first() -> None:
    kept = Studies()
    for number in range(OF_ONE + 1):
        kept.keep(1, f"match{number}", studied())
    kept.keep(2, "match0", studied())
    assert kept.find(1, "match0") is None
    assert all(kept.find(1, f"match{number}") for number in range(1, OF_ONE + 1))
    assert kept.find(2, "match0") is not None
    kept.forget(1)
    assert kept.find(1, "match1") is None
    assert kept.find(2, "match0") is not None


def test_over_all_so_many_positions_are_kept() -> None:
    kept = Studies(room=50)
    for user in range(9):
        kept.keep(user, "match", studied(20))
        assert len(kept) <= 50
    assert kept.find(8, "match") is not None
    assert kept.find(0, "match") is None
    long = studied(0)
    kept.keep(9, "match", long)
    random = Random(9)
    while len(long.study.steps) < 60:
        wander(long.study, random)
    assert kept.find(9, "match") is long, "whoever goes on keeps their own"
    assert kept.find(8, "match") is None


async def test_what_nobody_goes_on_with_is_gone_after_a_while() -> None:
    now = 0.0
    kept = Studies(clock=lambda: now)
    kept.keep(1, "match", studied())
    now = IDLE_SECONDS - 1
    assert kept.find(1, "match") is not None
    now += IDLE_SECONDS - 1
    kept.keep(2, "match", studied())
    now += 2
    await kept.close_idle()
    assert len(kept) == 1
    assert kept.find(1, "match") is None
    assert kept.find(2, "match") is not None
