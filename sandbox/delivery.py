"""What people do reaches the bot as interactions; waiting until it has dealt with them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final, TypeVar

from sandbox import gateway as gw
from sandbox.messages import Channel, Interaction, Message
from sandbox.people import Guild, User
from sandbox.protocol import Json, known_locale
from sandbox.server import Server

T = TypeVar("T")
ONLY_ON_CREATION: Final = {
    *("joined_at", "large", "unavailable", "member_count", "voice_states", "members", "presences"),
    *("stage_instances", "guild_scheduled_events", "soundboard_sounds"),
}
"""What the bot hears of a server when it meets it, and not again when the server changes."""


class Delivery(Server):
    """A server with people's actions in it."""

    settle_quiet = 0.15
    """Seconds without any request after which the bot counts as having dealt with everything."""

    async def interact(
        self,
        user: User,
        kind: int,
        channel: Channel,
        data: Json,
        *,
        name: str,
        source: Message | None = None,
        opener: Interaction | None = None,
        wait: bool = True,
        duplicate: bool = False,
    ) -> Interaction:
        """Deliver an interaction. `duplicate`: twice, as Discord does now and then; `wait`: until it is dealt with."""
        number = self.world.snowflake()
        token = f"aW50ZXJhY3Rpb246{secrets.token_urlsafe(32)}"  # whoever has it may answer
        acted = Interaction(
            number, token, kind, self.application_id, user, channel, name, data, source=source, opener=opener
        )
        self.world.add_interaction(acted)
        payload = self._payload(acted)
        acted.started = time.monotonic()
        for _ in range(2 if duplicate else 1):
            acted.delivered = self.gateway.emit("INTERACTION_CREATE", payload)
        if wait:
            await self.finish(acted)
        return acted

    def _payload(self, acted: Interaction) -> Json:
        world, channel, user = self.world, acted.channel, acted.user
        guild = channel.guild
        theirs = str(world.permissions(user, channel))
        payload: Json = {
            "id": str(acted.id),
            "application_id": str(self.application_id),
            "type": acted.type,
            "token": acted.token,
            "version": 1,
            "data": acted.data,
            "channel": channel.payload() | {"permissions": theirs},
            "channel_id": str(channel.id),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": self.max_upload,
            "context": 0 if guild else 1,
            "app_permissions": str(world.permissions(world.bot, channel)),
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
        }
        if guild:
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.preferred_locale, "features": []},
                "guild_locale": guild.preferred_locale,
                "member": guild.members[user.id].payload() | {"permissions": theirs},
            }
        else:
            payload["user"] = user.payload()
        if acted.source:
            payload["message"] = acted.source.payload()
        return payload

    def set_language(self, user: User, locale: str) -> None:
        """Set somebody's client to a language. Raises `CannotDo`."""
        user.locale = known_locale(locale)
        self.save()

    def set_server_language(self, guild: Guild, locale: str) -> None:
        """Set a server to a language and tell the bot. Raises `CannotDo`."""
        guild.preferred_locale = known_locale(locale)
        whole = guild.payload(all_members=False, bot=self.world.bot)
        self.gateway.emit("GUILD_UPDATE", {k: v for k, v in whole.items() if k not in ONLY_ON_CREATION}, gw.GUILDS)
        self.save()

    def advance(self, ms: int) -> None:
        """Let so many milliseconds pass at once, for people's clients and for the bot. It cannot be taken back."""
        self.world.ahead += ms
        self.save()
        for tell in self.timekeepers:
            tell(self.world.ahead)

    async def finish(self, acted: Interaction, within: float = 15) -> Interaction:
        """Wait until the bot has answered (or its window is over), completed what it deferred, and gone quiet."""
        await self.acknowledged(acted, within)
        await self.settle()
        return acted

    async def acknowledged(self, acted: Interaction, within: float = 15) -> Interaction:
        """Wait until the bot has answered and completed what it deferred, or its window is over."""
        over = acted.started + self.ack_window + 0.2
        await self.until(lambda: acted.ack is not None or time.monotonic() > over, within)
        await self.until(lambda: acted.ack is None or acted.completed, within)
        return acted

    async def settle(self, quiet: float | None = None, within: float = 15) -> None:
        """Wait until the bot has made no request for `quiet` seconds."""
        quiet, begin = self.settle_quiet if quiet is None else quiet, time.monotonic()
        while time.monotonic() - begin < within:
            if not self.in_flight and time.monotonic() - max(begin, self.last_activity) >= quiet:
                return
            await asyncio.sleep(0.02)

    async def until(self, condition: Callable[[], T], within: float = 10) -> T:
        """Wait until something is true, `within` seconds at most; returns the condition's last value."""
        end = time.monotonic() + within
        while not (value := condition()) and time.monotonic() < end:
            await asyncio.sleep(0.01)
        return value

    async def expect(self, condition: Callable[[], T], what: str, within: float = 20) -> T:
        """Wait until something is true. Raises `AssertionError` when it does not come true."""
        value = await self.until(condition, within)
        assert value, f"after {within} s still not: {what}\n{self.transcript()}"
        return value

    def transcript(self, last: int = 40) -> str:
        """Return the bot's latest requests and their answers, one a line."""
        return "\n".join(str(request) for request in list(self.requests)[-last:])
