"""The variants of the game, and matches of them in some position."""

from __future__ import annotations

from typing import Any

from tests.bot.monolith_arena.walker import Match
from tests.games.monolith_arena.helpers import situation

VARIANTS: dict[str, dict[str, bool]] = {
    "base": {},
    "monoliths": {"monoliths": True},
    "reinforcement": {"reinforcement": True},
    "both": {"monoliths": True, "reinforcement": True},
}
HOMES = ("dragon_empire", "lords_of_the_abyss", "guardians_of_the_realm", "harbingers_of_the_forest")


def match_in(**given: Any) -> Match:
    match = Match(0)
    match.state = situation(given)
    return match
