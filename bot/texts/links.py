"""Links to places on Discord."""

from __future__ import annotations

from storage import MatchHead


def match(head: MatchHead) -> str:
    """Return a link to a match: to its thread, else its channel; empty where it has none yet."""
    place = head.thread_id or head.channel_id
    if head.guild_id is None or not place:
        return ""
    return f"https://discord.com/channels/{head.guild_id}/{place}"


def thread(head: MatchHead) -> str:
    """Return the thread of a match as a mention; empty where it is private or not open yet."""
    return f"<#{head.thread_id}>" if head.thread_id and not head.private else ""
