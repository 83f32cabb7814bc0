"""Whole matches of Arena of Heroes through the real bot: four people by panels and by commands, with restarts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bot.matches.wishes import Wish
from bot.panels.model import Press
from games.arena_of_heroes.cards import ABILITIES
from games.verify import main as verify
from tests.bot.driving import by_panel, catch_up, next_action, quietly
from tests.bot.forged import refused
from tests.bot.world import World, boards, button_ids, controls, world

pytestmark = pytest.mark.usefixtures("no_incident")

ADVANCED = {"mode": "advanced", "deck": "all"}


async def _begin(made: World, **options: Any) -> str:
    """A match of four that everybody has accepted."""
    players = [made.anna, made.max, made.tina, made.bea]
    wish = Wish(
        game="arena_of_heroes",
        formation="1v1v1v1",
        language="en",
        creator=made.anna.id,
        opponents=tuple(player.id for player in players[1:]),
        options={**ADVANCED, **options},
        private=False,
        guild_id=made.guild.id,
        channel_id=made.channel.id,
    )
    match_id = await made.bot.lobby.new(wish, interaction_id=1)
    for player in players[1:]:
        await made.bot.lobby.accept(await made.bot.matches.load(match_id), player.id)
    await made.settle()
    return match_id


def command(action: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """The slash command that does what the action does."""
    verb, *rest = action
    if verb in ("attack", "attack2"):
        return "arena attack", {"number": rest[0]} | ({"two_dice": True} if verb == "attack2" else {})
    if verb == "pass":
        return "arena pass", {"how_long": rest[0]} if rest else {}
    if verb in ABILITIES:
        return "arena ability", {"name": verb} | ({"number": rest[0]} if rest else {})
    names = {
        "pick": ("hero",),
        "work": ("token",),
        "spider": ("number",),
        "choose": ("option",),
        "use": ("item", "number"),
    }
    return f"arena {verb}", dict(zip(names.get(verb, ()), rest, strict=False))


async def _by_command(made: World, match_id: str, rng: random.Random) -> Any:
    found = await next_action(made, match_id, rng)
    if found is None:
        return None
    actor, action = found
    name, options = command(action)
    result = await actor.slash(await made.thread(match_id), name, **options)
    assert result.ephemeral
    await made.settle()
    return result


async def _one_live_message(made: World, match_id: str) -> None:
    """Exactly one message of the thread has buttons, and its picture says nothing that only one player knows."""
    thread = await made.thread(match_id)
    assert len(boards(thread.history()[-30:])) == 1
    live = await made.live(match_id)
    assert {"play", "words", "heroes", "lastturn"} <= set(button_ids(live))
    assert [a.filename for a in live.attachments] in (["board.png"], ["turn.gif"])
    assert "only you know" not in live.attachments[0].description


async def _check_end(made: World, match_id: str, folder: Path) -> None:
    stored = await made.bot.store.matches.load(match_id)
    assert stored is not None
    assert stored.status == "over"
    last = made.channel.last_message
    assert [a.filename for a in last.attachments] == ["result.png"]
    assert last.attachments[0].description
    thread = await made.thread(match_id)
    films = [a for m in thread.history() for a in m.attachments if a.filename == "turn.gif"]
    assert films
    assert all(film.description for film in films)
    answer = await made.tina.slash(made.channel, "match record", match=match_id)
    record = folder / "record.json"
    record.write_bytes(await answer.response.attachments[0].read())
    assert json.loads(record.read_bytes())["secret"] == stored.seed.hex()
    assert verify([str(record)]) == 0


async def test_four_people_by_panels(tmp_path: Path) -> None:
    """Begun through panels, with a restart; some turns are played past Discord; three give up, and one has won."""
    rng = random.Random(4)
    async with world(tmp_path) as made:
        match_id = await _begin(made)
        for move in range(9):
            assert await by_panel(made, match_id, rng) is not None
            if move == 6:
                await made.restart()
            if move > 4:
                await _one_live_message(made, match_id)
        assert await quietly(made, match_id, rng, 40) == 40
        await catch_up(made, match_id)
        for _ in range(4):
            assert await by_panel(made, match_id, rng) is not None
        for player in (made.bea, made.max, made.anna):
            if (await made.bot.matches.load(match_id)).match.status == "running":
                await made.resign(player, await made.thread(match_id))
                await made.settle()
        await _check_end(made, match_id, tmp_path)


@pytest.mark.long
async def test_four_people_by_panels_alone(tmp_path: Path) -> None:
    rng = random.Random(9)
    async with world(tmp_path) as made:
        match_id = await _begin(made)
        moves = 0
        while await by_panel(made, match_id, rng) is not None:
            moves += 1
            if moves % 50 == 0:
                await made.restart()
            assert moves < 2500
        await _check_end(made, match_id, tmp_path)


@pytest.mark.long  # three hundred commands and more
@pytest.mark.parametrize("people", [2, 4])
async def test_a_whole_match_by_commands_alone(tmp_path: Path, people: int) -> None:
    """Two people play the basic game, four the advanced one with all cards."""
    rng = random.Random(2)
    async with world(tmp_path) as made:
        match_id = await (made.match(game="arena_of_heroes") if people == 2 else _begin(made))
        moves = 0
        while await _by_command(made, match_id, rng) is not None:
            moves += 1
            if moves % 60 == 0:
                await made.restart()
            assert moves < 2500
        await _check_end(made, match_id, tmp_path)


async def test_commands_play_and_refuse(tmp_path: Path) -> None:
    """Picks, shots, refusals with their rule, lookups; a restart in between."""
    rng = random.Random(1)
    async with world(tmp_path) as made:
        match_id = await _begin(made)
        for _ in range(10):
            assert await _by_command(made, match_id, rng) is not None
        await made.restart()
        thread = await made.thread(match_id)
        match = await made.bot.matches.load(match_id)
        while match.state.question is not None:
            assert await _by_command(made, match_id, rng) is not None
            match = await made.bot.matches.load(match_id)
        other = next(seat for seat in range(4) if seat != match.state.turn)
        actor = made.actor(match.user_of(other))
        text = await refused(made, match_id, actor.slash(thread, "arena attack", number="8"))
        assert text.startswith("It is not your turn.")
        made.env.errors.clear()
        for name, options, said in (
            ("arena hero", {"name": "Worok"}, "Frenzy"),
            ("arena card", {"name": "Rusty Bear Trap"}, "delay token"),
        ):
            answer = await made.tina.slash(thread, name, **options)
            assert answer.ephemeral
            (picture,) = answer.response.attachments  # what is printed stands on it
            assert said in picture.description
        for name in ("arena piles", "arena where", "arena play", "arena orders"):
            answer = await made.tina.slash(thread, name)
            assert answer.ephemeral
        await _one_live_message(made, match_id)


async def test_the_last_turn_can_be_looked_at(tmp_path: Path) -> None:
    rng = random.Random(6)
    async with world(tmp_path) as made:
        match_id = await _begin(made)
        await quietly(made, match_id, rng, 30)
        await catch_up(made, match_id)
        shown = await made.press(made.max, await made.live(match_id), "lastturn")
        assert shown.ephemeral
        assert [a.filename for a in shown.response.attachments] == ["turn.png"]
        panel = (await made.press(made.max, await made.live(match_id), "play")).response
        assert Press("places") in [c.press for c in controls(panel)]
