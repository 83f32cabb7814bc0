"""Drawings that are kept in a folder: they come back, and the disk may fail in any way."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from games.monolith_arena.view import View
from render import store
from render.monolith_arena import board, draw_board, slots, warm
from render.monolith_arena.theme import PALETTE, STORE
from render.store import Cache, Sprite, Store
from render.theme import PAGE
from tests.render import views
from tests.render.views import ENGLISH

GAME = "monolith_arena"


def pixels(view: View) -> bytes:
    return board.board_plane(view, ENGLISH).tobytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    yield tmp_path  # type: ignore[misc]
    STORE.open(None)
    board.forget()


def a_tile() -> View:
    return views.view(views.board(C3=views.on(0, views.A, "knight", wounds=1)))


def files(folder: Path) -> list[Path]:
    return sorted((STORE.folder_in(folder)).iterdir())


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
        if n % 3 == 0:  # every one: what is laid together from others is not asked for while it is whole itself
            data = data[: random.randrange(len(data))]
        elif n % 3 == 1:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        else:
            data = bytearray(random.randbytes(200))
        file.write_bytes(data)
    board.forget()
    assert pixels(a_tile()) == first
    board.forget()
    assert pixels(a_tile()) == first
    assert all(STORE.read(file) for file in files(folder))


def test_a_file_that_lies_about_its_size_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(zlib.compress(store._HEAD.pack(b"P", 60000, 60000, 0, 0) + b"\0" * 10))
    assert STORE.read(file) is None


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
    (STORE.folder_in(folder)).rmdir()
    assert pixels(a_tile())


def test_two_processes_may_share_a_folder(folder: Path) -> None:
    script = (
        "import sys, hashlib; from pathlib import Path; from render.monolith_arena.theme import STORE;"
        "from tests.render.test_store import a_tile, pixels;"
        "STORE.open(Path(sys.argv[1])); print(hashlib.sha256(pixels(a_tile())).hexdigest())"
    )
    root = Path(__file__).parents[2]
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(folder)], cwd=root, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    found = {run.communicate()[0].strip() for run in runs}
    assert found == {hashlib.sha256(pixels(a_tile())).hexdigest()}
    assert all(STORE.read(file) for file in files(folder))


def test_what_is_drawn_aside_is_in_the_folder_and_not_in_memory(folder: Path) -> None:
    board.forget()
    STORE.open(folder)
    with STORE.aside():
        slots.socket_plane("C3")
    assert ("socket", "C3") not in STORE
    assert len(files(folder)) == 1
    slots.socket_plane("C3")
    assert ("socket", "C3") in STORE


def test_a_folder_is_named_after_what_decides_how_things_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()

    def files_of(package: str) -> Path:
        read.add(package)
        return Path(store.__file__).parent

    monkeypatch.setattr(store.resources, "files", files_of)
    names = {store.version(*which) for which in (("monolith_arena", 1), ("monolith_arena", 2), ("fonts", 1))}
    assert len(names) == 3
    assert read == {"render"}, "the code of the rules has no part in it"
    assert store.version("monolith_arena", 1) in names


def test_old_versions_are_removed(folder: Path) -> None:
    for n in range(6):
        (folder / GAME / f"{n:016d}").mkdir(parents=True)
    (folder / GAME / "keep.me").mkdir()
    STORE.open(folder)
    assert len([f for f in (folder / GAME).iterdir() if len(f.name) == 16]) == 4
    assert (folder / GAME / "keep.me").exists()


def _made_by(game: str, version: str, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store of a game whose drawings have that version."""
    monkeypatch.setattr(store, "version", lambda folder, facts: version)
    return Store(game, 100, PALETTE, PAGE, tuple)


def test_a_new_version_of_one_game_removes_nothing_of_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games a bot plays and however often their pictures change."""
    games = [f"game_{n}" for n in range(5)]
    for version in (f"{n:016d}" for n in range(6)):
        for game in games:
            assert _made_by(game, version, monkeypatch).open(folder)
    for game in games:
        left = [f.name for f in (folder / game).iterdir()]
        assert len(left) == 4
        assert version in left


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
    warming = warm([ENGLISH], folder)
    draw_board(a_tile(), ENGLISH)
    warming.stop()
    assert warming.join(10)
    assert files(folder)


def test_what_is_kept_in_memory_has_a_weight() -> None:
    cache: Cache[str] = Cache(10, len)
    made: list[str] = []

    def get(text: str) -> str:
        def make() -> str:
            made.append(text)
            return text

        return cache.get(text, make)

    for text in ("four", "fives", "four", "six", "four"):
        assert get(text) == text
    assert made == ["four", "fives", "six"]
    assert "fives" not in cache
    assert get("more than all of it") == "more than all of it"
    assert "four" not in cache
    assert get("x") == "x"
    assert "more than all of it" not in cache
    cache.clear()
    assert [get("aaaaaaaaaa"), get("aaaaaaaaaa")] == ["aaaaaaaaaa"] * 2
    assert made.count("aaaaaaaaaa") == 1


def test_the_store_forgets_the_oldest_drawings() -> None:
    kept = Store(GAME, 3 * 100, PALETTE, PAGE, tuple)

    def sprite() -> Sprite:
        return Sprite(Image.new("P", (10, 10)))

    for key in "abcab":
        kept.get(key, sprite)
    assert kept.misses == 3
    kept.get("d", sprite)
    assert "c" not in kept
    assert kept.misses == 4
    kept.get("e", lambda: Sprite(Image.new("RGBA", (5, 10))))
    assert "d" in kept
    assert "b" not in kept
    assert "a" not in kept
