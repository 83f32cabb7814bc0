"""The rules of the toy, as a `games.api.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from games.api import Action, Choice, Field, Formation, MatchOption, Result, Step, read_options
from games.codec import Form, Stored
from games.draws import Draws
from games.grammar import GameOfVerbs, Grammar
from games.messages import Message
from games.verbs import Verb, picking
from tests.toy import state as toy
from tests.toy.standing import ToyStanding
from tests.toy.state import State, View

COLOURS: Final = ("red", "green", "blue")
CARDS: Final = {"low": (1, 2, 3, 4, 5), "high": (6, 7, 8, 9, 10)}
PICKS: Final = 2


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


def _free_colours(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    free = tuple(colour for colour in COLOURS if colour not in state.colours)
    return None if tokens else Field("colour", free)


def _choose_colour(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    state = replace(state, colours=_with(state.colours, seat, tokens[0]))
    return _roll_if_ready(state, [toy.Coloured(seat, tokens[0])], draws)


def _cards(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return picking("card", tuple(map(str, state.cards)), PICKS, tokens)


def _pick(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    cards = tuple(sorted(map(int, tokens)))
    step = _roll_if_ready(replace(state, picks=_with(state.picks, seat, cards)), [toy.Picked(seat, cards)], draws)
    return replace(step, secret=True)


def _again(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    die, state = _rolled(state, draws)
    return _end_round(state, die, [toy.Rolled(die, state.points(die), seat)])


def _pass(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    return _end_round(state, state.die, [])


def _cheer(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    scores = tuple(score + (s == seat) for s, score in enumerate(state.scores))
    return Step(replace(state, cheered=state.cheered | {seat}, scores=scores), (toy.Cheered(seat),))


COLOUR: Final = Verb(
    "colour",
    "T1.1",
    Message("Colour"),
    Message("Choose your colour"),
    _choose_colour,
    ("colour",),
    _free_colours,
    kinds=("colour",),
)
PICK: Final = Verb(
    "pick",
    "T2.1",
    Message("Pick"),
    Message("Pick two cards in secret"),
    _pick,
    ("card", "card"),
    _cards,
    kinds=("pick",),
    final=True,
)
AGAIN: Final = Verb(
    "again",
    "T2.3",
    Message("Again"),
    Message("Have the die rolled once more"),
    _again,
    kinds=("call",),
    final=True,
)
PASS: Final = Verb("pass", "T2.3", Message("Pass"), Message("Let the roll stand"), _pass, kinds=("call",), final=True)
CHEER: Final = Verb("cheer", "T3.1", Message("Cheer"), Message("Cheer, for a point"), _cheer, kinds=("cheer",))


def _end_round(state: State, die: int, events: list[object]) -> Step:
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
    """Return the seats that play, in groups of equal scores, the best first."""
    best_first = sorted(state.playing(), key=lambda seat: -state.scores[seat])
    return tuple(tuple(group) for _, group in groupby(best_first, key=lambda seat: state.scores[seat]))


def _end(state: State, ranking: tuple[tuple[int, ...], ...], reason: str, events: list[object]) -> Step:
    """Return the end of the match; those who left stand behind the others, the last one first."""
    behind = tuple((seat,) for seat in reversed(state.left))
    result = Result((*ranking, *behind), reason, state.scores)
    return Step(replace(state, result=result, caller=None), (*events, toy.Ended(result)), boundary=True)


class Toy(GameOfVerbs[State], Stored[State]):
    """The game; it has no state of its own."""

    name = "toy"
    title = Message("Toy")
    rulings = 1
    form = Form(State, name)
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
    grammar = Grammar((COLOUR, PICK, AGAIN, PASS, CHEER))
    standing = ToyStanding()

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """Return the seconds of a call, which closes after the hours of the match."""
        return options["hours"] * 3600 or None if choice.kind == "call" else None

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """Return the state before anything is chosen. Raises `BadNotation`."""
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
        """Return the seats that have not given up."""
        return state.playing() if state.result is None else ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return the colours and picks of all at once, then perhaps a call; cheering at any time."""
        if state.result is not None:
            return ()
        found = [Choice(s, "colour", "colour") for s in state.playing() if not state.colours[s]]
        picks = ("pick", *map(str, state.cards[:PICKS]))
        found += [Choice(s, "pick", f"pick{state.round}", secret=True, default=picks) for s in state.waiting()]
        if state.caller is not None:
            found.append(Choice(state.caller, "call", f"call{state.round}", default=("pass",), window=True))
        quiet = [s for s in state.playing() if state.cheering and s not in state.cheered]
        return (*found, *(Choice(s, "cheer", "cheer", must=False) for s in quiet))

    def leave(self, state: State, seat: int, reason: str, draws: Draws) -> Step:
        """Let the others play on, as long as there are two."""
        left = replace(state, left=(*state.left, seat))
        if len(left.playing()) == 1:
            return _end(left, (left.playing(),), reason, [])
        if state.caller == seat:
            return _end_round(left, state.die, [])
        step = _roll_if_ready(left, [], draws)
        return replace(step, boundary=True)

    def conclude(self, state: State, result: Result) -> Step:
        """End the match; those who have left are behind those who have agreed."""
        return _end(state, result.ranking, result.reason, [])

    def view(self, state: State, seat: int | None) -> View:
        """Return what the seat may know."""
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
        """Return the event as the seat may see it."""
        return toy.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Return True for a pick until the die is rolled."""
        return not state.die and state.result is None and state.picks[seat] == tuple(sorted(map(int, action[1:])))

    def result(self, state: State) -> Result | None:
        """Return how the match ended."""
        return state.result


TOY: Final = Toy()
