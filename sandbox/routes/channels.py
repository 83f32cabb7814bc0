"""Reading, changing and deleting channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.parts import Json
from sandbox.traffic import Request, body_of, route

if TYPE_CHECKING:
    from sandbox.server import Server


@route("GET", "/channels/{channel_id}")
def get_channel(server: Server, request: Request, channel_id: str) -> Json:
    """A channel or thread."""
    channel = server.world.channel(channel_id)
    server.world.require(channel)
    return channel.payload(me=server.world.bot.id)


@route("PATCH", "/channels/{channel_id}")
def patch_channel(server: Server, request: Request, channel_id: str) -> Json:
    """Rename a channel; rename, archive, open or lock a thread."""
    channel, body = server.world.channel(channel_id), body_of(request)
    if channel.is_thread:
        if channel.owner_id != server.world.bot.id or body.get("locked"):
            server.world.require(channel, "manage_threads")
        channel.archived = body.get("archived", channel.archived)
        channel.locked = body.get("locked", channel.locked)
        channel.auto_archive = body.get("auto_archive_duration", channel.auto_archive)
    else:
        server.world.require(channel, "manage_channels")
    channel.name = body.get("name", channel.name)
    server.posting.emit_channel("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)
    return channel.payload(me=server.world.bot.id)


@route("DELETE", "/channels/{channel_id}")
def delete_channel(server: Server, request: Request, channel_id: str) -> Json:
    """Delete a channel or thread."""
    channel = server.world.channel(channel_id)
    server.world.require(channel, "manage_threads" if channel.is_thread else "manage_channels")
    server.posting.remove_channel(channel)
    return channel.payload()


@route("POST", "/channels/{channel_id}/typing")
def typing(server: Server, request: Request, channel_id: str) -> None:
    """Show that the bot types; nobody sees it here."""
    server.world.require(server.world.channel(channel_id), "send_messages")
