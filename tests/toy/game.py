"""The rules of the toy, as a `games.api.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import combinations, groupby
from typing import Any, Final

from games.api import (
    Action,
    BadNotation,
    Choice,
    Field,
    Formation,
    IllegalAction,
    MatchOption,
    NotYourChoice,
    Ready,
    Result,
    Step,
    read_options,
)
from games.draws import Draws
from games.messages import Message, Several
from games.record import dump_result, load_result
from tests.toy import state as toy
from tests.toy.standing import ToyStanding
from tests.toy.state import State, View

COLOURS: Final = ("red", "green", "blue")
CARDS: Final = {"low": (1, 2, 3, 4, 5), "high": (6, 7, 8, 9, 10)}
PICKS: Final = 2
VERBS: Final = {"colour": "colour", "pick": "pick", "again": "call", "pass": "call", "cheer": "cheer"}
"""The kind of choice that each verb belongs to."""


class Toy:
    """The game; it has no state of its own."""

    name = "toy"
    title = Message("Toy")
    rulings = 1
    formations: tuple[Formation, ...] = (
        Formation("1v1v1", (0, 1, 2), Message("Each against each")),
        Formation("1v1", (0, 1), Message("1 against 1")),
    )
    match_options: tuple[MatchOption, ...] = (
        MatchOption("rounds", Message("Rounds"), Message("How many rounds are played"), default=2, bounds=(1, 9)),
        MatchOption(
            "cards",
            Message("Cards"),
            Message("Which cards are picked from"),
            default="low",
            choices=(("low", Message("1 to 5")), ("high", Message("6 to 10"))),
        ),
        MatchOption(
            "cheering",
            Message("Cheering"),
            Message("Everybody may cheer once, for a point"),
            default=True,
            stated=(Message("No cheering."), None),
        ),
        MatchOption(
            "hours", Message("Hours"), Message("How long a call may take; 0: as long as a turn"), 0, bounds=(0, 72)
        ),
    )
    standing = ToyStanding()

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """A call closes after the hours of the match."""
        return options["hours"] * 3600 or None if choice.kind == "call" else None

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """The state before anything is chosen. Raises `BadNotation`."""
        chosen = read_options(self.match_options, options)
        seats = formation.seats
        nothing: tuple[toy.Cards, ...] = ((),) * seats
        return State(
            seats,
            chosen["rounds"],
            CARDS[chosen["cards"]],
            chosen["cheering"],
            colours=("",) * seats,
            picks=nothing,
            scores=(0,) * seats,
        )

    def playing(self, state: State) -> tuple[int, ...]:
        """The seats that have not given up."""
        return state.playing() if state.result is None else ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Colours and picks of all at once, then perhaps a call; cheering at any time."""
        if state.result is not None:
            return ()
        found = [Choice(s, "colour", "colour") for s in state.playing() if not state.colours[s]]
        picks = ("pick", *map(str, state.cards[:PICKS]))
        found += [Choice(s, "pick", f"pick{state.round}", secret=True, default=picks) for s in state.waiting()]
        if state.caller is not None:
            found.append(Choice(state.caller, "call", f"call{state.round}", default=("pass",), window=True))
        quiet = [s for s in state.playing() if state.cheering and s not in state.cheered]
        return (*found, *(Choice(s, "cheer", "cheer", must=False) for s in quiet))

    def options(self, state: State, seat: int, key: str, tokens: Sequence[str] = ()) -> Field | Ready:
        """The next token of an action of the choice."""
        choice = next((c for c in self.choices(state) if (c.seat, c.key) == (seat, key)), None)
        if choice is None:
            raise NotYourChoice(Message("You have nothing of that kind to decide now."))
        verbs = tuple(verb for verb, kind in VERBS.items() if kind == choice.kind)
        if not tokens:
            return Field("action", verbs)
        if tokens[0] not in verbs:
            raise IllegalAction(Message("“{word}” does not belong to this choice.", word=tokens[0][:40]))
        said, field = list(tokens[1:]), self._field(state, tokens[0])
        while said and field is not None:
            field = _less(field, said.pop(0))
        if said:
            raise IllegalAction(Message("“{word}” is one word too many.", word=said[0][:40]))
        return Ready(tuple(tokens)) if field is None else field

    def _field(self, state: State, verb: str) -> Field | None:
        if verb == "colour":
            return Field("colour", tuple(colour for colour in COLOURS if colour not in state.colours))
        if verb == "pick":
            return Field("card", tuple(map(str, state.cards)), least=PICKS, most=PICKS)
        return None

    def legal(self, state: State, seat: int, key: str) -> list[Action]:
        """Every legal action of the choice; the cards of a pick in ascending order."""
        field = self.options(state, seat, key)
        assert isinstance(field, Field)
        found: list[Action] = []
        for verb in field.values:
            following = self._field(state, verb)
            if following is None:
                found.append((verb,))
            else:
                found += [(verb, *picked) for picked in combinations(following.values, following.most)]
        return found

    def read(self, state: State, seat: int, typed: Sequence[str]) -> Action:
        """The words in small letters. Raises `BadNotation`."""
        words = " ".join(typed).lower().split()
        if not words or sum(map(len, words)) > 200:
            raise BadNotation(Message("An action has at least one word, and at most 200 letters."))
        return tuple(words)

    def apply(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Carry a legal action out. Raises `NotYourChoice` and `IllegalAction`."""
        if not action or action[0] not in VERBS:
            raise IllegalAction(Message("There is no such action."))
        kind = VERBS[action[0]]
        key = next((c.key for c in self.choices(state) if c.seat == seat and c.kind == kind), "")
        if not isinstance(self.options(state, seat, key, action), Ready):
            raise IllegalAction(Message("The action is not complete."))
        if kind == "cheer":
            scores = tuple(score + (s == seat) for s, score in enumerate(state.scores))
            return Step(replace(state, cheered=state.cheered | {seat}, scores=scores), (toy.Cheered(seat),))
        if kind == "call":
            return _call(state, seat, action[0] == "again", draws)
        if kind == "colour":
            state = replace(state, colours=_with(state.colours, seat, action[1]))
            return _roll_if_ready(state, [toy.Coloured(seat, action[1])], draws)
        cards = tuple(sorted(map(int, action[1:])))
        step = _roll_if_ready(replace(state, picks=_with(state.picks, seat, cards)), [toy.Picked(seat, cards)], draws)
        return replace(step, boundary=True, secret=True)

    def leave(self, state: State, seat: int, reason: str, draws: Draws) -> Step:
        """The others play on, as long as there are two."""
        left = replace(state, left=(*state.left, seat))
        if len(left.playing()) == 1:
            return _end(left, (left.playing(),), reason, [])
        if state.caller == seat:
            return _end_round(left, state.die, [], draws)
        step = _roll_if_ready(left, [], draws)
        return replace(step, boundary=True)

    def conclude(self, state: State, result: Result) -> Step:
        """Those who have left are behind those who have agreed."""
        return _end(state, result.ranking, result.reason, [])

    def view(self, state: State, seat: int | None) -> View:
        """What the seat may know."""
        return View(
            reader=seat,
            round=state.round,
            rounds=state.rounds,
            colours=state.colours,
            mine=state.picks[seat] if seat is not None else (),
            picked=tuple(map(bool, state.picks)),
            shown=state.picks if state.die else (),
            die=state.die,
            scores=state.scores,
            cheered=state.cheered,
            left=state.left,
            choices=tuple(c for c in self.choices(state) if c.must or c.seat == seat),
            result=state.result,
        )

    def show(self, event: object, seat: int | None) -> object | None:
        """The event as the seat may see it."""
        return toy.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """A pick is sealed until the die is rolled."""
        return not state.die and state.result is None and state.picks[seat] == tuple(sorted(map(int, action[1:])))

    def result(self, state: State) -> Result | None:
        """How the match ended."""
        return state.result

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON values."""
        data = asdict(state) | {"game": self.name, "cheered": sorted(state.cheered)}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in data.items()} | {
            "picks": [list(cards) for cards in state.picks],
            "result": dump_result(state.result),
        }

    def load(self, data: Mapping[str, Any]) -> State:
        """The state that `dump` wrote. Raises `BadNotation`."""
        try:
            given: dict[str, Any] = {
                key: tuple(v) if isinstance(v, list) else v for key, v in data.items() if key != "game"
            }
            given["picks"] = tuple(tuple(cards) for cards in data["picks"])
            given["cheered"] = frozenset(data["cheered"])
            given["result"] = load_result(data["result"], data["seats"])
            if set(data) != {"game", *(field.name for field in fields(State))}:
                raise BadNotation("a toy has exactly the keys of its state")
            return State(**given)
        except (KeyError, TypeError) as fault:
            raise BadNotation(f"a toy cannot be read: {fault}") from fault


def _less(field: Field, token: str) -> Field | None:
    """The field when one more of its values is picked; `None` when that was the last."""
    if token not in field.values:
        values = Several(field.values, either=True)
        raise IllegalAction(Message("“{word}” is not possible here; choose {values}.", word=token[:40], values=values))
    if field.most == 1:
        return None
    left = tuple(value for value in field.values if value != token)
    return replace(field, values=left, least=max(0, field.least - 1), most=field.most - 1)


def _with(values: tuple[Any, ...], seat: int, new: Any) -> tuple[Any, ...]:
    return (*values[:seat], new, *values[seat + 1 :])


def _roll_if_ready(state: State, events: list[object], draws: Draws) -> Step:
    """Roll the die when all colours are chosen and all picks are in."""
    if state.die or state.waiting() or not all(state.colours[seat] for seat in state.playing()):
        return Step(state, tuple(events))
    die, state = _rolled(state, draws)
    points = state.points(die)
    caller = min(state.playing(), key=lambda seat: (points[seat], seat))
    events.append(toy.Rolled(die, points))
    return Step(replace(state, die=die, caller=caller), tuple(events), boundary=True)


def _rolled(state: State, draws: Draws) -> tuple[int, State]:
    face, cursor = draws.below(state.cursor, len(state.cards))
    return state.cards[face], replace(state, cursor=cursor)


def _call(state: State, seat: int, again: bool, draws: Draws) -> Step:
    events: list[object] = []
    die = state.die
    if again:
        die, state = _rolled(state, draws)
        events.append(toy.Rolled(die, state.points(die), seat))
    return _end_round(state, die, events, draws)


def _end_round(state: State, die: int, events: list[object], draws: Draws) -> Step:
    """Count the points; every seat's turn ends with the round."""
    scores = tuple(score + more for score, more in zip(state.scores, state.points(die), strict=True))
    events.append(toy.RoundEnded(state.round, scores))
    ended = state.playing()
    state = replace(
        state, round=state.round + 1, die=0, caller=None, scores=scores, picks=tuple(() for _ in state.picks)
    )
    if state.round > state.rounds:
        return replace(_end(state, _by_score(state), "score", events), turns_ended=ended)
    return Step(state, tuple(events), boundary=True, turns_ended=ended)


def _by_score(state: State) -> tuple[tuple[int, ...], ...]:
    """The seats that play, in groups of equal scores, the best first."""
    best_first = sorted(state.playing(), key=lambda seat: -state.scores[seat])
    return tuple(tuple(group) for _, group in groupby(best_first, key=lambda seat: state.scores[seat]))


def _end(state: State, ranking: tuple[tuple[int, ...], ...], reason: str, events: list[object]) -> Step:
    """The end of the match; whoever has left stands behind the others, who left last first."""
    behind = tuple((seat,) for seat in reversed(state.left))
    result = Result((*ranking, *behind), reason, state.scores)
    return Step(replace(state, result=result, caller=None), (*events, toy.Ended(result)), boundary=True)


TOY: Final = Toy()
