"""Turns as films: from events to frames, what everybody saw after each roll and each card, and to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from PIL import Image

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import ABILITIES, BUCKLER, CARDS, HEROES
from games.arena_of_heroes.view import Placed, SeatView, Shot, View
from render.arena_of_heroes.board import board_plane
from render.arena_of_heroes.machine import Middle
from render.arena_of_heroes.strip import SUDDEN_DEATH
from render.arena_of_heroes.theme import PALETTE
from render.caption import Caption, Told
from render.film import Film, reduced
from render.labels import Labels

T = TypeVar("T", int, str)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    view: View
    middle: Middle | None = None
    """What the machine shows; `None`: what the view says."""
    light: dict[int, str] | None = field(default=None, hash=False)
    """How hideouts are set off; `None`: what the view says."""
    kind: str = "still"
    """``still``, ``shot``, ``die`` or ``card``: how long there is to look at it."""
    die: tuple[int, str] | None = None
    """Whose hide die has fallen, and what it shows."""


def frames(before: View, events: Sequence[Any], after: View, labels: Labels, last: int | None = None) -> list[Frame]:
    """Return the position before, a frame for each roll and each card, the position after.

    Only the last so many events get frames of their own where `last` is given. All of it is what everybody may know.
    """
    view = replace(before, question=None, choices=())
    start = 0 if last is None else max(0, len(events) - last)
    at = 0
    while at < start:
        view = applied(view, events[at])
        at += 1
    film = [Frame(view, light={} if view.shot is None else None)]
    while at < len(events):
        event = events[at]
        at += 1
        view = applied(view, event)
        if isinstance(event, ev.Attacked):
            outcome, count = outcome_of(event, events[at:])
            for following in events[at : at + count]:
                view = applied(view, following)
            at += count
            film.append(_shot(view, event, outcome, labels))
        elif (frame := _frame(view, event, labels)) is not None:
            film.append(frame)
    film.append(Frame(after))
    return film


def outcome_of(attack: ev.Attacked, following: Sequence[Any]) -> tuple[str, int]:
    """Return the outcome of a shot, and how many of the following events belong to it.

    It is ``void``, ``nothing``, ``reveal``, ``limit``, ``shield``, ``hit`` or ``out``.
    """
    first = following[0] if following else None
    if not attack.hideout:
        return "void", 0
    if isinstance(first, ev.Revealed) and first.hideout == attack.hideout:
        return "reveal", 1
    if isinstance(first, ev.Limited):
        return "limit", 1
    if isinstance(first, ev.Shielded) or (isinstance(first, ev.ItemDiscarded) and first.card == BUCKLER):
        return "shield", 1
    if not isinstance(first, ev.Hit):
        return "nothing", 0
    count = 1
    while count < len(following) and isinstance(following[count], ev.Stamina | ev.Out):
        count += 1
    return ("out" if isinstance(following[count - 1], ev.Out) else "hit"), count


_LIT: Final = {"void": "nothing", "out": "hit"}


def _shot(view: View, attack: ev.Attacked, outcome: str, labels: Labels) -> Frame:
    light = {attack.hideout: _LIT.get(outcome, outcome)} if attack.hideout else {}
    middle = Middle(attack.aim, attack.symbol, line=_came_to(outcome, attack.hideout, labels))
    return Frame(view, middle, light, "shot")


def _came_to(outcome: str, hideout: int, labels: Labels) -> str:
    """Return the outcome of a shot at a hideout, in words."""
    at = str(hideout)
    return {
        "void": labels("no effect"),
        "nothing": labels("{hideout}: nothing", hideout=at),
        "reveal": labels("{hideout}: found!", hideout=at),
        "hit": labels("{hideout}: hit, −1", hideout=at),
        "limit": labels("{hideout}: already hit this turn", hideout=at),
        "shield": labels("{hideout}: shielded", hideout=at),
        "out": labels("{hideout}: out!", hideout=at),
    }[outcome]


def _rolled(event: ev.HideDie, labels: Labels) -> str:
    """Return who rolls the hide die and what for."""
    who = labels.seat(event.seat)
    if event.purpose == "hide":
        return labels("{player}: hide", player=who)
    if event.purpose == "work":
        return labels("{player}: work off delay", player=who)
    return labels("{player} rolls", player=who)


def _frame(view: View, event: Any, labels: Labels) -> Frame | None:
    """Return the frame of what is not a shot; `None` for what shows with the next one."""
    if isinstance(event, ev.HideDie):
        middle = Middle(line=_rolled(event, labels))
        return Frame(view, middle, {}, "die", (event.seat, event.colour))
    if isinstance(event, ev.ArenaCard):
        card = CARDS[event.card]
        return Frame(view, Middle(title=labels(card.title), line=labels(card.text)), {}, "card")
    if isinstance(event, ev.AbilityUsed):
        return Frame(
            view, Middle(title=labels(ABILITIES[event.ability].title), line=labels.seat(event.seat)), {}, "die"
        )
    if isinstance(event, ev.Left):
        who, at = labels.seat(event.seat), str(event.hideout)
        line = labels("{player} has left {hideout}", player=who, hideout=at)
        return Frame(view, Middle(line=line), {event.hideout: "nothing"}, "die")
    if isinstance(event, ev.Revealed):
        return Frame(view, Middle(line=_came_to("reveal", event.hideout, labels)), {event.hideout: "reveal"}, "die")
    if isinstance(event, ev.Out):
        return Frame(view, Middle(line=_came_to("out", event.hideout, labels)), {event.hideout: "hit"}, "die")
    if isinstance(event, ev.SuddenDeath):
        return Frame(view, Middle(title=labels(SUDDEN_DEATH)), {}, "die")
    return None


def applied(view: View, event: Any) -> View:
    """Return the view after an event, as far as everybody sees it; whatever it leaves open the last frame shows."""
    change = _CHANGES.get(type(event))
    return view if change is None else change(view, event)


def plus(found: tuple[T, ...], one: T) -> tuple[T, ...]:
    """Return a sorted set with one more member."""
    return tuple(sorted(set(found) | {one}))


def without(found: tuple[T, ...], *gone: T) -> tuple[T, ...]:
    """Return a set without these members."""
    return tuple(one for one in found if one not in gone)


def _seat(view: View, number: int, **changes: Any) -> View:
    seats = tuple(replace(seat, **changes) if seat.seat == number else seat for seat in view.seats)
    return replace(view, seats=seats)


def _of(view: View, event: Any) -> SeatView:
    found: SeatView = view.seats[event.seat]
    return found


def _picked(view: View, event: ev.Picked) -> View:
    return _seat(view, event.seat, hero=HEROES[event.hero])


def _turn(view: View, event: ev.TurnBegan) -> View:
    seats = tuple(replace(seat, flags=without(seat.flags, "hit", "smoke")) for seat in view.seats)
    seats = tuple(
        replace(seat, flags=without(seat.flags, "shield", "crows")) if seat.seat == event.seat else seat
        for seat in seats
    )
    return replace(view, seats=seats, active=event.seat, turns=event.number, phase="turn")


def _attacked(view: View, event: ev.Attacked) -> View:
    shot = Shot(event.seat, event.neutral, event.aim, event.face, event.symbol, event.hideout)
    seats = view.seats
    if event.hideout:
        seats = tuple(
            replace(seat, spared=plus(seat.spared, event.hideout)) if seat.hidden else seat for seat in view.seats
        )
    return replace(view, shot=shot, seats=seats)


def _revealed(view: View, event: ev.Revealed) -> View:
    return _seat(view, event.seat, hidden=False, at=event.hideout, spared=())


def _out(view: View, event: ev.Out) -> View:
    view = _seat(view, event.seat, alive=False, hidden=False, at=None, items=(), delay=0, fell=event.hideout)
    return replace(view, closed=plus(view.closed, event.hideout), out=(*view.out, (event.seat,)))


def _left(view: View, event: ev.Left) -> View:
    view = _seat(view, event.seat, hidden=True, at=None, explored=False, delay=0, spared=())
    return replace(view, closed=plus(view.closed, event.hideout), deck=max(0, view.deck - 1))


def _card(view: View, event: ev.ArenaCard) -> View:
    card = CARDS[event.card]
    if not card.slot:
        return view
    placed = Placed(card, card.tokens)
    return replace(view, slots=(placed, view.slots[1]) if card.slot == "E1" else (view.slots[0], placed))


def _discarded(view: View, event: ev.ItemDiscarded) -> View:
    items = tuple(placed for placed in _of(view, event).items if placed.card.id != event.card)
    return _seat(view, event.seat, items=items)


def _emptied(view: View, event: ev.SlotEmptied) -> View:
    slots = tuple(None if placed is not None and placed.card.id == event.card else placed for placed in view.slots)
    return replace(view, slots=(slots[0], slots[1]))


def _trembled(view: View, event: ev.Tremor) -> View:
    placed = Placed(CARDS["B15"], event.left) if event.left else None
    return replace(view, slots=(view.slots[0], placed))


def _crawled(view: View, event: ev.SpidersCrawled) -> View:
    return replace(view, spiders=event.hideouts)


def _reopened(view: View, event: ev.Reopened) -> View:
    return replace(
        view, closed=without(view.closed, event.hideout), marks=plus(view.marks, event.hideout), deck=view.deck + 1
    )


def _collapsed(view: View, event: ev.Collapsed) -> View:
    return replace(view, closed=plus(view.closed, event.hideout), deck=max(0, view.deck - 1))


def _delayed(view: View, event: ev.Delayed) -> View:
    return _seat(view, event.seat, delay=max(0, _of(view, event).delay + event.tokens))


Change = Callable[[View, Any], View]
_CHANGES: Final[dict[type, Change]] = {
    ev.Picked: _picked,
    ev.TurnBegan: _turn,
    ev.Attacked: _attacked,
    ev.Revealed: _revealed,
    ev.Hit: lambda view, event: _seat(view, event.seat, flags=plus(_of(view, event).flags, "hit")),
    ev.Stamina: lambda view, event: _seat(view, event.seat, stamina=event.stamina),
    ev.Shielded: lambda view, event: _seat(view, event.seat, flags=without(_of(view, event).flags, "shield")),
    ev.Out: _out,
    ev.Left: _left,
    ev.SuddenDeath: lambda view, event: replace(view, sudden=True, deck=0),
    ev.Delayed: _delayed,
    ev.ArenaCard: _card,
    ev.Explored: lambda view, event: _seat(view, event.seat, explored=True),
    ev.ItemDiscarded: _discarded,
    ev.SlotEmptied: _emptied,
    ev.Tremor: _trembled,
    ev.SpidersCrawled: _crawled,
    ev.Reopened: _reopened,
    ev.Collapsed: _collapsed,
}


STILLS: Final = 9
"""The most stills of a strip."""
_TIMES: Final = {"still": 900, "shot": 2000, "die": 1700, "card": 3200}
"""How long a frame is shown, in milliseconds."""


def planes(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures of a film as palette images. Raises `TypeError` for a frame of anything but a view."""
    last = len(frames) - 1
    return [
        board_plane(frame.view, labels, middle=frame.middle, light=frame.light, die=frame.die, counted=n == last)
        for n, frame in enumerate(frames)
    ]


def timing(frames: Sequence[Frame]) -> list[int]:
    """Return how long each frame is shown, in milliseconds: longer the more there is to read."""
    return [_TIMES[frame.kind] for frame in frames]


def captions(frames: Sequence[Frame], labels: Labels) -> list[Caption]:
    """Return what each picture shows, in words."""
    told = [(frame.middle.title, frame.middle.line) if frame.middle is not None else () for frame in frames]
    return [Caption(" · ".join(filter(None, words))) for words in told]


def told(frames: Sequence[Frame], labels: Labels) -> Told:
    """Return what a film comes to."""
    return Told(labels("Turn {number}", number=frames[0].view.turns))


def chosen(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Return the pictures of every roll and card, which show what came of each; the position where there was none."""
    shown = [frame for frame in frames if frame.kind != "still"] or list(frames[-1:])
    return shown[-STILLS:]


def small(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures of a strip."""
    return reduced(planes(frames, labels), PALETTE)


_FILM: Final = Film(
    palette=PALETTE, planes=planes, timing=timing, captions=captions, told=told, chosen=chosen, small=small
)
draw_film: Final = _FILM.draw
draw_strip: Final = _FILM.draw_strip
