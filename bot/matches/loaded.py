"""A match as it was loaded: who sits where, the state, and the chairs that players look from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.matches import history
from bot.panels.face import GameFace
from games.api import Action, Choice, Field, Game, NotYourChoice, Ready
from games.record import canonical
from storage import StoredAction, StoredMatch


def snapshot(game: Game[Any], state: Any) -> str:
    """The JSON text of a state; equal states give equal texts."""
    return canonical(game.dump(state))


def text_hash(text: str) -> str:
    """The hash of a state's JSON text, as `games.record.state_hash` gives it for the state."""
    return hashlib.sha256(text.encode()).hexdigest()


class LoadedMatch:
    """A loaded match. It is read-only: changes go through `bot.matches.service.Matches`."""

    def __init__(self, match: StoredMatch, face: GameFace, entries: Sequence[StoredAction]) -> None:
        self.match = match
        self.face = face
        self.entries = entries

    @property
    def id(self) -> str:
        """The match's id."""
        return self.match.id

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options of the match."""
        return dict(json.loads(self.match.options))

    @cached_property
    def start(self) -> Any:
        """The state before the first action."""
        return self.face.game.new(len(self.match.seats), self.options)

    @cached_property
    def state(self) -> Any:
        """The state now; the match must have been started."""
        assert self.match.snapshot is not None
        return self.face.game.load(json.loads(self.match.snapshot))

    @cached_property
    def told(self) -> list[history.Told]:
        """The actions that count, replayed."""
        seats = len(self.match.seats)
        return history.tell(self.face.game, self.options, seats, self.match.seed, self.entries)

    @property
    def started(self) -> bool:
        """Whether the match has left the lobby."""
        return self.match.status in ("running", "over")

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a user who has accepted, `None` for everybody else."""
        return next((s.seat for s in self.match.seats if s.user_id == user_id and s.status == "accepted"), None)

    def user_of(self, seat: int) -> int | None:
        """The user on a seat."""
        return next((s.user_id for s in self.match.seats if s.seat == seat), None)

    def users(self) -> list[int]:
        """All users with a seat, in the order of the seats."""
        return [s.user_id for s in self.match.seats if s.user_id is not None]

    def choices(self) -> tuple[Choice, ...]:
        """All open choices."""
        return self.face.game.choices(self.state) if self.match.status == "running" else ()

    def waited_for(self) -> list[int]:
        """The users whom the match waits for, in the order of the seats."""
        seats = {c.seat for c in self.choices() if c.must}
        return [user for seat in sorted(seats) if (user := self.user_of(seat)) is not None]

    def view(self, seat: int | None) -> Any:
        """The position as a seat sees it (`None`: as everybody does)."""
        return self.face.game.view(self.state, seat)

    def chair(self, seat: int | None, names: Mapping[int, str]) -> SeatAtMatch:
        """The table from one seat."""
        undoable = None
        if seat is not None and self.match.status == "running":
            entry = history.last_undoable(self.entries, seat)
            undoable = tuple(entry.text.split()) if entry is not None else None
        mine = [c for c in self.choices() if c.seat == seat]
        choice = next((c for c in mine if c.must), None) or next(
            (c for c in mine if c.kind not in ("resign", "draw")), None
        )
        return SeatAtMatch(self, seat, names, choice, undoable)


@dataclass(frozen=True, slots=True)
class SeatAtMatch:
    """A `bot.panels.model.SeatPerspective` of a loaded match."""

    _table: LoadedMatch
    seat: int | None
    names: Mapping[int, str]
    choice: Choice | None
    undoable: Action | None

    @property
    def view(self) -> Any:
        """The position as this seat sees it."""
        return self._table.view(self.seat)

    def options(self, words: Sequence[str]) -> Field | Ready:
        """The next word after these words. Raises `GameError`."""
        if self.seat is None:
            raise NotYourChoice("You do not play in this match.")
        return self._table.face.game.options(self._table.state, self.seat, words)
