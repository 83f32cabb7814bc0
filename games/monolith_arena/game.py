"""Monolith Arena as a `games.api.Game`: choices, options, apply, views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.api import Action, BadNotation, Choice, Field, IllegalAction, NotYourChoice, Ready, Result, Step
from games.draws import Draws
from games.monolith_arena import answers, features, look, notation, reading, refusals, save, setup, turn, unfolding
from games.monolith_arena import events as ev
from games.monolith_arena.orders import battle, charge, markers, move, push, wounds
from games.monolith_arena.state import Options, State
from games.monolith_arena.tiles import ORDER_VERBS
from games.monolith_arena.verbs import Verb, usable
from games.monolith_arena.view import View

TURN_VERBS: Final[tuple[Verb, ...]] = (
    turn.DISCARD,
    turn.REDRAW,
    turn.PLACE,
    unfolding.UNFOLD,
    battle.BATTLE,
    charge.CHARGE,
    move.MOVE,
    push.PUSH,
    wounds.FIRE,
    wounds.SHOOT,
    markers.ENTRENCH,
    move.ROTATE,
    move.FALSE_ORDER,
    markers.NET,
    features.FEATURE,
    turn.END,
)
"""What the player whose turn it is may do."""

ANY_TIME: Final[tuple[Verb, ...]] = (answers.RESIGN, answers.DRAW)
"""What every player may do at any time (R12.5)."""

VERBS: Final[Mapping[str, Verb]] = {
    verb.name: verb for verb in (setup.FACTION, unfolding.PREPARE, setup.BANNER, *TURN_VERBS, answers.CHOOSE, *ANY_TIME)
}

OPEN_ANSWERS: Final = frozenset({"push", "facing"})
"""The kinds of questions whose answers everybody may see at once."""

_TAKES_BACK: Final = frozenset({"discard", "place", "unfold", "feature", "choose"}) | {
    verb.name for verb in TURN_VERBS if verb.name not in ("redraw", "battle", "charge", "end")
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
        if state.result is not None:
            return ()
        found = list(self._waited_for(state))
        for seat in range(len(state.teams)):
            found.append(Choice(seat, "draw", "draw", must=False))
            found.append(Choice(seat, "resign", "resign", must=False))
        return tuple(found)

    def _waited_for(self, state: State) -> list[Choice]:
        if state.stage == "factions":
            return [Choice(seat, "faction", "faction", default=("faction", setup.RANDOM)) for seat in _homeless(state)]
        if state.stage == "monoliths":
            unprepared = [seat for seat, monolith in enumerate(state.monoliths) if monolith is None]
            return [Choice(seat, "prepare", "prepare", secret=True) for seat in unprepared]
        if state.stage == "banners":
            return [Choice(state.active, "banner", f"b{state.step}")]
        asked = answers.questions(state)
        if not asked:
            return [Choice(state.active, "turn", f"t{state.step}")]
        return [
            Choice(
                q.seat,
                q.kind,
                f"q{state.step}.{q.kind}.{sum(a.kind == q.kind and a.seat == q.seat for a in state.answers)}",
                secret=q.kind not in OPEN_ANSWERS,
                default=("choose", q.values[0]),
            )
            for q in asked
        ]

    def waited_for(self, state: State) -> list[int]:
        """The seats that the match waits for: those of the choices of `choices` that must be made."""
        if state.result is not None:
            return []
        if state.stage == "turn" and not _asking(state):
            return [state.active]
        return [choice.seat for choice in self._waited_for(state)]

    def candidates(self, state: State, seat: int) -> tuple[Verb, ...]:
        """The verbs that belong to what the match waits for, usable now or not.

        Raises `NotYourChoice` when the match is over.
        """
        if state.result is not None:
            raise NotYourChoice("The match is over.", "R12")
        if state.stage == "factions":
            return (setup.FACTION,)
        if state.stage == "monoliths":
            return (unfolding.PREPARE,)
        if state.stage == "banners":
            return (setup.BANNER,)
        if _asking(state):
            return (answers.CHOOSE,)
        if state.active != seat:
            return ()
        return _offered(state.options.monoliths, *[t.orders for t in state.reserves[seat]])

    def verbs(self, state: State, seat: int) -> tuple[Verb, ...]:
        """The verbs that the seat may use now. Raises `NotYourChoice` when the match is over."""
        return tuple([v for v in (*self.candidates(state, seat), *ANY_TIME) if usable(v, state, seat)])

    def options(self, state: State, seat: int, words: Sequence[str] = ()) -> Field | Ready:
        """The next word after `words`, or the whole action; see `games.api.Game.options`."""
        if not words:
            return Field("action", tuple(v.name for v in self.verbs(state, seat)))
        field = self._walk(state, seat, words)
        return Ready(tuple(words)) if field is None else field

    def _walk(self, state: State, seat: int, words: Sequence[str]) -> Field | None:
        """Check words one by one and give the field after them, `None` when the action is whole."""
        verb = VERBS.get(words[0])
        if verb is None or (verb not in self.candidates(state, seat) and verb not in ANY_TIME):
            raise refusals.verb(self, state, seat, words[0])
        field = verb.field(state, seat, ())
        if field is not None and not field.values:
            raise refusals.verb(self, state, seat, words[0])
        for at in range(1, len(words)):
            if field is None:
                raise IllegalAction(f"“{words[at]}” is one word too many.", verb.rule)
            if words[at] not in field.values:
                raise refusals.word(state, seat, verb, words[:at], field, words[at])
            field = verb.field(state, seat, words[1 : at + 1])
        return field

    def legal(self, state: State, seat: int) -> list[Action]:
        """Every legal action of a seat; none when it has nothing to decide."""
        if state.result is not None:
            return []
        found: list[Action] = []
        todo: list[Action] = [(verb.name,) for verb in reversed(self.verbs(state, seat))]
        while todo:
            words = todo.pop()
            field = VERBS[words[0]].field(state, seat, words[1:])
            if field is None:
                found.append(words)
            else:
                todo += [(*words, value) for value in reversed(field.values)]
        return found

    def parse(self, state: State, seat: int, text: str) -> Action:
        """The action that a line means; see `games.monolith_arena.reading`. Raises `BadNotation`."""
        return reading.read(self, state, seat, text)

    def apply(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Carry a legal action out."""
        if not action:
            raise IllegalAction("An action has at least one word.")
        missing = self._walk(state, seat, action)
        if missing is not None:
            raise IllegalAction(f"The {missing.name} is missing.", missing.rule)
        return self.carry_out(state, seat, action, draws)

    def carry_out(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Carry out an action that is known to be legal, as one that `options` has just given."""
        name = action[0]
        draft = state.draft()
        events: list[ev.Event] = []
        VERBS[name].perform(draft, seat, action[1:], events, draws)
        if name not in ("faction", "prepare", "draw") and not _still_asked(state, draft):
            draft.step += 1
        secret = name == "prepare" or (name == "choose" and state.cause is not None)
        return Step(draft, tuple(events), _is_boundary(state, draft, seat, name), secret)

    def view(self, state: State, seat: int | None) -> View:
        """What the seat may know."""
        return look.view(self, state, seat)

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


@lru_cache(maxsize=1 << 12)
def _offered(monoliths: bool, *orders: tuple[str, ...]) -> tuple[Verb, ...]:
    """The verbs of a turn without the orders that no tile offers; what each tile of the reserve offers is given."""
    known = {name for names in orders for name in names}
    # A charge may come from a rune on the board, too.
    return tuple(
        v
        for v in TURN_VERBS
        if (v.name not in ORDER_VERBS or v.name in known or v is charge.CHARGE)
        and (monoliths or v is not unfolding.UNFOLD)
    )


def _homeless(state: State) -> list[int]:
    """The seats without a faction."""
    return [seat for seat, home in enumerate(state.factions) if home is None]


def _asking(state: State) -> bool:
    """Whether the course of the game may have a question for somebody."""
    return state.cause is not None or state.push is not None or state.unfolding is not None


def _still_asked(before: State, after: State) -> bool:
    """Whether the same round still waits: then the keys of the other seats' choices must stay as they are.

    It has one answer more than before; a round without any is another one, though its cause may look the same: the
    Final Battle can follow a battle directly (R12.3).
    """
    return (
        after.cause is not None
        and after.cause == before.cause
        and len(after.answers) == len(before.answers) + 1  # else the same phase may be one of a battle after that
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
