"""Every page of a study, in every game that has one: what it offers, where it leads, what it may show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.features.standing_orders.pages import INSTRUCTED, PROPOSED
from bot.features.study import board
from bot.features.study.board import ACTION_ID
from bot.panels.model import Panel, Press
from bot.panels.pages import GONE
from bot.panels.trial import DO, SHOW
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from games.api import Action, Formation
from games.studies import Study
from tests.bot.features.study.driving import STUDIED, Driven, begun, board_of, states
from tests.contract.cases import Case
from tests.support.panels import Match, check, presses

WAYS = [(case, formation) for case in STUDIED for formation in case.game.formations]
PRESSES = 60
WORLDS = 3
"""At so many moments of a game every page is compared with those in another world."""
ALIKE = 4
"""At so many moments what a study does is compared with what a match offers."""
PLAYED = {"arena_of_heroes": 4, "monolith_arena": 4, "monsters_and_myths": 5}
"""The number of the match for that: in that of Monsters & Myths somebody may soon keep a wizard."""


def _name(value: Any) -> str:
    return value.game.name if isinstance(value, Case) else value.id


@pytest.mark.parametrize(("case", "formation"), WAYS, ids=_name)
def test_every_page_fits_and_leads_on(case: Case, formation: Formation) -> None:
    """Anything is pressed, in all languages: each page fits, plays nothing, leads on or back, offers what can be."""
    random, done = Random(formation.id), 0
    for seed in range(2):
        played = states(case, formation, seed)
        for state in random.sample(played, min(5, len(played))):
            reader = random.randrange(formation.seats)
            study = begun(case, state, reader)
            if study is None:
                continue
            driven = Driven(study, random, phrases(random.choice(list(LANGUAGES))))
            for _ in range(PRESSES):
                check(driven.panel)
                offered = presses(driven.panel)
                assert all(one.action_id == ACTION_ID or one == Press("show") for one in offered), "nothing is played"
                assert offered
                assert driven.press() != driven.board.say.message(GONE)
            done += len(study.steps)
    assert done > PRESSES // 3, "most presses turn pages, and what is looked up leads back to where one was"


@pytest.mark.parametrize("case", STUDIED, ids=_name)
def test_a_study_does_whatever_a_match_offers(case: Case) -> None:
    """A button that says something in advance, too, is one that only does it where nothing is played."""
    formation, compared = case.game.formations[0], 0
    match = Match(FACES[case.game.name], 1, formation=formation)
    for number, state in enumerate(states(case, formation, PLAYED[case.game.name], stride=5)):
        match.state = state
        for reader in match.waiting()[:1]:
            study = begun(case, state, reader)
            if study is None or study.mover != reader or study.doubt is not None:
                continue
            offered = _leads_to(partial(match.face.panel, match.seat(reader)))
            done = _leads_to(partial(board.page, board_of(study)))
            assert offered <= done, number
            compared += bool(offered)
        if compared == ALIKE:
            return
    raise AssertionError("too few moments were compared")


def _leads_to(page: Callable[[Action], Panel]) -> set[Action]:
    """All that can be done by the buttons of any page, from the first one on."""
    waiting: list[Action] = [()]
    seen, found = {()}, set()
    while waiting:
        for one in presses(page(waiting.pop())):
            tokens = (one.action_id, *one.tokens) if one.action_id != ACTION_ID else one.tokens
            if tokens[0] in (DO, INSTRUCTED, PROPOSED):
                found.add(tokens[1:])
            elif tokens[0] == SHOW and tokens[1:] not in seen:
                seen.add(tokens[1:])
                waiting.append(tokens[1:])
    return found


@pytest.mark.parametrize("case", STUDIED, ids=_name)
def test_what_is_hidden_changes_nothing_of_a_study(case: Case) -> None:
    """The same presses lead to the same pages and pictures, byte for byte, in worlds that look the same."""
    formation = case.game.formations[0]
    compared = 0
    for number, state in enumerate(states(case, formation, 3)):
        reader = number % formation.seats
        twin = case.world(state, reader, Random(number))
        if begun(case, state, reader) is None or case.game.dump(state) == case.game.dump(twin):
            continue
        seen = [_walked(begun(case, one, reader), Random(number)) for one in (state, twin)]
        assert seen[0] == seen[1]
        compared += 1
        if compared == WORLDS:
            return
    raise AssertionError("too few worlds differ")


def _walked(study: Study | None, random: Random) -> list[Any]:
    assert study is not None
    driven, found = Driven(study, random), []
    for step in range(40):
        draw, *arguments = board.drawn(driven.board, driven.panel.draft)
        found.append((driven.panel, draw(*arguments) if step % 8 == 0 else None))
        found.append(driven.press())
    return found
