"""Pictures of every registered game, through its face: boards, films, steps of replays, explanations.

Boards of Arena of Heroes and Monsters & Myths are held against the same two things as those of Monolith Arena
(`benchmarks.render`): their encoding alone, and the file that the obvious way of drawing and saving them makes.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

from PIL import Image

from benchmarks.measure import NAMES, ROOM, Row, longest_scene, match, ratio, timed
from bot.features.replay import steps
from bot.features.replay.files import RecordedMatches
from bot.features.replay.stops import Stops
from bot.features.why import scenes
from bot.panels.face import AnyFace
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.api import Game
from games.referee import Moment, moments
from render import arena_of_heroes, monsters_and_myths
from render.arena_of_heroes.board import board_plane
from render.encode import DEFLATE, Deflate, png, slow_deflate
from render.labels import Labels
from render.monsters_and_myths.table import table_plane
from render.store import Warming
from tests.support import kept, naive
from tests.support.naive import ENGLISH
from tests.support.obvious import whole

WORDS = phrases("en")
Plane = Callable[[Any, Labels], Image.Image]
Warm = Callable[[Sequence[Labels], Path | None], Warming]
DRAWN: Final[dict[str, tuple[Plane, Warm]]] = {
    "arena_of_heroes": (board_plane, arena_of_heroes.warm),
    "monsters_and_myths": (table_plane, monsters_and_myths.warm),
}
"""How boards of these games are drawn, and what they are put together from."""
OBVIOUS: Final = 5
"""So many boards are drawn in the obvious way."""


def decoded(data: bytes) -> Image.Image:
    """Return the picture in a file."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def anew(deflate: Deflate) -> Deflate:
    """Return the same compressor as one that has packed nothing yet."""
    return lambda raw: deflate(raw)


def positions(deal: Callable[[Random], Iterable[Moment]], game: Game[Any], least: int) -> list[Any]:
    """Return at least so many positions of random matches that `deal` deals."""
    random, views = Random(3), dict[Any, None]()
    while len(views) < least:
        views |= {replace(game.view(moment.before, None), choices=()): None for moment in deal(random)}
    return list(views)


def kept_boards(face: AnyFace, folder: Path, rounds: int, each: int) -> list[Row]:
    """Compare boards with their encoding and the obvious way: of two players, and of most, with everything in play."""
    plane_of, warm = DRAWN[face.game.name]
    warming = warm([ENGLISH], folder)
    if rounds == 1:
        warming.stop()
    warming.join()
    duels = positions(partial(moments, face.game), face.game, 10 * rounds * each)
    drawn, fast, rows = _drawn(plane_of, duels, rounds, each, "a board with isal")
    largest = positions(partial(match, face.game), face.game, 10 * rounds * each)
    rows += _drawn(plane_of, largest, rounds, each, "a board of most players with isal")[2]
    name = Row(f"{face.game.title}: a board", 1000 * fast, "ms")
    return [name, *rows, *_against_the_obvious(plane_of, drawn, fast)]


def _drawn(
    plane_of: Plane, views: Sequence[Any], rounds: int, each: int, name: str
) -> tuple[list[tuple[bytes, Any]], float, list[Row]]:
    """Draw boards that were never drawn before, a few in every round, and compare them with their encoding.

    They are of matches that were not drawn before; what boards of others are put together from is kept. Return their
    files, each with its view, and the seconds that one has taken.
    """
    for view in views[3 * rounds * each :]:
        plane_of(view, ENGLISH)
    fast, floor, drawn = [], [], dict[bytes, Any]()
    for view in views[: rounds * each]:
        start = perf_counter()
        plane = plane_of(view, ENGLISH)
        data = png(plane)
        taken = perf_counter() - start
        if data not in drawn:  # else another position that looks the same
            drawn[data] = view
            fast.append(taken)
            floor.append(timed(lambda plane=plane: png(plane, anew(DEFLATE))))
    groups = [[sum(some[n : n + each]) for n in range(0, len(some), each)] for some in (fast, floor)]
    rows = [Row(name, ratio(*groups), "times its encoding alone", "at most 2")] if DEFLATE is not slow_deflate else []
    return list(drawn.items()), median(fast), rows


def _against_the_obvious(plane_of: Plane, drawn: Sequence[tuple[bytes, Any]], fast: float) -> list[Row]:
    """Compare some of these files, each with its view, with those of the same boards in all their colours."""
    slow, sizes, likeness = [], [], []
    for data, view in drawn[:: max(1, len(drawn) // OBVIOUS)][:OBVIOUS]:
        draw = partial(plane_of, view, ENGLISH)
        start = perf_counter()
        file = naive.png(whole(draw))
        slow.append(perf_counter() - start)
        sizes.append(len(data) / len(file))
        likeness.append(naive.psnr(decoded(data), whole(draw, careful=False)))
    return [
        Row("the obvious way", median(slow) / fast, "boards"),
        Row("bytes", max(sizes), "of the obvious file", "at most 0.30"),
        Row("likeness to the unquantised board", min(likeness), "dB", "at least 38"),
    ]


def each_game(rounds: int, room: int = ROOM) -> list[Row]:
    """Compare boards and films of every registered game, through its face, with Pillow's of the finished pictures.

    Every board looks different; what they are put together from is kept, as in a bot that has run for a while.
    """
    rows = []
    for face in FACES.values():
        played = match(face.game, Random(5))
        rows += [*_boards_of(face, played, rounds * 4), *_film_of(face, played, rounds, room), _replay_of(face, rounds)]
        rows += _why_of(face, rounds)
    return rows


def _replay_of(face: AnyFace, rounds: int) -> Row:
    """Compare steps of a replay, with their words and their buttons, with their boards alone."""
    longest = max(kept.records(face.game.name), key=lambda path: path.stat().st_size)
    played = asyncio.run(RecordedMatches(FACES).load(longest.read_bytes()))
    whole, boards = [], []
    for number in Stops(played).numbers[1 :: max(1, played.newest // (4 * rounds))]:
        start = perf_counter()
        how, *given = steps.step(WORDS, played, NAMES, number, 0).picture
        before = perf_counter() - start
        boards.append(timed(lambda how=how, given=given: how(*given)))
        whole.append(before + boards[-1])
    return Row(f"a step of a replay, {face.game.title}", ratio(whole, boards), "boards", "at most 1.5")


def _why_of(face: AnyFace, rounds: int) -> list[Row]:
    """Compare explanations, with their causes, words and pictures, with boards of the positions they are about."""
    why = face.why
    if why is None:
        return []
    longest = max(kept.records(face.game.name), key=lambda path: path.stat().st_size)
    played = asyncio.run(RecordedMatches(FACES).load(longest.read_bytes()))
    found = [one for number in Stops(played).numbers if (one := scenes.scene(played, number, 0, NAMES)) is not None]
    different = {repr(one.before): one for one in found}  # a board that was drawn already costs nothing
    asked = [(one, subject.token) for one in different.values() for subject in why.subjects(WORDS, one)[:1]]
    asked = asked[:: max(1, len(asked) // (6 * rounds))]
    for one, token in asked:  # what pictures are put together from is kept, of whole pictures none with these names
        face.pictures.board(WORDS, one.before, (), {0: "Bo"})
        why.explain(WORDS, replace(one, names={0: "Bo"}), token)
    whole, boards = [], []
    for one, token in asked:
        boards.append(timed(lambda one=one: face.pictures.board(WORDS, one.before, (), NAMES)))
        whole.append(timed(lambda one=one, token=token: why.explain(WORDS, one, token)))
    return [Row(f"why, {face.game.title}", ratio(whole, boards), "boards", "at most 3")] if whole else []


def _boards_of(face: AnyFace, played: list[Moment], most: int) -> list[Row]:
    some = played[:: max(1, len(played) // (3 * most))]
    views = list({repr(view): view for view in (face.game.view(moment.step.state, None) for moment in some)}.values())
    for view in views[most:]:
        face.pictures.board(WORDS, view, (), NAMES)
    fast, sizes, slow = [], [], []
    for view in views[:most]:
        fast.append(timed(lambda view=view: face.pictures.board(WORDS, view, (), NAMES)))
        data = face.pictures.board(WORDS, view, (), NAMES).data
        finished = decoded(data)
        slow.append(timed(lambda finished=finished: naive.png(finished)))
        sizes.append(len(data) / len(naive.png(finished)))
    return [
        Row(f"{face.game.title}: a board", 1000 * median(fast), "ms"),
        Row("Pillow's file of the finished board", ratio(slow, fast), "boards"),
        Row("bytes of a board", median(sizes), "of Pillow's"),
    ]


def _film_of(face: AnyFace, played: list[Moment], rounds: int, room: int) -> list[Row]:
    film = face.film
    if film is None:
        return []
    scene = longest_scene(face, played, room)
    made = film.draw(WORDS, scene).data
    whole = Image.open(io.BytesIO(made))
    shown, times = [], []
    for number in range(whole.n_frames):  # type: ignore[attr-defined]  # of a GIF
        whole.seek(number)
        shown.append(whole.convert("RGB"))
        times.append(whole.info["duration"])
    theirs: list[int] = []
    slow = [timed(lambda: theirs.append(len(naive.gif(shown, times)))) for _ in range(rounds)]
    fast = [timed(lambda: film.draw(WORDS, scene)) for _ in range(rounds)]
    return [
        Row(f"{face.game.title}: a film of {len(shown)} pictures", 1000 * median(fast), "ms"),
        Row("Pillow's animation of the finished pictures", ratio(slow, fast), "films with their drawing"),
        Row("bytes of a film", len(made) / theirs[0], "of Pillow's"),
    ]
