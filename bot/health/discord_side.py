"""What the doctor asks of Discord, over HTTP alone: is the token good, what may the bot do in each of its servers."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final, Literal

import aiohttp
import discord
from discord.http import Route

from bot.config import Settings

Found = tuple[Literal["ok", "warning", "fault"], str]

SHAPE: Final = re.compile(r"(?P<id>[\w-]{18,40}={0,2})\.[\w-]{5,8}\.[\w-]{27,80}")
"""A bot's token: its id in base 64, a time, a signature."""
PAGE: Final = 200
"""Servers a request."""
TIMEOUT: Final = aiohttp.ClientTimeout(total=20)


def well_formed(token: str) -> bool:
    """Whether a token has the form of a bot's token."""
    found = SHAPE.fullmatch(token)
    if found is None:
        return False
    text = found["id"].rstrip("=")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False


async def examine(settings: Settings, needed: discord.Permissions) -> list[Found]:
    """Look at the token, at the servers and at the operators' channel."""
    token = settings.discord_token.get_secret_value()
    if not well_formed(token):
        return [
            ("fault", "DISCORD_TOKEN has not the form of a bot's token; Discord shows a new one at Bot, Reset Token.")
        ]
    try:
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}, timeout=TIMEOUT) as session:
            return await _ask(session, settings, needed)
    except (aiohttp.ClientError, OSError, ValueError) as error:
        reason = str(error) or type(error).__name__
        return [("warning", f"Discord cannot be reached, so the token and the servers were not looked at: {reason}.")]


async def _ask(session: aiohttp.ClientSession, settings: Settings, needed: discord.Permissions) -> list[Found]:
    status, me = await _get(session, "/users/@me")
    if status == 401:
        return [("fault", "Discord does not accept DISCORD_TOKEN; it was reset, or belongs to nobody.")]
    if status != 200:
        return [("warning", f"Discord answers {status}, so the token and the servers were not looked at.")]
    found: list[Found] = [("ok", f"Discord accepts the token; the bot is called {me['username']}.")]
    found += await _servers(session, needed)
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


async def _get(session: aiohttp.ClientSession, path: str) -> tuple[int, Any]:
    async with session.get(Route.BASE + path) as response:
        return response.status, await response.json(content_type=None)
