"""Whatever Discord hands in is answered, once, and what cannot be understood is no incident."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import _component_interaction, _dispatch_actor_interaction
from sqlalchemy import Connection

from bot.interactions.intake import REMEMBERED, InFlight
from bot.texts.match import NO_ROOM
from storage import StorageError, StorageFull
from tests.bot import forged
from tests.bot.driving import quietly
from tests.bot.forged import refused, said
from tests.bot.world import World, world

COMMAND, COMPONENT, TYPED, FORM = 2, 3, 4, 5


@pytest.fixture
async def quiet(no_incident: object) -> None:
    """Nothing may be an incident."""


def _button(match_id: str) -> str:
    return f"b:{match_id}:words:0::"


def _select(match_id: str) -> str:
    return f"s:{match_id}:0:"


async def _posted(made: World, actor: Any, channel: Any, item: dict[str, Any], data: dict[str, Any]) -> Any:
    """An interaction with a message that the bot has posted, whatever it holds."""
    backend = made.env.backend
    rows = [{"type": 1, "components": [item]}]
    message = backend.create_message(channel.id, backend.bot_user.id, "forged", components=rows)
    return await _component_interaction(actor, message, data)


@pytest.mark.usefixtures("quiet")
async def test_a_button_with_the_id_of_a_select_is_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        custom_id = _select(match_id)
        answer = await refused(made, match_id, forged.press(made, made.anna, made.channel, custom_id))
        assert "/match show" in answer


@pytest.mark.usefixtures("quiet")
async def test_a_select_with_the_id_of_a_button_is_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        custom_id = _button(match_id)
        answer = await refused(made, match_id, forged.press(made, made.anna, made.channel, custom_id, "show:"))
        assert "/match show" in answer


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(
    "data",
    [
        {"component_type": 3},
        {"component_type": 3, "values": None},
        {"component_type": 3, "values": [1, None]},
        {"component_type": 5, "values": ["1"]},
        {"component_type": 77},
    ],
)
async def test_a_select_without_sense_is_answered(tmp_path: Path, data: dict[str, Any]) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        custom_id = _select(match_id)
        item = {"type": 3, "custom_id": custom_id, "options": [{"label": "forged", "value": "show:"}]}
        pressed = _posted(made, made.anna, made.channel, item, {"custom_id": custom_id} | data)
        if data == {"component_type": 3}:  # nothing chosen is a press that shows the panel
            await forged.harmless(made, match_id, pressed)
        else:
            await refused(made, match_id, pressed)


@pytest.mark.usefixtures("quiet")
async def test_a_form_with_the_id_of_a_button_or_a_select_is_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        for custom_id in (_button(match_id), _select(match_id), "x", ""):
            data = {"custom_id": custom_id, "components": []}
            answer = await refused(made, match_id, _dispatch_actor_interaction(made.anna, FORM, made.channel, data))
            assert "/match show" in answer


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("odd", ["\ud800", "a\udfffb", "\x00"])
async def test_what_cannot_be_stored_is_refused(tmp_path: Path, odd: str) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        for custom_id in (f"b:learn-:tournament:0::{odd}", f"b:{match_id}:do:0:turn:{odd}"):
            answer = await refused(made, match_id, forged.press(made, made.anna, made.channel, custom_id))
            assert "/match show" in answer
        for value in (f"tournament:{odd}", odd):
            await refused(made, match_id, forged.press(made, made.anna, made.channel, "s:learn-:0:", value))
        field = {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": odd}]}
        data = {"custom_id": f"f:{match_id}:plan:save", "components": [field]}
        answer = await refused(made, match_id, _dispatch_actor_interaction(made.anna, FORM, made.channel, data))
        assert answer == "What you wrote has a character that cannot be stored."
        done = made.anna.slash(made.channel, "match plan", actions=odd, match=match_id)
        assert await refused(made, match_id, done) == "`actions` has a character that cannot be stored."


def _unknown() -> list[dict[str, Any]]:
    return [
        {"name": "nothing", "type": 1},
        {"name": "match", "type": 1},
        {"name": "match", "type": 1, "options": []},
        {"name": "match", "type": 1, "options": [{"name": "fly", "type": 1, "options": []}]},
        {"name": "match", "type": 1, "options": [{"name": "fly", "type": 2, "options": [{"name": "far", "type": 1}]}]},
        {"name": "match", "type": 1, "options": [{"name": "show", "type": 1, "options": [{"name": "x", "type": 1}]}]},
        {"name": "help", "type": 2, "target_id": "1"},
        {"name": "rules", "type": 1, "options": []},
    ]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("number", range(len(_unknown())))
async def test_commands_that_do_not_exist_any_more_are_answered(tmp_path: Path, number: int) -> None:
    async with world(tmp_path) as made:
        data = {"id": "1", **_unknown()[number]}
        result = await _dispatch_actor_interaction(made.anna, COMMAND, made.channel, data)
        assert result.acknowledged
        assert said(result) == "That command no longer exists. Discord will offer you the current ones in a moment."
        assert len(made.env.errors) == 1  # what discord.py says about it, and the bot has answered


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("number", range(len(_unknown())))
async def test_autocompletes_of_commands_that_do_not_exist_any_more_are_answered(tmp_path: Path, number: int) -> None:
    async with world(tmp_path) as made:
        data = {"id": "1", **_unknown()[number]}
        result = await _dispatch_actor_interaction(made.anna, TYPED, made.channel, data)
        assert result.autocomplete_choices == []
        assert len(made.env.errors) == 1  # what discord.py says about it, and the bot has answered


async def test_an_autocomplete_that_fails_is_answered_with_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise StorageError("the database failed: disk I/O error")

    async with world(tmp_path) as made:
        await made.match()
        asked = 0
        for name in ("of_user", "load_whole", "load_whole_in_thread", "load_by_thread", "in_channel"):
            monkeypatch.setattr(made.bot.store.matches, name, broken)
        monkeypatch.setattr(made.bot.store.people, "player", broken)
        for root in made.bot.tree.get_commands():
            for command in root.walk_commands() if hasattr(root, "walk_commands") else [root]:
                options = command.to_dict(made.bot.tree).get("options", [])
                for option in (one for one in options if one.get("autocomplete")):
                    data: dict[str, Any] = {"id": "1", "name": root.name, "type": 1}
                    typed = [{"name": option["name"], "type": option["type"], "value": "x", "focused": True}]
                    inner = [{"name": command.name, "type": 1, "options": typed}] if command is not root else typed
                    data["options"] = inner
                    result = await _dispatch_actor_interaction(made.anna, TYPED, made.channel, data)
                    assert result.autocomplete_choices is not None, command.qualified_name
                    asked += 1
        assert asked > 40


@pytest.mark.usefixtures("quiet")
async def test_on_a_full_disk_every_click_gets_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await made.settle()
        await made.bot.posts.stop()  # how it fares is not the question here
        await _limit_pages(made, 0)
        with pytest.raises(StorageFull):
            await quietly(made, match_id, random.Random(1), 500)
        for _ in range(100):  # a small action still finds room where a large one does not
            match = await made.bot.matches.load(match_id)
            choice = next(one for one in match.choices if one.must)
            action = ".".join(match.face.game.legal(match.state, choice.seat, choice.key)[0])
            actor, custom_id = made.actor(match.user_of(choice.seat)), f"b:{match_id}:do:0:{choice.key}:{action}"
            if said(await forged.press(made, actor, made.channel, custom_id)) == str(NO_ROOM):
                break
        for _ in range(3):
            assert said(await forged.press(made, actor, made.channel, custom_id)) == str(NO_ROOM)
        assert (await made.bot.matches.load(match_id)).match.version == match.match.version
        await _limit_pages(made, 1000)
        assert said(await forged.press(made, actor, made.channel, custom_id)) != str(NO_ROOM)
        assert (await made.bot.matches.load(match_id)).match.version == match.match.version + 1


async def _limit_pages(made: World, room: int) -> None:
    """Let the database grow by so many pages and no more; then it fails as on a full disk."""

    def body(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + room}")

    await made.bot.store.database.write(body)


def test_what_comes_twice_is_known_as_long_as_it_can_come() -> None:
    in_flight = InFlight()
    assert [in_flight.take(number) for number in (1, 1, 2)] == [True, False, True]
    assert all(in_flight.take(number) for number in range(3, REMEMBERED + 2))
    assert in_flight.take(1)  # the oldest is forgotten
    assert not in_flight.take(REMEMBERED + 1)


@pytest.mark.usefixtures("quiet")
async def test_a_stop_waits_for_what_a_new_connection_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        begun, go_on, done = 0, asyncio.Event(), 0

        async def ready() -> None:
            nonlocal begun, done
            begun += 1
            await go_on.wait()
            done += 1

        monkeypatch.setattr(made.bot.roll_call, "ready", ready)
        connected = asyncio.create_task(made.bot.on_ready())
        await asyncio.sleep(0)
        made.bot.in_flight.stopping = True
        stopping = asyncio.create_task(made.bot.in_flight.finish())
        await asyncio.sleep(0)
        assert (begun, stopping.done()) == (1, False)
        go_on.set()
        await stopping
        assert (done, connected.done()) == (1, True)
        await made.bot.on_ready()  # once more, and too late
        await made.bot.on_resumed()
        assert begun == 1
