"""The study board in a real browser: opened, gone back and forth in, questions answered, and left again."""

from __future__ import annotations

import json
import random

import pytest
from playwright.async_api import Browser

from bot.features.study.board import ACTION_ID
from bot.texts.phrases import Phrases, phrases
from sandbox import Message
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.playing import Playground
from tests.e2e.seats import button, click, command, enter, inside, look, said, select, send, still, tidy

pytestmark = needs_browser
VISITS = {"arena_of_heroes": 4, "monolith_arena": 6, "monsters_and_myths": 2}
"""After so many the match is set up, whoever is drawn to begin, and turns are played; and enough is left to study."""
STEPS, TAPS = 3, 60
LOOKED_UP = {"cards", "whatif"}
"""Pages from which nothing is done."""
DEEPER = 8
"""So many times as often a page with one more token is opened: each leads closer to what can be done."""
ON = ("do", "pick", "chance", "show")
"""The presses that lead on in a study."""


def _leading_on(panel: Message) -> list[tuple[str, str, str]]:
    """The presses of a study that lead on: ("button" or "select", custom_id, what is pressed)."""
    found = []
    for control in panel.controls:
        custom_id = control["custom_id"]
        if control["type"] == 3:
            lines = [line["value"] for line in control["options"] if not line.get("default")]
            if control.get("max_values", 1) > 1:  # a list within which people scroll
                lines = []
            found += [("select", custom_id, line) for line in lines if line.split(":")[0] == ACTION_ID]
        elif not control.get("disabled") and custom_id.split(":")[2] == ACTION_ID:
            found.append(("button", custom_id, ":".join(custom_id.split(":")[i] for i in (2, 5))))
    return [one for one in found if _word(one) in ON and not LOOKED_UP & set(one[2].split(":")[1].split(".")[1:2])]


def _word(one: tuple[str, str, str]) -> str:
    """What a press does in the study."""
    return one[2].split(":")[1].partition(".")[0]


def _next(panel: Message, rng: random.Random) -> tuple[str, str, str]:
    """One of the presses that answer a question or do something, else one that leads there, rather than back."""
    found = _leading_on(panel)
    assert found, f"nothing leads on from {panel.text}"
    for word in ("pick", "chance", "do"):
        if same := [one for one in found if _word(one) == word]:
            return rng.choice(same)
    return rng.choices(found, weights=[DEEPER ** one[2].count(".") for one in found])[0]


def _at(say: Phrases, number: int, count: int) -> str:
    """How the page says at which of its steps it is."""
    return f" · {say('{number} of {count}', number=number, count=count)}\n"


async def _press(game: Playground, page: Tab, one: tuple[str, str, str]) -> None:
    panel = game.panel(game.anna)
    assert panel is not None
    kind, custom_id, value = one
    control = inside(page, "anna", f'[data-id="{panel.id}"] [data-id={json.dumps(custom_id)}]').last
    if kind == "select":
        await select(game, page, control, value)
    else:
        await click(game, page, "anna", control)


@pytest.mark.parametrize(
    ("size", "game", "title"),
    [
        ("desktop", "en-US", "arena_of_heroes"),
        ("laptop", "de", "monsters_and_myths"),
        ("phone", "es-ES", "monolith_arena"),
        ("phone", "en-US", "arena_of_heroes"),
    ],
    indirect=["game"],
)
async def test_a_study_is_opened_used_and_left(game: Playground, chromium: Browser, size: str, title: str) -> None:
    rng, say = random.Random(5), phrases(game.box.guild.preferred_locale[:2])
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        await game.midway(title, VISITS[title], rng)
        await look(page, "anna", game.thread)
        await still(game, page)
        before = len(game.anna.messages(game.thread))
        await command(page, "anna", "/study")
        await click(game, page, "anna", send(page, "anna"))
        assert say("Study board") in await said(page, "anna")
        await tidy(page, f"study-{title}-start")
        asked = done = 0
        for _ in range(TAPS):
            panel = game.panel(game.anna)
            assert panel is not None
            questions = [one for one in _leading_on(panel) if _word(one) in ("pick", "chance")]
            if done >= STEPS and asked and not questions:  # within a question the way back leads to what asks it
                break
            if questions and not asked:
                await tidy(page, f"study-{title}-question")
            asked += bool(questions)
            await _press(game, page, _next(panel, rng))
            read = await said(page, "anna")
            done = max((number for number in range(TAPS) if _at(say, number, number) in read), default=0)
        assert done >= STEPS
        assert asked, "something was not known"
        await tidy(page, f"study-{title}-on")
        for number in (done - 1, done):
            await click(game, page, "anna", button(page, "anna", ACTION_ID, "go", str(number)))
            assert _at(say, number, done) in await said(page, "anna")
        await click(game, page, "anna", inside(page, "anna", ".ephemeral button", say("Leave")).last)
        assert say("Study board") not in await said(page, "anna")
        await tidy(page, f"study-{title}-left")
        public = [one for one in game.anna.messages(game.thread) if not one.ephemeral_for]
        assert len(game.anna.messages(game.thread)) - before <= 2
        assert all(say("Study board") not in one.text for one in public), "nobody else sees it"
