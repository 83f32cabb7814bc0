"""The toy feature works on Discord, though no shared room knows it; and what the registry promises of all features."""

from __future__ import annotations

from pathlib import Path
from pkgutil import iter_modules

import pytest

from bot import features, registry
from bot.commands import shared
from bot.interactions.presses import action_ids
from bot.registry import FACES, FEATURES
from tests.bot.features.cheers import FEATURE
from tests.bot.world import button_ids, world


async def test_a_feature_is_its_folder_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FEATURES", (*FEATURES, FEATURE))
    async with world(tmp_path) as made:
        match_id = await made.match()
        shown = (await made.anna.slash(made.channel, "match cheers")).response
        assert "0 cheers so far." in made.message(shown.channel_id, shown.id).content
        since = len(made.env.http_requests)
        await made.press(made.anna, shown, "cheer")
        await made.settle()
        assert "1 cheer so far." in made.message(shown.channel_id, shown.id).content
        bodies = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
        told = [body["content"] for body in bodies if "the others cheer you on!" in str(body.get("content"))]
        assert len(told) == 1, "Max alone has heard of it"
        panel = await made.press(made.anna, await made.live(match_id), "play")
        assert "cheer" in button_ids(panel.response)


def test_no_two_features_share_a_name_a_command_or_an_action_id() -> None:
    names = [feature.name for feature in FEATURES]
    assert list(registry.ROOMS_OF_FEATURES) == names
    ids = action_ids(FEATURES)
    assert len(set(ids)) == len(ids)
    assert all(name.isascii() and name.isalpha() and name.islower() and len(name) <= 12 for name in ids)
    commands = [command.name for command in shared(FACES, FEATURES)]
    assert len(set(commands)) == len(commands)


def test_every_feature_is_registered() -> None:
    found = {module.name for module in iter_modules(features.__path__)}
    assert found == set(registry.ROOMS_OF_FEATURES)
