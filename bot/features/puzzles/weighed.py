"""What the choices of a puzzle come to on average, in words: said once it is solved, or its solution shown."""

from __future__ import annotations

from typing import Final

from bot.panels.face import AnyFace
from bot.texts import match as texts
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases
from games.api import Action
from games.puzzles import Puzzle
from games.weighing import CHANCE, common, worth

SHOWN: Final = 4
"""How many choices are listed; what all others come to at most stands below them."""


def comparison(say: Phrases, face: AnyFace, puzzle: Puzzle, names: Names = NOBODY) -> str:
    """Return what the best choices of a puzzle come to, the best first; nothing where a roll decides nothing."""
    ways = list(puzzle.ways.items())
    if not ways:
        return ""
    shown = ways[:SHOWN]
    whole = common([value for _, value in shown]) if puzzle.unit == CHANCE else 0
    heading = (
        say("How often each choice works:") if puzzle.unit == CHANCE else say("What each choice comes to on average:")
    )
    lines = [_line(say, face, puzzle, action, whole, names) for action, _ in shown]
    if rest := ways[SHOWN:]:
        most = say.text(worth(puzzle.unit, rest[0][1], whole))
        lines.append(
            say.plural("{count} other choice: {worth}", "{count} other choices: {worth} at most", len(rest), worth=most)
        )
    return texts.lines(heading, *lines)


def _line(say: Phrases, face: AnyFace, puzzle: Puzzle, action: Action, whole: int, names: Names) -> str:
    value = say.text(worth(puzzle.unit, puzzle.ways[action], whole))
    return say("- {action}: {worth}", action=face.words.action_text(say, action, names), worth=value)
