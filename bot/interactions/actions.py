"""The actions of the games' commands: each finds its match, acts, and answers. All raise `Refusal`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.interactions import inspect, lookup, panel
from bot.interactions.inspect import NOTHING_THERE
from bot.interactions.replies import promise
from bot.interactions.services import Request, request_for
from bot.matches.refusals import Refusal
from bot.panels.model import SeatPerspective
from games.api import Action, GameError

Typed = Action | Callable[[SeatPerspective[Any]], Action]
"""The tokens that were typed, or what makes them from the match as the player sees it."""


async def begin(interaction: discord.Interaction) -> Request:
    """Promise a private answer to a command."""
    promise(interaction)
    return await request_for(interaction)


async def play(interaction: discord.Interaction, match: str | None, typed: Typed) -> None:
    """Carry out a typed action and answer with what it did and the panel for what comes next."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    loaded.must_have_begun()
    action = typed if isinstance(typed, tuple) else typed(await lookup.perspective_for(request, loaded))
    await panel.play_typed(request, loaded, action)


async def ask(interaction: discord.Interaction, match: str | None, typed: Typed) -> None:
    """Answer with the page that asks for confirmation of a typed action, as its button does."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    loaded.must_play(request.user)
    perspective = await lookup.perspective_for(request, loaded)
    action = typed if isinstance(typed, tuple) else typed(perspective)
    try:
        perspective.next_field(action)
    except GameError as error:
        raise Refusal.of(error) from error
    await panel.open_panel(request, loaded, action)


async def undo(interaction: discord.Interaction, match: str | None) -> None:
    """Take the last action back."""
    request = await begin(interaction)
    await panel.take_back(request, await lookup.find(request, match))


async def show_panel(interaction: discord.Interaction, match: str | None) -> None:
    """Open the private panel."""
    request = await begin(interaction)
    await panel.open_panel(request, await lookup.find(request, match))


async def show_words(interaction: discord.Interaction, match: str | None) -> None:
    """Describe the position in words."""
    request = await begin(interaction)
    await inspect.words(request, await lookup.find(request, match))


async def show_exhibit(
    interaction: discord.Interaction, match: str | None, exhibit: str, tokens: Sequence[str] = ()
) -> None:
    """Show an exhibit of a match's game."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    shown = loaded.face.exhibit(exhibit)
    if shown is None:
        raise Refusal(NOTHING_THERE)
    await inspect.show_exhibit(request, loaded, shown, tokens)


async def look_up(interaction: discord.Interaction, exhibit: str, tokens: Sequence[str]) -> None:
    """Show an exhibit that needs no match: as it is in the match of this thread, else by itself."""
    request = await begin(interaction)
    match = await request.services.matches.in_thread(request.interaction.channel_id)
    if match is not None and match.started and (shown := match.face.exhibit(exhibit)) is not None:
        await inspect.show_exhibit(request, match, shown, tokens)
        return
    request.services.limits.must(request.user, "pictures")
    for face in request.services.faces.values():
        shown = face.exhibit(exhibit)
        if shown is not None and await inspect.look_up(request, shown, tokens):
            return
    raise Refusal(NOTHING_THERE)
