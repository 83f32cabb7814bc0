"""How a match may be played: formations and options (A4.1)."""

from __future__ import annotations

from typing import Final

from games.api import Formation, MatchOption
from games.messages import Message

FORMATIONS: Final = (
    Formation("1v1", (0, 1), Message("1 against 1")),
    Formation("1v1v1", (0, 1, 2), Message("Each against each, three players")),
    Formation("1v1v1v1", (0, 1, 2, 3), Message("Each against each, four players")),
)
"""Everybody plays alone."""

LONGEST_HOLD: Final = 24 * 60
"""The most minutes that an attack waits for others."""

MATCH_OPTIONS: Final = (
    MatchOption(
        "mode",
        Message("Game"),
        Message("Basic, with more heroes, or with arena cards and exploring"),
        default="basic",
        choices=(
            ("basic", Message("Basic game")),
            ("heroes", Message("All heroes")),
            ("advanced", Message("Advanced game")),
        ),
    ),
    MatchOption(
        "pool",
        Message("Heroes"),
        Message("Which heroes may be picked; in the basic game always the green sides"),
        default="all",
        choices=(
            ("all", Message("All of the game")),
            ("green", Message("Green sides")),
            ("orange", Message("Orange sides")),
        ),
    ),
    MatchOption(
        "deck",
        Message("Arena cards"),
        Message("Which arena cards the advanced game is played with"),
        default="base",
        choices=(
            ("base", Message("The 17 base cards")),
            ("all", Message("All 40 cards")),
            ("own", Message("The 23 cards for own decks")),
        ),
    ),
    MatchOption(
        "attack_die",
        Message("Attack die"),
        Message("Six different symbols, or ten faces for slightly shorter games"),
        default="d6",
        choices=(("d6", Message("Six faces")), ("d10", Message("Ten faces"))),
    ),
    MatchOption(
        "hold_minutes",
        Message("Reaction hold, in minutes"),
        Message("How long an attack waits for others after a reveal or a loss; 0 for not at all"),
        default=0,
        bounds=(0, LONGEST_HOLD),
    ),
)
