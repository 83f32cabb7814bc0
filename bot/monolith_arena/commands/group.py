"""The group of commands `/monolith`, and what all its commands share."""

from __future__ import annotations

from typing import Final, Literal

from discord import app_commands

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]

MONOLITH: Final = app_commands.Group(
    name="monolith",
    description="Play Monolith Arena",
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)

MATCH_HELP: Final = "Which match; not needed in its thread, or with only one open"
HEX_HELP: Final = "Where to, A1 to E3"
STAY_HELP: Final = "Where to; left out, it stays and turns"
FACING_HELP: Final = "Where its upper edge looks; not needed where all look alike"
KEEP_HELP: Final = "Where its upper edge looks; left out, as it does now"


def line(*words: str | None) -> str:
    """The line of an action; what was left out is ``-``, as it is."""
    return " ".join(word or "-" for word in words)
