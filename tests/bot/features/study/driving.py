"""Studies of any game driven by their own buttons, without Discord."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

from bot.features.study import board
from bot.features.study.board import ACTION_ID, Board
from bot.features.study.pages import carry_out
from bot.panels.components import Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Panel
from bot.registry import FACES
from bot.texts.phrases import Phrases
from games.api import Formation, GameError, IllegalAction, new_options
from games.doubts import StudiedGame
from games.referee import moments, random_action
from games.studies import STEPS, Study
from tests.contract.cases import CASES, Case
from tests.support.panels import ENGLISH, MATCH, NAMES, pressed, presses

STUDIED = [case for case in CASES if isinstance(case.game, StudiedGame)]
STAY = (board.FILM, board.PLAN, board.HINT, board.NEW)
"""What leads out of a study, or asks somebody else."""


def states(case: Case, formation: Formation, seed: int, stride: int = 7) -> list[Any]:
    """States of a random match, some apart."""
    options = new_options(case.game, dict(case.options[seed % len(case.options)]))
    played = moments(case.game, Random(seed), formation, options)
    return [moment.before for number, moment in enumerate(played) if number % stride == seed % stride]


def begun(case: Case, state: Any, reader: int | None) -> Study | None:
    """A study of what a reader sees; `None` where nothing can be studied."""
    try:
        return Study(case.game, case.game.view(state, reader), reader, "study")
    except GameError:
        return None


def board_of(study: Study, say: Phrases = ENGLISH, *, running: bool = True, helped: bool = False) -> Board:
    face: AnyFace = FACES[study.game.name]
    names = {seat: NAMES[seat] for seat in range(len(study.now.unknown))}
    return Board(face, study, names, say, running, helped=helped)


class Driven:
    """A study, and the page that is open in it."""

    def __init__(self, study: Study, random: Random, say: Phrases = ENGLISH) -> None:
        self.board, self.random = board_of(study, say), random
        self.tokens: tuple[str, ...] = ()
        self.panel: Panel = board.page(self.board)

    def press(self) -> str:
        """Press anything of the page; returns what the study says to it."""
        own = [one for one in presses(self.panel) if one.action_id == ACTION_ID and one.tokens[0] not in STAY]
        one = pressed(self.panel, self.random)
        if one not in own and (one.action_id != ACTION_ID or one.tokens[0] in STAY):
            one = self.random.choice(own)
        note, self.tokens = "", ()
        if one.tokens[0] == board.SHOW:
            self.tokens = one.tokens[1:]
        else:
            note = carry_out(self.board.say, self.board.study, Pressed(MATCH, self.panel.key, one))
        self.panel = board.page(self.board, self.tokens)
        return note


def wander(study: Study, random: Random) -> None:
    """Do one random thing in a study: go on, or back, or suppose something."""
    drawn = random.random()
    if study.mover is None or study.at >= STEPS:
        study.go(random.randrange(study.at + 1))
    elif drawn < 0.05:
        study.go(study.at - random.randrange(1, 5))
    elif drawn < 0.1:
        study.again()
    elif (doubt := study.doubt) is not None:
        with contextlib.suppress(IllegalAction):
            study.suppose(tuple(random.sample(doubt.possible, random.randrange(2))), rest=drawn < 0.3)
    else:
        choice = study.choice
        assert choice is not None
        study.act(random_action(study.game, study.now.state, choice, random))
