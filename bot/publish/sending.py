"""What all sending shares: Discord's error codes, who may be pinged, finding what was sent before a crash."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.panels.components import read_button

ARCHIVE_MINUTES: Final = 10_080
UNKNOWN_CHANNEL: Final = 10_003
UNKNOWN_MESSAGE: Final = 10_008
ARCHIVED: Final = 50_083
TOO_MANY_OLD_EDITS: Final = 30_046
THREAD_EXISTS: Final = 160_004
CANNOT_DM: Final = (50_007, 50_278)
LOOK_BACK: Final = 100
NAMED: Final = re.compile(r"<@!?(\d+)>")
SILENT: Final = discord.AllowedMentions.none()


class PlaceLost(Exception):
    """The channel or thread of a match cannot be written to any more; the message says why."""


def pings(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Mentions that notify these users and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(u) for u in user_ids]
    )


def _custom_ids(message: discord.Message) -> Iterable[str]:
    for row in message.components:
        for item in getattr(row, "children", ()):
            custom_id = getattr(item, "custom_id", None)
            if custom_id:
                yield custom_id


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the bot that was found again."""

    id: int
    key: str
    """The key in the custom_ids of its buttons."""
    named: tuple[int, ...]
    """The users whom its text names."""


async def find_own(client: discord.Client, channel: Any, match_id: str, deeds: Sequence[str]) -> Found | None:
    """The bot's newest message there with such a button of the match, among the last ones."""
    assert client.user is not None
    async for message in channel.history(limit=LOOK_BACK):
        if message.author.id != client.user.id:
            continue
        for custom_id in _custom_ids(message):
            found = read_button(custom_id)
            if found is not None and found.match_id == match_id and found.press.deed in deeds:
                named = tuple(int(user) for user in NAMED.findall(message.content))
                return Found(int(message.id), found.key, named)
    return None
