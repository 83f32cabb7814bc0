"""The list of a match's actions, told again: which actions count, what each led to, what somebody may read of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.api import Action, Game, Step
from games.draws import Draws
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


def standing(entries: Sequence[StoredAction]) -> list[StoredAction]:
    """The actions that were not taken back, in order."""
    undone = {entry.undoes for entry in entries if entry.kind == "undo"}
    return [entry for entry in entries if entry.kind == "action" and entry.seq not in undone]


ASIDE: Final = ("draw",)
"""Choices that stand beside the game: what a seat says there takes nobody's undo away."""


def last_undoable(entries: Sequence[StoredAction], seat: int) -> StoredAction | None:
    """The action that the seat may take back now: the newest that counts, if it is its own and no boundary."""
    left = [entry for entry in standing(entries) if entry.choice_key not in ASIDE]
    if not left or left[-1].seat != seat or left[-1].boundary:
        return None
    return left[-1]


def without(game: Game[Any], start: Any, seed: bytes, entries: Sequence[StoredAction], seq: int) -> Any:
    """The state after all actions that count except one."""
    told = tell(game, start, seed, [entry for entry in entries if entry.kind == "undo" or entry.seq != seq])
    return told[-1].step.state if told else start


def tell(game: Game[Any], start: Any, seed: bytes, entries: Sequence[StoredAction]) -> list[Told]:
    """All actions that count, replayed from the start."""
    draws = Draws(seed)
    told = []
    state = start
    for entry in standing(entries):
        action = tuple(entry.text.split())
        step = game.apply(state, entry.seat, action, draws)
        told.append(Told(entry.seq, entry.seat, action, state, step))
        state = step.state
    return told


def shown(game: Game[Any], told: Sequence[Told], reader: int | None) -> list[Any]:
    """The events of these actions as the reader may see them."""
    events = (game.show(event, reader) for one in told for event in one.step.events)
    return [event for event in events if event is not None]
