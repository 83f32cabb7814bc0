"""A face with rules and nothing else, for tests of the match service."""

from __future__ import annotations

import random
from typing import Any

from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches, Played
from bot.matches.wishes import Wish
from games.api import Game
from games.referee import random_action


class Bare:
    """Enough of `bot.panels.face.Face` for `bot.matches`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def high_point(self, events: object) -> bool:
        return False


def wish(game: Game[Any], creator: int, *opponents: int | None, **more: Any) -> Wish:
    """A challenge in the first formation of that many players."""
    formation = next(f for f in game.formations if f.seats == len(opponents) + 1)
    values: dict[str, Any] = {"options": {}, "private": False, "guild_id": 10, "channel_id": 20} | more
    return Wish(**{"game": game.name, "formation": formation.id, "creator": creator, "opponents": opponents} | values)


async def random_step(
    matches: Matches, match: LoadedMatch, rng: random.Random, interaction_id: int | None = None
) -> Played | None:
    """Play one random action of somebody who is waited for; `None` when the match is over."""
    waited = [c for c in match.choices if c.must]
    if not waited:
        return None
    choice = rng.choice(waited)
    user = match.user_of(choice.seat)
    assert user is not None
    action = random_action(match.face.game, match.state, choice, rng)
    return await matches.play(match, user, [action], key=match.key_of(choice), interaction_id=interaction_id)
