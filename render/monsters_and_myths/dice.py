"""The strip of dice below the table: both sides sorted, the bonus, the pairs and who has won them, what it cost."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.view import Exchange, View
from render import icons
from render.canvas import Canvas
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import STRIP, WIDTH, part
from render.monsters_and_myths.theme import BATTLE, BLOOD, CARD, CATAPULT, FADED, GOLD, INK, NATIONS, PURSE, SHEET

_HALF = 28.0
_TOP, _BOTTOM = 42.0, 132.0
_FIRST, _STEP = 370.0, 92.0


class Strip(NamedTuple):
    """What the strip shows."""

    attacker: int
    icon: str
    """The emblem of what attacks."""
    exchange: Exchange
    sorted: bool = True
    """The dice are compared; else they have only fallen."""


class Shot(NamedTuple):
    """A catapult's shot in the strip."""

    seat: int
    face: int
    hit: bool


def of(view: View) -> Strip | None:
    """Return the strip of a position; `None` where nothing was rolled in this fight."""
    if view.exchange is None or view.active is None:
        return None
    return Strip(view.active, army_icon(view), view.exchange)


def army_icon(view: View) -> str:
    """Return what stands for the attacker's force: its nation, or a purse for mercenaries."""
    if view.card is not None and not view.card.battle:
        return PURSE
    own = next((at for at, ranks in enumerate(view.force) if ranks.size), None)
    return BATTLE if own is None else NATIONS[own].icon


def _draw(canvas: Canvas, strip: Strip) -> None:
    exchange = strip.exchange
    attack, defence = exchange.attack, exchange.defence
    bonus = (exchange.bonus == strip.attacker, exchange.bonus is not None and exchange.bonus != strip.attacker)
    pairs = min(len(attack), len(defence)) if len(attack) > 1 and len(defence) > 1 else 1
    red_wins = [attack[n] + (bonus[0] and n == 0) > defence[n] + (bonus[1] and n == 0) for n in range(pairs)]
    canvas.line([(30, 4), (WIDTH - 60, 4)], 2, FADED)
    for y, seat, icon in (
        (_TOP, strip.attacker, strip.icon),
        (_BOTTOM, exchange.target.seat, NATIONS[exchange.target.nation].icon),
    ):
        signs.shield(canvas, seat, 210, y - 2, 27)
        icons.draw(canvas, icon, 280, y, 26, INK, SHEET)
    for n in range(pairs) if strip.sorted else ():
        x = _FIRST + n * _STEP
        canvas.line([(x, _TOP), (x, _BOTTOM)], 8, GOLD if red_wins[n] else INK)
    for dice, y, red in ((attack, _TOP, True), (defence, _BOTTOM, False)):
        for n, face in enumerate(dice):
            won = None if n >= pairs or not strip.sorted else red_wins[n] == red
            signs.die(canvas, _FIRST + n * _STEP, y, _HALF, face, red, won)
        if bonus[0 if red else 1]:
            canvas.disc(_FIRST - _HALF, y - _HALF + 4, 19, CARD)
            canvas.disc(_FIRST - _HALF, y - _HALF + 4, 17, INK)
            canvas.text(_FIRST - _HALF, y - _HALF + 4, "+1", 21, GOLD, bold=True)
    if strip.sorted:
        for lost, y in zip(exchange.losses, (_TOP, _BOTTOM), strict=True):
            if lost:
                signs.card_back(canvas, 656, y, 50)
                canvas.text(690, y + 1, f"–{lost}", 44, BLOOD, bold=True, anchor="lm")


def strip_plane(strip: Strip) -> Image.Image:
    """Return the strip as a plane. Do not draw on it."""
    return part(("dice", strip), WIDTH - 40, STRIP - 8, lambda canvas: _draw(canvas, strip))


def _draw_shot(canvas: Canvas, shot: Shot) -> None:
    canvas.line([(30, 4), (WIDTH - 60, 4)], 2, FADED)
    signs.shield(canvas, shot.seat, 110, 84, 34)
    icons.draw(canvas, CATAPULT, 220, 84, 48, INK, SHEET)
    signs.die(canvas, 340, 84, 36, shot.face, True, shot.hit)
    x = 440
    if shot.hit:
        signs.card_back(canvas, x, 84, 62)
        canvas.text(x + 44, 85, "+1", 50, BLOOD, bold=True, anchor="lm")
    else:
        canvas.line([(x - 22, 62), (x + 22, 106)], 9, INK)
        canvas.line([(x + 22, 62), (x - 22, 106)], 9, INK)


def shot_plane(shot: Shot) -> Image.Image:
    """Return a shot in the place of the dice. Do not draw on it."""
    return part(("shot", shot), WIDTH - 40, STRIP - 8, lambda canvas: _draw_shot(canvas, shot))
