"""What can be asked about: a Final Battle with choices in it, what happened lately, and a tile that is alone."""

from __future__ import annotations

import io
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

from bot.features.replay.steps import step
from bot.features.why import pages, scenes
from bot.matches.loaded import LoadedMatch
from bot.registry import FACES
from bot.texts.names import NOBODY
from bot.texts.phrases import phrases
from games.monolith_arena import events as ev
from tests.support.posted import Table

SAY = phrases("en")
FACE = FACES["monolith_arena"]
NAMES = {0: "Anna", 1: "Max"}
SPLIT = (2, 33, 39)
"""Random matches whose Final Battle is fought in several entries, because somebody had to choose in it."""
ALONE = 500
"""Pixels: no picture of a single tile is less wide."""


def match(seed: int) -> LoadedMatch:
    *_, last = Table(FACE, FACE.game.formations[0], "en", Random(seed), {}).play()
    return last


def entries_of_final(played: LoadedMatch) -> list[int]:
    """The entries in which the Final Battle was fought."""
    counted = [one for one in played.past.after(0) if one.step is not None]
    (began,) = [
        one.number
        for one in counted
        for event in one.step.events  # type: ignore[union-attr]
        if isinstance(event, ev.BattleBegan) and event.reason == "final"
    ]
    return [one.number for one in counted if one.number >= began]


@pytest.mark.parametrize("seed", SPLIT)
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_a_final_battle_with_choices_can_be_asked_about_from_each_of_its_entries(seed: int, reader: int | None) -> None:
    played = match(seed)
    numbers = entries_of_final(played)
    assert len(numbers) > 1
    assert scenes.latest(SAY, played, reader) == numbers[-1]
    known = [scenes.subjects(SAY, played, number, reader) for number in numbers]
    assert all(one == known[0] for one in known)
    scene = scenes.scene(played, numbers[-1], reader, NAMES)
    assert scene is not None
    standing = sum(tile is not None for tile in scene.before.board)
    assert len(known[0]) >= standing - 1, "nearly all that stood there fought"
    told = [FACE.why.explain(SAY, scene, one.token) for one in known[0]]  # type: ignore[union-attr]
    assert all(one is not None and one.text for one in told)
    labels = [one.label for one in known[0]]
    assert len(set(labels)) == len(labels), "none stands there twice"
    for number in numbers:
        assert pages.at(SAY, played, number, reader), "the button in the replay"


def test_several_of_what_happened_lately_can_be_chosen() -> None:
    played = match(SPLIT[0])
    found = scenes.recent(SAY, played, 0, NAMES)
    assert len(found) > 2
    numbers = [one.number for one in found]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == scenes.latest(SAY, played, 0)
    for later, earlier in pairwise(found):
        assert later.began
        assert scenes.same(played, later.number, later.number, 0)
        assert not scenes.same(played, later.number, earlier.number, 0)
    final = entries_of_final(played)
    assert found[0].outcome.startswith("After the battle")
    assert not any("Final Battle" in f"{one.began} {one.outcome}" for one in found[1:])
    assert all(scenes.same(played, numbers[0], number, 0) for number in final)


def test_a_sealed_answer_is_told_in_the_replay_of_a_match_that_is_over() -> None:
    played = match(SPLIT[0])
    secret = [one.number for one in played.past.after(0) if one.step is not None and one.step.secret]
    assert secret
    for number in secret:
        assert "has chosen" not in step(SAY, played, NAMES, number, None).text


def test_the_picture_of_a_single_tile_has_room_for_the_hit_points() -> None:
    played = match(SPLIT[0])
    scene = scenes.scene(played, entries_of_final(played)[-1], None, NOBODY)
    assert scene is not None
    why = FACE.why
    assert why is not None
    widths = set()
    for one in why.subjects(SAY, scene):
        told = why.explain(SAY, scene, one.token)
        assert told is not None
        assert told.picture is not None
        widths.add(Image.open(io.BytesIO(told.picture.data)).width)
    assert min(widths) > ALONE, "the map and what is below it fit beside the tile"
