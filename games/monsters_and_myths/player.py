"""A computer player: the sensible one of the simulation, as any match asks it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action
from games.monsters_and_myths import simulation
from games.monsters_and_myths.simulation import Habits
from games.monsters_and_myths.view import View

HABITS: Final = Habits()


def decide(view: View, legal: Sequence[Action], random: Random) -> Action:
    """What it answers where the match waits for the reader; it needs neither a list of what is legal nor chance."""
    choice = next(choice for choice in view.choices if choice.must and choice.seat == view.reader)
    return simulation.decide(view, choice, HABITS)
