"""Threads that are lost, channels that are deleted, servers that the bot has to leave: nothing is lost with them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from simcord.backend import serializers
from sqlalchemy import update

from bot.clocks.calendars import Calendars
from bot.features.clocks.reachability import Reachability
from bot.features.clocks.timer import ClockTimer
from bot.interactions.places import reopen_if_lost
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.publish.across import UNREACHED
from bot.publish.live import LiveMessage
from bot.publish.places import Places
from storage import MatchHead, MessageChange, NewMessage, StorageError, schema
from tests.bot.features.living import Living, living
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, buttons, pings, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")
DAY = 86_400_000


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def begun(made: World, **options: Any) -> str:
    """Anna against Max."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, **options)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    place = made.channel
    if head.private:
        place = next(c for c in made.channel.threads if c.id == head.thread_id)
    await made.press(made.max, next(m for m in reversed(place.history()) if m.components), "accept")
    await made.settle()
    return head.id


async def looked(made: World) -> None:
    """The bot has heard the news, and told what follows."""
    await made.env.settle()
    await made.settle()


def asked(made: World) -> list[Any]:
    """The messages in the channel that offer a new thread."""
    return [m for m in made.channel.history() if [b.press.action_id for b in buttons(m)] == ["reopen"]]


def to_both(made: World, part: str) -> list[bool]:
    """Whether each of the two has heard it by direct message."""
    return [any(part in m.content for m in one.user.dm_channel.history()) for one in made.players]


async def test_a_lost_thread_is_told_once_in_the_channel_and_opened_anew_by_a_button(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        old = await made.thread(match_id)
        before = len(made.env.http_requests)
        made.env.backend.delete_channel(old.id)
        await looked(made)
        (message,) = asked(made)
        assert "was deleted. The match itself is kept" in message.content
        assert pings(made, before) == [(made.channel.id, (made.anna.id, made.max.id))]
        await made.play(match_id, made.anna.id, ("colour", "red"))  # finds the same
        await made.bot.services.get(Reachability).look()
        await looked(made)
        assert len(asked(made)) == 1
        assert to_both(made, "was deleted") == [False, False]
        refused = await made.press(made.tina, message, "reopen")
        assert "not playing" in said(refused)
        only_refusals(made)
        assert "a new one opens here" in said(await made.press(made.anna, message, "reopen"))
        await looked(made)
        new = await made.thread(match_id)
        assert new.id != old.id
        assert asked(made) == []
        assert f"goes on in <#{new.id}>." in made.message(made.channel.id, message.id).content
        assert (await made.live(match_id)).channel_id == new.id
        await made.bot.services.get(Reachability).look()
        await looked(made)
        assert asked(made) == []


async def _ask_meanwhile(
    made: World, patch: pytest.MonkeyPatch, match_id: str, owner: Any, step: str, *, stale: bool = False
) -> list[str]:
    """Let Max ask for a thread, too, after the next such step of what `/match show` brings about; returns his answer.

    With `stale` he asks about the match as it is now.
    """
    now = await made.bot.matches.load(match_id)
    answers: list[str] = []
    requests: list[Request] = []
    plain, carry_out = reopen_if_lost, getattr(owner, step)

    async def reopen(request: Request, lost: LoadedMatch) -> str:
        requests.append(request)
        return await plain(request, lost)

    async def carry_out_and_ask(*arguments: Any, **named: Any) -> Any:
        done = await carry_out(*arguments, **named)
        if requests:
            by_max = replace(requests.pop(), user=made.max.id)
            answers.append(await plain(by_max, now if stale else await made.bot.matches.load(match_id)))
        return done

    patch.setattr("bot.commands.match.reopen_if_lost", reopen)
    patch.setattr(owner, step, carry_out_and_ask)
    return answers


def sent_since(made: World, before: int) -> tuple[int, int]:
    """How many messages were sent to the channel since, and how many threads were opened there."""
    paths = [one.path for one in made.env.http_requests[before:] if one.method == "POST"]
    sent = sum(path.endswith(f"/channels/{made.channel.id}/messages") for path in paths)
    return sent, sum(path.endswith("/threads") for path in paths)


@pytest.mark.parametrize(
    ("step", "private"), [("_start_message", False), ("_seat_players", False), ("_seat_players", True)]
)
async def test_of_two_who_ask_for_it_one_opens_the_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, private: bool
) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, private=private)
        made.env.backend.delete_channel((await made.thread(match_id)).id)
        await looked(made)
        before = len(made.env.http_requests)
        answers = await _ask_meanwhile(made, monkeypatch, match_id, Places, step)
        assert "a new one opens here" in said(await made.anna.slash(made.channel, "match show", match=match_id))
        await looked(made)
        assert sent_since(made, before) == (0 if private else 1, 1)
        assert "is being opened" in answers[0]


async def test_who_looked_for_the_lost_thread_before_it_was_replaced_opens_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        made.env.backend.delete_channel((await made.thread(match_id)).id)
        await looked(made)
        before = len(made.env.http_requests)
        answers = await _ask_meanwhile(made, monkeypatch, match_id, LiveMessage, "publish", stale=True)
        assert "a new one opens here" in said(await made.anna.slash(made.channel, "match show", match=match_id))
        await looked(made)
        assert sent_since(made, before) == (1, 1)
        assert answers == [f"The match has its thread: <#{(await made.thread(match_id)).id}>"]


async def test_a_match_whose_thread_is_just_being_opened_stays_in_its_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        other = made.guild.create_text_channel("elsewhere")
        await made.bot.store.matches.set_place(match_id, thread_id=0, start_message_id=0)
        assert "is being opened" in said(await made.max.slash(other, "match show", match=match_id))
        await looked(made)
        assert list(other.history()) == []
        stored = await made.bot.store.matches.load(match_id)
        assert stored.channel_id == made.channel.id
        assert stored.thread_id, "where the job for it is gone, there is another one now"


async def test_a_match_whose_channel_was_deleted_before_it_had_a_thread_goes_on_in_another(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        other = made.guild.create_text_channel("elsewhere")
        await made.bot.store.matches.set_place(match_id, thread_id=0, start_message_id=0)
        made.env.backend.delete_channel(made.channel.id)
        await looked(made)
        assert await made.bot.matches.calendars.paused() == {match_id}
        assert "a new one opens here" in said(await made.max.slash(other, "match show", match=match_id))
        await looked(made)
        assert await made.bot.matches.calendars.paused() == frozenset()
        assert (await made.live(match_id)).channel_id == (await made.bot.store.matches.load(match_id)).thread_id


async def test_what_was_deleted_while_nobody_heard_it_is_found_by_looking(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        thread = await made.thread(match_id)
        for at, running in enumerate(made.bot.services.running):
            made.bot.services.running[at] = replace(running, heard=None)
        made.env.backend.delete_channel(thread.id)
        await looked(made)
        assert asked(made) == []
        await made.bot.services.get(Reachability).look()
        await looked(made)
        assert len(asked(made)) == 1
        opened = said(await made.max.slash(made.channel, "match show", match=match_id))
        assert "a new one opens here" in opened
        await looked(made)
        assert asked(made) == []


async def test_of_a_private_match_the_players_hear_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, private=True)
        thread = await made.thread(match_id)
        made.env.backend.delete_channel(thread.id)
        await looked(made)
        assert asked(made) == []
        assert to_both(made, f"use `/match show` with `{match_id}`") == [True, True]


async def test_clocks_stand_still_while_the_bot_is_not_in_the_server(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, pace="brisk")
        store, clock = made.bot.store, made.bot.clock
        await made.play(match_id, made.anna.id, ("colour", "red"))
        await made.settle()
        (before,) = [one for one in (await store.matches.load(match_id)).clocks if one.since is not None][:1]
        backend = made.env.backend
        whole = serializers.guild_create_payload(backend, backend.get_guild(made.guild.id))
        backend.emit("GUILD_DELETE", {"id": str(made.guild.id)})
        await looked(made)
        assert await made.bot.matches.calendars.paused() == {match_id}
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
        assert {one.runs_out for one in (await store.matches.load(match_id)).clocks} == {None}
        clock.ahead += 10 * DAY
        match = await made.bot.matches.load(match_id)
        assert await made.bot.services.get(ClockTimer).catch_up(match) is None, "nothing falls due meanwhile"
        assert await Calendars(store).paused() == {match_id}, "it is known after a restart, too"
        backend.emit("GUILD_CREATE", whole)
        await looked(made)
        await made.bot.services.get(Reachability).look()
        await looked(made)
        assert await made.bot.matches.calendars.paused() == frozenset()
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
        (after,) = [one for one in (await made.bot.store.matches.load(match_id)).clocks if one.seat == before.seat]
        assert before.runs_out is not None
        assert after.runs_out is not None
        assert abs(after.runs_out - before.runs_out - 10 * DAY) < DAY / 24
        assert after.out_at is None


async def test_a_match_whose_channel_was_deleted_goes_on_in_another(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, pace="brisk")
        other = made.guild.create_text_channel("elsewhere")
        thread = await made.thread(match_id)
        made.env.backend.delete_channel(thread.id)
        made.env.backend.delete_channel(made.channel.id)
        await looked(made)
        assert await made.bot.matches.calendars.paused() == {match_id}
        await made.play(match_id, made.anna.id, ("colour", "red"))
        await looked(made)
        assert to_both(made, "its clocks stand still") == [True, True]
        assert "a new one opens here" in said(await made.max.slash(other, "match show", match=match_id))
        await looked(made)
        assert await made.bot.matches.calendars.paused() == frozenset()
        stored = await made.bot.store.matches.load(match_id)
        assert stored is not None
        assert stored.channel_id == other.id
        await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
        assert any(one.runs_out for one in (await made.bot.store.matches.load(match_id)).clocks)


@pytest.mark.parametrize("step", ["telling", "pausing"])
async def test_a_lost_channel_is_told_once_when_the_first_look_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, pace="brisk")
        thread = await made.thread(match_id)
        for at, running in enumerate(made.bot.services.running):
            made.bot.services.running[at] = replace(running, heard=None)
        made.env.backend.delete_channel(thread.id)
        made.env.backend.delete_channel(made.channel.id)
        await looked(made)

        async def fails(*_: object, **__: object) -> None:
            raise StorageError("the database is away for a moment")

        reachability, store = made.bot.services.get(Reachability), made.bot.store
        with monkeypatch.context() as patched:
            if step == "telling":
                patched.setattr(store.jobs, "add", fails)
                patched.setattr(store.jobs, "add_all", fails)
            else:
                patched.setattr(store.pauses, "begin", fails)
            with pytest.raises(StorageError):
                await reachability.look()
        await looked(made)
        for _ in range(2):
            await reachability.look()
            await looked(made)
        assert await made.bot.matches.calendars.paused() == {match_id}
        for one in made.players:
            told = [m for m in one.user.dm_channel.history() if "its clocks stand still" in m.content]
            assert len(told) == 1


def reachability_of(here: Living) -> Reachability:
    client: Any = SimpleNamespace(get_guild=lambda guild_id: None)
    return Reachability(client, here.matches, lambda guild_id: True)


async def across(here: Living) -> MatchHead:
    """A match across servers."""
    match = await here.begun()
    changed = update(schema.match).where(schema.match.c.id == match.id).values(guild_id=None, channel_id=None)
    await here.store.matches._db.write(lambda connection: connection.execute(changed))
    (head,) = await here.store.matches.all_open()
    assert head.across
    return head


def asking(match_id: str) -> NewMessage:
    """Return the message that asks somebody to open their direct messages."""
    return NewMessage(match_id, UNREACHED, 5, 6, 1, recipient=2)


async def test_a_match_that_begins_to_wait_for_somebody_during_a_look_stays_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(tmp_path) as here:
        head, calendars, reachability = await across(here), here.matches.calendars, reachability_of(here)

        async def in_reach(one: MatchHead, asked: dict[int, bool]) -> bool:
            await calendars.pause({head.id}, here.now, asking(head.id))
            return True

        monkeypatch.setattr(reachability, "_in_reach", in_reach)
        await reachability.look()
        assert await calendars.paused() == {head.id}


async def test_a_match_for_which_somebody_is_asked_while_others_are_paused_stays_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living(tmp_path) as here:
        head, calendars, reachability = await across(here), here.matches.calendars, reachability_of(here)
        other = await here.begun(first=3)
        await calendars.pause({head.id}, here.now)
        pause = calendars.pause

        async def pause_slowly(match_ids: Collection[str], now: int) -> None:
            await pause(match_ids, now)
            await pause({head.id}, now, asking(head.id))

        monkeypatch.setattr(calendars, "pause", pause_slowly)
        await reachability.look()
        assert await calendars.paused() == {head.id, other.id}, "the server of the other one is out of reach"


async def test_a_match_that_nobody_waits_for_any_more_is_not_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody opens their direct messages while a look goes on."""
    async with living(tmp_path) as here:
        head, calendars, reachability = await across(here), here.matches.calendars, reachability_of(here)
        await calendars.pause({head.id}, here.now, asking(head.id))
        asked_since = here.store.messages.asked_since

        async def answered_at_once(kind: str, since: int) -> frozenset[str]:
            found = await asked_since(kind, since)
            await here.matches.resume([head])
            await here.store.messages.record([MessageChange(6, state="closed")], now=here.now)
            return found

        monkeypatch.setattr(here.store.messages, "asked_since", answered_at_once)
        await reachability.look()
        assert await calendars.paused() == frozenset()
