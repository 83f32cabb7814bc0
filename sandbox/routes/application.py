"""Who the bot is, users, the server and its members, and registering commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.checks import check_commands
from sandbox.people import Guild
from sandbox.protocol import (
    UNKNOWN_COMMAND,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    ApiError,
    Json,
    copied,
    not_found,
)
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
    """Return the bot's own account."""
    return {**server.world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None, "locale": "en-US"}


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def get_application(server: Server, request: Request) -> Json:
    """Return the bot's application."""
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
    """Return the address of the gateway."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": server.gateway_url, "shards": 1, "session_start_limit": limit}


@route("GET", "/users/{user_id}")
def get_user(server: Server, request: Request, user_id: str) -> Json:
    """Return any account."""
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
    """Return a server."""
    return server.world.guild_payload(_guild(server, guild_id), all_members=False)


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(server: Server, request: Request, guild_id: str, user_id: str) -> Json:
    """Return a member of a server."""
    wanted = server.world.bot.id if user_id == "@me" else int(user_id)
    member = _guild(server, guild_id).members.get(wanted)
    if member is None:
        raise not_found(*UNKNOWN_MEMBER)
    return member.payload()


@route("GET", "/guilds/{guild_id}/channels")
def get_channels(server: Server, request: Request, guild_id: str) -> Any:
    """Return the channels of a server, without threads."""
    guild = _guild(server, guild_id)
    channels = server.world.channels.values()
    return [c.payload() for c in channels if c.guild is guild and not c.deleted and not c.is_thread]


@route("GET", "/applications/{application_id}/commands")
@route("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def get_commands(server: Server, request: Request, application_id: str, guild_id: str | None = None) -> Any:
    """Return the registered commands."""
    return server.world.commands.get(int(guild_id) if guild_id else None, [])


@route("PUT", "/applications/{application_id}/commands")
@route("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def put_commands(server: Server, request: Request, application_id: str, guild_id: str | None = None) -> Any:
    """Replace all commands; those that stay keep their ids."""
    if int(application_id) != server.application_id:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    check_commands(request.body)
    world, scope = server.world, int(guild_id) if guild_id else None
    old = {(c["name"], c["type"]): c["id"] for c in world.commands.get(scope, [])}
    made: list[Json] = []
    for command in copied(request.body):
        kind = command.get("type") or 1
        whole: Json = {
            "options": [],
            "description": "",
            "default_member_permissions": None,
            "dm_permission": True,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            **{key: value for key, value in command.items() if value is not None},
            "type": kind,
            "application_id": str(server.application_id),
            "version": str(world.snowflake()),
            "id": old.get((command["name"], kind)) or str(world.snowflake()),
        }
        if whole["default_member_permissions"] is not None:
            whole["default_member_permissions"] = str(whole["default_member_permissions"])  # taken as a number, too
        made.append(whole | ({"guild_id": guild_id} if guild_id else {}))
    world.commands[scope] = made
    server.save()  # the bot registers them only once
    return made


@route("DELETE", "/applications/{application_id}/commands/{command_id}")
def delete_command(server: Server, request: Request, application_id: str, command_id: str) -> None:
    """Take a command away."""
    commands = server.world.commands[None]
    registered = [c for c in commands if c["id"] == command_id]
    if not registered:
        raise not_found(*UNKNOWN_COMMAND)
    commands.remove(registered[0])
