"""Whatever is sent to it, the sandbox answers; an error of its own (a status of 500) is never among the answers."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.protocol import COMMAND
from sandbox.traffic import ROUTES

SCALARS: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**70,
    1e308,
    "",
    "x",
    "7",
    "\ud800",
    "x" * 5000,
    [],
    {},
    [[]],
    {"a": {}},
)
WORDS = (
    *("content", "embeds", "components", "attachments", "flags", "allowed_mentions", "message_reference", "nonce"),
    *("type", "data", "choices", "custom_id", "title", "name", "description", "options", "recipient_id", "id", "value"),
    *("archived", "locked", "auto_archive_duration", "parse", "users", "enforce_nonce", "image", "url", "fields"),
)
GARBAGE = (b"", b"{", b"\xff\xfe", b"[" * 100_000, b"1" * 5000, b'"\\ud800"', b"NaN", b"null", b"[]", b"0")


@pytest.fixture
async def box() -> Any:
    async with Sandbox() as made:
        yield made


class Fuzz:
    """Random requests: bodies like those that a bot sends, with anything in any place."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        kind = self.random.random()
        if kind < 0.45 or depth > 4:
            return self.random.choice(SCALARS)
        if kind < 0.65:
            return [self.value(depth + 1) for _ in range(self.random.randrange(3))]
        return self.mapping(depth)

    def mapping(self, depth: int = 0) -> dict[str, Any]:
        return {name: self.value(depth + 1) for name in self.random.sample(WORDS, self.random.randrange(1, 6))}

    def broken(self, sane: Any) -> Any:
        """A body that is as it should be, but for one place in it."""
        places = list(_places(sane))
        if not places or self.random.random() < 0.2:
            return self.value()
        made = json.loads(json.dumps(sane))
        at, last = made, self.random.choice(places)
        for key in last[:-1]:
            at = at[key]
        if isinstance(at, dict) and self.random.random() < 0.3:
            del at[last[-1]]
        else:
            at[last[-1]] = self.value(2)
        return made


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in JSON something stands."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*at, key)
        yield from _places(below, (*at, key))


MESSAGE = {
    "content": "x",
    "flags": 0,
    "embeds": [{"title": "x", "description": "x", "image": {"url": "attachment://a.png"}, "footer": {"text": "x"}}],
    "components": [
        {
            "type": 1,
            "components": [
                {"type": 2, "style": 1, "label": "x", "custom_id": "a", "emoji": {"name": "x"}, "disabled": False}
            ],
        },
        {
            "type": 1,
            "components": [
                {"type": 3, "custom_id": "s", "min_values": 1, "options": [{"label": "x", "value": "x"}]},
            ],
        },
    ],
    "attachments": [{"id": 0, "filename": "a.png", "description": "x"}],
    "allowed_mentions": {"parse": [], "users": ["1"]},
    "message_reference": {"message_id": "1"},
    "nonce": "1",
    "enforce_nonce": True,
}
COMMANDS = [
    {
        "name": "x",
        "type": 1,
        "description": "x",
        "options": [{"type": 3, "name": "a", "description": "x", "choices": [{"name": "x", "value": "x"}]}],
    }
]
MODAL = {"title": "x", "custom_id": "m", "components": [{"type": 1, "components": [{"type": 4, "custom_id": "a"}]}]}
ANSWERS = (
    {"type": 4, "data": MESSAGE},
    {"type": 5, "data": {"flags": 64}},
    {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}]}},
    {"type": 9, "data": MODAL},
)
THREAD = {"name": "x", "type": 12, "auto_archive_duration": 60, "archived": True}


def sane(template: str, rng: random.Random) -> Any:
    """A body that the route takes, more or less."""
    if template.endswith("/callback"):
        return rng.choice(ANSWERS)
    if template.endswith("/commands"):
        return COMMANDS
    return {"recipient_id": "1"} if "users/@me" in template else MESSAGE if "messages" in template else THREAD


async def _path(box: Sandbox, template: str, rng: random.Random) -> str:
    """The route's path, most often with ids of what is there."""
    acted = await box.interact(box.players["anna"].user, COMMAND, box.games, {"name": "x"}, name="x", wait=False)
    posted = box.posting.create(box.games, box.world.bot, {"content": "x"})
    there = {
        "channel_id": box.games.id,
        "message_id": posted.id,
        "guild_id": box.guild.id,
        "user_id": box.players["anna"].id,
        "application_id": box.application_id,
        "interaction_id": acted.id,
        "token": acted.token,
        "command_id": 1,
        "emoji": "x",
    }
    path = template
    for name, number in there.items():
        odd = rng.choice(("x", "0", "-1", "9" * 400, "%00", "%ff", "@me", "@original", "١", "1.5"))
        path = path.replace(f"{{{name}}}", str(number) if rng.random() < 0.8 else odd)
    return path


@pytest.mark.parametrize(("method", "template"), sorted({(method, template) for method, _, template, _ in ROUTES}))
async def test_no_body_and_no_path_is_an_error_of_the_sandbox(box: Sandbox, method: str, template: str) -> None:
    fuzz = Fuzz(len(template))
    kinds = ("application/json", "application/json; charset=nonsense", "multipart/form-data", "text/plain", "x")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session:
        for turn in range(60):
            url = f"{box.url}/api/v10{await _path(box, template, fuzz.random)}"
            query = {"limit": fuzz.random.choice(("5", "x", "-1")), "before": fuzz.random.choice(("1", "x"))}
            if turn % 6 == 5:
                body: Any = fuzz.random.choice(GARBAGE)
                kind = fuzz.random.choice(kinds)
            else:
                body = json.dumps(fuzz.broken(sane(template, fuzz.random))).encode()
                kind = kinds[0]
            more = {"params": query} if turn % 3 == 0 else {}
            answer = await session.request(method, url, data=body, headers={"Content-Type": kind}, **more)
            assert answer.status < 500, (method, url, kind, body[:300], await answer.text())
            if answer.status == 400:
                assert "message" in await answer.json()
    # What was taken can be shown: nothing odd has come into the world.
    for place in (box.games, box.general):
        assert all(json.dumps(m.payload()) for m in box.players["max"].messages(place))


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\nno headers",
        b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{\r\n--x--\r\n',
        b"--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\nx\r\n--y--\r\n--x--\r\n",
    ],
    ids=["headless", "json", "nested"],
)
async def test_broken_uploads_are_refused(box: Sandbox, body: bytes) -> None:
    headers = {"Authorization": f"Bot {box.token}", "Content-Type": "multipart/form-data; boundary=x"}
    async with aiohttp.ClientSession(headers=headers) as session:
        answer = await session.post(f"{box.url}/api/v10/channels/{box.games.id}/messages", data=body)
        assert answer.status == 400
    assert len(box.rejected) == 1


async def test_whoever_is_gone_in_the_middle_of_an_upload_has_asked_for_nothing(
    box: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    before = len(box.requests)
    _, writer = await asyncio.open_connection("127.0.0.1", int(box.url.rpartition(":")[2]))
    writer.write(
        f"POST /api/v10/channels/{box.games.id}/messages HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bot {box.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        'Content-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{'.encode()
    )
    await writer.drain()
    await box.until(lambda: box.in_flight, 30)
    writer.transport.abort()
    await box.until(lambda: not box.in_flight, 30)
    await asyncio.sleep(0)
    assert len(box.requests) == before
    assert not caplog.records


@pytest.mark.parametrize("said", ["{", "[]", "null", "5", '{"op": 2}', '{"op": 2, "d": []}', "[" * 9999])
async def test_the_gateway_closes_on_what_it_cannot_read(box: Sandbox, said: str) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{box.url}/gateway") as bot:
        await bot.receive(timeout=30)
        await bot.send_str(said)
        await bot.receive(timeout=30)
        assert bot.close_code == 4002


@pytest.mark.parametrize(
    "said", ["{", "[]", "null", "5", "{}", '{"do": []}', '{"do": "open"}', '{"do": "click", "key": 1}']
)
async def test_the_page_is_told_that_it_made_no_sense(box: Sandbox, said: str) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{box.url}/page/socket?seat=anna") as page:
        await page.receive(timeout=30)
        await page.send_str(said)
        answer = json.loads((await page.receive(timeout=30)).data)
        assert answer["ok"] is False
        await page.send_json({"do": "open", "ref": 1, "place": str(box.games.id)})
        assert json.loads((await page.receive(timeout=30)).data)["ok"]
