"""All games by their identifier."""

from __future__ import annotations

from typing import Any, Final

from games.api import Game
from games.monolith_arena.game import GAME as MONOLITH_ARENA

GAMES: Final[dict[str, Game[Any]]] = {game.name: game for game in (MONOLITH_ARENA,)}
