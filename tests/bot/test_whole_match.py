"""Whole matches, from `/match new` to the Final Battle, through the real bot, in its other languages.

In English one is played as a process, through the sandbox's page: tests/e2e/test_browser.py.
"""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from bot.matches import joining
from bot.publish.sending import LOOK_BACK
from games.draws import commitment, fingerprint
from games.monolith_arena.tiles import FACTIONS
from games.verify import main as verify
from tests.bot.driving import by_command, by_panel
from tests.bot.features.reviews.reviewed import Judging, reviewing
from tests.bot.test_languages import no_english, speak
from tests.bot.world import World, boards, button_ids, buttons, world

PAIRS = list(itertools.combinations(FACTIONS, 2))


pytestmark = pytest.mark.usefixtures("no_incident")


async def _begin(made: World, pair: tuple[str, str], language: str) -> str:
    speak(made, language)
    match_id = await made.match()
    thread = await made.thread(match_id)
    for actor, faction in zip((made.anna, made.max), pair, strict=True):
        result = await actor.slash(thread, "monolith faction", faction=faction)
        assert result.acknowledged
        await made.settle()
    return match_id


async def _look_around(made: World, match_id: str) -> None:
    """Everything that can be asked for besides playing."""
    live = await made.live(match_id)
    for actor in (made.anna, made.max, made.tina):
        for action_id in dict.fromkeys(button_ids(live)):
            if action_id not in ("rematch", "quick"):  # these do something
                await made.press(actor, live, action_id)
        for name in ("match show", "match history", "match words", "match mine", "help"):
            await actor.slash(await made.thread(match_id), name)


async def _check_board(made: World, match_id: str) -> None:
    live = await made.live(match_id)
    stored = await made.bot.store.matches.load(match_id)
    shown = await made.bot.store.messages.newest_live(match_id, "live")
    assert stored is not None
    assert shown is not None
    assert shown.version == stored.version
    picture = "result.png" if stored.status == "over" else "board.png"
    assert [a.filename for a in live.attachments] in ([picture], ["battle.gif"])
    assert live.attachments[0].description
    assert len(live.content) <= 2000


async def _check_end(made: World, match_id: str, folder: Path) -> None:
    stored = await made.bot.store.matches.load(match_id)
    assert stored is not None
    assert stored.status == "over"
    assert stored.result is not None
    last = made.channel.last_message
    (proof,) = [c.press for c in buttons(made.message(made.channel.id, last.id)) if c.press.action_id == "proof"]
    assert proof.tokens == (fingerprint(commitment(stored.seed, joining.load(stored.parts))),)
    assert [a.filename for a in last.attachments] == ["result.png"]
    assert last.attachments[0].description
    assert "rematch" in button_ids(made.message(made.channel.id, last.id))
    thread = await made.thread(match_id)
    films = [a for m in thread.history() for a in m.attachments if a.filename == "battle.gif"]
    assert films
    assert all(film.description for film in films)
    answer = await made.tina.slash(made.channel, "match record", match=match_id)
    data = await answer.response.attachments[0].read()
    record = folder / "record.json"
    record.write_bytes(data)
    assert json.loads(data)["secret"] == stored.seed.hex()
    assert verify([str(record)]) == 0
    # Exactly one message in the thread has buttons: the live one.
    with_buttons = boards(thread.history()[-LOOK_BACK:])
    assert len(with_buttons) == 1


def _named(pair: tuple[str, str]) -> Any:
    """The other factions play in the run below; all pairs meet in the long one."""
    name = "-".join(faction.split("_")[0] for faction in pair)
    return pytest.param(pair, id=name, marks=() if pair == PAIRS[-1] else pytest.mark.long)


@pytest.mark.parametrize("pair", [_named(pair) for pair in PAIRS])
async def test_a_match_by_commands(pair: tuple[str, str], tmp_path: Path) -> None:
    rng = random.Random(str(pair))
    async with reviewing(tmp_path, Judging()) as made:
        match_id = await _begin(made, pair, "es")
        moves = 0
        while await by_command(made, match_id, rng) is not None:
            moves += 1
            await _check_board(made, match_id)
            if moves % 20 == 1:
                await _look_around(made, match_id)
            assert moves < 600
        assert moves > 20
        await _look_around(made, match_id)
        await _check_end(made, match_id, tmp_path)
        no_english(made, "es")


async def test_a_match_through_panels_with_restarts(tmp_path: Path) -> None:
    rng = random.Random(12)
    async with world(tmp_path) as made:
        match_id = await _begin(made, ("dragon_empire", "guardians_of_the_realm"), "de")
        moves = 0
        while await by_panel(made, match_id, rng) is not None:
            moves += 1
            if moves % 25 == 0:  # the buttons that are pressed next were posted before
                await made.restart()
            if moves % 10 == 0:
                await _check_board(made, match_id)
            assert moves < 600
        live = await made.live(match_id)
        assert [a.filename for a in live.attachments] in (["result.png"], ["battle.gif"])
        await _check_end(made, match_id, tmp_path)
        no_english(made, "de")
