"""Planning a turn on the simulated Discord, by the panel's button and by command, in all games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.features.plans.plans import Plans
from tests.bot.driving import random_action
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, words, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("same_seeds", "no_incident", "with_toy")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def _waiting(made: World) -> str:
    """Anna against Max, in which Anna has picked and Max has not."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, rounds=5)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    await made.max.slash(made.channel, "match accept", match=head.id)
    for user, colour in ((made.anna.id, "red"), (made.max.id, "green")):
        await made.play(head.id, user, ("colour", colour))
    await made.play(head.id, made.anna.id, ("pick", "4", "5"))
    await made.settle()
    return head.id


async def _on(made: World, match_id: str) -> None:
    """Max picks, and whoever may have the die rolled again lets it stand."""
    await made.play(match_id, made.max.id, ("pick", "1", "2"))
    (caller,) = (await made.bot.matches.load(match_id)).waited_for()
    await made.play(match_id, caller, ("pass",))
    await made.settle()


async def test_by_the_panel_and_its_form(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _waiting(made)
        live = await made.live(match_id)
        assert "plan" not in button_ids((await made.press(made.max, live, "play")).response)
        assert "plan" not in button_ids((await made.press(made.tina, live, "play")).response)
        panel = (await made.press(made.anna, live, "play")).response
        await made.press(made.anna, panel, "plan")
        await made.settle()
        page = made.message(panel.channel_id, panel.id)
        assert "No plan yet." in page.content
        shown = await made.press(made.anna, page, "plan", "write")
        await made.anna.submit_modal(shown, {"text": "pick 3 4\n"})
        await made.settle()
        page = made.message(panel.channel_id, panel.id)
        assert "Planned: `pick 3 4`" in page.content
        again = await made.press(made.anna, page, "plan", "write")
        assert "pick 3 4" in str(again.modal)
        await _on(made, match_id)
        assert (await made.bot.matches.load(match_id)).entries[-1].text == "pick 3 4"
        told = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert words(told).startswith("Your plan was carried out: ")
        told = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert "Your plan" not in words(told)
        await made.press(made.anna, told, "plan")
        await made.anna.submit_modal(await made.press(made.anna, told, "plan", "write"), {"text": "pick 1 2"})
        await made.settle()
        await made.press(made.anna, told, "plan", "x")
        await made.settle()
        assert "The plan is deleted." in made.message(told.channel_id, told.id).content
        only_refusals(made)


async def test_by_command_and_told_by_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings dm", on=True)
        match_id = await _waiting(made)
        thread = await made.thread(match_id)
        assert "No plan yet." in said(await made.anna.slash(thread, "match plan"))
        assert "Planned: `pick 3 4` · `cheer`" in said(
            await made.anna.slash(thread, "match plan", actions="pick 3 4; cheer")
        )
        assert "Planned: `pick 3 4`" in said(await made.anna.slash(thread, "match plan"))
        assert "It is your turn" in said(await made.max.slash(thread, "match plan", actions="cheer"))
        assert "not playing" in said(await made.tina.slash(thread, "match plan", actions="cheer"))
        assert "Only actions" in said(await made.anna.slash(thread, "match plan", actions="cheer; resign"))
        assert "plan is deleted" in said(await made.anna.slash(thread, "match plan", actions="off"))
        await made.anna.slash(thread, "match plan", actions="pick 9 9; cheer")
        await _on(made, match_id)
        sent = [r.json["content"] for r in made.env.http_requests if isinstance(r.json, dict) and r.json.get("content")]
        told = [text for text in sent if "Your plan was not" in text]
        assert len(told) == 1
        assert "`pick 9 9` · `cheer`" in told[0]
        assert await made.bot.store.plans.of_match(match_id) == ()
        only_refusals(made)


async def test_a_plan_reaches_nobody_else(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _waiting(made)
        thread = await made.thread(match_id)
        since = len(made.env.http_requests)
        await made.anna.slash(thread, "match plan", actions="pick 3 4; cheer")
        await made.settle()
        public = [r for r in made.env.http_requests[since:] if "/webhooks/" not in r.path and "/inter" not in r.path]
        assert public == []
        for actor in (made.max, made.tina):
            for name in ("match show", "match words", "match history", "match time"):
                assert "pick 3 4" not in said(await actor.slash(thread, name))
            panel = (await made.press(actor, await made.live(match_id), "play")).response
            assert "pick 3" not in words(panel)
        only_refusals(made)


@pytest.mark.parametrize("game", ["monolith_arena", "arena_of_heroes", "monsters_and_myths"])
async def test_in_every_game(tmp_path: Path, game: str) -> None:
    """What is legal when the turn comes is carried out; what is not legal is told with its reason."""
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game=game, opponent=made.max)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        await made.max.slash(made.channel, "match accept", match=head.id)
        rng, matches, plans = random.Random(5), made.bot.matches, made.bot.services.get(Plans)
        outcomes: list[Any] = []
        for _ in range(400):
            match = await matches.load(head.id)
            if match.match.status != "running" or len(outcomes) > 3:
                break
            waited = [c for c in match.choices if c.must]
            idle = next((u for u in match.users() if u not in match.waited_for()), None)
            if idle is not None and await plans.mine(match, idle) is None:
                match = (await plans.keep(match, idle, ["end", "battle now please"])).match
            choice = rng.choice(waited)
            user = match.user_of(choice.seat)
            assert user is not None
            await made.play(match.id, user, random_action(match, choice, rng), key=choice.key)
            for plan in await made.bot.store.plans.of_match(match.id):
                if plan.outcome is not None:
                    outcomes.append(plan)
                    await plans.remove_reported(match, plan)
        assert outcomes
        assert all("why" in plan.outcome for plan in outcomes)
