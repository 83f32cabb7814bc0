"""Everything that Discord's servers know: users, a server, channels, messages, interactions, commands, files."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from typing import Any, Final

from sandbox.messages import Attachment, Channel, Interaction, Message
from sandbox.people import ALL, BITS, EVERYONE, Guild, Member, Role, User, bits
from sandbox.protocol import (
    DM,
    EPOCH,
    PRIVATE_THREAD,
    TEXT,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    ApiError,
    Json,
    not_found,
)

KEPT_FILES: Final = 300
"""How many files that no message shows any more can still be fetched."""
KEPT_INTERACTIONS: Final = 20_000
PLAIN_TEXT: Final = (".txt", ".log", ".json", ".md")


class World:
    """The state, with the questions that both the API and the people's clients ask of it."""

    def __init__(self) -> None:
        self.cdn = ""
        """What the addresses of files begin with."""
        self.sequence = 0
        """How many ids have been given."""
        self.ahead = 0
        """By how many milliseconds the time here is ahead of the machine's."""
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self._posted: dict[int, list[Message]] = defaultdict(list)
        """All messages ever posted in a channel, oldest first, deleted and ephemeral ones too."""
        self.interactions: dict[int, Interaction] = {}
        self._tokens: dict[str, Interaction] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        """The registered commands by the server they are for; `None`: everywhere."""
        self.files: dict[int, Attachment] = {}
        self._retired: deque[int] = deque()
        self.dms: dict[int, Channel] = {}
        """The direct messages with the bot, by person."""
        self.bot = self.add_user("arena bot", bot=True)
        self.owner = self.add_user("owner")

    def snowflake(self) -> int:
        """Make a new id, larger than all before."""
        self.sequence += 1
        return (int(time.time() * 1000) + self.ahead - EPOCH) << 22 | (self.sequence & 0x3FFFFF)

    # Making things

    def add_user(self, name: str, *, bot: bool = False) -> User:
        """Add an account."""
        user = User(self.snowflake(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, shard: int = 0, shards: int = 1) -> Guild:
        """Add a server with the bot in it, which has no more rights there than everybody.

        Its number is one of this shard, of so many.
        """
        number = self.snowflake()
        while (number >> 22) % shards != shard:
            number += 1 << 22
        guild = Guild(number, name, self.owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE, 0)
        own = Role(self.snowflake(), self.bot.name)
        guild.roles[own.id] = own
        guild.members[self.owner.id] = Member(self.owner)
        guild.members[self.bot.id] = Member(self.bot, [own.id])
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild | None, name: str | None, kind: int = TEXT, **more: Any) -> Channel:
        """Add a channel; `more` are further fields of `Channel`, among them its `id`."""
        channel = Channel(more.pop("id", None) or self.snowflake(), kind, name, guild, **more)
        self.channels[channel.id] = channel
        return channel

    def dm(self, user: User) -> Channel:
        """Return the direct messages between the bot and a person."""
        if user.id not in self.dms:
            self.dms[user.id] = self.add_channel(None, None, DM, recipient=user)
        return self.dms[user.id]

    def add_message(self, message: Message) -> None:
        """Put a message into its channel."""
        self.messages[message.id] = message
        self._posted[message.channel.id].append(message)

    def add_interaction(self, interaction: Interaction) -> None:
        """Note what somebody did, for the answers to come; very old ones are forgotten."""
        self.interactions[interaction.id] = interaction
        self._tokens[interaction.token] = interaction
        while len(self.interactions) > KEPT_INTERACTIONS:
            oldest = self.interactions.pop(next(iter(self.interactions)))
            del self._tokens[oldest.token]

    def store_file(self, channel: Channel, filename: str, data: bytes, description: str | None = None) -> Attachment:
        """Keep an upload; pictures are measured."""
        number = self.snowflake()
        expiry = format(int(time.time()) + 86_400, "x")
        url = f"{self.cdn}/attachments/{channel.id}/{number}/{filename}?ex={expiry}&is=0&hm=0"
        stored = Attachment(number, filename, data, url, description)
        try:
            image = stored.image
            stored.content_type = image.get_format_mimetype() or stored.content_type  # type: ignore[attr-defined]
            stored.size_px = image.size
        except Exception:  # Pillow has many ways to say that this is no picture
            if filename.endswith(PLAIN_TEXT):
                stored.content_type = "text/plain; charset=utf-8"
        self.files[number] = stored
        return stored

    def retire_file(self, attachment: Attachment) -> None:
        """Retire a file that its message no longer shows; it can be fetched for a while yet."""
        self._retired.append(attachment.id)
        while len(self._retired) > KEPT_FILES:
            self.files.pop(self._retired.popleft(), None)

    def serve_from(self, cdn: str) -> None:
        """Serve files from this address from now on; those that were at another one move along."""
        old, self.cdn = self.cdn, cdn
        if old in ("", cdn):
            return
        for message in self.messages.values():
            message.embeds = _moved(message.embeds, old, cdn)
            message.components = _moved(message.components, old, cdn)
        for file in self.files.values():
            file.url = _moved(file.url, old, cdn)

    # Finding things

    def channel(self, number: int | str) -> Channel:
        """Return a channel by its id. Raises `ApiError`."""
        channel = self.channels.get(int(number))
        if channel is None or channel.deleted:
            raise not_found(*UNKNOWN_CHANNEL)
        return channel

    def message(self, channel: Channel, number: int | str) -> Message:
        """Return a message of a channel by its id, no ephemeral one. Raises `ApiError`."""
        message = self.messages.get(int(number))
        if message is None or message.deleted or message.channel is not channel or message.ephemeral_for:
            raise not_found(*UNKNOWN_MESSAGE)
        return message

    def by_token(self, token: str) -> Interaction | None:
        """Return the interaction with this token."""
        return self._tokens.get(token)

    def history(self, channel: Channel) -> list[Message]:
        """Return the messages of a channel that the API lists, oldest first."""
        return [m for m in self._posted[channel.id] if not m.deleted and not m.ephemeral_for]

    def visible(self, user: User, channel: Channel) -> list[Message]:
        """Return the messages that this person's client shows in the channel, oldest first."""
        if not self.can(user, channel, "view_channel"):
            return []
        return [m for m in self._posted[channel.id] if not m.deleted and m.ephemeral_for in (None, user)]

    def places(self, user: User) -> list[Channel]:
        """Return the channels and threads that this person sees, as they were made, and the direct messages."""
        own = self.dm(user)
        channels = [
            c for c in self.channels.values() if c.guild and not c.deleted and self.can(user, c, "view_channel")
        ]
        return [*channels, own]

    # Permissions

    def permissions(self, user: User, channel: Channel) -> int:
        """Return a user's permissions in a channel, by Discord's order of roles and overwrites; 0: not even see it."""
        if channel.guild is None:
            return ALL if user in (self.bot, channel.recipient) else 0
        guild = channel.guild
        base = channel.parent if channel.is_thread else channel
        member = guild.members.get(user.id)
        if member is None or base is None or base.deleted:
            return 0
        granted = guild.roles[guild.id].permissions
        for role in member.roles:
            granted |= guild.roles[role].permissions
        if user is guild.owner or granted & BITS["administrator"]:
            return ALL
        granted = _overwritten(granted, [base.overwrites.get(guild.id)])
        granted = _overwritten(granted, [base.overwrites.get(role) for role in member.roles])
        granted = _overwritten(granted, [base.overwrites.get(user.id)])
        hidden = channel.type == PRIVATE_THREAD and user.id not in channel.thread_members
        if hidden and not granted & BITS["manage_threads"]:
            return 0
        return granted if granted & BITS["view_channel"] else 0

    def can(self, user: User, channel: Channel, *names: str) -> bool:
        """Return True if a user has all these permissions in a channel."""
        have, want = self.permissions(user, channel), bits(*names)
        return bool(have) and have & want == want

    def require(self, channel: Channel, *names: str) -> None:
        """Check the bot's own permissions as the API does. Raises `ApiError`."""
        if not self.can(self.bot, channel, "view_channel"):
            raise ApiError(403, 50001, "Missing Access")
        if not self.can(self.bot, channel, *names):
            raise ApiError(403, 50013, "Missing Permissions")

    def guild_payload(self, guild: Guild, *, all_members: bool) -> Json:
        """Return a server with the channels and threads that the bot is told of."""
        channels = [c for c in self.channels.values() if c.guild is guild and not c.deleted]
        threads = [c for c in channels if c.is_thread and not c.archived and self.can(self.bot, c, "view_channel")]
        return guild.payload(all_members=all_members, bot=self.bot) | {
            "channels": [c.payload() for c in channels if not c.is_thread],
            "threads": [c.payload(me=self.bot.id) for c in threads],
        }


def _overwritten(granted: int, marks: list[tuple[int, int] | None]) -> int:
    given = [mark for mark in marks if mark is not None]
    for _, deny in given:
        granted &= ~deny
    for allow, _ in given:
        granted |= allow
    return granted


def _moved(value: Any, old: str, new: str) -> Any:
    """Return JSON in which every address that begins with `old` begins with `new`."""
    if isinstance(value, dict):
        return {key: _moved(below, old, new) for key, below in value.items()}
    if isinstance(value, list):
        return [_moved(below, old, new) for below in value]
    return new + value.removeprefix(old) if isinstance(value, str) and value.startswith(f"{old}/") else value
