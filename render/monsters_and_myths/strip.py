"""The strip below the table: who fights whom with which symbols and dice, what each roll and each shot comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.messages import Message, Several
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
from render.theme import lay

WIDE: Final = WIDTH - 40
HIGH: Final = STRIP - 8
_LANES: Final = (50, 142)
"""The middles of the attacker's and of the defender's lane."""
_NAME: Final = 180
_DICE: Final = 512
_STEP: Final = 76
_HALF: Final = 28.0
_BONUS: Final = 410
"""Where the sign of the archers' bonus begins."""
_ROOM: Final = _BONUS - 8 - _NAME
"""How much room a name has."""
_LANE: Final = 90
"""The height of a lane."""
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
    """How many cards each seat has captured with the attack card that is on."""

    cards: tuple[tuple[int, int], ...]
    owing: tuple[int, ...] = ()
    """The seats that have still to choose what they lose."""
    whole: bool = True
    """These are all since the card came up; else only those since the film began."""

    def title(self, labels: Labels) -> str:
        """Return what it comes to, or who has to choose before it does."""
        if self.owing:
            names = Several([labels.seat(seat) for seat in self.owing])
            chooses = Message.counted(
                "{players} chooses what to lose", "{players} choose what to lose", len(self.owing), players=names
            )
            return labels(chooses)
        if not self.cards:
            return labels("Nobody has captured anything")
        return labels("Captured with this card") if self.whole else labels("Captured")


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


def _draw_symbols(canvas: Canvas, ranks: Ranks, printed: int) -> None:
    """Draw the symbols of a side, each with its number, and the swords that the attack card adds."""
    x, y = 0.0, 17.0
    for kind, number in enumerate(ranks[:3]):
        if number:
            signs.symbol(canvas, kind, x + 14, y, 14, INK, SHEET)
            canvas.text(x + 33, y + 1, str(number), 28, INK, bold=True, anchor="lm")
            x += 33 + text_width(str(number), 28, True) + 11
        if printed and kind == 0:
            wide = signs.printed_width(printed, 10)
            signs.printed(canvas, x + wide / 2, y, printed, 10)
            x += wide + 12


def _draw_bonus(canvas: Canvas) -> None:
    """Draw that more bows add one to a die."""
    canvas.pill((0, 0, 64, 32), 15, CARD)
    canvas.pill((2, 2, 62, 30), 14, INK)
    signs.symbol(canvas, 1, 20, 16, 9.5, GOLD, INK)
    canvas.text(44, 17, "+1", LEAST, GOLD, bold=True)


def _draw_wedge(canvas: Canvas, up: bool) -> None:
    """Draw a wedge between two dice that points to the one that has won."""
    y, way = 11.0, 1 if up else -1
    for grown, colour in ((3.5, INK), (0.0, GOLD)):
        tip, base = y - way * (7 + grown * 1.2), y + way * (7 + grown * 0.7)
        canvas.polygon([(20, tip), (5 - grown, base), (35 + grown, base)], colour)


def _draw_cost(canvas: Canvas, text: str, cards: Cards) -> None:
    """Say and show what a side has lost."""
    x, y = 0.0, _LANE / 2
    for code in dict.fromkeys(cards):
        signs.small_card(canvas, code, CREATURES[code][0], x + 25, y, 66)
        x += 53
    x += 6 if cards else 0
    room = WIDE - 8 - _COST - x
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


class _Dice(NamedTuple):
    """The dice of both sides: faces, 0 for those to come, who adds one (as `advantage`), and who has won each pair."""

    faces: tuple[tuple[int, ...], tuple[int, ...]]
    bonus: int
    wins: tuple[bool, ...] = ()


def _dice(fight: Fight) -> _Dice | None:
    """Return the dice that were rolled, or those that the symbols make; `None` where neither is known."""
    exchange = fight.exchange
    if exchange is not None:
        bonus = 0 if exchange.bonus is None else 1 if exchange.bonus == fight.attacker else -1
        wins = comparisons(exchange.attack, exchange.defence, bonus) if fight.compared else ()
        return _Dice((exchange.attack, exchange.defence), bonus, wins)
    if fight.forces is None or fight.card is None:
        return None
    own, theirs = fight.forces
    numbers = attack_dice((own,), fight.card), defence_dice(theirs)
    return _Dice(((0,) * numbers[0], (0,) * numbers[1]), advantage((own,), theirs))


def _put_dice(plane: Image.Image, dice: _Dice) -> None:
    for side, y in enumerate(_LANES):
        for n, face in enumerate(dice.faces[side]):
            lit = (dice.wins[n] != bool(side)) if n < len(dice.wins) else None
            draw = partial(signs.die, x=35, y=35, half=_HALF, face=face, red=not side, lit=lit)
            _put(plane, ("die", face, side, lit), (_DICE + n * _STEP - 35, y - 35, 70, 70), draw)
        if dice.bonus == (1, -1)[side]:
            _put(plane, "bonus", (_BONUS, y - 36, 64, 32), _draw_bonus)
    for n, up in enumerate(dice.wins):
        left = _DICE + n * _STEP - 20
        _put(plane, ("wedge", up), (left, sum(_LANES) // 2 - 11, 40, 22), partial(_draw_wedge, up=up))


def _put(plane: Image.Image, key: object, place: tuple[int, int, int, int], draw: Callable[[Canvas], None]) -> None:
    """Paste a piece that is drawn once; `place` is its left, its top, its width and its height."""
    left, top, width, height = place
    lay(plane, part(("strip", key), width, height, draw), left, top)


def _fight_plane(fight: Fight, names: tuple[str, str], costs: tuple[str, str]) -> Image.Image:
    plane = empty().copy()
    card, seats = fight.card, (fight.attacker, fight.target.seat)
    emblems = fight.icon, NATIONS[fight.target.nation].icon
    if card is not None:
        place = (2, sum(_LANES) // 2 - 64, 96, 128)
        _put(plane, card, place, partial(signs.attack_card, x=48, y=64, card=card, high=120))
    for side, y in enumerate(_LANES):
        _put(
            plane,
            ("seat", seats[side]),
            (108, y - 40, 68, 80),
            partial(signs.crest, seat=seats[side], x=34, y=38, half=27),
        )
        name = partial(_name, x=2, y=18, name=names[side], room=_ROOM - 4)
        _put(plane, ("name", names[side]), (_NAME, y - 38, _ROOM, 36), name)
        emblem = partial(icons.draw, name=emblems[side], x=18, y=18, half=17, ink=INK, ground=SHEET)
        _put(plane, ("emblem", emblems[side]), (_NAME - 1, y + 2, 36, 36), emblem)
        if fight.forces is not None:
            printed = card.infantry if card is not None and not side else 0
            ranks = fight.forces[side]._replace(wizards=0)
            symbols = partial(_draw_symbols, ranks=ranks, printed=printed)
            _put(plane, ("symbols", ranks, printed), (_NAME + 44, y + 3, _DICE - 36 - _NAME - 44, 34), symbols)
        if costs[side]:
            cards = fight.lost[side] if fight.lost is not None else ()
            cost = partial(_draw_cost, text=costs[side], cards=cards)
            _put(plane, ("cost", costs[side], cards), (_COST, y - _LANE // 2, WIDE - _COST, _LANE), cost)
    dice = _dice(fight)
    if dice is not None:
        _put_dice(plane, dice)
    return plane


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
            return _fight_plane(strip, names, costs)
        case Shot():
            names = who(strip.seat, labels), who(strip.target.seat, labels)
            verdict = labels(Message.term("shot", "hit") if strip.hit else Message.term("shot", "missed"))
            return _part((strip, names, verdict), partial(_draw_shot, shot=strip, names=names, verdict=verdict))
        case Won():
            winners = tuple(who(seat, labels) for seat, _ in strip.cards)
            title = strip.title(labels)
            return _part((strip, winners, title), partial(_draw_won, won=strip, names=winners, title=title))


def empty() -> Image.Image:
    """Return the strip while nobody fights. Do not draw on it."""
    return _part("empty", _line)


def _part(key: object, draw: Callable[[Canvas], None]) -> Image.Image:
    return part(("strip", key), WIDE, HIGH, draw)
