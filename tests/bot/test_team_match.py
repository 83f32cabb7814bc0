"""Two against two with monoliths and reinforcement through the real bot: four members, panels, a restart."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.matches.lobby import Wish
from games.monolith_arena import choosing
from tests.bot import forged
from tests.bot.driving import by_panel, catch_up, press, presses, quietly
from tests.bot.forged import harmless, refused
from tests.bot.test_whole_match import _check_board, _check_end
from tests.bot.world import World, buttons, world

pytestmark = pytest.mark.usefixtures("same_seeds", "no_incident")

OPTIONS = {"monoliths": True, "reinforcement": True}


async def _begin(made: World) -> tuple[str, list[Any]]:
    """A match of four that everybody has accepted."""
    players = [made.anna, made.max, made.tina, made.bea]
    wish = Wish(
        game="monolith_arena",
        creator=made.anna.id,
        opponents=tuple(p.id for p in players[1:]),
        options=OPTIONS,
        private=False,
        guild_id=made.guild.id,
        channel_id=made.channel.id,
    )
    match_id = await made.bot.lobby.new(wish, interaction_id=1)
    for player in players[1:]:
        await made.bot.lobby.accept(match_id, player.id)
    await made.settle()
    return match_id, players


async def _open(made: World, match_id: str, actor: Any) -> Any:
    return (await actor.click(await made.live(match_id), label="Play / my reserve")).response


async def _tap(made: World, actor: Any, panel: Any, *labels: str) -> Any:
    """Press buttons by their labels, or by what those say before a colon, one after the other."""
    for label in labels:
        found = [c for name, c in buttons(panel).items() if name == label or name.startswith(f"{label}:")]
        assert len(found) == 1, (label, buttons(panel))
        result = await actor.click(panel, custom_id=found[0])
        assert result.acknowledged
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
    return panel


async def _prepare(made: World, match_id: str, players: list[Any]) -> None:
    """Everybody puts two tiles into the monolith at the same time, each in the panel that was opened first."""
    panels = [await _open(made, match_id, actor) for actor in players]
    await made.restart()
    chosen = [("Knight", "Pikeman"), ("Golem", "Golem"), ("Herne", "Wyrm"), ("Chaos", "Demon")]
    for at, (actor, panel, tiles) in enumerate(zip(players, panels, chosen, strict=True)):
        labels = {t: n for t in tiles if (n := tiles.count(t))}
        what = " and ".join(t if n == 1 else f"{t} ×{n}" for t, n in labels.items())
        after = await _tap(made, actor, panel, *tiles, f"Put {what} into the monolith")
        assert f"In your monolith: {tiles[0]} and {tiles[1]}" in after.content
        if at < 3:
            (waiting,) = [line for line in after.content.split("\n") if "Waiting for" in line]
            assert waiting.count("Bea") == 1
            for other in players[at + 1 :]:
                there = await _open(made, match_id, other)
                assert all(tiles[0] not in text for text in (there.content, there.attachments[0].description))
    # A button that was pressed already says how things stand, and changes nothing.
    old = f"b:{match_id}:do:5:prepare:prepare.knight.pikeman"
    said = await refused(made, match_id, forged.press(made, players[0], made.channel, old))
    assert said.startswith("That has been decided already")


async def _unfold(made: World, match_id: str, actor: Any, rng: random.Random) -> int:
    """Unfold as the panel leads; the number of taps."""
    panel = await _open(made, match_id, actor)
    before = (await made.bot.matches.table(match_id)).match.version
    panel = await _tap(made, actor, panel, "Unfold …")
    taps = 2
    while (await made.bot.matches.table(match_id)).match.version == before:
        last = [p for p in presses(panel) if p[2] == "do"]
        further = [p for p in presses(panel) if p[2] == "show" and ":unfold." in p[1]]
        await press(actor, panel, last[0] if last else rng.choice(further))
        await made.settle()
        panel = made.message(panel.channel_id, panel.id)
        taps += 1
    return taps


async def _may_unfold(made: World, match_id: str) -> Any:
    """Whoever may unfold now, `None` if nobody may."""
    table = await made.bot.matches.table(match_id)
    (seat, *_) = choosing.waited_for(table.state) or [None]
    if seat is None or "unfold" not in table.face.game.options(table.state, seat).values:
        return None
    return made.actor(table.user_of(seat))


async def test_two_against_two_with_everything(tmp_path: Path) -> None:
    """Begun and ended through panels; most of the middle is played past Discord."""
    rng = random.Random(4)
    async with world(tmp_path) as made:
        match_id, players = await _begin(made)
        homes = ["Dragon Empire", "Guardians of the Realm", "Harbingers of the Forest", "Lords of the Abyss"]
        for actor, home in zip(players, homes, strict=True):
            await _tap(made, actor, await _open(made, match_id, actor), home, f"Play {home}")
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
        while (await made.bot.matches.table(match_id)).view(None).last_turns is None:
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
        homes = ("dragon_empire", "guardians_of_the_realm", "harbingers_of_the_forest", "lords_of_the_abyss")
        for actor, home in zip(players, homes, strict=True):
            await made.bot.matches.play(match_id, actor.id, [("faction", home)])
        await made.settle()
        await _forge(made, match_id, players[0], "prepare", FORGED_PREPARE)
        while (unfolder := await _may_unfold(made, match_id)) is None:
            await quietly(made, match_id, rng, 1)
        table = await made.bot.matches.table(match_id)
        key = next(c.key for c in table.choices() if c.must)
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
    for words in lines.split():
        for deed in ("do", "show", "end"):
            custom_id = f"b:{match_id}:{deed}:0:{key}:{words}"
            if (deed, words) != ("end", "end"):
                await harmless(made, match_id, forged.press(made, actor, made.channel, custom_id), custom_id)
    for other in (made.max, made.tina):
        if other is not actor:
            pressed = forged.press(made, other, made.channel, f"b:{match_id}:show:0:{key}:unfold.C3")
            await harmless(made, match_id, pressed)
