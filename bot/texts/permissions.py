"""The permissions that the bot needs to open and to play a match, by the names under which Discord shows them."""

from __future__ import annotations

from typing import Final

import discord

from games.messages import Message

WRITING: Final = {
    "view_channel": Message.term("permission", "View Channel"),
    "send_messages": Message.term("permission", "Send Messages"),
    "send_messages_in_threads": Message.term("permission", "Send Messages in Threads"),
    "attach_files": Message.term("permission", "Attach Files"),
    "embed_links": Message.term("permission", "Embed Links"),
    "read_message_history": Message.term("permission", "Read Message History"),
}
THREADS: Final = {
    True: {"create_private_threads": Message.term("permission", "Create Private Threads")},
    False: {"create_public_threads": Message.term("permission", "Create Public Threads")},
}
"""What a private match needs besides, and a public one."""


def lacking(permissions: discord.Permissions, *, private: bool) -> dict[str, Message]:
    """Return what the bot lacks in a channel to open a match there, by Discord's flags."""
    return {flag: name for flag, name in (WRITING | THREADS[private]).items() if not getattr(permissions, flag)}


def lacking_in_thread(permissions: discord.Permissions) -> dict[str, Message]:
    """Return what the bot lacks in a thread to go on there; `send_messages` counts in channels only."""
    needed = {flag: name for flag, name in WRITING.items() if flag != "send_messages"}
    return {flag: name for flag, name in needed.items() if not getattr(permissions, flag)}


def first_needed(missing: dict[str, Message]) -> dict[str, Message]:
    """Return what has to be given first: without seeing or writing, Discord reports all the rest as lacking."""
    if "view_channel" in missing:
        return {"view_channel": missing["view_channel"]}
    writing = {flag for flag in ("send_messages", "send_messages_in_threads") if flag in missing}
    implied = ("attach_files", "embed_links") if writing else ()
    return {flag: name for flag, name in missing.items() if flag not in implied}
