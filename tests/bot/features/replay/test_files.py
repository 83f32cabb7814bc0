"""Replays of record files: every kept record of every format to its end, and clear sentences for all else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.features.replay import files, steps
from bot.features.replay.files import RecordedMatches
from bot.features.replay.stops import Stops
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.people.names import SeatNames
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from games import record
from tests.bot.forged import only_refusals, said
from tests.bot.world import buttons, use, words, world
from tests.support import kept

pytestmark = [pytest.mark.drawn, pytest.mark.usefixtures("no_incident")]
KEPT = [pytest.param(path, id=f"{game}-{path.stem}") for game in kept.games() for path in kept.records(game)]
BETWEEN_PICTURES = 25
"""Of so many steps one is drawn."""
SOME = kept.records("monolith_arena")[0]


def _names(match: LoadedMatch) -> SeatNames:
    return SeatNames({seat: f"Player {seat}" for seat in range(match.formation.seats)})


@pytest.mark.parametrize("path", KEPT)
async def test_every_kept_record_can_be_gone_through_to_its_end(path: Path) -> None:
    """Of every format and all rulings: each step leads to the next one, and shows the state that the rules lead to."""
    data = path.read_bytes()
    match = await RecordedMatches(FACES).load(data)
    states = record.replay(match.face.game, record.read(data))
    stops, names, drawn = Stops(match), _names(match), 0
    say = phrases([*LANGUAGES][len(path.stem) % len(LANGUAGES)])
    number: int | None = 0
    seen: list[int] = []
    while number is not None:
        for reader in (None, *range(match.formation.seats)):
            step = steps.step(say, match, names, number, reader)
            view = match.face.game.view(states[number], reader)
            assert step.picture[2] == view
            assert step.text
            if len(seen) % BETWEEN_PICTURES == 0:
                how, *given = step.picture
                picture = how(*given)
                assert picture.data.startswith(b"\x89PNG")
                assert picture.alt
                drawn += 1
        seen.append(number)
        number = stops.after(number)
    assert seen == list(stops.numbers)
    assert drawn


def _changed(**values: Any) -> bytes:
    found = json.loads(SOME.read_bytes()) | values
    return json.dumps({key: value for key, value in found.items() if value is not None}).encode()


NOT_PLAYED = {
    "no JSON": (b"{", files.NO_RECORD),
    "nothing": (b"", files.NO_RECORD),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), files.NO_RECORD),
    "deep": (b"[" * 100_000, files.NO_RECORD),
    "another document": (b'{"format": "match record 5"}', files.NO_RECORD),
    "an unknown game": (_changed(game="chess"), files.NO_RECORD),
    "too large": (b" " * (files.SIZE + 1), files.TOO_LARGE),
    "too long": (_changed(actions=["0 end"] * (files.ENTRIES + 1)), files.TOO_LARGE),
    "still running": (_changed(secret=None, seed=None), files.STILL_RUNNING),
    "another action": (_changed(actions=["0 dance"]), files.CHANGED),
    "another digest": (_changed(digest="00" * 32), files.CHANGED),
    "another secret": (_changed(seed="00" * 32), files.CHANGED),
}


@pytest.mark.parametrize(("data", "sentence"), NOT_PLAYED.values(), ids=NOT_PLAYED)
async def test_what_is_no_whole_record_gets_a_clear_sentence(data: bytes, sentence: Any) -> None:
    with pytest.raises(Refusal) as refused:
        await RecordedMatches(FACES).load(data)
    assert refused.value.message == sentence


async def test_no_more_than_so_many_entries_are_kept() -> None:
    matches, paths = RecordedMatches(FACES, room=300), kept.records("monolith_arena")
    for path in paths:
        await matches.load(path.read_bytes())
        assert len(matches) <= 300 or len(matches._kept) == 1
    assert len(matches._kept) > 1
    again = await matches.load(paths[-1].read_bytes())
    assert again is await matches.load(paths[-1].read_bytes()), "it is folded once"


@pytest.mark.parametrize("game", FACES)
async def test_a_file_is_gone_through_on_discord_without_anything_stored(tmp_path: Path, game: str) -> None:
    """The message carries the record along: its buttons work after a restart, too."""
    data = kept.records(game)[0].read_bytes()
    async with world(tmp_path) as made:
        opened = await made.tina.slash(made.channel, "match replay", file=("record.json", data))
        panel = opened.response
        assert panel.ephemeral
        assert {one.filename for one in panel.attachments} == {"board.png", "match.record"}
        assert "The start" in words(panel)
        for label in ("Next", "Next", "End", "Back"):
            if label == "End":
                await made.restart()
            panel = made.message(panel.channel_id, panel.id)
            await use(made.tina, panel, next(c for c in buttons(panel) if c.label == label))
        panel = made.message(panel.channel_id, panel.id)
        match = await RecordedMatches(FACES).load(data)
        stops = Stops(match)
        assert words(panel).startswith(f"**{stops.before(stops.last)} of {stops.last}**")
        assert {one.filename for one in panel.attachments} == {"board.png", "match.record"}
        assert not await made.bot.store.matches.all_open()
        only_refusals(made)


async def test_a_file_that_is_no_record_is_refused_on_discord(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        refused = await made.tina.slash(made.channel, "match replay", file=("cat.json", b"[1, 2]"))
        assert said(refused) == str(files.NO_RECORD)
        large = await made.tina.slash(made.channel, "match replay", file=("cat.json", b" " * (files.SIZE + 1)))
        assert said(large) == str(files.TOO_LARGE)
        only_refusals(made)
