"""Permission bits, and what everybody and the bot may do in a new server."""

from __future__ import annotations

from typing import Final

BITS: Final = {
    "create_invite": 1 << 0,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "external_emojis": 1 << 18,
    "change_nickname": 1 << 26,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}
_RESERVED: Final = (
    "administrator",
    "manage_channels",
    "manage_guild",
    "manage_messages",
    "manage_threads",
    "pin_messages",
    "mention_everyone",
)


def bits(*names: str) -> int:
    """The bits of these permissions together."""
    return sum(BITS[name] for name in names)


ALL: Final = bits(*BITS)
EVERYONE: Final = ALL & ~bits(*_RESERVED)
"""What `@everyone` may do in a new server; the bot gets no more than that, so what it lacks shows."""
