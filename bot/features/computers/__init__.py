"""Computer players: they sit in matches as people do, and play in processes of their own."""

from __future__ import annotations

from bot.features.computers.players import ComputerPlayers
from bot.features.computers.thinking import Thinking
from bot.interactions.services import Feature, Running, Services
from bot.matches import computers


def _start(services: Services) -> Running:
    thinking = Thinking()
    players = ComputerPlayers(services.lobby, thinking)
    return Running(
        services=(players,),
        extensions=(players,),
        jobs={computers.KIND: players.play},
        tasks={"thinking": thinking.run},
    )


FEATURE = Feature("computers", start=_start)
