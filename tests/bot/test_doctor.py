"""`python -m bot doctor` in a healthy and in a broken world: what it says, how it exits; it changes nothing."""

from __future__ import annotations

import base64
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.app import PERMISSIONS
from bot.health import discord_side, doctor
from bot.health.doctor import Finding
from storage import Holder, NewJob, NewMatch, Seat, Store
from storage import backup as backups
from storage.sealing import new_key, read_keys
from tests.support.jobs import set_timer

TOKEN = f"{base64.urlsafe_b64encode(b'123456789012345678').decode()}.Gabcde.{'x' * 38}"
HOUR = 3_600_000
ME = 123456789012345678
ROLE = 55
"""The bot's role in every server; the servers themselves allow nothing."""


class FakeDiscord:
    """Discord's HTTP side, as far as the doctor asks it."""

    def __init__(self) -> None:
        self.status = 200
        self.roles_status = 200
        self.servers: list[dict[str, Any]] = []
        self.channels: dict[str, list[dict[str, Any]]] = {}
        """The channels that the bot can see, with their overwrites."""

    def application(self) -> web.Application:
        made = web.Application()
        made.router.add_get("/users/@me", self._me)
        made.router.add_get("/users/@me/guilds", self._guilds)
        made.router.add_get("/channels/{id}", self._channel)
        made.router.add_get("/guilds/{id}/roles", self._roles)
        made.router.add_get("/guilds/{id}/members/{user}", self._member)
        return made

    async def _me(self, request: web.Request) -> web.Response:
        accepted = self.status == 200 and request.headers["Authorization"] == f"Bot {TOKEN}"
        status = self.status if self.status != 200 else 200 if accepted else 401
        return web.json_response({"id": str(ME), "username": "arena"}, status=status)

    async def _guilds(self, request: web.Request) -> web.Response:
        after, limit = int(request.query["after"]), int(request.query["limit"])
        return web.json_response([one for one in self.servers if int(one["id"]) > after][:limit])

    async def _channel(self, request: web.Request) -> web.Response:
        number = request.match_info["id"]
        if number not in self.channels:
            return web.json_response({}, status=403)
        return web.json_response({"name": f"games-{number}", "permission_overwrites": self.channels[number]})

    async def _roles(self, request: web.Request) -> web.Response:
        everybody = {"id": request.match_info["id"], "permissions": "0"}
        answer = [everybody, {"id": str(ROLE), "permissions": str(PERMISSIONS.value)}]
        return web.json_response(answer, status=self.roles_status)

    async def _member(self, request: web.Request) -> web.Response:
        return web.json_response({"roles": [str(ROLE)]} if request.match_info["user"] == str(ME) else {})


def server(number: int, permissions: discord.Permissions = PERMISSIONS, **more: Any) -> dict[str, Any]:
    return {"id": str(number), "name": f"Server {number}", "permissions": str(permissions.value)} | more


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    fake = FakeDiscord()
    fake.servers = [server(1), server(2)]
    runner = web.AppRunner(fake.application())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield fake
    await runner.cleanup()


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # no .env of anybody's
    for name in ("DATABASE_URL", "LOG_CHANNEL_ID", "HEALTH_PORT", "BACKUP_EVERY_HOURS", "DATA_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(doctor, "ROOM", 1000)


def address(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'data' / 'matches.db'}"


def now() -> int:
    return time.time_ns() // 1_000_000


async def opened(folder: Path) -> Store:
    """The database of a bot that runs."""
    return await Store.open(address(folder), backup_folder=folder / "data" / "backups", alone=Holder.here(now()))


async def lobby(store: Store, at: int, *, told: bool = False) -> str:
    new = NewMatch("abcdefghij", "monolith_arena", "{}", b"0" * 32, 1, False, 10, 20, formation="two")
    await store.matches.create(new, [Seat(0, 1, "accepted")], now=at, jobs=[] if told else [NewJob("lane", "public")])
    return new.id


def listed(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files with their content; of the log's index, which every reader touches, only that it is there."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path): (0, b"") if path.name.endswith("-shm") else (path.stat().st_mtime_ns, path.read_bytes())
        for path in files
    }


def levels(found: list[Finding]) -> set[str]:
    return {one.level for one in found}


def said(found: list[Finding], words: str) -> Finding:
    matching = [one for one in found if words in one.sentence]
    assert len(matching) == 1, (words, [str(one) for one in found])
    return matching[0]


async def test_a_healthy_world(tmp_path: Path, there: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    there.channels = {"77": [], "20": []}
    monkeypatch.setenv("LOG_CHANNEL_ID", "77")
    async with await opened(tmp_path) as store:
        await lobby(store, now(), told=True)
        await store.backup(tmp_path / "data" / "backups")
        before = listed(tmp_path)
        found = await doctor.examine(PERMISSIONS)
        assert levels(found) == {"ok"}, [str(one) for one in found]
        assert doctor.status(found) == 0
        for words in (
            "settings are complete",
            "accepts the token; the bot is called arena",
            "In 2 of 2 servers",
            "In the channels with open matches (1) the bot may do all that it needs to",
            "log channel 77 can be seen",
            "is sound",
            "Its schema is that of this version",
            "The bot is running: process",
            "Nothing waits to be sent",
            "No timer is overdue",
            "The newest of 1 backups",
            "MB are free",
        ):
            assert said(found, words)
        assert listed(tmp_path) == before
        assert await store.lease.holder() is not None  # and it goes on beside the doctor
        await store.values.set("a", "b")


async def test_what_discord_refuses_as_malformed_is_a_fault(tmp_path: Path, there: FakeDiscord) -> None:
    async with await opened(tmp_path) as store:
        await lobby(store, now())
        note = "HTTPException: 400 Bad Request (error code: 50035): Invalid Form Body"
        for _ in range(2):
            (claim,) = (await store.jobs.claim(now(), owner="me", lease_ms=1000, room=9, retries=9)).jobs
            await store.jobs.put_back(claim.job.id, owner="me", due_at=now(), note=note)
        refused = said(await doctor.examine(PERMISSIONS), "Discord refuses as malformed")
        assert refused.level == "fault"
        assert "Messages that wait to be sent: 1; 1 of them" in refused.sentence


async def test_a_broken_world(tmp_path: Path, there: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = discord.Permissions(PERMISSIONS.value)
    lacking.update(attach_files=False, create_private_threads=False)
    there.servers = [server(1), server(2, lacking), server(3, discord.Permissions(administrator=True))]
    monkeypatch.setenv("LOG_CHANNEL_ID", "77")
    monkeypatch.setattr(doctor, "ROOM", 10**15)
    async with await opened(tmp_path) as store:
        match_id = await lobby(store, now() - HOUR)
        await set_timer(store, match_id, "keep_open", now() - HOUR)
        path = await store.backup(tmp_path / "data" / "backups")
        with path.open("r+b") as file:
            file.seek(5000)
            file.write(b"\xff" * 100)
        (tmp_path / "data" / "matches.db").chmod(0o644)
        before = listed(tmp_path)
        found = await doctor.examine(PERMISSIONS)
        assert doctor.status(found) == 1
        lacks = said(found, "the bot lacks")
        assert lacks.level == "fault"
        assert lacks.sentence == ("In the server Server 2 (2) the bot lacks: Attach Files, Create Private Threads.")
        assert said(found, "In 2 of 3 servers").level == "ok"
        for words, level in (
            ("cannot be seen by the bot", "fault"),
            ("Messages that wait to be sent: 1; the oldest for 60 minutes", "fault"),
            ("Timers that are overdue: 1, the first by 60 minutes", "warning"),
            ("and of no use", "fault"),
            ("Other users of this machine", "warning"),
            ("The disk is nearly full", "fault"),
        ):
            assert said(found, words).level == level, words
        assert listed(tmp_path) == before


@pytest.mark.parametrize(
    ("overwrites", "lacks"),
    [
        ([(0, 10, "view_channel", False)], "lacks: View Channel."),
        ([(0, 10, "send_messages_in_threads", False), (0, ROLE, "send_messages_in_threads", True)], None),
        ([(0, ROLE, "attach_files", True), (1, ME, "attach_files", False)], "lacks: Attach Files."),
        ([(0, 99, "attach_files", False), (1, 98, "view_channel", False)], None),
        (None, "with an open match is gone, or the bot cannot see it."),
    ],
)
async def test_a_channel_that_forbids_what_the_server_allows(
    tmp_path: Path, there: FakeDiscord, overwrites: list[tuple[int, int, str, bool]] | None, lacks: str | None
) -> None:
    if overwrites is not None:
        there.channels["20"] = [
            {
                "type": kind,
                "id": str(whose),
                "allow": str(discord.Permissions(**{flag: True}).value if allowed else 0),
                "deny": str(0 if allowed else discord.Permissions(**{flag: True}).value),
            }
            for kind, whose, flag, allowed in overwrites
        ]
    async with await opened(tmp_path) as store:
        await lobby(store, now(), told=True)
        found = await doctor.examine(PERMISSIONS)
    if lacks is None:
        assert said(found, "In the channels with open matches (1)").level == "ok"
    else:
        assert said(found, lacks).level == "fault"


async def test_a_server_that_is_not_told_about_is_a_warning(tmp_path: Path, there: FakeDiscord) -> None:
    there.roles_status = 500
    async with await opened(tmp_path) as store:
        await lobby(store, now(), told=True)
        found = await doctor.examine(PERMISSIONS)
    assert said(found, "not every channel with an open match was looked at").level == "warning"


async def test_a_bot_that_does_not_run(tmp_path: Path, there: FakeDiscord) -> None:
    there.channels["20"] = []
    store = await opened(tmp_path)
    await lobby(store, now() - HOUR)
    await store.close()
    before = listed(tmp_path)
    found = await doctor.examine(PERMISSIONS)
    assert said(found, "The bot is not running").level == "warning"
    assert said(found, "Messages that wait to be sent: 1; they go out when the bot starts").level == "ok"
    assert said(found, "There is no backup").level == "warning"
    assert doctor.status(found) == 0
    assert listed(tmp_path) == before


async def test_nothing_there_yet(tmp_path: Path, there: FakeDiscord) -> None:
    there.servers = []
    found = await doctor.examine(PERMISSIONS)
    assert said(found, "There is no database at").level == "warning"
    assert said(found, "in no server").level == "warning"
    assert doctor.status(found) == 0
    assert not (tmp_path / "data").exists()


async def test_a_damaged_database_is_found_in_full(tmp_path: Path, there: FakeDiscord) -> None:
    store = await opened(tmp_path)
    for number in range(300):
        await store.values.set(f"key {number}", "x" * 1000)
    await store.close()
    database = tmp_path / "data" / "matches.db"
    data = bytearray(database.read_bytes())
    at = data.index(b"x" * 500)
    data[at - 40 : at + 3000] = b"\x00\xff" * 1520
    database.write_bytes(data)
    found = await doctor.examine(PERMISSIONS)
    damaged = said(found, "is damaged")
    assert damaged.level == "fault"
    assert "python -m bot restore FILE" in damaged.sentence


async def test_a_schema_that_is_not_ours(tmp_path: Path, there: FakeDiscord) -> None:
    store = await opened(tmp_path)
    await store.database.write(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'"))
    assert said(await doctor.examine(PERMISSIONS), "is an older one (0001)").level == "warning"
    await store.database.write(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    assert said(await doctor.examine(PERMISSIONS), "(9999) is of a newer version").level == "fault"
    await store.close()


async def test_a_key_without_which_the_bot_does_not_start_is_a_fault(
    tmp_path: Path, there: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = new_key(), new_key()
    (tmp_path / "data").mkdir()
    async with await Store.open(address(tmp_path), keys=read_keys(old)):
        pass
    for keys in ("", new):
        monkeypatch.setenv("DATA_KEY", keys)
        found = await doctor.examine(PERMISSIONS)
        missing = said(found, "DATA_KEY: the data are encrypted with the key")
        assert missing.level == "fault"
        assert doctor.status(found) == 1
        assert old not in missing.sentence
    monkeypatch.setenv("DATA_KEY", f"{new},{old}")
    assert doctor.status(await doctor.examine(PERMISSIONS)) == 0


async def test_an_old_backup_is_a_warning(tmp_path: Path, there: FakeDiscord) -> None:
    async with await opened(tmp_path) as store:
        made = await store.backup(tmp_path / "data" / "backups")
        for path in (made, made.with_name(made.name + ".sha256")):
            stamp = backups.made_at(made)
            assert stamp is not None
            path.rename(path.with_name(path.name.replace(stamp.strftime("%Y"), "2020", 1)))
        shutil.rmtree(tmp_path / "nothing", ignore_errors=True)
        (digest,) = (tmp_path / "data" / "backups").glob("*.sha256")
        digest.unlink()
        assert said(await doctor.examine(PERMISSIONS), "days old, though sound").level == "warning"


async def test_a_backup_of_a_later_date_is_a_warning(tmp_path: Path, there: FakeDiscord) -> None:
    async with await opened(tmp_path) as store:
        made = await store.backup(tmp_path / "data" / "backups")
        made.rename(made.with_name(made.name.replace(made.name[8:12], "2999", 1)))
        found = said(await doctor.examine(PERMISSIONS), "days later than the clock of this machine")
        assert found.level == "warning"
        assert found.sentence.endswith("which was wrong then or is wrong now, though sound.")


@pytest.mark.parametrize(
    ("status", "words", "level"),
    [(401, "does not accept DISCORD_TOKEN", "fault"), (503, "Discord answers 503", "warning")],
)
async def test_a_token_or_a_discord_that_does_not_work(
    tmp_path: Path, there: FakeDiscord, status: int, words: str, level: str
) -> None:
    there.status = status
    found = await doctor.examine(PERMISSIONS)
    assert said(found, words).level == level


async def test_a_discord_out_of_reach_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    assert said(await doctor.examine(PERMISSIONS), "Discord cannot be reached").level == "warning"


async def test_more_servers_than_fit_on_a_page(tmp_path: Path, there: FakeDiscord) -> None:
    count = 2 * discord_side.PAGE + 1
    there.servers = [server(number + 1) for number in range(count)]
    assert said(await doctor.examine(PERMISSIONS), f"In {count} of {count} servers").level == "ok"


@pytest.mark.parametrize("token", ["token", "a.b.c", f"{TOKEN[:10]}!{TOKEN[11:]}", TOKEN.replace(".", ""), "x" * 70])
async def test_a_token_of_another_form_is_a_fault_and_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    found = await doctor.examine(PERMISSIONS)
    assert said(found, "does not look like a bot token").level == "fault"
    assert not any(token in one.sentence and len(token) > 6 for one in found)


async def test_wrong_settings_are_faults_and_the_rest_is_looked_at_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setenv("HEALTH_PORT", "99999999")
    found = await doctor.examine(PERMISSIONS)
    assert said(found, "DISCORD_TOKEN is missing").level == "fault"
    assert said(found, "HEALTH_PORT").level == "fault"
    assert said(found, "There is no database at")
    assert doctor.status(found) == 1


def test_each_finding_is_a_line_that_begins_with_what_it_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    lines: list[str] = []
    assert doctor.run(PERMISSIONS, lines.append) == 0
    assert all(line.split()[0] in ("ok", "warning", "fault") and line.endswith(".") for line in lines), lines
