"""Another game in the registries, as if it stood there: the toy on the real bot."""

from __future__ import annotations

import pytest

from bot import registry
from bot.commands.lookups import default_group
from bot.panels.face import AnyFace
from games.registry import GAMES


def register(patch: pytest.MonkeyPatch, face: AnyFace) -> None:
    """Let bots that are made from now on know the game of a face, with the commands that any game may have."""
    patch.setattr(registry, "FACES", {**registry.FACES, face.game.name: face})
    others = [group for group in registry.COMMANDS if group.name != face.group]
    patch.setattr(registry, "COMMANDS", (*others, default_group(face)))
    patch.setitem(GAMES, face.game.name, face.game)
