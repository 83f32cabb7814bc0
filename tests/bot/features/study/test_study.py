"""The study board on the simulated Discord: opened, gone back and forth in, taken over into a plan; and what it may."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.features.computers.hints import Hints
from bot.features.plans.plans import Plans
from bot.features.replay import steps
from bot.features.replay.stops import Stops
from bot.features.study import board, pages
from bot.features.study.board import ACTION_ID
from bot.features.study.sessions import Session, Studies
from bot.panels.components import button_id
from games.studies import Study
from tests.bot.driving import quietly, random_action
from tests.bot.features.computers.test_hints import Asked, opened
from tests.bot.features.study.driving import STUDIED, board_of, wander
from tests.bot.forged import inside, only_refusals, press, refused, said, written
from tests.bot.thinking import computing
from tests.bot.world import World, button_ids, controls, use, words, world
from tests.contract.cases import Case
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident")
STEPS = 16
FEW = 400
"""Random moves in studies in every run."""
MANY = 1_000_000
"""The same in the long run, over all games."""


async def begun(made: World, game: str = "monolith_arena", count: int = STEPS) -> str:
    """A match between Anna and Max in the middle."""
    match_id = await made.match(game)
    rng = random.Random(3)
    await quietly(made, match_id, rng, count)
    while game == "monolith_arena" and count == STEPS:  # somebody who has a turn holds what the other one has not seen
        state = (await made.bot.matches.load(match_id)).state
        if state.cause is None and len(state.reserves[state.active]) > 1:
            break
        await quietly(made, match_id, rng, 1)
    return match_id


async def whose(made: World, match_id: str) -> tuple[Any, Any]:
    """Who is on the move, and who is not."""
    (user,) = (await made.bot.matches.load(match_id)).waited_for()
    return (made.anna, made.max) if user == made.anna.id else (made.max, made.anna)


async def pressed(made: World, actor: Any, panel: Any, *tokens: str) -> Any:
    """The panel after this press of the study in it."""
    await made.press(actor, panel, ACTION_ID, *tokens)
    await made.settle()
    return made.message(panel.channel_id, panel.id)


def stored(made: World) -> list[str]:
    """Every byte that the bot has stored of its matches."""
    with contextlib.closing(sqlite3.connect(made.folder / "matches.db", timeout=60)) as database:
        return list(database.iterdump())


async def study_of(made: World, actor: Any, match_id: str) -> Study:
    session = made.bot.services.get(Studies).find(actor.id, match_id)
    assert session is not None
    return session.study


async def through_the_turn(made: World, actor: Any, match_id: str, panel: Any, until: int) -> Any:
    """Random presses, by the buttons that there are, until the study has so many steps."""
    rng = random.Random(until)
    stay = (board.GO, board.NEW, board.FILM, board.PLAN, board.AS, board.HINT, board.AGAIN)
    for _ in range(60):
        if len((await study_of(made, actor, match_id)).steps) >= until:
            return panel
        found = [c for c in controls(panel) if c.press.action_id == ACTION_ID and c.press.tokens[0] not in stay]
        final = [c for c in found if c.press.tokens[0] in ("do", board.CHANCE)]
        await use(actor, panel, rng.choice(final or found))
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
    raise AssertionError("it does not get on")


async def test_from_the_panel_back_and_forth_and_into_a_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        _, waiting = await whose(made, match_id)
        before = await written(made, match_id)
        panel = (await made.press(waiting, await made.live(match_id), "play")).response
        panel = await pressed(made, waiting, panel)
        assert words(panel).startswith("**Study board** · nothing is played")
        assert "Nobody sees it" in words(panel)
        picture = panel.attachments[0]
        assert picture.description.startswith("A study, not played. ")
        # The one on the move holds tiles that nobody else has seen: whose turn it is has to be supposed first.
        study = await study_of(made, waiting, match_id)
        assert study.doubt is not None
        offered = [c for c in controls(panel) if c.press.tokens[:1] == (board.PICK,)]
        assert {c.press.tokens[1].rstrip("'") for c in offered} == set(study.doubt.possible)
        panel = await pressed(made, waiting, panel, *offered[0].press.tokens)
        assert f"{offered[0].label}" in words(panel)
        panel = await through_the_turn(made, waiting, match_id, panel, 5)
        at = study.at
        panel = await pressed(made, waiting, panel, board.GO, str(at - 1))
        assert study.at == at - 1
        panel = await pressed(made, waiting, panel, board.GO, str(at))
        assert study.at == at
        for _ in range(40):
            if study.own_part:
                break
            panel = await through_the_turn(made, waiting, match_id, panel, len(study.steps) + 1)
        assert await written(made, match_id) == before, "nothing of it is played"
        lines, plans = [" ".join(action) for action in study.own_part], made.bot.services.get(Plans)
        (plan,) = [c.custom_id for c in controls(panel) if c.press.tokens == (board.PLAN,)]
        with monkeypatch.context() as shorter:
            shorter.setattr(pages, "LINES", len(lines) - 1)
            panel = await pressed(made, waiting, panel, board.PLAN)
        assert f"A plan has at most {len(lines) - 1} actions." in words(panel)
        at = study.at
        study.go(0)  # on another page
        await inside(made, waiting, panel, plan)
        await made.settle()
        assert "You have no move here to plan." in words(made.message(panel.channel_id, panel.id))
        assert await plans.mine(await made.bot.matches.load(match_id), waiting.id) is None, "nothing is kept"
        study.go(at)
        await inside(made, waiting, panel, plan)
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
        assert "The plan is kept." in words(panel)
        kept = await plans.mine(await made.bot.matches.load(match_id), waiting.id)
        assert kept is not None
        assert kept.lines.split("\n") == lines
        only_refusals(made)


async def test_games_without_a_study_board_say_so_and_strangers_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, FACE)
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        await made.max.slash(made.channel, "match accept", match=head.id)
        await made.settle()
        panel = (await made.press(made.anna, await made.live(head.id), "play")).response
        assert ACTION_ID not in button_ids(panel)
        thread = await made.thread(head.id)
        told = await refused(made, head.id, made.anna.slash(thread, "study"))
        assert told.startswith("Toy has no study board.")
        match_id = await begun(made, count=2)  # nobody has a turn yet
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert ACTION_ID not in button_ids(panel)
        thread = await made.thread(match_id)
        told = await refused(made, match_id, made.tina.slash(thread, "study"))
        assert told.startswith("You are not playing in this match.")


async def test_a_restart_ends_it_politely(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        actor, _ = await whose(made, match_id)
        panel = (await actor.slash(await made.thread(match_id), "study")).response
        panel = await through_the_turn(made, actor, match_id, panel, 2)
        at = (await study_of(made, actor, match_id)).at
        made.bot.services.get(Studies).forget(actor.id)
        panel = await pressed(made, actor, panel, board.GO, str(at - 1))
        assert words(panel).startswith("Your study is not kept any more")
        assert "**Study board** · nothing is played" in words(panel)
        assert not (await study_of(made, actor, match_id)).steps
        only_refusals(made)


async def test_whoever_comes_back_goes_on_until_the_match_has(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        actor, _ = await whose(made, match_id)
        thread = await made.thread(match_id)
        panel = (await actor.slash(thread, "study")).response
        await through_the_turn(made, actor, match_id, panel, 2)
        panel = (await actor.slash(thread, "study")).response
        at = (await study_of(made, actor, match_id)).at
        assert f"{at} of {at}" in words(panel)
        match = await made.bot.matches.load(match_id)
        (choice,) = match.choices
        await made.play(match_id, actor.id, random_action(match, choice, random.Random(1)))
        panel = await pressed(made, actor, panel, board.GO, str(at - 1))
        assert "The match has gone on since" in words(panel)
        panel = await pressed(made, actor, panel, board.NEW)
        assert "The match has gone on since" not in words(panel)
        assert not (await study_of(made, actor, match_id)).steps


async def test_no_computer_helps_between_people_while_they_play(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        thinking = Asked()
        made.bot.services.get(Hints).thinking = thinking
        match_id = await begun(made)
        actor, _ = await whose(made, match_id)
        thread = await made.thread(match_id)
        panel = (await actor.slash(thread, "study")).response
        assert all(one.press.tokens != (board.HINT,) for one in controls(panel))
        forged_id = f"b:{match_id}:{ACTION_ID}:0::{board.HINT}"
        told = await refused(made, match_id, press(made, actor, thread, forged_id))
        assert told.startswith("No computer helps with a match between people")
        await made.resign(actor, thread)
        await made.settle()
        told = said(await press(made, actor, thread, f"b:{match_id}:{ACTION_ID}:0::{board.NEW}"))
        assert "**Study board**" in told, "the study stays where it is"
        opened_at = steps.study(Stops(await made.bot.matches.load(match_id)).last - 3, None)
        before = stored(made)
        custom_id = button_id(match_id, 0, "", opened_at)
        panel = (await press(made, made.tina, thread, custom_id)).response
        assert "**Study board**" in words(panel)
        study = await study_of(made, made.tina, match_id)
        assert study.reader is None, "what somebody held is told by their eyes alone"
        panel = await through_the_turn(made, made.tina, match_id, panel, 1)
        while (await study_of(made, made.tina, match_id)).doubt is not None:
            panel = await pressed(made, made.tina, panel, board.CHANCE)
        await pressed(made, made.tina, panel, board.HINT)
        (question,) = thinking.asked
        assert question[1] == study.move().view
        assert stored(made) == before
        only_refusals(made)


async def test_a_computer_helps_in_matches_against_it(tmp_path: Path) -> None:
    thinking = Asked()
    async with computing(tmp_path) as made:
        match_id = await opened(made, thinking)
        panel = (await made.anna.slash(await made.thread(match_id), "study")).response
        panel = await pressed(made, made.anna, panel, board.HINT)
        assert words(panel).startswith("**I would play:** ")
        panel = await pressed(made, made.anna, panel, board.SHOW)
        assert "**Study board**" in words(panel)


async def test_a_battle_can_be_watched(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made)
        actor, _ = await whose(made, match_id)
        panel = (await actor.slash(await made.thread(match_id), "study")).response
        study, rng = await study_of(made, actor, match_id), random.Random(5)
        while board.scene(board_of(study)) is None:
            wander(study, rng)
        panel = (await actor.slash(await made.thread(match_id), "study")).response
        panel = await pressed(made, actor, panel, board.FILM)
        assert panel.attachments[0].filename.endswith(".gif")
        panel = await pressed(made, actor, panel, board.SHOW)
        assert "**Study board**" in words(panel)
        only_refusals(made)


async def _wandered(folder: Path, game: str, steps: int) -> None:
    """Random moves in studies of a match's seats change no byte of what is stored."""
    async with world(folder) as made:
        match_id, rng, done = await begun(made, game), random.Random(game), 0
        before = stored(made)
        match = await made.bot.matches.load(match_id)
        kept, held = [match.face.game.dump(match.state), len(match.entries)], [repr(match.view(s)) for s in (0, 1)]
        while done < steps:
            study = Study(match.face.game, match.view(done % 2), done % 2, str(done))
            made.bot.services.get(Studies).keep(made.anna.id, match_id, Session(study, match.newest))
            for _ in range(min(500, steps - done)):
                wander(study, rng)
                done += 1
        match = await made.bot.matches.load(match_id)
        assert [match.face.game.dump(match.state), len(match.entries)] == kept
        assert [repr(match.view(s)) for s in (0, 1)] == held
        assert stored(made) == before


@pytest.mark.parametrize("case", STUDIED, ids=lambda case: case.game.name)
async def test_moves_of_a_study_change_nothing_that_is_stored(tmp_path: Path, case: Case) -> None:
    await _wandered(tmp_path, case.game.name, FEW)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("case", STUDIED, ids=lambda case: case.game.name)
async def test_a_million_moves_change_nothing_that_is_stored(tmp_path: Path, case: Case) -> None:
    await _wandered(tmp_path, case.game.name, MANY // len(STUDIED) + 1)
