"""Another game through the whole bot: three seats, choices at once, sealed picks of two cards, a player who leaves."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bot.matches import joining
from bot.panels.model import Press
from games import verify
from games.draws import commitment, fingerprint
from tests.bot import forged
from tests.bot.driving import by_panel
from tests.bot.forged import only_refusals, refused, said
from tests.bot.world import World, button_ids, controls, pings, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident", "with_toy")

COLOURS = ("red", "green", "blue")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that knows the toy beside its own games."""
    register(monkeypatch, FACE)


async def _begun(made: World, **options: Any) -> str:
    """Anna, Max and Tina against each other."""
    await made.anna.slash(made.channel, "toy new", opponent=made.max, opponent2=made.tina, **options)
    await made.settle()
    start = made.channel.last_message
    for actor in (made.max, made.tina):
        await made.press(actor, start, "accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def _coloured(made: World, match_id: str) -> None:
    for actor, colour in zip((made.anna, made.max, made.tina), COLOURS, strict=True):
        await made.play(match_id, actor.id, ("colour", colour))
    await made.settle()


async def _panel(made: World, match_id: str, actor: Any) -> Any:
    return (await made.press(actor, await made.live(match_id), "play")).response


async def _now(made: World, panel: Any) -> Any:
    await made.settle()
    return made.message(panel.channel_id, panel.id)


async def test_it_is_offered_with_its_own_formations_and_options(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, rounds=3, cards="high", cheering=False)
        match = await made.bot.matches.load(match_id)
        assert match.formation.id == "1v1v1"
        assert match.options == {"rounds": 3, "cards": "high", "cheering": False, "hours": 0}
        assert "Cards: 6 to 10." in made.channel.history()[0].content
        assert "Anna, Max and Tina" in made.channel.history()[0].content
        assert (await made.thread(match_id)).name == "Toy #1: Anna – Max – Tina"
        only_refusals(made)


async def test_with_all_games_it_is_opened_as_it_is_usually_played(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game="toy", opponent=made.max, opponent2=made.tina)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        match = await made.bot.matches.load(head.id)
        assert match.formation.id == "1v1v1"
        assert match.options == {"rounds": 2, "cards": "low", "cheering": True, "hours": 0}
        named = {"opponent": made.max, "opponent2": made.tina, "opponent3": made.bea}
        refused = said(await made.anna.slash(made.channel, "match new", game="toy", **named))
        assert refused == (
            "As Toy is usually played there is no room for so many opponents; `/toy new` lets you choose the teams."
        )
        only_refusals(made)


async def test_all_are_waited_for_and_the_buttons_are_the_toys_own(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        live = await made.live(match_id)
        assert button_ids(live) == ["play", "words", "rolls", "help"]
        thread = await made.thread(match_id)
        assert pings(made)[-1] == (thread.id, (made.anna.id, made.max.id, made.tina.id))
        assert said(await made.press(made.tina, live, "rolls")) == "Nothing has been rolled yet."
        assert "Round 1 of 2." in said(await made.press(made.tina, live, "words"))


async def test_an_open_question_is_answered_under_the_board_and_a_sealed_one_is_not(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        await _coloured(made, match_id)
        assert "answer" not in button_ids(await made.live(match_id)), "what they pick is sealed"
        for actor in (made.anna, made.max, made.tina):
            await made.play(match_id, actor.id, ("pick", "1", "2"))
        await made.settle()
        live = await made.live(match_id)
        assert [c.press.tokens[1] for c in controls(live) if c.press.action_id == "answer"] == ["again", "pass"]
        (caller,) = (await made.bot.matches.load(match_id)).waited_for()
        again, rest = next(c for c in controls(live) if c.press.action_id == "answer"), await made.thread(match_id)
        for actor in (made.anna, made.max, made.tina, made.bea):
            if actor.id != caller:
                text = await refused(made, match_id, forged.press(made, actor, rest, again.custom_id))
                assert text.startswith("You are not playing" if actor is made.bea else "The decision is up to ")
        await made.press(made.actor(caller), live, "answer", *again.press.tokens)
        await made.settle()
        assert (await made.bot.matches.load(match_id)).entries[-1].text == "again"
        only_refusals(made)


async def test_two_cards_are_one_choice_in_one_select(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        await _coloured(made, match_id)
        panel = await _panel(made, match_id, made.anna)
        await made.pick(made.anna, panel, "2", "5")
        await made.press(made.anna, panel, "do", "pick", "2", "5")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.entries[-1].text == "pick 2 5"
        assert match.waited_for() == [made.max.id, made.tina.id]


async def test_its_verbs_are_commands_and_its_rules_can_be_looked_up(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        thread = await made.thread(match_id)
        await made.anna.slash(thread, "toy colour", colour="Red")
        await made.max.slash(thread, "toy pick", cards="5, 2")
        await made.settle()
        entries = (await made.bot.matches.load(match_id)).entries
        assert [(one.seat, one.text) for one in entries] == [(0, "colour red"), (1, "pick 5 2")]
        taken = await refused(made, match_id, made.tina.slash(thread, "toy colour", colour="red"), "toy colour")
        assert taken == "“red” is not possible here; choose green or blue. (T1.1)"
        paragraph = said(await made.tina.slash(thread, "rules", rule="1.1"))
        assert paragraph == "**T1.1 The beginning**\nEverybody chooses a colour that nobody else has."


async def test_of_several_open_choices_each_has_its_own_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        panel = await _panel(made, match_id, made.max)
        others = [c for c in controls(panel) if c.press.tokens[:1] and c.press.tokens[0].startswith("=")]
        assert len(others) == 2  # the pick and the cheer beside the colour
        cheer = next(c for c in others if "Cheer" in c.label)
        await made.press(made.max, panel, "show", *cheer.press.tokens)
        panel = await _now(made, panel)
        (last,) = [c for c in controls(panel) if c.press.action_id == "do"]
        assert last.press == Press("do", ("cheer",))
        await made.press(made.max, panel, "do", "cheer")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.state.cheered == {1}
        assert match.waited_for() == [made.anna.id, made.max.id, made.tina.id]  # cheering is waited for by nobody


async def test_what_is_picked_reaches_nobody_else(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        await _coloured(made, match_id)
        await made.play(match_id, made.anna.id, ("pick", "4", "5"))
        await made.settle()
        thread = await made.thread(match_id)
        live = await made.live(match_id)
        assert "Anna picked in secret" in live.content
        for actor in (made.max, made.bea):
            for action_id in ("play", "words", "rolls"):
                answer = await made.press(actor, live, action_id)
                assert "4 and 5" not in said(answer)
            history = said(await actor.slash(thread, "match history"))
            assert "4 and 5" not in history
            assert "4 5" not in history
            record = await actor.slash(thread, "match record")
            assert "0 ?" in json.loads(await record.response.attachments[0].read())["actions"]
        assert "4 and 5" in said(await made.press(made.anna, live, "words"))


async def test_a_player_leaves_and_the_others_play_on(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made)
        await _coloured(made, match_id)
        thread = await made.thread(match_id)
        await made.resign(made.max, thread)
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
        assert match.waited_for() == [made.anna.id, made.tina.id]
        assert "Max resigned" in (await made.live(match_id)).content
        for name in ("match resign", "match draw"):
            await refused(made, match_id, made.max.slash(thread, name), name)
        rng = random.Random(2)
        while await by_panel(made, match_id, rng) is not None:
            pass
        over = await made.bot.matches.load(match_id)
        assert over.result is not None
        assert over.result.ranking[-1] == (1,)
        assert made.max.id not in over.waited_for()


async def test_a_whole_match_through_panels_and_its_record_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(5)
    async with world(tmp_path / "data") as made:
        match_id = await _begun(made, rounds=4)
        moves = 0
        while await by_panel(made, match_id, rng) is not None:
            moves += 1
            if moves == 6:
                await made.restart()
        assert moves >= 15
        stored = await made.bot.store.matches.load(match_id)
        assert stored is not None
        assert stored.status == "over"
        (proof,) = [c.press for c in controls(made.channel.last_message) if c.press.action_id == "proof"]
        assert proof.tokens == (fingerprint(commitment(stored.seed, joining.load(stored.parts))),)
        answer = await made.bea.slash(made.channel, "match record", match=match_id)
        record = tmp_path / "record.json"
        record.write_bytes(await answer.response.attachments[0].read())
        assert verify.main([str(record)]) == 0
        live = await made.live(match_id)
        assert button_ids(live)[0] == "rematch"
        assert button_ids(live)[-2:] == ["words", "rolls"]
        await made.press(made.max, made.channel.last_message, "rematch")
        await made.settle()
        (again,) = await made.bot.store.matches.all_open()
        assert (again.game, again.formation, again.rematch_of) == ("toy", "1v1v1", match_id)
