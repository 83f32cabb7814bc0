"""What a private picture shows besides the position: the draft of a decision."""

from __future__ import annotations

from typing import NamedTuple

from games.monsters_and_myths.cards import Cards
from games.monsters_and_myths.troops import NONE, Troops
from games.monsters_and_myths.view import Target


class Draft(NamedTuple):
    """A decision that is only proposed."""

    lifted: Cards = ()
    """Cards of the reader's hand that would be kept."""
    wizards: tuple[int, ...] = ()
    """Nations that would get a wizard."""
    force: Troops = NONE
    """What would attack."""
    target: Target | None = None
    """What would be attacked."""
    aim: Target | None = None
    """The nation that a catapult is aimed at."""


EMPTY = Draft()
