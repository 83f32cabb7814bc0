"""What a sandbox keeps in its folder, what it leaves out, and that nothing there is ever half written."""

from __future__ import annotations

import asyncio
import io
import json
import os
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from PIL import Image

from sandbox import Player, Sandbox, keeper
from sandbox.keeper import CannotKeep
from sandbox.protocol import COMMAND, EPHEMERAL, PRIVATE_THREAD
from sandbox.traffic import Request

COMMANDS = [{"id": "1", "name": "match", "type": 1, "description": "x", "options": []}]


def picture() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (4, 3)).save(made, "PNG")
    return made.getvalue()


def fill(box: Sandbox) -> None:
    """A little of everything."""
    anna, bot = box.players["anna"], box.world.bot
    upload = Request("POST", "/", files={0: ("board.png", picture())})
    body = {
        "content": f"<@{anna.id}>",
        "embeds": [{"title": "x", "image": {"url": "attachment://board.png"}}],
        "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}],
        "attachments": [{"id": 0, "filename": "board.png", "description": "a board"}],
    }
    start = box.posting.create(box.games, bot, body, upload)
    thread = box.world.add_channel(
        box.guild, "private", PRIVATE_THREAD, parent=box.games, owner_id=bot.id, thread_members={anna.id, bot.id}
    )
    start.thread = thread
    thread.archived = True
    box.posting.create(box.world.dm(anna.user), bot, {"content": "for you"})
    box.posting.create(box.games, bot, {"content": "hidden", "flags": EPHEMERAL}, ephemeral_for=anna.user)
    box.posting.delete(box.posting.create(box.games, bot, {"content": "deleted"}))
    box.permit(box.general, bot, deny=["send_messages"])
    box.players["max"].user.dms_open = False
    box.world.commands[None] = COMMANDS


def told(player: Player) -> list[Any]:
    """All that a person's client shows, and what they may do there."""
    world = player.server.world
    return [
        (
            place.payload(me=player.id),
            world.permissions(player.user, place),
            [m.payload() for m in player.messages(place)],
        )
        for place in world.places(player.user)
    ]


async def test_everything_that_lasts_is_found_again_at_another_address(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path) as box:
        fill(box)
        shown = {name: told(player) for name, player in box.players.items()}
        assert "hidden" in json.dumps(shown["anna"])
        before, newest = box.url, box.world.snowflake()
    async with Sandbox(keep=tmp_path) as box:
        again = {name: told(player) for name, player in box.players.items()}
        old = json.loads(json.dumps(shown).replace(before, box.url))
        for places in old.values():  # what only one client had shown is gone with it
            for _, _, messages in places:
                messages[:] = [m for m in messages if m["content"] != "hidden"]
        assert json.loads(json.dumps(again)) == old
        assert box.world.snowflake() > newest
        assert box.world.commands == {None: COMMANDS}
        assert not box.players["max"].user.dms_open
        assert not box.world.can(box.world.bot, box.general, "send_messages")
        (start,) = box.players["anna"].messages(box.games)
        async with aiohttp.ClientSession() as session, session.get(start.attachments[0].url) as answer:
            assert await answer.read() == picture()


async def test_tokens_of_an_earlier_run_are_worth_nothing(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path) as box, aiohttp.ClientSession() as session:
        acted = await box.interact(box.players["anna"].user, COMMAND, box.games, {"name": "x"}, name="x", wait=False)
        answered = {"type": 4, "data": {"content": "public"}}
        url = f"{box.url}/api/v10/interactions/{acted.id}/{acted.token}/callback"
        assert (await session.post(url, json=answered)).status == 204
    async with Sandbox(keep=tmp_path) as box, aiohttp.ClientSession() as session:
        (message,) = box.players["max"].messages(box.games)
        assert message.payload()["interaction_metadata"]["user"]["username"] == "anna"
        url = f"{box.url}/api/v10/webhooks/{box.application_id}/{acted.token}/messages/@original"
        assert (await session.get(url)).status == 404


async def test_it_is_written_soon_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "DELAY", 0.01)
    async with Sandbox(keep=tmp_path) as box:
        assert box.keeper is not None
        save, saved = box.keeper.save, asyncio.Event()
        monkeypatch.setattr(box.keeper, "save", lambda: (save(), saved.set()))
        box.posting.create(box.games, box.world.bot, {"content": "soon"})
        await saved.wait()
        assert "soon" in box.keeper.path.read_text()


async def test_commands_are_written_before_the_bot_hears_that_they_are_registered(tmp_path: Path) -> None:
    async with (
        Sandbox(keep=tmp_path) as box,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as bot,
    ):
        url = f"{box.url}/api/v10/applications/{box.application_id}/commands"
        assert (await bot.put(url, json=[{"name": "match", "description": "x"}])).status == 200
        assert '"match"' in (tmp_path / "world.json").read_text()


async def test_a_crash_while_it_is_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Sandbox(keep=tmp_path) as box:
        fill(box)
    before = (tmp_path / "world.json").read_bytes()
    box = Sandbox(keep=tmp_path)
    assert box.keeper is not None
    box.posting.create(box.games, box.world.bot, {"content": "more"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("no space")))
        with pytest.raises(OSError, match="no space"):
            box.keeper.save()
    assert (tmp_path / "world.json").read_bytes() == before
    box.keeper.save()
    assert "more" in (tmp_path / "world.json").read_text()
    assert not list(tmp_path.rglob("*.part"))


async def test_files_that_nothing_shows_any_more_are_taken_away(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path) as box:
        fill(box)
        assert box.keeper is not None
        box.keeper.save()
        assert len(list((tmp_path / "files").iterdir())) == 1
        (start,) = (m for m in box.players["max"].messages(box.games))
        box.moderate(start)
    assert list((tmp_path / "files").iterdir()) == []


@pytest.mark.parametrize("broken", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "sequence": 1, "cdn": ""}'])
def test_a_folder_with_something_else_in_it_is_refused_and_left_alone(tmp_path: Path, broken: str) -> None:
    (tmp_path / "world.json").write_text(broken)
    with pytest.raises(CannotKeep, match=str(tmp_path)):
        Sandbox(keep=tmp_path)
    assert (tmp_path / "world.json").read_text() == broken


def test_one_sandbox_a_folder(tmp_path: Path) -> None:
    box = Sandbox(keep=tmp_path)
    with pytest.raises(CannotKeep, match="Another sandbox"):
        Sandbox(keep=tmp_path)
    assert box.keeper is not None
    box.keeper.close()
    Sandbox(keep=tmp_path)


def test_a_file_that_is_read_at_the_moment_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Windows has it: what somebody has open is not replaced."""
    asked: list[Path] = []
    replace = os.replace

    def refused(source: Path, target: Path) -> None:
        asked.append(target)
        if len(asked) < 3:
            raise PermissionError(13, "The process cannot access the file")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refused)
    keeper.write(tmp_path / "clock", b"5")
    assert (tmp_path / "clock").read_bytes() == b"5"
    assert len(asked) == 3
    asked.clear()
    monkeypatch.setattr(keeper, "PATIENCE", 1)
    with pytest.raises(PermissionError):
        keeper.write(tmp_path / "clock", b"6")
    assert (tmp_path / "clock").read_bytes() == b"5"
