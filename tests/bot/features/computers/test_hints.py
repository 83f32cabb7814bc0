"""A hint is given to whoever plays against computers alone: where to play and why, for nobody else to see."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.computers.hints import Hints
from bot.features.substitutes.service import Substitutes
from bot.panels.model import Press
from games.computers import think
from tests.bot.forged import only_refusals, said
from tests.bot.thinking import Here, computing
from tests.bot.world import World, button_ids, controls, words

pytestmark = pytest.mark.usefixtures("no_incident")


class Asked(Here):
    """Notes what it is asked."""

    def __init__(self, failures: int = 0) -> None:
        super().__init__(failures)
        self.asked: list[tuple[Any, ...]] = []

    async def decide(self, *question: Any) -> Any:
        self.asked.append(question)
        return await super().decide(*question)


class Slow(Here):
    """Thinks until the gate is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.begun = asyncio.Event(), asyncio.Event()

    async def decide(self, *question: Any) -> Any:
        self.begun.set()
        await self.gate.wait()
        return await super().decide(*question)


async def opened(made: World, thinking: Here, **options: Any) -> str:
    """A match of Anna against computers, in her own turn; returns its id."""
    made.bot.services.get(Hints).thinking = thinking
    await made.anna.slash(made.channel, "monolith new", **{"computer": "squire", **options})
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    for _ in range(40):
        match = await made.bot.matches.load(head.id)
        if match.past.turn_end() and made.anna.id in match.waited_for():
            break
        seat = match.seat_of(made.anna.id)
        choice = next(c for c in match.choices if c.must and c.seat == seat)
        legal = match.face.game.legal(match.state, seat, choice.key)
        await made.play(head.id, made.anna.id, ("end",) if ("end",) in legal else legal[0], key=choice.key)
        await made.settle()
    return head.id


async def test_it_says_what_the_strongest_would_play_and_why(tmp_path: Path) -> None:
    thinking = Asked()
    async with computing(tmp_path) as made:
        match_id = await opened(made, thinking)
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert "hint" in button_ids(panel)
        before = (await made.bot.matches.load(match_id)).match.version
        await made.press(made.anna, panel, "hint")
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
        text = words(panel)
        match = await made.bot.matches.load(match_id)
        assert match.match.version == before, "nothing is written"
        (question,) = thinking.asked
        module, view, legal, seed, level = question
        assert level == "warlord"
        assert view == match.view(match.seat_of(made.anna.id)), "it knows what she sees, and no more"
        decision, _ = think(module, view, legal, seed, level)
        assert match.face.words.action_text(made.bot.services.languages.known(1, "en"), decision.action, {}) in text
        assert "**I would play:** " in text
        assert {"do", "show"} & set(button_ids(panel)), "what it says can be played below it"
        if decision.why is not None:
            assert str(decision.why) in text
        again = said(await made.anna.slash(await made.thread(match_id), "hint"))
        await made.settle()
        assert again == text, "the same position gives the same hint"


async def test_what_it_says_is_the_one_green_button_of_a_turn(tmp_path: Path) -> None:
    """In Arena of Heroes the panel has advice of its own, which gives way to the hint."""
    async with computing(tmp_path) as made:
        made.bot.services.get(Hints).thinking = thinking = Asked()
        await made.anna.slash(made.channel, "arena new", computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        await made.play(head.id, made.anna.id, ("pick", "random"))
        await made.settle()
        panel = (await made.press(made.anna, await made.live(head.id), "play")).response
        await made.press(made.anna, panel, "hint")
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
        meant = think(*thinking.asked[-1])[0].action
        rows = [row if isinstance(row, dict) else row.to_dict() for row in panel.components]
        main = [item["custom_id"] for row in rows for item in row["components"] if item.get("style") in (3, 4)]
        assert main == [one.custom_id for one in controls(panel) if one.press == Press("do", meant)]
        assert len(main) == 1
        assert "**I would play:** " in words(panel)


async def test_it_stays_while_it_is_followed(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        thinking = Asked()
        match_id = await opened(made, thinking)
        thread = await made.thread(match_id)
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert "I would play" in said(await made.anna.slash(thread, "hint"))
        decision, _ = think(*thinking.asked[-1])
        assert decision.plan, "more than one step, or there is nothing to stay for"
        match = await made.bot.matches.load(match_id)
        told = match.face.words.action_text(made.bot.services.languages.known(1, "en"), decision.plan[0], {})

        async def looked() -> str:
            nonlocal panel
            panel = (await made.press(made.anna, await made.live(match_id), "play")).response
            return words(panel)

        assert "**I would play:** " in await looked()
        assert "I would play" not in said(await made.tina.slash(thread, "match show")), "it is for whoever asked"
        meant: list[Any] = []

        def read(perspective: Any, hinted: Any) -> Any:
            meant.append(hinted)
            return replace(perspective, hinted=hinted)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.interactions.panel.replace", read)
            await looked()
        assert meant[-1] == (decision.action, *decision.plan), "panels preset what it says"
        await made.play(match_id, made.anna.id, decision.action)
        assert f"**I would play next:** {told}" in await looked()
        await made.press(made.anna, panel, "undo")
        assert "**I would play:** " in await looked()
        legal = match.face.game.legal(match.state, match.seat_of(made.anna.id), match.choices[0].key)
        await made.play(match_id, made.anna.id, next(one for one in legal if one != decision.action))
        assert "I would play" not in await looked()


async def test_it_says_the_chances_that_reviews_say(tmp_path: Path) -> None:
    """The search thinks better of itself than is true; what it says of its chances is not told."""

    class Foreseeing(Asked):
        async def foresee(self, module: str, view: Any, actions: Any, seed: str) -> int | None:
            self.meant = module, actions
            return 4321

    thinking = Foreseeing()
    async with computing(tmp_path) as made:
        match_id = await opened(made, thinking)
        text = said(await made.anna.slash(await made.thread(match_id), "hint"))
        decision, _ = think(*thinking.asked[-1])
        assert "Your chance of winning if you play this: 43%." in text
        assert text.count("%") == 1
        assert thinking.meant == (thinking.asked[-1][0], (decision.action, *decision.plan))


async def test_a_killed_process_costs_no_hint(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made, Asked(failures=1))
        assert "I would play" in said(await made.anna.slash(await made.thread(match_id), "hint"))


async def test_whoever_waits_for_it_sees_that_it_is_worked_out(tmp_path: Path) -> None:
    thinking = Slow()
    async with computing(tmp_path) as made:
        match_id = await opened(made, thinking)
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        pressed = asyncio.create_task(made.press(made.anna, panel, "hint"))
        async with asyncio.timeout(30):
            while "A hint is being worked out" not in words(made.message(panel.channel_id, panel.id)):
                await asyncio.sleep(0.01)
        thinking.gate.set()
        await pressed
        await made.settle()
        told = words(made.message(panel.channel_id, panel.id))
        assert "**I would play:** " in told
        assert "A hint is being worked out" not in told


async def test_others_do_not_wait_for_it(tmp_path: Path) -> None:
    """What thinks for long holds nobody up at the gate, nor the event loop."""
    thinking = Slow()
    gate, begun = thinking.gate, thinking.begun
    async with computing(tmp_path) as made:
        match_id = await opened(made, thinking)
        match = await made.bot.matches.load(match_id)
        asked = asyncio.create_task(made.anna.slash(await made.thread(match_id), "hint"))
        await asyncio.wait_for(begun.wait(), 30)
        assert made.bot.services.gate.waiting == 0
        assert not made.bot.services.gate._inside, "its turn at the gate is over"
        gate.set()
        await asked
        assert (await made.bot.matches.load(match_id)).match.version == match.match.version


async def test_not_with_people_nor_out_of_turn(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await made.match()
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        assert "hint" not in button_ids(panel)
        told = said(await made.anna.slash(await made.thread(match_id), "hint"))
        assert "only for matches in which you play against computers alone" in told
        # Nor where the computer plays on for somebody who may come back.
        await made.bot.services.get(Substitutes).stand_in(await made.bot.matches.load(match_id), 1, lambda match: True)
        await made.settle()
        told = said(await made.anna.slash(await made.thread(match_id), "hint"))
        assert "only for matches in which you play against computers alone" in told
        told = said(await made.tina.slash(await made.thread(match_id), "hint"))
        assert "You are not playing in this match." in told
        only_refusals(made)
