"""What commands do: each finds its match, acts, and answers the one who acted. All raise `Refusal`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.interactions import looks, lookup, panel
from bot.interactions.looks import NOTHING_THERE
from bot.interactions.promise import promise
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
    found = await lookup.find(request, match)
    found.must_have_begun()
    action = typed if isinstance(typed, tuple) else typed(await lookup.seen(request, found))
    await panel.play_typed(request, found, action)


async def ask(interaction: discord.Interaction, match: str | None, typed: Typed) -> None:
    """Answer with the page that asks once more before a typed action, as its button does."""
    request = await begin(interaction)
    found = await lookup.find(request, match)
    found.must_play(request.user)
    here = await lookup.seen(request, found)
    action = typed if isinstance(typed, tuple) else typed(here)
    try:
        here.options(action)
    except GameError as error:
        raise Refusal.of(error) from error
    await panel.open_panel(request, found, action)


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
    await looks.words(request, await lookup.find(request, match))


async def show_exhibit(
    interaction: discord.Interaction, match: str | None, exhibit: str, tokens: Sequence[str] = ()
) -> None:
    """Show something of a match that its game has to show."""
    request = await begin(interaction)
    found = await lookup.find(request, match)
    shown = found.face.exhibit(exhibit)
    if shown is None:
        raise Refusal(NOTHING_THERE)
    await looks.show_exhibit(request, found, shown, tokens)


async def look_up(interaction: discord.Interaction, exhibit: str, tokens: Sequence[str]) -> None:
    """Show something that needs no match: as it is in the match in whose thread it is asked for, else by itself."""
    request = await begin(interaction)
    here = await request.services.matches.in_thread(request.interaction.channel_id)
    if here is not None and here.started and (shown := here.face.exhibit(exhibit)) is not None:
        await looks.show_exhibit(request, here, shown, tokens)
        return
    request.services.limits.must(request.user, "pictures")
    for face in request.services.faces.values():
        by_itself = face.exhibit(exhibit)
        if by_itself is not None and await looks.look_up(request, by_itself, tokens):
            return
    raise Refusal(NOTHING_THERE)
