"""The rules of the toy, as a `games.api.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.api import Action, Choice, Formation, MatchOption, Step, read_options
from games.codec import Form, Stored
from games.computers import Computers
from games.draws import Draws
from games.grammar import Grammar
from games.messages import Message
from games.seats import GameOfSeats, by_score
from games.statistics import Counts, Topic, tokens_behind
from games.verbs import Verb, picking, single
from tests.toy.standing import ToyStanding
from tests.toy.state import Cheered, Coloured, Picked, Rolled, RoundEnded, State, View

COLOURS: Final = ("red", "green", "blue")
TITLES: Final = {"red": Message("Red"), "green": Message("Green"), "blue": Message("Blue")}
CARDS: Final = {"low": (1, 2, 3, 4, 5), "high": (6, 7, 8, 9, 10)}
PICKS: Final = 2


def _with(values: tuple[Any, ...], seat: int, new: Any) -> tuple[Any, ...]:
    return (*values[:seat], new, *values[seat + 1 :])


def _rolled(state: State, draws: Draws) -> State:
    """Roll the die: the number comes from the draws, and the cursor behind it stands in the new state."""
    face, cursor = draws.below(state.cursor, len(state.cards))
    return replace(state, die=state.cards[face], cursor=cursor)


def _roll_if_ready(state: State, draws: Draws, *events: object) -> Step:
    """Roll the die when all colours are chosen and all picks are in (T2.2)."""
    if state.die or state.waiting() or not all(state.colours[seat] for seat in state.playing()):
        return Step(state, events)
    state = _rolled(state, draws)
    points = state.points(state.die)
    caller = min(state.playing(), key=lambda seat: (points[seat], seat))
    return Step(replace(state, caller=caller), (*events, Rolled(state.die)), boundary=True)


def _choose_colour(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    state = replace(state, colours=_with(state.colours, seat, tokens[0]))
    return _roll_if_ready(state, draws, Coloured(seat, tokens[0]))


def _pick(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    cards = tuple(sorted(map(int, tokens)))
    step = _roll_if_ready(replace(state, picks=_with(state.picks, seat, cards)), draws, Picked(seat, cards))
    return replace(step, secret=True)


def _again(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    state = _rolled(state, draws)
    return _end_round(state, Rolled(state.die))


def _pass(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    return _end_round(state)


def _cheer(state: State, seat: int, tokens: Sequence[str], draws: Draws) -> Step:
    scores = _with(state.scores, seat, state.scores[seat] + 1)
    return Step(replace(state, cheered=state.cheered | {seat}, scores=scores), (Cheered(seat),))


def _end_round(state: State, *events: object) -> Step:
    """Count the points; every seat's turn ends with the round (T2.4)."""
    scores = tuple(map(sum, zip(state.scores, state.points(state.die), strict=True)))
    events = (*events, RoundEnded(state.round, scores))
    nothing: tuple[tuple[int, ...], ...] = ((),) * state.seats
    after = replace(state, round=state.round + 1, die=0, caller=None, scores=scores, picks=nothing)
    if after.round > after.rounds:
        step = TOY.end(after, by_score(after.playing(), scores), "score", events)
    else:
        step = Step(after, events, boundary=True)
    return replace(step, turns_ended=state.playing())


COLOUR: Final = Verb(
    "colour",
    "T1.1",
    Message("Colour"),
    Message("Choose your colour"),
    _choose_colour,
    ("colour",),
    single("colour", lambda state, seat: [colour for colour in COLOURS if colour not in state.colours]),
    kinds=("colour",),
)
PICK: Final = Verb(
    "pick",
    "T2.1",
    Message("Pick"),
    Message("Pick two cards in secret"),
    _pick,
    ("cards",),
    lambda state, seat, tokens: picking("card", tuple(map(str, state.cards)), PICKS, tokens, "T2.1"),
    kinds=("pick",),
    final=True,
)
AGAIN: Final = Verb(
    "again",
    "T2.3",
    Message("Roll again"),
    Message("Have the die rolled once more"),
    _again,
    kinds=("call",),
    final=True,
    spoken=("reroll",),
)
PASS: Final = Verb("pass", "T2.3", Message("Pass"), Message("Let the roll stand"), _pass, kinds=("call",), final=True)
CHEER: Final = Verb("cheer", "T3.1", Message("Cheer"), Message("Cheer, for a point"), _cheer, kinds=("cheer",))


class Toy(GameOfSeats[State], Stored[State]):
    """The game; it has no state of its own."""

    name = "toy"
    title = Message("Toy")
    form = Form(State, name)
    formations: tuple[Formation, ...] = (
        Formation("1v1v1", (0, 1, 2), Message("Each against each")),
        Formation("1v1", (0, 1), Message("1 against 1")),
    )
    match_options: tuple[MatchOption, ...] = (
        MatchOption("rounds", Message("Rounds"), Message("How many rounds are played"), 2, bounds=(1, 9)),
        MatchOption(
            "cards",
            Message("Cards"),
            Message("Which cards are picked from"),
            "low",
            choices=(("low", Message("1 to 5")), ("high", Message("6 to 10"))),
        ),
        MatchOption(
            "cheering",
            Message("Cheering"),
            Message("Everybody may cheer once, for a point"),
            True,
            stated=Message("No cheering."),
        ),
        MatchOption(
            "hours", Message("Hours"), Message("How long a call may take; 0: as long as a turn"), 0, bounds=(0, 72)
        ),
    )
    computers = Computers(
        "tests.toy.player",
        (
            ("squire", Message("Always picks the highest cards.")),
            ("knight", Message("Has an idea of what you pick.")),
            ("warlord", Message("Thinks of all that you might pick.")),
        ),
    )
    grammar = Grammar((COLOUR, PICK, AGAIN, PASS, CHEER))
    standing = ToyStanding()
    topics = (Topic("colour", Message("Colours"), chosen=True), Topic("card", Message("Cards")))

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """Return the seconds of a call, which closes after the hours of the match."""
        return options["hours"] * 3600 or None if choice.kind == "call" else None

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """Return the state before anything is chosen. Raises `BadNotation`."""
        chosen, seats = read_options(self.match_options, options), formation.seats
        cards, nothing = CARDS[chosen["cards"]], ((),) * seats
        return State(
            chosen["rounds"], cards, chosen["cheering"], ("",) * seats, nothing, scores=(0,) * seats, seats=seats
        )

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
        """Let the others play on, as long as there are two (T3.2)."""
        left = replace(state, left=(*state.left, seat))
        if len(left.playing()) == 1:
            return self.end(left, [left.playing()], reason)
        return _end_round(left) if state.caller == seat else replace(_roll_if_ready(left, draws), boundary=True)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat."""
        return state.scores

    def counted(self, state: State, played: Sequence[tuple[int, Action]]) -> Sequence[Counts]:
        """Return the color of each seat, and the cards that it has picked first."""
        picked = tokens_behind(played, "pick", state.seats)
        return [
            {"colour": {own: 1} if own else {}, "card": cards} for own, cards in zip(state.colours, picked, strict=True)
        ]

    def counted_title(self, topic: str, word: str) -> Message | None:
        """Return the name of a color; a card is its number."""
        return TITLES.get(word) if topic == "colour" else Message("Card {number}", number=word)

    def view(self, state: State, seat: int | None) -> View:
        """Return what the seat may know."""
        return View(
            round=state.round,
            rounds=state.rounds,
            colours=state.colours,
            mine=state.picks[seat] if seat is not None else (),
            picked=tuple(map(bool, state.picks)),
            shown=state.picks if state.die else (),
            die=state.die,
            points=state.points(state.die) if state.die else (),
            scores=state.scores,
            choices=tuple(c for c in self.choices(state) if c.must or c.seat == seat),
            result=state.result,
        )

    def show(self, event: Any, seat: int | None) -> Any:
        """Return the event as the seat may see it: a pick of somebody else without the cards."""
        return replace(event, cards=None) if isinstance(event, Picked) and event.seat != seat else event

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Return True for a pick until the die is rolled."""
        return not state.die and state.result is None and state.picks[seat] == tuple(sorted(map(int, action[1:])))


TOY: Final = Toy()
