"""The picture that shows what a face says where is that of the code."""

from __future__ import annotations

from PIL import Image, ImageChops

from tests.docs import drawing, post


def test_the_picture_of_a_face_is_that_of_the_code() -> None:
    made, held = post.picture(), Image.open(drawing.ROOT / "docs" / "pictures" / "face.png").convert("RGB")
    same = made.size == held.size and ImageChops.difference(made, held).getbbox() is None
    assert same, "python -m tests.docs.post docs/pictures/face.png draws it anew"
