"""The strip below the table: who fights whom with which symbols and dice, what each roll and each shot comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.messages import Message
from games.monsters_and_myths.cards import (
    CREATURES,
    NONE,
    PLACES,
    AttackCard,
    Cards,
    Ranks,
    Troops,
    archers,
    first_nation,
    infantry,
    mounted,
)
from games.monsters_and_myths.cards import name as card_name
from games.monsters_and_myths.dice import advantage, attack_dice, comparisons, defence_dice
from games.monsters_and_myths.view import Exchange, Target, View
from render import icons
from render.canvas import Canvas, fitting, shortened, text_width, wrap
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import STRIP, WIDTH, part
from render.monsters_and_myths.seats import who
from render.monsters_and_myths.theme import BATTLE, BLOOD, CARD, CATAPULT, FADED, GOLD, INK, NATIONS, PURSE, SHEET
from render.panel import LEAST, SENTENCE

WIDE: Final = WIDTH - 40
HIGH: Final = STRIP - 8
_LANES: Final = (50, 142)
"""The middles of the attacker's and of the defender's lane."""
_NAME: Final = 180
_DICE: Final = 512
_STEP: Final = 76
_HALF: Final = 28.0
_BESIDE: Final = 72
"""How far before the dice the sign of the archers' bonus begins."""
_COST: Final = 714
"""Where it is said what a roll has cost."""
_LARGE: Final = 28.0


class Fight(NamedTuple):
    """Who fights whom, before a roll or with it."""

    attacker: int
    icon: str
    """The emblem of what attacks."""
    card: AttackCard | None
    target: Target
    forces: tuple[Ranks, Ranks] | None
    """The symbols of both sides that count; `None` where they are no longer those of the roll."""
    exchange: Exchange | None = None
    compared: bool = True
    """The dice are compared; else they have only fallen."""
    lost: tuple[Cards, Cards] | None = None
    """What both sides have lost by the roll; `None` where only the number is known."""


class Shot(NamedTuple):
    """A catapult's shot."""

    seat: int
    target: Target
    """Whose card it is fired at."""
    code: str
    face: int
    hit: bool


class Won(NamedTuple):
    """How many cards each seat has captured with what a film shows."""

    cards: tuple[tuple[int, int], ...]


Strip = Fight | Shot | Won


def symbols(force: Troops) -> Ranks:
    """Return the symbols of a force that count."""
    return Ranks(infantry(force), archers(force), mounted(force))


def army_icon(card: AttackCard | None, force: Troops) -> str:
    """Return what stands for the attacker's force: its nation, or a purse for mercenaries."""
    if card is not None and not card.battle:
        return PURSE
    own = first_nation(force)
    return BATTLE if own is None else NATIONS[own].icon


def fight_of(view: View, force: Troops = NONE, target: Target | None = None) -> Fight | None:
    """Return the fight of a position, or the one that is proposed with a force and a target; `None` without any.

    Once losses of a roll were given the symbols are others than those it was rolled with, and are left out.
    """
    if view.active is None:
        return None
    if view.target is None and target is not None:
        return _fight(view, force, target, None)
    goal = view.exchange.target if view.exchange is not None else view.target
    return None if goal is None else _fight(view, view.force, goal, view.exchange)


def _fight(view: View, force: Troops, target: Target, exchange: Exchange | None) -> Fight:
    assert view.active is not None
    forces = symbols(force), view.seats[target.seat].troops[target.nation]
    fresh = exchange is None or view.phase == "lose"
    icon = army_icon(view.card, force)
    return Fight(view.active, icon, view.card, target, forces if fresh else None, exchange)


def counted(labels: Labels, cards: Sequence[str]) -> str:
    """Return cards with how many there are of each: ``2× Goblin infantry, Wizard``."""
    counts = Counter(cards)
    kinds = sorted(counts, key=PLACES.__getitem__)
    names = {code: labels(card_name(code)) for code in kinds}
    return ", ".join(names[code] if counts[code] == 1 else f"{counts[code]}× {names[code]}" for code in kinds)


def _line(canvas: Canvas) -> None:
    canvas.line([(10, 3), (WIDE - 10, 3)], 2, FADED)


def _name(canvas: Canvas, x: float, y: float, name: str, room: float) -> None:
    size = max(LEAST, fitting(name, 29, room, True))
    canvas.text(x, y, shortened(name, size, room, True), size, INK, bold=True, anchor="lm")


def _symbols(canvas: Canvas, x: float, y: float, ranks: Ranks, printed: int) -> None:
    """Draw the symbols of a side, each with its number, and the swords that the attack card adds."""
    for kind, number in enumerate(ranks[:3]):
        if not number and not (printed and kind == 0):
            continue
        if number:
            signs.symbol(canvas, kind, x + 14, y, 14, INK, SHEET)
            canvas.text(x + 33, y + 1, str(number), 28, INK, bold=True, anchor="lm")
            x += 33 + text_width(str(number), 28, True) + 11
        if printed and kind == 0:
            wide = signs.printed_width(printed, 10)
            signs.printed(canvas, x + wide / 2, y, printed, 10)
            x += wide + 12


def _bonus(canvas: Canvas, x: float, y: float) -> None:
    """Draw that more bows add one to the die around a point: beside it, so that its pips can be seen."""
    left, top = x - _HALF - _BESIDE, y - 34
    canvas.pill((left - 2, top - 2, left + 62, top + 30), 15, CARD)
    canvas.pill((left, top, left + 60, top + 28), 14, INK)
    signs.symbol(canvas, 1, left + 18, top + 14, 9.5, GOLD, INK)
    canvas.text(left + 42, top + 15, "+1", LEAST, GOLD, bold=True)


def _winner(canvas: Canvas, x: float, up: bool) -> None:
    """Draw a wedge between two dice that points to the one that has won."""
    y, reach = sum(_LANES) / 2, 9 if up else -9
    for grown, colour in ((4, INK), (0, GOLD)):
        far = grown * (1 if up else -1)
        canvas.polygon(
            [
                (x, y - reach - far * 1.3),
                (x - 15 - grown, y + reach + far * 0.7),
                (x + 15 + grown, y + reach + far * 0.7),
            ],
            colour,
        )


def _roll(canvas: Canvas, fight: Fight, exchange: Exchange) -> None:
    dice = exchange.attack, exchange.defence
    bonus = 0 if exchange.bonus is None else 1 if exchange.bonus == fight.attacker else -1
    wins = comparisons(*dice, bonus) if fight.compared else ()
    for side, y in enumerate(_LANES):
        for n, face in enumerate(dice[side]):
            lit = (wins[n] != bool(side)) if n < len(wins) else None
            signs.die(canvas, _DICE + n * _STEP, y, _HALF, face, not side, lit)
        if bonus == (1, -1)[side]:
            _bonus(canvas, _DICE, y)
    for n, red in enumerate(wins):
        _winner(canvas, _DICE + n * _STEP, red)


def _cost(canvas: Canvas, text: str, cards: Cards, y: float) -> None:
    """Say and show what a side has lost."""
    x = float(_COST)
    for code in dict.fromkeys(cards):
        signs.small_card(canvas, code, CREATURES[code][0], x + 25, y, 66)
        x += 53
    x += 6 if cards else 0
    room = WIDE - 8 - x
    size = _LARGE if len(_broken(text, _LARGE, room)) <= 2 else SENTENCE
    broken = _broken(text, size, room)
    shown = [*broken[:2], " ".join(broken[2:])] if len(broken) > 2 else broken
    lines = [shortened(line, size, room, True) for line in shown]
    for n, line in enumerate(lines):
        canvas.text(x, y + (n - (len(lines) - 1) / 2) * size * 1.05, line, size, BLOOD, bold=True, anchor="lm")


def _broken(text: str, size: float, width: float) -> list[str]:
    """Return a text broken at blanks, and at hyphens where a word alone is too wide."""
    lines = []
    for line in wrap(text, size, width, True):
        head, hyphen, tail = line.rpartition("-")
        wide = hyphen and text_width(line, size, True) > width
        lines += [head + hyphen, tail] if wide else [line]
    return lines


def _expected(canvas: Canvas, forces: tuple[Ranks, Ranks], card: AttackCard) -> None:
    """Draw how many dice both sides will roll, blank, and whose bows add one."""
    own, theirs = forces
    more = advantage((own,), theirs)
    for side, (y, number) in enumerate(zip(_LANES, (attack_dice((own,), card), defence_dice(theirs)), strict=True)):
        for n in range(number):
            signs.die(canvas, _DICE + n * _STEP, y, _HALF, 0, not side, None)
        if more == (1, -1)[side]:
            _bonus(canvas, _DICE, y)


def _draw_fight(canvas: Canvas, fight: Fight, names: tuple[str, str], costs: tuple[str, str]) -> None:
    _line(canvas)
    if fight.card is not None:
        signs.attack_card(canvas, 50, sum(_LANES) / 2, fight.card, 120)
    seats = fight.attacker, fight.target.seat
    emblems = fight.icon, NATIONS[fight.target.nation].icon
    printed = fight.card.infantry if fight.card is not None else 0
    for side, y in enumerate(_LANES):
        signs.crest(canvas, seats[side], 142, y - 2, 27)
        _name(canvas, _NAME, y - 20, names[side], _DICE - _HALF - _BESIDE - 8 - _NAME)
        icons.draw(canvas, emblems[side], _NAME + 17, y + 20, 17, INK, SHEET)
        if fight.forces is not None:
            _symbols(canvas, _NAME + 46, y + 20, fight.forces[side], 0 if side else printed)
        if costs[side]:
            _cost(canvas, costs[side], fight.lost[side] if fight.lost is not None else (), y)
    if fight.exchange is not None:
        _roll(canvas, fight, fight.exchange)
    elif fight.forces is not None and fight.card is not None:
        _expected(canvas, fight.forces, fight.card)


def _costs(fight: Fight, labels: Labels) -> tuple[str, str]:
    """Return what both sides lose, in words."""
    if fight.exchange is None or not fight.compared:
        return "", ""
    if fight.lost is not None:
        attacker, defender = (
            labels("loses {cards}", cards=counted(labels, lost)) if lost else "" for lost in fight.lost
        )
    else:
        attacker, defender = (
            labels(Message.counted("loses {count} card", "loses {count} cards", number)) if number else ""
            for number in fight.exchange.losses
        )
    return attacker, defender


def _draw_shot(canvas: Canvas, shot: Shot, names: tuple[str, str], verdict: str) -> None:
    _line(canvas)
    signs.crest(canvas, shot.seat, 48, 88, 36)
    _name(canvas, 100, 56, names[0], 220)
    icons.draw(canvas, CATAPULT, 136, 122, 34, INK, SHEET)
    signs.die(canvas, 376, 96, 38, shot.face, True, shot.hit)
    canvas.line([(440, 96), (494, 96)], 10, INK)
    canvas.polygon([(516, 96), (488, 78), (488, 114)], INK)
    signs.small_card(canvas, shot.code, shot.target.nation, 582, 96, 136)
    signs.crest(canvas, shot.target.seat, 676, 54, 27)
    _name(canvas, 714, 56, names[1], WIDE - 722)
    mark = signs.tick if shot.hit else signs.cross
    mark(canvas, 680, 128, 20, BLOOD if shot.hit else INK)
    canvas.text(714, 129, verdict, fitting(verdict, 38, WIDE - 722, True), BLOOD if shot.hit else INK, True, "lm")


def _draw_won(canvas: Canvas, won: Won, names: tuple[str, ...], title: str) -> None:
    _line(canvas)
    canvas.text(WIDE / 2, 38, title, fitting(title, 32, WIDE - 40, True), INK, bold=True)
    pitch = WIDE / max(1, len(won.cards))
    for n, (seat, number) in enumerate(won.cards):
        x = pitch * (n + 0.5)
        signs.crest(canvas, seat, x - 70, 122, 36)
        _name(canvas, x - 22, 94, names[n], pitch / 2 + 14)
        signs.pile(canvas, x, 138, 40)
        canvas.text(x + 28, 139, f"+{number}", 44, BLOOD, bold=True, anchor="lm")


def plane(strip: Strip, labels: Labels) -> Image.Image:
    """Return a strip. Do not draw on it."""
    match strip:
        case Fight():
            names = who(strip.attacker, labels), who(strip.target.seat, labels)
            costs = _costs(strip, labels)
            return _part((strip, names, costs), partial(_draw_fight, fight=strip, names=names, costs=costs))
        case Shot():
            names = who(strip.seat, labels), who(strip.target.seat, labels)
            verdict = labels(Message.term("shot", "hit") if strip.hit else Message.term("shot", "missed"))
            return _part((strip, names, verdict), partial(_draw_shot, shot=strip, names=names, verdict=verdict))
        case Won():
            winners = tuple(who(seat, labels) for seat, _ in strip.cards)
            title = labels("Captured with this card") if strip.cards else labels("Nobody has captured anything")
            return _part((strip, winners, title), partial(_draw_won, won=strip, names=winners, title=title))


def empty() -> Image.Image:
    """Return the strip while nobody fights. Do not draw on it."""
    return _part("empty", lambda canvas: None)


def _part(key: object, draw: Callable[[Canvas], None]) -> Image.Image:
    return part(("strip", key), WIDE, HIGH, draw)
