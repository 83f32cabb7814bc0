"""An account of a match kept from its events alone: whose turn it is, what is drawn, what a turn may hold.

Random games are checked against it; it knows the rules R3.1 to R3.3, R12, R13.3, R13.4, R13.9, R14 and R15 and asks the
engine for none of them.
"""

from __future__ import annotations

from typing import Any

from games.monolith_arena import events as ev


class Watch:
    """What has to be so in every match, step after step."""

    def __init__(self, seats: int, options: dict[str, bool]) -> None:
        self.reinforcement = options.get("reinforcement", False)
        self.monoliths = options.get("monoliths", False)
        self.order: tuple[int, ...] = ()
        self.held = [0] * seats
        self.stack = [32 if self.monoliths else 34] * seats
        self.number = 0
        self.seat = -1
        self.queue: list[int] | None = None
        """Who still has a turn, once a stack has run out."""
        self.extra = False
        self.to_draw = 0
        self.due = False
        self.features_only = False
        self.drawn: list[str] = []
        self.plays = 0
        self.placed = 0
        self.unfolded = False

    def step(self, before: Any, step: Any) -> None:
        """Account for one step."""
        for event in step.events:
            handle = getattr(self, f"_{type(event).__name__.lower()}", None)
            if self.to_draw and not isinstance(event, ev.TurnBegan | ev.Drew):
                raise AssertionError(f"{self.to_draw} tiles were not drawn before {event}")
            if handle is not None:
                handle(event, before)
        assert not self.to_draw
        self._numbers(step.state)
        if self.monoliths and step.state.monoliths:
            self._insides(before, step)

    def _numbers(self, state: Any) -> None:
        """Serial numbers are unique, and what was used belongs to this turn's player (R10.3)."""
        inside = [p for m in state.monoliths if m is not None for p in m.inside]
        serials = [p.serial for p in (*state.board, *inside) if p is not None]
        assert len(set(serials)) == len(serials)
        assert all(serial < state.serial for serial in serials)
        on_board = {p.serial: p for p in state.board if p is not None}
        for tile, feature, source in state.used:
            assert feature in ("maneuver", "rotation", "teleport", "charge")
            for serial in (tile, source):
                if serial in on_board:
                    assert state.friends(on_board[serial].seat, state.active)

    def _insides(self, before: Any, step: Any) -> None:
        """What lies folded changes neither tiles nor markers, and comes out as it went in (R13.2, R13.9)."""
        folding = {e.seat for e in step.events if isinstance(e, ev.Folded)}
        fought = any(isinstance(e, ev.BattleBegan) for e in step.events)
        after = step.state
        now = {p.serial: p for p in after.board if p is not None}
        for seat, old in enumerate(before.monoliths):
            if old is None or old.segments is not None:
                continue
            new = after.monoliths[seat]
            if new.segments is None:
                if seat not in folding:
                    assert new.inside == old.inside
                continue
            gone = {(t.seat, t.tile) for e in step.events if isinstance(e, ev.ToughnessLost) for t in e.tiles}
            for piece in old.inside:
                if piece is None or fought:
                    continue
                if piece.serial not in now:
                    assert (piece.seat, piece.type.id) in gone
                else:
                    assert now[piece.serial]._replace(facing=0) == piece

    def _orderdrawn(self, event: Any, before: Any) -> None:
        self.order = event.order
        teams = [before.teams[seat] for seat in self.order]
        assert all(one != other for one, other in zip(teams, [*teams[1:], teams[0]], strict=True))
        for team in (0, 1):
            members = [seat for seat in self.order if before.teams[seat] == team]
            times = {members.count(s) for s, t in enumerate(before.teams) if t == team}
            assert len(times) == 1, "the members of a team do not have equally many turns"

    def _turnbegan(self, event: Any, before: Any) -> None:
        self.number += 1
        assert event.number == self.number
        if self.queue is None:
            assert event.seat == self.order[(self.number - 1) % len(self.order)]
        else:
            assert event.seat == self.queue.pop(0)
        self.seat = event.seat
        self.plays = self.placed = 0
        self.unfolded = False
        self.drawn = []
        self.features_only = self.extra and not self.stack[self.seat]
        full = 6 if self.reinforcement else min(3, self.number)
        want = 0 if self.features_only else max(0, full - self.held[self.seat])
        self.to_draw = min(want, self.stack[self.seat])
        self._owe()

    def _drew(self, event: Any, before: Any) -> None:
        assert (event.seat, event.count) == (self.seat, self.to_draw)
        self.held[self.seat] += event.count
        self.stack[self.seat] -= event.count
        self.drawn = list(event.tiles)
        self.to_draw = 0
        self._owe()

    def _owe(self) -> None:
        early = self.number <= 2 and not self.reinforcement
        self.due = self.held[self.seat] >= 3 and not early and not self.features_only

    def _lasttiledrawn(self, event: Any, before: Any) -> None:
        assert event.seat == self.seat
        assert self.stack[self.seat] == 0
        assert self.queue is None
        at = (self.number - 1) % len(self.order)
        going_on = self.order[at + 1 :] + self.order[:at]
        self.queue = list(dict.fromkeys(seat for seat in going_on if seat != self.seat))

    def _redrawn(self, event: Any, before: Any) -> None:
        assert len(event.tiles) == self.held[self.seat]
        self.to_draw = min(len(event.tiles), self.stack[self.seat])
        self.held[self.seat] = 0
        assert self.to_draw

    def _discarded(self, event: Any, before: Any) -> None:
        assert not self.features_only
        assert event.due == self.due
        self.held[self.seat] -= 1
        self.due = False

    def _play(self) -> None:
        assert not self.due
        assert not self.features_only
        self.held[self.seat] -= 1
        self.plays += 1
        assert not self.reinforcement or self.plays <= (1 if self.number == 1 else 2)

    def _orderplayed(self, event: Any, before: Any) -> None:
        self._play()

    def _placed(self, event: Any, before: Any) -> None:
        if event.tile == "banner":
            return
        self._play()
        self.placed += 1
        if self.unfolded:
            assert self.placed == 1
            assert event.replaced is None
            assert event.tile in self.drawn
            assert event.hex in before.monoliths[self.seat].segments

    def _unfolding(self, event: Any, before: Any) -> None:
        assert not self.due
        assert not self.features_only
        assert self.placed == 0
        assert event.seat == self.seat

    def _unfolded(self, event: Any, before: Any) -> None:
        self._unfolding(event, before)
        assert not self.unfolded
        self.unfolded = True
        assert not set(event.segments) & {h for h, piece in enumerate(before.board) if piece is not None}
        others = {h for m in before.monoliths if m is not None and m.segments is not None for h in m.segments}
        assert not set(event.segments) & others

    def _battlebegan(self, event: Any, before: Any) -> None:
        if event.reason in ("final", "additional"):
            assert self.queue == []
            assert self.extra == (event.reason == "additional")
        assert event.reason != "order" or self.queue is None

    def _turnended(self, event: Any, before: Any) -> None:
        assert not self.due
        assert (event.seat, event.kept) == (self.seat, self.held[self.seat])

    def _extraturns(self, event: Any, before: Any) -> None:
        assert not self.extra
        assert sorted(event.order) == list(range(len(self.held)))
        assert event.order[0] != self.seat
        if len(self.held) != 3:
            going_on = [self.order[(self.number + n) % len(self.order)] for n in range(len(self.held))]
            assert list(event.order) == going_on
        self.extra = True
        self.queue = list(event.order)
