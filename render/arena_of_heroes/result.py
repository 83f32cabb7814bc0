"""The card at the end of a match: who won, in which order the others went, hits, last hideouts, the last position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from games.arena_of_heroes.view import SeatView, View
from games.messages import Message, Several
from render.arena_of_heroes import signs
from render.arena_of_heroes.board import board_plane, refuse_hidden
from render.arena_of_heroes.corners import hero_name
from render.arena_of_heroes.geometry import CENTRE, OUTER
from render.arena_of_heroes.theme import BOARD, EMBER, JOINT, NIGHT, PALETTE
from render.canvas import Canvas
from render.encode import png
from render.fitting import fitting, wrap
from render.labels import Labels
from render.palette import lay
from render.theme import DARK, MARK, MUTED, TEXT

CARD_WIDTH: Final = 1000
CARD_HEIGHT: Final = 640
_LEFT: Final = 440
_BOARD: Final = 520
_ROW: Final = 104


REASONS: Final = {
    "last": Message("The last hero standing"),
    "shared": Message("Nobody outlasted the others"),
    "agreed": Message("A draw was agreed on"),
    "resigned": Message("The others resigned"),
    "timeout": Message("The others ran out of time"),
}
"""How matches end, by the reason of a `games.api.Result`."""


def _verdict(winners: Sequence[int], labels: Labels) -> str:
    """Return who has won."""
    if not winners:
        return labels("A draw")
    seats = Several([*map(labels.seat, winners)])
    return labels(Message.counted("{seats} wins", "{seats} win", len(winners), seats=seats))


def draw_result(view: View, labels: Labels) -> bytes:
    """The PNG of the card. Raises `ValueError` while the match is still running, `TypeError` without a view."""
    refuse_hidden(view)
    if view.result is None:
        raise ValueError("the match is not over")
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, NIGHT)
    _card(canvas, view, labels)
    plane = PALETTE.to_plane(canvas.done())
    small = _small_board(view, labels)
    lay(plane, small, (_LEFT + CARD_WIDTH - small.width) // 2 + 4, (CARD_HEIGHT - small.height) // 2)
    return png(plane)


def _small_board(view: View, labels: Labels) -> Image.Image:
    edge = OUTER + 14
    x, y = CENTRE
    picture = board_plane(view, labels, beside=False).convert("RGB").crop((x - edge, y - edge, x + edge, y + edge))
    return PALETTE.to_plane(picture.resize((_BOARD, _BOARD), Image.Resampling.BOX))


def _card(canvas: Canvas, view: View, labels: Labels) -> None:
    assert view.result is not None
    winners = view.result.ranking[0] if view.result.reason in ("last", "shared", "resigned", "timeout") else ()
    canvas.pill((20, 24, _LEFT, 112), 18, MARK if winners else MUTED)
    verdict = _verdict(winners, labels)
    canvas.text((20 + _LEFT) / 2, 69, verdict, fitting(verdict, 54, _LEFT - 40, True), DARK, bold=True)
    lines = wrap(labels(REASONS[view.result.reason]), 27, _LEFT - 40, True)[:2]
    for n, line in enumerate(lines):
        canvas.text(24, 142 + n * 34, line, 27, TEXT, bold=True, anchor="lm")
    canvas.text(24, 142 + len(lines) * 34, labels("after turn {turn}", turn=view.turns), 24, MUTED, anchor="lm")
    y = CARD_HEIGHT - 12 - _ROW * len(view.seats)
    place = 1
    for group in view.result.ranking:
        for seat in group:
            _row(canvas, view.seats[seat], place, labels, y, seat in winners)
            y += _ROW
        place += len(group)


def _row(canvas: Canvas, seat: SeatView, place: int, labels: Labels, y: float, won: bool) -> None:
    canvas.pill((20, y, _LEFT, y + _ROW - 8), 16, MARK if won else JOINT)
    canvas.pill((24, y + 4, _LEFT - 4, y + _ROW - 12), 13, BOARD)
    signs.disc(canvas, seat.seat, seat.hero.code if seat.hero is not None else "", 72, y + 46, 33)
    who, hero = labels.player(seat.seat), hero_name(seat.hero, labels)
    room = _LEFT - 130 - 100
    first = who or hero
    canvas.text(122, y + 25, first, fitting(first, 27, room, True), TEXT, bold=True, anchor="lm")
    ended = labels("place {place}", place=place)
    canvas.text(_LEFT - 18, y + 25, ended, fitting(ended, 23, 94, True), EMBER, bold=True, anchor="rm")
    at = seat.last or seat.fell
    facts = [labels("hits given {given}, taken {taken}", given=seat.given, taken=seat.taken)]
    facts += [labels("last at {hideout}", hideout=at)] if at else []
    for n, text in enumerate(([hero] if who else []) + [" · ".join(facts)]):
        canvas.text(122, y + 50 + n * 22, text, fitting(text, 20, _LEFT - 142), MUTED, anchor="lm")
