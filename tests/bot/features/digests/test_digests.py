"""The daily digest: when it is due, what it says, and when there is none."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.hours import daily
from bot.features.clocks.timeout_votes import NUDGE
from bot.features.digests import Digests
from bot.features.substitutes.service import Substitutes
from bot.limits import CONTENT
from bot.matches.commits import user_job
from storage import Calendar, Digest
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, world
from tests.support.registering import register
from tests.toy.face import FACE

HOUR = 3_600_000
DAY = 24 * HOUR
SATURDAY = round(datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("calendar", "minute", "wanted"),
    [
        (Calendar(1), 480, "Sun 08:00"),
        (Calendar(1), 780, "Sat 13:00"),
        (Calendar(1), 720, "Sun 12:00"),
        (Calendar(1, zone="Europe/Berlin"), 840, "Sat 13:00"),
        (Calendar(1, days_off=0b1100000), 480, "Mon 08:00"),
        (Calendar(1, quiet_from=1320, quiet_to=420), 1380, "Sun 07:00"),
        (Calendar(1, quiet_from=420, quiet_to=600), 480, "Sun 10:00"),
    ],
)
def test_when_a_digest_is_due(calendar: Calendar, minute: int, wanted: str) -> None:
    assert datetime.fromtimestamp(daily(calendar, minute, SATURDAY) / 1000, UTC).strftime("%a %H:%M") == wanted


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


def _sent(made: World, since: int = 0) -> list[str]:
    sent = [r.json for r in made.env.http_requests[since:] if r.method == "POST" and isinstance(r.json, dict)]
    return [one["content"] for one in sent if "☀️" in str(one.get("content"))]


async def _look(made: World, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr(made.bot.matches, "clock", lambda: at)
    await made.bot.services.get(Digests).look()
    await made.settle()


async def _begun(made: World, **options: Any) -> str:
    """Anna against Max."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, **options)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    await made.max.slash(made.channel, "match accept", match=head.id)
    await made.settle()
    return head.id


@pytest.mark.usefixtures("no_incident", "with_toy")
async def test_one_a_day_where_anything_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        channel = made.channel
        assert "You get no digest." in said(await made.anna.slash(channel, "settings digest"))
        assert "Give a time" in said(await made.anna.slash(channel, "settings digest", hour="noon"))
        assert "Give a time" in said(await made.anna.slash(channel, "settings digest", hour="25"))
        assert "a digest at 08:30 on each day" in said(await made.anna.slash(channel, "settings digest", hour="8:30"))
        store = made.bot.store
        mine = await store.digests.find(made.anna.id)
        assert mine is not None
        await _look(made, monkeypatch, mine.due_at)
        assert _sent(made) == []  # nothing waits
        match_id = await _begun(made, pace="relaxed")
        mine = await store.digests.find(made.anna.id)
        assert mine is not None
        await _look(made, monkeypatch, mine.due_at - 1)
        assert _sent(made) == []
        await _look(made, monkeypatch, mine.due_at)
        await _look(made, monkeypatch, mine.due_at)
        (digest,) = _sent(made)
        assert digest.startswith("☀️ 1 match is waiting for you:\n- **Toy with Max** https://")
        assert "deadline <t:" in digest
        again = await store.digests.find(made.anna.id)
        assert again == Digest(made.anna.id, 510, mine.due_at + DAY)
        (noted,) = [m for m in await store.messages.of_match(match_id, "digest") if m.recipient == made.anna.id]
        message = made.message(noted.channel_id, noted.message_id)
        assert button_ids(message) == ["play", "digest"]
        assert "You get no digest." in said(await made.press(made.anna.user, message, "digest"))
        assert await store.digests.find(made.anna.id) is None
        only_refusals(made)


@pytest.mark.usefixtures("no_incident", "with_toy")
async def test_a_digest_that_is_too_long_leaves_matches_out_and_counts_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten matches, each with a long name and a link, have no room in one message."""
    async with world(tmp_path) as made:
        await _begun(made, pace="relaxed")
        await made.anna.slash(made.channel, "settings digest", hour="8")
        store = made.bot.store
        waiting_for = store.clocks.waiting_for

        async def many(user: int) -> Any:
            return tuple(await waiting_for(user)) * 12

        async def described(say: Any, match: Any, user: int) -> str:
            return f"**Toy with {'M' * 180}** https://discord.com/channels/1/2"

        monkeypatch.setattr(store.clocks, "waiting_for", many)
        monkeypatch.setattr(made.bot.services.notifier, "describe", described)
        mine = await store.digests.find(made.anna.id)
        assert mine is not None
        await _look(made, monkeypatch, mine.due_at)
        (digest,) = _sent(made)
        assert len(digest) <= CONTENT
        head, *lines, rest = digest.split("\n")
        assert head == "☀️ 12 matches are waiting for you:"
        assert all("deadline <t:" in line for line in lines), "each line is whole"
        assert rest == f"… and {12 - len(lines)} more"


@pytest.mark.usefixtures("no_incident", "with_toy")
async def test_a_thread_in_which_the_bot_may_not_write_holds_up_no_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, pace="relaxed")
        await made.anna.slash(made.channel, "settings digest", hour="8")
        match = await made.bot.matches.load(match_id)
        refused = {"status": 403, "code": 50013, "message": "Missing Permissions", "times": None}
        made.env.inject_error("POST", f"/channels/{match.match.thread_id}/messages", **refused)
        news = (user_job(NUDGE, made.anna.id),)
        await made.bot.store.jobs.add(match_id, news, now=made.bot.matches.clock(), version=match.match.version)
        made.bot.posts.wake()
        mine = await made.bot.store.digests.find(made.anna.id)
        assert mine is not None
        while not [job for job in await made.bot.store.jobs.of_match(match_id) if job.waits_for]:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(made.bot.matches, "clock", lambda: mine.due_at)
        await made.bot.services.get(Digests).look()
        async with asyncio.timeout(30):
            while not _sent(made):
                await asyncio.sleep(0.01)


@pytest.mark.usefixtures("no_incident", "with_toy")
async def test_it_can_be_stopped_below_one_about_a_match_that_was_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A private match is none for whoever had a seat in it; the digests go on, and so they can be stopped."""
    async with world(tmp_path) as made:
        match_id = await _begun(made, pace="relaxed", private=True)
        await made.anna.slash(made.channel, "settings digest", hour="8")
        mine = await made.bot.store.digests.find(made.anna.id)
        assert mine is not None
        await _look(made, monkeypatch, mine.due_at)
        store, substitutes = made.bot.store, made.bot.services.get(Substitutes)
        (noted,) = [m for m in await store.messages.of_match(match_id, "digest") if m.recipient == made.anna.id]
        message = made.message(noted.channel_id, noted.message_id)
        match = await substitutes.offer(await made.bot.matches.load(match_id), 0, "own", made.tina.id)
        await substitutes.take(match, made.tina.id, 0)
        await made.settle()
        assert "no such match" in said(await made.press(made.anna.user, message, "play"))
        assert "You get no digest." in said(await made.press(made.anna.user, message, "digest"))
        assert await store.digests.find(made.anna.id) is None
        only_refusals(made)


@pytest.mark.usefixtures("no_incident", "with_toy")
async def test_a_calendar_that_changes_moves_it(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings digest", hour="8")
        before = await made.bot.store.digests.find(made.anna.id)
        await made.anna.slash(made.channel, "settings zone", zone="Asia/Tokyo")
        after = await made.bot.store.digests.find(made.anna.id)
        assert before is not None
        assert after is not None
        assert (after.due_at - before.due_at) % DAY == 15 * HOUR
        assert "You get no digest." in said(await made.anna.slash(made.channel, "settings digest", hour="off"))
        assert await made.bot.store.privacy.export(made.anna.id) is not None
