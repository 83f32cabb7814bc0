"""Another game in the registries, as if it stood there: the toy on the real bot."""

from __future__ import annotations

import pytest

from bot import registry
from bot.panels.face import AnyFace
from bot.texts import rules
from games.registry import GAMES
from tests.toy import RULES
from tests.toy.face import COMMANDS


def register(patch: pytest.MonkeyPatch, face: AnyFace) -> None:
    """Let bots that are made from now on know the toy, with this face of it and its commands."""
    patch.setattr(registry, "FACES", {**registry.FACES, face.game.name: face})
    others = [group for group in registry.COMMANDS if group.name != face.group]
    patch.setattr(registry, "COMMANDS", (*others, *COMMANDS))
    patch.setattr(rules, "FOLDERS", (*rules.FOLDERS, RULES))
    patch.setitem(GAMES, face.game.name, face.game)
