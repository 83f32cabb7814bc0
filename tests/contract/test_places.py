"""Where buttons lie from page to page: no harmless one gives way to one that cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.panels.face import AnyFace
from bot.panels.model import Button, Press, Row, Select
from bot.panels.pages import folded, once, usable
from bot.panels.widgets import with_button
from bot.registry import FACES
from games.api import Action, Formation
from games.referee import random_action
from tests.contract.cases import CASES, Case
from tests.support.panels import Match, Seat
from tests.toy.face import FACE

EVERY_FACE: dict[str, AnyFace] = {**FACES, FACE.game.name: FACE}
Rows = tuple[Row, ...]
ACTS = frozenset({"do", "errand", "instructed", "proposed"})
"""What carries something out."""
STEPS, PAGES = 90, 24
EVERY = 4
"""Every how many steps of a match the pages of all seats are looked at, and how many of them at most."""
TAKES_BACK = frozenset({"recall", "halt"})
"""The verbs that do no more than take something back."""


STARTS = ("Set up for me", "How to play", "Hint")
"""What features add to the first page of whoever is new to a game."""


def shown(seat: Seat, tokens: Action = (), *, new: bool = False) -> Rows:
    """The rows of a page as a reader sees them, whether `new` to the game or not: what answers nothing is folded."""
    face = seat.match.face
    rows = once(usable(seat.say, face.panel(seat, tokens)).rows)
    for label in STARTS if new and not tokens else ():
        rows = with_button(rows, Button(label, Press("help")))

    def aside(press: Press) -> bool:
        return press.action_id in ("help", "orders") or face.exhibit(press.action_id) is not None

    front, behind = folded(rows, aside)
    return with_button(front, Button("More …", Press("more", tokens))) if behind else rows


def pages(seat: Seat, *, new: bool) -> dict[Action, Rows]:
    """The pages that can be reached from the start, those nearest to it first."""
    found, ahead = {(): shown(seat, new=new)}, [()]
    while ahead and len(found) < PAGES:
        for row in found[ahead.pop(0)]:
            for one in row.options if isinstance(row, Select) else row:
                tokens = one.press.tokens
                if one.press.action_id == "show" and tokens not in found and len(found) < PAGES:
                    found[tokens] = shown(seat, tokens)
                    ahead.append(tokens)
    return found


def pairs(found: dict[Action, Rows]) -> Iterator[tuple[Action, Button, Button]]:
    """Each button that shows another page, with what carries something out in the same row and column there."""
    for tokens, rows in found.items():
        for at, row in enumerate(rows):
            for number, one in enumerate(row if not isinstance(row, Select) else ()):
                after = found.get(one.press.tokens) if one.press.action_id == "show" and not one.disabled else None
                there = after[at] if after is not None and at < len(after) else ()
                if not isinstance(there, Select) and number < len(there):
                    other = there[number]
                    if other.press.action_id in ACTS and not other.disabled:
                        yield tokens, one, other


def lasting(match: Match, seat: Seat, press: Press) -> bool:
    """Whether a press cannot be taken back, and takes nothing back itself."""
    if press.tokens[:1] and press.tokens[0] in TAKES_BACK:
        return False
    if press.action_id != "do" or press.then:
        return True
    assert seat.seat is not None
    return match.game.apply(match.state, seat.seat, press.tokens, match.draws).boundary


def harmful(match: Match, seat: Seat) -> list[tuple[Action, str, str]]:
    """What gives way to something that cannot be taken back."""
    found = (pair for new in (False, True) for pair in pairs(pages(seat, new=new)))
    return [(tokens, one.label, other.label) for tokens, one, other in found if lasting(match, seat, other.press)]


@pytest.mark.parametrize(
    ("case", "formation"),
    [pytest.param(c, way, id=f"{c.game.name}-{way.id}") for c in CASES for way in c.game.formations[:2]],
)
def test_nothing_harmless_gives_way_to_what_cannot_be_taken_back(case: Case, formation: Formation) -> None:
    random = Random(formation.id)
    match = Match(EVERY_FACE[case.game.name], 5, dict(case.options[-1]), formation)
    looked = 0
    for step in range(STEPS):
        if match.over:
            break
        if step % EVERY == 0:
            for number in {choice.seat for choice in match.game.choices(match.state)}:
                assert not harmful(match, match.seat(number))
                looked += 1
        choice = random.choice([c for c in match.game.choices(match.state) if c.must])
        match.play(choice.seat, random_action(match.game, match.state, choice, random))
    assert looked > (1 if match.over else 5)
