"""Crashes, deliveries that come twice, refusals and disconnects, against the bot as a process of its own."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

from sandbox.messages import Message
from tests.e2e.playing import PATIENCE, Playground, boards, needed, playground
from tests.support.seats import button


async def test_a_kill_in_mid_turn_and_the_old_buttons(game: Playground) -> None:
    live = await game.begin()
    acted = await game.click(game.anna, live, "play")
    panel = acted.answer
    await game.click(game.anna, panel, "show", "faction", "dragon_empire")
    await game.bot.stop(signal.SIGKILL)
    dead = await game.anna.click(panel, needed(panel, "do", "faction", "dragon_empire"), wait=False)
    assert not dead.delivered
    await game.bot.start()
    # The panel from before the crash goes on, and so does the live message.
    acted = await game.click(game.anna, panel, "do", "faction", "dragon_empire")
    assert not acted.failed
    assert "Dragon" in panel.text or "decide" in panel.text
    acted = await game.click(game.max, live, "words")
    assert acted.answer.embeds


async def test_an_interaction_that_comes_twice_counts_once(game: Playground) -> None:
    live = await game.begin()
    shown = len([m for m in game.anna.messages(game.thread) if m.ephemeral_for is game.anna.user])
    acted = await game.anna.click(live, needed(live, "play"), duplicate=True, wait=False)
    await game.box.expect(lambda: "was delivered twice" in game.bot.log, "a line about the second one", PATIENCE)
    await game.box.acknowledged(acted, PATIENCE)
    await game.rest()
    assert len([m for m in game.anna.messages(game.thread) if m.ephemeral_for is game.anna.user]) == shown + 1
    path = f"/interactions/{acted.id}/"
    assert len([r for r in game.box.requests if r.path.startswith(path)]) == 1


async def test_a_press_that_crosses_the_closing_of_its_message(game: Playground) -> None:
    """It was on its way when the board was replaced: it opens the panel all the same, for the match as it is now."""
    await game.begin()
    await game.choose_factions()
    for hex_ in ("A2", "E2"):
        old = game.live()
        assert old is not None
        key = needed(old, "play")
        await game.slash(game.waited()[0], "monolith banner", hex=hex_)
        await game.rest()
    assert game.live() is not old
    assert not old.controls
    (player,) = game.waited()
    acted = await player.click(old, key, wait=False, late=True)
    await game.box.acknowledged(acted, PATIENCE)
    assert not acted.failed
    assert acted.answer.ephemeral_for is player.user
    assert acted.answer.images
    assert button(acted.answer, "show", "end"), acted.answer.controls


async def test_two_people_press_at_the_same_time(game: Playground) -> None:
    live = await game.begin()
    factions = ("dragon_empire", "lords_of_the_abyss")
    both = (game.anna, game.max)
    opened = await asyncio.gather(*(game.click(p, live, "play") for p in both))
    panels = [acted.answer for acted in opened]
    done = []
    for action_id in ("show", "do"):
        moves = zip(both, panels, factions, strict=True)
        done = await asyncio.gather(*(game.click(p, m, action_id, "faction", f) for p, m, f in moves))
    assert not any(acted.failed for acted in done)
    await game.rest()
    assert "banner" in (game.live() or live).text


async def test_429_and_500_delay_but_lose_nothing(game: Playground) -> None:
    for action in (429, 500):
        game.box.fault("POST", "/channels/*/messages", action, seconds=0.3)
    await game.begin()
    for action in (429, 502):
        game.box.fault("PATCH", "/channels/*/messages/*", action, seconds=0.3)
    await game.choose_factions()
    assert "banner" in getattr(game.live(), "text", "")
    assert not any(f.times for f in game.box.faults)
    with_buttons = boards(game.anna.messages(game.thread))
    assert len(with_buttons) == 1


async def test_a_dropped_and_an_invalid_gateway(game: Playground) -> None:
    live = await game.begin()
    await game.box.gateway.drop(4000)
    acted = await game.click(game.anna, live, "words")  # happens in the gap and is replayed
    assert not acted.failed
    assert game.box.gateway.log.count("resume") == 1
    await game.box.gateway.invalidate()
    await game.box.expect(lambda: game.box.gateway.log.count("identify") == 2, "a new session", PATIENCE)
    acted = await game.click(game.anna, live, "words")
    assert not acted.failed


async def test_what_moderators_take_away(game: Playground) -> None:
    live = await game.begin()
    game.box.moderate(live)
    await game.choose_factions()
    again = await game.box.expect(game.live, "a new live message", PATIENCE)
    assert again is not live
    # An archived thread: the board goes on in it.
    game.box.archive(game.thread)
    acted = await game.slash(game.anna, "monolith reserve")
    assert not acted.failed
    await game.slash(game.anna, "monolith banner", hex="A2")
    await game.box.expect(lambda: not game.thread.archived, "the thread is open again", PATIENCE)
    # A deleted thread: `/match show` in the channel opens a new one.
    old = game.thread
    game.box.remove_channel(old)
    acted = await game.anna.slash(game.box.games, "match show", wait=False)
    await game.box.acknowledged(acted, PATIENCE)
    assert "new one" in acted.text
    again = await game.box.expect(lambda: game.box.threads and game.live(), "a live message elsewhere", PATIENCE)
    assert game.thread is not old
    acted = await game.click(game.max, again, "play")
    assert not acted.failed


async def test_closed_direct_messages_fall_back_to_a_ping(game: Playground) -> None:
    await game.begin()
    await game.choose_factions()

    def refused() -> int:
        return sum(isinstance(r.answer, dict) and r.answer.get("code") == 50007 for r in game.box.requests)

    def told() -> list[Message]:
        return [m for m in game.anna.messages(game.thread) if "direct message" in m.content]

    # Anna is waited for when he closes them, and she acts: so it is his turn, and he cannot be told privately.
    if game.waited() == [game.max]:
        await game.slash(game.max, "monolith banner", hex="A2")
        await game.rest()
    assert game.waited() == [game.anna]
    game.max.user.dms_open = False
    acted = await game.slash(game.max, "settings dm", on=True)
    assert "on" in acted.text
    await game.slash(game.anna, "monolith banner", hex="E2")
    # Only who is still waited for is pinged, so he does not act before it has come.
    await game.rest()
    (ping,) = told()
    assert ping.pinged == [game.max.user]
    assert not [*ping.images, *ping.embeds, *ping.components]
    # One try, remembered: the next time the live message itself pings him.
    rng = random.Random(6)
    for _ in range(20):
        waited = game.waited()[0]
        live = game.live()
        if waited is game.max and live is not None and live.id > ping.id:
            break
        await game.by_panel(waited, rng)
        await game.rest()
    assert live is not None
    assert live.id > ping.id
    assert game.max.user in live.pinged
    assert refused() == 1
    assert game.max.messages() == []


async def test_missing_permissions_are_named(tmp_path: Path) -> None:
    async with playground(tmp_path) as game:
        game.box.permit(game.box.games, game.box.world.bot, deny=["attach_files", "create_public_threads"])
        acted = await game.anna.slash(game.box.games, "match new", game="monolith_arena", wait=False)
        await game.box.acknowledged(acted, PATIENCE)
        assert acted.ephemeral
        assert "Attach Files" in acted.text
        assert "Create Public Threads" in acted.text
        assert not game.box.threads
