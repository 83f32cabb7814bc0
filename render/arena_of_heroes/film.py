"""Turns as films: from events to frames, what everybody saw after each roll and each card, and to files.

A shot has four beats: the machine turns, the die rolls, the beam strikes, then dust, a hero found, or a hit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, Final

from PIL import Image

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import ABILITIES, BUCKLER, CARDS, CardType
from games.arena_of_heroes.ring import COLOUR_TITLES
from games.arena_of_heroes.view import LETTERS, View
from games.messages import Message
from render.arena_of_heroes import cards
from render.arena_of_heroes.board import board_plane
from render.arena_of_heroes.following import applied
from render.arena_of_heroes.machine import Middle
from render.arena_of_heroes.planes import CENTRE, INNER, OUTER, STRIP_Y, WIDTH, angle, bounds, sector
from render.arena_of_heroes.strip import SUDDEN_DEATH, verdict
from render.arena_of_heroes.theme import PALETTE, SEATS
from render.canvas import shortened
from render.caption import Caption, Chip, Told
from render.encode import png
from render.film import FRAMES, Film, reduced
from render.labels import Labels
from render.theme import lay


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    view: View
    text: str = ""
    """What it shows, in words."""
    kind: str = "still"
    """``still``, ``turn``, ``roll``, ``beam``, ``shot``, ``die`` or ``card``: how long there is to look at it."""
    middle: Middle | None = None
    """What the machine shows; `None`: what the view says."""
    light: dict[int, str] | None = field(default=None, hash=False)
    """How hideouts are set off; `None`: what the view says."""
    die: tuple[int, str] | None = None
    """Whose hide die has fallen, and what it shows."""
    card: CardType | None = None
    """The card that was drawn: it lies over the machine."""
    outcome: str = ""
    """What a shot came to, as `outcome_of` has it, or `ENDED`."""


def frames(before: View, events: Sequence[Any], after: View, labels: Labels, last: int | None = None) -> list[Frame]:
    """Return the frames of each roll and each card, and the position after; without any, the position before, too.

    Only the last so many events get frames of their own where `last` is given. All of it is what everybody may know.
    """
    view = replace(before, question=None, choices=())
    start = 0 if last is None else max(0, len(events) - last)
    for event in events[:start]:
        view = applied(view, event)
    film: list[Frame] = []
    at = start
    while at < len(events):
        event, earlier = events[at], view
        at += 1
        view = applied(view, event)
        if isinstance(event, ev.Attacked):
            following = events[at : at + outcome_of(event, events[at:])[1]]
            for one in following:
                view = applied(view, one)
            at += len(following)
            film += _beats(earlier, view, event, following, labels)
        elif (frame := _frame(view, event, labels)) is not None:
            film.append(frame)
    if len(film) >= FRAMES:  # a long one is told by what came of each shot
        film = [frame for frame in film if frame.kind not in _AHEAD]
    film = film or [Frame(view, light={} if view.shot is None else None)]
    return [*film, Frame(after, verdict(after, labels) or _turn(after, labels))]


def _turn(view: View, labels: Labels) -> str:
    """Return which turn it is, and whose."""
    if view.active is None:
        return labels("Turn {number}", number=view.turns)
    return labels("Turn {turn}: {player}", turn=view.turns, player=_called(labels, view.active))


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


def came_to(attack: ev.Attacked, following: Sequence[Any], name: Callable[[int], str]) -> Message:
    """Return what a shot has done: ``6: nothing``; `name` says what a seat is called."""
    kind, count = outcome_of(attack, following)
    at = str(attack.hideout)
    if kind == "void":
        return Message("no effect: the idol swallows it")
    if kind == "nothing":
        return Message("{hideout}: nothing", hideout=at)
    seat = following[0].seat
    if kind == "hit":
        left = next((e.stamina for e in following[1:count] if isinstance(e, ev.Stamina) and e.seat == seat), None)
        assert left is not None
        return Message("{hideout}: {player} is hit, stamina {left}", hideout=at, player=name(seat), left=left)
    return Message(_OUTCOMES[kind].template, hideout=at, player=name(seat))


_FOUND: Final = Message("{hideout}: {player} is found")
_OUTCOMES: Final = {
    "reveal": _FOUND,
    "limit": Message("{hideout}: {player} was hit in this turn already"),
    "shield": Message("{hideout}: a shield saves {player}"),
    "out": Message("{hideout}: {player} is hit and out"),
}


def _beats(earlier: View, view: View, attack: ev.Attacked, following: Sequence[Any], labels: Labels) -> Iterator[Frame]:
    """Yield the four beats of a shot; what it came to shows in the last one alone."""
    outcome, _ = outcome_of(attack, following)
    who, aim = _called(labels, attack.seat), str(attack.aim)
    turns = Message("The machine turns to {hideout}", hideout=aim)
    turned = turns if attack.neutral else Message("{player} aims at {hideout}", player=who, hideout=aim)
    aimed = {attack.aim: "struck"}
    yield Frame(earlier, labels(turned), "turn", Middle(attack.aim), aimed)
    yield Frame(earlier, labels("The attack die rolls"), "roll", Middle(attack.aim, rolling=True), aimed)
    fallen = Middle(attack.aim, attack.symbol)
    if attack.hideout:
        beam = labels("The beam strikes {hideout}", hideout=str(attack.hideout))
        yield Frame(earlier, beam, "beam", fallen, {attack.hideout: "beam"})
    light = {attack.hideout: outcome} if attack.hideout else {}
    text = labels(came_to(attack, following, partial(_called, labels)))
    yield Frame(view, text, "shot", fallen, light, outcome=outcome)


def _called(labels: Labels, seat: int) -> str:
    """Return the name of a player as a caption has room for it."""
    return shortened(labels.seat(seat), 40, _CALLED, True)


_CALLED: Final = 300
"""How wide a name may be in a caption."""
_ROLLS: Final = {
    "hide": Message("{player} rolls to hide: {colour}"),
    "work": Message("{player} rolls to work off delay: {colour}"),
}
_ROLLED: Final = Message("{player} rolls the hide die: {colour}")


def _frame(view: View, event: Any, labels: Labels) -> Frame | None:
    """Return the frame of what is not a shot; `None` for what shows with the next one."""
    if isinstance(event, ev.HideDie):
        template = _ROLLS.get(event.purpose, _ROLLED).template
        text = Message(template, player=_called(labels, event.seat), colour=COLOUR_TITLES[event.colour])
        return Frame(view, labels(text), "die", Middle(), {}, (event.seat, event.colour))
    if isinstance(event, ev.ArenaCard):
        card = CARDS[event.card]
        text = Message("{player} draws {card}", player=_called(labels, event.seat), card=card.title)
        return Frame(view, labels(text), "card", Middle(), {}, card=card)
    if isinstance(event, ev.AbilityUsed):
        text = Message(
            "{player}: {ability}", player=_called(labels, event.seat), ability=ABILITIES[event.ability].title
        )
        return Frame(view, labels(text), "die", Middle(), {})
    if isinstance(event, ev.TurnEnded):
        text = Message("{player} ends the turn", player=_called(labels, event.seat))
        return Frame(view, labels(text), "die", Middle(), {}, outcome=ENDED)
    if isinstance(event, ev.SuddenDeath):
        return Frame(view, labels(SUDDEN_DEATH), "die", Middle(), {})
    if not isinstance(event, ev.Left | ev.Revealed | ev.Out):
        return None
    found, light = _SHOWN[type(event)]
    text = Message(found.template, player=_called(labels, event.seat), hideout=str(event.hideout))
    outcome = light if light != "struck" else ""
    return Frame(view, labels(text), "die", Middle(), {event.hideout: light}, outcome=outcome)


_SHOWN: Final[dict[type, tuple[Message, str]]] = {
    ev.Left: (Message("{player} has left {hideout}"), "struck"),
    ev.Revealed: (_FOUND, "reveal"),
    ev.Out: (Message("{hideout}: {player} is out"), "out"),
}
"""What is said of heroes that come and go otherwise than by a shot, and how their hideout is set off."""

STILLS: Final = 9
"""The most stills of a strip."""
_AHEAD: Final = ("turn", "roll", "beam")
"""The beats of a shot that come before its outcome."""
_TIMES: Final = {"still": 900, "turn": 700, "roll": 500, "beam": 700, "shot": 2000, "die": 1700, "card": 3600}
"""How long a frame is shown, in milliseconds."""
_WEIGHT: Final = {"out": 0, "hit": 1, "reveal": 2, "shield": 3}
"""Which outcomes a poster tells, what matters most first."""
ENDED: Final = "ended"
"""The outcome of a turn that was ended early: a poster tells the last one, too."""
_TOLD: Final = 3
"""The most lines of a poster."""
_CARD: Final = 660
"""How wide a card is that was drawn."""


def planes(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures of a film as palette images. Raises `TypeError` for a frame of anything but a view."""
    last = len(frames) - 1
    return [_plane(frame, labels, counted=n == last) for n, frame in enumerate(frames)]


def _plane(frame: Frame, labels: Labels, *, counted: bool) -> Image.Image:
    plane = board_plane(frame.view, labels, middle=frame.middle, light=frame.light, die=frame.die, counted=counted)
    if frame.card is not None:
        tile = cards.card_tile(frame.card, labels(frame.card.title), "", labels(frame.card.text))
        high = cards.height(tile, _CARD)
        lay(plane, cards.drawn(tile, _CARD, high), CENTRE[0] - _CARD // 2, CENTRE[1] - high // 2)
    return plane


SHOT: Final = 260
"""How far a close-up reaches at least around the middle of the machine."""


def draw_shot(
    before: View, events: Sequence[Any], after: View, labels: Labels, at: int, hideouts: Sequence[int]
) -> bytes:
    """Return the PNG of what the roll at a place among some events came to: the machine and these hideouts alone."""
    roll = events[at]
    attack = isinstance(roll, ev.Attacked)
    more = outcome_of(roll, events[at + 1 :])[1] if attack else 0
    shown = frames(before, events[: at + 1 + more], after, labels)
    frame = [one for one in shown if one.kind == ("shot" if attack else "die")][-1]
    plane = _plane(frame, labels, counted=False)
    boxes = [bounds(sector(angle(hideout), INNER, OUTER), 18) for hideout in hideouts]
    x, y = CENTRE
    left = min([x - SHOT, *(box[0] for box in boxes)])
    top = min([y - SHOT, *(box[1] for box in boxes)])
    right = max([x + SHOT, *(box[2] for box in boxes)])
    bottom = max([y + SHOT, *(box[3] for box in boxes)])
    return png(plane.crop((max(0, left), max(0, top), min(WIDTH, right), min(STRIP_Y, bottom))))


def timing(frames: Sequence[Frame]) -> list[int]:
    """Return how long each frame is shown, in milliseconds: longer the more there is to read."""
    return [_TIMES[frame.kind] for frame in frames]


def captions(frames: Sequence[Frame], labels: Labels) -> list[Caption]:
    """Return what each frame shows in words, and who has lost or won stamina since the one before."""
    found = []
    before = frames[0].view
    for frame in frames:
        found.append(Caption(frame.text, _stamina(before, frame.view)))
        before = frame.view
    return found


def _stamina(before: View, after: View) -> tuple[Chip, ...]:
    """Return the seats whose stamina has changed, each with what it was and what it is."""
    return tuple(
        Chip(SEATS[new.seat].arms, LETTERS[new.seat], str(old.stamina), str(new.stamina))
        for old, new in zip(before.seats, after.seats, strict=True)
        if old.hero is not None and old.stamina != new.stamina
    )


def told(frames: Sequence[Frame], labels: Labels) -> Told:
    """Return what matters most of what a film shows, in the order in which it happened, and whose turn it came in."""
    first, last = frames[0].view, frames[-1].view
    great = sorted((frame for frame in frames if frame.outcome in _WEIGHT), key=lambda frame: _WEIGHT[frame.outcome])
    lines = [frame.text for frame in great] or [frame.text for frame in frames if frame.kind not in (*_AHEAD, "still")]
    ends = [frame.text for frame in frames if frame.outcome == ENDED][-1:]
    most = [*[line for line in dict.fromkeys(lines) if line not in ends][: _TOLD - len(ends)], *ends]
    shown = [frame for frame in frames[:-1] if frame.text in most]
    happened = dict.fromkeys(frame.text for frame in shown or frames if frame.text in most)
    lost = [now for then, now in pairwise(frames[:-1]) if _stamina(then.view, now.view)]
    return Told(
        _turns([frame.view for frame in (*shown, *lost)] or [first], labels), tuple(happened), _stamina(first, last)
    )


def _turns(views: Sequence[View], labels: Labels) -> str:
    """Return which turn these views are of, and whose; the first and the last one where they are of several."""
    first, last = (found(views, key=lambda view: view.turns) for found in (min, max))
    if first.turns == last.turns:
        return _turn(first, labels)
    return labels("Turns {first} to {last}", first=first.turns, last=last.turns)


def chosen(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Return the frames that show what came of every roll and card; the position where there was none."""
    return ([frame for frame in frames if frame.kind not in (*_AHEAD, "still")] or list(frames[-1:]))[-STILLS:]


def small(frames: Sequence[Frame], labels: Labels) -> list[Image.Image]:
    """Return the pictures of those frames as stills."""
    return reduced([_plane(frame, labels, counted=False) for frame in frames], PALETTE)


_FILM: Final = Film(
    palette=PALETTE, planes=planes, timing=timing, captions=captions, told=told, chosen=chosen, small=small
)
draw_film: Final = _FILM.draw
draw_strip: Final = _FILM.draw_strip
