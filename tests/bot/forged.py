"""Presses that no message of the bot ever offered, and what must follow from anything hostile."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands
from simcord.actors import _component_interaction

from bot.matches.service import Refusal
from tests.bot.world import World, words

SENTENCE = re.compile(r".{9,}[.!?)…`*]", re.DOTALL)


async def press(world: World, actor: Any, channel: Any, custom_id: str, value: str | None = None) -> Any:
    """A press on a button (or, with a value, a choice in a select) of a message that the bot seems to have posted."""
    item: dict[str, Any] = {"type": 2, "style": 1, "label": "forged", "custom_id": custom_id or "-"}
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if value is not None:
        options = [{"label": "forged", "value": value or "-"}]
        item = {"type": 3, "custom_id": custom_id, "options": options}
        data |= {"component_type": 3, "values": [value]}
    backend = world.env.backend
    rows = [{"type": 1, "components": [item]}]
    message = backend.create_message(channel.id, backend.bot_user.id, "forged", components=rows)
    return await _component_interaction(actor, message, data)


async def inside(world: World, actor: Any, panel: Any, custom_id: str) -> Any:
    """A press on a button that was never in this private panel."""
    message = world.env.backend.get_message(panel.channel_id, panel.id)
    message.components = [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "forged", "custom_id": custom_id}]}
    ]
    return await _component_interaction(actor, message, {"custom_id": custom_id, "component_type": 2})


async def written(world: World, match_id: str) -> tuple[Any, ...]:
    """All that a refused press or command must leave alone."""
    match = await world.bot.matches.load(match_id)
    heads = await world.bot.store.matches.all_open()
    return (match.match.version, match.match.snapshot, match.match.seats, match.entries, sorted(h.id for h in heads))


async def manager_at_play(world: World) -> Any:
    """Somebody who plays against Max, and to whom no command is closed."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    mia = world.guild.add_member(world.env.create_user("mia", global_name="Mia"), roles=[role])
    world.others.append(mia)
    await mia.slash(world.channel, "monolith new", opponent=world.max)
    await world.settle()
    await world.max.slash(world.channel, "match accept")
    await world.settle()
    return mia


def said(result: Any) -> str:
    """The text and the words of the answer."""
    message = result.followups[-1] if result.followups else result.response
    assert message is not None, result
    assert message.ephemeral
    return words(message)


async def harmless(world: World, match_id: str, doing: Awaitable[Any], what: str = "") -> str:
    """Whatever was done, it was answered, to one person alone, and nothing was written; returns the answer."""
    before = await written(world, match_id)
    result = await doing
    assert result.acknowledged, what
    first = result.followups[-1:] or [result.response]  # a button of a public message is answered by follow-ups alone
    assert result.ephemeral or all(message is not None and message.ephemeral for message in first), what
    assert await written(world, match_id) == before, what
    only_refusals(world, what)
    text = said(result)
    assert text or result.response.attachments, what
    assert "Something went wrong" not in text, what
    return text


async def refused(world: World, match_id: str, doing: Awaitable[Any], what: str = "") -> str:
    """As `harmless`, and the answer begins with a sentence."""
    text = await harmless(world, match_id, doing, what)
    assert SENTENCE.match(text.split("\n")[0]), f"{what}: {text}"
    return text


def only_refusals(world: World, what: str = "") -> None:
    """No errors so far but refusals, which the command tree reports as errors of a command."""
    for error in world.env.errors:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        assert isinstance(cause, Refusal), f"{what}: {error!r}"
