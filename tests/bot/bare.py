"""A tabletop with rules and nothing else, for tests of the match service."""

from __future__ import annotations

import random
from typing import Any

from bot.matches import Matches
from bot.table import Table
from games.api import Ready


class Bare:
    """Enough of `bot.tabletop.Tabletop` for `bot.matches` and `bot.lobby`."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.invited = range(game.seats[0] - 1, game.seats[1])

    def teams(self, seats: int) -> tuple[int, ...]:
        return tuple(range(seats))


def random_action(table: Table, seat: int, rng: random.Random) -> tuple[str, ...]:
    """A random legal action that does not end the match by will."""
    words: tuple[str, ...] = ()
    while True:
        field = table.tabletop.game.options(table.state, seat, words)
        if isinstance(field, Ready):
            return field.action
        values = [v for v in field.values if words or v not in ("resign", "draw")]
        words += (rng.choice(values),)


async def random_step(matches: Matches, match_id: str, rng: random.Random, interaction_id: int | None = None) -> Any:
    """Play one random action of somebody who is waited for; `None` when the match is over."""
    table = await matches.table(match_id)
    waited = [c for c in table.choices() if c.must]
    if not waited:
        return None
    choice = rng.choice(waited)
    user = table.user_of(choice.seat)
    assert user is not None
    action = random_action(table, choice.seat, rng)
    return await matches.play(match_id, user, [action], key=choice.key, interaction_id=interaction_id)
