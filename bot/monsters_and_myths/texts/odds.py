"""What an attack looks like before it is made: how many dice, whose bonus, how likely (M5.6 to M5.8)."""

from __future__ import annotations

from bot.texts.phrases import Phrases
from games.monsters_and_myths.odds import Odds


def won(found: Odds) -> int:
    """Of 100 cards that exchanges like this cost, how many the defender loses."""
    mine, theirs = found.expected
    return round(100 * theirs / (mine + theirs))


def odds(say: Phrases, found: Odds) -> str:
    """``3 dice against 1, +1 for you: you win 81 of 100``."""
    red, black = found.dice
    if found.advantage > 0:
        return say("{red} dice against {black}, +1 for you: you win {won} of 100", red=red, black=black, won=won(found))
    if found.advantage < 0:
        return say(
            "{red} dice against {black}, +1 against you: you win {won} of 100", red=red, black=black, won=won(found)
        )
    return say("{red} dice against {black}: you win {won} of 100", red=red, black=black, won=won(found))


def short_odds(say: Phrases, found: Odds) -> str:
    """``3 against 1, +1``, for buttons."""
    red, black = found.dice
    if found.advantage > 0:
        return say("{red} against {black}, +1", red=red, black=black)
    if found.advantage < 0:
        return say("{red} against {black}, −1", red=red, black=black)
    return say("{red} against {black}", red=red, black=black)
