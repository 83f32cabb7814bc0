"""The server and the page's websocket, without a bot: who sees what, who may ask, permissions."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from sandbox import CannotDo, Sandbox
from sandbox.protocol import EPHEMERAL, PRIVATE_THREAD, ApiError
from sandbox.server import ADDRESS

TOKEN = "sandbox.token.value"
AS_BOT = {"Authorization": f"Bot {TOKEN}"}


async def receive(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Any:
    while True:
        data = json.loads((await socket.receive(timeout=30)).data)
        if data["kind"] == kind:
            return data


async def test_it_listens_on_loopback_only() -> None:
    async with Sandbox() as box:
        assert ADDRESS == "127.0.0.1"
        assert box._runner is not None
        assert {address[0] for address in box._runner.addresses} == {ADDRESS}


async def test_requests_need_the_token_and_a_known_route() -> None:
    async with Sandbox(token=TOKEN) as box, aiohttp.ClientSession() as session:
        url = f"{box.url}/api/v10/users/@me"
        assert (await session.get(url)).status == 401
        answer = await session.get(url, headers=AS_BOT)
        assert answer.headers["Content-Type"] == "application/json"
        assert (await session.get(f"{box.url}/api/v10/nowhere", headers=AS_BOT)).status == 404
        assert list(box.unknown) == ["GET /nowhere"]


async def test_a_refused_body_is_told_in_discords_words_and_remembered() -> None:
    async with Sandbox(token=TOKEN) as box, aiohttp.ClientSession() as session:
        url = f"{box.url}/api/v10/channels/{box.games.id}/messages"
        answer = await session.post(url, headers=AS_BOT, json={"content": "x" * 2001})
        body = await answer.json()
        assert (answer.status, body["code"]) == (400, 50035)
        assert body["errors"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
        assert len(box.rejected) == 1
        good = await session.post(url, headers=AS_BOT, json={"content": "x", "nonce": "1", "enforce_nonce": True})
        again = await session.post(url, headers=AS_BOT, json={"content": "x", "nonce": "1", "enforce_nonce": True})
        assert (await good.json())["id"] == (await again.json())["id"]
        assert box.deviations == []


async def test_a_seat_sees_what_is_for_it_and_nothing_else() -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        bot, anna, max_ = box.world.bot, box.players["anna"], box.players["max"]
        async with (
            session.ws_connect(f"{box.url}/page/socket?seat=anna") as hers,
            session.ws_connect(f"{box.url}/page/socket?seat=max") as his,
        ):
            hello = await receive(hers, "hello")
            await receive(his, "hello")
            assert hello["me"]["name"] == "Anna"
            assert [p["name"] for p in hello["places"]][:2] == ["games", "general"]
            secret = box.posting.create(
                box.games, bot, {"content": "secret", "flags": EPHEMERAL}, ephemeral_for=anna.user
            )
            private = box.world.add_channel(
                box.guild, "private", PRIVATE_THREAD, parent=box.games, thread_members={anna.id}
            )
            box.posting.create(private, bot, {"content": "also secret"})
            box.posting.create(box.world.dm(anna.user), bot, {"content": "a direct message"})
            box.posting.create(box.games, bot, {"content": "public"})
            told = [(await receive(hers, "message"))["message"]["content"] for _ in range(4)]
            assert sorted(told) == ["a direct message", "also secret", "public", "secret"]
            message = (await receive(his, "message"))["message"]
            assert message["content"] == "public"
            for what in (
                {"do": "open", "place": str(private.id)},
                {"do": "click", "message": str(secret.id), "key": "x"},
            ):
                await his.send_json({**what, "ref": 1})
                answer = await receive(his, "answer")
                assert answer["ok"] is False
                assert "secret" not in json.dumps(answer)
            assert not max_.sees(secret)
            await his.send_json({"do": "open", "ref": 2, "place": str(box.games.id)})
            shown = await receive(his, "answer")
            assert [m["content"] for m in shown["messages"]] == ["public"]


async def test_the_page_is_served_and_nothing_beside_it() -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        assert (await session.get(box.url)).status == 200
        assert (await session.get(f"{box.url}/page/__init__.py")).status == 404


async def test_permissions() -> None:
    box = Sandbox()
    bot, anna = box.world.bot, box.players["anna"]
    box.world.require(box.games, "send_messages", "create_public_threads")
    with pytest.raises(ApiError) as caught:
        box.world.require(box.games, "manage_messages")
    assert caught.value.code == 50013
    box.permit(box.games, bot, deny=["view_channel"])
    with pytest.raises(ApiError) as caught:
        box.world.require(box.games)
    assert caught.value.code == 50001
    box.permit(box.games, None, deny=["send_messages"])
    with pytest.raises(CannotDo):
        await anna.say(box.games, "hello")
    box.permit(box.games, anna, allow=["send_messages"])
    assert (await anna.say(box.games, "hello")).content == "hello"


async def test_a_player_does_what_the_client_lets_them() -> None:
    box = Sandbox()
    anna = box.players["anna"]
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go", "disabled": True}]}
    message = box.posting.create(box.games, box.world.bot, {"content": "x", "components": [row]})
    with pytest.raises(CannotDo, match="disabled"):
        await anna.click(message, "Go")
    with pytest.raises(CannotDo, match="no control"):
        await anna.click(message, "Stop")
    with pytest.raises(CannotDo, match="not offered"):
        await anna.slash(box.games, "match new")
    box.moderate(message)
    with pytest.raises(CannotDo, match="does not see"):
        await anna.click(message, "Go")
