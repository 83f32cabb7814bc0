"""Monolith Arena as a `games.api.Game`: the one face of all its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api import (
    Action,
    Choice,
    Formation,
    GameError,
    MatchOption,
    Result,
    Step,
    read_options,
)
from games.codec import Form, Notation, Stored
from games.computers import Computers, Strength
from games.draws import Draws
from games.grammar import GameOfVerbs
from games.messages import Message
from games.monolith_arena import choosing, flow, grammar, position, projection, refusals, worlds
from games.monolith_arena import events as ev
from games.monolith_arena.state import NEWEST_RULINGS, Options, State
from games.monolith_arena.studies import Studied
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.verbs import Verb
from games.monolith_arena.view import View
from games.reviews import Reviewing
from games.statistics import Counts, Topic, tokens_behind
from games.verbs import over

FORMATIONS: Final = (
    Formation("1v1", (0, 1), Message("1 against 1")),
    Formation("1v2", (0, 1, 1), Message("1 against 2")),
    Formation("2v2", (0, 0, 1, 1), Message("2 against 2")),
)
"""With three players the first plays alone (R15.1, R15.2)."""

MATCH_OPTIONS: Final = (
    MatchOption(
        "monoliths",
        Message("Monoliths"),
        Message("Each banner stands on a monolith with two tiles in it (advanced)"),
        default=False,
        stated=Message("Monoliths."),
    ),
    MatchOption(
        "reinforcement",
        Message("Reinforcement"),
        Message("Reserves of six, at most two tiles played a turn (more tactical)"),
        default=False,
        stated=Message("Reinforcement: reserves of six, two tiles a turn."),
    ),
    MatchOption(
        "open_reserves",
        Message("Open reserves"),
        Message("Everybody sees all reserves, as in the printed rules"),
        default=False,
        stated=Message("Open reserves."),
    ),
)
"""Monoliths are R13, reinforcement R14, open reserves R3.9."""

COMPUTERS: Final = Computers(
    "games.monolith_arena.player",
    (
        ("squire", Message("Goes after your champions and remembers the banners late.")),
        ("knight", Message("Plans its whole turn and sets traps for the next battle.")),
        ("warlord", Message("Patient: it weighs your answer before it moves.")),
    ),
    (Strength("squire", 950, 46), Strength("knight", 1612, 15), Strength("warlord", 1737, 16)),
)

TOPICS: Final = (
    Topic("army", Message("Armies"), chosen=True),
    Topic("tile", Message("Tiles placed")),
)
REVIEWING: Final = Reviewing(
    "games.monolith_arena.player.judging",
    luck=Message("Luck of the draw"),
    method=Message("Both turns were tried with the same hidden tiles, dealt anew again and again."),
    luck_note=Message(
        "Redraws are not judged: a turn with one adds no luck, and only what was played after it counts."
    ),
    rest=Message("the rest, such as what only one side knew"),
)


class MonolithArena(GameOfVerbs[State], Stored[State], Studied):
    """The game; it has no state of its own."""

    name = "monolith_arena"
    title = Message("Monolith Arena")
    formations: tuple[Formation, ...] = FORMATIONS
    match_options: tuple[MatchOption, ...] = MATCH_OPTIONS
    rulings = NEWEST_RULINGS
    open_verbs: tuple[str, ...] = ()
    computers = COMPUTERS
    reviewing = REVIEWING
    topics = TOPICS
    puzzles = "games.monolith_arena.puzzles"
    form = Form(
        State,
        position.GAME,
        Notation(
            position.dump_position,
            position.load_position,
            keys=("seats", "hit_points", "board"),
            optional=("monoliths",),
        ),
    )
    turn_kinds = frozenset({"turn"})
    grammar = grammar.GRAMMAR

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """Return the state before the factions are chosen. Raises `BadNotation`."""
        seats = formation.seats
        return State(
            options=Options(**read_options(MATCH_OPTIONS, options, NEWEST_RULINGS)),
            teams=formation.teams,
            factions=(None,) * seats,
            stacks=((),) * seats,
            reserves=((),) * seats,
            discards=((),) * seats,
        )

    def playing(self, state: State) -> tuple[int, ...]:
        """Return all seats until the match is over: nobody drops out of it (R15.1)."""
        return tuple(range(len(state.teams))) if state.result is None else ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return all open choices, at most one a seat."""
        return choosing.choices(state)

    def no_choice(self, state: State, seat: int) -> GameError:
        """Return why a seat has no open choice of the key that was asked for."""
        return refusals.no_choice(state, seat)

    def verbs_of(self, state: State, choice: Choice) -> Sequence[Verb]:
        """Return the verbs in question in an open choice."""
        return grammar.candidates(state, choice.seat)

    def candidates(self, state: State, seat: int) -> Sequence[Verb]:
        """Return the verbs in question for a seat."""
        return grammar.candidates(state, seat)

    def carry_out(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Return the step of an action that is known to be legal. Called by `apply`, and by random play."""
        name = action[0]
        draft = state.draft()
        events: list[ev.Event] = []
        verb = grammar.VERBS[name]
        verb.perform(draft, seat, action[1:], events, draws)
        if name not in ("faction", "prepare") and not _still_asked(state, draft):
            draft.step += 1
        secret = name == "prepare" or (name == "choose" and state.cause is not None)
        boundary = verb.final or _is_boundary(state, draft, seat)
        return Step(draft, tuple(events), boundary, secret, _turns_ended(state, draft, events))

    def leave(self, state: State, seat: int, reason: str, draws: Draws) -> Step:
        """Return the end of the match: a seat that gives up or runs out of time loses for its team (R12.5, R15.1)."""
        if state.result is not None:
            raise over("R12")
        draft = state.draft()
        events: list[ev.Event] = []
        winners = tuple(other for other, team in enumerate(state.teams) if team != state.teams[seat])
        flow.finish(draft, winners, reason, events)
        draft.step += 1
        return Step(draft, tuple(events), boundary=True)

    def conclude(self, state: State, result: Result) -> Step:
        """Return the end of a match that the players have agreed on (R12.5)."""
        draft = state.draft()
        events: list[ev.Event] = []
        flow.finish(draft, result.winners, result.reason, events)
        return Step(draft, tuple(events), boundary=True)

    def counted(self, state: State, played: Sequence[tuple[int, Action]]) -> Sequence[Counts]:
        """Return the faction of each seat, and the tiles that it has placed."""
        placed = tokens_behind(played, "place", len(state.teams))
        return [
            {"army": {} if own is None else {own.id: 1}, "tile": tiles}
            for own, tiles in zip(state.factions, placed, strict=True)
        ]

    def counted_title(self, topic: str, word: str) -> Message | None:
        """Return the name of a faction or of a tile."""
        if topic == "army":
            return faction(word).title if word in FACTIONS else None
        return next((faction(one).by_id[word].title for one in FACTIONS if word in faction(one).by_id), None)

    def view(self, state: State, seat: int | None) -> View:
        """Return what the seat may know."""
        return projection.view(state, seat)

    def rehearse(self, view: View, seat: int) -> State:
        """Return the position of a seat's view as if its next turn began now. Raises `IllegalAction`."""
        return worlds.next_turn(view, seat)

    def show(self, event: ev.Event, seat: int | None) -> ev.Event:
        """Return the event as the seat may see it."""
        return ev.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Return True while an answer (R5.10) or the tiles in a monolith (R13.1) are hidden from others."""
        if state.result is not None:
            return False
        if action[0] == "prepare":
            monolith = state.monoliths[seat]
            return monolith is not None and not monolith.known
        if not state.answers:
            return False
        kinds = {q.kind for q in choosing.questions(state)}
        return any(a.kind in kinds for a in state.answers)

    def result(self, state: State) -> Result | None:
        """Return how the match ended."""
        return state.result


def _still_asked(before: State, after: State) -> bool:
    """Return True if the same round still waits: then the keys of other seats' choices must stay as they are.

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


def _turns_ended(before: State, after: State, events: Sequence[ev.Event]) -> tuple[int, ...]:
    """Return the seats whose turn ended: after that comes another turn, the last battle or the end of the match."""
    if before.turn == after.turn and after.battle is None and after.result is None:
        return ()
    return tuple([event.seat for event in events if isinstance(event, ev.TurnEnded)])


def _is_boundary(before: State, after: State, seat: int) -> bool:
    """Return True if an action of a verb that is not final cannot be taken back all the same."""
    own_turn = before.stage == after.stage == "turn" and before.turn == after.turn and after.active == seat
    if not own_turn or before.battle is not None or after.battle is not None:
        return True
    # Somebody else is asked now, or has answered in this round already.
    if not before.answers and not choosing.asking(after):
        return False
    asked = choosing.questions(after)
    return any(question.seat != seat for question in asked) or any(answer.seat != seat for answer in before.answers)


GAME: Final = MonolithArena()
