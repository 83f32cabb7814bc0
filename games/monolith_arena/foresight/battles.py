"""What a battle would come to if it were fought now: one course, or the range where somebody has a choice (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.battle.search import TooManyChoices, outcomes
from games.monolith_arena.foresight.staging import Put, stage
from games.monolith_arena.projection import board, laid_view
from games.monolith_arena.state import State
from games.monolith_arena.tiles import Piece
from games.monolith_arena.view import MonolithView, View

SITUATIONS: Final = 1_500
"""How many situations a forecast looks at before it says that too much depends on choices."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A battle that has not been fought."""

    before: View
    """The position that it begins in, with whatever was put down for it."""
    events: tuple[ev.Event, ...]
    """What happens in any case: all of it, or what comes before the first choice."""
    after: View
    """The position after these events."""
    decided: bool
    """Nobody has anything to choose: it goes exactly like this."""
    known: bool
    """All that it can come to was looked at; else only `events` is certain."""
    hit_points: tuple[tuple[int, int], ...]
    """The lowest and the highest number of each team afterwards."""
    lost: tuple[int, ...]
    """The hexes of the tiles that are lost in any case."""
    perhaps: tuple[int, ...]
    """The hexes of those that may be lost, depending on choices."""


def possible(view: View) -> bool:
    """Return whether a battle can be thought of now: in a turn, with nothing else under way."""
    return view.stage == "turn"


def forecast(view: View, puts: Sequence[Put] = ()) -> Forecast:
    """Return a battle fought in the position of a view, after these tiles were put down. It must be `possible`."""
    start = stage(view, puts)
    before = _shown(view, start)
    events, end, decided = _fight(start)
    if decided:
        points = tuple((left, left) for left in end.hit_points)
        gone = _gone(start, end)
        return Forecast(before, events, _shown(before, end), True, True, points, gone, ())
    try:
        ends = outcomes(start, SITUATIONS)
    except TooManyChoices:
        certain = _gone(start, end)
        ranges = tuple((0, left) for left in end.hit_points)
        return Forecast(before, events, _shown(before, end), False, False, ranges, certain, ())
    gone_in = [set(_gone(start, one)) for one in ends]
    surely, ever = set.intersection(*gone_in), set.union(*gone_in)
    return Forecast(
        before,
        events,
        _shown(before, end),
        False,
        True,
        tuple((min(left), max(left)) for left in zip(*(one.hit_points for one in ends), strict=True)),
        tuple(sorted(surely)),
        tuple(sorted(ever - surely)),
    )


def _fight(start: State) -> tuple[tuple[ev.Event, ...], State, bool]:
    """Fight until somebody has to choose; return the events, the position then, and whether the battle is over."""
    draft = start.draft()
    events: list[ev.Event] = [ev.BattleBegan(draft.active, "order", draft.hit_points)]
    phases.begin(draft, "order")
    while True:
        round_ = consider(draft)
        if round_.questions:
            return tuple(events), draft, False
        wounds = resolve(draft, round_)
        if wounds is not None:
            events.append(wounds)
        if not phases.next_phase(draft):
            return (*events, *phases.end(draft)), draft, True


def _gone(start: State, end: State) -> tuple[int, ...]:
    """Return the hexes of the tiles of `start` that are neither on the board nor in a monolith any more."""
    left = {piece.serial for piece in _pieces(end)}
    return tuple(h for h, piece in enumerate(start.board) if piece is not None and piece.serial not in left)


def _pieces(state: State) -> list[Piece]:
    laid = (piece for monolith in state.monoliths if monolith is not None for piece in monolith.inside)
    return [piece for piece in (*state.board, *laid) if piece is not None]


def _shown(view: View, state: State) -> View:
    """Return the view with the board, the hit points and the monoliths of a position."""
    monoliths = []
    for old, now in zip(view.monoliths, state.monoliths, strict=True):
        assert now is not None
        if old.segments and now.segments is None:
            tiles = tuple(None if piece is None else laid_view(piece) for piece in now.inside)
            old = MonolithView(old.seat, (), tiles, True)
        monoliths.append(old)
    return replace(view, board=board(state), hit_points=state.hit_points, monoliths=tuple(monoliths))
