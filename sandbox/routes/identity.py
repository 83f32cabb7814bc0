"""Who the bot is, users, the server and its members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.errors import UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_USER, ApiError, not_found
from sandbox.parts import Json
from sandbox.people import Guild
from sandbox.traffic import Request, route

if TYPE_CHECKING:
    from sandbox.server import Server


def _guild(server: Server, guild_id: str) -> Guild:
    guild = server.world.guilds.get(int(guild_id))
    if guild is None:
        raise not_found(*UNKNOWN_GUILD)
    return guild


@route("GET", "/users/@me")
def get_me(server: Server, request: Request) -> Json:
    """The bot's own account."""
    return {**server.world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None, "locale": "en-US"}


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def get_application(server: Server, request: Request) -> Json:
    """The bot's application."""
    return {
        "id": str(server.application_id),
        "name": server.world.bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": server.world.owner.payload(),
        "verify_key": "0" * 64,
        "team": None,
        "flags": 0,
        "summary": "",
        "approximate_guild_count": len(server.world.guilds),
        "interactions_endpoint_url": None,
        "integration_types_config": {"0": {}},
        "type": None,
        "flags_new": "0",
        "redirect_uris": [],
        "role_connections_verification_url": None,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


@route("GET", "/gateway")
@route("GET", "/gateway/bot")
def get_gateway(server: Server, request: Request) -> Json:
    """Where the gateway is."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": server.gateway_url, "shards": 1, "session_start_limit": limit}


@route("GET", "/users/{user_id}")
def get_user(server: Server, request: Request, user_id: str) -> Json:
    """Any account."""
    user = server.world.users.get(int(user_id))
    if user is None:
        raise not_found(*UNKNOWN_USER)
    return user.payload()


@route("POST", "/users/@me/channels")
def create_dm(server: Server, request: Request) -> Json:
    """Open the direct messages with a person; closed ones show only when something is sent."""
    user = server.world.users.get(int(request.body["recipient_id"]))
    if user is None or user is server.world.bot:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return server.world.dm(user).payload()


@route("GET", "/guilds/{guild_id}")
def get_guild(server: Server, request: Request, guild_id: str) -> Json:
    """A server."""
    return server.world.guild_payload(_guild(server, guild_id), all_members=False)


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(server: Server, request: Request, guild_id: str, user_id: str) -> Json:
    """A member of a server."""
    wanted = server.world.bot.id if user_id == "@me" else int(user_id)
    member = _guild(server, guild_id).members.get(wanted)
    if member is None:
        raise not_found(*UNKNOWN_MEMBER)
    return member.payload()


@route("GET", "/guilds/{guild_id}/channels")
def get_channels(server: Server, request: Request, guild_id: str) -> Any:
    """The channels of a server, without threads."""
    guild = _guild(server, guild_id)
    found = server.world.channels.values()
    return [c.payload() for c in found if c.guild is guild and not c.deleted and not c.is_thread]
