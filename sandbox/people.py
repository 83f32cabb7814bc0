"""Users, servers, their members, roles and permissions, with the payloads that the API has for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sandbox.protocol import DEFAULT, Json, iso

BITS: Final = {
    "create_invite": 1 << 0,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "external_emojis": 1 << 18,
    "change_nickname": 1 << 26,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}
_RESERVED: Final = (
    "administrator",
    "manage_channels",
    "manage_guild",
    "manage_messages",
    "manage_threads",
    "pin_messages",
    "mention_everyone",
)


def bits(*names: str) -> int:
    """Return the bits of these permissions together."""
    return sum(BITS[name] for name in names)


ALL: Final = bits(*BITS)
EVERYONE: Final = ALL & ~bits(*_RESERVED)
"""What `@everyone` may do in a new server; the bot gets no more than that, so what it lacks shows."""


@dataclass(eq=False)
class User:
    """An account: a person, or the bot."""

    id: int
    name: str
    bot: bool = False
    dms_open: bool = True
    """Whether the bot may write direct messages to this person."""
    locale: str = DEFAULT
    """The language that this person's client is set to."""

    @property
    def display_name(self) -> str:
        """Return the name shown on screen."""
        return self.name[:1].upper() + self.name[1:]

    def payload(self) -> Json:
        """Return the user as the API has it."""
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": self.display_name,
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "public_flags": 0,
            "flags": 0,
            "banner": None,
            "accent_color": None,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
        }


@dataclass(eq=False)
class Member:
    """A user in a server."""

    user: User
    roles: list[int] = field(default_factory=list)
    nick: str | None = None
    joined: str = field(default_factory=iso)

    def payload(self, *, user: bool = True) -> Json:
        """Return the member as the API has it; some places leave the user out."""
        out: Json = {
            "roles": [str(role) for role in self.roles],
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "joined_at": self.joined,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        return {**out, "user": self.user.payload()} if user else out


@dataclass(eq=False)
class Role:
    """A role of a server; the one with the server's id is `@everyone`."""

    id: int
    name: str
    permissions: int = 0
    position: int = 1

    def payload(self) -> Json:
        """Return the role as the API has it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": self.position,
            "permissions": str(self.permissions),
            "managed": False,
            "mentionable": False,
            "flags": 0,
            "tags": {},
        }


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner: User
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    preferred_locale: str = DEFAULT
    """The language of the server."""

    def payload(self, *, all_members: bool, bot: User) -> Json:
        """Return the server as the API has it, without channels; members are the bot alone unless all are asked for."""
        members = [m for m in self.members.values() if all_members or m.user is bot]
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.owner.id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "features": [],
            "emojis": [],
            "stickers": [],
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.preferred_locale,
            "public_updates_channel_id": None,
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "joined_at": iso(),
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "voice_states": [],
            "presences": [],
            "members": [m.payload() for m in members],
            "roles": [r.payload() for r in self.roles.values()],
        }
