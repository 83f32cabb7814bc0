"""What the pictures of an attack say in words, a sentence each."""

from __future__ import annotations

from typing import Any, Final

from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import ATTACK_NAMES, BY_CODE, CREATURES, LETTERS, NATION_NAMES, WIZARD, Cards
from games.monsters_and_myths.view import SEATS as SEAT_LETTERS
from games.monsters_and_myths.view import Target
from render.canvas import shortened
from render.caption import Chip
from render.labels import Labels
from render.monsters_and_myths.strip import Fight, Strip, Won, counted
from render.monsters_and_myths.theme import SEATS


def owner_of(target: str) -> Target:
    """Return the nation whose card a shot is aimed at."""
    letter, code, *_ = target.split(".")
    return Target(SEAT_LETTERS.index(letter), LETTERS.index(code[0]))


def code_of(target: str) -> str:
    """Return the card that a shot is aimed at."""
    code = target.split(".")[1]
    return WIZARD if code[1] == WIZARD else code


_LONGEST: Final = 220.0
"""How wide a name in a caption is at most, in letters of `_SIZE`."""
_SIZE: Final = 28.0


def _called(seat: int, labels: Labels) -> str:
    """Return the name of a seat's player as far as a caption has room for it."""
    return shortened(labels.seat(seat), _SIZE, _LONGEST, True)


def said(event: Any, strip: Strip | None, labels: Labels) -> tuple[str, tuple[Chip, ...]]:
    """Return what a picture shows, and what has become of whom; at the end there is no event."""
    match event:
        case ev.CardBegan(seat, number):
            kind = ATTACK_NAMES[BY_CODE[str(number)].battle]
            text = labels("Card {number}: {kind} of {player}", number=number, kind=kind, player=_called(seat, labels))
        case ev.Attacked(seat, target, force):
            goal = Message(
                "{nation} of {player}", nation=NATION_NAMES[target.nation], player=_called(target.seat, labels)
            )
            army = _army(force)
            text = labels(
                "{player} attacks: {army} against {target}", player=_called(seat, labels), army=army, target=goal
            )
        case ev.Rolled():
            text = _roll(event, strip, labels)
        case ev.Fired():
            text = _shot(event, labels)
        case _:
            text = (strip if isinstance(strip, Won) else Won(())).title(labels)
    return text, won_chips(strip) if isinstance(strip, Won) else ()


def _army(force: Cards) -> Message:
    """Return the name of the only nation of a force, or that they are mercenaries."""
    nations = {CREATURES[code][0] for code in force}
    return NATION_NAMES[nations.pop()] if len(nations) == 1 else ATTACK_NAMES[False]


def _roll(event: ev.Rolled, strip: Strip | None, labels: Labels) -> str:
    seats = event.attacker, event.defender
    if isinstance(strip, Fight) and strip.lost is not None:
        parts = zip(seats, strip.lost, strict=True)
        return " · ".join(
            labels("{player} loses {cards}", player=_called(seat, labels), cards=counted(labels, cards))
            for seat, cards in parts
            if cards
        )
    red, black = (" ".join(map(str, dice)) for dice in (event.attack, event.defence))
    if event.bonus is not None:
        red, black = (f"{red} (+1)", black) if event.bonus == event.attacker else (red, f"{black} (+1)")
    attacker, defender = (_called(seat, labels) for seat in seats)
    return labels(
        "{attacker} {red} against {defender} {black}", attacker=attacker, red=red, defender=defender, black=black
    )


def _shot(event: ev.Fired, labels: Labels) -> str:
    owner, code = owner_of(event.target), code_of(event.target)
    said: dict[str, str | int] = {
        "player": _called(event.seat, labels),
        "card": counted(labels, [code]),
        "owner": _called(owner.seat, labels),
        "face": event.face,
    }
    if event.hit:
        return labels("{player} fires at {card} of {owner}, {face}: taken", **said)
    return labels("{player} fires at {card} of {owner}, {face}: missed", **said)


def won_chips(won: Won) -> tuple[Chip, ...]:
    """Return how many cards each seat has captured."""
    return tuple(Chip(SEATS[seat], SEAT_LETTERS[seat], f"+{count}") for seat, count in won.cards)
