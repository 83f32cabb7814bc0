"""Keeps the world of a sandbox in a folder, so that matches are found again after a restart.

Kept is all that lasts on Discord, nothing that a client forgets by itself. Left out are what is gone
(deleted messages and channels), what Discord would not show again either after the app was reloaded (ephemeral
messages, answers that never came), and interactions whose tokens would have expired.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from dataclasses import fields
from pathlib import Path
from typing import IO, Any, Final

from filelock import lock_descriptor

from sandbox.messages import Attachment, Channel, Interaction, Message
from sandbox.people import Guild, Member, Role, User
from sandbox.protocol import DEFAULT, LOADING, Json
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
    """Return the messages that last, oldest first."""
    return [
        m
        for m in world.messages.values()
        if not (m.deleted or m.channel.deleted or m.ephemeral_for or m.flags & LOADING)
    ]


def document(world: World) -> Json:
    """Return the world as JSON; the contents of files are kept beside it."""
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
    if interaction := saved["interaction"]:
        plain = {name: interaction[name] for name in _PLAIN[Interaction]}
        acted = Interaction(**plain, user=world.users[interaction["user"]], channel=channel, expired=True)
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


log = logging.getLogger("sandbox")

DELAY: Final = 1.0
"""Seconds from a change until it is written: what a crash of the sandbox can lose."""
PATIENCE: Final = 20
A_MOMENT: Final = 0.005
"""How often, and after how many seconds, a file is tried again that is read at the moment when it is to be replaced."""


class CannotKeep(Exception):
    """The folder is in use, cannot be written, or holds something else; the message says which."""


class Keeper:
    """The folder: ``world.json``, written anew as a whole, and the contents of attachments in ``files``."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.path = folder / "world.json"
        self.files = folder / "files"
        self._changed = asyncio.Event()
        self._lock: IO[bytes] | None = None

    def open(self) -> bool:
        """Take the folder and restore what is in it; returns whether there was something. Raises `CannotKeep`."""
        try:
            self.files.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / "lock").open("ab")
            if not lock_descriptor(self._lock.fileno(), blocking=False):
                raise CannotKeep(f"Another sandbox uses {self.folder}; choose another folder with --data.")
            if not self.path.exists():
                return False
            saved = json.loads(self.path.read_text(encoding="utf-8"))
            files = {int(f.name): f.read_bytes() for f in self.files.iterdir() if f.name.isdecimal()}
            restore(self.world, saved, files)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            sentence = f"The data of the sandbox in {self.folder} cannot be used: {error!r}. Choose another folder"
            raise CannotKeep(f"{sentence} with --data, or move that one away.") from error
        return True

    def note(self, *_: object) -> None:
        """Note that something has changed, so that it is written soon."""
        self._changed.set()

    async def run(self) -> None:
        """Write changes, each time a little later, until cancelled."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(DELAY)
            try:
                self.save()
            except OSError as error:
                log.error("the sandbox could not be saved: %s", error)

    def save(self) -> None:
        """Write everything now; a crash while it is written leaves what was there before. Raises `OSError`."""
        self._changed.clear()
        attachments = {str(a.id): a for m in kept(self.world) for a in m.attachments}
        written = {f.name for f in self.files.iterdir()}
        for name in attachments.keys() - written:
            write(self.files / name, attachments[name].data)
        write(self.path, json.dumps(document(self.world)).encode())
        for name in written - attachments.keys():  # after the document that still named them
            (self.files / name).unlink()

    def close(self) -> None:
        """Let go of the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def write(path: Path, data: bytes) -> None:
    """Write a file that is never half there, whoever reads it and whatever breaks meanwhile."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    for left in reversed(range(PATIENCE)):
        try:
            os.replace(part, path)
            break
        except PermissionError:  # Windows replaces no file that somebody reads at that moment
            if not left:
                raise
            time.sleep(A_MOMENT)
