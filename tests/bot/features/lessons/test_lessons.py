"""Lessons through simulated Discord: begun, solved by pressing, kept over a restart, for nobody else to see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.features.lessons.panels import Course, overview
from bot.features.lessons.tasks import Learner, hint, missed, task
from bot.matches import computers
from bot.panels.components import LESSON
from bot.panels.model import Press, Select
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from games.lessons import Practice
from tests.bot.forged import inside
from tests.bot.thinking import computing
from tests.bot.world import World, controls, use, words, world
from tests.support.lessons import way
from tests.support.panels import ENGLISH, check, presses

pytestmark = pytest.mark.usefixtures("no_incident")

FACE = FACES["monolith_arena"]
LESSONS = FACE.lessons
TAUGHT = [pytest.param(face, id=name) for name, face in FACES.items() if face.lessons]


async def _press(made: World, panel: Any, press: Press) -> Any:
    control = next(c for c in controls(panel) if c.press == press)
    await use(made.anna, panel, control)
    return made.message(panel.channel_id, panel.id)


async def _solve(made: World, panel: Any, face: Any, lesson: Any) -> Any:
    """The panel after the solution, reached as people do: page after page."""
    practice = Practice(face.game, lesson)
    for action in lesson.solution:
        for press in way(face, practice, action):
            panel = await _press(made, panel, press)
        practice = practice.after(action)
    return panel


async def _overview(made: World, game: str = "monolith_arena") -> Any:
    return (await made.anna.slash(made.channel, "learn", game=game)).response


@pytest.mark.parametrize("face", TAUGHT)
async def test_every_lesson_is_solved_by_pressing_and_leads_to_the_next(tmp_path: Path, face: Any) -> None:
    lessons = face.lessons
    async with world(tmp_path) as made:
        panel = await _overview(made, face.game.name)
        assert panel.flags.ephemeral
        panel = await _press(made, panel, Press("learn", (lessons[0].id,)))
        for number, lesson in enumerate(lessons, 1):
            assert f"Lesson {number} of {len(lessons)}" in words(panel)
            assert all(one.description for one in panel.attachments)
            assert panel.attachments
            panel = await _solve(made, panel, face, lesson)
            assert "Solved." in words(panel), lesson.id
            assert not re.search(r"\w&\w", words(panel)), "a lesson is for one, against one partner"
            if number < len(lessons):
                panel = await _press(made, panel, Press("learn", (lessons[number].id,)))
        assert "Well done" in words(panel)
        panel = await _press(made, panel, Press("learn", ("all",)))
        assert words(panel).count("(done)") == len(lessons)
        assert "Well done" in words(panel)
        panel = await _press(made, panel, Press("new", (face.group,)))
        assert f"A match of {face.game.title}" in words(panel)
        await _press(made, panel, Press("new", (face.group, "=go")))
        assert len(await made.bot.store.matches.all_open()) == 1
        await made.settle()
        (posted,) = made.channel.history()
        assert "is looking for a player" in posted.content, "the lessons have posted nothing"


async def test_progress_is_kept_and_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    lesson = next(one for one in LESSONS if one.id == "turn")
    async with world(tmp_path) as made:
        panel = await _press(made, await _overview(made), Press("learn", (lesson.id,)))
        await _press(made, panel, Press("do", ("discard", "swordsman")))
        await made.restart()
        panel = await _press(made, await _overview(made), Press("learn", (lesson.id,)))
        assert any(c.press.tokens == ("place", "knight") for c in controls(panel))
        await _press(made, panel, Press("learn", ("again",)))
        known = await made.bot.store.lessons.progress(made.anna.id, "monolith_arena")
        assert known[lesson.id].actions == ""


async def test_a_mistake_is_told_and_can_be_tried_again(tmp_path: Path) -> None:
    lesson = next(one for one in LESSONS if one.id == "first")
    async with world(tmp_path) as made:
        panel = await _press(made, await _overview(made), Press("learn", (lesson.id,)))
        for press in (Press("show", ("battle",)), Press("do", ("battle",))):
            panel = await _press(made, panel, press)
        assert "**Swordsman is not on the board yet.**" not in words(panel)  # the battle is over
        assert "**Axeman still stands on C3.**" in words(panel)
        assert (await made.bot.store.lessons.progress(made.anna.id, "monolith_arena"))[lesson.id].done_at is None
        panel = await _press(made, panel, Press("learn", ("solve",)))
        assert "Solved." in words(panel)


async def test_a_wrong_try_is_told_at_once_and_can_be_undone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = await _press(made, await _overview(made), Press("learn", ("place",)))
        panel = await _press(made, panel, Press("show", ("place", "knight")))
        panel = await _press(made, panel, Press("show", ("place", "knight", "A1")))
        panel = await _press(made, panel, Press("do", ("place", "knight", "A1", "N")))
        assert "**Knight on A1 does not touch C5.**" in words(panel)
        panel = await _press(made, panel, Press("undo"))
        assert "does not touch" not in words(panel)
        assert any(c.press.tokens == ("place", "knight") for c in controls(panel))


@pytest.mark.parametrize("lesson", [one for one in LESSONS if one.teaches], ids=lambda one: one.id)
def test_what_a_lesson_teaches_is_not_preset(lesson: Any) -> None:
    learner = Learner(Practice(FACE.game, lesson), {0: "Anna", 1: "Training partner"}, ENGLISH)
    *most, facing = lesson.solution[0]
    panel = task(Course(FACE, frozenset()), learner, tuple(most))
    offered = [b.press.tokens for row in panel.rows if isinstance(row, tuple) for b in row if b.press.action_id == "do"]
    assert offered
    assert all(tokens[:-1] == tuple(most) for tokens in offered)
    if lesson.id not in AS_PRINTED:
        assert all(tokens[-1] != facing for tokens in offered)
    assert "Preset" not in panel.text


AS_PRINTED = {"first", "rune", "order"}
"""The lessons in which a tile is right as it is printed, or as it lies."""


async def test_a_hint_is_given_and_then_the_solution(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = await _press(made, await _overview(made), Press("learn", ("place",)))
        panel = await _press(made, panel, Press("learn", ("hint",)))
        assert "Hint:" in words(panel)
        panel = await _press(made, panel, Press("learn", ("solve",)))
        assert "Solved." in words(panel)


async def test_what_is_illegal_or_old_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = await _press(made, await _overview(made), Press("learn", ("place",)))
        key = next(c.custom_id.split(":")[4] for c in controls(panel) if c.press.action_id == "show")
        for custom_id in (
            f"b:{LESSON}place:do:0:{key}:place.knight.C5.N",
            f"b:{LESSON}place:do:0:{key}:resign",
            f"b:{LESSON}place:do:0:9x:place.knight.B3.NE",
            f"b:{LESSON}place:show:0:{key}:no.such.page",
            f"b:{LESSON}place:undo:0:{key}:",
            f"b:{LESSON}place:learn:0:{key}:nowhere",
            f"b:{LESSON}nowhere:show:0:{key}:",
            f"b:{LESSON}:do:0:{key}:end",
        ):
            await inside(made, made.anna, panel, custom_id)
            known = await made.bot.store.lessons.progress(made.anna.id, "monolith_arena")
            assert not any(one.actions or one.done_at for one in known.values()), custom_id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", TAUGHT)
def test_all_panels_of_all_lessons_fit_discord(face: Any, language: str) -> None:
    """Nothing is offered in a lesson that is no part of it."""
    say, course = phrases(language), Course(face, frozenset())
    check(overview(say, course))
    for lesson in face.lessons:
        practice = Practice(face.game, lesson)
        for action in lesson.solution:
            learner = Learner(practice, {0: "Anna", 1: "Training partner"}, say)
            panels = [task(course, learner, ()), hint(course, learner)]
            panels += [task(course, learner, one.tokens) for one in presses(panels[0]) if one.action_id == "show"]
            for panel in panels:
                check(panel)
                for press in presses(panel):
                    known = press.action_id in ("show", "do", "undo", "learn")
                    assert known or face.exhibit(press.action_id) is not None, press
            practice = practice.after(action)
        learner = Learner(practice, {0: "Anna", 1: "Training partner"}, say)
        check(course.solved(learner))
        check(missed(course, learner))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", TAUGHT)
def test_no_page_of_a_lesson_explains_a_button_that_it_does_not_have(face: Any, language: str) -> None:
    """Such as that of standing instructions, which belong to matches alone."""
    course = Course(face, frozenset())
    for lesson in face.lessons:
        learner = Learner(Practice(face.game, lesson), {0: "Anna", 1: "Training partner"}, phrases(language))
        known: list[Any] = [()]
        for tokens in known:
            panel = task(course, learner, tokens)
            labels = {one.label for row in panel.rows if isinstance(row, tuple) for one in row}
            told = re.findall(r"^\*([^*]+)\*: ", panel.text, re.MULTILINE)
            assert labels.issuperset(told), panel.text
            shown = [one.tokens for one in presses(panel) if one.action_id == "show"]
            known += [one for one in dict.fromkeys(shown) if one not in known][: 300 - len(known)]


@pytest.mark.parametrize("face", TAUGHT)
def test_nothing_is_chosen_for_the_learner(face: Any) -> None:
    """What has more than one value is left open: no line is chosen, and no button has the solution as a whole."""
    for lesson in face.lessons:
        practice = Practice(face.game, lesson)
        panel = task(Course(face, frozenset()), Learner(practice, {0: "Anna", 1: "Partner"}, ENGLISH), ())
        assert not any(line.default for row in panel.rows if isinstance(row, Select) for line in row.options)
        for one in presses(panel):
            if one.action_id == "do" and len(one.tokens) > 1:
                (choice,) = [c for c in practice.choices if c.must]
                verb = one.tokens[:1]
                others = {a for a in face.game.legal(practice.state, 0, choice.key) if a[:1] == verb}
                offered = {p.tokens for p in presses(panel) if p.action_id == "do" and p.tokens[:1] == verb}
                assert offered == others or len(offered) > 1, (lesson.id, one)


async def test_whoever_has_learned_all_is_one_press_from_a_squire_and_from_a_puzzle(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        for lesson in LESSONS:
            await made.bot.store.lessons.save(made.anna.id, FACE.game.name, lesson.id, "", done=True, now=1)
        panel = await _overview(made)
        assert "against the computer or with others" in words(panel)
        puzzle = await _press(made, await _overview(made), Press("puzzle", ("next", FACE.game.name)))
        assert "Puzzle, Monolith Arena, easy" in words(puzzle)
        panel = await _press(made, panel, Press("new", (FACE.group, "csquire", "=go")))
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.status == "running"
        assert {seat.user_id for seat in head.seats} == {made.anna.id, computers.computer("squire")}
