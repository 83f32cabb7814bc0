"""Reading, changing and deleting channels; starting threads, and who is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox import gateway as gw
from sandbox.messages import Channel
from sandbox.protocol import PRIVATE_THREAD, PUBLIC_THREAD, UNKNOWN_MEMBER, ApiError, Json, iso, not_found
from sandbox.traffic import Request, body_of, route

if TYPE_CHECKING:
    from sandbox.server import Server


@route("GET", "/channels/{channel_id}")
def get_channel(server: Server, request: Request, channel_id: str) -> Json:
    """Return a channel or thread."""
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


THREAD_NOTICE: Final = 18
"""The kind of the message that says that a thread was started."""
WRONG_KIND: Final = "Cannot execute action on this channel type"


def _new_thread(server: Server, parent: Channel, body: Json, kind: int, number: int | None = None) -> Channel:
    """Make a thread; one that is started from a message has that message's id."""
    world = server.world
    if parent.guild is None or parent.is_thread:
        raise ApiError(400, 50024, WRONG_KIND)
    world.require(parent, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    thread = world.add_channel(
        parent.guild,
        body["name"],
        kind,
        id=number,
        parent=parent,
        owner_id=world.bot.id,
        thread_members={world.bot.id},
        auto_archive=body.get("auto_archive_duration") or 1440,
    )
    server.posting.emit_channel("THREAD_CREATE", thread, newly_created=True)
    return thread


@route("POST", "/channels/{channel_id}/threads")
def start_thread(server: Server, request: Request, channel_id: str) -> Any:
    """Start a thread without a message."""
    parent, body = server.world.channel(channel_id), body_of(request)
    thread = _new_thread(server, parent, body, body.get("type") or PRIVATE_THREAD)
    if thread.type == PUBLIC_THREAD:
        notice = server.posting.create(parent, server.world.bot, {"content": thread.name}, kind=THREAD_NOTICE)
        notice.thread = thread
    return 201, thread.payload(me=server.world.bot.id)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_from(server: Server, request: Request, channel_id: str, message_id: str) -> Any:
    """Start the thread of a message."""
    channel = server.world.channel(channel_id)
    message = server.world.message(channel, message_id)
    if message.thread:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    message.thread = _new_thread(server, channel, body_of(request), PUBLIC_THREAD, message.id)
    server.posting.changed(message)
    return 201, message.thread.payload(me=server.world.bot.id)


def _membership(thread: Channel, user_id: int) -> Json:
    return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": iso(), "flags": 0}


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def thread_member(server: Server, request: Request, channel_id: str, user_id: str) -> None:
    """Add somebody to a thread, or remove them."""
    world = server.world
    thread = world.channel(channel_id)
    if thread.guild is None or not thread.is_thread:
        raise ApiError(400, 50024, WRONG_KIND)
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    target = world.bot.id if user_id == "@me" else int(user_id)
    if target not in thread.guild.members:
        raise not_found(*UNKNOWN_MEMBER)
    adding = request.method == "PUT"
    if adding:
        world.require(thread, "send_messages_in_threads")
        thread.thread_members.add(target)
    else:
        if thread.owner_id != world.bot.id:
            world.require(thread, "manage_threads")
        thread.thread_members.discard(target)
    server.posting.changed(thread)
    data: Json = {
        "id": str(thread.id),
        "guild_id": str(thread.guild.id),
        "member_count": len(thread.thread_members),
        "added_members": [_membership(thread, target)] if adding else [],
        "removed_member_ids": [] if adding else [str(target)],
    }
    server.gateway.emit("THREAD_MEMBERS_UPDATE", data, gw.GUILDS)


@route("GET", "/channels/{channel_id}/thread-members")
def thread_members(server: Server, request: Request, channel_id: str) -> Any:
    """Return the members of a thread."""
    thread = server.world.channel(channel_id)
    return [_membership(thread, user) for user in sorted(thread.thread_members)]
