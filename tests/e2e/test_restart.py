"""The whole sandbox stops and starts again: the match goes on, with the buttons that stand in its thread."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.playing import PATIENCE, playground


async def test_a_match_goes_on_after_a_restart_of_everything(tmp_path: Path) -> None:
    async with playground(tmp_path, keep=tmp_path / "world", alone=True) as game:
        await game.begin()
        await game.choose_factions()
        await game.box.expect(lambda: len(game.waited()) == 1, "one of them is waited for", PATIENCE)
        first = game.waited()[0].name
        live = game.live()
        assert live is not None
    async with playground(tmp_path, keep=tmp_path / "world", alone=True) as game:
        again = game.live()
        assert again is not None
        assert (again.id, again.content, again.labels) == (live.id, live.content, live.labels)
        assert [image.data for image in again.images] == [image.data for image in live.images]
        (waited,) = game.waited()
        assert waited.name == first
        # The bot has registered its commands in the first run only.
        assert not [r for r in game.box.requests if r.method == "PUT" and r.path.endswith("/commands")]
        acted = await game.click(waited, again, "play")
        assert not acted.failed
        acted = await game.slash(waited, "monolith banner", hex="B2")
        assert not acted.failed
        await game.box.expect(lambda: game.waited() and game.waited() != [waited], "a turn", PATIENCE)
