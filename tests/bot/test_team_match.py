"""Two against two with monoliths and reinforcement through the real bot: four members, panels, a restart."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.matches.wishes import Wish
from tests.bot import forged
from tests.bot.driving import by_panel, catch_up, quietly, tap_to
from tests.bot.forged import harmless, refused
from tests.bot.test_whole_match import _check_board, _check_end
from tests.bot.world import World, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

OPTIONS = {"monoliths": True, "reinforcement": True}
HOMES = ("dragon_empire", "guardians_of_the_realm", "harbingers_of_the_forest", "lords_of_the_abyss")


async def _begin(made: World) -> tuple[str, list[Any]]:
    """A match of four that everybody has accepted."""
    players = [made.anna, made.max, made.tina, made.bea]
    wish = Wish(
        game="monolith_arena",
        formation="2v2",
        language="en",
        creator=made.anna.id,
        opponents=tuple(p.id for p in players[1:]),
        options=OPTIONS,
        private=False,
        guild_id=made.guild.id,
        channel_id=made.channel.id,
    )
    match_id = await made.bot.lobby.new(wish, interaction_id=1)
    for player in players[1:]:
        await made.bot.lobby.accept(await made.bot.matches.load(match_id), player.id)
    await made.settle()
    return match_id, players


async def _open(made: World, match_id: str, actor: Any) -> Any:
    return (await made.press(actor, await made.live(match_id), "play")).response


async def _prepare(made: World, match_id: str, players: list[Any]) -> None:
    """Everybody puts two tiles into the monolith at the same time, each in the panel that was opened first."""
    panels = [await _open(made, match_id, actor) for actor in players]
    await made.restart()
    chosen = [("knight", "pikeman"), ("golem", "golem"), ("herne", "wyrm"), ("chaos", "demon")]
    for at, (actor, panel, tiles) in enumerate(zip(players, panels, chosen, strict=True)):
        await tap_to(actor, made, panel, ("prepare", *tiles))
        await made.settle()
        after = made.message(panel.channel_id, panel.id)
        assert all(tile.capitalize() in words(after) for tile in tiles)
        if at < 3:
            (waiting,) = [line for line in words(after).split("\n") if "Waiting for" in line]
            assert waiting.count("Bea") == 1
            for other in players[at + 1 :]:
                there = await _open(made, match_id, other)
                assert all(tiles[0] not in t.lower() for t in (words(there), there.attachments[0].description))
    # A button that was pressed already says how things stand, and changes nothing.
    old = f"b:{match_id}:do:5:prepare:prepare.knight.pikeman"
    said = await refused(made, match_id, forged.press(made, players[0], made.channel, old))
    assert said.startswith("That has been decided already")


async def _unfold(made: World, match_id: str, actor: Any, rng: random.Random) -> int:
    """Unfold as the panel leads; the number of taps."""
    panel = await _open(made, match_id, actor)
    before = (await made.bot.matches.load(match_id)).match.version
    taps = 1
    while (await made.bot.matches.load(match_id)).match.version == before:
        found = [c for c in controls(panel) if c.press.tokens[:1] == ("unfold",)]
        last = [c for c in found if c.press.action_id == "do"]
        onwards = max((len(c.press.tokens), not c.press.tokens[-1].endswith("?")) for c in found)
        further = [c for c in found if (len(c.press.tokens), not c.press.tokens[-1].endswith("?")) == onwards]
        await use(actor, panel, last[0] if last else rng.choice(further))
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
        taps += 1
    return taps


async def _may_unfold(made: World, match_id: str) -> Any:
    """Whoever may unfold now, `None` if nobody may."""
    match = await made.bot.matches.load(match_id)
    choice = next((c for c in match.choices if c.must), None)
    if choice is None or "unfold" not in match.face.game.next_field(match.state, choice.seat, choice.key).values:
        return None
    return made.actor(match.user_of(choice.seat))


async def test_two_against_two_with_everything(tmp_path: Path) -> None:
    """Begun and ended through panels; most of the middle is played past Discord."""
    rng = random.Random(6)
    async with world(tmp_path) as made:
        match_id, players = await _begin(made)
        for actor, home in zip(players, HOMES, strict=True):
            await tap_to(actor, made, await _open(made, match_id, actor), ("faction", home))
            await made.settle()
        await _prepare(made, match_id, players)
        unfolded = moves = 0
        while moves < 14 or not unfolded:
            moves += 1
            actor = await _may_unfold(made, match_id)
            if actor is not None and rng.random() < 0.5:
                taps = await _unfold(made, match_id, actor, rng)
                assert taps <= 8
                unfolded += 1
            else:
                assert await by_panel(made, match_id, rng) is not None
            if moves == 7:  # what is pressed next was posted before
                await made.restart()
            if moves % 7 == 0:
                await _check_board(made, match_id)
        while (await made.bot.matches.load(match_id)).view(None).last_turns is None:
            assert await quietly(made, match_id, rng, 1)
        await catch_up(made, match_id)
        while await by_panel(made, match_id, rng) is not None:
            moves += 1
        assert moves < 80
        await _check_end(made, match_id, tmp_path)


@pytest.mark.long
async def test_two_against_two_through_panels_alone(tmp_path: Path) -> None:
    rng = random.Random(9)
    async with world(tmp_path) as made:
        match_id, _players = await _begin(made)
        moves = 0
        while await by_panel(made, match_id, rng) is not None:
            moves += 1
            if moves % 40 == 0:
                await made.restart()
            assert moves < 1000
        await _check_end(made, match_id, tmp_path)


async def test_forged_presses_about_monoliths(tmp_path: Path) -> None:
    """While tiles are put into monoliths, and when one may unfold: nothing that was not offered is carried out."""
    rng = random.Random(2)
    async with world(tmp_path) as made:
        match_id, players = await _begin(made)
        for actor, home in zip(players, HOMES, strict=True):
            await made.play(match_id, actor.id, ("faction", home))
        await made.settle()
        await _forge(made, match_id, players[0], "prepare", FORGED_PREPARE)
        while (unfolder := await _may_unfold(made, match_id)) is None:
            await quietly(made, match_id, rng, 1)
        match = await made.bot.matches.load(match_id)
        key = next(c.key for c in match.choices if c.must)
        await _forge(made, match_id, unfolder, key, FORGED_UNFOLD)


FORGED_PREPARE = (
    "prepare prepare.x prepare.golem.golem prepare.knight prepare.battle_charge.knight prepare.banner.knight"
    " prepare.knight.knight.knight prepare.dragon_rider.dragon_rider banner.C3 unfold unfold.C3 end"
)
FORGED_UNFOLD = (
    "unfold unfold.x unfold.C3.C3 unfold.knight unfold.empty.A1.A1 unfold.A1.N.A1.N unfold.-.-.N.N.N choose.N"
    " unfold.Z?.- unfold.C?.D? prepare.knight.pikeman unfold.banner.C3.N.C4.N unfold.knight.C3.C4.N.N.N"
)


async def _forge(made: World, match_id: str, actor: Any, key: str, lines: str) -> None:
    for tokens in lines.split():
        for action_id, then in (("do", ""), ("show", ""), ("do", ";end")):
            custom_id = f"b:{match_id}:{action_id}:0:{key}:{tokens}{then}"
            if (tokens, then) != ("end", ";end"):
                await harmless(made, match_id, forged.press(made, actor, made.channel, custom_id), custom_id)
    for other in (made.max, made.tina):
        if other is not actor:
            pressed = forged.press(made, other, made.channel, f"b:{match_id}:show:0:{key}:unfold.C3")
            await harmless(made, match_id, pressed)
