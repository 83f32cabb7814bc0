"""Messages of channels: listing, posting, editing, deleting, pinning, reacting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox import gateway as gw
from sandbox.protocol import ApiError, Json, form_error, iso
from sandbox.traffic import Request, body_of, route

if TYPE_CHECKING:
    from sandbox.server import Server

PINS: Final = 250
PIN_NOTICE: Final = 6
"""The kind of the message that says that something was pinned."""


@route("GET", "/channels/{channel_id}/messages")
def list_messages(server: Server, request: Request, channel_id: str) -> Any:
    """Return up to 100 messages, newest first."""
    world, query = server.world, request.query
    channel = world.channel(channel_id)
    world.require(channel, "view_channel")
    if not world.can(world.bot, channel, "read_message_history"):
        return []
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise form_error((("limit",), "NUMBER_TYPE_MAX", "int value should be less than or equal to 100."))
    messages = world.history(channel)
    if "after" in query:
        messages = [m for m in messages if m.id > int(query["after"])][:limit]
    elif "before" in query:
        messages = [m for m in messages if m.id < int(query["before"])][-limit:]
    else:
        messages = messages[-limit:]
    return [m.payload() for m in reversed(messages)]


@route("GET", "/channels/{channel_id}/messages/pins")
def list_pins(server: Server, request: Request, channel_id: str) -> Json:
    """Return the pinned messages, newest first."""
    channel = server.world.channel(channel_id)
    server.world.require(channel, "read_message_history")
    pinned = [m for m in server.world.history(channel) if m.pinned]
    items = [{"pinned_at": iso(), "message": m.payload()} for m in reversed(pinned)]
    return {"items": items, "has_more": False}


@route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def pin(server: Server, request: Request, channel_id: str, message_id: str) -> None:
    """Pin or unpin a message."""
    world = server.world
    channel = world.channel(channel_id)
    world.require(channel, "pin_messages")
    message = world.message(channel, message_id)
    wanted = request.method == "PUT"
    if wanted and sum(m.pinned for m in world.history(channel)) >= PINS:
        raise ApiError(400, 30003, f"Maximum number of pins reached ({PINS})")
    if message.pinned == wanted:
        return
    message.pinned = wanted
    data: Json = {"channel_id": str(channel.id), "last_pin_timestamp": iso()}
    if channel.guild:
        data["guild_id"] = str(channel.guild.id)
    server.gateway.emit("CHANNEL_PINS_UPDATE", data, gw.GUILDS if channel.guild else gw.DIRECT_MESSAGES)
    server.posting.emit_message("MESSAGE_UPDATE", message)
    if wanted:
        notice = server.posting.create(channel, world.bot, {}, kind=PIN_NOTICE)
        notice.reference = {"type": 0, "channel_id": str(channel.id), "message_id": str(message.id)}


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(server: Server, request: Request, channel_id: str, message_id: str) -> Json:
    """Return one message."""
    channel = server.world.channel(channel_id)
    server.world.require(channel, "view_channel", "read_message_history")
    return server.world.message(channel, message_id).payload()


@route("POST", "/channels/{channel_id}/messages")
def post_message(server: Server, request: Request, channel_id: str) -> Json:
    """Post a message."""
    world, body = server.world, body_of(request)
    channel = world.channel(channel_id)
    if channel.recipient and not channel.recipient.dms_open:
        raise ApiError(403, 50007, "Cannot send messages to this user")
    world.require(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if request.files:
        world.require(channel, "attach_files")
    if channel.archived and channel.locked:
        raise ApiError(400, 50083, "Thread is archived")
    if body.get("embeds"):
        world.require(channel, "embed_links")
    return server.posting.create(channel, world.bot, body, request).payload()


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def patch_message(server: Server, request: Request, channel_id: str, message_id: str) -> Json:
    """Edit one of the bot's own messages."""
    channel = server.world.channel(channel_id)
    server.world.require(channel, "view_channel")
    message = server.world.message(channel, message_id)
    if message.author is not server.world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    return server.posting.edit(message, body_of(request), request).payload()


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def remove_message(server: Server, request: Request, channel_id: str, message_id: str) -> None:
    """Delete a message, its own or, with the permission, any."""
    channel = server.world.channel(channel_id)
    message = server.world.message(channel, message_id)
    if message.author is not server.world.bot:
        if not channel.guild:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        server.world.require(channel, "manage_messages")
    server.posting.delete(message)


@route("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me")
@route("DELETE", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me")
def react(server: Server, request: Request, channel_id: str, message_id: str, emoji: str) -> None:
    """Put a reaction on a message, or take it off."""
    channel = server.world.channel(channel_id)
    message = server.world.message(channel, message_id)
    own = server.world.bot.id
    if request.method == "PUT":
        server.world.require(channel, "add_reactions", "read_message_history")
        message.reactions.setdefault(emoji, set()).add(own)
    else:
        message.reactions.get(emoji, set()).discard(own)
    server.posting.changed(message)
