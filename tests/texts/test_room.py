"""A language whose texts are 40% longer finds room everywhere: the next translator meets no limit unprepared."""

from __future__ import annotations

import random

import pytest

from bot import limits
from tests.bot.monolith_arena.walker import check
from tests.bot.seats import FACE, GAME, SeatAt, positions, walk
from tests.texts.pseudo import pseudo

MATCHES = (
    (2, {}),
    (2, {"monoliths": True, "reinforcement": True}),
    (3, {"reinforcement": True, "open_reserves": True}),
    (4, {"monoliths": True}),
)


@pytest.mark.parametrize(("seats", "options"), MATCHES)
def test_panels_have_room(seats: int, options: dict[str, bool]) -> None:
    rng, say, pages = random.Random(seats), pseudo(), 0
    for position, action in positions(rng, seats, **options):
        for choice in GAME.choices(position.state):
            if rng.random() < 0.1:
                for _, panel in walk(SeatAt(position.state, choice.seat, say, action), rng, 10):
                    check(panel)  # no label is cut off, nothing is longer than Discord allows
                    pages += 1
    assert pages > 20


@pytest.mark.parametrize(("seats", "options"), MATCHES)
def test_positions_have_room(seats: int, options: dict[str, bool]) -> None:
    rng, say = random.Random(seats), pseudo()
    for position, _ in positions(rng, seats, **options):
        if rng.random() < 0.03:
            view = position.view(None)
            assert len(FACE.words.description(say, view)) <= limits.EMBED_DESCRIPTION
            assert len(FACE.pictures.board(say, view).alt) <= limits.ALT_TEXT
