"""Every kind of picture of every game has the pixels of its golden picture (`tests.render.golden`)."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw

from tests.render import golden

PICTURES = golden.pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_pixels_of_the_golden_one(name: str) -> None:
    sentences = golden.changed(name, PICTURES[name]())
    assert not sentences, "\n".join([name, *sentences])


def test_no_golden_picture_is_left_over() -> None:
    kept = {str(path.relative_to(golden.FOLDER)) for path in golden.FOLDER.glob("*/*")}
    assert {name for name in kept if ".new." not in name and ".old." not in name} == set(PICTURES)


@pytest.mark.parametrize("name", ["monolith_arena/view_en.png", "arena_of_heroes/film_en.gif"])
def test_a_change_is_counted_and_both_pictures_are_there_to_be_looked_at(
    name: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (golden.FOLDER / name).read_bytes()
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    path = golden.FOLDER / name
    assert "is missing" in golden.changed(name, data)[0]
    path.parent.mkdir()
    path.write_bytes(data)
    assert golden.changed(name, data) == []
    frames = golden.frames(data)
    ImageDraw.Draw(frames[-1]).rectangle((5, 6, 14, 10), (1, 2, 3))
    buffer = io.BytesIO()
    frames[0].save(buffer, path.suffix[1:], save_all=True, append_images=frames[1:], duration=100)
    told = golden.changed(name, buffer.getvalue())
    files = [word for word in told[-1].replace(",", "").split() if word.endswith(".png")]
    assert len(files) == 2
    old, new = (Image.open(file).convert("RGB") for file in files)
    assert old.size == new.size
    assert new.size in ((1000, 1000), (1000, 1064))
    if len(frames) == 1:
        assert told[0].startswith("50 pixels differ, all within (5, 6, 15, 11): expected")
