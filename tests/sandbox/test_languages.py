"""Clients and the server in several languages: what the bot is told of it, and what people are shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import CannotDo, Sandbox
from sandbox.checks import check_commands
from sandbox.protocol import COMMAND, ApiError
from sandbox.schemas import Schemas

CHOICES = [{"name": "red", "name_localizations": {"de": "rot"}, "value": "r"}]
COLOUR = {
    "type": 3,
    "name": "colour",
    "description": "Which",
    "description_localizations": {"de": "Welche"},
    "choices": CHOICES,
}
COMMANDS: list[dict[str, Any]] = [
    {
        "name": "paint",
        "type": 1,
        "description": "Paint it",
        "description_localizations": {"de": "Male es an", "es-ES": "Píntalo"},
        "options": [COLOUR],
    }
]
PUT = "/applications/{application_id}/commands"


async def heard(box: Sandbox, **options: Any) -> list[dict[str, Any]]:
    """What the bot would be told of a command of Anna's, by the payload at the gateway."""
    told: list[dict[str, Any]] = []
    box.gateway.emit = lambda name, data, *_: bool(told.append({"name": name, **data}))  # type: ignore[method-assign]
    await box.interact(box.players["anna"].user, COMMAND, box.games, {"name": "x"}, name="x", wait=False)
    return told


async def test_an_interaction_tells_both_languages() -> None:
    box = Sandbox(locale="es-ES")
    box.players["anna"].speak("de")
    (told,) = await heard(box)
    assert (told["locale"], told["guild_locale"], told["guild"]["locale"]) == ("de", "es-ES", "es-ES")
    assert box.players["max"].user.locale == "en-US"


async def test_the_bot_is_told_when_the_servers_language_changes() -> None:
    box = Sandbox()
    told: list[tuple[str, dict[str, Any]]] = []
    box.gateway.emit = lambda name, data, *_: bool(told.append((name, data)))  # type: ignore[method-assign]
    box.set_server_language(box.guild, "de")
    ((name, data),) = told
    assert (name, data["preferred_locale"]) == ("GUILD_UPDATE", "de")
    assert "members" not in data
    with pytest.raises(CannotDo, match="no language"):
        box.set_server_language(box.guild, "tlh")


async def test_languages_are_kept(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path, locale="de") as box:
        box.players["anna"].speak("es-ES")
    async with Sandbox(keep=tmp_path) as box:
        assert box.guild.preferred_locale == "de"
        assert [box.players[name].user.locale for name in ("anna", "max")] == ["es-ES", "en-US"]


async def test_a_world_of_the_time_before_languages_is_english(tmp_path: Path) -> None:
    async with Sandbox(keep=tmp_path):
        pass
    path = tmp_path / "world.json"
    saved = json.loads(path.read_text())
    for thing in (*saved["users"], *saved["guilds"]):
        del thing["locale"]
    path.write_text(json.dumps(saved))
    async with Sandbox(keep=tmp_path) as box:
        assert box.guild.preferred_locale == box.players["anna"].user.locale == "en-US"


async def test_a_seat_is_shown_commands_in_its_language() -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {box.token}"}
        url = f"{box.url}/api/v10/applications/{box.application_id}/commands"
        assert (await session.put(url, headers=headers, json=COMMANDS)).status == 200
        async with session.ws_connect(f"{box.url}/page/socket?seat=anna") as page:

            async def ask(**what: Any) -> Any:
                await page.send_json({"ref": 1, **what})
                while (data := json.loads((await page.receive(timeout=30)).data))["kind"] != "answer":
                    pass
                return data

            place = str(box.games.id)
            (command,) = (await ask(do="commands", place=place))["commands"]
            assert (command["title"], command["description"]) == ("paint", "Paint it")
            assert (await ask(do="language", locale="de"))["ok"]
            (command,) = (await ask(do="commands", place=place))["commands"]
            (option,) = command["options"]
            assert (command["path"], command["title"], command["description"]) == ("paint", "paint", "Male es an")
            assert (option["name"], option["title"], option["description"]) == ("colour", "colour", "Welche")
            assert [(c["name"], c["value"]) for c in option["choices"]] == [("rot", "r")]
            refused = await ask(do="language", locale="xx")
            assert (refused["ok"], box.players["anna"].user.locale) == (False, "de")
            assert (await ask(do="server language", locale="es-ES"))["ok"]
            assert box.guild.preferred_locale == "es-ES"


def test_of_a_text_in_several_languages_the_longest_counts() -> None:
    def commands(*lengths: int) -> list[dict[str, Any]]:
        fields = [
            {"type": 3, "name": f"o{n}", "description": "x", "description_localizations": {"de": "x" * length}}
            for n, length in enumerate(lengths)
        ]
        return [{"name": "a", "description": "x", "options": fields}]

    check_commands(commands(*[3990] * 2))
    with pytest.raises(ApiError) as caught:
        check_commands(commands(*[4000] * 2))
    assert "TOO_LARGE" in str(caught.value.body)


def test_a_translated_description_has_a_hundred_characters() -> None:
    for length, refused in ((100, False), (101, True)):
        command = {"name": "a", "description": "x", "description_localizations": {"de": "x" * length}}
        problems, _ = Schemas().check("PUT", PUT, [command])
        assert bool(problems) is refused


async def test_permissions_that_a_command_needs_may_come_as_a_number() -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {box.token}"}
        url = f"{box.url}/api/v10/applications/{box.application_id}/commands"
        command = {"name": "server", "description": "x", "default_member_permissions": 32}
        answer = await session.put(url, headers=headers, json=[command])
        assert (await answer.json())[0]["default_member_permissions"] == "32"
        assert box.deviations == []
        assert box.players["anna"].commands(box.games) == []
