"""Pictures lie in small pieces, but for large canvases, and look the same."""

from __future__ import annotations

from PIL import Image, _imaging

from render import pieces
from render.monolith_arena import board
from tests.render import views
from tests.render.views import ENGLISH


def allocated() -> int:
    """How many pieces Pillow has asked for until now."""
    return int(_imaging.get_stats()["allocated_blocks"])


def test_a_plane_lies_in_pieces_and_a_large_canvas_does_not() -> None:
    before = allocated()
    plane = Image.new("P", (1000, 1000))
    assert allocated() - before >= 1000 * 1000 // pieces.PIECE
    before = allocated()
    canvas = pieces.canvas(1000, 1000, (0, 0, 0, 0))
    assert allocated() - before == 1
    assert _imaging.get_block_size() == pieces.PIECE
    assert plane.size == canvas.size


def test_pieces_change_no_pixel() -> None:
    def drawn() -> bytes:
        board.forget()
        return board.board_plane(views.crowded(), ENGLISH).tobytes()

    small = drawn()
    _imaging.set_block_size(pieces.WHOLE)
    try:
        assert drawn() == small
    finally:
        _imaging.set_block_size(pieces.PIECE)
