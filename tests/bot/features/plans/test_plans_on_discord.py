"""Planning a turn on the simulated Discord, by the panel's button and by command, in all games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.features.plans.plans import Plans
from tests.bot.driving import random_action
from tests.bot.forged import inside, only_refusals, said
from tests.bot.world import World, button_ids, controls, use, words, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")


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
        assert "Planned: Pick 3 and 4" in page.content
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
        assert "Planned: Pick 3 and 4 · Cheer" in said(
            await made.anna.slash(thread, "match plan", actions="pick 3 4; cheer")
        )
        assert "Planned: Pick 3 and 4" in said(await made.anna.slash(thread, "match plan"))
        assert "It is your turn" in said(await made.max.slash(thread, "match plan", actions="cheer"))
        assert "not playing" in said(await made.tina.slash(thread, "match plan", actions="cheer"))
        assert "Only actions" in said(await made.anna.slash(thread, "match plan", actions="cheer; resign"))
        assert "plan is deleted" in said(await made.anna.slash(thread, "match plan", actions="off"))
        await made.anna.slash(thread, "match plan", actions="pick 9 9; cheer")
        await _on(made, match_id)
        sent = [r.json["content"] for r in made.env.http_requests if isinstance(r.json, dict) and r.json.get("content")]
        told = [text for text in sent if "Your plan was not" in text]
        assert len(told) == 1
        assert "Pick 9 and 9 · Cheer" in told[0]
        assert await made.bot.store.plans.of_match(match_id) == ()
        only_refusals(made)


async def test_what_came_of_a_plan_is_told_before_the_next_takes_its_place(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _waiting(made)
        thread = await made.thread(match_id)
        for typed, told in (("pick 1 2", "Planned: Pick 1 and 2"), ("off", "Your plan was carried out: ")):
            await made.anna.slash(thread, "match plan", actions="pick 3 4")
            await _on(made, match_id)
            shown = said(await made.anna.slash(thread, "match plan", actions=typed))
            assert "Your plan was carried out: Pick 3 and 4" in shown
            assert told in shown
            assert "The plan is deleted." not in shown
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
                assert "ick 3" not in said(await actor.slash(thread, name))
            panel = (await made.press(actor, await made.live(match_id), "play")).response
            assert "ick 3" not in words(panel)
        only_refusals(made)


async def _third_turn(made: World) -> tuple[str, Any, Any]:
    """A match of Monolith Arena in its third turn, in which nothing was played: who has it, and who holds two tiles."""
    match_id = await made.match()
    for user, faction in ((made.anna.id, "dragon_empire"), (made.max.id, "lords_of_the_abyss")):
        await made.play(match_id, user, ("faction", faction))
    for action in (("banner", "B2"), ("banner", "D3"), ("end",), ("end",)):
        (user,) = (await made.bot.matches.load(match_id)).waited_for()
        await made.play(match_id, user, action)
    await made.settle()
    (user,) = (await made.bot.matches.load(match_id)).waited_for()
    on_turn = made.actor(user)
    return match_id, on_turn, made.max if on_turn is made.anna else made.anna


async def _planned(made: World, match_id: str, owner: Any) -> Any:
    """Both tiles of somebody who waits discarded and placed by presses, and the turn ended; returns the page."""
    panel = (await made.press(owner, await made.live(match_id), "play")).response
    await made.press(owner, panel, "plan")
    page = made.message(panel.channel_id, panel.id)
    match = await made.bot.matches.load(match_id)
    seat = match.seat_of(owner.id)
    assert seat is not None
    one, other = sorted(match.state.reserves[seat], key=lambda tile: not tile.is_order)
    await made.press(owner, page, "plan", "do", "discard", one.id)
    await made.press(owner, page, "plan", "show", "place", other.id)
    await made.press(owner, page, "plan", "show", "place", other.id, "C3")
    done = next(c.press for c in controls(made.message(page.channel_id, page.id)) if c.press.then == ("end",))
    await made.press(owner, page, "plan", *done.tokens, then=done.then)
    return page


async def _kept(made: World, owner: Any, page: Any) -> str:
    """What the page says once its button that keeps the plan was pressed."""
    shown = made.message(page.channel_id, page.id)
    await use(owner, shown, next(c for c in controls(shown) if c.press.tokens[:1] == ("ready",)))
    await made.settle()
    return words(made.message(page.channel_id, page.id))


async def test_by_the_buttons_of_a_turn(tmp_path: Path) -> None:
    """Chosen by presses alone, kept over a restart, played as soon as the turn comes, and told in words."""
    async with world(tmp_path) as made:
        match_id, on_turn, owner = await _third_turn(made)
        since, before = len(made.env.http_requests), (await made.bot.matches.load(match_id)).match
        page = await _planned(made, match_id, owner)
        shown = made.message(page.channel_id, page.id)
        assert "Not kept yet: Discard " in words(shown)
        assert "C3" in words(shown)
        assert "`" not in words(shown), "notation"
        assert shown.attachments
        assert await made.bot.matches.load(match_id) is not None
        await made.restart()
        await made.press(owner, page, "plan", "undo")
        await made.settle()
        assert "end of turn" not in words(made.message(page.channel_id, page.id)).split("\n")[1]
        kept = await _kept(made, owner, page)
        assert kept.startswith("The plan is kept.")
        assert "Kept: Discard " in kept
        now = (await made.bot.matches.load(match_id)).match
        assert (now.updated_at, now.snapshot) == (before.updated_at, before.snapshot), "nothing has happened"
        public = [r for r in made.env.http_requests[since:] if "/channels/" in r.path and r.method == "POST"]
        assert public == []
        await made.play(match_id, on_turn.id, await _discarded(made, match_id))
        await made.play(match_id, on_turn.id, ("end",))
        await made.settle()
        entries = (await made.bot.matches.load(match_id)).entries
        assert [entry.text.split()[0] for entry in entries[-2:]] == ["discard", "place"]
        told = words((await made.press(owner, await made.live(match_id), "play")).response)
        assert told.startswith("Your plan was carried out: Discard ")
        assert "`" not in told
        only_refusals(made)


async def _discarded(made: World, match_id: str) -> tuple[str, ...]:
    match = await made.bot.matches.load(match_id)
    return ("discard", match.state.reserves[match.state.active][0].id)


async def test_a_changed_plan_runs_when_it_is_kept_and_not_before(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, on_turn, owner = await _third_turn(made)
        page = await _planned(made, match_id, owner)
        await _kept(made, owner, page)
        for _ in range(3):
            await made.press(owner, page, "plan", "undo")
        await made.settle()
        assert "Not kept yet: no action" in words(made.message(page.channel_id, page.id))
        await made.play(match_id, on_turn.id, await _discarded(made, match_id))
        await made.play(match_id, on_turn.id, ("end",))
        await made.settle()
        entries = (await made.bot.matches.load(match_id)).entries
        assert [entry.text.split()[0] for entry in entries[-3:]] == ["discard", "place", "end"]
        (outcome,) = await made.bot.store.plans.of_match(match_id)
        assert (outcome.outcome is None, outcome.draft) == (False, None)


CHANGED = "Something has changed: look at the plan again, then keep it."


async def test_nothing_is_kept_that_the_page_has_not_shown(tmp_path: Path) -> None:
    """Somebody has taken the hex meanwhile; what is left of the plan is kept once its owner has seen it."""
    async with world(tmp_path) as made:
        match_id, on_turn, owner = await _third_turn(made)
        page = await _planned(made, match_id, owner)
        await made.press(owner, page, "plan", "undo")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        own = match.state.reserves[match.state.active]
        tile = next(tile for tile in own if not tile.is_order)
        for other in [other for other in own if other is not tile][:1]:
            await made.play(match_id, on_turn.id, ("discard", other.id))
        await made.play(match_id, on_turn.id, ("place", tile.id, "C3", "N"))
        await made.settle()
        said = await _kept(made, owner, page)
        assert said.startswith(CHANGED)
        assert "Would not be played as things stand now: " in said
        (stored,) = await made.bot.store.plans.of_match(match_id)
        assert (stored.lines, len((stored.draft or "").split("\n"))) == ("", 2)
        said = await _kept(made, owner, page)
        assert said.startswith("The plan is kept, without what could not be played now.")
        assert "Kept: Discard " in said
        (stored,) = await made.bot.store.plans.of_match(match_id)
        assert (stored.lines.split()[0], len(stored.lines.split("\n"))) == ("discard", 1)
        only_refusals(made)


async def test_what_was_taken_back_on_another_page_is_not_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, _, owner = await _third_turn(made)
        page = await _planned(made, match_id, owner)
        await _kept(made, owner, page)
        (before,) = await made.bot.store.plans.of_match(match_id)
        await made.press(owner, page, "plan", "undo")
        await made.settle()
        other = (await owner.slash(await made.thread(match_id), "match plan")).response
        for _ in range(2):
            await made.press(owner, other, "plan", "undo")
            await made.settle()
        assert (await _kept(made, owner, page)).startswith(CHANGED)
        (stored,) = await made.bot.store.plans.of_match(match_id)
        assert (stored.lines, stored.draft) == (before.lines, "")
        only_refusals(made)


async def test_a_plan_is_deleted_and_what_comes_too_late_is_the_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, on_turn, owner = await _third_turn(made)
        page = await _planned(made, match_id, owner)
        await made.press(owner, page, "plan", "x")
        await made.settle()
        assert "The plan is deleted." in words(made.message(page.channel_id, page.id))
        assert await made.bot.store.plans.of_match(match_id) == ()
        stale = made.message(page.channel_id, page.id)
        discard = next(c for c in controls(stale) if c.press.tokens[:2] == ("do", "discard"))
        await use(owner, stale, discard)
        await inside(made, owner, page, discard.custom_id)  # once more, before the page is there
        await made.settle()
        assert "That is no longer possible." in words(made.message(page.channel_id, page.id))
        (stored,) = await made.bot.store.plans.of_match(match_id)
        assert stored.draft is not None
        assert len(stored.draft.split("\n")) == 1
        await made.play(match_id, on_turn.id, await _discarded(made, match_id))
        await made.play(match_id, on_turn.id, ("end",))
        await made.press(owner, page, "plan", "undo")
        await made.settle()
        assert "It is your turn: play it instead of planning it." in words(made.message(page.channel_id, page.id))
        assert "plan" not in button_ids(made.message(page.channel_id, page.id))
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
