"""Messages come into being, change and go: uploads, media, mentions, notifications, events for the bot."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sandbox import gateway as gw
from sandbox.checks import check_message
from sandbox.messages import Attachment, Channel, Interaction, Message
from sandbox.people import User
from sandbox.protocol import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    ApiError,
    Json,
    Path,
    copied,
    form_error,
    iso,
    numbered,
    walk,
)
from sandbox.traffic import Request
from sandbox.world import World

UPLOADS: Final = 10
TOTAL_UPLOAD: Final = 25 * 1024 * 1024
SENDABLE: Final = EPHEMERAL | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
LASTING: Final = EPHEMERAL | COMPONENTS_V2
"""Flags that an edit cannot take away."""
NO_REQUEST: Final = Request("", "")


class Posting:
    """All changes to messages and channels; `watchers` are called after each with what has changed."""

    def __init__(self, world: World, gateway: gw.Gateway, max_upload: int) -> None:
        self.world = world
        self.gateway = gateway
        self.max_upload = max_upload
        self.watchers: list[Callable[[Message | Channel], None]] = []
        self._nonces: dict[tuple[int, int, str], Message] = {}

    def changed(self, what: Message | Channel) -> None:
        """Tell all watchers."""
        for watcher in self.watchers:
            watcher(what)

    # Messages

    def create(
        self,
        channel: Channel,
        author: User,
        body: Json,
        request: Request = NO_REQUEST,
        *,
        at: Path = (),
        interaction: Interaction | None = None,
        ephemeral_for: User | None = None,
        kind: int = 0,
        pending: bool = False,
    ) -> Message:
        """Post a message; the same nonce again gives the first one. `pending`: a deferred answer. Raises `ApiError`."""
        nonce = (channel.id, author.id, str(body.get("nonce")))
        guarded = bool(body.get("enforce_nonce") and body.get("nonce"))
        if guarded and nonce in self._nonces:
            return self._nonces[nonce]
        flags = int(body.get("flags") or 0) & SENDABLE & ~EPHEMERAL | (EPHEMERAL if ephemeral_for else 0)
        if not pending and (kind == 0 or interaction):
            check_message(body, flags, len(request.files), at)
        message = Message(
            self.world.snowflake(),
            channel,
            author,
            body.get("content") or "",
            copied(body.get("embeds")),
            numbered(copied(body.get("components"))),
            self._uploads(request, channel, body, at),
            flags | (LOADING if pending else 0),
            kind,
            ephemeral_for,
            interaction,
        )
        self._finish(message, body, request, at)
        if reference := body.get("message_reference"):
            place = self.world.channel(reference.get("channel_id") or channel.id)
            target = self.world.message(place, reference["message_id"])
            message.reference = {"type": 0, "channel_id": str(place.id), "message_id": str(target.id)}
        if not flags & SUPPRESS_NOTIFICATIONS:
            message.pinged = [
                user
                for user in message.mentions
                if self.world.can(user, channel, "view_channel") and ephemeral_for in (None, user)
            ]
        if guarded:
            self._nonces[nonce] = message
        self.world.add_message(message)
        if channel.archived and not channel.locked:  # writing opens a thread again
            channel.archived = False
            self.emit_channel("THREAD_UPDATE", channel)
        self._tell("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, body: Json, request: Request, *, at: Path = ()) -> Message:
        """Change a message. Raises `ApiError`."""
        asked = int(body["flags"]) if body.get("flags") is not None else message.flags
        flags = asked & SUPPRESS_EMBEDS | message.flags & LASTING | asked & COMPONENTS_V2
        before = {"content": message.content, "embeds": message.embeds, "components": message.components}
        keep = {int(a["id"]) for a in body.get("attachments") or []}
        kept = [a for a in message.attachments if body.get("attachments") is None or a.id in keep]
        check_message(body, flags, len(request.files), at, kept=bool(kept), existing=before)
        new = self._uploads(request, message.channel, body, at)
        for gone in message.attachments:
            if gone not in kept:
                self.world.retire_file(gone)
        message.attachments = kept + new
        message.flags = flags
        if "content" in body:
            message.content = body["content"] or ""
        if "embeds" in body:
            message.embeds = copied(body["embeds"])
        if "components" in body:
            message.earlier, message.components = message.components, numbered(copied(body["components"]))
        self._finish(message, body, request, at)
        message.edited, message.revisions = iso(), message.revisions + 1
        self._tell("MESSAGE_UPDATE", message)
        return message

    def delete(self, message: Message) -> None:
        """Take a message away, whoever does it."""
        message.deleted = True
        for gone in message.attachments:
            self.world.retire_file(gone)
        self.changed(message)
        if not message.ephemeral_for:
            guild = message.channel.guild
            data: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
            if guild:
                data["guild_id"] = str(guild.id)
            self.gateway.emit("MESSAGE_DELETE", data, gw.GUILD_MESSAGES if guild else gw.DIRECT_MESSAGES)

    def _finish(self, message: Message, body: Json, request: Request, at: Path) -> None:
        for embed in message.embeds:
            embed.setdefault("type", "rich")
        self._resolve_media(message, request, at)
        self._mention(message, body)

    def _uploads(self, request: Request, channel: Channel, body: Json, at: Path) -> list[Attachment]:
        if len(request.files) > UPLOADS:
            sentence = f"Must be {UPLOADS} or fewer in length."
            raise form_error(((*at, "attachments"), "BASE_TYPE_MAX_LENGTH", sentence))
        sizes = [len(data) for _, data in request.files.values()]
        if any(size > self.max_upload for size in sizes) or sum(sizes) > max(self.max_upload, TOTAL_UPLOAD):
            raise ApiError(413, 40005, "Request entity too large")
        described = {int(a["id"]): a for a in body.get("attachments") or []}
        for place, number in enumerate(described):
            if number not in request.files and number not in self.world.files:
                sentence = f"The attachment {number} was not found"
                raise form_error(((*at, "attachments", place), "ATTACHMENT_NOT_FOUND", sentence))
        return [
            self.world.store_file(
                channel,
                described.get(number, {}).get("filename") or name,
                data,
                described.get(number, {}).get("description"),
            )
            for number, (name, data) in sorted(request.files.items())
        ]

    def _resolve_media(self, message: Message, request: Request, at: Path) -> None:
        """Put the addresses of uploads where ``attachment://`` stands, as the API does."""
        fresh = {name for name, _ in request.files.values()}
        urls = {a.filename: a.url for a in message.attachments}
        for embed in message.embeds:
            for key in ("image", "thumbnail", "footer", "author"):
                holder = embed.get(key) or {}
                name = _attached(holder)
                if name is None:
                    continue
                if name not in urls:
                    request.lint.append(f"an embed refers to attachment://{name}, which is not attached")
                    continue
                holder |= {"url": urls[name], "proxy_url": urls[name]}
                if name not in fresh:
                    request.lint.append(f"attachment://{name} without uploading it again: Discord shows it twice")
        for path, component in walk(message.components):
            holders = [component.get("media"), component.get("file")]
            for item in component.get("items") or []:
                item.setdefault("description", None)
                item["media"].setdefault("id", str(self.world.snowflake()))
                holders.append(item["media"])
            for holder in holders:
                name = _attached(holder or {})
                if name is not None and name not in urls:
                    code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                    raise form_error(((*at, *path, "url"), code, f"The attachment '{name}' was not found"))
                if name is not None and holder is not None:
                    holder |= {"url": urls[name], "proxy_url": urls[name]}

    def _mention(self, message: Message, body: Json) -> None:
        allowed = body.get("allowed_mentions")
        ids = [int(user) for user in re.findall(r"<@!?(\d+)>", message.text)]
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            permitted = {int(user) for user in allowed.get("users") or []}
            ids = [user for user in ids if user in permitted]
        message.mentions = [self.world.users[user] for user in dict.fromkeys(ids) if user in self.world.users]

    # Events

    def _tell(self, event: str, message: Message) -> None:
        self.changed(message)
        if not message.ephemeral_for:
            self.emit_message(event, message)

    def emit_message(self, event: str, message: Message) -> None:
        """Tell the bot of a message, without what its intents do not let it read."""
        guild, bot = message.channel.guild, self.world.bot
        if guild and not self.world.can(bot, message.channel, "view_channel"):
            return
        data = message.payload() | {"channel_type": message.channel.type}
        if guild:
            data["guild_id"] = str(guild.id)
            if member := guild.members.get(message.author.id):
                data["member"] = member.payload(user=False)
            session = self.gateway.session
            blind = session is not None and not session.intents & gw.MESSAGE_CONTENT
            if blind and message.author is not bot and bot not in message.mentions:
                data |= {"content": "", "embeds": [], "attachments": [], "components": []}
        self.gateway.emit(event, data, gw.GUILD_MESSAGES if guild else gw.DIRECT_MESSAGES)

    def emit_channel(self, event: str, channel: Channel, **extra: bool) -> None:
        """Tell the bot, and whoever watches, of a channel or thread."""
        self.changed(channel)
        if channel.guild and self.world.can(self.world.bot, channel, "view_channel"):
            self.gateway.emit(event, channel.payload(me=self.world.bot.id) | extra, gw.GUILDS)

    def remove_channel(self, channel: Channel) -> None:
        """Take a channel or thread away, whoever does it."""
        self.emit_channel("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel)
        channel.deleted = True
        self.changed(channel)


def _attached(holder: Json) -> str | None:
    url = str(holder.get("url") or "")
    return url.removeprefix("attachment://") if url.startswith("attachment://") else None
