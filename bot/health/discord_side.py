"""What the doctor asks of Discord, over HTTP alone: is the token good, what may the bot do where it has to do it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import aiohttp
import discord
from discord.http import Route

from bot.config import Settings
from bot.texts.troubles import first_needed, lacking_in_thread
from storage.inspection import Place

Found = tuple[Literal["ok", "warning", "fault"], str]

SHAPE: Final = re.compile(r"(?P<id>[\w-]{18,40}={0,2})\.[\w-]{5,8}\.[\w-]{27,80}")
"""A bot's token: its id in base 64, a time, a signature."""
PAGE: Final = 200
"""Servers a request."""
TIMEOUT: Final = aiohttp.ClientTimeout(total=20)


def well_formed(token: str) -> bool:
    """Return True if a token has the form of a bot's token."""
    found = SHAPE.fullmatch(token)
    if found is None:
        return False
    text = found["id"].rstrip("=")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False


async def examine(settings: Settings, needed: discord.Permissions, places: Sequence[Place]) -> list[Found]:
    """Look at the token, at the servers, at the channels with open matches (`places`), at the operators' channel."""
    token = settings.discord_token.get_secret_value()
    if not well_formed(token):
        return [
            ("fault", "DISCORD_TOKEN does not look like a bot token; copy it from Discord's page: Bot, Reset Token.")
        ]
    try:
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}, timeout=TIMEOUT) as session:
            return await _ask(session, settings, needed, places)
    except (aiohttp.ClientError, OSError, ValueError) as error:
        reason = str(error) or type(error).__name__
        return [("warning", f"Discord cannot be reached, so the token and the servers were not looked at: {reason}.")]


async def _ask(
    session: aiohttp.ClientSession, settings: Settings, needed: discord.Permissions, places: Sequence[Place]
) -> list[Found]:
    status, me = await _get(session, "/users/@me")
    if status == 401:
        return [("fault", "Discord does not accept DISCORD_TOKEN; it was reset, or belongs to nobody.")]
    if status != 200:
        return [("warning", f"Discord answers {status}, so the token and the servers were not looked at.")]
    found: list[Found] = [("ok", f"Discord accepts the token; the bot is called {me['username']}.")]
    found += await _servers(session, needed)
    found += await _channels(session, int(me["id"]), places)
    if settings.log_channel_id is not None:
        status, _ = await _get(session, f"/channels/{settings.log_channel_id}")
        seen = status == 200
        told = "can be seen" if seen else "cannot be seen by the bot"
        found.append(("ok" if seen else "fault", f"The log channel {settings.log_channel_id} {told}."))
    return found


async def _servers(session: aiohttp.ClientSession, needed: discord.Permissions) -> list[Found]:
    servers: list[dict[str, Any]] = []
    while True:
        after = servers[-1]["id"] if servers else 0
        status, page = await _get(session, f"/users/@me/guilds?limit={PAGE}&after={after}")
        if status != 200:
            return [("warning", f"Discord answers {status} when asked for the bot's servers; they were not looked at.")]
        servers += page
        if len(page) < PAGE:
            break
    lacking = [(server, names) for server in servers if (names := _missing(server, needed))]
    found: list[Found] = [
        ("fault", f"In the server {server['name']} ({server['id']}) the bot lacks: {', '.join(names)}.")
        for server, names in lacking
    ]
    well = len(servers) - len(lacking)
    if not servers:
        found.append(("warning", "The bot is in no server; `python -m bot invite` prints the link that invites it."))
    elif well:
        found.append(("ok", f"In {well} of {len(servers)} servers the bot's role has every permission that it needs."))
    return found


def _missing(server: dict[str, Any], needed: discord.Permissions) -> list[str]:
    held = discord.Permissions(int(server["permissions"]))
    if held.administrator or server.get("owner"):
        return []
    return [name.replace("_", " ").title() for name, wanted in needed if wanted and not getattr(held, name)]


async def _channels(session: aiohttp.ClientSession, me: int, places: Sequence[Place]) -> list[Found]:
    """Look at the overwrites of channels: what a role may do in the server can be forbidden in one of them."""
    found: list[Found] = []
    try:
        for guild_id in sorted({place.guild_id for place in places}):
            roles = {
                int(one["id"]): int(one["permissions"]) for one in await _json(session, f"/guilds/{guild_id}/roles")
            }
            member = await _json(session, f"/guilds/{guild_id}/members/{me}")
            mine = [int(role) for role in member["roles"]]
            for place in (one for one in places if one.guild_id == guild_id):
                found += await _channel(session, me, roles, mine, place)
    except _Refused as refused:
        return [*found, ("warning", f"{refused}, so not every channel with an open match was looked at.")]
    if places and not found:
        return [("ok", f"In the channels with open matches ({len(places)}) the bot may do all that it needs to.")]
    return found


async def _channel(
    session: aiohttp.ClientSession, me: int, roles: dict[int, int], mine: list[int], place: Place
) -> list[Found]:
    status, channel = await _get(session, f"/channels/{place.channel_id}")
    told = f"{place.matches} open matches" if place.matches > 1 else "an open match"
    if status in (403, 404):
        return [("fault", f"The channel {place.channel_id} with {told} is gone, or the bot cannot see it.")]
    if status != 200:
        raise _Refused(f"Discord answers {status} when asked for the channel {place.channel_id}")
    held = permissions_in(place.guild_id, me, roles, mine, channel.get("permission_overwrites", ()))
    missing = first_needed(lacking_in_thread(held))
    if not missing:
        return []
    names = ", ".join(str(name) for name in missing.values())
    return [("fault", f"In the channel #{channel['name']} ({place.channel_id}) with {told} the bot lacks: {names}.")]


class _Refused(Exception):
    """Discord has not answered a question; the text says which."""


async def _json(session: aiohttp.ClientSession, path: str) -> Any:
    status, answer = await _get(session, path)
    if status != 200:
        raise _Refused(f"Discord answers {status} when asked for {path}")
    return answer


async def _get(session: aiohttp.ClientSession, path: str) -> tuple[int, Any]:
    async with session.get(Route.BASE + path) as response:
        return response.status, await response.json(content_type=None)


ROLE: Final = 0
MEMBER: Final = 1
"""The two types of an overwrite."""


def permissions_in(
    guild_id: int, me: int, roles: Mapping[int, int], mine: Iterable[int], overwrites: Iterable[Mapping[str, Any]]
) -> discord.Permissions:
    """Return what member `me` may do in a channel.

    `roles` are the server's roles with their permissions, `mine` the ids of the member's own ones, `overwrites` those
    of the channel as Discord sends them. The order is Discord's: everybody, then all roles together, then the member.
    """
    held = {guild_id, *mine}
    base = discord.Permissions(0)
    for role in held:
        base.value |= roles.get(role, 0)
    if base.administrator:
        return discord.Permissions.all()
    by_target = {(int(one["type"]), int(one["id"])): (int(one["allow"]), int(one["deny"])) for one in overwrites}
    layers = [[(ROLE, guild_id)], [(ROLE, role) for role in held - {guild_id}], [(MEMBER, me)]]
    for layer in layers:
        said = [by_target[target] for target in layer if target in by_target]
        allowed = denied = 0
        for allow, deny in said:
            allowed, denied = allowed | allow, denied | deny
        base.value = (base.value & ~denied) | allowed
    if not base.view_channel:
        return discord.Permissions(0)
    return base
