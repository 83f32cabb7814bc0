"""A toy game: the worked example of `docs/adding-a-game.md`, played by the contract tests and through Discord.

Three players (or two) play some rounds. In each, everybody secretly picks two of five cards; then a die is rolled. A
card that nobody else has picked counts its number, twice if the die shows it. Whoever scored least may have the die
rolled again, or pass. At the beginning each player also chooses a colour; once in the match each may cheer, for a
point. Who gives up is out of it, the others play on. The highest score wins.
"""

from pathlib import Path
from typing import Final

from tests.toy.game import TOY

RULES: Final = Path(__file__).parent / "rules"
"""The folder of its rules in words (`bot.texts.rules.FOLDERS`)."""

__all__ = ["RULES", "TOY"]
