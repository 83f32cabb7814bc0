"""The computer plays on for somebody who is late or has left, as the others decide, until that person comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.features.clocks.timer import ClockTimer
from bot.features.substitutes.service import Substitutes
from bot.interactions.inspect import record
from bot.matches import computers
from bot.panels.model import Press
from games import record as records
from games import verify
from tests.bot.driving import PAIR, catch_up, setup
from tests.bot.forged import only_refusals, said
from tests.bot.thinking import computing
from tests.bot.world import World, button_ids, buttons, pings, words

pytestmark = pytest.mark.usefixtures("no_incident")
DAY = 86_400_000
KNIGHT = computers.computer("knight")


async def begun(made: World, **options: Any) -> tuple[str, Any, Any]:
    """A match at its first turn: its id, who is to move, the other one."""
    match_id = await made.match(**options)
    await setup(made, match_id, *PAIR)
    await catch_up(made, match_id)
    (waited,) = (await made.bot.matches.load(match_id)).waited_for()
    late = made.actor(waited)
    return match_id, late, made.max if late is made.anna else made.anna


async def runs_out(made: World, match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes until that of whoever is to move is over."""
    later = made.bot.matches.clock() + 30 * DAY
    monkeypatch.setattr(made.bot.matches, "clock", lambda: later)
    await made.bot.services.get(ClockTimer).catch_up(await made.bot.matches.load(match_id))
    await made.settle()


async def test_the_other_lets_the_computer_play_until_the_late_one_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with computing(tmp_path) as made:
        match_id, late, other = await begun(made, pace="live")
        await runs_out(made, match_id, monkeypatch)
        thread = await made.thread(match_id)
        seat = (await made.bot.matches.load(match_id)).seat_of(late.id)
        before = len((await made.bot.matches.load(match_id)).entries)
        shown = await other.slash(thread, "match time")
        assert "Done." in said(await made.reply(other, shown.response, "time", "computer"))
        await made.settle()

        match = await made.bot.matches.load(match_id)
        assert match.user_of(seat) == KNIGHT
        assert match.waited_for() == [other.id], "it has played at once"
        assert match.clock(seat).since is None
        own = [e for e in match.entries[before:] if e.kind == "action" and e.seat == seat]
        assert own
        offer = made.channel.last_message
        plays_on = f"🪑 <@{late.id}>, **Monolith Arena**: the computer plays on for you as Roland (knight)"
        assert offer.content.startswith(plays_on)
        assert button_ids(offer) == ["seat", "words"]
        assert (made.channel.id, (late.id,)) in pings(made)
        assert not any(str(KNIGHT) in request.path for request in made.env.http_requests)

        panel = (await made.press(late, await made.live(match_id), "play")).response
        assert "The computer plays on for you" in words(panel)
        assert "seat" in button_ids(panel)
        refused = await made.press(other, offer, "seat", "take", str(seat))
        assert "cannot take over another seat" in said(refused)
        back = said(await made.press(late, offer, "seat", "take", str(seat)))
        assert "You play on yourself." in back
        assert "Roland" in back
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.user_of(seat) == late.id
        assert match.clock(seat).left_ms == match.pace.bank * 1000, "with a full clock, as any new player"
        assert [one.user_id for one in match.match.former] == [late.id, KNIGHT]
        assert not button_ids(made.message(made.channel.id, offer.id))
        only_refusals(made)


async def test_the_record_of_whoever_was_away_twice_verifies(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id, late, other = await begun(made)
        substitutes, load = made.bot.services.get(Substitutes), made.bot.matches.load
        seat = (await load(match_id)).seat_of(late.id)
        assert seat is not None
        async with made.bot.thoughts.paused():
            for _ in range(2):
                match = await substitutes.stand_in(await load(match_id), seat, lambda match: True)
                match = (await substitutes.take(match, late.id, seat)).match
            match = await substitutes.stand_in(match, seat, lambda match: True)
            match = (await made.bot.matches.agree(match, other.id, ("resign",))).match
        found = record(match, other.id)
        assert [one["player"] for one in found["handovers"]] == [str(KNIGHT), str(late.id)] * 2 + [str(KNIGHT)]
        verdict = verify.verify(records.read(json.dumps(found)))
        assert verdict.status == verify.GOOD, verdict.text
        for place, player in ((1, other.id), (3, other.id), (0, other.id)):
            forged = json.loads(json.dumps(found))
            forged["handovers"][place]["player"] = str(player)
            forged["digest"] = records.digest(forged)
            assert "who has played already" in verify.verify(forged).text


async def test_it_plays_for_whoever_has_left_without_any_clock(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id, late, other = await begun(made)
        thread = await made.thread(match_id)
        shown = await other.slash(thread, "match time")
        assert Press("time", ("computer",)) not in [c.press for c in buttons(shown.response)]
        await made.bot.services.get(Substitutes).left(made.guild.id, late.id)
        await made.settle()
        shown = await other.slash(thread, "match time")
        await made.reply(other, shown.response, "time", "computer")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert KNIGHT in [s.user_id for s in match.match.seats]
        assert match.waited_for() == [other.id]


async def test_a_server_sets_how_strong_it_is_or_wants_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with computing(tmp_path) as made:
        match_id, _, other = await begun(made, pace="live")
        await runs_out(made, match_id, monkeypatch)
        servers, thread = made.bot.services.servers, await made.thread(match_id)
        server, now = await servers.of(made.guild.id), made.bot.matches.clock()
        await servers.set(type(server)(made.guild.id, stand_in="none"), now=now)
        shown = await other.slash(thread, "match time")
        assert "plays on for nobody" in said(await made.reply(other, shown.response, "time", "computer"))
        await servers.set(type(server)(made.guild.id, stand_in="squire"), now=now)
        await made.reply(other, shown.response, "time", "computer")
        await made.settle()
        assert computers.computer("squire") in [s.user_id for s in (await made.bot.matches.load(match_id)).match.seats]
        only_refusals(made)


async def test_nobody_is_replaced_who_has_time_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with computing(tmp_path) as made:
        match_id, late, other = await begun(made, pace="live")
        await runs_out(made, match_id, monkeypatch)
        shown = await other.slash(await made.thread(match_id), "match time")
        await made.reply(other, shown.response, "time", "give")
        told = said(await made.reply(other, shown.response, "time", "computer"))
        assert "Nobody has run out of time" in told
        assert late.id in (await made.bot.matches.load(match_id)).users()
        only_refusals(made)


async def test_no_clock_runs_for_it_while_it_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with computing(tmp_path) as made:
        match_id, late, other = await begun(made, pace="live")
        await runs_out(made, match_id, monkeypatch)
        seat = (await made.bot.matches.load(match_id)).seat_of(late.id)
        async with made.bot.thoughts.paused():
            match = await made.bot.matches.load(match_id)
            match = await made.bot.services.get(Substitutes).stand_in(match, seat, lambda match: True)
            assert match.clock(seat).since is None
            assert match.waited_for() == []
        await made.settle()
        assert (await made.bot.matches.load(match_id)).waited_for() == [other.id]
