"""Arena of Heroes as a `games.api.Game`: the one face of all its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.api import (
    Action,
    Choice,
    Formation,
    GameError,
    MatchOption,
    NotYourChoice,
    Result,
    Step,
    read_options,
)
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import notation, play, projection
from games.arena_of_heroes.cards import CARDS, DIGGING, HEROES, WOODRUNNER
from games.arena_of_heroes.errands import ArenaErrands
from games.arena_of_heroes.grammar import MATCH, PASS, is_held
from games.arena_of_heroes.setup import RANDOM, deck_form, opened, pool_form
from games.arena_of_heroes.standing import Standing
from games.arena_of_heroes.state import State, result_of
from games.arena_of_heroes.studies import Studied
from games.arena_of_heroes.verbs import ANSWER, in_order, in_turn
from games.arena_of_heroes.view import Question, View
from games.codec import Form, Notation, Stored
from games.computers import Computers, Strength
from games.draws import Draws
from games.grammar import GameOfVerbs
from games.messages import Message
from games.reviews import Reviewing
from games.statistics import Counts, Topic, tokens_behind
from games.verbs import Verb, not_open, not_your_turn, over

FORMATIONS: Final = (
    Formation("1v1", (0, 1), Message("1 against 1")),
    Formation("1v1v1", (0, 1, 2), Message("Each against each, three players")),
    Formation("1v1v1v1", (0, 1, 2, 3), Message("Each against each, four players")),
)
"""Everybody plays alone."""

LONGEST_HOLD: Final = 24 * 60
"""The most minutes that an attack waits for others."""

MATCH_OPTIONS: Final = (
    MatchOption(
        "mode",
        Message("Game"),
        Message("Basic, with more heroes, or with arena cards and exploring"),
        default="basic",
        choices=(
            ("basic", Message("Basic game")),
            ("heroes", Message("All heroes")),
            ("advanced", Message("Advanced game")),
        ),
    ),
    MatchOption(
        "pool",
        Message("Heroes"),
        Message("all, green, orange, or the codes of sides as in Bg Do Fg; in the basic game green ones only"),
        default="all",
        form=pool_form,
        named=(
            ("all", Message.term("heroes", "all")),
            ("green", Message("green sides")),
            ("orange", Message("orange sides")),
        ),
    ),
    MatchOption(
        "deck",
        Message("Arena cards"),
        Message("Of the advanced game: base, all, or the numbers of at least 15 cards as in B01 B02 X03"),
        default="base",
        form=deck_form,
        named=(("base", Message("the basic deck")), ("all", Message("all cards"))),
    ),
    MatchOption(
        "attack_die",
        Message("Attack die"),
        Message("Six different symbols, or ten faces for slightly shorter games"),
        default="d6",
        choices=(("d6", Message("Six faces")), ("d10", Message("Ten faces"))),
    ),
    MatchOption(
        "hold_minutes",
        Message("Reaction hold, in minutes"),
        Message("How long an attack waits for others after a reveal or a loss; 0 for not at all"),
        default=0,
        bounds=(0, LONGEST_HOLD),
    ),
)

COMPUTERS: Final = Computers(
    "games.arena_of_heroes.player",
    (
        ("squire", Message("Guesses one hiding place and fires; it takes cover when it is almost too late.")),
        ("knight", Message("Weighs every shot, and gets out of sight when it is found.")),
        ("warlord", Message("Plans its whole turn and reads from your shots where you are not.")),
    ),
    (Strength("squire", 1336, 60), Strength("knight", 1557, 45), Strength("warlord", 1584, 36)),
)

REVIEWING: Final = Reviewing(
    "games.arena_of_heroes.player.judging",
    luck=Message("Luck of the dice"),
    method=Message("Both are averages over all dice and all hideouts where somebody may be."),
    luck_note=Message("Only what a player rolled in their own turns counts."),
)

UNDONE: Final = (("shield",), ("veil",), ("use", "B03"), ("use", "X02"), ("use", "X07"))
"""What neither rolls nor draws nor shows anything new, and may be taken back."""

TOPICS: Final = (
    Topic("hero", Message("Heroes"), chosen=True),
    Topic("card", Message("Arena cards used")),
)


class ArenaOfHeroes(GameOfVerbs[State], Stored[State], Studied):
    """The game; it has no state of its own."""

    name = "arena_of_heroes"
    title = Message("Arena of Heroes")
    formations: tuple[Formation, ...] = FORMATIONS
    match_options: tuple[MatchOption, ...] = MATCH_OPTIONS
    rulings = 1
    open_verbs: tuple[str, ...] = ("pass",)
    computers = COMPUTERS
    reviewing = REVIEWING
    form = Form(
        State,
        name,
        Notation(
            lambda state: {"position": notation.write_now(state)},
            lambda data: notation.read(data["position"]).state,
            group="now",
        ),
    )
    turn_kinds = frozenset({"pick", "turn"})
    grammar = MATCH
    standing = Standing()
    errands = ArenaErrands()
    topics = TOPICS
    puzzles = "games.arena_of_heroes.puzzles"

    def new(self, formation: Formation, options: Mapping[str, Any]) -> State:
        """Return the state before the heroes are picked. Raises `BadNotation`."""
        return opened(formation.seats, read_options(MATCH_OPTIONS, options))

    def playing(self, state: State) -> tuple[int, ...]:
        """Return the seats that are not out; nobody when the match is over (A5.7)."""
        if state.phase == "over":
            return ()
        gone = {seat for group in state.out for seat in group} | set(state.leaving)
        return tuple(seat for seat in range(state.seats) if seat not in gone)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return all open choices (A7): the active seat has its turn, all others may use abilities at any time."""
        if state.phase == "over":
            return ()
        if state.question is not None:
            return (_asked(state.question, state.step),)
        choices = []
        for seat in state.around():
            kind, key = play.kind_of(state, seat), str(state.since[seat])
            if kind == "pick":
                choices.append(Choice(seat, kind, f"p{key}", default=("pick", RANDOM)))
            elif kind == "turn":
                choices.append(Choice(seat, kind, f"t{key}", default=("end",)))
            elif kind:
                choices.append(Choice(seat, kind, f"a{key}", must=False))
        choices += [Choice(seat, "hold", f"h{step}", default=("pass",), window=True) for seat, step in state.held]
        return tuple(choices)

    def no_choice(self, state: State, seat: int) -> GameError:
        """Return why a seat has no open choice of the key that was asked for."""
        if state.phase == "over":
            return over("A5.7.2")
        if state.question is not None:
            return NotYourChoice(Message("Somebody else has to answer a question first."), "A6.3")
        return not_your_turn("A5.0.2") if state.turn != seat else not_open("A5.0.2")

    def verbs_of(self, state: State, choice: Choice) -> Sequence[Verb[State, Any]]:
        """Return the verbs in question in an open choice."""
        return _verbs_of(state, choice.seat, choice.kind)

    def candidates(self, state: State, seat: int) -> Sequence[Verb[State, Any]]:
        """Return the verbs in question in all open choices of a seat."""
        if state.question is not None:
            return MATCH.of_kind(ANSWER) if state.question.seat == seat else ()
        kind = play.kind_of(state, seat)
        verbs = _verbs_of(state, seat, kind) if kind else ()
        return (*verbs, PASS) if is_held(state, seat) else verbs

    def legal(self, state: State, seat: int, key: str) -> list[Action]:
        """Return every legal action of the choice `key`. Raises `NotYourChoice`."""
        return in_order(super().legal(state, seat, key))

    def carry_out(self, state: State, seat: int, action: Action, draws: Draws) -> Step:
        """Return the step of a legal action. Called by `apply`."""
        if action[0] == "pass":
            scope = action[1] if len(action) > 1 else "once"
            return Step(*play.let_pass(state, seat, scope), boundary=True, secret=True)
        played = play.carry_out(state, seat, action, draws)
        same_turn = state.phase == played.state.phase == "turn" and state.turns == played.state.turns
        return _step(state, played, boundary=not (same_turn and action in UNDONE))

    def leave(self, state: State, seat: int, reason: str, draws: Draws) -> Step:
        """Take the hero of the seat out; the others play on, as long as there are two (A10.9).

        In the middle of an action it goes as soon as the action is over; till then its questions are answered for it.
        """
        if seat not in self.playing(state):
            raise NotYourChoice(Message("You are out of this match."), "A5.7.1")
        return _step(state, play.leave(state, seat, reason, draws))

    def conclude(self, state: State, result: Result) -> Step:
        """Return the end of a match that those who still play have agreed on."""
        return _step(state, play.conclude(state, result))

    def counted(self, state: State, played: Sequence[tuple[int, Action]]) -> Sequence[Counts]:
        """Return the hero of each seat, and the arena cards that it has used."""
        used = tokens_behind(played, "use", state.seats)
        return [
            {"hero": {} if own.type is None else {own.type.code: 1}, "card": cards}
            for own, cards in zip(state.heroes, used, strict=True)
        ]

    def counted_title(self, topic: str, word: str) -> Message | None:
        """Return the name of a hero or of an arena card."""
        known = HEROES if topic == "hero" else CARDS
        return known[word].title if word in known else None

    def view(self, state: State, seat: int | None) -> View:
        """Return what the seat may know."""
        return projection.view(state, seat, self.choices(state))

    def show(self, event: ev.Event, seat: int | None) -> ev.Event | None:
        """Return the event as the seat may see it."""
        return ev.show(event, seat)

    def sealed(self, state: State, seat: int, action: Action) -> bool:
        """Return True until the end: for how long a seat lets attacks pass is told to nobody else (A7)."""
        return state.phase != "over"

    def result(self, state: State) -> Result | None:
        """Return how the match ended."""
        return result_of(state)

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """Return how long an attack waits for a seat (A7): `games.standing.TimedGame`."""
        return 60 * int(options["hold_minutes"]) if choice.kind == "hold" else None


def _asked(question: Question, step: int) -> Choice:
    window = question.kind in (WOODRUNNER, DIGGING)
    return Choice(question.seat, question.kind, f"q{step}", default=("choose", question.default), window=window)


def _verbs_of(state: State, seat: int, kind: str) -> Sequence[Verb[State, Any]]:
    if kind == "turn":
        return in_turn(state, seat)
    return MATCH.of_kind(kind if state.question is None else ANSWER)


def _step(before: State, played: play.Played, *, boundary: bool = True) -> Step:
    after = played.state
    ended = before.phase == "turn" and (after.turns != before.stable().turns or after.phase == "over")
    turn = before.stable().turn
    return Step(after, played.events, boundary, turns_ended=(turn,) if ended else ())


GAME: Final = ArenaOfHeroes()
