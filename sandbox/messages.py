"""Channels, the messages in them, and interactions: what people do with the bot and what it answers."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from sandbox.people import Guild, User
from sandbox.protocol import (
    BUTTON,
    COMMAND,
    COMPONENT,
    DM,
    EPOCH,
    LOADING,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    SELECTS,
    SUBMIT,
    TEXT_DISPLAY,
    Json,
    iso,
    walk,
)

if TYPE_CHECKING:
    from PIL.Image import Image


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
        """Return True if this is a thread, public or private."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    def payload(self, *, me: int | None = None) -> Json:
        """Return the channel as the API has it; `me` is the member whose own membership a thread tells."""
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


class Origin(Protocol):
    """What a message answers: an interaction, as far as messages need it."""

    id: int
    type: int
    name: str
    user: User
    original: Message | None

    def told_in(self, message: Message) -> Json:
        """Return what the message tells of it."""
        ...


@dataclass(eq=False)
class Attachment:
    """A file that was uploaded with a message."""

    id: int
    filename: str
    data: bytes = field(repr=False)
    url: str
    description: str | None = None
    """The alternative text of an image."""
    content_type: str = "application/octet-stream"
    size_px: tuple[int, int] | None = None

    def payload(self) -> Json:
        """Return the attachment as the API has it."""
        out: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.description:
            out["description"] = self.description
        return {**out, "width": self.size_px[0], "height": self.size_px[1]} if self.size_px else out

    @property
    def image(self) -> Image:
        """Return the picture; raises what Pillow raises for other files."""
        from PIL import Image

        return Image.open(io.BytesIO(self.data))


@dataclass(eq=False)
class Message:
    """A message as it stands now; `revisions` counts its edits."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = 0
    ephemeral_for: User | None = None
    """The only person who sees it; `None`: everybody in the channel does."""
    interaction: Origin | None = None
    """The interaction that it answers."""
    reference: Json | None = None
    pinned: bool = False
    edited: str | None = None
    deleted: bool = False
    mentions: list[User] = field(default_factory=list)
    thread: Channel | None = None
    """The thread that was started from it."""
    reactions: dict[str, set[int]] = field(default_factory=dict)
    revisions: int = 0
    earlier: list[Json] = field(default_factory=list)
    """Its components before they were last changed: what a client shows that has not heard of the change yet."""
    pinged: list[User] = field(default_factory=list)
    """Who was notified when it was sent."""

    @property
    def text(self) -> str:
        """Return all that can be read in it: content, embeds, text displays."""
        parts: list[str | None] = [self.content]
        parts += [c["content"] for _, c in walk(self.components) if c["type"] == TEXT_DISPLAY]
        for embed in self.embeds:
            parts += [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
            parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields") or []]
            parts.append((embed.get("footer") or {}).get("text"))
        return "\n".join(part for part in parts if part)

    @property
    def controls(self) -> list[Json]:
        """Return its buttons and selects."""
        return _controls(self.components)

    @property
    def late_controls(self) -> list[Json]:
        """Return the controls that it had before they were last changed."""
        return _controls(self.earlier)

    @property
    def labels(self) -> list[str]:
        """Return the labels of its buttons."""
        buttons = (c for c in self.controls if c["type"] == BUTTON)
        return [c.get("label") or (c.get("emoji") or {}).get("name") or "" for c in buttons]

    @property
    def images(self) -> list[Attachment]:
        """Return its pictures."""
        return [a for a in self.attachments if a.content_type.startswith("image/")]

    def payload(self) -> Json:
        """Return the message as the API has it; pictures that an embed shows are not among the attachments."""
        embedded = {(e.get(key) or {}).get("url") for e in self.embeds for key in ("image", "thumbnail")}
        out: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": iso(((self.id >> 22) + EPOCH) / 1000),
            "edited_timestamp": self.edited,
            "tts": False,
            "mention_everyone": False,
            "mentions": [u.payload() for u in self.mentions],
            "mention_roles": [],
            "pinned": self.pinned,
            "type": self.type,
            "attachments": [a.payload() for a in self.attachments if a.url not in embedded],
            "embeds": self.embeds,
            "components": self.components,
            "flags": self.flags,
            "reactions": [_reaction(emoji, len(users)) for emoji, users in self.reactions.items()],
        }
        if self.reference:
            out["message_reference"] = self.reference
        if self.thread:
            out["thread"] = self.thread.payload()
        if self.interaction is not None:
            out |= self.interaction.told_in(self)
        return out


def _controls(components: list[Json]) -> list[Json]:
    return [c for _, c in walk(components) if c["type"] == BUTTON or c["type"] in SELECTS]


def _reaction(emoji: str, count: int) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": count,
        "count_details": {"burst": 0, "normal": count},
        "me": False,
        "me_burst": False,
        "burst_colors": [],
    }


DEFER_EDIT: Final = 6
"""The first answer to a press that says no more than that the message will be changed."""


@dataclass(eq=False)
class Interaction:
    """One thing that a person did with the bot, and everything the bot answered to it."""

    id: int
    token: str
    type: int
    application_id: int
    user: User
    channel: Channel
    name: str = ""
    data: Json = field(default_factory=dict)
    source: Message | None = None
    """The message whose button or select was used."""
    opener: Interaction | None = None
    """What opened this modal."""
    started: float = field(default_factory=time.monotonic)
    delivered: bool = False
    """Whether the bot was connected when it happened."""
    ack: int | None = None
    """The kind of the first answer: 4 message, 5 deferred, 6 deferred edit, 7 edit, 8 choices, 9 modal."""
    ack_after: float | None = None
    """Seconds until that answer."""
    ephemeral: bool = False
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    turned: bool = False
    """Whether the message that was pressed has been changed after a deferred edit, or something else was answered."""
    expired: bool = False

    def told_in(self, message: Message) -> Json:
        """Return what a message that answers this interaction tells of it."""
        out: Json = {
            "webhook_id": str(self.application_id),
            "application_id": str(self.application_id),
            "interaction_metadata": self._metadata(message),
        }
        if self.type == COMMAND:
            out["interaction"] = {"id": str(self.id), "type": 2, "name": self.name, "user": self.user.payload()}
        return out

    def _metadata(self, message: Message) -> Json:
        owner = str(self.channel.guild.id if self.channel.guild else 0)
        out: Json = {
            "id": str(self.id),
            "type": self.type,
            "user": self.user.payload(),
            "authorizing_integration_owners": {"0": owner},
        }
        if self.type == COMMAND:
            out |= {"name": self.name, "command_type": 1}
        elif self.type == COMPONENT and self.source:
            out["interacted_message_id"] = str(self.source.id)
        elif self.type == SUBMIT and self.opener:
            out["triggering_interaction_metadata"] = self.opener._metadata(message)
        if self.original and self.original is not message:
            out["original_response_message_id"] = str(self.original.id)
        return out

    @property
    def failed(self) -> bool:
        """Return True if the person saw *The application did not respond* or *This interaction failed*."""
        return self.ack is None or bool(self.original and self.original.flags & LOADING)

    @property
    def completed(self) -> bool:
        """Return True if the bot has answered, and done what it deferred."""
        return not self.failed and (self.ack != DEFER_EDIT or self.turned)

    @property
    def message(self) -> Message | None:
        """Return the first new message that it led to."""
        return self.original if self.ack in (4, 5) else (self.followups[0] if self.followups else None)

    @property
    def answer(self) -> Message:
        """Return `message`; raise `AssertionError` if there is none."""
        assert self.message is not None, f"{self.name}: no answer"
        return self.message

    @property
    def text(self) -> str:
        """Return everything that can be read in the answers."""
        first = [self.message] if self.message else []
        more = [m for m in self.followups if m is not self.message]
        return "\n".join(m.text for m in first + more if not m.deleted)
