"""What the options of `/monolith` say of themselves, and the tokens that are typed into them."""

from __future__ import annotations

import re
from typing import Final, Literal

from discord.app_commands import locale_str

from games.messages import Message
from games.monolith_arena.hexes import BY_NAME

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]

MATCH_HELP: Final = locale_str("Which match; not needed in its thread, or with only one open")
HEX_HELP: Final = locale_str("Which hex, A1 to E3")
STAY_HELP: Final = locale_str("Which hex; left out, the tile stays and turns")
FACING_HELP: Final = locale_str("Direction of its top edge; skip if all sides are equal")
TURNED_HELP: Final = locale_str("Direction of its top edge then")
KEEP_HELP: Final = locale_str("Direction of its top edge; left out, as it is now")
OWN_TILE_HELP: Final = locale_str("Which of your tiles")
ENEMY_TILE_HELP: Final = locale_str("Which enemy tile")
SURE_HELP: Final = locale_str("Do it at once; left out, you see what would follow and are asked")
RESERVE_HELP: Final = locale_str("A tile of your reserve")

LEFT_OUT: Final = "-"
"""The token of an option that was left out: as it is."""
_STRANGE: Final = re.compile(r"[^\w/+=@-]+")
_LOOSE_AT: Final = re.compile(r"@(?![A-Ea-e][1-5]$)")
"""Only ``maneuver@D3`` has one."""


def localized(message: Message) -> locale_str:
    """A name of the game for a command, translated when commands are registered."""
    return locale_str(str(message), message=message)


def one_token(text: str) -> str:
    """What was typed as one token, without anything that no token has: it may be quoted back."""
    token = _STRANGE.sub("", "_".join(text.split()))
    return _LOOSE_AT.sub("", token) or LEFT_OUT


def hex_token(text: str | None) -> str:
    """A hex as it was typed or chosen (``C4 Knight``)."""
    parts = (text or "").split()
    return one_token(parts[0]) if parts else LEFT_OUT


def facing_token(facing: Facing | None) -> str:
    """A facing as it was chosen."""
    return facing or LEFT_OUT


def triangle(text: str) -> str:
    """Three hexes, however they are separated, as one token."""
    return "-".join(one_token(part) for part in re.split(r"[\s,-]+", text) if part) or LEFT_OUT


def given_token(text: str) -> str:
    """What another option of the command holds, as a token of the game; empty for nothing."""
    first = hex_token(text).upper()
    if first in BY_NAME or not first.strip("-"):
        return first.strip("-")
    what, at, source = text.partition("@")
    return one_token(what.lower()) + at + source.upper()
