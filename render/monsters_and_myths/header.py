"""What stands above the sheet: the title of the picture, draw pile and discards, the attack cards in their order."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from games.messages import Message, Several
from games.monsters_and_myths.cards import ATTACK_NAMES, AttackCard
from games.monsters_and_myths.view import View
from render.canvas import Canvas, fitting, shortened, text_width
from render.labels import Labels
from render.monsters_and_myths import signs
from render.monsters_and_myths.layout import HEADER, TITLE, WIDTH, part
from render.monsters_and_myths.theme import CARD, INK, WAX, WAX_LIGHT, WOOD
from render.panel import SENTENCE, draw_title
from render.theme import MARK, MUTED, TEXT, Colour, lay

NUMERALS: Final = ("", "I", "II", "III")
_EDGE: Final = 20
_SEAL: Final = 25
_SIDE: Final = 340
"""How much room pile and discards have."""
_CARD: Final = 54
"""The height of an attack card."""
_NUMBER: Final = 36.0
_SIGN: Final = 12.5
"""Half of a purse or a sword."""
_FRAME: Final = 5
"""How wide the frame of the next one is."""
_GAP: Final = 10
_NAME: Final = 300.0
"""How wide the name of a winner is at most, in the smallest letters of a sentence."""


class Queued(NamedTuple):
    """An attack card in play."""

    seat: int
    card: AttackCard
    next: bool
    """It is being resolved, or is the next one."""


class Header(NamedTuple):
    """What the header shows."""

    round: int
    title: str
    side: str
    """Draw pile and discards."""
    queue: tuple[Queued, ...]
    word: str
    """What stands before the attack cards, or says why there are none."""


def heading(view: View) -> Message:
    """Return where the match is: the round and the attack card."""
    if view.phase == "over":
        return Message("The match is over.")
    if not view.round:
        return Message("Set-up")
    if view.card is None:
        return Message("Round {round} of 3", round=view.round)
    kind = ATTACK_NAMES[view.card.battle]
    return Message("Round {round} of 3, card {number}: {kind}", round=view.round, number=view.card.number, kind=kind)


def verdict(view: View, labels: Labels) -> str:
    """Return who has won."""
    if view.result is None or len(view.result.ranking) == 1:
        return labels(Message.term("result", "Draw"))
    first = view.result.ranking[0]
    players = Several([shortened(labels.seat(seat), SENTENCE, _NAME, True) for seat in first])
    return labels(Message.counted("{players} wins", "{players} share the victory", len(first), players=players))


def queue(view: View) -> tuple[Queued, ...]:
    """Return the attack cards in play, in the order in which they are resolved."""
    cards = sorted((card.number, seat.seat, card) for seat in view.seats for card in seat.attacks)
    return tuple(Queued(seat, card, n == 0) for n, (_, seat, card) in enumerate(cards))


def shown(view: View, labels: Labels, title: str = "") -> Header:
    """Return what the header of a position shows; a `title` stands in the place of the round."""
    side = f"{labels('pile {count}', count=view.pile)} · {labels('discards {count}', count=len(view.discards))}"
    if view.phase == "over":
        text, side = verdict(view, labels), ""
    else:
        text = labels("Round {round} of 3", round=view.round) if view.round else labels("Set-up")
    cards = queue(view)
    if view.phase == "over":
        word = labels(heading(view))
    else:
        word = labels("Attack cards") if cards else labels("No attack cards in play")
    return Header(view.round, title or text, side, cards, word)


def header(shown: Header) -> Image.Image:
    """Return the header."""
    plane = part("header", WIDTH, HEADER - 2, lambda canvas: None, WOOD).copy()
    room = WIDTH - _SIDE if shown.side else WIDTH
    title = partial(_draw_title, number=shown.round, text=shown.title, room=room)
    lay(plane, part(("heading", shown.round, shown.title, room), room, TITLE - 6, title, WOOD), 0, 0)
    if shown.side:
        side = partial(_draw_side, text=shown.side)
        lay(plane, part(("side", shown.side), _SIDE, TITLE - 6, side, WOOD), room, 0)
    _put_queue(plane, shown)
    return plane


def _draw_title(canvas: Canvas, number: int, text: str, room: int) -> None:
    left = float(_EDGE)
    if number:
        _seal(canvas, _EDGE + _SEAL, TITLE / 2 + 2, number)
        left += 2 * _SEAL + 16
    draw_title(canvas, left, TITLE / 2 + 2, text, 46, room - left - _EDGE, TEXT, "lm")


def _draw_side(canvas: Canvas, text: str) -> None:
    size = fitting(text, 28, _SIDE - _EDGE)
    canvas.text(_SIDE - _EDGE, TITLE / 2 + 3, text, size, MUTED, anchor="rm")


def _seal(canvas: Canvas, x: float, y: float, number: int) -> None:
    canvas.disc(x, y, _SEAL, WAX)
    canvas.disc(x, y, _SEAL - 4, WAX_LIGHT)
    canvas.disc(x, y, _SEAL - 6.5, WAX)
    canvas.text(x, y + 0.5, NUMERALS[number], 26, CARD, bold=True)


def _width(card: AttackCard) -> int:
    """Return how wide an attack card is."""
    number = text_width(str(card.number), _NUMBER, True) + 46
    purse = 0.0 if card.battle else 2 * _SIGN + text_width(str(card.size), 28, True) + 14
    return round(number + purse + signs.printed_width(card.infantry, _SIGN) + 16)


def _put_queue(plane: Image.Image, shown: Header) -> None:
    room = WIDTH - 2 * _EDGE
    size = fitting(shown.word, 28, 190, True) if shown.queue else fitting(shown.word, 28, room, True)
    label = round(text_width(shown.word, size, True)) + 18
    left = _EDGE
    if not shown.queue or label + sum(_width(one.card) + _GAP for one in shown.queue) - _GAP <= room:
        ink = TEXT if shown.queue else MUTED
        lay(plane, _label(shown.word, size, ink, label), left, TITLE - 6)
        left += label
    for n, one in enumerate(shown.queue):
        wide, rest = _width(one.card), len(shown.queue) - n
        if left + wide > WIDTH - _EDGE - (60 if rest > 1 else 0):
            lay(plane, _label(f"+{rest}", 34, TEXT, 60), WIDTH - _EDGE - 60, TITLE - 6)
            return
        draw = partial(_draw_queued, one=one)
        drawn = part(("queued", one), wide + 2 * _FRAME, _CARD + 2 * _FRAME, draw, WOOD)
        lay(plane, drawn, left - _FRAME, TITLE - 6)
        left += wide + _GAP


def _label(text: str, size: float, ink: Colour, wide: int) -> Image.Image:
    """Return words as high as the line of attack cards."""
    high = _CARD + 2 * _FRAME

    def draw(canvas: Canvas) -> None:
        canvas.text(0, high / 2 + 1, text, size, ink, bold=True, anchor="lm")

    return part(("label", text, size, ink), wide, high, draw, WOOD)


def _draw_queued(canvas: Canvas, one: Queued) -> None:
    card, wide, y = one.card, _width(one.card), _CARD / 2 + _FRAME
    left, right, high = _FRAME, _FRAME + wide, _CARD / 2
    if one.next:
        canvas.pill((0, 0, right + _FRAME, _CARD + 2 * _FRAME), 12, MARK)
    canvas.pill((left, y - high, right, y + high), 9, INK)
    canvas.pill((left + 2, y - high + 2, right - 2, y + high - 2), 8, CARD)
    signs.crest(canvas, one.seat, left + 23, y - 1, 16.5)
    x: float = left + 46
    canvas.text(x, y + 1, str(card.number), _NUMBER, INK, bold=True, anchor="lm")
    x += text_width(str(card.number), _NUMBER, True) + 8
    if not card.battle:
        purse = 2 * _SIGN + text_width(str(card.size), 28, True) + 6
        signs.mercenaries(canvas, x + purse / 2, y, card, _SIGN)
        x += purse + 8
    swords = signs.printed_width(card.infantry, _SIGN)
    signs.printed(canvas, x + swords / 2, y, card.infantry, _SIGN)
