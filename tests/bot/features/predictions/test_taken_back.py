"""What is predicted of an attack of Monsters & Myths, where a takeback leads to another one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.matches.loaded import LoadedMatch
from tests.bot.forged import only_refusals
from tests.bot.world import World, buttons, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def _attacked(made: World, match_id: str, modest: int | None = None) -> LoadedMatch:
    """Play until an attack is on; all keep as many cards as they can, but for the seat that is `modest`."""
    rng, matches = random.Random(3), made.bot.matches
    while True:
        match = await matches.load(match_id)
        if match.view(None).card is not None:
            return match
        choice = next(choice for choice in match.choices if choice.must)
        legal = match.face.game.legal(match.state, choice.seat, choice.key)
        action = rng.choice(legal)
        if choice.kind == "keep":
            kept = [one for one in legal if one[0] == "keep"]
            action = (min if choice.seat == modest else max)(kept, key=lambda one: sum(word.isdigit() for word in one))
        user = match.user_of(choice.seat)
        assert user is not None
        await matches.play(match, user, [action], key=match.key_of(choice))


async def _taken_back_to_keeping(made: World, match_id: str, seat: int) -> None:
    while True:
        match = await made.bot.matches.load(match_id)
        if any(choice.kind == "keep" and choice.seat == seat for choice in match.choices):
            return
        asker, other = match.user_of(seat), match.user_of(1 - seat)
        assert asker is not None
        assert other is not None
        match = (await made.bot.matches.agree(match, asker, ("takeback", "ask"))).match
        await made.bot.matches.agree(match, other, ("takeback", "accept"))


async def test_what_was_said_of_one_attack_is_not_said_of_another(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match("monsters_and_myths")
        first = (await _attacked(made, match_id)).view(None)
        page = (await made.press(made.tina, await made.live(match_id), "play")).response
        await made.press(made.tina, page, "predict")
        await made.settle()
        page = made.message(page.channel_id, page.id)
        (attacker,) = [one for one in buttons(page) if one.custom_id.endswith(".attacker")]
        await made.tina.click(page, custom_id=attacker.custom_id)
        await made.settle()
        page = made.message(page.channel_id, page.id)
        assert f"Noted. You say: {attacker.label}." in words(page)
        old = next(one.custom_id for one in buttons(page) if one.custom_id.endswith(".defenders"))
        await _taken_back_to_keeping(made, match_id, first.active)
        second = (await _attacked(made, match_id, modest=first.active)).view(None)
        assert (second.active, second.card) != (first.active, first.card)
        await made.tina.click(page, custom_id=old)
        await made.settle()
        page = made.message(page.channel_id, page.id)
        assert "That button no longer does anything" in words(page)
        assert "You have not predicted anything yet." in words(page)
        assert "person has predicted it" not in words(page)
        (attacker,) = [one for one in buttons(page) if one.custom_id.endswith(".attacker")]
        await made.tina.click(page, custom_id=attacker.custom_id)
        await made.settle()
        assert f"Noted. You say: {attacker.label}." in words(made.message(page.channel_id, page.id))
        (kept,) = await made.bot.store.predictions.of(match_id, 1)
        assert kept.subject == f"{second.active}-{second.card.number}"
        only_refusals(made)
