"""What the options of `/monsters` are called, and what is typed into them as tokens."""

from __future__ import annotations

import re
from typing import Final

from discord.app_commands import locale_str

MATCH_HELP: Final = locale_str("Which match; not needed in its thread, or with only one open")
CARDS_HELP: Final = locale_str("Cards by their letters, such as Gi Gi c 7; the list offers what is possible")
TARGET_HELP: Final = locale_str("Whose nation, such as B.G for the goblins of player B")
NATION_HELP: Final = locale_str("Which of your nations")

_STRANGE: Final = re.compile(r"[^\w.-]+")


def one_token(text: str) -> str:
    """What was typed as one token, without anything that no token has: it may be quoted back."""
    return _STRANGE.sub("", text) or "-"


def tokens(*texts: str | None) -> tuple[str, ...]:
    """What was typed into several options as tokens; those that were left out are left out."""
    return tuple(one_token(word) for text in texts if text for word in re.split(r"[\s,]+", text) if word)
