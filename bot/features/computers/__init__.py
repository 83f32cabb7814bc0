"""Computer players: they sit in matches as people do, and play in processes of their own."""

from __future__ import annotations

from bot.features.computers import hints
from bot.features.computers.hints import Hints
from bot.features.computers.players import ComputerPlayers
from bot.features.computers.thinking import Thinking
from bot.interactions.services import Feature, Handler, Running, Services
from bot.matches import computers


def _start(services: Services) -> Running:
    thinking = Thinking()
    players, told = ComputerPlayers(services.lobby, thinking), Hints(thinking)
    return Running(
        services=(players, thinking, told),
        forget=told.forget,
        extensions=(players,),
        jobs={computers.ALONE: players.begin, computers.KIND: players.play},
        tasks={"thinking": thinking.run},
        in_each=frozenset({"thinking"}),
    )


FEATURE = Feature(
    "computers",
    handlers={hints.ACTION_ID: Handler(hints.pressed, turns=True)},
    commands={"": (hints.hint_command,)},
    panel_lines=hints.panel_line,
    panel_hint=hints.panel_hint,
    start_buttons=hints.start_buttons,
    start=_start,
)
