"""What saves visits: nobody deals, what is proposed is taken over on request, a pass outlives a shot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.features.standing_orders.orders import StandingOrders
from bot.monsters_and_myths.texts.standing import last_card
from bot.panels.components import read_value
from bot.panels.model import Press
from games import agreements, history
from games.draws import SEED_BYTES
from games.monsters_and_myths.cards import CREATURES
from games.monsters_and_myths.game import GAME
from games.referee import random_action
from games.standing import foreseen, proposed
from storage.plans import ALWAYS
from tests.bot import forged
from tests.bot.driving import catch_up
from tests.bot.monsters_and_myths.test_monsters_live import _found, _until
from tests.bot.monsters_and_myths.test_monsters_match import _begun
from tests.bot.world import Control, World, button_ids, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

BOTH_HAVE_WIZARDS = 9
"""A seed by which both of two players are dealt a wizard to begin with."""


def _keeping(match: Any) -> bool:
    return any(choice.kind == "keep" for choice in match.choices)


async def test_nobody_is_asked_to_deal(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await made.bot.matches.load(match_id)
        assert [entry.text for entry in match.entries][:1] == ["start"]
        assert all(choice.kind != "start" for choice in match.choices)
        game, entries = match.face.game, [history.Entry(e.kind, e.seat, e.text) for e in match.entries]
        *_, done = history.fold(game, match.formation, match.options, match.seed, entries)
        assert agreements.dump(game, done.after) == agreements.dump(game, match.position)
        assert "deal the cards" not in (await made.live(match_id)).content


async def _keep(made: World, match_id: str, user: int, by: str) -> None:
    """Lift the first cards in the panel and press the button of that action id."""
    panel = (await made.press(made.actor(user), await made.live(match_id), "play")).response
    for _ in range(6):
        panel = made.message(panel.channel_id, panel.id)
        final = [c for c in controls(panel) if c.press.action_id == by and c.press.tokens[:1] == ("keep",)]
        if final:
            await use(made.actor(user), panel, final[0])
            await made.settle()
            return
        lifts = [c for c in controls(panel) if c.press.tokens[:1] == ("keep",) and c.press.action_id == "show"]
        chosen = max(lifts, key=lambda control: len(control.press.tokens))
        await use(made.actor(user), panel, chosen)
    raise AssertionError("the cards could not be kept")


async def test_whoever_lets_the_bot_answer_takes_over_what_is_proposed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await _until(made, match_id, _keeping, random.Random(1))
        orders = made.bot.services.get(StandingOrders)
        first, second = match.waited_for()
        game = match.match.game
        await orders.set(first, game, ALWAYS, "windows", "windows attacked", now=1)
        await _keep(made, match_id, first, "proposed")
        lines = await orders.mine(match, first)
        wanted = {said[0]: " ".join(said) for said in proposed(match.face.game.standing)}
        told = {topic: line for (of, topic), line in lines.items() if of == match_id and topic != "place"}
        assert told == {topic: line for topic, line in wanted.items() if topic != "windows"}, "their own word stays"
        after = await made.bot.matches.load(match_id)
        assert after.entries[-1].text.startswith("keep ")
        assert after.waited_for() == [second]
        await _keep(made, match_id, second, "do")
        assert not await orders.mine(match, second), "whoever only keeps cards is asked"


async def test_a_pass_that_was_meant_before_a_shot_holds_after_it(tmp_path: Path) -> None:
    def two_asked(match: Any) -> bool:
        return len(match.view(None).waiting) == 2 and match.view(None).phase == "ready"

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, made.bea, teams="4p")
        match = await _until(made, match_id, two_asked, random.Random(8))
        shooter, other = (match.user_of(seat) for seat in match.view(None).waiting)
        live = await made.live(match_id)
        assert "without an answer <t:" in live.content
        assert ">: pass" in live.content
        assert "deadline" not in live.content
        listed = (await made.actor(shooter).slash(made.channel, "match mine")).response.content
        assert "without an answer <t:" in listed
        assert ">: pass" in listed
        assert "deadline" not in listed
        passing = next(c for c in await _found(made, match_id, "pass", "card"))
        game, seat = match.face.game, match.seat_of(shooter)
        key = next(choice.key for choice in match.choices if choice.seat == seat and choice.must)
        shot = next(a for a in game.legal(match.state, seat, key) if a[0] == "fire" and not a[1].endswith(".force"))
        await made.play(match_id, shooter, shot, key)
        await made.settle()
        assert (await made.live(match_id)).id == live.id, (
            "the post is edited: nobody is pinged anew who was asked before"
        )
        result = await forged.press(made, made.actor(other), await made.thread(match_id), passing.custom_id)
        assert result.acknowledged
        await catch_up(made, match_id)
        texts = [entry.text for entry in (await made.bot.matches.load(match_id)).entries]
        assert texts[-1] == "pass card"


async def test_a_wizard_of_the_set_up_is_placed_in_advance_in_the_panel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.lobby.new_seed", lambda: BOTH_HAVE_WIZARDS.to_bytes(SEED_BYTES, "big"))
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await made.bot.matches.load(match_id)
        (choice,) = [one for one in match.choices if one.must]
        assert (choice.kind, choice.seat) == ("wizard", 0)
        first, second = (made.actor(match.user_of(seat)) for seat in (0, 1))

        async def places() -> tuple[Any, list[Control]]:
            """Open the panel of whoever is not asked yet; return it with its lines about wizards."""
            opened = (await made.press(second, await made.live(match_id), "play")).response
            panel = made.message(opened.channel_id, opened.id)
            return panel, [c for c in controls(panel) if c.press.tokens[:2] == ("p", "place")]

        panel, lines = await places()
        assert "You have a wizard." in words(panel)
        dealt = {code[0] for code in match.state.seats[1].kept if code in CREATURES}
        assert {c.press.tokens[2] for c in lines} == {"crown", *dealt}, "nations that one was dealt, and no others"
        for line in lines[-2:]:  # the first wish is revised
            await use(second, panel, line)
            await made.settle()
            panel = made.message(panel.channel_id, panel.id)
            assert "Noted: Your wizards protect" in words(panel)
        wish = lines[-1].press.tokens[2]
        panel, _ = await places()
        assert [value for value in _chosen(panel) if value.tokens[:2] == ("p", "place")] == [lines[-1].press]
        action = random_action(match.face.game, match.state, choice, random.Random(1))
        await made.play(match_id, first.id, action, key=choice.key)
        match = await made.bot.matches.load(match_id)
        assert match.entries[-1].text.split()[:2] == ["wizard", wish]
        assert _keeping(match), "one visit each, then all are dealt cards"


async def test_nobody_is_offered_to_plan_the_next_turn_in_the_middle_of_one(tmp_path: Path) -> None:
    def fighting(match: Any) -> bool:
        return match.past.turn_end() > 0 and any(one.must and one.kind == "exchange" for one in match.choices)

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await _until(made, match_id, fighting, random.Random(2))
        (attacker,) = match.waited_for()
        other = made.max if attacker == made.anna.id else made.anna
        for actor, offered in ((made.actor(attacker), False), (other, True)):
            opened = (await made.press(actor, await made.live(match_id), "play")).response
            panel = made.message(opened.channel_id, opened.id)
            assert ("plan" in button_ids(panel)) is offered


def _armed(match: Any) -> bool:
    """Return True if somebody with several catapults is asked to fire, in a round that goes on afterwards."""
    window = next((c for c in match.choices if c.must and c.kind.startswith("window")), None)
    several = window is not None and match.state.seats[window.seat].catapults > 1
    return several and not last_card(match.view(None))


async def test_several_catapults_are_fired_with_one_press_and_told_in_one_post(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, made.bea, teams="4p")
        match = await _until(made, match_id, _armed, random.Random(1))
        window = next(c for c in match.choices if c.must and c.kind.startswith("window"))
        shooter, before = made.actor(match.user_of(window.seat)), len(match.entries)
        had = match.state.seats[window.seat]
        panel = (await made.press(shooter, await made.live(match_id), "play")).response
        panel = made.message(panel.channel_id, panel.id)
        shown = controls(panel)
        shot = next(c.press.tokens[1] for c in shown if c.press.tokens[:1] == ("fire",))
        posts = len((await made.thread(match_id)).history())
        await use(shooter, panel, next(c for c in shown if c.press == Press("errand", ("volley", shot))))
        await made.settle()
        after = await made.bot.matches.load(match_id)
        fired = [e.text for e in after.entries[before:] if e.seat == window.seat and e.text.startswith("fire ")]
        has = after.state.seats[window.seat]
        assert set(fired) == {f"fire {shot}"}
        assert had.catapults - has.catapults == len(fired)
        assert len(has.captured) > len(had.captured) or not has.catapults
        assert len((await made.thread(match_id)).history()) <= posts + 1


async def test_what_was_fired_at_in_vain_is_offered_again(tmp_path: Path) -> None:
    def offered(message: Any) -> list[str]:
        return [c.label for c in controls(message) if c.press.tokens[:1] == ("fire",)]

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, made.bea, teams="4p")
        for seed in range(20):
            match = await _until(made, match_id, _armed, random.Random(seed))
            window = next(c for c in match.choices if c.must and c.kind.startswith("window"))
            shooter = made.actor(match.user_of(window.seat))
            panel = (await made.press(shooter, await made.live(match_id), "play")).response
            panel = made.message(panel.channel_id, panel.id)
            (first,) = [c for c in controls(panel) if c.press.tokens[:1] == ("fire",)]
            captured = match.state.seats[window.seat].captured
            await use(shooter, panel, first)
            await made.settle()
            panel = made.message(panel.channel_id, panel.id)
            after = await made.bot.matches.load(match_id)
            if after.state.seats[window.seat].captured == captured and after.state.phase == match.state.phase:
                assert offered(panel) == [first.label.replace("Fire:", "Fire again:")]
                return
        raise AssertionError("every shot has hit")


def _chosen(message: Any) -> list[Press]:
    """Return the lines of selects that are chosen already."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    selects = [item for row in rows for item in row["components"] if item["type"] == 3]
    return [read_value(one["value"]) for item in selects for one in item["options"] if one.get("default")]


async def test_the_panel_says_what_is_given_for_its_reader_before_the_roll(tmp_path: Path) -> None:
    said = proposed(GAME.standing)[0]

    def foretold(match: Any) -> str:
        seat = next((c.seat for c in match.choices if c.must and c.kind == "exchange"), None)
        return "" if seat is None else str(foreseen(GAME.standing, match.view(seat), [said]) or "")

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await _until(made, match_id, lambda m: bool(foretold(m)), random.Random(3))
        (user,) = match.waited_for()
        panel = (await made.press(made.actor(user), await made.live(match_id), "play")).response
        assert foretold(match) not in words(panel), "who is asked chooses"
        orders = made.bot.services.get(StandingOrders)
        await orders.set(user, match.match.game, match_id, said[0], " ".join(said), now=1)
        panel = (await made.press(made.actor(user), await made.live(match_id), "play")).response
        assert foretold(match) in words(panel)


async def test_whose_wizards_are_fired_at_is_said_by_name(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina)
        panel = (await made.anna.slash(made.channel, "match instructions", match=match_id)).response

        async def turned(*tokens: str) -> list[str]:
            nonlocal panel
            control = next(c for c in controls(panel) if c.press == Press("orders", tokens))
            await use(made.anna, panel, control)
            await made.settle()
            panel = made.message(panel.channel_id, panel.id)
            return [c.label for c in controls(panel)]

        assert {"Max", "Tina"} <= {*await turned("m", "wizards")}
        await turned("m", "wizards", "B")
        await turned("m", "wizards", "B", "any")
        told = "You fire at a wizard when an attack card comes up: any nation, Max."
        assert words(panel).count(told) == 2, "noted, and in the list"
        labels = await turned("a", "wizards")
        assert "player B" in labels, "whoever sits there in a match to come"
        assert "Max" not in labels
