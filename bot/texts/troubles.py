"""Sentences for players when a match cannot go on where it is, and the names of the permissions that it needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from bot.texts.phrases import Phrases
from games.messages import Message


def held_up(say: Phrases, match: str, place: str, permissions: Iterable[Message]) -> str:
    """Return that a match waits for permissions; without any it is not known which."""
    names = [say.message(permission) for permission in permissions]
    if not names:
        return say(
            "{match} is held up: Discord does not let me write in {place}. Please ask somebody who manages the server "
            "to let me in again; then the match goes on by itself.",
            match=match,
            place=place,
        )
    return say.plural(
        "{match} is held up: in {place} I lack the permission {permissions}. Please ask somebody who manages the "
        "server to give it to me; then the match goes on by itself.",
        "{match} is held up: in {place} I lack the permissions {permissions}. Please ask somebody who manages the "
        "server to give them to me; then the match goes on by itself.",
        len(names),
        match=match,
        place=place,
        permissions=say.every(f"**{name}**" for name in names),
    )


def refused(say: Phrases, match: str) -> str:
    """Return that Discord refuses what is to be posted in a match, for a reason that only its log tells."""
    return say(
        "{match} is held up: Discord refuses what I am trying to post. Your moves are stored, and I keep trying. "
        "Please tell whoever runs me: the reason is in my log.",
        match=match,
    )


def thread_lost(say: Phrases, match: str, match_id: str) -> str:
    """Return that the thread of a match was deleted."""
    return say(
        "The thread of {match} was deleted. The match itself is kept: use `/match show` with `{id}` in a channel of "
        "the server, and it goes on there in a new thread.",
        match=match,
        id=match_id,
    )


def channel_lost(say: Phrases, match: str, match_id: str) -> str:
    """Return that the channel of a match was deleted, and everything in it."""
    return say(
        "The channel of {match} was deleted. The match itself is kept, and its clocks stand still: use `/match show` "
        "with `{id}` in another channel of the server, and it goes on there.",
        match=match,
        id=match_id,
    )


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
