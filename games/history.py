"""The history of a match, and what it leads to: the one place where actions, agreements and undos are folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

from games import agreements
from games.agreements import Position
from games.api import Formation, Game, GameError, Step
from games.draws import Draws
from games.values import value

UNDO: Final = "undo"
Kind = Literal["action", "agreement", "undo"]


class Entry(NamedTuple):
    """One entry of a match's history."""

    kind: Kind
    seat: int
    text: str = UNDO
    """The tokens of the action or agreement, joined by blanks."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens."""
        return tuple(self.text.split())


class BadEntry(Exception):
    """An entry that cannot be carried out; `number` counts from 1, `reason` is one sentence."""

    def __init__(self, number: int, entry: Entry, reason: str) -> None:
        super().__init__(f"entry {number} ({line(entry)}): {reason}")
        self.number = number
        self.entry = entry
        self.reason = reason


@value
class Replayed:
    """An entry that was carried out. `step` is what an action or agreement led to, `None` for an undo.

    `takes_back` are the numbers of the entries that do not count any more because of it, the newest first.
    """

    number: int
    entry: Entry
    before: Position
    after: Position
    step: Step | None = None
    takes_back: tuple[int, ...] = ()


def kind_of(text: str) -> Kind:
    """What kind of entry a line of tokens is; the verbs of agreements belong to no game."""
    verb = text.partition(" ")[0]
    return "undo" if text == UNDO else "agreement" if verb in agreements.VERBS else "action"


def line(entry: Entry) -> str:
    """The entry as it stands in a record: the seat and the tokens."""
    return f"{entry.seat} {entry.text}"


def parse(text: str) -> Entry:
    """The entry of a line that `line` wrote."""
    seat, _, tokens = text.partition(" ")
    return Entry(kind_of(tokens), int(seat), tokens)


def carry_out(
    game: Game[Any], formation: Formation, position: Position, entry: Entry, draws: Draws
) -> tuple[Position, Step]:
    """The position after an action or an agreement, and what it led to. Raises `GameError`."""
    if entry.kind == "agreement":
        return agreements.apply(game, formation, position, entry.seat, entry.tokens, draws)
    step = game.apply(position.state, entry.seat, entry.tokens, draws)
    return agreements.after(game, formation, position, step), step


def fold(
    game: Game[Any], formation: Formation, options: Mapping[str, Any], seed: bytes, entries: Iterable[Entry]
) -> Iterator[Replayed]:
    """What each entry led to, from the start of a match on.

    Raises `BadEntry` at the first entry that is not legal, `BadNotation` for options that the game refuses.
    """
    draws = Draws(seed)
    position = Position(game.new(formation, options))
    standing: list[Replayed] = []
    for number, entry in enumerate(entries, 1):
        if not 0 <= entry.seat < formation.seats:
            raise BadEntry(number, entry, f"There is no seat {entry.seat}.")
        if entry.kind == "undo":
            if not standing:
                raise BadEntry(number, entry, "There is nothing to take back.")
            done = _take_back(number, entry, position, standing, standing[-1].entry.seat)
        else:
            try:
                after, step = carry_out(game, formation, position, entry, draws)
                done = Replayed(number, entry, position, after, step)
                if agreements.granted(game, after):
                    asker = after.takeback
                    if asker is None or all(one.entry.seat != asker for one in standing):
                        raise BadEntry(number, entry, "There is nothing to take back.")
                    done = replace(_take_back(number, entry, position, standing, asker), step=step)
            except GameError as fault:
                raise BadEntry(number, entry, str(fault)) from fault
            if done.after.state is not position.state and not done.takes_back:
                standing.append(done)
        position = done.after
        yield done


def _take_back(number: int, entry: Entry, now: Position, standing: list[Replayed], seat: int) -> Replayed:
    """Take back the latest standing entry of a seat and everything after it."""
    gone: list[int] = []
    while True:
        last = standing.pop()
        gone.append(last.number)
        if last.entry.seat == seat:
            break
    after = Position(last.before.state, now.offers)
    return Replayed(number, entry, now, after, takes_back=tuple(gone))


def start(game: Game[Any], formation: Formation, options: Mapping[str, Any]) -> Position:
    """The position before the first entry. Raises `BadNotation`."""
    return Position(game.new(formation, options))
