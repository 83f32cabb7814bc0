"""Channels, threads and direct messages, with the payloads that the API has for them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from sandbox.parts import DM, PRIVATE_THREAD, PUBLIC_THREAD, Json, iso
from sandbox.people import Guild, User


@dataclass(eq=False)
class Channel:
    """A text channel, a thread, or the direct messages of the bot with one person (`recipient`)."""

    id: int
    type: int
    name: str | None = None
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)
    """What roles and users are allowed and denied here, by their ids."""
    owner_id: int | None = None
    thread_members: set[int] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    """Minutes of silence after which Discord would archive the thread; nothing here does."""
    deleted: bool = False
    created: float = field(default_factory=time.time)

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread, public or private."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    def payload(self, *, me: int | None = None) -> Json:
        """The channel as the API has it; `me` is the member whose own membership a thread tells."""
        if self.recipient is not None:
            recipients = [self.recipient.payload()]
            return {"id": str(self.id), "type": DM, "last_message_id": None, "flags": 0, "recipients": recipients}
        assert self.guild is not None
        out: Json = {
            "id": str(self.id),
            "type": self.type,
            "name": self.name,
            "guild_id": str(self.guild.id),
            "flags": 0,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "parent_id": str(self.parent.id) if self.parent else None,
        }
        return out | (self._thread_part(me) if self.is_thread else self._text_part(self.guild))

    def _text_part(self, guild: Guild) -> Json:
        overwrites = [
            {"id": str(key), "type": int(key not in guild.roles), "allow": str(allow), "deny": str(deny)}
            for key, (allow, deny) in self.overwrites.items()
        ]
        return {
            "position": 0,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": overwrites,
            "default_auto_archive_duration": 1440,
        }

    def _thread_part(self, me: int | None) -> Json:
        out: Json = {
            "owner_id": str(self.owner_id),
            "member_count": len(self.thread_members),
            "message_count": 0,
            "total_message_sent": 0,
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.auto_archive,
                "archive_timestamp": iso(self.created),
                "create_timestamp": iso(self.created),
                "invitable": True,
            },
        }
        if me in self.thread_members:
            stamp = iso(self.created)
            out["member"] = {"id": str(self.id), "user_id": str(me), "join_timestamp": stamp, "flags": 0}
        return out
