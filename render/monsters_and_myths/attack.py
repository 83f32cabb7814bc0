"""An attack on the table: its way from cell to cell along the lanes between rows, and its dice in the strip below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from games.monsters_and_myths.cards import NATIONS as KINDS
from games.monsters_and_myths.cards import AttackCard, first_nation
from games.monsters_and_myths.view import Exchange, Target, View
from render import icons
from render.canvas import Canvas, Point
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import CELL, PITCH, ROW, STRIP, WIDTH, cell_left, lane, over, part, row_top
from render.monsters_and_myths.theme import BATTLE, BLOOD, CARD, CATAPULT, FADED, GOLD, INK, NATIONS, PURSE, SHEET

_WIDE = 11.0
_THIN = 7.0
_HALO = 4.0
_HEAD = 17.0


class Way(NamedTuple):
    """An attack as it is drawn."""

    seat: int
    nations: tuple[int, ...]
    """Where the force comes from."""
    target: Target
    mercenary: bool
    draft: bool = False
    """It is only proposed."""


def _middle(nation: int) -> float:
    return cell_left(nation) + CELL / 2


def _trunk(way: Way, start: float) -> list[Point]:
    """Return the way from the lane beside the attacker's row to the attacked cell."""
    down = way.target.seat > way.seat
    first = lane(way.seat if down else way.seat - 1)
    last = lane(way.target.seat - 1 if down else way.target.seat)
    x = _middle(way.target.nation)
    tip = row_top(way.target.seat) + (9 if down else ROW - 9)
    points = [(start, first)]
    if abs(first - last) > 1:
        side = cell_left(way.target.nation) - (PITCH - CELL) / 2
        if start > x:
            side += PITCH
        points += [(side, first), (side, last)]
    return [*points, (x, last), (x, tip)]


def _paths(way: Way) -> tuple[list[list[Point]], list[Point], Point | None]:
    """Return the thin lines of the parts of a force, the wide line, and where the purse of mercenaries lies."""
    down = way.target.seat > way.seat
    height = lane(way.seat if down else way.seat - 1)
    edge = row_top(way.seat) + (ROW if down else 0)
    if not way.mercenary:
        x = _middle(way.nations[0])
        return [], [(x, edge), *_trunk(way, x)], None
    xs = [_middle(nation) for nation in way.nations]
    goal = _middle(way.target.nation)
    purse = _between(sum(xs) / len(xs), goal)
    thin = [[(x, edge), (x, height), (purse, height)] for x in xs]
    return thin, _trunk(way, purse), (purse, height)


def _between(x: float, goal: float) -> float:
    """Return where a purse lies: between two columns, near to `x` and not where the way turns to its goal."""
    places = [cell_left(nation) - (PITCH - CELL) / 2 for nation in range(1, len(KINDS))]
    return min(places, key=lambda place: (abs(place - goal) < CELL * 0.4, abs(place - x)))


def _draw_way(canvas: Canvas, way: Way) -> None:
    thin, wide, purse = _paths(way)
    red = FADED if way.draft else BLOOD
    down = way.target.seat > way.seat
    (x, tip), back = wide[-1], -_HEAD if down else _HEAD
    body = [*wide[:-1], (x, tip + back)]
    for extra, colour in ((_HALO, SHEET), (0.0, red)):
        for line in thin:
            canvas.line(line, _THIN + 2 * extra, colour)
        canvas.line(body, _WIDE + 2 * extra, colour)
        grown = extra * 1.5
        ahead = -grown if back > 0 else grown
        canvas.polygon(
            [(x, tip + ahead), (x - 17 - grown, tip + back * 1.25), (x + 17 + grown, tip + back * 1.25)], colour
        )
    if purse is not None:
        canvas.disc(*purse, 21, CARD)
        canvas.disc(*purse, 18.5, red)
        icons.draw(canvas, PURSE, *purse, 12.5, CARD, red)


def put_ways(plane: Image.Image, ways: Sequence[Way]) -> None:
    """Draw attacks onto a table."""
    for way in ways:
        thin, wide, _ = _paths(way)
        xs = [x for line in (*thin, wide) for x, _ in line]
        ys = [y for line in (*thin, wide) for _, y in line]
        box = (round(min(xs)) - 30, round(min(ys)) - 30, round(max(xs)) + 30, round(max(ys)) + 30)

        def draw(canvas: Canvas, way: Way = way) -> None:
            _draw_way(canvas, way)

        over(plane, box, draw)


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
    target: Target
    """Whose card it is fired at."""
    icon: str
    """The symbol of that card."""
    face: int
    hit: bool


def strip_of(view: View) -> Strip | None:
    """Return the strip of a position; `None` where nothing was rolled in this fight."""
    if view.exchange is None or view.active is None:
        return None
    return Strip(view.active, army_icon(view), view.exchange)


def army_icon(view: View) -> str:
    """Return what stands for the attacker's force: its nation, or a purse for mercenaries."""
    if view.card is not None and not view.card.battle:
        return PURSE
    own = first_nation(view.force)
    return BATTLE if own is None else NATIONS[own].icon


def _draw_strip(canvas: Canvas, strip: Strip) -> None:
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
    return part(("dice", strip), WIDTH - 40, STRIP - 8, lambda canvas: _draw_strip(canvas, strip))


def _draw_shot(canvas: Canvas, shot: Shot) -> None:
    canvas.line([(30, 4), (WIDTH - 60, 4)], 2, FADED)
    signs.shield(canvas, shot.seat, 110, 84, 34)
    icons.draw(canvas, CATAPULT, 220, 84, 48, INK, SHEET)
    signs.die(canvas, 340, 84, 36, shot.face, True, shot.hit)
    canvas.line([(400, 84), (462, 84)], 9, INK)
    canvas.polygon([(482, 84), (458, 68), (458, 100)], INK)
    signs.shield(canvas, shot.target.seat, 536, 82, 34)
    style = NATIONS[shot.target.nation]
    canvas.pill((586, 34, 666, 134), 10, INK)
    canvas.pill((590, 38, 662, 130), 7, CARD)
    canvas.pill((590, 38, 662, 84), 7, style.cloth)
    icons.draw(canvas, style.icon, 626, 61, 19, style.ink, style.cloth)
    icons.draw(canvas, shot.icon, 626, 107, 17, INK, CARD)
    if shot.hit:
        canvas.text(700, 85, "+1", 50, BLOOD, bold=True, anchor="lm")
    else:
        canvas.line([(704, 62), (748, 106)], 9, INK)
        canvas.line([(748, 62), (704, 106)], 9, INK)


class Facing(NamedTuple):
    """Who is about to fight whom: before the first roll."""

    attacker: int
    icon: str
    """The emblem of what attacks."""
    card: AttackCard
    target: Target


def facing(view: View) -> Facing | None:
    """Return who is about to fight whom; `None` where nobody is."""
    if view.active is None or view.target is None or view.card is None:
        return None
    return Facing(view.active, army_icon(view), view.card, view.target)


def _draw_facing(canvas: Canvas, shown: Facing) -> None:
    canvas.line([(30, 4), (WIDTH - 60, 4)], 2, FADED)
    signs.attack_card(canvas, 250, 88, shown.card, 112, lowest=False)
    signs.shield(canvas, shown.attacker, 370, 84, 34)
    icons.draw(canvas, shown.icon, 450, 86, 34, INK, SHEET)
    canvas.line([(506, 86), (566, 86)], 11, BLOOD)
    canvas.polygon([(590, 86), (562, 68), (562, 104)], BLOOD)
    signs.shield(canvas, shown.target.seat, 650, 84, 34)
    icons.draw(canvas, NATIONS[shown.target.nation].icon, 730, 86, 34, INK, SHEET)


def facing_plane(shown: Facing) -> Image.Image:
    """Return who fights whom in the place of the dice. Do not draw on it."""
    return part(("facing", shown), WIDTH - 40, STRIP - 8, lambda canvas: _draw_facing(canvas, shown))


class Won(NamedTuple):
    """How many cards each seat has captured with what a film shows."""

    cards: tuple[tuple[int, int], ...]


def _draw_won(canvas: Canvas, won: Won) -> None:
    canvas.line([(30, 4), (WIDTH - 60, 4)], 2, FADED)
    first = WIDTH / 2 - 20 - (len(won.cards) - 1) * 112
    for n, (seat, count) in enumerate(won.cards):
        x = first + n * 224
        signs.shield(canvas, seat, x - 62, 84, 34)
        signs.card_back(canvas, x + 10, 86, 62)
        canvas.text(x + 44, 87, f"+{count}", 46, BLOOD, bold=True, anchor="lm")


def won_plane(won: Won) -> Image.Image:
    """Return what was captured in the place of the dice. Do not draw on it."""
    return part(("won", won), WIDTH - 40, STRIP - 8, lambda canvas: _draw_won(canvas, won))


def shot_plane(shot: Shot) -> Image.Image:
    """Return a shot in the place of the dice. Do not draw on it."""
    return part(("shot", shot), WIDTH - 40, STRIP - 8, lambda canvas: _draw_shot(canvas, shot))
