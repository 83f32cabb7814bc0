"""A match against computers is begun and played to the end in the direct messages with the bot, without a server."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from simcord import interactions

from bot.features.clocks.reachability import Reachability
from bot.interactions.admission import RATES
from bot.interactions.tree import payloads
from bot.matches import computers
from bot.panels.model import Press
from bot.texts.match import link
from tests.bot.driving import by_panel
from tests.bot.forged import only_refusals, said
from tests.bot.thinking import computing
from tests.bot.world import World, button_ids, buttons, controls, words

pytestmark = pytest.mark.usefixtures("no_incident")

SQUIRE = computers.computer("squire")
OF_SERVERS = {"server", "season", "tournament"}
"""Commands that mean something on a server alone."""


def written(made: World, actor: Any) -> list[Any]:
    """What the bot has written to somebody, the oldest first."""
    return [m for m in actor.user.dm_channel.history() if m.author.id == made.bot.user.id and not m.flags.ephemeral]


async def begun(made: World) -> str:
    """Anna writes to the bot, and begins a match with its buttons; returns the match's id."""
    user = made.anna.user
    await made.anna.send_dm("hello")
    await made.settle()
    (greeting,) = written(made, made.anna)
    panel = (await made.press(user, greeting, "new", "-")).response
    assert panel.flags.ephemeral
    for tokens in (("monolith",), ("monolith", "csquire", "=go")):
        await made.press(user, panel, "new", *tokens)
        panel = made.message(panel.channel_id, panel.id)
    assert words(panel) == "Your match with Perkin (squire) begins below."
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def test_a_match_is_begun_and_played_where_somebody_writes_to_the_bot(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        made.actor = lambda user: made.anna.user  # type: ignore[method-assign]
        match_id = await begun(made)
        match = await made.bot.matches.load(match_id)
        place = made.anna.user.dm_channel.id
        assert (match.match.guild_id, match.match.channel_id, match.match.thread_id) == (None, place, place)
        assert match.match.status == "running"
        assert match.match.private
        assert [s.user_id for s in match.match.seats] == [made.anna.id, SQUIRE]
        _, start, live = written(made, made.anna)
        assert start.content.startswith("**Monolith Arena**: Anna against Perkin (squire).")
        assert "thread" not in start.content
        assert {"play", "quick"} <= set(button_ids(live))
        assert "-# Perkin – Squire (easy): Goes after your champions and remembers the banners late." in words(live)
        assert link(match.match) == f"https://discord.com/channels/@me/{place}"
        rng = random.Random(3)
        for _ in range(8):
            assert await by_panel(made, match_id, rng)
        match = await made.bot.matches.load(match_id)
        assert any(entry.seat == 1 and entry.kind == "action" for entry in match.entries)
        assert sum("play" in button_ids(m) for m in written(made, made.anna)) == 1, "one live message, no second board"
        assert not made.channel.history()
        assert not made.channel.threads


async def test_its_end_is_told_there_and_leads_to_a_rematch(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await begun(made)
        user = made.anna.user
        asked = await user.slash("match resign")
        await made.press(user, asked.response, "agree", "resign")
        await made.settle()
        live = await made.live(match_id)
        assert "The match is over." in live.content
        assert "rematch" in button_ids(live)
        assert "Perkin won: Anna resigned" in said(await user.slash("match history"))
        await made.press(user, live, "rematch")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert (head.rematch_of, head.status, head.in_dm) == (match_id, "running", True)
        assert "play" in button_ids(written(made, made.anna)[-1])


async def test_commands_there_mean_the_match_that_is_played_there(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        await made.match()
        user = made.anna.user
        panel = (await user.slash("match new", game="monolith_arena", computer="knight")).response
        assert words(panel) == "Your match with Roland (knight) begins below."
        await made.settle()
        assert "Roland" in said(await user.slash("match show"))
        assert "@me" in said(await user.slash("match mine"))


async def test_the_page_there_asks_for_a_level_and_for_nobody(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        panel = (await made.anna.user.slash("match new", game="monolith_arena")).response
        assert "The computer plays every other seat: **Perkin (squire)**." in words(panel)
        assert "No clock" in words(panel)
        found = [c.press for c in controls(panel)]
        assert Press("new", ("monolith", "csquire", "=go")) in found
        assert Press("new", ("monolith", "csquire")) in found, "a level cannot be taken away"
        assert not any(token in ("s", "pbrisk") for press in found for token in press.tokens)
        assert next(c.label for c in buttons(panel)) == "Play"


async def test_people_are_met_on_servers(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        told = await made.anna.user.slash("match new", game="monolith_arena", opponent=made.max.user)
        assert "People play each other on servers" in said(told)
        only_refusals(made)
        assert not await made.bot.store.matches.all_open()


async def test_nobody_else_finds_it_and_it_never_stands_still(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await begun(made)
        refused = await made.max.slash(made.channel, "match show", match=match_id)
        assert "There is no such match" in said(refused)
        only_refusals(made)
        await made.bot.services.get(Reachability).look()
        assert not await made.bot.matches.calendars.paused()


async def test_there_may_be_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.people.settings.MOST_OPEN", 1)
    async with computing(tmp_path) as made:
        made.bot.services.limits._rates = RATES
        await begun(made)
        told = await made.anna.user.slash("match new", game="monolith_arena", computer="squire")
        assert "as many open matches here as one person may have (1)" in said(told)
        only_refusals(made)


async def test_an_app_of_ones_own_says_where_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server where the bot is no member it cannot post; everything that is answered in private works."""
    plain = interactions.base_payload

    def brought(*given: Any, user_id: int, **more: Any) -> Any:
        record, data = plain(*given, user_id=user_id, **more)
        return record, data | {"authorizing_integration_owners": {"1": str(user_id)}}

    async with computing(tmp_path) as made:
        plain = interactions.base_payload
        monkeypatch.setattr(interactions, "base_payload", brought)
        for options in ({}, {"game": "monolith_arena", "computer": "squire"}):
            told = said(await made.anna.slash(made.channel, "match new", **options))
            assert "I am not a member of this server" in told
        assert not await made.bot.store.matches.all_open()
        only_refusals(made)
        panel = (await made.anna.user.slash("match new", game="monolith_arena", computer="squire")).response
        assert "begins below" in words(panel)


async def test_people_can_have_every_command_but_those_for_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with computing(tmp_path) as made:
        for command in made.bot.tree.get_commands():  # some of them are those of all bots of this process
            monkeypatch.setattr(command, "allowed_installs", command.allowed_installs)  # type: ignore[union-attr]
        before = {one["name"]: one["integration_types"] for one in await payloads(made.bot.tree)}
        assert set(map(tuple, before.values())) == {(0,)}
        made.bot.tree.allow_user_installs()
        after = {one["name"]: one["integration_types"] for one in await payloads(made.bot.tree)}
        assert after == {name: [0] if name in OF_SERVERS else [0, 1] for name in before}
