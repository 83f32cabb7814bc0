"""What is hidden from a reader changes nothing that the reader gets from panels: pages, pictures, cards, piles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.monolith_arena import FACE
from games.monolith_arena.game import GAME
from games.monolith_arena.referee import random_action
from games.monolith_arena.tiles import faction
from tests.bot.monolith_arena.variants import VARIANTS
from tests.bot.monolith_arena.walker import Match, match_of, presses


def _everything(match: Match, seat: int | None, random: Random) -> list[Any]:
    """All that a reader gets from the panel: pages, cards, piles, the picture of the last page."""
    here = match.seat(seat)
    tokens: tuple[str, ...] = ()
    exhibits = [exhibit.show(here, (), None) for exhibit in FACE.exhibits]
    found: list[Any] = [FACE.panel(here, ("cards",)), *exhibits, FACE.words.description(here.say, here.view)]
    for _ in range(6):
        panel = FACE.panel(here, tokens)
        found.append(panel)
        further = [p.tokens for p in presses(panel) if p.action_id == "show"]
        if not further:
            break
        tokens = random.choice(further)
    return [*found, FACE.pictures.private_board(here.say, here.view, panel.draft)]


def _exchanged(state: Any, seat: int, where: str) -> Any:
    """The same match but for one tile of the seat, in its monolith or its reserve, and one in its stack."""
    data = GAME.dump(state)
    stack = data["stacks"][seat]
    if where == "inside":
        inside = data["monoliths"][str(seat)]["inside"]
        home = faction(data["seats"][seat]["faction"])
        at = next(n for n, name in enumerate(stack) if not home.by_id[name].is_order and name != inside[0]["tile"])
        stack[at], inside[0]["tile"] = inside[0]["tile"], stack[at]
    else:
        reserve = data["reserves"][seat]
        at = next(n for n, name in enumerate(stack) if name != reserve[0])
        stack[at], reserve[0] = reserve[0], stack[at]
    return GAME.load(data)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("where", ["inside", "reserve"])
def test_panels_do_not_depend_on_what_is_hidden(where: str, seats: int) -> None:
    compared = differed = 0
    random = Random(seats + 1)
    match = match_of(seats, VARIANTS["both"], seats)
    other = match_of(seats, VARIANTS["both"], seats)
    while match.state.result is None and compared < 40:
        match.play(*random_action(match.state, random))
        owner = random.randrange(seats)
        if random.random() < 0.5 or not _hides(match.state, owner, where):
            continue
        other.state, other.before = _exchanged(match.state, owner, where), match.before
        for seat in (*range(seats), None):
            pressed = random.random()
            one, two = (_everything(m, seat, Random(pressed)) for m in (match, other))
            if seat == owner:
                differed += one != two
            else:
                assert one == two, (owner, seat)
                compared += 1
    assert compared > 5
    assert differed


def _hides(state: Any, owner: int, where: str) -> bool:
    """Whether the seat has something there that others do not know, and a stack to exchange it with."""
    if not state.stacks[owner]:
        return False
    if where == "reserve":
        return bool(state.reserves[owner])
    monolith = state.monoliths[owner]
    return monolith is not None and monolith.segments is None and not monolith.known
