"""A face with rules and nothing else, for tests of the match service."""

from __future__ import annotations

import random
from typing import Any

from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from games.api import Ready


class Bare:
    """Enough of `bot.panels.face.GameFace` for `bot.matches.service` and `bot.matches.lobby`."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.invited = range(game.seats[0] - 1, game.seats[1])

    def teams(self, seats: int) -> tuple[int, ...]:
        return tuple(range(seats))


def random_action(table: LoadedMatch, seat: int, rng: random.Random) -> tuple[str, ...]:
    """A random legal action that does not end the match by will."""
    words: tuple[str, ...] = ()
    while True:
        field = table.face.game.options(table.state, seat, words)
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
