"""All games by their identifier."""

from __future__ import annotations

from typing import Any, Final

from games.api import Game
from games.arena_of_heroes.game import GAME as ARENA_OF_HEROES
from games.monolith_arena.game import GAME as MONOLITH_ARENA
from games.monsters_and_myths.game import GAME as MONSTERS_AND_MYTHS

_GAMES: Final = (
    MONOLITH_ARENA,
    ARENA_OF_HEROES,
    MONSTERS_AND_MYTHS,
)
GAMES: Final[dict[str, Game[Any]]] = {game.name: game for game in _GAMES}
