"""The world as a JSON document and back: all that lasts on Discord, nothing that a client forgets by itself.

Left out are what is gone (deleted messages and channels), what Discord would not show again either after the app was
reloaded (ephemeral messages, answers that never came), and interactions whose tokens would have expired.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from sandbox.channels import Channel
from sandbox.interactions import Interaction
from sandbox.languages import DEFAULT
from sandbox.messages import Attachment, Message
from sandbox.parts import LOADING, Json
from sandbox.people import Guild, Member, Role, User
from sandbox.world import World

VERSION: Final = 1
_PLAIN: Final = {
    User: {"id", "name", "bot", "dms_open", "locale"},
    Role: {"id", "name", "permissions", "position"},
    Channel: {"id", "type", "name", "owner_id", "archived", "locked", "auto_archive", "created"},
    Attachment: {"id", "filename", "url", "description", "content_type", "size_px"},
    Interaction: {"id", "token", "type", "application_id", "name"},
    Message: {"id", "content", "embeds", "components", "flags", "type", "reference", "pinned", "edited", "revisions"},
}
"""The fields of each class that are JSON already."""


def kept(world: World) -> list[Message]:
    """The messages that last, oldest first."""
    return [
        m
        for m in world.messages.values()
        if not (m.deleted or m.channel.deleted or m.ephemeral_for or m.flags & LOADING)
    ]


def document(world: World) -> Json:
    """The world as JSON; the contents of files are kept beside it."""
    return {
        "version": VERSION,
        "sequence": world.sequence,
        "ahead": world.ahead,
        "cdn": world.cdn,
        "bot": world.bot.id,
        "owner": world.owner.id,
        "users": [_plain(u) for u in world.users.values()],
        "guilds": [_guild(g) for g in world.guilds.values()],
        "channels": [_channel(c) for c in world.channels.values() if not c.deleted],
        "messages": [_message(m) for m in kept(world)],
        "commands": {str(scope or ""): commands for scope, commands in world.commands.items()},
    }


def _plain(thing: Any) -> Json:
    wanted = _PLAIN[type(thing)]
    return {f.name: getattr(thing, f.name) for f in fields(thing) if f.name in wanted}


def _guild(guild: Guild) -> Json:
    members = [
        {"user": m.user.id, "roles": m.roles, "nick": m.nick, "joined": m.joined} for m in guild.members.values()
    ]
    roles = [_plain(role) for role in guild.roles.values()]
    return {
        "id": guild.id,
        "name": guild.name,
        "owner": guild.owner.id,
        "locale": guild.preferred_locale,
        "roles": roles,
        "members": members,
    }


def _channel(channel: Channel) -> Json:
    return _plain(channel) | {
        "guild": channel.guild and channel.guild.id,
        "parent": channel.parent and channel.parent.id,
        "recipient": channel.recipient and channel.recipient.id,
        "overwrites": {str(who): marks for who, marks in channel.overwrites.items()},
        "thread_members": sorted(channel.thread_members),
    }


def _message(message: Message) -> Json:
    acted = message.interaction
    return _plain(message) | {
        "channel": message.channel.id,
        "author": message.author.id,
        "attachments": [_plain(a) for a in message.attachments],
        "mentions": [u.id for u in message.mentions],
        "pinged": [u.id for u in message.pinged],
        "thread": message.thread.id if message.thread and not message.thread.deleted else None,
        "reactions": {emoji: sorted(users) for emoji, users in message.reactions.items()},
        "interaction": acted and _plain(acted) | {"user": acted.user.id, "first": acted.original is message},
    }


def restore(world: World, saved: Json, files: dict[int, bytes]) -> None:
    """Make an empty world what was saved. Raises `KeyError`, `TypeError` or `ValueError` for anything else."""
    if saved["version"] != VERSION:
        raise ValueError(f"it is of version {saved['version']}, not {VERSION}")
    world.sequence, world.cdn = saved["sequence"], saved["cdn"]
    world.ahead = saved.get("ahead", 0)  # time could not be moved, once
    world.users = {u["id"]: User(**u) for u in saved["users"]}
    world.bot, world.owner = world.users[saved["bot"]], world.users[saved["owner"]]
    for guild in saved["guilds"]:
        _restore_guild(world, guild)
    for channel in saved["channels"]:
        _restore_channel(world, channel)
    for message in saved["messages"]:
        _restore_message(world, message, files)
    world.commands = {int(scope) if scope else None: commands for scope, commands in saved["commands"].items()}


def _restore_guild(world: World, saved: Json) -> None:
    guild = world.guilds[saved["id"]] = Guild(saved["id"], saved["name"], world.users[saved["owner"]])
    guild.preferred_locale = saved.get("locale", DEFAULT)  # there was one language only, once
    guild.roles = {r["id"]: Role(**r) for r in saved["roles"]}
    guild.members = {m["user"]: Member(**m | {"user": world.users[m["user"]]}) for m in saved["members"]}


def _restore_channel(world: World, saved: Json) -> None:
    recipient = world.users[saved["recipient"]] if saved["recipient"] else None
    changed = {
        "guild": world.guilds[saved["guild"]] if saved["guild"] else None,
        "parent": world.channels.get(saved["parent"]),
        "recipient": recipient,
        "overwrites": {int(who): (allow, deny) for who, (allow, deny) in saved["overwrites"].items()},
        "thread_members": set(saved["thread_members"]),
    }
    channel = world.channels[saved["id"]] = Channel(**saved | changed)
    if recipient is not None:
        world.dms[recipient.id] = channel


def _restore_message(world: World, saved: Json, files: dict[int, bytes]) -> None:
    attachments = [Attachment(**a | {"data": files[a["id"]]}) for a in saved["attachments"]]
    for attachment in attachments:
        attachment.size_px = attachment.size_px and (attachment.size_px[0], attachment.size_px[1])
        world.files[attachment.id] = attachment
    channel = world.channels[saved["channel"]]
    acted = None
    if told := saved["interaction"]:
        plain = {name: told[name] for name in _PLAIN[Interaction]}
        acted = Interaction(**plain, user=world.users[told["user"]], channel=channel, expired=True)
    changed = {
        "channel": channel,
        "author": world.users[saved["author"]],
        "attachments": attachments,
        "mentions": [world.users[u] for u in saved["mentions"]],
        "pinged": [world.users[u] for u in saved["pinged"]],
        "thread": world.channels[saved["thread"]] if saved["thread"] else None,
        "reactions": {emoji: set(users) for emoji, users in saved["reactions"].items()},
        "interaction": acted,
    }
    message = Message(**saved | changed)
    if acted is not None and saved["interaction"]["first"]:
        acted.original = message
    world.add_message(message)
