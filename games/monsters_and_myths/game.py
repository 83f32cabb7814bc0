"""Monsters & Myths as a `games.api.Game`: the one face of all its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api import Action, Choice, Formation, MatchOption, NotYourChoice, Result, Step, read_options
from games.codec import Form, Notation, Stored
from games.computers import Computers, Strength
from games.draws import Draws
from games.grammar import GameOfVerbs
from games.messages import Message
from games.monsters_and_myths import engine, notation, projection, rounds
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CREATURES, LETTERS, NATION_NAMES, NATIONS
from games.monsters_and_myths.errands import MonstersErrands
from games.monsters_and_myths.grammar import MATCH
from games.monsters_and_myths.standing import Standing
from games.monsters_and_myths.state import NEWEST_RULINGS, Options, Seat, State
from games.monsters_and_myths.studies import Studied
from games.monsters_and_myths.view import View
from games.reviews import Reviewing
from games.statistics import Counts, Topic
from games.verbs import Verb

FORMATIONS: Final = (
    Formation("2p", (0, 1), Message("2 players")),
    Formation("3p", (0, 1, 2), Message("3 players, each for themselves")),
    Formation("4p", (0, 1, 2, 3), Message("4 players, each for themselves")),
)

HOUR: Final = 3600
"""The seconds of an hour."""

MATCH_OPTIONS: Final = (
    MatchOption(
        "catapults",
        Message("Catapults"),
        Message("Whether the attacker waits until everybody with a catapult has fired or passed"),
        default="asked",
        choices=(("asked", Message("everybody is asked")), ("free", Message("free fire, no waiting"))),
    ),
    MatchOption(
        "hours_before",
        Message("Hours before a fight"),
        Message("How many hours there are to fire or pass before a fight"),
        default=8,
        bounds=(1, 72),
    ),
    MatchOption(
        "hours_within",
        Message("Hours within a fight"),
        Message("How many hours there are to fire or pass between rolls and after a fight"),
        default=2,
        bounds=(1, 72),
    ),
    MatchOption(
        "guarantee_attack",
        Message("An attack card for everybody"),
        Message("Whoever is dealt no attack card may swap a card for one"),
        default=False,
        stated=Message("Whoever is dealt no attack card may swap a card for one."),
    ),
)
"""Windows or free fire and their hours are M6.4 and M9, the swap is M10.10."""

COMPUTERS: Final = Computers(
    "games.monsters_and_myths.player",
    (
        ("squire", Message("Attacks with all it has and rolls on to its last creature.")),
        ("knight", Message("Weighs every roll and guards its largest nations.")),
        ("warlord", Message("Plays the whole round in its head before it moves.")),
    ),
    (Strength("squire", 1468, 9), Strength("knight", 1485, 9), Strength("warlord", 1627, 21)),
)

REVIEWING: Final = Reviewing(
    "games.monsters_and_myths.player.judging",
    luck=Message("Luck of the dice"),
    method=Message(
        "Both were played on to the end of the round many times, with the same hidden cards and the same dice."
    ),
    luck_note=Message("A player's own attacks and shots count, cards dealt do not."),
    everybody=True,
)

TOPICS: Final = (Topic("nation", Message("Creatures captured")),)


class MonstersAndMyths(GameOfVerbs[State], Stored[State], Studied):
    """The game; it has no state of its own."""

    name = "monsters_and_myths"
    title = Message("Monsters & Myths")
    formations: tuple[Formation, ...] = FORMATIONS
    match_options: tuple[MatchOption, ...] = MATCH_OPTIONS
    rulings = NEWEST_RULINGS
    open_verbs: tuple[str, ...] = ("pass", "roll")
    computers = COMPUTERS
    reviewing = REVIEWING
    form = Form(
        State,
        name,
        Notation(lambda state: {"position": notation.write(state)}, lambda data: notation.read(data["position"]).state),
    )
    turn_kinds = frozenset({"start", "keep", "wizard", "target", "card"})
    grammar = MATCH
    standing = Standing()
    errands = MonstersErrands()
    topics = TOPICS
    puzzles = "games.monsters_and_myths.puzzles"

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """Return the state before the cards are dealt. Raises `BadNotation`."""
        chosen = read_options(MATCH_OPTIONS, options, self.rulings)
        free = chosen.pop("catapults") == "free"
        seats = formation.seats
        return State(Options(free=free, **chosen), (Seat(),) * seats, asides=(0,) * seats)

    def playing(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not given up (M9.2)."""
        return state.playing() if state.result is None else ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return all open choices."""
        return engine.choices(state)

    def verbs_of(self, state: State, choice: Choice) -> Sequence[Verb[State, Any]]:
        """Return the verbs in question in an open choice."""
        return engine.verbs_of(state, choice.seat, choice.kind)

    def candidates(self, state: State, seat: int) -> Sequence[Verb[State, Any]]:
        """Return the verbs in question in all open choices of a seat."""
        return engine.candidates(state, seat)

    def carry_out(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Return the step of a legal action. Called by `apply`."""
        secret = engine.is_secret(state, seat, action)
        draft = state.draft()
        events: list[ev.Event] = []
        engine.carry_out(draft, seat, action, events, draws)
        boundary = self.grammar.verbs[action[0]].final or draft.phase != "target"
        return Step(draft, tuple(events), boundary, secret, _turns_ended(events))

    def unasked(self, state: State) -> tuple[int, Action] | None:
        """Return what nobody has to decide: `games.standing.UnaskedGame`."""
        return engine.unasked(state)

    def leave(self, state: State, seat: int, reason: str, draws: Draws) -> Step:
        """Let the others play on with the cards of the leaver, as long as there are two (M9.2)."""
        if state.result is not None:
            raise NotYourChoice(Message("The match is over."), "M7.3")
        draft = state.draft()
        events: list[ev.Event] = []
        draft.left = (*draft.left, seat)
        draft.wait = tuple(other for other in draft.wait if other != seat)
        draft.put(seat, scope="")
        if len(draft.playing()) == 1:
            rounds.end(draft, Result(rounds.ranking(draft), reason, rounds.points(draft)), events)
        else:
            engine.play_on(draft, events, draws)
        draft.step += 1
        return Step(draft, tuple(events), boundary=True)

    def conclude(self, state: State, result: Result) -> Step:
        """Return the end of a match that the players have agreed on; those who left stand behind them."""
        draft = state.draft()
        events: list[ev.Event] = []
        behind = tuple((seat,) for seat in reversed(state.left))
        rounds.end(draft, Result((*result.ranking, *behind), result.reason, rounds.points(draft)), events)
        draft.step += 1
        return Step(draft, tuple(events), boundary=True)

    def counted(self, state: State, played: Sequence[tuple[int, Action]]) -> Sequence[Counts]:
        """Return of which nations each seat has captured cards in the end."""
        captured = [
            [NATIONS[CREATURES[card][0]].letter for card in s.captured if card in CREATURES] for s in state.seats
        ]
        return [{"nation": Counter(letters)} for letters in captured]

    def counted_title(self, topic: str, word: str) -> Message | None:
        """Return the name of a nation."""
        return NATION_NAMES[LETTERS.index(word)] if len(word) == 1 and word in LETTERS else None

    def view(self, state: State, seat: int | None) -> View:
        """Return what the seat may know."""
        return projection.view(state, seat, engine.choices(state))

    def show(self, event: ev.Event, seat: int | None) -> ev.Event | None:
        """Return the event as the seat may see it."""
        return ev.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Return True until the end: others may not read the secret answers of the seat (M8, M9.1).

        What has come of them is seen earlier; but whether somebody has picked their cards or kept the usual ones would
        tell of those that they have not kept.
        """
        return state.result is None

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """Return how long a window stands (M9): `games.standing.TimedGame`."""
        hours = {"window_before": "hours_before", "window_within": "hours_within"}.get(choice.kind)
        return None if hours is None else read_options(MATCH_OPTIONS, options, self.rulings)[hours] * HOUR

    def result(self, state: State) -> Result | None:
        """Return how the match ended."""
        return state.result


def _turns_ended(events: Sequence[ev.Event]) -> tuple[int, ...]:
    """Return the seats whose attacks ended."""
    return tuple(dict.fromkeys(event.seat for event in events if isinstance(event, ev.CardDone)))


GAME: Final = MonstersAndMyths()
