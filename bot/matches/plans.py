"""Plans for one's next turn, and what came of them.

A plan is the actions of a turn, one a line, as their owner typed them. It is carried out in the step that makes it the
owner's turn, action by action, as long as each is legal then; what comes of it is kept until the owner is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from bot.matches.loaded import LoadedMatch
from bot.matches.work import Planned, Work
from games.api import Choice, GameError
from games.messages import Argument, Message, Several
from games.standing import is_turn
from storage import Seat, Store, StoredPlan

LINES: Final = 10
"""How many actions a plan has at most."""
PLAYED: Final = Message("You have played the turn yourself.")
SEPARATORS: Final = ";\n"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a plan."""

    done: tuple[int, ...]
    """The numbers of the entries that it has made."""
    left: tuple[str, ...] = ()
    """The lines that were not carried out."""
    why: Message | None = None
    """Why not."""
    rule: str = ""

    def text(self) -> str:
        """Return the form in which it is stored."""
        why = None if self.why is None else _dumped(self.why)
        return json.dumps({"done": list(self.done), "left": list(self.left), "why": why, "rule": self.rule})

    @classmethod
    def read(cls, text: str) -> Outcome:
        """Return the outcome of a stored form."""
        data = json.loads(text)
        why = None if data["why"] is None else _message(data["why"])
        return cls(tuple(data["done"]), tuple(data["left"]), why, data["rule"])


class Plans:
    """Who has planned what. The seats of a match say whether there is anything to read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, match: LoadedMatch) -> Mapping[int, Sequence[str]]:
        """Return what the seats of a match have planned and not played yet: the lines of each."""
        if match.match.status != "running" or all(s.plan != "pending" for s in match.match.seats):
            return {}
        pending = {one.user_id: one for one in await self._store.plans.of_match(match.id) if one.outcome is None}
        return {s.seat: pending[s.user_id].lines.split("\n") for s in match.match.seats if s.user_id in pending}

    async def mine(self, match: LoadedMatch, user: int) -> StoredPlan | None:
        """Return a user's plan, or what came of the last one and was not told yet."""
        if all(s.plan is None for s in match.match.seats if s.user_id == user):
            return None
        return next((one for one in await self._store.plans.of_match(match.id) if one.user_id == user), None)

    async def told(self, match: LoadedMatch, plan: StoredPlan) -> None:
        """Note that the owner has been told what came of a plan."""
        await self._store.plans.remove_reported(match.id, plan)


def carry_out(work: Work, by: int | None) -> tuple[Planned, ...]:
    """Carry out the plans of the seats whose turn has come with a step of seat `by`, and return what came of each.

    Each action is read and checked as if it were sent at that moment. The first one that is not legal ends the plan.
    Plans that are left are void as soon as the match is over.
    """
    plans = work.match.plans
    if not plans:
        return ()
    outcomes: dict[int, Outcome] = {}
    if not work.goes_back:
        before = _seats_on_turn(work.match.choices, work)
        if by is not None and by in plans and by in before:
            outcomes[by] = Outcome((), tuple(plans[by]), PLAYED)
        while due := sorted((_seats_on_turn(work.choices, work) - before) & plans.keys() - outcomes.keys()):
            outcomes[due[0]] = _carry_out(work, due[0], plans[due[0]])
    over = work.game.result(work.position.state) is not None
    planned: list[Planned] = []
    for seat, lines in plans.items():
        user = work.match.user_of(seat)
        if user is not None and seat in outcomes:
            planned.append((user, "\n".join(lines), outcomes[seat].text()))
        elif user is not None and over:
            planned.append((user, "", None))
    return tuple(planned)


def _seats_on_turn(choices: Iterable[Choice], work: Work) -> set[int]:
    return {choice.seat for choice in choices if is_turn(work.game, choice)}


def _carry_out(work: Work, seat: int, lines: Sequence[str]) -> Outcome:
    """Carry out one plan, line by line, as far as it is legal."""
    done: list[int] = []
    for count, line in enumerate(lines):
        try:
            work.act(seat, work.game.read(work.position.state, seat, tuple(line.split())))
        except GameError as refused:
            return Outcome(tuple(done), tuple(lines[count:]), refused.message, refused.rule)
        done.append(len(work.match.entries) + len(work.actions))
        work.follow()
    return Outcome(tuple(done))


def noted(seats: Sequence[Seat], planned: Sequence[Planned]) -> tuple[Seat, ...]:
    """Return the seats, with what these plans make of them."""
    now: dict[int | None, Literal["pending", "done"] | None] = {
        user: "done" if outcome else "pending" if text else None for user, text, outcome in planned
    }
    return tuple(replace(s, plan=now[s.user_id]) if s.user_id in now else s for s in seats)


def lines(typed: str) -> tuple[str, ...]:
    """Return the typed actions, split at semicolons and line breaks; blanks between words are single."""
    for separator in SEPARATORS:
        typed = typed.replace(separator, "\n")
    return tuple(line for part in typed.split("\n") if (line := " ".join(part.split())))


def _dumped(message: Message) -> dict[str, Any]:
    return {
        "template": message.template,
        "plural": message.plural,
        "context": message.context,
        "count": message.count,
        "arguments": {name: _argument(value) for name, value in message.arguments.items()},
    }


def _argument(value: Argument) -> Any:
    if isinstance(value, Message):
        return _dumped(value)
    if isinstance(value, Several):
        return {"parts": [_argument(part) for part in value.parts], "either": value.either}
    return value


def _message(data: Mapping[str, Any]) -> Message:
    message = Message(data["template"], **{name: _read(value) for name, value in data["arguments"].items()})
    message.plural, message.context, message.count = data["plural"], data["context"], data["count"]
    return message


def _read(value: Any) -> Argument:
    if isinstance(value, dict):
        if "parts" in value:
            return Several([_read(part) for part in value["parts"]], either=value["either"])
        return _message(value)
    assert isinstance(value, str | int)
    return value
