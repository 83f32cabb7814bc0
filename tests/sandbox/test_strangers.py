"""What a web page elsewhere can do to the sandbox and the bot in it: nothing."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.player import Player
from sandbox.process import environment
from sandbox.protocol import COMMAND

PLACES = ("/", "/page/main.js", "/page/people", "/page/socket?seat=anna", "/gateway", "/api/v10/users/@me")


@pytest.fixture
async def box() -> Any:
    async with Sandbox() as made:
        yield made


@pytest.mark.parametrize("path", [*PLACES, "FILE"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "[::1"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://[::1"},
    ],
    ids=lambda given: "=".join(*given.items()),
)
async def test_another_page_gets_no_answer_whatever_name_it_gives_to_this_machine(
    box: Sandbox, path: str, headers: dict[str, str]
) -> None:
    if path == "FILE":
        file = box.world.store_file(box.games, "secret.txt", b"secret")
        path = file.url.removeprefix(box.url)
    authorized = {"Authorization": f"Bot {box.token}"}
    async with aiohttp.ClientSession(headers=authorized) as session:
        answer = await session.get(box.url + path, headers=headers)
        assert answer.status == 403
        assert "secret" not in await answer.text()


async def test_another_page_cannot_be_the_bot_at_the_gateway(box: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for headers in ({"Origin": "https://evil.example"}, {"Host": f"evil.example:{box.port}"}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{box.url}/gateway", headers=headers)
            assert refused.value.status == 403
    assert not box.gateway.connected


async def test_the_bots_token_is_another_one_at_every_start() -> None:
    tokens = set()
    for _ in range(3):
        async with Sandbox() as made, aiohttp.ClientSession() as session:
            assert made.token.count(".") == 2
            tokens.add(made.token)
            for wrong in ("sandbox.token.value", made.token[:-1], f"{made.token}x", ""):
                answer = await session.get(f"{made.url}/api/v10/users/@me", headers={"Authorization": f"Bot {wrong}"})
                assert answer.status == 401
    assert len(tokens) == 3


async def test_only_the_bot_is_told_the_token(box: Sandbox, tmp_path: Any) -> None:
    assert environment(box.url, box.token, tmp_path)["DISCORD_TOKEN"] == box.token
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{box.url}/page/socket?seat=anna") as page:
        told = (await page.receive(timeout=30)).data
        assert box.token not in told
        for name in ("", "page/people", "page/main.js"):
            assert box.token not in await (await session.get(f"{box.url}/{name}")).text()


async def test_the_token_of_an_interaction_cannot_be_guessed_from_the_one_before(box: Sandbox) -> None:
    given = [await _used(box, box.players["anna"]) for _ in range(2)]
    ends = [token.removeprefix("aW50ZXJhY3Rpb246") for token in given]
    assert all(len(end) >= 40 and not end.isdecimal() for end in ends)
    assert ends[0][:20] != ends[1][:20]


async def _used(box: Sandbox, player: Player) -> str:
    return (await box.interact(player.user, COMMAND, box.games, {"name": "x"}, name="x", wait=False)).token
