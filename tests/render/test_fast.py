"""The fast path: kept drawings give the same pixels, the disk may fail in any way, films and files are right."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import threading
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from benchmarks import naive
from games.draws import Draws
from games.monolith_arena.game import GAME
from games.monolith_arena.playout import random_action
from games.monolith_arena.view import View
from render import pack, store, theme
from render.encode import png, slow_compress
from render.monolith_arena import (
    Frame,
    board,
    draw_board,
    slots,
    sprites,
    warm,
)
from render.monolith_arena.film import planes
from render.store import STORE
from tests.render import views

GOLDEN = {
    "middle": "3fc7c8e18901b5f594b1f049410bc0afd2f9eff61cc202791005541610abf77b",
    "crowded": "04ae06629e0e249d9d710cdb3cdc53ca41444f136157c68ccbcbc794f265e434",
    "quartet": "d4d9ae2c99b79ec61fa89fd168c43de43ff581417047b5de46f29ba3298339f2",
    "view": "1d1664f8fa62d3eb0ee29ad857388cb8261117c5dea68917cfe38a6c2a20e1bf",
    "monoliths": "07d329525919d160d83572359e3618e80ebaf923d0032eac6296d40947c92c63",
    "unfolding": "deaae4c7ef00db4ff584668d8d7aa3b9925dd2aec86ba3f08b07eb750e1d0890",
}


def pixels(view: View) -> bytes:
    return board.board_plane(view).tobytes()


@pytest.mark.parametrize("name", GOLDEN)
def test_boards_have_the_pixels_that_they_had(name: str) -> None:
    assert hashlib.sha256(pixels(getattr(views, name)())).hexdigest() == GOLDEN[name]


VARIANTS = (
    (2, {}),
    (2, {"monoliths": True}),
    (4, {"monoliths": True, "reinforcement": True}),
    (3, {"monoliths": True}),
    (4, {}),
)
"""Numbers of seats and options of matches."""


def random_views(count: int, seed: int) -> list[View]:
    """Positions of random matches, as many of every variant, each from all parts of its matches."""
    random, found = Random(seed), []
    share = count // len(VARIANTS)
    for seats, options in VARIANTS:
        some: list[View] = []
        while len(some) < share:
            draws, state = Draws(random.randbytes(32)), GAME.new(seats, options)
            while state.result is None:
                seat, action = random_action(state, random)
                state = GAME.carry_out(state, seat, action, draws).state
                some.append(GAME.view(state, random.choice((None, *range(seats)))))
        found += [some[n * len(some) // share] for n in range(share)]
    return found


def kept_equals_new(moves: int, fresh_every: int) -> None:
    """Kept drawings in any order of positions give what a start from nothing gives."""
    found = random_views(moves, 11)
    before = [hashlib.sha256(pixels(view)).digest() for view in found]
    for n in range(0, len(found), fresh_every):
        sprites._tiles.clear()
        slots._labels.clear()
        slots._hexes.clear()
        assert hashlib.sha256(pixels(found[n])).digest() == before[n]
    frames = [Frame(view) for view in found]  # a film redraws only what has changed
    for n, plane in enumerate(planes(frames[:: max(1, fresh_every // 4)])):
        assert hashlib.sha256(plane.tobytes()).digest() == before[n * max(1, fresh_every // 4)]


def test_kept_drawings_do_not_change_the_picture() -> None:
    kept_equals_new(300, 20)


@pytest.mark.long
def test_kept_drawings_do_not_change_the_picture_in_ten_thousand_moves() -> None:
    kept_equals_new(10_000, 4)


def test_drawings_made_anew_are_the_same() -> None:
    view = views.quartet()
    first = pixels(view)
    board.forget()
    assert pixels(view) == first


@pytest.mark.parametrize("make", [views.middle, views.quartet, views.monoliths, views.unfolding])
def test_fast_and_slow_show_the_same_picture(make: object) -> None:
    view = make()  # type: ignore[operator]
    fast = Image.open(io.BytesIO(draw_board(view)))
    assert naive.psnr(fast, naive.unquantised(view)) >= 38


def test_fast_and_naive_show_the_same_picture() -> None:
    view = views.middle()
    fast = Image.open(io.BytesIO(draw_board(view)))
    slow = naive.picture(view)
    assert naive.psnr(fast, slow) >= 27  # the slow filter draws a bright and a dark rim along every edge
    assert naive.psnr(fast.convert("RGB").reduce(4), slow.reduce(4)) >= 38
    assert len(draw_board(view)) <= 0.3 * len(naive.png(slow))


def test_without_isal_only_the_file_differs() -> None:
    plane = board.board_plane(views.middle())
    files = [png(plane), png(plane, slow_compress)]
    one, other = (Image.open(io.BytesIO(data)) for data in files)
    assert one.tobytes() == other.tobytes() == plane.tobytes()


def test_the_same_view_is_encoded_once() -> None:
    assert draw_board(views.middle()) is draw_board(views.middle())
    assert draw_board(views.middle()) is not draw_board(replace(views.middle(), turn=10))


# the folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    yield tmp_path  # type: ignore[misc]
    STORE.open(None)
    board.forget()


def a_tile() -> View:
    return views.view(views.board(C3=views.on(0, views.A, "knight", wounds=1)))


def files(folder: Path) -> list[Path]:
    return sorted((folder / store.version()).iterdir())


def test_drawings_come_back_from_the_folder(folder: Path) -> None:
    board.forget()
    assert STORE.open(folder)
    first = pixels(a_tile())
    written = files(folder)
    times = [file.stat().st_mtime_ns for file in written]
    board.forget()
    assert pixels(a_tile()) == first
    assert len(written) > 20
    assert [file.stat().st_mtime_ns for file in files(folder)] == times


def test_damaged_files_are_drawn_again(folder: Path) -> None:
    board.forget()
    STORE.open(folder)
    first = pixels(a_tile())
    random = Random(2)
    for n, file in enumerate(files(folder)):
        data = bytearray(file.read_bytes())
        if n % 4 == 0:
            data = data[: random.randrange(len(data))]
        elif n % 4 == 1:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        elif n % 4 == 2:
            data = bytearray(random.randbytes(200))
        file.write_bytes(data)
    board.forget()
    assert pixels(a_tile()) == first
    board.forget()
    assert pixels(a_tile()) == first
    assert all(store._read(file.read_bytes()) for file in files(folder))


def test_a_file_that_lies_about_its_size_is_not_believed() -> None:
    head = store._HEAD.pack(0, b"P", 60000, 60000, 0, 0)[4:]
    body = head + zlib.compress(b"\0" * 10)
    data = store._MAGIC + zlib.crc32(body).to_bytes(4, "big") + body
    assert store._read(data) is None


@pytest.mark.skipif(os.name == "nt", reason="permissions work differently there")
def test_a_folder_that_cannot_be_written_does_no_harm(folder: Path) -> None:
    blocked = folder / "file"
    blocked.write_text("no folder")
    board.forget()
    assert not STORE.open(blocked / "below")
    assert pixels(a_tile())
    assert not STORE.open(None)


def test_a_folder_that_vanishes_does_no_harm(folder: Path) -> None:
    board.forget()
    assert STORE.open(folder)
    (folder / store.version()).rmdir()
    assert pixels(a_tile())


def test_two_processes_may_share_a_folder(folder: Path) -> None:
    script = (
        "import sys, hashlib; from pathlib import Path; from render.store import STORE;"
        "from tests.render.test_fast import a_tile, pixels;"
        "STORE.open(Path(sys.argv[1])); print(hashlib.sha256(pixels(a_tile())).hexdigest())"
    )
    root = Path(__file__).parents[2]
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(folder)], cwd=root, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    found = {run.communicate()[0].strip() for run in runs}
    assert found == {hashlib.sha256(pixels(a_tile())).hexdigest()}
    assert all(store._read(file.read_bytes()) for file in files(folder))


def test_small_files_are_gathered_and_read_from_the_pack(folder: Path) -> None:
    board.forget()
    STORE.open(folder)
    first = pixels(a_tile())
    count = len(files(folder))
    STORE.gather(count + 1)
    assert len(files(folder)) == count > 20
    STORE.gather()
    assert [file.name for file in files(folder)] == ["pack"]
    gathered = pack.Pack(files(folder)[0])
    assert len(gathered) == len(set(gathered)) == count
    assert all(store._read(gathered.get(name) or b"") for name in gathered)
    assert gathered.get(b"\0" * pack.NAME) is None
    for again in (False, True):
        board.forget()
        if again:
            STORE.open(folder)
        assert pixels(a_tile()) == first
        assert len(files(folder)) == 1
    pixels(views.view(views.board(C3=views.on(0, views.A, "knight", wounds=3))))
    more = len(files(folder)) - 1
    assert more > 0
    STORE.gather()
    assert len(pack.Pack(files(folder)[0])) == count + more


def test_a_damaged_pack_is_drawn_again(folder: Path) -> None:
    board.forget()
    STORE.open(folder)
    first = pixels(a_tile())
    STORE.gather()
    whole = (folder / store.version() / "pack").read_bytes()
    random = Random(3)
    for n in range(12):
        data = bytearray(whole)
        if n % 3 == 0:
            data = data[: random.randrange(len(data))]
        elif n % 3 == 1:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        else:
            data[random.randrange(600)] ^= 1 << random.randrange(8)
        STORE.open(None)
        board.forget()
        (folder / store.version() / "pack").write_bytes(data)
        STORE.open(folder)
        assert pixels(a_tile()) == first
        STORE.gather()
        STORE.open(folder)
        board.forget()
        assert pixels(a_tile()) == first
        assert [file.name for file in files(folder)] == ["pack"]  # what was damaged is in it again


def test_what_is_drawn_aside_is_in_the_folder_and_not_in_memory(folder: Path) -> None:
    board.forget()
    STORE.open(folder)
    with STORE.aside():
        slots.socket_plane("C3")
    assert ("socket", "C3") not in STORE
    assert len(files(folder)) == 1
    slots.socket_plane("C3")
    assert ("socket", "C3") in STORE


def test_old_versions_are_removed(folder: Path) -> None:
    for n in range(6):
        (folder / f"{n:016d}").mkdir()
    (folder / "keep.me").mkdir()
    STORE.open(folder)
    assert len([f for f in folder.iterdir() if len(f.name) == 16]) == 4
    assert (folder / "keep.me").exists()


def test_the_folder_is_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert store.cache_folder("linux", {}) == tmp_path / ".cache" / "arena-bot"
    assert store.cache_folder("linux", {"XDG_CACHE_HOME": "relative"}) == tmp_path / ".cache" / "arena-bot"
    assert store.cache_folder("linux", {"XDG_CACHE_HOME": str(tmp_path / "x")}) == tmp_path / "x" / "arena-bot"
    assert store.cache_folder("darwin", {}) == tmp_path / "Library" / "Caches" / "arena-bot"
    local = {"LOCALAPPDATA": str(tmp_path / "local")}
    assert store.cache_folder("win32", local) == tmp_path / "local" / "arena-bot" / "Cache"


def test_warming_runs_beside_and_can_be_stopped(folder: Path) -> None:
    board.forget()
    before = threading.active_count()
    warming = warm(folder)
    draw_board(a_tile())
    warming.stop()
    assert warming.join(10)
    assert threading.active_count() == before
    assert files(folder)


# contrast


@pytest.mark.parametrize("style", theme.SEATS, ids=lambda s: s.letter)
def test_every_numeral_and_symbol_has_enough_contrast(style: theme.SeatStyle) -> None:
    symbols = ("ink", "melee", "ranged", "net", "path", "armor", "bonus", "strike")
    weak = {s: round(theme.contrast(getattr(style, s), style.ground), 2) for s in symbols}
    assert all(value >= 4.5 for value in weak.values()), weak
    assert theme.contrast(style.ink, style.soft) >= 4.5


def test_every_badge_has_enough_contrast() -> None:
    for fill in (theme.WOUND, theme.POISON, theme.DARK, theme.EARTH, theme.SEATS[0].path):
        assert theme.contrast(theme.WHITE, fill) >= 4.5
    assert theme.contrast(theme.DARK, theme.MARK) >= 4.5
    assert theme.contrast(theme.MUTED, theme.SLOT) >= 4.5
    for seat in theme.SEATS:
        assert theme.contrast(seat.frame, theme.EMPTY_BAR) >= 1.5
