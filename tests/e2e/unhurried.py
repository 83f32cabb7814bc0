"""`python -m bot run` as short and busy lives want it.

It has no limits on how fast one person presses: the people of these tests are faster than any, and with limits it would
depend on the speed of the machine whether a press is answered. It draws only what is asked for: what it otherwise
draws ahead after a start takes longer than most of these tests. Both have tests of their own. And discord.py waits for
nothing but the servers that Discord has named, for which it otherwise leaves two seconds at every start, and five
before it introduces itself again.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from discord import Client
from discord.state import ConnectionState

from bot.__main__ import main
from bot.interactions.admission import Limits
from bot.registry import FACES

MOST = 60.0
"""Seconds for a server that was named and does not come."""


def prepare() -> None:
    """Let this process be like that."""
    Limits.take = lambda self, user_id, limit: True  # type: ignore[method-assign]
    draw_nothing_ahead()
    ConnectionState.guild_ready_timeout = property(_left, lambda state, seconds: None)
    Client.before_identify_hook = _at_once  # type: ignore[method-assign]


def draw_nothing_ahead() -> None:
    """Let no game draw what nobody has asked for."""
    for face in FACES.values():
        object.__setattr__(face, "pictures", replace(face.pictures, warm=lambda languages: lambda: None))


def _left(state: ConnectionState) -> float:
    """How many seconds to wait for one more server: none when all have come and nothing is to be told of them."""
    met = getattr(state, "_ready_state", None)  # there is none before the introduction
    told = met is not None and met.empty() and not any(guild.unavailable for guild in state.guilds)
    return 0.0 if told else MOST


async def _at_once(client: Client, shard: int | None, *, initial: bool = False) -> None:
    """This Discord takes as many introductions as there are."""


if __name__ == "__main__":
    prepare()
    sys.exit(main(["run"]))
