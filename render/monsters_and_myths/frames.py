"""What a film shows, picture by picture: positions put together from a view and the events after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import BY_CODE, CATAPULT, CREATURES, LETTERS, WIZARD, Cards, ordered
from games.monsters_and_myths.troops import NONE, Troops, changed, gathered, with_ranks
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS, Exchange, Target, View
from render.monsters_and_myths.dice import Shot, Strip, army_icon

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
    strip: Strip | Shot | None
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

    def show(self, strip: Strip | Shot | None, time: int, changes: Counter[Target] | None = None) -> None:
        found = tuple(sorted((changes or Counter()).items()))
        self.frames.append(Frame(self.view, strip, found, time))

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
        """A creature goes to the captured cards of somebody else."""
        own, theirs = self.view.seats[owner], self.view.seats[winner]
        self.seat(owner, troops=changed(own.troops, code, -1))
        self.seat(winner, captured=ordered((*theirs.captured, code)))
        here = Target(owner, LETTERS.index(code[0]))
        self.taken.append((code, here, winner))
        self.lost[here] -= 1
        self.all[here] -= 1


def frames(before: View, happened: Sequence[Any], after: View) -> list[Frame]:
    """The pictures of what happened between two positions that everybody may see."""
    rolls = sum(isinstance(event, ev.Rolled) for event in happened)
    reel, short = _Reel(before, slides=rolls <= SLIDING), rolls > MANY
    for event in happened:
        if not isinstance(event, ev.Lost):
            reel.settle()
        _add(reel, event, short)
    reel.settle()
    reel.view = replace(after, choices=())
    reel.show(None, _LAST, reel.all)
    return reel.frames


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
            shot, reel.still = Shot(seat, face, hit), reel.view
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
    """What happens between attacks changes the table, but is no picture of its own."""
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
