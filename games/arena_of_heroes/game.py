"""Arena of Heroes as a `games.api.Game`: the one face of all its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api import (
    Action,
    Choice,
    Field,
    Formation,
    MatchOption,
    NotYourChoice,
    Ready,
    Result,
    Step,
    read_options,
)
from games.arena_of_heroes import choosing, notation, play, projection, reading
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import result as results
from games.arena_of_heroes.options import FORMATIONS, MATCH_OPTIONS
from games.arena_of_heroes.setup import opened
from games.arena_of_heroes.standing import Standing
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import View
from games.codec import Form, Notation, Stored
from games.draws import Draws
from games.messages import Message

UNDONE: Final = (("shield",), ("veil",), ("use", "B03"), ("use", "X02"), ("use", "X07"))
"""What neither rolls nor draws nor shows anything new, and may be taken back."""


class ArenaOfHeroes(Stored[State]):
    """The game; it has no state of its own."""

    name = "arena_of_heroes"
    title = Message("Arena of Heroes")
    formations: tuple[Formation, ...] = FORMATIONS
    match_options: tuple[MatchOption, ...] = MATCH_OPTIONS
    rulings = 1
    form = Form(
        State,
        name,
        Notation(
            lambda state: {"position": notation.write_now(state)},
            lambda data: notation.read(data["position"]).state,
            group="now",
        ),
    )
    turn_kinds = frozenset({"pick", "turn"})
    standing = Standing()

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """The state before the heroes are picked. Raises `BadNotation`."""
        return opened(formation.seats, read_options(MATCH_OPTIONS, options))

    def playing(self, state: State) -> tuple[int, ...]:
        """The seats that are not out; nobody when the match is over (A5.7)."""
        if state.phase == "over":
            return ()
        gone = {seat for group in state.out for seat in group} | set(state.leaving)
        return tuple(seat for seat in range(state.seats) if seat not in gone)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """All open choices."""
        return choosing.choices(state)

    def options(self, state: State, seat: int, key: str, tokens: Sequence[str] = ()) -> Field | Ready:
        """The next token after `tokens` in the choice `key`, or the whole action; see `games.api.Game.options`."""
        return choosing.walk(state, seat, choosing.choice(state, seat, key), tokens)

    def legal(self, state: State, seat: int, key: str) -> list[Action]:
        """Every legal action of a choice. Raises `NotYourChoice`."""
        return choosing.legal(state, seat, choosing.choice(state, seat, key))

    def read(self, state: State, seat: int, typed: Sequence[str]) -> Action:
        """The action that typed words mean; see `games.arena_of_heroes.reading`. Raises `BadNotation`."""
        return reading.read(typed)

    def apply(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Carry a legal action out. Raises `NotYourChoice` and `IllegalAction`."""
        choosing.check(state, seat, action)
        if action[0] == "pass":
            scope = action[1] if len(action) > 1 else "once"
            return Step(*play.let_pass(state, seat, scope), boundary=True)
        played = play.carry_out(state, seat, action, draws)
        same_turn = state.phase == played.state.phase == "turn" and state.turns == played.state.turns
        return _step(state, played, boundary=not (same_turn and action in UNDONE))

    def leave(self, state: State, seat: int, reason: str, draws: Draws) -> Step:
        """The hero of whoever gives up is out; the others play on, as long as there are two (A10.9).

        In the middle of an action it goes as soon as the action is over; till then its questions are answered for it.
        """
        if seat not in self.playing(state):
            raise NotYourChoice(Message("You are out of this match."), "A5.7.1")
        return _step(state, play.leave(state, seat, reason, draws))

    def conclude(self, state: State, result: Result) -> Step:
        """The state of a match that those who still play have ended by agreement."""
        return _step(state, play.conclude(state, result))

    def view(self, state: State, seat: int | None) -> View:
        """What the seat may know."""
        return projection.view(state, seat)

    def show(self, event: ev.Event, seat: int | None) -> ev.Event | None:
        """The event as the seat may see it."""
        return ev.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Nothing is: there are no secret choices."""
        return False

    def result(self, state: State) -> Result | None:
        """How the match ended."""
        return results.of(state)

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """How long an attack waits for a seat (A7): `games.standing.TimedGame`."""
        return 60 * int(options["hold_minutes"]) if choice.kind == "hold" else None


def _step(before: State, played: play.Played, *, boundary: bool = True) -> Step:
    after = played.state
    ended = before.phase == "turn" and (after.turns != before.stable().turns or after.phase == "over")
    turn = before.stable().turn
    return Step(after, played.events, boundary, turns_ended=(turn,) if ended else ())


GAME: Final = ArenaOfHeroes()
