"""The drawing surface of all pictures."""

import pytest

from render.canvas import OVERSAMPLING, Canvas


@pytest.mark.parametrize("ground", [None, (12, 200, 77)])
def test_a_canvas_that_nobody_draws_on_is_its_ground(ground):
    empty, touched = Canvas(31, 17, ground), Canvas(31, 17, ground)
    assert touched.large.size == (31 * OVERSAMPLING, 17 * OVERSAMPLING)
    assert empty.done().tobytes() == touched.done().tobytes()
    assert empty.done().size == (31, 17)


def test_all_that_is_drawn_through_a_moved_canvas_is_there():
    one, other = Canvas(40, 40, (0, 0, 0)), Canvas(40, 40, (0, 0, 0))
    one.moved(10, 10).disc(5, 5, 4, (255, 0, 0))
    other.disc(15, 15, 4, (255, 0, 0))
    assert one.done().tobytes() == other.done().tobytes()
    assert one.done().getpixel((15, 15)) == (255, 0, 0, 255)
