"""Open panels: a player has one for each match. The one before it is removed, as it shows what has been.

Discord lets an answer be removed for a quarter of an hour after its interaction, and forgets private messages itself
when the client starts anew; so what is open is kept in memory alone.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Final

import discord

from bot.interactions.replies import BROKEN, promise
from bot.interactions.services import Feature, Request, Running, Services
from bot.matches.loaded import LoadedMatch

KEPT: Final = 1_000
"""So many panels are remembered at once."""
log = logging.getLogger(__name__)


class OpenPanels:
    """Remembers the interaction that a user's panel of a match was last answered with."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, str], discord.Interaction] = OrderedDict()

    async def shown(self, request: Request, match: LoadedMatch) -> None:
        """Note a panel that has been shown, and remove the one before it if this is a new message."""
        here = request.user, match.id
        before = self._open.pop(here, None)
        self._open[here] = request.interaction
        while len(self._open) > KEPT:
            self._open.popitem(last=False)
        if before is not None and not promise(request.interaction).turns:
            await _remove(before)

    def forget(self, user: int) -> None:
        """Drop what is remembered of a user."""
        for here in [here for here in self._open if here[0] == user]:
            del self._open[here]


async def _remove(interaction: discord.Interaction) -> None:
    """Remove the answer to an interaction, where Discord still lets it be and its reader has not done so."""
    if interaction.is_expired():
        return
    try:
        await interaction.delete_original_response()
    except (discord.HTTPException, *BROKEN) as fault:
        log.debug("an older panel stays: %s", fault)


async def shown(request: Request, match: LoadedMatch) -> None:
    """Note a panel that has been shown."""
    await request.services.get(OpenPanels).shown(request, match)


def _start(services: Services) -> Running:
    panels = OpenPanels()
    return Running(services=(panels,), forget=panels.forget)


FEATURE = Feature("open_panels", panel_shown=shown, start=_start)
