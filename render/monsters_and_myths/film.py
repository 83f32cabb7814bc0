"""An attack as a film or a strip: positions put together from a view and the events after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from PIL import Image

from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import (
    BY_CODE,
    CATAPULT,
    CREATURES,
    LETTERS,
    NONE,
    WIZARD,
    Cards,
    Troops,
    changed,
    gathered,
    ordered,
    with_ranks,
)
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS, Exchange, Target, View
from render import icons
from render.canvas import Canvas
from render.caption import Caption, Told
from render.film import Film, reduced
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.attack import (
    Shot,
    Strip,
    Won,
    army_icon,
    facing,
    facing_plane,
    shot_plane,
    strip_plane,
    won_plane,
)
from render.monsters_and_myths.heads import heading
from render.monsters_and_myths.layout import CELL, RIGHT, ROW, STRIP, WIDTH, cell_left, part, row_top
from render.monsters_and_myths.table import EMPTY, Draft, table_plane
from render.monsters_and_myths.theme import CARD, HAT, INK, NATIONS, PALETTE, SYMBOLS

MANY: Final = 12
"""From more exchanges than this only the results are shown."""
SLIDING: Final = 8
"""Up to so many exchanges lost cards are seen on their way to whoever has captured them."""
STOPS: Final = (0.3, 0.7)
"""How far they have come in the pictures of that."""
_QUIET, _FALLEN, _COMPARED, _SHOT, _LAST = 1300, 900, 2200, 1900, 4000
_AIMED, _SLIDE = 800, 160
"""How long pictures are shown, in milliseconds."""


class Sliding(NamedTuple):
    """A lost card on its way to the captured cards of a seat."""

    code: str
    home: Target
    winner: int
    share: float
    """How much of the way it has behind it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    view: View
    strip: Strip | Shot | Won | None
    """What lies in the place of the dice; nothing else: who is about to fight whom."""
    changes: tuple[tuple[Target, int], ...]
    """How many cards nations have won or lost in what this picture shows."""
    time: int
    """In milliseconds."""
    sliding: tuple[Sliding, ...] = ()
    settled: bool = True
    """Nothing in it has still to be compared or to arrive: it may stand alone as a still."""


class _Reel:
    """The film as far as it is made."""

    def __init__(self, before: View, *, slides: bool) -> None:
        self.view = replace(before, choices=())
        self.slides = slides
        self.still = self.view
        """The table before the last cards were lost."""
        self.taken: list[tuple[str, Target, int]] = []
        """What was lost since, whose it was and who has captured it."""
        self.frames: list[Frame] = []
        self.rolled: Strip | None = None
        self.lost: Counter[Target] = Counter()
        self.all: Counter[Target] = Counter()

    def show(self, strip: Strip | Shot | Won | None, time: int, changes: Counter[Target] | None = None) -> None:
        by_target = tuple(sorted((changes or Counter()).items()))
        self.frames.append(Frame(self.view, strip, by_target, time))

    def pass_by(self, strip: Strip | Shot, time: int) -> None:
        """Show what has fallen, before what comes of it."""
        self.frames.append(Frame(self.view, strip, (), time, settled=False))

    def settle(self) -> None:
        """Show a roll with what it has cost, once that is known."""
        if self.rolled is not None:
            self.slide(self.rolled)
            self.show(self.rolled, _COMPARED, self.lost)
        self.rolled, self.lost = None, Counter()

    def slide(self, strip: Strip | Shot) -> None:
        """Show what was lost on its way to its captors."""
        for share in STOPS if self.slides and self.taken else ():
            moving = tuple(Sliding(code, home, winner, share) for code, home, winner in self.taken)
            self.frames.append(Frame(self.still, strip, (), _SLIDE, moving, settled=False))
        self.taken = []

    def seat(self, seat: int, **changes: Any) -> None:
        seats = list(self.view.seats)
        seats[seat] = replace(seats[seat], **changes)
        self.view = replace(self.view, seats=tuple(seats))

    def take(self, owner: int, code: str, winner: int) -> None:
        """Move a creature to the captured cards of another seat."""
        own, theirs = self.view.seats[owner], self.view.seats[winner]
        self.seat(owner, troops=changed(own.troops, code, -1))
        self.seat(winner, captured=ordered((*theirs.captured, code)))
        home = Target(owner, LETTERS.index(code[0]))
        self.taken.append((code, home, winner))
        self.lost[home] -= 1
        self.all[home] -= 1


def frames(before: View, happened: Sequence[Any], after: View) -> list[Frame]:
    """Return the pictures of what happened between two positions that everybody may see."""
    rolls = sum(isinstance(event, ev.Rolled) for event in happened)
    reel, short = _Reel(before, slides=rolls <= SLIDING), rolls > MANY
    for event in happened:
        if not isinstance(event, ev.Lost):
            reel.settle()
        _add(reel, event, short)
    reel.settle()
    reel.view = replace(after, choices=())
    captured = zip(before.seats, after.seats, strict=True)
    won = tuple((new.seat, more) for old, new in captured if (more := len(new.captured) - len(old.captured)) > 0)
    reel.show(Won(won) if won else None, _LAST, reel.all)
    return reel.frames


def _owner(target: str) -> Target:
    """Return the nation whose card a shot is aimed at."""
    letter, code, *_ = target.split(".")
    return Target(SEATS.index(letter), LETTERS.index(code[0]))


def _add(reel: _Reel, event: Any, short: bool) -> None:
    view = reel.view
    match event:
        case ev.CardBegan(seat, number):
            card = BY_CODE[str(number)]
            reel.view = replace(_without_attack(view), active=seat, card=card, phase="card")
            reel.show(None, _QUIET)
        case ev.Attacked(seat, target, force):
            reel.view = replace(view, active=seat, force=gathered(force), target=target, exchange=None, phase="ready")
            reel.show(None, _QUIET)
        case ev.Rolled(attacker, attack, _, defence, bonus, losses):
            if view.target is None:
                return
            exchange = Exchange(attack, view.target, defence, bonus, losses)
            reel.view = replace(view, exchange=exchange)
            reel.rolled, reel.still = Strip(attacker, army_icon(reel.view), exchange), reel.view
            if not short:
                reel.pass_by(reel.rolled._replace(sorted=False), _FALLEN)
        case ev.Lost(seat, card, winner):
            if seat == view.active:
                reel.view = replace(view, force=changed(view.force, card, -1))
            reel.take(seat, card, winner)
        case ev.Fired(seat, target, face, hit):
            reel.seat(seat, catapults=max(0, view.seats[seat].catapults - 1))
            _, code, *_ = target.split(".")
            icon = HAT if code[1] == WIZARD else SYMBOLS[CREATURES[code][1]]
            shot, reel.still = Shot(seat, _owner(target), icon, face, hit), reel.view
            if hit:
                if reel.slides:
                    reel.pass_by(shot, _AIMED)
                _hit(reel, seat, target)
                reel.slide(shot)
            reel.show(shot, _SHOT, reel.lost)
            reel.lost = Counter()
        case ev.Flipped(_, card):
            left, down = changed(view.force, card, -1), changed(view.flipped, card, 1)
            reel.view = replace(view, force=left, flipped=down, target=None, exchange=None)
        case _:
            _between(reel, event)


def _between(reel: _Reel, event: Any) -> None:
    """Change the table by what happens between attacks, which is no picture of its own."""
    match event:
        case ev.CardDone(seat, number):
            reel.view = _without_attack(reel.view)
            reel.seat(seat, attacks=tuple(card for card in reel.view.seats[seat].attacks if card.number != number))
        case ev.LaidOut(seat, cards):
            own = reel.view.seats[seat]
            attacks = (*own.attacks, *(BY_CODE[code] for code in cards if code in BY_CODE))
            reel.seat(
                seat,
                troops=gathered((code for code in cards if code in CREATURES), own.troops),
                catapults=own.catapults + cards.count(CATAPULT),
                attacks=tuple(sorted(attacks, key=lambda card: card.number)),
            )
        case ev.WizardPlaced(seat, nation):
            reel.seat(seat, troops=_wizards(reel.view.seats[seat].troops, nation, 1))
        case ev.Cleared(seat, _):
            bare = tuple(ranks._replace(wizards=0) for ranks in reel.view.seats[seat].troops)
            reel.seat(seat, troops=bare, catapults=0)
        case ev.RoundBegan(number):
            reel.view = replace(reel.view, round=number)


def _without_attack(view: View) -> View:
    return replace(view, active=None, card=None, force=NONE, flipped=NONE, target=None, exchange=None)


def _wizards(troops: Troops, nation: int, more: int) -> Troops:
    return with_ranks(troops, nation, troops[nation]._replace(wizards=troops[nation].wizards + more))


def _hit(reel: _Reel, seat: int, target: str) -> None:
    letter, code, *where = target.split(".")
    owner, nation = SEATS.index(letter), LETTERS.index(code[0])
    if code[1] == WIZARD:
        reel.seat(owner, troops=_wizards(reel.view.seats[owner].troops, nation, -1))
        captured: Cards = ordered((*reel.view.seats[seat].captured, WIZARD))
        reel.seat(seat, captured=captured)
        reel.taken.append((WIZARD, Target(owner, nation), seat))
        return
    if where == [FORCE]:
        reel.view = replace(reel.view, force=changed(reel.view.force, code, -1))
    elif where == [FLIPPED]:
        reel.view = replace(reel.view, flipped=changed(reel.view.flipped, code, -1))
    reel.take(owner, code, seat)


WIDE: Final = 56
HIGH: Final = 74
BESIDE: Final = 40
"""Several cards of one nation lie so far beside each other."""
CAPTURED_AT: Final = (24, 131)
"""Where captured cards lie beside a row."""


def _draw_sliding(canvas: Canvas, code: str, nation: int) -> None:
    style = NATIONS[nation]
    canvas.pill((0, 0, WIDE, HIGH), 7, INK)
    canvas.pill((3, 3, WIDE - 3, HIGH - 3), 5, CARD)
    if code == WIZARD:
        signs.hat(canvas, WIDE / 2, HIGH / 2, 20)
        return
    canvas.pill((3, 3, WIDE - 3, 34), 5, style.cloth)
    icons.draw(canvas, style.icon, WIDE / 2, 19, 13, style.ink, style.cloth)
    icons.draw(canvas, SYMBOLS[CREATURES[code][1]], WIDE / 2, 54, 15, INK, CARD)


def sliding_card(code: str, nation: int) -> Image.Image:
    """Return a small card. Do not draw on it."""
    return part(("sliding", code, nation), WIDE, HIGH, partial(_draw_sliding, code=code, nation=nation))


def put_sliding(plane: Image.Image, moving: Sequence[Sliding]) -> None:
    """Put cards onto a table where they are on their way."""
    for n, one in enumerate(moving):
        shift = BESIDE * sum(other.home == one.home for other in moving[:n])
        start = cell_left(one.home.nation) + CELL / 2 + shift, row_top(one.home.seat) + ROW / 2
        end = RIGHT + CAPTURED_AT[0], row_top(one.winner) + CAPTURED_AT[1]
        x, y = (a + (b - a) * one.share for a, b in zip(start, end, strict=True))
        plane.paste(sliding_card(one.code, one.home.nation), (round(x - WIDE / 2), round(y - HIGH / 2)))


STILLS: Final = 6
"""The most stills of a strip."""


def _below(frame: Frame) -> Image.Image:
    match frame.strip:
        case Shot():
            return shot_plane(frame.strip)
        case Won():
            return won_plane(frame.strip)
        case Strip():
            return strip_plane(frame.strip)
    fight = facing(frame.view)
    return part(("empty",), WIDTH - 40, STRIP - 8, lambda canvas: None) if fight is None else facing_plane(fight)


def planes(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures as palette images, all of one size. Raises `TypeError` for a frame of anything but a view."""
    pictures = []
    for one in frames:
        draft = Draft(aim=one.strip.target) if isinstance(one.strip, Shot) else EMPTY
        plane = table_plane(one.view, labels, draft, dict(one.changes), _below(one))
        put_sliding(plane, one.sliding)
        pictures.append(plane)
    return pictures


def timing(frames: Sequence[Frame]) -> list[int]:
    """Return how long each frame is shown, in milliseconds."""
    return [frame.time for frame in frames]


def captions(frames: Sequence[Frame], labels: Labels) -> list[Caption]:
    """Return what each picture shows, in words."""
    return [Caption(labels(heading(frame.view))) for frame in frames]


def told(frames: Sequence[Frame], labels: Labels) -> Told:
    """Return what a film comes to."""
    return Told(labels(heading(frames[0].view)))


def chosen(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Return the pictures that may stand alone."""
    return [frame for frame in frames if frame.settled][-STILLS:]


def small(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures of a strip."""
    return reduced(planes(frames, labels), PALETTE)


_FILM: Final = Film(
    palette=PALETTE, planes=planes, timing=timing, captions=captions, told=told, chosen=chosen, small=small
)
draw_film: Final = _FILM.draw
draw_strip: Final = _FILM.draw_strip
