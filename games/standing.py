"""What a game may offer besides `games.api.Game`: answers given in advance, turns to plan, hours for some choices.

All of it is optional. A game that has choices outside one's own turn (windows, sealed answers, abilities that may be
used at any time) can let players answer them before they are asked: a *standing instruction*. Its `Standing` says what
can be instructed, as a walk of fields like that through `Game.next_field`, and what a seat does now because of it. The
match service asks it after every step, beginning with the seat whose entry that was and then in the order of the seats,
until nobody does anything more. What comes out is an action like any other: it stands in the history as if the player
had sent it, and only its owner is told where it came from.

Somebody's next turn can be planned in every game: actions that are carried out when it comes. A game in which seats are
asked in others' turns, too, says as a `PlannedGame` which choices are turns.

A game whose windows close after hours of their own, whatever the clocks of the players say, is a `TimedGame`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from games.api import Action, BadNotation, Choice, Field, Game, GameError, IllegalAction, Ready
from games.messages import Message
from games.values import value
from games.verbs import SHOWN

Instruction = tuple[str, ...]
"""The tokens of an instruction, its topic first: ``("call", "again", "3")``. No token has a dot, a colon, a semicolon
or a blank in it, and the line that they make joined by blanks has at most `LONGEST` characters."""

LONGEST: Final = 70
"""Characters of an instruction: it stands in the ids of buttons."""


@value
class Topic:
    """Something that can be answered in advance. Of each topic a player has one instruction for a match."""

    id: str
    """The first token of its instructions: at most 16 small letters, digits or underscores."""
    title: Message
    """What it is called on a button: at most 60 characters."""
    help: Message
    """What it is about, in one sentence of at most 100 characters."""
    proposed: bool = False
    """Panels ask for it as soon as it has any answer, until the player has given one; it takes a single answer."""
    named: Callable[[Any], Message] | None = None
    """Returns the title for the seat of a view, where that depends on the match; only called where it is of use."""


V_contra = TypeVar("V_contra", contravariant=True)


class Standing(Protocol[V_contra]):
    """What can be instructed in a game, and what follows from it. All answers are pure functions.

    A view is that of the seat whose player instructs (`Game.view`). It is `None` where somebody instructs for all
    matches of the game at once; then everything is offered that any match could want.
    """

    topics: tuple[Topic, ...]
    """What can be instructed, the most useful first; at most 25."""

    def instruct(self, view: V_contra | None, tokens: Sequence[str]) -> Field | Ready:
        """Return the next thing to decide after `tokens`, which begin with a topic, or the whole instruction.

        After a topic that is of no use to the seat in its match it is a field without values.

        Where a field takes several values they are kept in the order in which they were picked, so that a field can
        ask for an order of preference. Raises `IllegalAction` for tokens that are not the start of an instruction.
        """
        ...

    def asked(self, tokens: Sequence[str], field: Field) -> Message:
        """Return what is asked after these tokens, as a sentence."""
        ...

    def label(self, tokens: Sequence[str], value: str) -> Message:
        """Return what a value of the next field after these tokens is called: at most 80 characters."""
        ...

    def sentence(self, instruction: Instruction) -> Message:
        """Return what a whole instruction says, as a sentence to its owner."""
        ...

    def follow(self, view: V_contra, seat: int, instructions: Sequence[Instruction]) -> Action | None:
        """Return the action by which the seat follows its instructions now, or `None` where they ask for nothing.

        It is a legal action of one of the seat's open choices (also of one that is not `must`), found from its own view
        alone. `instructions` hold at most one of each topic, and may be from another match or of an earlier position:
        what does not fit asks for nothing. It has to come to an end: after some actions of its own it gives `None`.
        """
        ...


@runtime_checkable
class StandingGame(Protocol):
    """A game whose players may answer in advance."""

    standing: Standing[Any]


@runtime_checkable
class TimedGame(Protocol):
    """A game that gives some of its choices hours of their own."""

    def seconds_for(self, options: Mapping[str, Any], choice: Choice) -> int | None:
        """Return the seconds that a seat has for a choice with these options; `None` where its clock decides.

        The choice has a `default`, which is taken at the end of this time, also in a match without clocks. Meanwhile
        the seat's own clock stands still.
        """
        ...


@runtime_checkable
class UnaskedGame(Protocol):
    """A game whose rules ask for some actions that nobody has to decide: dealing, or a pass that gives nothing away.

    The match service carries them out after every step, as actions of that seat like any other, so that nobody is
    called for them. A history has them written down; it is folded without asking the game again.
    """

    def unasked(self, state: Any) -> tuple[int, Action] | None:
        """Return the next such action and its seat, `None` where somebody has to decide.

        It has to come to an end: after some actions of its own it gives `None`.
        """
        ...


@runtime_checkable
class ProposingStanding(Protocol):
    """What can be instructed in a game that proposes instructions, for players to take over with one press."""

    proposed: tuple[Instruction, ...]
    """At most one of each topic."""


@runtime_checkable
class AskingStanding(Protocol[V_contra]):
    """What can be instructed in a game in which a seat may know what it will be asked before it is its turn."""

    def due(self, view: V_contra) -> tuple[str, ...]:
        """Return the topics about which the reader of a view is certain to be asked when its turn comes.

        Panels ask for them at once and show what was said until then. Each takes a single answer.
        """
        ...


@runtime_checkable
class TellingStanding(Protocol[V_contra]):
    """What can be instructed in a game whose own pages ask for some of it."""

    def told(self, view: V_contra) -> tuple[str, ...]:
        """Return the topics that the panel of the reader of a view asks about now: it tells what was said of them."""
        ...


@runtime_checkable
class ForeseeingStanding(Protocol[V_contra]):
    """What can be instructed in a game in which what is pressed now may call for an answer that is given already."""

    def foreseen(self, view: V_contra, instructions: Sequence[Instruction]) -> Message | None:
        """Return what the reader's instructions will answer to what may come of the next step, as a sentence.

        `None` where they answer nothing, or nobody would wonder what.
        """
        ...


@runtime_checkable
class PlannedGame(Protocol):
    """A game that says which of its choices are one's own turn; else every one that is waited for and no window is."""

    turn_kinds: frozenset[str]
    """Their kinds."""


def is_turn(game: Game[Any], choice: Choice) -> bool:
    """Return whether a choice is the seat's own turn, which can be planned, not a question in another's."""
    own = choice.kind in game.turn_kinds if isinstance(game, PlannedGame) else not choice.window
    return own and choice.must


def standing_of(game: Game[Any]) -> Standing[Any] | None:
    """Return what can be instructed in a game; `None` where nothing can."""
    return game.standing if isinstance(game, StandingGame) else None


def unasked(game: Game[Any], state: Any) -> tuple[int, Action] | None:
    """Return the next action that nobody has to decide, with its seat; `None` where somebody has to."""
    return game.unasked(state) if isinstance(game, UnaskedGame) else None


def proposed(rules: Standing[Any]) -> tuple[Instruction, ...]:
    """Return the instructions that a game proposes."""
    return rules.proposed if isinstance(rules, ProposingStanding) else ()


def due(rules: Standing[V_contra], view: V_contra) -> tuple[str, ...]:
    """Return the topics about which the reader of a view is certain to be asked when its turn comes."""
    return rules.due(view) if isinstance(rules, AskingStanding) else ()


def told(rules: Standing[V_contra], view: V_contra) -> tuple[str, ...]:
    """Return the topics of which the panel of the reader of a view tells what was said."""
    return rules.told(view) if isinstance(rules, TellingStanding) else ()


def foreseen(rules: Standing[V_contra], view: V_contra, instructions: Sequence[Instruction]) -> Message | None:
    """Return what a reader's instructions will answer to what may come of the next step; `None` for nothing."""
    return rules.foreseen(view, instructions) if isinstance(rules, ForeseeingStanding) else None


def seconds_for(game: Game[Any], options: Mapping[str, Any], choice: Choice) -> int | None:
    """Return the seconds that a seat has for a choice with these options; `None` where its clock decides."""
    return game.seconds_for(options, choice) if isinstance(game, TimedGame) else None


def topic_of(standing: Standing[Any], tokens: Sequence[str]) -> Topic:
    """Return the topic that the first token names. Raises `IllegalAction`."""
    for topic in standing.topics:
        if tokens and tokens[0] == topic.id:
            return topic
    raise IllegalAction(Message("There is no standing instruction of that name."))


def topics_of(standing: Standing[V_contra], view: V_contra | None) -> list[Topic]:
    """Return the topics that are of use to the seat of a view, in their order."""
    found = ((topic, standing.instruct(view, (topic.id,))) for topic in standing.topics)
    useful = [topic for topic, field in found if isinstance(field, Ready) or field.values]
    return [
        topic if view is None or topic.named is None else replace(topic, title=topic.named(view)) for topic in useful
    ]


def walk(tokens: Sequence[str], following: Callable[[Sequence[str]], Field | None]) -> Field | Ready:
    """Return the field after the tokens of an instruction, or the whole of it: `Standing.instruct` for most games.

    `following` returns the field after a topic and some tokens that fit, `None` where the instruction is whole. Raises
    `IllegalAction` with the rule of the field.
    """
    field = following(tokens[:1])
    for at, token in enumerate(tokens[1:], 1):
        if field is None:
            raise IllegalAction(Message("“{word}” is one word too many.", word=token[:SHOWN]))
        if token not in field.values:
            raise IllegalAction(Message("“{word}” is not possible here.", word=token[:SHOWN]), field.rule)
        field = following(tokens[: at + 1])
    return Ready(tuple(tokens)) if field is None else field


def read(standing: Standing[V_contra], view: V_contra | None, tokens: Sequence[str]) -> Instruction:
    """Return the whole instruction that the tokens make. Raises `IllegalAction`."""
    topic_of(standing, tokens)
    found = standing.instruct(view, tokens)
    if not isinstance(found, Ready):
        if found.least > 0:
            raise IllegalAction(Message("The instruction is not complete."))
        return tuple(tokens)
    return found.action


def parse(standing: Standing[Any], line: str) -> Instruction:
    """Return the instruction of a stored line. Raises `BadNotation` for one that the game does not know."""
    try:
        return read(standing, None, line.split())
    except GameError as refused:
        raise BadNotation(refused.message) from refused


def line(instruction: Instruction) -> str:
    """Return the line that an instruction is stored as."""
    return " ".join(instruction)
