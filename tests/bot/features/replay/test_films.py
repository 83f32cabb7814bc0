"""Films of whole matches and of what somebody has missed: within their limits, and with nothing that was hidden."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.features.replay import films
from bot.features.replay.files import RecordedMatches
from bot.features.replay.stops import Stops
from bot.people.names import SeatNames
from bot.publish import recent
from bot.publish.summary import scene
from bot.registry import FACES
from bot.texts import columns
from bot.texts.names import NOBODY
from bot.texts.phrases import phrases
from tests.bot.driving import quietly
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import World, button_ids, buttons, use, words, world
from tests.support import kept

pytestmark = pytest.mark.usefixtures("no_incident")
SAY = phrases("de")
NAMES = SeatNames({0: "Anna", 1: "Max", 2: "Bea", 3: "Tina"})


def _frames(data: bytes) -> tuple[list[Image.Image], list[int]]:
    film: Any = Image.open(io.BytesIO(data))
    pictures, times = [], []
    for number in range(film.n_frames):
        film.seek(number)
        pictures.append(film.convert("RGB"))
        times.append(film.info["duration"])
    return pictures, times


@pytest.mark.parametrize("game", FACES)
async def test_a_film_of_a_match_shows_its_turns_within_what_discord_takes(game: str) -> None:
    match = await RecordedMatches(FACES).load(kept.records(game)[0].read_bytes())
    how, *given = films.of_match(SAY, match, NAMES)
    picture = how(*given)
    pictures, times = _frames(picture.data)
    assert len(picture.data) <= films.SIZE
    assert sum(times) <= films.LENGTH
    assert 2 < len(pictures) <= films.MOST
    view = match.face.game.view(match.past.entry(Stops(match).last).after.state, None)
    assert match.face.words.ending(SAY, view, NAMES) in picture.alt
    board = match.face.pictures.board(SAY, view, given[-1][-1].marks, NAMES)
    last = Image.open(io.BytesIO(board.data)).convert("RGB")
    assert pictures[-1].crop((0, 0, *last.size)).tobytes() == last.tobytes(), "it ends on the last position"


async def test_a_film_that_would_be_too_large_leaves_pictures_out_but_never_the_last(monkeypatch: Any) -> None:
    match = await RecordedMatches(FACES).load(kept.records("monsters_and_myths")[0].read_bytes())
    how, *given = films.of_match(SAY, match, NAMES)
    whole = how(*given)
    monkeypatch.setattr(films, "SIZE", len(whole.data) - 1)
    shorter = how(*given)
    assert len(shorter.data) < len(whole.data)
    assert _frames(shorter.data)[0][-1].size == _frames(whole.data)[0][-1].size
    assert len(_frames(shorter.data)[0]) == -(-len(given[-1]) // 2)


def test_of_a_long_match_some_turns_are_left_out() -> None:
    assert list(films._some(range(1, 30))) == list(range(1, 30))
    some = films._some(range(1, 501))
    assert (len(some), some[-1]) == (films.MOST, 500)
    for count in (1, 2, films.MOST):
        assert sum(films.milliseconds(count)) <= films.LENGTH


@pytest.mark.parametrize("game", FACES)
async def test_the_film_of_a_match_is_a_button_of_its_replay_once_it_is_over(tmp_path: Path, game: str) -> None:
    data = kept.records(game)[-1].read_bytes()
    async with world(tmp_path) as made:
        panel = (await made.tina.slash(made.channel, "match replay", file=("record.json", data))).response
        await use(made.tina, panel, next(c for c in buttons(panel) if c.press.tokens[-1] == "film"))
        panel = made.message(panel.channel_id, panel.id)
        assert [one.filename for one in panel.attachments] == ["match.gif", "match.record"]
        assert panel.attachments[0].description
        await use(made.tina, panel, buttons(panel)[0])
        panel = made.message(panel.channel_id, panel.id)
        assert "The start" in words(panel)
        match_id = await made.match(game)
        await quietly(made, match_id, random.Random(1), 10)
        panel = (await made.tina.slash(await made.thread(match_id), "match replay")).response
        assert "film" not in {token for c in buttons(panel) for token in c.press.tokens}
        only_refusals(made)


async def _missed(made: World, game: str) -> tuple[str, Any]:
    """A match in which somebody whose turn it is has missed what can be filmed; who that is."""
    match_id = await made.match(game)
    rng = random.Random(2)
    for _ in range(60):
        await quietly(made, match_id, rng, 4)
        match = await made.bot.matches.load(match_id)
        for user in match.waited_for():
            if scene(match, recent.seen_until(match, user), match.newest, NOBODY) is not None:
                return match_id, made.actor(user)
    raise AssertionError("nobody has missed anything")


@pytest.mark.parametrize("game", FACES)
async def test_what_somebody_has_missed_is_one_film_with_a_few_lines(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id, actor = await _missed(made, game)
        thread = await made.thread(match_id)
        panel = (await press(made, actor, thread, f"b:{match_id}:play:0::")).response
        if "recap" not in button_ids(panel):  # a crowded turn keeps what answers nothing behind a button
            await made.press(actor, panel, "more")
            panel = made.message(panel.channel_id, panel.id)
        await made.press(actor, panel, "recap")
        turned = made.message(panel.channel_id, panel.id)
        (film,) = turned.attachments
        assert film.filename.endswith(".gif")
        assert film.description
        told, *_ = words(turned).removeprefix("**Since your turn:**\n").split("\n")
        assert told
        assert columns.height(told) <= 3
        assert {"replay", "show"} <= set(button_ids(turned))
        by_command = (await actor.slash(thread, "match recap")).response
        assert words(by_command) == words(turned)
        assert await by_command.attachments[0].read() == await film.read()
        await made.press(actor, turned, "show")
        assert {"recap", "more"} & set(button_ids(made.message(panel.channel_id, panel.id)))
        only_refusals(made)


async def test_whoever_takes_a_seat_over_is_offered_what_that_seat_has_missed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, actor = await _missed(made, "monsters_and_myths")
        thread = await made.thread(match_id)
        by_its_player = (await actor.slash(thread, "match recap")).response
        await actor.slash(thread, "match substitute", action="offer")
        await made.settle()
        panel = (await made.tina.slash(made.channel, "match takeover")).response
        assert "You have taken over from" in words(panel)
        assert "recap" in button_ids(panel)
        await made.press(made.tina, panel, "recap")
        panel = made.message(panel.channel_id, panel.id)
        assert panel.attachments[0].filename == by_its_player.attachments[0].filename == "attack.gif"
        assert words(panel).split("\n")[1] == words(by_its_player).split("\n")[1]
        only_refusals(made)


async def test_a_film_that_is_too_large_gives_way_to_the_board(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("bot.publish.studio.FILE_SIZE", 1000)
    async with world(tmp_path) as made:
        match_id, actor = await _missed(made, "monsters_and_myths")
        recap = (await actor.slash(await made.thread(match_id), "match recap")).response
        assert [one.filename for one in recap.attachments] == ["board.png"]


async def test_whoever_has_missed_nothing_is_told_so(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        recap = await made.anna.slash(thread, "match recap")
        assert said(recap) == "Nothing has happened since your last turn."
        panel = await press(made, made.anna, thread, f"b:{match_id}:play:0::")
        assert "recap" not in button_ids(panel.response)
