"""Monolith Arena as a `games.api.Game`: the one face of all its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api import Action, BadNotation, Choice, Field, IllegalAction, Ready, Result, Step
from games.draws import Draws
from games.monolith_arena import answers, choosing, grammar, look, notation, reading, save
from games.monolith_arena import events as ev
from games.monolith_arena.state import Options, State
from games.monolith_arena.view import View

_TAKES_BACK: Final = frozenset({"discard", "place", "unfold", "feature", "choose"}) | {
    verb.name for verb in grammar.TURN_VERBS if verb.name not in ("redraw", "battle", "charge", "end")
}
"""The verbs whose actions can be taken back, as far as nobody else comes into it."""


TEAMS: Final = {2: (0, 1), 3: (0, 1, 1), 4: (0, 0, 1, 1)}
"""The team of each seat, by the number of seats: with three the first plays alone (R15.1, R15.2)."""


class MonolithArena:
    """The game; it has no state of its own."""

    name = "monolith_arena"
    title = "Monolith Arena"
    seats = (min(TEAMS), max(TEAMS))

    def new(self, seats: int, options: Mapping[str, Any]) -> State:
        """The state before the factions are chosen.

        Options, all bool: `open_reserves` (R3.9), `monoliths` (R13), `reinforcement` (R14). Raises `BadNotation`.
        """
        if seats not in TEAMS:
            raise BadNotation(f"Monolith Arena is played by two, three or four players, not by {seats}")
        if unknown := set(options) - set(Options._fields):
            raise BadNotation(f"unknown options: {', '.join(sorted(unknown))}")
        if not all(isinstance(value, bool) for value in options.values()):
            raise BadNotation("options are true or false")
        return State(
            options=Options(**options),
            teams=TEAMS[seats],
            factions=(None,) * seats,
            stacks=((),) * seats,
            reserves=((),) * seats,
            discards=((),) * seats,
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        """All open choices; resigning and draws come last."""
        return choosing.choices(state)

    def options(self, state: State, seat: int, words: Sequence[str] = ()) -> Field | Ready:
        """The next word after `words`, or the whole action; see `games.api.Game.options`."""
        return grammar.options(state, seat, words)

    def legal(self, state: State, seat: int) -> list[Action]:
        """Every legal action of a seat; none when it has nothing to decide."""
        return grammar.legal(state, seat)

    def parse(self, state: State, seat: int, text: str) -> Action:
        """The action that a line means; see `games.monolith_arena.reading`. Raises `BadNotation`."""
        return reading.read(state, seat, text)

    def apply(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Carry a legal action out."""
        if not action:
            raise IllegalAction("An action has at least one word.")
        missing = grammar.walk(state, seat, action)
        if missing is not None:
            raise IllegalAction(f"The {missing.name} is missing.", missing.rule)
        return self.carry_out(state, seat, action, draws)

    def carry_out(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Carry out an action that is known to be legal, as one that `options` has just given."""
        name = action[0]
        draft = state.draft()
        events: list[ev.Event] = []
        grammar.VERBS[name].perform(draft, seat, action[1:], events, draws)
        if name not in ("faction", "prepare", "draw") and not _still_asked(state, draft):
            draft.step += 1
        secret = name == "prepare" or (name == "choose" and state.cause is not None)
        return Step(draft, tuple(events), _is_boundary(state, draft, seat, name), secret)

    def view(self, state: State, seat: int | None) -> View:
        """What the seat may know."""
        return look.view(state, seat)

    def show(self, event: ev.Event, seat: int | None) -> ev.Event:
        """The event as the seat may see it."""
        return ev.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Whether others may not read yet what the seat has answered (R5.10) or put into its monolith (R13.1)."""
        if state.result is not None:
            return False
        if action[0] == "prepare":
            monolith = state.monoliths[seat]
            return monolith is not None and not monolith.known
        if not state.answers:
            return False
        kinds = {q.kind for q in answers.questions(state)}
        return any(a.kind in kinds for a in state.answers)

    def result(self, state: State) -> Result | None:
        """How the match ended."""
        return state.result

    def dump(self, state: State) -> dict[str, Any]:
        """The state in the notation of `games.monolith_arena.save`."""
        return save.dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        """The state that `dump` wrote. Raises `BadNotation`."""
        return save.load(data)

    def describe(self, action: Action) -> str:
        """The action as the line that is stored."""
        return notation.line(action)


def _still_asked(before: State, after: State) -> bool:
    """Whether the same round still waits: then the keys of the other seats' choices must stay as they are.

    It has one answer more than before; a round without any is another one, though its cause may look the same: the
    Final Battle can follow a battle directly (R12.3).
    """
    return (
        after.cause is not None
        and after.cause == before.cause
        and len(after.answers) == len(before.answers) + 1
        and after.answers[:-1] == before.answers
        and after.result is None
    )


def _is_boundary(before: State, after: State, seat: int, verb: str) -> bool:
    if verb in ("resign", "draw", "faction", "prepare", "banner"):
        return True
    own_turn = before.stage == after.stage == "turn" and before.turn == after.turn and after.active == seat
    if verb not in _TAKES_BACK or not own_turn or before.battle is not None or after.battle is not None:
        return True
    # Somebody else is asked now, or has answered in this round already.
    asked = answers.questions(after)
    if not asked and not before.answers:
        return False
    return any(question.seat != seat for question in asked) or any(answer.seat != seat for answer in before.answers)


GAME: Final = MonolithArena()
