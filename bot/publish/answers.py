"""The buttons of the live message that answer what a match waits for, without opening a panel first.

They stand under everybody's eyes, so the keys of the choices that they answer go with them: whoever has none of these
choices is told so, and a second press finds its choice gone. Secret answers are given in private panels alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.limits import CUSTOM_ID
from bot.matches.loaded import LoadedMatch
from bot.matches.work import fits
from bot.panels.components import option_value
from bot.panels.model import Press, Row, Select
from bot.texts.phrases import Phrases
from games.api import Action, Choice

BETWEEN: Final = "+"
"""Stands between the keys in the first token of an answer."""
_ROOM: Final = CUSTOM_ID - 40
"""How long what a press says may be, beside the match and the key of its message."""


def rows(say: Phrases, match: LoadedMatch, names: Mapping[int, str]) -> tuple[Row, ...]:
    """Return the rows of the game's face, without answers that nobody could give now."""
    if match.match.status != "running":
        return ()
    choices = [choice for choice in match.choices if choice.must and not choice.secret]
    found = (_open(match, choices, row) for row in match.face.answers(say, match.view(None), names))
    return tuple(row for row in found if row is not None)


def _open(match: LoadedMatch, choices: Sequence[Choice], row: Row) -> Row | None:
    """Return a row with what can be answered now; `None` where that is nothing."""
    if isinstance(row, Select):
        lines = tuple(
            replace(line, press=press) for line in row.options if (press := _with_keys(match, choices, line.press))
        )
        return replace(row, options=lines) if lines else None
    buttons = tuple(
        replace(button, press=press) for button in row if (press := _with_keys(match, choices, button.press))
    )
    return buttons or None


def _with_keys(match: LoadedMatch, choices: Sequence[Choice], press: Press) -> Press | None:
    """Return a press with the keys of the choices it answers; `None` for no choices, or too many for a button."""
    if press.action_id != "answer":
        return press
    game, state = match.face.game, match.state
    keys = dict.fromkeys(choice.key for choice in choices if fits(game, state, choice, press.tokens))
    made = replace(press, tokens=(BETWEEN.join(keys), *press.tokens))
    return made if keys and len(option_value(made)) <= _ROOM else None


def read(tokens: Action) -> tuple[tuple[str, ...], Action]:
    """Return the keys of the choices that a press answers, and the action."""
    return (tuple(tokens[0].split(BETWEEN)), tokens[1:]) if tokens else ((), ())
