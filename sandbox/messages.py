"""Messages and their attachments, with the payloads that the API has for them."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from sandbox.channels import Channel
from sandbox.parts import BUTTON, EPOCH, SELECTS, TEXT_DISPLAY, Json, iso, walk
from sandbox.people import User

if TYPE_CHECKING:
    from PIL.Image import Image


class Origin(Protocol):
    """What a message answers: an interaction, as far as messages need it."""

    id: int
    type: int
    name: str
    user: User
    original: Message | None

    def told_in(self, message: Message) -> Json:
        """What the message tells of it."""
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
        """The attachment as the API has it."""
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
        """The picture; raises what Pillow raises for other files."""
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
        """All that can be read in it: content, embeds, text displays."""
        parts: list[str | None] = [self.content]
        parts += [c["content"] for _, c in walk(self.components) if c["type"] == TEXT_DISPLAY]
        for embed in self.embeds:
            parts += [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
            parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields") or []]
            parts.append((embed.get("footer") or {}).get("text"))
        return "\n".join(part for part in parts if part)

    @property
    def controls(self) -> list[Json]:
        """Its buttons and selects."""
        return _controls(self.components)

    @property
    def late_controls(self) -> list[Json]:
        """Those that it had before they were last changed."""
        return _controls(self.earlier)

    @property
    def labels(self) -> list[str]:
        """What stands on its buttons."""
        buttons = (c for c in self.controls if c["type"] == BUTTON)
        return [c.get("label") or (c.get("emoji") or {}).get("name") or "" for c in buttons]

    @property
    def images(self) -> list[Attachment]:
        """Its pictures."""
        return [a for a in self.attachments if a.content_type.startswith("image/")]

    def payload(self) -> Json:
        """The message as the API has it; pictures that an embed shows are not among the attachments."""
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
