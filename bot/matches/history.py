"""The list of a match's actions, told again: which actions count, what each led to, what somebody may read of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.api import Action, Game, Step
from games.record import Entry, fold
from storage import StoredAction


@dataclass(frozen=True, slots=True)
class Told:
    """An action that counts, and what it led to."""

    seq: int
    seat: int
    action: Action
    before: Any
    """The state before it."""
    step: Step


def history(entries: Sequence[StoredAction]) -> list[Entry]:
    """The entries in the form of a match record."""
    return [Entry(entry.kind, entry.seat, entry.text) for entry in entries]


def last_undoable(entries: Sequence[StoredAction], seat: int) -> StoredAction | None:
    """The action that the seat may take back now: the newest that counts, if it is its own and no boundary."""
    undone = {entry.undoes for entry in entries if entry.kind == "undo"}
    newest = next((e for e in reversed(entries) if e.kind == "action" and e.seq not in undone), None)
    return newest if newest is not None and newest.seat == seat and not newest.boundary else None


def tell(
    game: Game[Any], options: Mapping[str, Any], seats: int, seed: bytes, entries: Sequence[StoredAction]
) -> list[Told]:
    """All actions that count, replayed from the start."""
    states = fold(game, options, seats, seed, history(entries))
    before, _ = next(states)
    told: list[Told] = []
    for entry, (after, step) in zip(entries, states, strict=True):
        if step is None:
            told.pop()
        else:
            told.append(Told(entry.seq, entry.seat, tuple(entry.text.split()), before, step))
        before = after
    return told


def shown(game: Game[Any], told: Sequence[Told], reader: int | None) -> list[Any]:
    """The events of these actions as the reader may see them."""
    events = (game.show(event, reader) for one in told for event in one.step.events)
    return [event for event in events if event is not None]
