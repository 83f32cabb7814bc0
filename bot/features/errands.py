"""Errands: several actions of one's own turn given with one press (`games.errands`)."""

from __future__ import annotations

from typing import Final

from bot.interactions import panel
from bot.interactions.services import Feature, Handler, Request
from bot.matches import changes
from bot.matches.loaded import LoadedMatch
from bot.panels.components import Pressed

ACTION_ID: Final = "errand"


async def give(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry the errand of a press out, and show the panel with all that came of it. Raises `Refusal`."""
    errand, key = pressed.press.tokens, pressed.key
    played = await request.services.matches.change(
        match, lambda now: changes.carried_on(now, request.user, errand, key), request.interaction.id
    )
    await panel.show_played(request, match, played)


FEATURE = Feature("errands", handlers={ACTION_ID: Handler(give, turns=True)})
"""Giving a turn in one go."""
