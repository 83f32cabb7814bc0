"""Matches of Monsters & Myths with the positions that they went through, and how many taps lead to something."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.monsters_and_myths.face import FACE
from bot.panels.model import Button, Panel, Press, Select
from games.api import Action
from games.monsters_and_myths.state import State
from games.referee import random_action
from tests.support.panels import Match, Seat, presses


def played(seed: int, formation: int = 2, **options: object) -> list[tuple[Match, State]]:
    """A match with the states in which somebody is waited for."""
    match = Match(FACE, seed, dict(options), FACE.game.formations[formation])
    random, found = Random(seed), []
    while not match.over:
        found.append((match, match.state))
        choices = [one for one in match.game.choices(match.state) if one.must or random.random() < 0.1]
        choice = random.choice(choices)
        match.play(choice.seat, random_action(match.game, match.state, choice, random))
    return found


def at(match: Match, state: State, seat: int | None) -> Seat:
    match.state = state
    return match.seat(seat)


def taps_to(seat: Seat, done: Callable[[Press], bool], most: int) -> int | None:
    """The fewest taps from opening the panel to a press that carries out what is wanted; `None` for more than `most`.

    A select of several is one tap, whatever is picked in it.
    """
    pages: list[Action] = [()]
    for taps in range(1, most):
        following: list[Action] = []
        for tokens in pages:
            panel = FACE.panel(seat, tokens)
            found = presses(panel)
            if any(press.action_id == "do" and done(press) for press in found):
                return taps + 1
            following += [press.tokens for press in found if press.action_id == "show" and press.tokens]
        pages = sorted(dict.fromkeys(following), key=len, reverse=True)[:60]
    return None


def rows_of_buttons(panel: Panel) -> list[tuple[int, tuple[Button, ...]]]:
    """The rows of buttons with their numbers."""
    return [(number, row) for number, row in enumerate(panel.rows) if not isinstance(row, Select)]
