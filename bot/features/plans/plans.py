"""Plans for one's next turn, and what came of them.

A plan is the actions of a turn, one a line, as their owner typed or chose them. It is carried out in the step that
makes it the owner's turn, action by action, as long as each is legal then; what comes of it is kept until the owner is
told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from bot.matches.commits import user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Matches, Played
from bot.matches.work import Change, Extension, Work, carry_on
from games import history
from games.api import Action, Choice, GameError
from games.errands import Errand, errands_of, is_errand
from games.messages import Argument, Message, Several
from games.standing import is_turn
from storage import Seat, StoredPlan

LINES: Final = 10
"""How many actions a plan has at most."""
REPORT: Final = "planned"
"""The kind of jobs that tell a player what came of their plan."""
PLAYED: Final = Message("You have played the turn yourself.")
ASKED: Final = Message("You had something to decide first.")
OVER: Final = Message("Your turn was over.")
NOTHING: Final = Message("That could not be done then.")
SEPARATORS: Final = ";\n"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a plan, for the player who made it."""

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


class Plans(Extension):
    """The plans of players. The seats of a match say whether there is anything to read."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def prepare(self, match: LoadedMatch) -> Mapping[int, Sequence[str]]:
        """Return what the seats of a match have planned and not played yet: the lines of each."""
        if match.match.status != "running" or all(s.plan != "pending" for s in match.match.seats):
            return {}
        pending = {plan.user_id: lines for plan in await self._store.plans.of_match(match.id) if (lines := kept(plan))}
        return {s.seat: pending[s.user_id] for s in match.match.seats if s.user_id in pending}

    async def mine(self, match: LoadedMatch, user: int) -> StoredPlan | None:
        """Return a user's plan, or what came of the last one and was not told yet."""
        if all(s.plan is None for s in match.match.seats if s.user_id == user):
            return None
        return await self.being_made(match, user)

    async def being_made(self, match: LoadedMatch, user: int) -> StoredPlan | None:
        """Return the same, also where a user is still choosing the first actions."""
        return next((plan for plan in await self._store.plans.of_match(match.id) if plan.user_id == user), None)

    async def keep_draft(self, match: LoadedMatch, user: int, actions: Sequence[Action]) -> None:
        """Keep what a user is choosing, beside the plan that it may take the place of."""
        draft = "\n".join(" ".join(action) for action in actions)
        await self._store.plans.keep_draft(match.id, user, draft, now=self._matches.clock())

    async def remove_reported(self, match: LoadedMatch, plan: StoredPlan) -> None:
        """Remove a plan: its owner has been told what came of it."""
        await self._store.plans.remove_reported(match.id, plan)

    async def keep(self, match: LoadedMatch, user: int, typed: Sequence[str]) -> Played:
        """Keep actions for a user's next turn, one a line; none cancel what was kept. Raises `Refusal`."""
        now = self._matches.clock()
        return await self._matches.change(match, lambda current: _planned(current, user, typed, now), None)

    def finish(self, work: Work, by: int | None) -> None:
        """Carry out the plans of the seats whose turn has come with the step."""
        if (pending := work.match.prepared[self]) and (stored := _outcomes(work, pending, by, self._matches.clock())):
            work.commit["plans"] = tuple(stored)

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Note in the seats who has a plan, and tell players what came of theirs."""
        plans: Sequence[StoredPlan] = change.commit.get("plans", ())
        if not plans:
            return change
        rows = [user_job(REPORT, plan.user_id, direct=True) for plan in plans if plan.outcome is not None]
        seats = _noted(change.seats or match.match.seats, plans)
        return replace(change, seats=seats, posts_after=(*change.posts_after, *rows))


def kept(plan: StoredPlan | None) -> Sequence[str]:
    """Return the lines of a plan that has still to be carried out."""
    return plan.lines.split("\n") if plan is not None and plan.outcome is None and plan.lines else ()


def _planned(match: LoadedMatch, user_id: int, typed: Sequence[str], now: int) -> Change:
    """Keep actions for the user's next turn, one a line, in place of those before; none cancel them. Raises `Refusal`.

    Only their form can be checked now: whether they are legal shows when the turn comes.
    """
    seat, game = match.must_play(user_id), match.face.game
    if seat not in game.playing(match.state):
        raise Refusal(Message("You are out of this match."))
    if typed and any(choice.seat == seat and is_turn(game, choice) for choice in match.choices):
        raise Refusal(Message("It is your turn: play it instead of planning it."))
    if len(typed) > LINES:
        raise Refusal(Message("A plan has at most {count} actions.", count=LINES))
    try:
        actions = [line for line in typed if not is_errand(game, line.split())]
        for line in actions:
            game.read(match.state, seat, tuple(line.split()))
    except GameError as refused:
        raise Refusal.of(refused) from refused
    if any(history.kind_of(line) != "action" for line in actions):
        raise Refusal(Message("Only actions of the game can be planned."))
    return Change(commit={"plans": (StoredPlan(user_id, "\n".join(typed), now, None),)}, quiet=True)


def _outcomes(work: Work, pending: Mapping[int, Sequence[str]], by: int | None, now: int) -> list[StoredPlan]:
    """Carry out the plans of the seats whose turn has come with a step of seat `by`, and return what came of each.

    Each action is read and checked as if it were sent at that moment. The first one that is not legal ends the plan.
    Plans that are left are void as soon as the match is over.
    """
    outcomes: dict[int, Outcome] = {}
    if not work.goes_back:
        before = _seats_on_turn(work.match.choices, work)
        if by is not None and by in pending and by in before:
            outcomes[by] = Outcome((), tuple(pending[by]), PLAYED)
        while due := sorted((_seats_on_turn(work.choices, work) - before) & pending.keys() - outcomes.keys()):
            outcomes[due[0]] = _carry_out(work, due[0], pending[due[0]])
    over = work.game.result(work.position.state) is not None
    stored: list[StoredPlan] = []
    for seat, lines in pending.items():
        user = work.match.user_of(seat)
        if user is not None and seat in outcomes:
            stored.append(StoredPlan(user, "\n".join(lines), now, outcomes[seat].text()))
        elif user is not None and over:
            stored.append(StoredPlan(user, "", now, None))
    return stored


def _noted(seats: Sequence[Seat], plans: Sequence[StoredPlan]) -> tuple[Seat, ...]:
    """Return the seats, with what these plans make of them."""
    now: dict[int | None, Literal["pending", "done"] | None] = {
        plan.user_id: "done" if plan.outcome else "pending" if plan.lines else None for plan in plans
    }
    return tuple(replace(s, plan=now[s.user_id]) if s.user_id in now else s for s in seats)


def _seats_on_turn(choices: Iterable[Choice], work: Work) -> set[int]:
    return {choice.seat for choice in choices if is_turn(work.game, choice)}


def _carry_out(work: Work, seat: int, lines: Sequence[str]) -> Outcome:
    """Carry out one plan, line by line, as far as it is legal; a line that is an errand goes as far as that goes."""
    done: list[int] = []
    needless: Message | None = None
    for count, line in enumerate(lines):
        words = tuple(line.split())
        try:
            if is_errand(work.game, words):
                why, needless = _carry_on(work, seat, words, done)
                if why is not None:
                    return Outcome(tuple(done), tuple(lines[count:]), why)
                continue
            work.act(seat, work.game.read(work.position.state, seat, words))
        except GameError as refused:
            return Outcome(tuple(done), tuple(lines[count:]), refused.message, refused.rule)
        done.append(len(work.match.entries) + len(work.actions))
        work.react()
    return Outcome(tuple(done)) if done else Outcome((), tuple(lines), needless)


def _carry_on(work: Work, seat: int, errand: Errand, done: list[int]) -> tuple[Message | None, Message | None]:
    """Carry out an errand and add its entries to `done`. Raises `GameError`.

    Returns why it has stopped, where the plan ends with that, and why there was nothing to do for it.
    """
    errands, before = errands_of(work.game), len(done)
    assert errands is not None
    begun = work.game.view(work.position.state, seat)
    done.extend(carry_on(work, seat, errand))
    now = work.game.view(work.position.state, seat)
    why = errands.stopped(begun, now, seat, errand)
    if why is not None or len(done) > before:
        return why, None
    if seat not in _seats_on_turn(work.choices, work):
        return ASKED if any(choice.seat == seat and choice.must for choice in work.choices) else OVER, None
    needless = errands.needless(now, seat, errand)
    return None if needless else NOTHING, needless


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
