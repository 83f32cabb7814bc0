"""Registering commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.checks.commands import check_commands
from sandbox.errors import UNKNOWN_COMMAND, ApiError, not_found
from sandbox.parts import Json, copied
from sandbox.traffic import Request, route

if TYPE_CHECKING:
    from sandbox.server import Server


@route("GET", "/applications/{application_id}/commands")
@route("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def get_commands(server: Server, request: Request, application_id: str, guild_id: str | None = None) -> Any:
    """The registered commands."""
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
    found = [c for c in commands if c["id"] == command_id]
    if not found:
        raise not_found(*UNKNOWN_COMMAND)
    commands.remove(found[0])
