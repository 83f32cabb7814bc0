"""Monsters & Myths played by the buttons of the live message: roll, stop, pass, lose, and the way to the catapults."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.panels.model import Press
from games.referee import random_action
from tests.bot import forged
from tests.bot.driving import catch_up, hush
from tests.bot.forged import refused, said
from tests.bot.monsters_and_myths.test_monsters_match import _begun
from tests.bot.world import Control, World, controls, use, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def _until(made: World, match_id: str, wanted: Callable[[Any], bool], rng: random.Random) -> Any:
    """Play past Discord until a moment, then show it."""
    hush(made.bot)
    for _ in range(900):
        match = await made.bot.matches.load(match_id)
        waited = [choice for choice in match.choices if choice.must]
        assert waited, "the match is over"
        if wanted(match):
            await catch_up(made, match_id)
            return await made.bot.matches.load(match_id)
        choice = rng.choice(waited)
        user = match.user_of(choice.seat)
        assert user is not None
        await made.play(match_id, user, random_action(match.face.game, match.state, choice, rng), key=choice.key)
    raise AssertionError("it never came to that")


def _asked(match: Any, kind: str) -> list[Any]:
    return [choice for choice in match.choices if choice.must and choice.kind == kind]


async def _found(made: World, match_id: str, *action: str) -> list[Control]:
    """The buttons of the live message that answer so."""
    live = await made.live(match_id)
    return [
        c for c in controls(live) if c.press.action_id == "answer" and c.press.tokens[1 : 1 + len(action)] == action
    ]


async def test_the_attacker_rolls_and_stops_in_the_live_message(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await _until(made, match_id, lambda m: bool(_asked(m, "exchange")), random.Random(3))
        (choice,) = _asked(match, "exchange")
        attacker = made.actor(match.user_of(choice.seat))
        other = made.max if attacker is made.anna else made.anna
        live = await made.live(match_id)
        (roll,) = await _found(made, match_id, "roll")
        name = "Max" if other is made.anna else "Anna"
        assert await refused(made, match_id, use(other, live, roll)) == f"The decision is up to {name}."
        assert "not playing" in await refused(made, match_id, use(made.tina, live, roll))
        result = await use(attacker, live, roll)
        assert result.acknowledged
        assert not result.followups, "the live message shows what came of it, and nothing else is said"
        await made.settle()
        after = await made.bot.matches.load(match_id)
        assert after.match.version > match.match.version
        late = forged.press(made, attacker, await made.thread(match_id), roll.custom_id)
        assert "decided already" in await refused(made, match_id, late)


async def test_a_loss_is_chosen_in_the_live_message(tmp_path: Path) -> None:
    def one_side(match: Any) -> bool:
        found = _asked(match, "lose")
        return len(found) == 1 and not found[0].secret

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await _until(made, match_id, one_side, random.Random(5))
        (choice,) = _asked(match, "lose")
        loser = made.actor(match.user_of(choice.seat))
        ways = await _found(made, match_id, "lose")
        assert sorted(way.press.tokens[1:] for way in ways) == sorted(
            match.face.game.legal(match.state, choice.seat, choice.key)
        )
        assert all("Lose " in way.label for way in ways)
        await use(loser, await made.live(match_id), ways[0])
        await made.settle()
        assert (await made.bot.matches.load(match_id)).entries[-1].text == " ".join(ways[0].press.tokens[1:])


async def test_secret_losses_have_no_public_button(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, made.bea, teams="4p")
        await _until(made, match_id, lambda m: any(c.secret for c in _asked(m, "lose")), random.Random(5))
        assert not await _found(made, match_id)


async def test_windows_are_passed_in_the_live_message(tmp_path: Path) -> None:
    def two_asked(match: Any) -> bool:
        return len([c for c in match.choices if c.must and c.window]) == 2

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, made.bea, teams="4p")
        match = await _until(made, match_id, two_asked, random.Random(8))
        asked = [made.actor(match.user_of(c.seat)) for c in match.choices if c.must and c.window]
        (once,) = [c for c in await _found(made, match_id, "pass") if len(c.press.tokens) == 2]
        live = await made.live(match_id)
        await use(asked[0], live, once)  # neither has seen what the other did
        longer = next(c for c in await _found(made, match_id, "pass", "card"))
        assert longer.label.endswith("Pass this card")
        await use(asked[1], live, longer)
        await made.settle()
        texts = [entry.text for entry in (await made.bot.matches.load(match_id)).entries]
        assert "pass" in texts
        assert "pass card" in texts
        late = forged.press(made, asked[1], await made.thread(match_id), longer.custom_id)
        assert "decided already" in await refused(made, match_id, late)


async def test_the_catapult_button_opens_the_aim_or_says_why_not(tmp_path: Path) -> None:
    def window(match: Any) -> bool:
        return any(choice.window for choice in match.choices if choice.must)

    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, teams="3p")
        match = await _until(made, match_id, window, random.Random(2))
        live = await made.live(match_id)
        assert Press("show", ("aim",)) in [c.press for c in controls(live)]
        seats = {user: match.view(None).seats[match.seat_of(user)] for user in match.users()}
        armed = next(user for user in seats if seats[user].catapults and user in match.waited_for())
        panel = await made.press(made.actor(armed), live, "show", "aim")
        assert "Which card do you fire at?" in said(panel)
        bare = next(user for user in seats if not seats[user].catapults)
        told = said(await made.press(made.actor(bare), live, "show", "aim"))
        assert told.startswith("You have no catapult that you could fire now.")


async def test_a_round_that_is_over_is_summed_up_and_stays_in_the_thread(tmp_path: Path) -> None:
    def second_round(match: Any) -> bool:
        return match.view(None).round == 2 and len(_asked(match, "keep")) == 2

    rng = random.Random(4)
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max)
        match = await _until(made, match_id, second_round, rng)
        live = await made.live(match_id)
        assert [a.filename for a in live.attachments] == ["attack.gif"], "the film ends on what the round has changed"
        told = next(line for line in live.content.split("\n") if line.startswith("Round 1"))
        assert "captured" in told
        assert live.attachments[0].description.startswith("Round 1")
        for choice in _asked(match, "keep"):
            user = match.user_of(choice.seat)
            await made.play(match_id, user, random_action(match.face.game, match.state, choice, rng), key=choice.key)
            await made.settle()
            match = await made.bot.matches.load(match_id)
        while (await made.live(match_id)).id == live.id:
            match = await made.bot.matches.load(match_id)
            choice = next(choice for choice in match.choices if choice.must)
            user = match.user_of(choice.seat)
            await made.play(match_id, user, random_action(match.face.game, match.state, choice, rng), key=choice.key)
            await made.settle()
        closed = made.message(live.channel_id, live.id)
        assert not closed.components
        assert closed.attachments[0].description.startswith("Round 1")
        assert told in closed.content
        assert [a.filename for a in (await made.live(match_id)).attachments] == ["board.png"]
