"""Discord's limits on what a bot may send; discord.py checks almost none of them itself."""

from __future__ import annotations

from typing import Final

CONTENT: Final = 2000
EMBED_DESCRIPTION: Final = 4096
EMBEDS: Final = 6000
"""All embeds of a message together."""
ALT_TEXT: Final = 1024
BUTTON_LABEL: Final = 80
CUSTOM_ID: Final = 100
SELECT_OPTIONS: Final = 25
SELECT_TEXT: Final = 100
"""Label, value and description of a select's option, and its placeholder (150 there, but 100 reads better)."""
ROWS: Final = 5
BUTTONS_A_ROW: Final = 5
CHOICES: Final = 25
CHOICE_NAME: Final = 100
THREAD_NAME: Final = 100
FILE_SIZE: Final = 10 * 1024 * 1024
COMMAND_NAME: Final = 32
COMMAND_DESCRIPTION: Final = 100
SUBCOMMANDS: Final = 25
OPTIONS: Final = 25
COMMAND_TEXT: Final = 8000
"""All names, descriptions and choices of one command together."""


def cut(text: str, length: int) -> str:
    """Return the text, shortened with an ellipsis where it is longer than `length` characters."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
