"""A moment of what happened, as `games.monolith_arena.replay` works it out and as films show it."""

from __future__ import annotations

from dataclasses import dataclass

from games.monolith_arena.events import Event
from games.monolith_arena.view import View


@dataclass(frozen=True, slots=True)
class Frame:
    """A position, and what happens in it next; `None` if it is only looked at."""

    view: View
    event: Event | None = None
