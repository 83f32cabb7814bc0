"""The notation of positions: the word ``mm`` and ``key=value`` words (M13).

A position may leave cards out. Its dice and shuffles are the next draws; they belong to a rule case and not to a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.api import BadNotation, Result
from games.monsters_and_myths import rounds
from games.monsters_and_myths.cards import (
    BY_CODE,
    BY_LETTER,
    LETTERS,
    NONE,
    PLACES,
    SYMBOLS,
    WIZARD,
    Cards,
    Ranks,
    Troops,
    ordered,
    size,
)
from games.monsters_and_myths.fights import losable
from games.monsters_and_myths.state import FACES, ROUNDS, Options, Seat, State
from games.monsters_and_myths.view import SEATS, Target

GAME: Final = "mm"
HIDDEN: Final = "?"
"""Stands before the number of cards that a reader may not know, and for a choice that it may not know."""
PHASES: Final = ("start", "keep", "wizards", "card", "target", "ready", "exchange", "lose", "after", "over")
_ATTACKING: Final = ("card", "target", "ready", "exchange", "lose", "after")
_FIRING: Final = {"asked": False, "free": True}
_SEAT_KEYS: Final = ("troops", "new", "catapults", "attacks", "captured", "hand", "kept", "away")
_RANKS: Final = SYMBOLS + WIZARD
_COUNT: Final = re.compile(rf"([1-9][0-9]*)([{_RANKS}])")
_NATION: Final = re.compile(rf"([{LETTERS}])((?:[1-9][0-9]*[{_RANKS}])+)")


# ------------------------------------------------------------------------------------------------------------- writing


class Reading(NamedTuple):
    """A position as it was read."""

    state: State
    dice: tuple[int, ...]
    """The next dice."""
    shuffles: tuple[Cards, ...]
    """The results of the next shuffles."""


def write(
    state: State, dice: Iterable[int] = (), shuffles: Iterable[Sequence[str]] = (), *, reader: int | None = -1
) -> str:
    """Return the position in its canonical form, with the next draws of a rule case.

    With a `reader` (a seat, `None` for a spectator) it is what that reader may know; -1 knows all.
    """
    words = [f"{key}={value}" for key, value in _words(state, reader) if value]
    drawn = {"dice": ".".join(map(str, dice)), "shuffles": "|".join(".".join(order) for order in shuffles)}
    words += [f"{key}={value}" for key, value in drawn.items() if value]
    return " ".join((GAME, *words))


def _words(state: State, reader: int | None) -> Iterator[tuple[str, str]]:
    all_known = reader == -1
    yield "seats", SEATS[: len(state.seats)]
    yield "fire", "free" if state.options.free else "asked"
    yield "round", str(state.round)
    yield "phase", state.phase
    yield "turn", _seat(state.turn)
    yield "active", _seat(state.active)
    yield "card", _number(state.card)
    yield "force", write_troops(state.force)
    yield "flipped", write_troops(state.flipped)
    yield "target", "" if state.target is None else state.target.text
    yield "fought", ",".join(target.text for target in state.fought)
    yield "paid", _number(int(state.paid))
    yield "wait", "".join(map(_seat, state.wait))
    yield "owe", ",".join(f"{SEATS[seat]}{owed}" for seat, owed in enumerate(state.owe) if owed)
    yield (
        "given",
        ",".join(
            f"{SEATS[seat]}:{'.'.join(cards) if all_known or seat == reader else HIDDEN}"
            for seat, cards in enumerate(state.given)
            if cards
        ),
    )
    for seat, what in enumerate(state.seats):
        yield from _seat_words(SEATS[seat], what, all_known or seat == reader)
    yield "pile", ".".join(state.pile) if all_known else _counted(state.pile)
    yield "discards", ".".join(ordered(state.discards))
    yield "result", "" if state.result is None else "".join(map(_seat, state.result.ranking[0]))


def _seat_words(letter: str, what: Seat, known: bool) -> Iterator[tuple[str, str]]:
    yield f"{letter}.troops", write_troops(what.troops)
    yield f"{letter}.new", _number(what.new)
    yield f"{letter}.catapults", _number(what.catapults)
    yield f"{letter}.attacks", ".".join(map(str, sorted(what.attacks)))
    yield f"{letter}.captured", ".".join(ordered(what.captured))
    for key, cards in (("hand", what.hand), ("kept", what.kept), ("away", what.away)):
        yield f"{letter}.{key}", ".".join(ordered(cards)) if known else _counted(cards)


def _seat(seat: int) -> str:
    return "" if seat < 0 else SEATS[seat]


def _number(number: int) -> str:
    return str(number) if number else ""


def _counted(cards: Cards) -> str:
    return f"{HIDDEN}{len(cards)}" if cards else ""


@lru_cache(maxsize=1 << 14)
def write_troops(troops: Troops) -> str:
    """Return troops as in ``U1i,G3i2a1m1w``; nothing for none."""
    return ",".join(
        letter + "".join(f"{n}{symbol}" for symbol, n in zip(_RANKS, ranks, strict=True) if n)
        for letter, ranks in zip(LETTERS, troops, strict=True)
        if any(ranks)
    )


# ------------------------------------------------------------------------------------------------------------- reading


def read(text: str) -> Reading:
    """Return the position and its draws. Raises `BadNotation`."""
    first, *words = text.split(" ")
    if first != GAME:
        raise BadNotation(f"a position begins with the word {GAME}")
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value or key in found:
            raise BadNotation(f"{word[:40]!r}: each word is a key with a value, and each key comes once")
        found[key] = value
    try:
        return _Reader(found).read()
    except (KeyError, ValueError) as fault:
        raise BadNotation(f"the position cannot be read: {fault}") from fault


class _Reader:
    """Takes the keys of a position out one by one; what is left over belongs to no key."""

    def __init__(self, found: Mapping[str, str]) -> None:
        self.found = dict(found)

    def take(self, key: str) -> str:
        """Return the value of a key, empty where it is left out."""
        return self.found.pop(key, "")

    def read(self) -> Reading:
        """Return the position and its draws."""
        letters = self.take("seats")
        if letters not in [SEATS[:number] for number in (2, 3, 4)]:
            raise BadNotation("seats: AB, ABC or ABCD is needed")
        self.letters = letters
        options = Options(free=_FIRING[self.take("fire")])
        state = State(options, tuple(self._seat(letter) for letter in letters), asides=(0,) * len(letters))
        state.round = _bounded(self.take("round"), 0, ROUNDS)
        state.phase = self.take("phase")
        if state.phase not in PHASES:
            raise BadNotation(f"phase: {state.phase!r} is none")
        self._attack(state)
        state.pile = read_cards(self.take("pile"))
        state.discards = ordered(read_cards(self.take("discards")))
        self._result(state)
        dice, shuffles = self.take("dice"), self.take("shuffles")
        if self.found:
            raise BadNotation(f"there is no key {min(self.found)!r}")
        _check(state)
        return Reading(
            state,
            tuple(_bounded(face, 1, FACES) for face in dice.split(".")) if dice else (),
            tuple(map(read_cards, shuffles.split("|"))) if shuffles else (),
        )

    def _seat(self, letter: str) -> Seat:
        given = {key: self.take(f"{letter}.{key}") for key in _SEAT_KEYS}
        attacks = read_cards(given["attacks"])
        if not all(code.isdigit() for code in attacks):
            raise BadNotation(f"{letter}.attacks: attack cards have numbers")
        return Seat(
            troops=read_troops(given["troops"]),
            new=_count(given["new"]),
            catapults=_count(given["catapults"]),
            attacks=tuple(sorted(map(int, attacks))),
            captured=ordered(read_cards(given["captured"])),
            hand=ordered(read_cards(given["hand"])),
            kept=ordered(read_cards(given["kept"])),
            away=ordered(read_cards(given["away"])),
        )

    def _place(self, letter: str) -> int:
        if len(letter) != 1 or letter not in self.letters:
            raise BadNotation(f"{letter[:20]!r} is no seat of this match")
        return self.letters.index(letter)

    def _attack(self, state: State) -> None:
        for key in ("turn", "active"):
            letter = self.take(key)
            setattr(state, key, self._place(letter) if letter else -1)
        card = self.take("card")
        state.card = BY_CODE[card].number if card else 0
        state.force = read_troops(self.take("force"))
        state.flipped = read_troops(self.take("flipped"))
        target = self.take("target")
        state.target = self._target(target) if target else None
        fought = self.take("fought")
        state.fought = tuple(self._target(text) for text in sorted(fought.split(","))) if fought else ()
        state.paid = _count(self.take("paid")) > 0
        state.wait = tuple(sorted({self._place(letter) for letter in self.take("wait")}))
        self._losses(state)

    def _target(self, text: str) -> Target:
        target = Target.of(text)
        self._place(SEATS[target.seat])
        return target

    def _losses(self, state: State) -> None:
        owe, given = self.take("owe"), self.take("given")
        if not owe and not given:
            return
        owed = {self._place(text[0]): _bounded(text[1:], 1, 2) for text in owe.split(",")} if owe else {}
        chosen = {}
        for text in given.split(",") if given else ():
            letter, _, cards = text.partition(":")
            chosen[self._place(letter)] = ordered(read_cards(cards))
        seats = range(len(state.seats))
        state.owe = tuple(owed.get(seat, 0) for seat in seats)
        state.given = tuple(chosen.get(seat, ()) for seat in seats)

    def _result(self, state: State) -> None:
        letters = self.take("result")
        if not letters:
            return
        winners = tuple(sorted({self._place(letter) for letter in letters}))
        others = tuple(seat for seat in range(len(state.seats)) if seat not in winners)
        ranking = (winners, others) if others else (winners,)
        state.result = Result(ranking, rounds.COUNTED, rounds.points(state))


def _check(state: State) -> None:
    """Raise `BadNotation` where something that the rules need to go on is missing."""
    attacking = state.phase in _ATTACKING
    if attacking != (state.active >= 0 and state.card > 0):
        raise BadNotation("an attack has an active seat and a card, and nothing else has")
    if (state.phase == "wizards") != (state.turn >= 0):
        raise BadNotation("somebody places wizards in the phase of that name, and never else")
    if (state.phase in ("ready", "exchange", "lose")) != (state.target is not None):
        raise BadNotation("a fight has a target, and nothing else has")
    if state.target is not None and state.target.seat == state.active:
        raise BadNotation("nobody fights against an own nation")
    if (state.phase == "lose") != any(state.owe):
        raise BadNotation("losses are owed in the phase of that name, and never else")
    if state.result is not None and state.phase != "over":
        raise BadNotation("only a match that is over has a result")
    if not attacking:
        return
    committed = zip(state.seats[state.active].troops, state.force, state.flipped, strict=True)
    for own, force, flipped in committed:
        if force.wizards or flipped.wizards or any(own[at] < force[at] + flipped[at] for at in range(3)):
            raise BadNotation("committed creatures are among their owner's troops")
    if state.target is not None and not (size(state.force) and state.nation(state.target).size):
        raise BadNotation("a fight has creatures on both sides")
    for seat, owed in enumerate(state.owe):
        if owed and (state.target is None or seat not in (state.active, state.target.seat)):
            raise BadNotation("losses are owed by those who fight")
        if owed > len(losable(state, seat) if owed else ()):
            raise BadNotation("nobody owes more cards than there are")


def _count(text: str) -> int:
    return _bounded(text, 1, 99) if text else 0


def _bounded(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or not least <= int(text) <= most:
        raise BadNotation(f"{text[:20]!r}: a number from {least} to {most} is needed")
    return int(text)


def read_cards(text: str) -> Cards:
    """Return cards by their codes, parted by dots; nothing gives none. Raises `BadNotation`."""
    cards = tuple(text.split(".")) if text else ()
    if unknown := [code for code in cards if code not in PLACES]:
        raise BadNotation(f"{unknown[0][:20]!r} is no card")
    return cards


@lru_cache(maxsize=1 << 14)
def read_troops(text: str) -> Troops:
    """Return troops as `write_troops` writes them, in any order. Raises `BadNotation`."""
    found: dict[int, Ranks] = {}
    for part in text.split(",") if text else ():
        match = _NATION.fullmatch(part)
        nation = BY_LETTER[match[1]].index if match else -1
        counts = _COUNT.findall(match[2]) if match else []
        if match is None or nation in found or len({symbol for _, symbol in counts}) < len(counts):
            raise BadNotation(f"{part[:20]!r}: a nation comes once, with each symbol once")
        by_symbol = {symbol: _count(number) for number, symbol in counts}
        found[nation] = Ranks(*(by_symbol.get(symbol, 0) for symbol in _RANKS))
    return tuple(found.get(nation, none) for nation, none in enumerate(NONE))
