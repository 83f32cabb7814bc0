"""A player has one panel for each match: what is opened anew takes the place of what was open."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features import open_panels
from bot.features.computers.players import ComputerPlayers
from bot.features.open_panels import KEPT, OpenPanels
from bot.features.plans.plans import Plans
from bot.interactions.panel import LEAST, NEWS, OWN
from bot.interactions.replies import message_of
from bot.publish import compose
from bot.registry import FACES
from bot.texts import story
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.run import Run
from tests.bot.arena_of_heroes.test_in_one_go import begun
from tests.bot.driving import catch_up, quietly
from tests.bot.thinking import Here
from tests.bot.world import PATIENCE, World, button_ids, words, world

pytestmark = pytest.mark.usefixtures("no_incident", "at_once")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels are drawn anew without a pause."""
    monkeypatch.setattr(open_panels, "AFTER", 0)
    monkeypatch.setattr(open_panels, "BESIDE", 0)


async def _opened(made: World, actor: Any, match_id: str) -> Any:
    return (await made.press(actor, await made.live(match_id), "play")).response


def _there(made: World, message: Any) -> bool:
    return message.id in made.env.backend.messages.get(message.channel_id, {})


async def test_an_older_panel_of_the_same_match_is_removed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, other = await made.match(), await made.match("arena_of_heroes")
        first = await _opened(made, made.anna, match_id)
        elsewhere = await _opened(made, made.anna, other)
        max_s = await _opened(made, made.max, match_id)
        assert _there(made, first)
        await made.press(made.anna, first, "show", "faction", "random")
        assert _there(made, first), "a page that is turned stays where it is"
        second = await _opened(made, made.anna, match_id)
        assert not _there(made, first)
        assert all(_there(made, one) for one in (second, elsewhere, max_s)), "others keep theirs"


async def test_what_cannot_be_removed_any_more_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        first = await _opened(made, made.anna, match_id)
        monkeypatch.setattr(discord.Interaction, "is_expired", lambda self: True)
        second = await _opened(made, made.anna, match_id)
        assert _there(made, first)
        monkeypatch.undo()

        async def gone(self: Any) -> None:
            raise OSError("the connection is broken")

        monkeypatch.setattr(discord.Interaction, "delete_original_response", gone)
        third = await _opened(made, made.anna, match_id)
        assert _there(made, second)
        assert _there(made, third)


async def test_what_is_remembered_is_bounded_and_forgotten(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await _opened(made, made.anna, match_id)
        panels = made.bot.services.get(OpenPanels)
        for number in range(KEPT + 5):
            panels._open[number, "another"] = next(iter(panels._open.values()))
        await _opened(made, made.max, match_id)
        assert len(panels._open) == KEPT
        panels.forget(made.max.id)
        assert all(user != made.max.id for user, _ in panels._open)


NOTHING = "Nothing to do yet"


async def _chosen(made: World) -> tuple[str, Any]:
    """A match in which Anna has chosen her faction and Max has not, and what her panel is then."""
    match_id = await made.match()
    first = await _opened(made, made.anna, match_id)
    await made.press(made.anna, first, "show", "faction", "dragon_empire")
    await made.press(made.anna, first, "do", "faction", "dragon_empire")
    await made.settle()
    return match_id, first


def _said(made: World, message: Any) -> str:
    return words(made.message(message.channel_id, message.id))


async def _max_plays(made: World, match_id: str) -> None:
    await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
    await made.settle()


async def test_a_panel_with_nothing_to_do_is_drawn_anew_when_its_player_is_asked(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        assert NOTHING in _said(made, panel)
        before = len(made.env.http_requests)
        await _max_plays(made, match_id)
        now = made.message(panel.channel_id, panel.id)
        assert NOTHING not in words(now)
        assert "do" in button_ids(now) or "show" in button_ids(now), "it can be played from at once"
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert len(edits) == 1
        await made.press(made.anna, panel, "show", "banner", "C3")


async def test_a_page_that_somebody_has_turned_to_is_left_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        await made.press(made.anna, panel, "help")
        reads = _said(made, panel)
        await _max_plays(made, match_id)
        assert _said(made, panel) == reads


async def test_an_idle_panel_is_drawn_anew_for_an_offer_to_its_player_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        thread = await made.thread(match_id)
        assert "draw" not in _said(made, panel), _said(made, panel)
        asked = await made.max.slash(thread, "match draw")
        await made.press(made.max, asked.response, "agree", "draw", "offer")
        await made.settle()
        assert "draw" in _said(made, panel), _said(made, panel)


async def test_an_idle_panel_is_not_drawn_anew_for_what_asks_others(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        opened = made.bot.services.get(OpenPanels)._open[made.anna.id, match_id]
        assert opened.idle
        reads, before = _said(made, panel), len(made.env.http_requests)
        await _opened(made, made.max, match_id)
        match = await made.bot.matches.load(match_id)
        await made.bot.matches.agree(match, made.anna.id, ("draw", "offer"))
        await made.settle()
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert (_said(made, panel), len(edits)) == (reads, 0)


async def _waiting_for_anna(made: World) -> tuple[str, Any]:
    """A match of Arena of Heroes in which it is Anna's turn, and what Max's panel is then."""
    match_id = await begun(made, "Bg", "Wg")
    panel = await _opened(made, made.max, match_id)
    assert made.bot.services.get(OpenPanels)._open[made.max.id, match_id].idle
    return match_id, panel


async def test_a_panel_follows_what_others_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "FRESH", 0)
    async with world(tmp_path) as made:
        match_id, panel = await _waiting_for_anna(made)
        before, pictures = len(made.env.http_requests), made.message(panel.channel_id, panel.id).attachments
        await made.play(match_id, made.anna.id, ("attack", "8"))
        await made.settle()
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert len(edits) == 1, "where it stands, and without a message that could ping"
        assert [a.id for a in made.message(panel.channel_id, panel.id).attachments] != [a.id for a in pictures]
        await made.press(made.max, panel, "help")
        before = len(made.env.http_requests)
        await made.play(match_id, made.anna.id, ("attack", "8"))
        await made.settle()
        assert not [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]


async def test_a_panel_that_follows_leaves_what_is_told_once_for_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "FRESH", 0)
    async with world(tmp_path) as made:
        match_id, panel = await _waiting_for_anna(made)
        match = await made.bot.matches.load(match_id)
        await made.bot.services.get(Plans).keep(match, made.max.id, ["attack 12"])
        await made.play(match_id, made.anna.id, ("end",))
        await made.settle()
        assert "Your plan was carried out" not in _said(made, panel)
        assert "Your plan was carried out" in words(await _opened(made, made.max, match_id))


async def test_a_panel_follows_only_so_often_and_then_at_once_for_several_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id, _ = await _waiting_for_anna(made)
        panels = made.bot.services.get(OpenPanels)
        here = made.max.id, match_id
        before = len(made.env.http_requests)
        for _ in range(2):
            await made.play(match_id, made.anna.id, ("attack", "8"))
            await made.settle()
        assert not [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        opened = panels._open[here]
        assert panels._due == {here: pytest.approx(opened.drawn + open_panels.FRESH)}
        opened.drawn -= open_panels.FRESH
        panels._due[here] = opened.drawn
        panels._nap.wake()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]:
                break
        await made.settle()
        edits = [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]
        assert len(edits) == 1
        assert not panels._due


class _Drawing:
    """Holds the next picture of a panel back until it is let go."""

    def __init__(self, made: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self._draw = made.bot.services.studio.draw
        self._panels = FACES["monolith_arena"].pictures.private_board
        monkeypatch.setattr(made.bot.services.studio, "draw", self._held)

    async def _held(self, how: Any, *what: Any) -> Any:
        if how == self._panels and not self.begun.is_set():
            self.begun.set()
            await self.go.wait()
        return await self._draw(how, *what)


async def test_a_panel_opened_while_the_old_one_is_drawn_anew_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id, _ = await _chosen(made)
        panel = await _opened(made, made.anna, match_id)
        drawing = _Drawing(made, monkeypatch)
        await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
        await drawing.begun.wait()
        while not await made.bot.posts.idle():
            await asyncio.sleep(0.01)
        opening = asyncio.create_task(_opened(made, made.anna, match_id))
        panels = made.bot.services.get(OpenPanels)
        old = panels._open[made.anna.id, match_id]
        while panels._open[made.anna.id, match_id] is old:
            await asyncio.sleep(0.01)
        drawing.go.set()
        fresh = await opening
        await made.settle()
        assert _there(made, fresh)
        assert not _there(made, panel)
        later = await _opened(made, made.anna, match_id)
        assert _there(made, later)
        assert not _there(made, fresh), "it is known as the open one"


async def test_a_page_turned_to_while_the_panel_is_drawn_anew_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        drawing = _Drawing(made, monkeypatch)
        await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
        await drawing.begun.wait()
        turning = asyncio.create_task(made.press(made.anna, panel, "help"))
        while NOTHING in (reads := _said(made, panel)):
            await asyncio.sleep(0.01)
        drawing.go.set()
        await turning
        await made.settle()
        assert _said(made, panel) == reads


async def test_a_panel_that_others_overtake_while_it_is_drawn_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a computer does that has decided before the panel of its opponent is drawn."""
    async with world(tmp_path) as made:
        match_id = await made.match()
        panel = await _opened(made, made.anna, match_id)
        await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        drawing = _Drawing(made, monkeypatch)
        choosing = asyncio.create_task(made.press(made.anna, panel, "do", "faction", "dragon_empire"))
        await drawing.begun.wait()
        await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))
        drawing.go.set()
        await choosing
        await made.settle()
        assert NOTHING not in _said(made, panel)


class _Held(Here):
    """Thinks only where it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.may.set()

    async def decide(self, *question: Any) -> Any:
        await self.may.wait()
        return await super().decide(*question)


async def test_what_a_computer_did_is_followed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "AFTER", 100 * PATIENCE)
    async with world(tmp_path) as made:
        made.bot.services.get(ComputerPlayers).thinking = squire = _Held()
        await made.anna.slash(made.channel, "monolith new", computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        while True:
            match = await made.bot.matches.load(head.id)
            choice = next(one for one in match.choices if one.seat == match.seat_of(made.anna.id))
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            if ("end",) in legal:
                break
            await made.play(head.id, made.anna.id, legal[0], choice.key)
            await made.settle()
        panel = await _opened(made, made.anna, head.id)
        await made.press(made.anna, panel, "show", "end")
        squire.may.clear()
        ending = asyncio.create_task(made.press(made.anna, panel, "do", "end"))
        while NOTHING not in _said(made, panel):
            await asyncio.sleep(0.01)
        squire.may.set()
        await ending
        await made.settle()
        assert NOTHING not in _said(made, panel)


async def test_what_came_of_the_own_shot_is_kept_where_others_followed_it_up(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        panel = await _opened(made, made.anna, match_id)
        await made.press(made.anna, panel, "errand", "hunt")
        await made.settle()
        assert "Nothing to do yet" in _said(made, panel)
        shots = 0
        while made.max.id in (await made.bot.matches.load(match_id)).waited_for():
            shots += 1
            await made.play(match_id, made.max.id, ("attack", str(shots)))
            await made.settle()
        assert shots == 3
        own, others, *_ = _said(made, panel).split("\n")
        assert own.startswith("**Your move:** … · Anna fires at "), "the newest, where there is no room for all three"
        assert others.startswith("**Since your turn:** … · ")
        assert "Max fires at 3" in others
        assert story.height(own) <= OWN
        assert story.height(others) <= LEAST < NEWS


async def test_why_a_turn_in_one_go_has_stopped_is_said_until_its_owner_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was found has to decide something first; when that is done the panel is drawn anew, and opened anew."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        at = str((await made.bot.matches.load(match_id)).state.heroes[1].at)
        panel = await _opened(made, made.anna, match_id)
        await made.press(made.anna, panel, "show", "aim", at)
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        await made.press(made.anna, panel, "errand", "chase", at)
        await made.settle()
        why = "Stopped: Dahlia had something to decide first."
        assert why in _said(made, panel)
        await made.play(match_id, made.max.id, ("choose", "yes"))
        await made.settle()
        assert "1 action left" in _said(made, panel), "drawn anew"
        assert why in _said(made, panel)
        panel = await _opened(made, made.anna, match_id)
        assert why in _said(made, panel)
        await made.press(made.anna, panel, "do", "attack", at)
        await made.settle()
        assert why not in _said(made, panel)
        assert why not in words(await _opened(made, made.anna, match_id))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_befell_its_reader_is_said_before_all_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Found and hit, by shots that strike where they are aimed: that leaves more to say than there is room for."""
    async with world(tmp_path) as made:
        made.locales[made.anna.id] = language
        match_id = await begun(made, "Bg", "Wg")
        panel = await _opened(made, made.anna, match_id)
        await made.press(made.anna, panel, "errand", "hunt")
        await made.settle()
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        for shot in range(3):
            at = (await made.bot.matches.load(match_id)).state.heroes[0].at
            await made.play(match_id, made.max.id, ("attack", str(at if shot < 2 else 1)))
            await made.settle()
        match, say, names = await made.bot.matches.load(match_id), phrases(language), {0: "Anna", 1: "Max"}
        told = compose.missed(say, match, names, made.anna.id)
        befell = [one for one in told.earlier if story.concerns(one, 0)]
        assert len(befell) == 2
        said = _said(made, panel)
        assert all(one in said or story.brief(one) in said for one in befell)
        head = next(line for line in said.split("\n") if line.startswith(f"**{say('Since your turn:')}"))
        assert "…" not in head.removesuffix(" · …").replace("** … ·", "**"), "what is told is not cut"


async def test_the_end_of_a_match_is_seen_in_idle_panels(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        assert NOTHING not in _said(made, panel)


async def test_whoever_ends_a_match_reads_the_result_once_and_finds_its_review(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, rng = await made.match(), random.Random(3)
        while True:
            match = await made.bot.matches.load(match_id)
            choice = next(choice for choice in match.choices if choice.must)
            legal = match.face.game.legal(match.state, choice.seat, choice.key)
            if match.state.last_turns == () and ("end",) in legal:
                break
            await quietly(made, match_id, rng, 1)
        await catch_up(made, match_id)
        actor = made.anna if match.user_of(choice.seat) == made.anna.id else made.max
        panel = await _opened(made, actor, match_id)
        panel = (await made.press(actor, panel, "show", "end")).response
        await made.press(actor, panel, "do", "end")
        await made.settle()
        assert (await made.bot.matches.load(match_id)).result is not None
        shown = made.message(panel.channel_id, panel.id)
        assert words(shown).count("after the last battle") == 1
        assert {"review", "replay"} <= set(button_ids(shown))


async def _asked(made: World) -> tuple[str, Any]:
    """A match in which Anna is asked for her faction, and her panel, which asks that."""
    match_id = await made.match()
    panel = await _opened(made, made.anna, match_id)
    assert "show" in button_ids(made.message(panel.channel_id, panel.id))
    assert NOTHING not in _said(made, panel)
    return match_id, panel


async def test_a_panel_follows_what_its_player_answers_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "AFTER", 100 * PATIENCE)
    async with world(tmp_path) as made:
        match_id, panel = await _asked(made)
        await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        await made.play(match_id, made.anna.id, ("faction", "dragon_empire"))
        await made.settle()
        assert NOTHING in _said(made, panel)


async def test_a_panel_that_a_command_replaces_is_not_drawn_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "BESIDE", PATIENCE)
    async with world(tmp_path) as made:
        match_id, panel = await _asked(made)
        before = len(made.env.http_requests)
        await made.anna.slash(await made.thread(match_id), "monolith faction", faction="dragon_empire")
        await made.settle()
        assert not _there(made, panel)
        assert not [r for r in made.env.http_requests[before:] if r.method == "PATCH" and "webhooks" in r.path]


async def test_a_panel_with_nothing_to_do_hurries_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "AFTER", 100 * PATIENCE)
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        reads = _said(made, panel)
        max_s = await _opened(made, made.max, match_id)
        await made.press(made.max, max_s, "show", "faction", "lords_of_the_abyss")
        await made.press(made.max, max_s, "do", "faction", "lords_of_the_abyss")
        await made.settle()
        assert "show" not in button_ids(made.message(max_s.channel_id, max_s.id)), "Max has nothing to do"
        assert _said(made, panel) == reads


async def test_a_panel_in_the_middle_of_an_answer_stays_while_others_act(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _asked(made)
        await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        reads = _said(made, panel)
        await _max_plays(made, match_id)
        assert _said(made, panel) == reads


@pytest.mark.parametrize("chosen", [False, True])
async def test_no_panel_asks_anything_once_the_match_is_over(tmp_path: Path, chosen: bool) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _asked(made)
        if chosen:
            await made.press(made.anna, panel, "show", "faction", "dragon_empire")
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        assert not {"do", "show"} & {*button_ids(made.message(panel.channel_id, panel.id))}, _said(made, panel)


async def test_an_answer_in_a_message_of_its_own_does_not_keep_the_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "monolith new", computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        panel = await _opened(made, made.anna, head.id)
        await made.press(made.anna, panel, "hint")
        await made.settle()
        match = await made.bot.matches.load(head.id)
        await made.bot.matches.agree(match, made.anna.id, ("resign",))
        await made.settle()
        assert not {"do", "show"} & {*button_ids(made.message(panel.channel_id, panel.id))}, _said(made, panel)


async def test_a_private_message_that_becomes_the_panel_takes_the_place_of_the_older_one(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _asked(made)
        asked = await made.anna.slash(await made.thread(match_id), "match draw")
        await made.press(made.anna, asked.response, "agree", "draw", "offer")
        await made.settle()
        assert not _there(made, panel)
        opened = made.bot.services.get(OpenPanels)._open[made.anna.id, match_id]
        assert message_of(opened.interaction) == asked.response.id


async def test_what_cannot_be_changed_any_more_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        monkeypatch.setattr(discord.Interaction, "is_expired", lambda self: True)
        await _max_plays(made, match_id)
        assert NOTHING in _said(made, panel)
    async with world(tmp_path / "broken") as made:
        match_id, panel = await _chosen(made)
        monkeypatch.undo()

        async def broken(self: Any, **how: Any) -> None:
            raise OSError("the connection is broken")

        with monkeypatch.context() as patched:
            patched.setattr(discord.Interaction, "edit_original_response", broken)
            await _max_plays(made, match_id)
        assert NOTHING in _said(made, panel)


async def test_whoever_is_asked_reads_in_the_panel_what_the_others_did(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, panel = await _chosen(made)
        await _max_plays(made, match_id)
        told = "Max chose Lords of the Abyss"
        assert told in _said(made, panel), "drawn anew"
        own, news, *_ = _said(made, panel).split("\n")
        assert own == "**Your move:** Anna chose Dragon Empire"
        assert news.startswith("**This turn:** Max chose"), "and nothing of what they did themselves"
        assert story.height(news) <= NEWS
        again = await _opened(made, made.anna, match_id)
        assert told in _said(made, again), "and opened anew"
        waiting = await _opened(made, made.max, match_id)
        assert told not in _said(made, waiting), "nobody is told what they did themselves while they wait"
