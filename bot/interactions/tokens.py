"""What tokens of a press stand for, held against what the bot has ever put there."""

from __future__ import annotations

from typing import Final

from bot.matches.refusals import Refusal
from bot.texts import match as texts

TOO_LARGE: Final = 1 << 63
"""So large no id is: a database has no room for it."""


def number_of(token: str, below: int = TOO_LARGE) -> int:
    """Return the number that a token is. Raises `Refusal` for what is none, and for one that is too large."""
    if not (token.isascii() and token.isdecimal() and int(token) < below):
        raise Refusal(texts.OLD_BUTTON)
    return int(token)


def user_of(token: str) -> int:
    """Return the user id that a token is. Raises `Refusal` for what is none, such as 0."""
    user = number_of(token)
    if not user:
        raise Refusal(texts.OLD_BUTTON)
    return user
