"""An attack as a film or a strip: positions put together from a view and the events after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PIL import Image

from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import (
    BY_CODE,
    CATAPULT,
    CREATURES,
    LETTERS,
    NONE,
    WIZARD,
    Troops,
    changed,
    gathered,
    ordered,
    with_ranks,
)
from games.monsters_and_myths.view import FLIPPED, FORCE, Exchange, Target, View
from render.caption import Caption, Told
from render.encode import png
from render.film import Film, reduced
from render.labels import Labels
from render.monsters_and_myths.header import heading
from render.monsters_and_myths.layout import GAP, HEADER, HEADS, MARGIN, ROW, STRIP, row_top
from render.monsters_and_myths.saying import code_of, owner_of, said, won_chips
from render.monsters_and_myths.strip import Fight, Shot, Strip, Won, empty, fight_of, plane
from render.monsters_and_myths.table import EMPTY, Draft, table_plane
from render.monsters_and_myths.theme import PALETTE

MANY: Final = 12
"""From more exchanges than this only the results are shown."""
_FOUGHT: Final = (ev.Attacked, ev.Rolled, ev.Fired)
"""What is worth a film, as the heading of one names it."""
_QUIET, _FALLEN, _COMPARED, _SHOT, _DONE, _END = 1600, 1100, 2600, 2400, 3000, 4000
"""How long pictures are shown, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    view: View
    strip: Strip | None
    """What lies in the place of the dice."""
    event: Any
    """What is shown; `None` at the end."""
    changes: tuple[tuple[Target, int], ...]
    """How many cards nations have won or lost in what this picture shows."""
    time: int
    """In milliseconds."""
    settled: bool = True
    """Nothing in it has still to be compared: it may stand alone as a still."""


class _Reel:
    """The film as far as it is made."""

    def __init__(self, before: View) -> None:
        self.view = replace(before, choices=())
        self.frames: list[Frame] = []
        self.rolled: tuple[Fight, ev.Rolled] | None = None
        self.cards: tuple[list[str], list[str]] = ([], [])
        """What attacker and defender have lost by that roll."""
        self.lost: Counter[Target] = Counter()
        self.all: Counter[Target] = Counter()
        """What nations have lost since the attack card came up."""
        self.won: Counter[int] = Counter()
        """What seats have captured since then."""
        self.whole = before.card is None
        """Everything since then is known."""
        self.fought = False
        """There was something to see since then."""

    def begin(self, earlier: Sequence[Any] = ()) -> None:
        """Begin to count for an attack card, of which `earlier` has happened already."""
        self.all, self.won, self.whole, self.fought = Counter(), Counter(), True, False
        for event in earlier:
            match event:
                case ev.Lost(seat, card, winner):
                    self.count(Target(seat, LETTERS.index(card[0])), winner)
                case ev.Fired(seat, target, _, True):
                    self.won[seat] += 1
                    if code_of(target) != WIZARD:
                        self.all[owner_of(target)] -= 1

    def count(self, home: Target, winner: int) -> None:
        """Count a creature that somebody has captured."""
        self.all[home] -= 1
        self.won[winner] += 1

    def sum_up(self, time: int, owing: tuple[int, ...] = ()) -> None:
        """Show what everybody has captured with the attack card."""
        self.show(Won(tuple(sorted((+self.won).items())), owing, self.whole), None, time, self.all)

    def show(
        self, strip: Strip | None, event: Any, time: int, changes: Counter[Target] | None = None, settled: bool = True
    ) -> None:
        by_target = tuple(sorted((changes or Counter()).items()))
        self.frames.append(Frame(self.view, strip, event, by_target, time, settled))

    def settle(self) -> None:
        """Show a roll with what it has cost, once that is known."""
        if self.rolled is not None:
            fight, event = self.rolled
            lost = (tuple(self.cards[0]), tuple(self.cards[1])) if any(self.cards) else None
            self.show(fight._replace(compared=True, lost=lost), event, _COMPARED, self.lost)
        self.rolled, self.lost, self.cards = None, Counter(), ([], [])

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
        self.lost[home] -= 1
        self.count(home, winner)


def frames(before: View, happened: Sequence[Any], after: View, earlier: Sequence[Any] = ()) -> list[Frame]:
    """Return the pictures of what happened between two positions that everybody may see.

    `earlier` is what has happened before with the attack card that was on then, so that its captures count, too.
    """
    short = sum(isinstance(event, ev.Rolled) for event in happened) > MANY
    reel = _Reel(before)
    began = max((at for at, event in enumerate(earlier) if isinstance(event, ev.CardBegan)), default=None)
    if began is not None and before.card is not None:
        reel.begin(earlier[began:])
    for event in happened:
        if not isinstance(event, ev.Lost):
            reel.settle()
        _add(reel, event, short)
    reel.settle()
    reel.view = replace(after, choices=())
    if reel.fought:
        reel.sum_up(_END, tuple(seat for seat, cards in enumerate(after.owe) if cards))
    elif reel.frames and isinstance(reel.frames[-1].event, ev.CardBegan):
        reel.frames[-1] = replace(reel.frames[-1], view=reel.view, time=_END)
    else:
        reel.show(None, None, _END)
    return reel.frames[_fresh(reel.frames) :]


def _fresh(shown: Sequence[Frame]) -> int:
    """Return from where on a film shows anything new: the sums of cards that earlier films show are no beginning.

    Where nothing was fought after such a sum, it is what there is to see.
    """
    first = next((at for at, frame in enumerate(shown) if frame.event is not None), 0)
    return first if any(isinstance(frame.event, _FOUGHT) for frame in shown) else 0


def _add(reel: _Reel, event: Any, short: bool) -> None:
    view = reel.view
    reel.fought |= isinstance(event, (ev.Attacked, ev.Rolled, ev.Lost, ev.Fired, ev.Flipped, ev.Stopped))
    match event:
        case ev.CardBegan(seat, number):
            card = BY_CODE[str(number)]
            reel.begin()
            reel.view = replace(_without_attack(view), active=seat, card=card, phase="card")
            reel.show(None, event, _QUIET)
        case ev.Attacked(seat, target, force):
            reel.view = replace(view, active=seat, force=gathered(force), target=target, exchange=None, phase="ready")
            reel.show(fight_of(reel.view), event, _QUIET)
        case ev.Rolled(_, attack, _, defence, bonus, losses):
            if view.target is None:
                return
            rolled = replace(view, exchange=Exchange(attack, view.target, defence, bonus, losses), phase="lose")
            fight = fight_of(rolled)
            assert fight is not None
            reel.view, reel.rolled = replace(rolled, phase="exchange"), (fight, event)
            if not short:
                reel.show(fight._replace(compared=False), event, _FALLEN, settled=False)
        case ev.Lost(seat, card, winner):
            if seat == view.active:
                reel.view = replace(view, force=changed(view.force, card, -1))
            reel.cards[seat != view.active].append(card)
            reel.take(seat, card, winner)
        case ev.Fired(seat, target, face, hit):
            reel.seat(seat, catapults=max(0, view.seats[seat].catapults - 1))
            if hit:
                _hit(reel, seat, target)
            reel.show(Shot(seat, owner_of(target), code_of(target), face, hit), event, _SHOT, reel.lost)
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
            if reel.fought:
                reel.sum_up(_DONE)
            reel.begin()
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
    (owner, nation), code = owner_of(target), code_of(target)
    if code == WIZARD:
        reel.seat(owner, troops=_wizards(reel.view.seats[owner].troops, nation, -1))
        reel.seat(seat, captured=ordered((*reel.view.seats[seat].captured, WIZARD)))
        reel.won[seat] += 1
        return
    where = target.rpartition(".")[2]
    if where == FORCE:
        reel.view = replace(reel.view, force=changed(reel.view.force, code, -1))
    elif where == FLIPPED:
        reel.view = replace(reel.view, flipped=changed(reel.view.flipped, code, -1))
    reel.take(owner, code, seat)


STILLS: Final = 6
"""The most stills of a strip."""


def _involved(frame: Frame) -> set[int]:
    """Return the seats that take part in what a picture shows; all where nothing does."""
    match frame.strip:
        case Fight():
            return {frame.strip.attacker, frame.strip.target.seat}
        case Shot():
            return {frame.strip.seat, frame.strip.target.seat}
    return {seat.seat for seat in frame.view.seats}


def planes(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures as palette images, all of one size. Raises `TypeError` for a frame of anything but a view."""
    pictures = []
    for one in frames:
        draft = Draft(aim=one.strip.target) if isinstance(one.strip, Shot) else EMPTY
        below = empty() if one.strip is None else plane(one.strip, labels)
        idle = {seat.seat for seat in one.view.seats} - _involved(one)
        pictures.append(table_plane(one.view, labels, draft, dict(one.changes), below, dim=idle))
    return pictures


def draw_moment(before: View, happened: Sequence[Any], after: View, labels: Labels, event: Any) -> bytes:
    """Return the PNG of a roll or a shot among what happened: the rows of those who take part, and the dice."""
    shown = frames(before, happened, after)
    frame = next((one for one in reversed(shown) if one.event is event), shown[-1])
    (whole,) = planes([frame], labels)
    rows = sorted(_involved(frame))
    foot = row_top(len(frame.view.seats))
    parts = [(HEADER, HEADER + HEADS), *((row_top(row) - GAP // 2, row_top(row) + ROW + GAP // 2) for row in rows)]
    parts.append((foot, min(whole.height, foot + STRIP + MARGIN)))
    picture = whole.crop((0, 0, whole.width, sum(bottom - top for top, bottom in parts)))
    down = 0
    for top, bottom in parts:
        picture.paste(whole.crop((0, top, whole.width, bottom)), (0, down))
        down += bottom - top
    return png(picture)


def timing(frames: Sequence[Frame]) -> list[int]:
    """Return how long each frame is shown, in milliseconds."""
    return [frame.time for frame in frames]


def captions(frames: Sequence[Frame], labels: Labels) -> list[Caption]:
    """Return what each picture shows, in words."""
    return [_caption(frame, labels) for frame in frames]


def _caption(frame: Frame, labels: Labels) -> Caption:
    """Return what a picture shows; of a position after the attack, where the match is."""
    if frame.event is None and frame.strip is None:
        view = frame.view
        begins = Message("Round {number} begins", number=view.round)
        return Caption(labels(begins if view.phase == "keep" else heading(view)))
    return Caption(*said(frame.event, frame.strip, labels))


def told(frames: Sequence[Frame], labels: Labels) -> Told:
    """Return what a film comes to: the attacks, and who has captured how many cards.

    Where it goes on into another round, that is told of the last round in which anybody has fought.
    """
    fought = [frame.view for frame in frames if isinstance(frame.event, _FOUGHT)] or [frames[0].view]
    last = [frame for frame in frames if frame.view.round == fought[-1].round]
    cards = {view.card for view in fought if view.round == fought[-1].round}
    attacks = [said(frame.event, None, labels)[0] for frame in last if isinstance(frame.event, ev.Attacked)]
    won: Counter[int] = Counter()
    for frame in last:
        if isinstance(frame.strip, Won):
            won.update(dict(frame.strip.cards))
    title = heading(fought[-1] if len(cards) < 2 else _without_attack(fought[-1]))
    return Told(labels(title), tuple(attacks[:2]), won_chips(Won(tuple(sorted(won.items())))))


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
