"""Posts and timers when something is slow, or refused, or ends while something is being sent."""

from __future__ import annotations

import asyncio
import errno
import logging
import shutil
import threading
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy import update

from bot import __main__ as command_line
from bot.app import ArenaBot
from bot.features.clocks.timeout_votes import NUDGE
from bot.features.clocks.timer import OUT
from bot.jobs.kinds import Outcome
from bot.jobs.worker import LEASE_MS, NEWER_MS, POSTS, RENEW_SECONDS, TIMERS
from bot.matches.commits import DM, PUBLIC, match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_MATCH, Refusal
from bot.matches.service import KEEP_OPEN
from bot.others import Others
from bot.registry import FACES
from bot.supervision import EX_TEMPFAIL, Fatal
from games.history import BadEntry, Entry
from storage import TIMER, ClaimedJob, Job, NewJob, NewMatch, StorageError, inspection, timer
from storage.schema import job
from tests.bot.driving import catch_up, setup
from tests.bot.fault_steps import Case, last_pick, picked
from tests.bot.faults import Stage, shown, stage
from tests.bot.world import boards, button_ids, make_bot, settings, world
from tests.support.databases import remove_match
from tests.support.jobs import claim_timers, set_timer, timers

BUSY = 300


async def _told(here: Stage, match_id: str) -> bool:
    return all(row.state == "done" for row in await here.bot.store.jobs.of_match(match_id))


def _case(here: Stage) -> Case:
    return Case(here, here.people(), here.made.guild.create_text_channel(f"c{next(here.numbers)}"))


# Nobody holds up anybody else


async def _many_timers(here: Stage) -> None:
    for number in range(BUSY):
        match_id = f"{number:a>10}".translate(str.maketrans("0189", "wxyz"))
        new = NewMatch(match_id, "toy", "{}", b"0" * 32, creator=1, guild_id=here.made.guild.id)
        due_at = here.glass.now - BUSY + number
        await here.bot.store.matches.create(new, [], now=0, jobs=(timer(match_id, KEEP_OPEN, due_at),))


async def test_three_hundred_slow_timers_delay_no_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        begun: list[tuple[int, int]] = []

        async def slow(match: object, claim: ClaimedJob, now: int) -> None:
            begun.append((here.glass.now, claim.job.due_at))
            await here.glass.pause(5)

        monkeypatch.setitem(here.bot.timers.kinds._handlers, KEEP_OPEN, slow)
        await _many_timers(here)
        here.bot.timers.wake()
        await here.still()
        at = here.glass.now
        match_id = await here.challenge(here.people())
        await here.still()
        assert await _told(here, match_id)
        assert here.glass.now == at
        await here.settle_timers(5 * BUSY)
        # In the order in which they fell due, but for those that are begun together, and never all in one moment.
        assert all(abs(begun[at][1] - due) <= TIMERS.room for at, due in enumerate(sorted(due for _, due in begun)))
        assert len(begun) == BUSY
        assert all(later - now >= 5000 for (now, _), (later, _) in zip(begun, begun[TIMERS.room :], strict=False))


async def test_one_timer_that_fails_delays_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        done: list[str] = []
        broken: list[int] = []
        cases = [_case(here), _case(here)]
        for case in cases:
            await case.begun()

        async def handler(match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome:
            if match.id == cases[0].match_id:
                broken.append(here.glass.now)
                if len(broken) < 4:
                    raise OSError(errno.ECONNRESET, "connection reset")
            done.append(match.id)
            return Outcome(again_at=here.glass.now + 1000 if done.count(match.id) == 1 else None)

        here.bot.timers.kinds.handle("reminder", handler)
        at = here.glass.now
        for case in cases:
            await set_timer(here.bot.store, case.match_id, "reminder", at)
        here.bot.timers.wake()
        while done.count(cases[0].match_id) < 2:
            await here.still()
            here.glass.on()
        await here.still()
        assert sorted(done) == sorted(case.match_id for case in cases for _ in range(2))
        assert done[0] == cases[1].match_id
        assert [round((time - at) / 1000) for time in broken] == [0, 1, 6, 21, 22]
        assert [kind for kind, _ in await timers(here.bot.store, cases[0].match_id)] == [KEEP_OPEN]


async def test_what_a_failed_job_leaves_in_its_row_and_in_the_log_names_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of a history that the rules refuse the exception names the entry, which may be secret."""
    caplog.set_level(logging.DEBUG, "bot")
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await picked(case)

        async def refused(match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
            raise BadEntry(2, Entry("action", 0, "keep Ui Um"), "You do not hold these cards.")

        monkeypatch.setitem(here.bot.posts.kinds._handlers, PUBLIC, refused)
        await case.play(1, "pick", "1", "2")
        await here.still()
        (row,) = [row for row in await here.bot.store.jobs.of_match(case.match_id) if row.state == "pending"]
        assert (row.kind, row.note) == (PUBLIC, "games.history.BadEntry: (what it says is withheld)")
        assert any("is tried again" in record.getMessage() for record in caplog.records)
        assert not any("keep" in record.getMessage() or "cards" in record.getMessage() for record in caplog.records)


async def test_a_timer_without_a_handler_waits_for_a_version_that_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await case.begun()
        await set_timer(here.bot.store, case.match_id, "reminder", here.glass.now)
        here.bot.timers.wake()
        await here.still()
        (job,) = [j for j in await here.bot.store.jobs.of_match(case.match_id, TIMER) if j.kind == "reminder"]
        assert (job.state, job.attempts) == ("pending", 1)
        assert len([r for r in caplog.records if "incident" in r.getMessage()]) == 1
        with pytest.raises(ValueError):
            here.bot.timers.kinds.handle(KEEP_OPEN, here.bot.timers.kinds.handler(KEEP_OPEN))


async def test_among_processes_a_job_of_a_newer_version_is_left_to_it_without_an_incident(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await case.begun()
        await here.still()
        monkeypatch.setattr(Others, "shared", True)
        at = here.glass.now
        await set_timer(here.bot.store, case.match_id, "of tomorrow", at)
        for _ in range(2):
            here.bot.timers.wake()
            await here.still()
            (job,) = [j for j in await here.bot.store.jobs.of_match(case.match_id, TIMER) if j.kind == "of tomorrow"]
            assert (job.state, job.due_at) == ("pending", at + NEWER_MS)
            here.glass.now = at = job.due_at
        told = [r.getMessage() for r in caplog.records if r.levelname != "INFO"]
        assert len(told) == 1
        assert "is left to a newer version" in told[0]


async def test_threads_that_answer_500_delay_no_other_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than rows can be sent at once, each taking as long as discord.py tries by itself."""
    async with stage(tmp_path, monkeypatch) as here:
        cases = [_case(here) for _ in range(POSTS.room + 4)]
        for case in cases:
            await case.begin()
        await here.settle()
        broken = {case.channel.id for case in cases}
        plain = here.bot.http.request

        async def request(route: Any, **more: Any) -> Any:
            if route.channel_id in broken:
                await here.glass.pause(22)
                response: Any = type("Response", (), {"status": 500, "reason": "broken", "headers": {}})
                raise discord.DiscordServerError(response, "broken")
            return await plain(route, **more)

        monkeypatch.setattr(here.bot.http, "request", request)
        for case in cases:
            await case.accept()
        for _ in range(20):  # by now all have failed once, and are tried again and again
            await here.still()
            here.glass.on()
        at = here.glass.now
        match_id = await here.challenge(here.people())
        await here.still()
        assert await _told(here, match_id)
        assert here.glass.now == at
        broken.clear()
        await here.settle()
        for case in cases:
            assert len([m for m in shown(case.channel.threads[0]) if "play" in m[1]]) == 1


async def test_a_database_that_fails_for_long_freezes_no_lane(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await case.begin()
        finish, failures = here.bot.store.jobs.finish, 6

        async def failing(*given: Any, **more: Any) -> Any:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise StorageError("the database failed: database is locked")
            return await finish(*given, **more)

        monkeypatch.setattr(here.bot.store.jobs, "finish", failing)
        await here.settle()
        assert failures < 0
        assert len(case.channel.history()) == 1
        assert await _told(here, case.match_id)


# What is read with a claim


async def test_what_was_posted_before_a_thread_was_opened_again_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new board is there when the old one cannot be closed, because the thread was archived meanwhile."""
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await picked(case)
        thread = await case.thread()
        env = here.made.env
        path = f"/channels/{thread.id}/messages"
        env.inject_error("PATCH", f"{path}/*", status=400, code=50083, message="Thread is archived")
        since = len(env.http_requests)
        await last_pick(case)
        await here.settle()
        assert ["play" in m[1] for m in shown(thread)] == [False, True]
        sent = [request for request in env.http_requests[since:] if (request.method, request.path) == ("POST", path)]
        assert len(sent) == 1
        assert (await here.bot.store.jobs.of_match(case.match_id))[-1].attempts == 1


async def test_a_row_reads_nothing_more_of_a_match_that_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await picked(case)
        asked = []
        store = here.bot.store

        def watched(name: str, plain: Any) -> Any:
            async def call(*given: Any, **more: Any) -> Any:
                asked.append(name)
                return await plain(*given, **more)

            return call

        for part, names in (
            (store.matches, ("load_whole",)),
            (store.messages, ("current", "of_match")),
            (store.jobs, ("finish",)),
        ):
            for name in names:
                monkeypatch.setattr(part, name, watched(name, getattr(part, name)))
        match = await here.bot.matches.load(case.match_id)
        asked.clear()
        news = (match_job(PUBLIC, case.match_id), *(user_job(DM, user, direct=True) for user in match.users()))
        await store.jobs.add(case.match_id, news, now=0, version=1)
        here.bot.posts.wake()
        await here.settle()
        assert asked == ["finish"] * 3


async def test_the_row_of_a_match_that_is_gone_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        cases = [_case(here), _case(here)]
        for case in cases:
            await case.begun()
        gone, other = cases
        remove_match(here.bot.store.url, gone.match_id)
        again = update(job).where(job.c.match_id == gone.match_id).values(state="pending")
        await here.bot.store.database.write(lambda connection: connection.execute(again))
        await other.play(0, "colour", "red")
        await here.settle()
        rows = await here.bot.store.jobs.of_match(gone.match_id)
        assert {(row.state, row.note) for row in rows} == {("failed", str(Refusal(NO_MATCH)))}
        assert await _told(here, other.match_id)


# Permissions


async def test_a_board_that_is_refused_leaves_the_old_one_its_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await picked(case)
        case.deny(send_messages_in_threads=True)
        await case.play(1, "pick", "1", "2")
        await here.still()
        for _ in range(3):  # the first attempt, and some further ones
            here.glass.on()
            await here.still()
        (thread,) = case.channel.threads
        assert [m[1] for m in shown(thread)] == [("play", "words", "rolls", "help")]
        told = [m for m in shown(case.channel) if "held up" in m[0]]
        assert len(told) == 1
        assert "Send Messages in Threads" in told[0][0]
        health = await here.bot.store.jobs.backlog(here.glass.now)
        assert (health.waiting, health.age) == (1, 0)
        # The permission returns, and with the news of it the board comes; nobody has to move.
        at = here.glass.now
        case.deny()
        await here.still()
        assert ["play" in m[1] for m in shown(thread)] == [False, True]
        assert here.glass.now == at
        assert [m for m in shown(case.channel) if "held up" in m[0]] == []
        assert (await here.bot.store.jobs.backlog(here.glass.now)).waiting == 0


async def test_a_thread_that_is_closed_to_the_bot_holds_up_nothing_its_players_are_told_of_other_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        broken, sound = _case(here), _case(here)
        sound.people = broken.people  # neither of them gets direct messages
        for case in (broken, sound):
            await case.begun()
        store, user = here.bot.store, broken.people[0].id
        broken.deny(send_messages_in_threads=True)
        for case in (broken, sound):
            match = await here.bot.matches.load(case.match_id)
            assert user in match.waited_for()
            await store.jobs.add(case.match_id, (user_job(NUDGE, user),), now=here.glass.now, version=1)
            here.bot.posts.wake()
            await here.still()
        asked = "👋"
        assert [text for text, _, _ in shown(await sound.thread()) if asked in text]
        (waiting,) = [row for row in await store.jobs.of_match(broken.match_id) if row.kind == NUDGE]
        assert (waiting.state, waiting.waits_for) == ("pending", "permission")
        # What comes later about the same match waits for the permission, too, and makes nobody think that time is lost.
        await store.jobs.add(broken.match_id, (user_job(OUT, user),), now=here.glass.now, version=1)
        health = await store.jobs.backlog(here.glass.now + 3_600_000)
        assert (health.depth, health.waiting, health.age) == (2, 2, 0)
        broken.deny()
        await here.still()
        assert [text for text, _, _ in shown(await broken.thread()) if asked in text]
        assert await _told(here, broken.match_id)


async def test_what_discord_refuses_as_malformed_is_told_once_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await case.begin()
        await here.settle()
        refusing, plain = True, here.bot.http.request

        async def request(route: Any, **more: Any) -> Any:
            if refusing and route.path.endswith("/threads"):
                response: Any = type("Response", (), {"status": 400, "reason": "Bad Request", "headers": {}})
                raise discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body"})
            return await plain(route, **more)

        monkeypatch.setattr(here.bot.http, "request", request)
        await case.accept()
        await here.still()
        assert [m for m in shown(case.channel) if "held up" in m[0]] == []  # it may have been a passing whim
        for _ in range(6):
            here.glass.on()
            await here.still()
        (warning,) = [m for m in case.channel.history() if "held up" in m.content]
        assert "Discord refuses what I am trying to post" in warning.content
        assert {user.id for user in warning.mentions} == {user.id for user in case.people}
        assert len([r for r in caplog.records if "incident" in r.getMessage()]) == 1
        found = inspection.inspect(here.bot.store.url, here.glass.now)
        assert found.refused == 1
        refusing = False
        await here.settle()
        assert case.channel.threads
        texts = [m[0] for m in shown(case.channel)]
        assert [text for text in texts if "held up" in text] == []
        assert len([text for text in texts if text.endswith("goes on.")]) == 1
        assert inspection.inspect(here.bot.store.url, here.glass.now).refused == 0


@pytest.mark.parametrize(("language", "words"), [("de", "fehlt mir die Berechtigung"), ("es", "me falta el permiso")])
async def test_it_is_told_in_the_language_of_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        case = _case(here)
        await case.begun(language=language)
        case.deny(send_messages_in_threads=True)
        thread = case.channel.threads[0]
        here.made.env.backend.delete_message(thread.id, thread.history()[-1].id)
        await case.play(0, "colour", "red")
        await case.told(1)
        assert words in case.channel.history()[-1].content


# Restores


@pytest.mark.on_files
async def test_after_a_restore_no_two_boards_have_buttons(tmp_path: Path) -> None:
    """The database is older than Discord: it knows a board that was closed, and not those that came later."""
    async with world(tmp_path) as made:
        match_id = await made.match()
        await setup(made, match_id, "dragon_empire", "lords_of_the_abyss")
        await catch_up(made, match_id)
        thread = await made.thread(match_id)
        copy = await made.bot.store.backup(tmp_path / "copies")
        for _ in range(2):
            (waited,) = (await made.bot.matches.load(match_id)).waited_for()
            await made.actor(waited).slash(thread, "monolith end")
            await made.settle()
        await made.bot.posts.stop()
        await made.bot.store.close()
        shutil.copy(copy, tmp_path / "matches.db")
        for more in ("-wal", "-shm"):
            (tmp_path / f"matches.db{more}").unlink(missing_ok=True)
        made.bot = await make_bot(tmp_path)
        await made.env.restart_bot(made.bot)
        (waited,) = (await made.bot.matches.load(match_id)).waited_for()
        await made.actor(waited).slash(thread, "monolith end")
        await made.settle()
        with_buttons = boards(thread.history())
        assert len(with_buttons) == 1
        live = await made.live(match_id)
        assert with_buttons[0].id == live.id
        assert "play" in button_ids(live)


# Leases, and stopping


async def _row(here: Stage, match_id: str, job_id: int) -> Job:
    (row,) = [one for one in await here.bot.store.jobs.of_match(match_id) if one.id == job_id]
    return row


async def _claim_unheard(here: Stage, match_id: str) -> Job:
    """Commit a claim of the worker of which it gets no answer, as where the database breaks off at that moment."""
    store, now = here.bot.store, here.glass.now
    await store.jobs.add(match_id, (NewJob("unheard", "unheard"),), now=now)
    claimed = await store.jobs.claim(now, owner=here.bot.posts.owner, lease_ms=LEASE_MS, room=1)
    (row,) = [one.job for one in claimed.jobs]
    assert row.kind == "unheard"
    return row


async def test_what_takes_long_keeps_its_lease(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        renew, renewed = here.bot.store.jobs.renew, 0
        drawn = asyncio.Event()

        async def flaky(owner: str, until: int, ids: Collection[int]) -> int:
            nonlocal renewed
            renewed += 1
            if renewed == 1:
                raise StorageError("the database failed: database is locked")
            return await renew(owner, until, ids)

        async def slow(*_: Any) -> Any:
            await drawn.wait()
            raise OSError(errno.ENOSPC, "No space left on device")

        async def nothing(*_: object) -> None:
            return None

        here.bot.posts.kinds.handle("unheard", nothing)
        monkeypatch.setattr(here.bot.store.jobs, "renew", flaky)
        case = _case(here)
        await case.begin()
        await here.settle()
        draw = here.bot.services.studio.draw
        monkeypatch.setattr(here.bot.services.studio, "draw", slow)
        await case.accept()
        while (renewal := here.bot.posts._renewal) is None:
            await asyncio.sleep(0.001)
        kept = await here.bot.store.jobs.of_match(case.match_id)
        (busy,) = [one for one in kept if (one.kind, one.state) == (PUBLIC, "running")]
        unheard = await _claim_unheard(here, case.match_id)
        here.glass.now += int(RENEW_SECONDS * 1000)
        renewal._run()  # the loop does so after that time; simulated loops do not
        wanted = here.glass.now + LEASE_MS
        async with asyncio.timeout(60):
            while (row := await _row(here, case.match_id, busy.id)).leased_until < wanted:
                await asyncio.sleep(0.001)
                here.glass.now += 100
                here.glass.wake()
        assert renewed == 2
        assert (row.state, row.attempts) == ("running", 1)
        left = await _row(here, case.match_id, unheard.id)
        assert left.leased_until == unheard.leased_until, "the worker knows nothing of it"
        monkeypatch.setattr(here.bot.services.studio, "draw", draw)
        drawn.set()
        await here.settle()
        assert await _told(here, case.match_id)
        assert here.bot.posts._renewal is None


async def test_a_permission_that_comes_while_another_is_dealt_with_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        posts, server, made_due = made.bot.posts, made.guild.id, list[set[int]]()

        async def make_due(guilds: Iterable[int], now: int) -> None:
            made_due.append(set(guilds))
            if len(made_due) == 1:
                raise StorageError("the disk is slow")
            if len(made_due) == 2:
                posts.permissions_changed(server)

        async with posts.paused():
            monkeypatch.setattr(made.bot.store.jobs, "make_due", make_due)
            posts.permissions_changed(server)
            with pytest.raises(StorageError):
                await posts._round()
            for _ in range(3):
                await posts._round()
            assert made_due == [{server}] * 3


async def test_a_stop_while_rows_are_claimed_leaves_no_traceback_and_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for moment in range(6):
        monkeypatch.undo()
        async with stage(tmp_path / str(moment), monkeypatch) as here:
            await asyncio.gather(*(here.challenge(here.people()) for _ in range(4)))
            for _ in range(moment * 3):
                await asyncio.sleep(0)
            await asyncio.gather(here.bot.posts.stop(), here.bot.timers.stop())
            assert not here.bot.posts._tasks
            assert not here.bot.timers._tasks
            heads = await here.bot.store.matches.all_open()
            rows = [row for head in heads for row in await here.bot.store.jobs.of_match(head.id)]
            assert {(row.state, row.owner) for row in rows} <= {("pending", None), ("done", None)}
            await here.bot.supervisor.stop()
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []


async def test_a_stop_gives_back_what_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(tmp_path, monkeypatch) as here:
        for worker in (here.bot.posts, here.bot.timers):
            monkeypatch.setattr(worker, "pool", replace(worker.pool, stop_seconds=0.05))
        case = _case(here)
        await case.begun()

        async def never(*_: Any, **__: Any) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(here.bot.services.studio, "draw", never)
        here.bot.timers.kinds.handle("reminder", never)
        await set_timer(here.bot.store, case.match_id, "reminder", here.glass.now)
        here.bot.timers.wake()
        await case.play(0, "colour", "red")
        while not (here.bot.posts._tasks and here.bot.timers._tasks):
            await asyncio.sleep(0.001)
        await asyncio.gather(here.bot.posts.stop(), here.bot.timers.stop())
        row = (await here.bot.store.jobs.of_match(case.match_id))[-1]
        assert (row.state, row.owner, row.attempts) == ("pending", None, 1)
        (claim,) = (await claim_timers(here.bot.store, here.glass.now, owner="next", room=9)).jobs
        assert claim.job.attempts == 2


async def test_what_cannot_be_healed_ends_the_process_with_status_75(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: ArenaBot, token: str) -> None:
        async def work() -> None:
            raise Fatal("the file of the database is gone")

        self.supervisor.start("watching", work)
        while not self.is_closed():
            await asyncio.sleep(0.001)

    monkeypatch.setattr(ArenaBot, "start", start)
    monkeypatch.setattr("bot.memory.settle", lambda: None)
    monkeypatch.setattr("bot.log._salt", b"")  # another one is taken, and ends with this test
    # Nothing is drawn ahead: later tests would find what the user's cache folder has, and threads that still draw.
    idle = {
        name: replace(face, pictures=replace(face.pictures, warm=lambda _: lambda: None))
        for name, face in FACES.items()
    }
    monkeypatch.setattr("bot.registry.FACES", idle)
    assert await command_line._serve(settings(tmp_path)) == EX_TEMPFAIL


async def test_a_bot_that_cannot_be_made_closes_its_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: ArenaBot, *_: object, **__: object) -> None:
        raise ValueError("a command is wrong")

    def connections() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name}

    before = connections()
    monkeypatch.setattr(ArenaBot, "__init__", refuse)
    with pytest.raises(ValueError, match="a command is wrong"):
        await command_line._serve(settings(tmp_path))
    assert connections() <= before
