"""A toy game for three seats that implements `games.api.Game`, to keep everything around games honest.

Each seat secretly picks a number (sealed until all are in), then a die is rolled and the nearest pick leads. The leader
has one ordinary turn: it stops and wins, or passes the win on. All the time each seat may cheer once; nobody waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.api import Action, BadNotation, Choice, Field, IllegalAction, NotYourChoice, Ready, Result, Step
from games.draws import Draws


@dataclass(frozen=True)
class Toy:
    """A state. `picks` holds None for seats that have not picked; `die` is 0 before the roll."""

    sides: int = 6
    picks: tuple[int | None, ...] = (None, None, None)
    cheers: frozenset[int] = frozenset()
    die: int = 0
    leader: int | None = None
    winner: int | None = None
    cursor: int = 0


class ToyGame:
    name, title, seats = "toy", "Toy", (3, 3)

    def new(self, seats: int, options: Mapping[str, Any]) -> Toy:
        if seats != 3 or set(options) - {"sides"} or not 2 <= options.get("sides", 6) <= 20:
            raise BadNotation("three seats; the only option is sides, 2 to 20")
        return Toy(**options)

    def choices(self, state: Toy) -> tuple[Choice, ...]:
        if state.winner is not None:
            return ()
        found = [Choice(s, "pick", "pick", secret=True, default=("pick", "1")) for s in self._unpicked(state)]
        if state.leader is not None:
            found = [Choice(state.leader, "turn", "turn", default=("stop",))]
        return (*found, *(Choice(s, "cheer", "cheer", must=False) for s in range(3) if s not in state.cheers))

    def _unpicked(self, state: Toy) -> list[int]:
        return [s for s, pick in enumerate(state.picks) if pick is None]

    def _grammar(self, state: Toy, seat: int) -> dict[str, tuple[str, ...]]:
        """The verbs of a seat, each with the values of its second word (none: it has no second word)."""
        kinds = {c.kind for c in self.choices(state) if c.seat == seat}
        others = tuple(str(s) for s in range(3) if s != seat)
        verbs = {"pick": tuple(str(n) for n in range(1, state.sides + 1))} if "pick" in kinds else {}
        verbs |= {"stop": (), "pass": others} if "turn" in kinds else {}
        return verbs | ({"cheer": ()} if "cheer" in kinds else {})

    def options(self, state: Toy, seat: int, words: Sequence[str] = ()) -> Field | Ready:
        verbs = self._grammar(state, seat)
        if not words:
            if state.winner is not None:
                raise NotYourChoice("The match is over.")
            return Field("action", tuple(verbs))
        if words[0] not in verbs:
            raise NotYourChoice("You have no such choice now.")
        values = verbs[words[0]]
        if len(words) == 1 and values:
            return Field("value", values)
        if len(words) > 2 or (len(words) == 2 and words[1] not in values):
            raise IllegalAction("That is not possible.")
        return Ready(tuple(words))

    def legal(self, state: Toy, seat: int) -> list[Action]:
        return [(verb, *w) for verb, vs in self._grammar(state, seat).items() for w in ([(v,) for v in vs] or [()])]

    def parse(self, state: Toy, seat: int, text: str) -> Action:
        if not text.split():
            raise BadNotation("An action has at least one word.")
        return tuple(text.lower().split())

    def apply(self, state: Toy, seat: int, action: Action, draws: Draws) -> Step:
        if not action or not isinstance(self.options(state, seat, action), Ready):
            raise IllegalAction("The action is not complete.")
        told = tuple(action)
        if action[0] == "cheer":
            return Step(replace(state, cheers=state.cheers | {seat}), ((seat, told, True),))
        if action[0] != "pick":
            winner = seat if action[0] == "stop" else int(action[1])
            return Step(replace(state, winner=winner), ((seat, told, True),), boundary=True)
        picks = tuple(int(action[1]) if s == seat else p for s, p in enumerate(state.picks))
        state = replace(state, picks=picks)
        events: list[Any] = [(seat, told, False)]
        if not self._unpicked(state):
            die, cursor = draws.below(state.cursor, state.sides)
            leader = min(range(3), key=lambda s: (abs((picks[s] or 0) - die - 1), s))
            state = replace(state, die=die + 1, cursor=cursor, leader=leader)
            events.append((leader, ("rolled", str(die + 1), *map(str, picks)), True))
        return Step(state, tuple(events), boundary=True, secret=True)

    def view(self, state: Toy, seat: int | None) -> Any:
        """Own pick, the other picks only as made or not, until the die has been rolled."""
        seen = tuple(p if state.die or s == seat else p is not None for s, p in enumerate(state.picks))
        return (state.sides, seen, state.cheers, state.die, state.leader, state.winner)

    def show(self, event: Any, seat: int | None) -> Any | None:
        who, words, public = event
        return event if public or who == seat else (who, words[:1], public)

    def sealed(self, state: Toy, seat: int, action: Action) -> bool:
        return any(p is not None for p in state.picks) and bool(self._unpicked(state))

    def result(self, state: Toy) -> Result | None:
        return None if state.winner is None else Result((state.winner,), "stopped")

    def dump(self, state: Toy) -> dict[str, Any]:
        return {**vars(state), "picks": list(state.picks), "cheers": sorted(state.cheers)}

    def load(self, data: Mapping[str, Any]) -> Toy:
        try:
            return Toy(**{**data, "picks": tuple(data["picks"]), "cheers": frozenset(data["cheers"])})
        except (KeyError, TypeError) as fault:
            raise BadNotation(f"a toy cannot be read: {fault}") from fault


TOY = ToyGame()
