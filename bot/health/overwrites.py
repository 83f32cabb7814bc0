"""What the bot may do in a channel, from what Discord says over HTTP of its roles and of the channel's overwrites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord

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
