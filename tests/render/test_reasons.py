"""What the card of a result says of an end by giving up or by time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.arena_of_heroes import FACE as ARENA
from bot.monsters_and_myths.face import FACE as MONSTERS
from games.api import Result
from render.arena_of_heroes import result as arena
from render.monsters_and_myths import result as monsters
from tests.support.panels import ENGLISH, NAMES, Match


@pytest.mark.parametrize(("face", "module"), [(ARENA, arena), (MONSTERS, monsters)])
@pytest.mark.parametrize(("seats", "said"), [(2, "The other side resigned"), (3, "The others resigned")])
def test_one_opponent_is_not_called_others(
    monkeypatch: pytest.MonkeyPatch, face: Any, module: Any, seats: int, said: str
) -> None:
    drawn: list[str] = []
    whole = module.draw_verdict

    def noted(canvas: Any, box: Any, verdict: str, reason: str, *rest: Any, **more: Any) -> None:
        drawn.append(reason)
        whole(canvas, box, verdict, reason, *rest, **more)

    monkeypatch.setattr(module, "draw_verdict", noted)
    match = Match(face, 1, {}, next(way for way in face.game.formations if way.seats == seats))
    if face is ARENA:
        for seat in range(seats):
            match.play(seat, ("pick", ("Bg", "Dg", "Fg")[seat]))
    result = Result(((0,), tuple(range(1, seats))), "resigned", (3,) * seats)
    face.pictures.result_card(ENGLISH, replace(match.seat(None).view, result=result), NAMES)
    assert drawn == [said]
