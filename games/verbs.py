"""What a player can say in a game: its verbs, one record each, and what is known where one is refused.

An action is a verb and its tokens. The record of a verb says which token may come next, which is at the same time the
definition of what is legal, and what the whole action does. `games.grammar` walks through the tokens, lists what is
legal, reads typed words and refuses the rest; a game says only what its verbs do::

    BID = Verb(
        "bid", "L2.1", Message("Bid"), Message("Say how many dice show a number"), _bid, ("number", "face"), _field
    )
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from games.api import Action, Field, GameError, IllegalAction, NotYourChoice
from games.messages import Message

S = TypeVar("S")
P = TypeVar("P")
FieldOf: TypeAlias = Callable[[S, int, Sequence[str]], Field | None]
"""Returns the field of the next token after these tokens of a seat, `None` when there is none."""

SHOWN: Final = 40
"""How many characters of a refused word a sentence quotes."""


def nothing_more(state: object, seat: int, tokens: Sequence[str]) -> Field | None:
    """Return no field: the verb is the whole action."""
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Verb(Generic[S, P]):
    """One verb of a game with the states `S`. `P` is the type of `perform`, which the game itself calls."""

    name: str
    """The first token of its actions."""
    rule: str
    """The number of the rule that describes it."""
    title: Message
    """Its name for people."""
    help: Message
    """What it does, in at most 100 characters."""
    perform: P
    """Carry out a legal action."""
    parts: tuple[str, ...] = ()
    """What the tokens after the verb mean, in their order. Those at the end may be missing, the last may repeat."""
    field: FieldOf[S] = nothing_more
    """Return the field of the next token after these tokens (without the verb), `None` when the action is whole.

    It is called with tokens that it has offered itself. A first field without values means that the verb cannot be
    used now.
    """
    _: KW_ONLY
    kinds: tuple[str, ...] = ()
    """The kinds of choices that it is an answer to; empty for all kinds."""
    usable: Callable[[S, int], bool] | None = None
    """Return True if nothing but an empty first field can speak against the verb now."""
    cost: int = 0
    """How many actions of the turn it uses up, in games that count them."""
    final: bool = False
    """It can never be taken back."""
    confirm: bool = False
    """Its slash command shows what would follow and asks before it is carried out."""
    spoken: tuple[str, ...] = ()
    """Other names by which people type it; they may have blanks."""
    closed: Callable[[S, int], GameError | None] | None = None
    """Return why the seat cannot use the verb now, `None` where there is no reason of its own."""
    refuse: Callable[[Refused[S]], GameError | None] | None = None
    """Return why a token is not among the values of its field, `None` where there is no reason of its own."""

    def available(self, state: S, seat: int) -> bool:
        """Return True if the seat can use the verb now in at least one way."""
        if self.usable is not None and not self.usable(state, seat):
            return False
        first = self.field(state, seat, ())
        return first is None or bool(first.values)


@dataclass(frozen=True, slots=True)
class Refused(Generic[S]):
    """Tokens that are no legal action, nor the beginning of one."""

    state: S
    seat: int
    tokens: Action
    """All of them."""
    at: int
    """Which of them is refused, from 0; the number of tokens where something is missing after them."""
    verb: Verb[S, Any] | None
    """The verb that they begin with, if there is such a verb."""
    field: Field | None = None
    """The field that the token should be of, if there is one."""
    whole: bool = True
    """The tokens were meant to be a whole action."""

    @property
    def said(self) -> Action:
        """Return the tokens before the refused one, the verb first."""
        return self.tokens[: self.at]

    @property
    def token(self) -> str:
        """Return the refused token. There must be one."""
        return self.tokens[self.at]

    @property
    def shown(self) -> str:
        """Return the refused token as far as a sentence has room for it."""
        return self.token[:SHOWN]

    def because(self, message: Message, rule: str = "") -> IllegalAction:
        """Return the refusal with this sentence, by the rule of the field or the verb where none is given."""
        of_field = self.field.rule if self.field is not None else ""
        return IllegalAction(message, rule or of_field or (self.verb.rule if self.verb is not None else ""))


def over(rule: str) -> NotYourChoice:
    """Return the refusal of whatever comes after the end of the match."""
    return NotYourChoice(Message("The match is over."), rule)


def not_your_turn(rule: str) -> NotYourChoice:
    """Return the refusal to act in the turn of another."""
    return NotYourChoice(Message("It is not your turn."), rule)


def not_open(rule: str = "") -> NotYourChoice:
    """Return the refusal to answer a choice that has been made already, or never came up."""
    return NotYourChoice(Message("This choice is no longer open."), rule)


NEVER: Final = Field("nothing", ())
"""The first field of a verb that cannot be used now."""


def single(
    name: str, values: Callable[[S, int], Sequence[str]], rule: str = "", *, least: int = 1
) -> Callable[[S, int, Sequence[str]], Field | None]:
    """Return the `field` of a verb with one token, one of these values; with `least` 0 it may be left out."""

    def field(state: S, seat: int, tokens: Sequence[str]) -> Field | None:
        return None if tokens else Field(name, tuple(values(state, seat)), rule, least)

    return field


def picking(name: str, values: Sequence[str], number: int, tokens: Sequence[str], rule: str = "") -> Field | None:
    """Return the field from which `number` values are picked, without those in `tokens`; `None` when all are."""
    rest = list(values)
    for token in tokens:
        rest.remove(token)
    missing = number - len(tokens)
    return Field(name, tuple(rest), rule, missing, missing) if missing else None
