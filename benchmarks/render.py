"""Pictures from the view to the bytes of the file, against drawing and saving in the obvious way."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from unittest import mock

from benchmarks.faces import DRAWN, anew, decoded, each_game, kept_boards
from benchmarks.measure import Row, duels, ratio, timed
from bot.registry import FACES
from games.monolith_arena.events import Attack, BattleBegan, Event, TileAt, Wounds
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.replay import film
from games.monolith_arena.view import Frame, View
from render import canvas
from render.encode import DEFLATE, png, slow_deflate
from render.film import POSTER, gif
from render.monolith_arena import board, warm
from render.monolith_arena.film import captions, draw_film, planes, timing
from tests.support import naive
from tests.support.naive import ENGLISH

FIRST = """
import sys
from pathlib import Path
from tests.support import naive
from benchmarks.render import distinct, timed
from render.monolith_arena.board import draw_board
from render.monolith_arena.theme import STORE
views = distinct(1)
STORE.open(Path(sys.argv[1]))
first = timed(lambda: draw_board(views[-1], naive.ENGLISH))
obvious = sorted(timed(lambda: naive.png(naive.picture(view))) for view in views[:3])
print(obvious[1] / first)
"""


GROUPS = 5


def distinct(games: int) -> list[View]:
    """Return all positions of random games that look different."""
    views = {}
    for moment in duels(games):
        if moment.before.stage == "turn":
            view = GAME.view(moment.before, None)
            views[replace(view, choices=())] = view
    return list(views.values())


def stills(views: Sequence[View], rounds: int, each: int) -> list[Row]:
    """Compare boards that were never drawn before, a few in every round, with one drawn in the obvious way."""
    slow, fast, floor, plain, plain_floor, skia = ([] for _ in range(6))  # type: list[float]
    sizes: list[float] = []
    likeness: list[float] = []
    for n in range(rounds):
        some = views[n * each : (n + 1) * each]
        slow.append(timed(lambda some=some: naive.png(naive.picture(some[0]))))
        fast.append(timed(lambda some=some: [board.draw_board(view, ENGLISH) for view in some]) / each)
        drawn = [board.board_plane(view, ENGLISH) for view in some]
        floor.append(timed(lambda drawn=drawn: [png(plane, anew(DEFLATE)) for plane in drawn]) / each)
        plain_floor.append(timed(lambda drawn=drawn: [png(plane, anew(slow_deflate)) for plane in drawn]) / each)
        plain.append(fast[-1] - floor[-1] + plain_floor[-1])
        if naive.HAS_SKIA:
            skia.append(timed(lambda some=some: naive.skia_png(some[0])))
        if n < 5:
            sizes.append(len(board.draw_board(some[0], ENGLISH)) / len(naive.png(naive.picture(some[0]))))
            likeness.append(naive.psnr(decoded(board.draw_board(some[0], ENGLISH)), naive.unquantised(some[0])))
    with_isal = DEFLATE is not slow_deflate
    rows = [
        Row("a board", 1000 * median(fast), "ms"),
        Row("the obvious way", ratio(slow, plain), "boards without isal", "at least 45"),
    ]
    if with_isal:
        rows += [
            Row("the obvious way", ratio(slow, fast), "boards with isal", "at least 120"),
            Row("a board with isal", ratio(fast, floor), "times its encoding alone", "at most 2"),
        ]
    else:
        print("isal is not installed: its rows are left out", file=sys.stderr)
    rows += [
        Row("bytes", max(sizes), "of the obvious file", "at most 0.30"),
        Row("likeness to the unquantised board", min(likeness), "dB", "at least 38"),
    ]
    if skia:
        rows.append(Row("skia-python", ratio(skia, fast), "boards", "at least 20"))
    else:
        print("skia-python is not installed: its row is left out", file=sys.stderr)
    return rows


def films(rounds: int, games: int, frames_each: int = 12) -> list[Row]:
    """Compare a film of twelve frames with Pillow's animation of the same pictures in all their colors."""
    fullest = max(distinct(games), key=lambda view: sum(tile is not None for tile in view.board))
    frames = battle_frames(fullest, frames_each)
    said = captions(frames, ENGLISH)
    drawing = timed(lambda: naive.film(frames, said))
    images = naive.film(frames, said)
    drawn, times = planes(frames, ENGLISH), timing(frames)
    shown = [POSTER, *times]
    slow, fast, packing = [], [], []
    for _ in range(rounds):
        slow.append(timed(lambda: naive.gif(images, shown)))
        fast.append(timed(lambda: draw_film(frames, ENGLISH)))
        packing.append(timed(lambda: gif(drawn, times)))
    whole, own = len(naive.gif(images, shown)), len(draw_film(frames, ENGLISH))
    return [
        Row(
            "Pillow's animation of a poster and 12 frames",
            ratio([drawing + t for t in slow], fast),
            "films, both drawn",
            "at least 50",
        ),
        Row("the same of frames drawn before", ratio(slow, packing), "films of planes drawn before"),
        Row("the same of frames drawn before", ratio(slow, fast), "films with their drawing"),
        Row("bytes of a film", own / whole, "of Pillow's", "at most 0.25"),
    ]


def battle_frames(view: View, count: int) -> list[Frame]:
    """Return a battle on that board: in every phase two tiles are hit by an enemy beside them and fall."""
    events: list[Event] = [BattleBegan(0, "order", (20, 20))]
    points = view.hit_points
    pairs = [
        (TileAt(hex_, tile.seat, tile.type.id), TileAt(neighbor, other.seat, other.type.id))
        for hex_, tile in enumerate(view.board)
        for neighbor in NEIGHBOUR[hex_]
        if tile and neighbor != OFF_BOARD and (other := view.board[neighbor]) and other.seat != tile.seat
    ]
    gone: set[int] = set()
    for phase in reversed(range(count - 2)):
        alive = [(a, b) for a, b in pairs if a.hex not in gone and b.hex not in gone]
        some = {b.hex: (a, b) for a, b in alive[:2]} or {b.hex: (a, b) for a, b in pairs[:1]}
        attacks = tuple(Attack(a, b, "melee", 2, 1, None, False) for a, b in some.values())
        fallen = tuple(b for _, b in some.values() if b.hex not in gone and phase % 2)
        gone |= {b.hex for b in fallen}
        points = points[0] - 1, *points[1:]
        events.append(Wounds("phase", phase, attacks, fallen, (), (), points))
    frames = film(view, events, view)
    return [*frames[:-1], Frame(frames[-2].view)]


def longest_hold(views: Sequence[View]) -> float:
    """Return the longest time in ms for which drawing and encoding keeps all other threads from running.

    It is the thread's own processor time from one point where it lets others run to the next, so a machine that is
    busy with something else does not count. Compressing lets others run all the time.
    """
    points: list[float] = []

    def pause(seconds: float) -> None:
        points.append(time.thread_time())
        time.sleep(seconds)

    def deflate(raw: bytes) -> bytes:
        points.append(time.thread_time())
        packed = DEFLATE(raw)
        starts.append(time.thread_time())
        return packed

    longest = 0.0
    with mock.patch.object(canvas, "sleep", pause):
        for view in views:
            points.clear()
            starts = [time.thread_time()]
            png(board.board_plane(view, ENGLISH), deflate)
            end = time.thread_time()
            stretches = [b - a for a, b in pairwise([starts[0], *points])] + [end - starts[-1]]
            longest = max(longest, *stretches)
    return 1000 * longest


async def stalls(views: Sequence[View]) -> float:
    """Return by how many ms the loop comes late (99%) while boards are drawn in a thread."""
    late: list[float] = []
    done = asyncio.Event()

    async def tick() -> None:
        while not done.is_set():
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            late.append(time.perf_counter() - start - 0.001)

    ticking = asyncio.create_task(tick())
    for view in views:
        await asyncio.to_thread(board.draw_board, view, ENGLISH)
    done.set()
    await ticking
    return 1000 * sorted(late)[int(len(late) * 0.99)]


def first_frame(folder: Path) -> float:
    """Return how many first boards of a new process, with the drawings on disk, the obvious way is worth.

    A board from memory is no measure of it: the faster those get, the slower a start would seem.
    """
    run = [sys.executable, "-c", FIRST, str(folder)]
    return median(float(subprocess.run(run, capture_output=True, text=True, check=True).stdout) for _ in range(3))


def run(*, small: bool) -> list[Row]:
    """Measure boards that look different every time, of games not drawn before; the drawings of tiles are kept."""
    games, rounds, each = (1, 1, 5) if small else (12, 25, 8)
    views = distinct(games)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        warming = warm([ENGLISH], folder, teams=False)
        if small:
            warming.stop()
        warming.join()
        used = rounds * each
        for view in views[used + 2 * used :]:  # others than those below
            board.draw_board(view, ENGLISH)
        rows = stills(views, rounds, each)
        rows += films(1, 1, 2) if small else films(7, 6)
        # A collection of garbage or a new drawing may fall into any stretch: a hold that is ours shows in every group.
        groups = [views[used + n : 2 * used : GROUPS] for n in range(GROUPS)]
        hold = median(longest_hold(group) for group in groups)
        rows.append(Row("longest hold of the interpreter", hold, f"ms, median of {GROUPS} groups", "at most 1"))
        late = asyncio.run(stalls(views[2 * used : 3 * used]))
        rows.append(Row("loop while drawing in a thread", max(late, 0.001), "ms late (99%)", "at most 5"))
        if not small:
            for view in distinct(1):
                board.board_plane(view, ENGLISH)
            rows.append(Row("the obvious way", first_frame(folder), "first boards of a start", "at least 12"))
        for name in DRAWN:
            rows += kept_boards(FACES[name], folder, rounds, each)
    return [*rows, *(each_game(1, room=2) if small else each_game(9))]
