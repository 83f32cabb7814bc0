"""The walk through the tokens of an action, once for all games: options, legal actions, typed words, refusals.

A `Grammar` has the verbs of a game (`games.verbs.Verb`). Its default sentences do for a small game; a game that knows
better reasons or reads more than tokens in any case overrides `refusal` or the parts of it, `plain` and `take`.
`GameOfVerbs` is the part of `games.api.Game` that follows from a grammar.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from games.api import Action, BadNotation, Choice, Field, GameError, IllegalAction, NotYourChoice, Ready, Step
from games.draws import Draws
from games.messages import Message, Several
from games.verbs import Refused, Verb, not_open

S = TypeVar("S")

MAX_LENGTH: Final = 200
"""Characters of a typed action."""
MOST_VALUES: Final = 25
"""How many values a sentence lists."""
NO_WORD: Final = Message("An action has at least one word.")


@dataclass(slots=True)
class Reading(Generic[S]):
    """Typed words that are being read, from the left to the right."""

    state: S
    seat: int
    verb: Verb[S, Any]
    said: list[str]
    """The tokens read so far, the verb first."""
    words: list[str]
    """The words that are left."""


class Grammar(Generic[S]):
    """The verbs of a game, and everything that follows from them.

    `among` are always the verbs that are in question, whether they can be used now or not: those of one open choice,
    or of all open choices of a seat (`GameOfVerbs.candidates`).
    """

    def __init__(self, verbs: Iterable[Verb[S, Any]]) -> None:
        self.verbs: Mapping[str, Verb[S, Any]] = {verb.name: verb for verb in verbs}
        self._spoken = {simplified(name): verb.name for verb in self.verbs.values() for name in verb.spoken}
        self._kinds: dict[str, tuple[Verb[S, Any], ...]] = {}

    def of_kind(self, kind: str) -> tuple[Verb[S, Any], ...]:
        """Return the verbs that answer choices of a kind."""
        if kind not in self._kinds:
            self._kinds[kind] = tuple([v for v in self.verbs.values() if not v.kinds or kind in v.kinds])
        return self._kinds[kind]

    def next_field(self, state: S, seat: int, tokens: Sequence[str], among: Sequence[Verb[S, Any]]) -> Field | Ready:
        """Return the field of the next token after `tokens`, or the whole action. Raises `GameError`."""
        if not tokens:
            return Field("action", tuple([verb.name for verb in among if verb.available(state, seat)]))
        field = self._walk(state, seat, tokens, among, whole=False)
        return Ready(tuple(tokens)) if field is None else field

    def check(self, state: S, seat: int, action: Sequence[str], among: Sequence[Verb[S, Any]]) -> None:
        """Raise the `GameError` that says why these tokens are no legal action, if they are none."""
        if not action:
            raise IllegalAction(NO_WORD)
        field = self._walk(state, seat, action, among, whole=True)
        if field is not None and field.least:
            raise self.refusal(Refused(state, seat, tuple(action), len(action), self.verbs[action[0]], field))

    def _walk(
        self, state: S, seat: int, tokens: Sequence[str], among: Sequence[Verb[S, Any]], *, whole: bool
    ) -> Field | None:
        """Check tokens one by one; return the field after them, `None` when nothing can follow."""
        verb = self.verbs.get(tokens[0])
        if verb is None or verb not in among or (verb.usable is not None and not verb.usable(state, seat)):
            raise self.refusal(Refused(state, seat, tuple(tokens), 0, verb, whole=whole))
        next_field = verb.field
        field = next_field(state, seat, ())
        if field is not None and not field.values:
            raise self.refusal(Refused(state, seat, tuple(tokens), 0, verb, whole=whole))
        for at in range(1, len(tokens)):
            if field is None or tokens[at] not in field.values:
                raise self.refusal(Refused(state, seat, tuple(tokens), at, verb, field, whole))
            field = next_field(state, seat, tokens[1 : at + 1])
        return field

    def legal(self, state: S, seat: int, among: Sequence[Verb[S, Any]]) -> Iterator[Action]:
        """Yield every legal action that begins with one of these verbs."""
        for verb in among:
            if verb.available(state, seat):
                yield from self.completions(state, seat, verb)

    def completions(self, state: S, seat: int, verb: Verb[S, Any]) -> Iterator[Action]:
        """Yield every legal action of a verb that can be used now; picks from one field come in one order only."""
        todo: list[tuple[Action, int]] = [((), 0)]
        while todo:
            tokens, first = todo.pop()
            field = verb.field(state, seat, tokens)
            if field is None:
                yield (verb.name, *tokens)
                continue
            if field.least == 0:
                yield (verb.name, *tokens)
            values, several = field.values, field.most > 1
            todo += [
                ((*tokens, values[at]), at if several else 0)
                for at in range(len(values) - 1, first - 1, -1)
                if at == first or values[at] != values[at - 1]
            ]

    # ------------------------------------------------------------------------------------------------------ reading

    def read(self, state: S, seat: int, typed: Sequence[str], among: Sequence[Verb[S, Any]]) -> Action:
        """Return the action that typed words mean, in the tokens of `next_field`.

        Each word is read as the field that is open after those before it, as long as they are the beginning of a
        legal action. What comes back need not be legal: `check` tells why. Raises `BadNotation`.
        """
        text = " ".join(typed)
        if len(text) > MAX_LENGTH:
            raise BadNotation(Message("An action has at most {most} characters.", most=MAX_LENGTH))
        words = text.split()
        if not words:
            raise BadNotation(NO_WORD)
        name, words = self._verb_of(words)
        words = self.plain(name, words)
        verb = self.verbs.get(name)
        if verb is None or verb not in among or (verb.usable is not None and not verb.usable(state, seat)):
            return (name, *words)
        reading = Reading(state, seat, verb, [name], words)
        field = verb.field(state, seat, ())
        while field is not None:
            left = len(reading.words)
            token = self.take(reading, field) if field.values else None
            if token is not None:
                reading.said.append(token)
                if token not in field.values:
                    return (*reading.said, *reading.words)
                field = verb.field(state, seat, reading.said[1:])
            elif len(reading.words) == left:
                break
        return (*reading.said, *self.surplus_words(reading))

    def _verb_of(self, words: list[str]) -> tuple[str, list[str]]:
        """Return the name of the verb that the words begin with, and the words after it."""
        for length in range(len(words) if self._spoken else 0, 0, -1):
            if name := self._spoken.get(simplified(" ".join(words[:length]))):
                return name, words[length:]
        return words[0].lower(), words[1:]

    def plain(self, verb: str, words: list[str]) -> list[str]:
        """Return the words after a verb with those replaced that mean some token in every state."""
        return words

    def take(self, reading: Reading[S], field: Field) -> str | None:
        """Remove the next words from those being read and return the token of `field` that they mean.

        Return `None` for words that mean nothing, or when there is none to read.
        """
        if not reading.words:
            return None
        word = reading.words.pop(0)
        folded = word.casefold()
        return next((value for value in field.values if value.casefold() == folded), word)

    def surplus_words(self, reading: Reading[S]) -> list[str]:
        """Return the words after a whole action that cannot be ignored."""
        return reading.words

    # ----------------------------------------------------------------------------------------------------- refusing

    def refusal(self, at: Refused[S]) -> GameError:
        """Return why tokens are refused, in one sentence with the rule behind it."""
        if at.at == 0:
            return self.closed(at)
        if at.field is None:
            return at.because(Message("“{word}” is one word too many.", word=at.shown))
        if at.at == len(at.tokens):
            return self.missing(at.field)
        assert at.verb is not None
        return (at.verb.refuse(at) if at.verb.refuse is not None else None) or self.wrong(at)

    def closed(self, at: Refused[S]) -> GameError:
        """Return why a verb cannot be used now."""
        if at.verb is None:
            return IllegalAction(Message("There is no action “{word}”.", word=at.shown))
        own = at.verb.closed(at.state, at.seat) if at.verb.closed is not None else None
        return own or NotYourChoice(Message("That is not possible now."), at.verb.rule)

    def missing(self, field: Field) -> GameError:
        """Return the refusal of an action that is not whole; `field` comes next."""
        return IllegalAction(Message("Something is missing: choose {values}.", values=listed(field)), field.rule)

    def wrong(self, at: Refused[S]) -> GameError:
        """Return the refusal of a token that is not among the values of its field, without a reason of the verb's."""
        assert at.field is not None
        values = listed(at.field)
        return at.because(Message("“{word}” is not possible here; choose {values}.", word=at.shown, values=values))


def simplified(text: str) -> str:
    """Return a name as it is compared: letters and digits in small letters, with single blanks for all else."""
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()


def listed(field: Field) -> Several:
    """Return the values of a field for a sentence, at most `MOST_VALUES`."""
    return Several(tuple(dict.fromkeys(field.values))[:MOST_VALUES], either=True)


class GameOfVerbs(ABC, Generic[S]):
    """The part of a `games.api.Game` that follows from its verbs and its open choices.

    A small game sets `grammar` and defines `choices`; the rest is for games with more to say.
    """

    grammar: Grammar[S]

    @abstractmethod
    def choices(self, state: S) -> tuple[Choice, ...]:
        """Return all open choices."""

    def verbs_of(self, state: S, choice: Choice) -> Sequence[Verb[S, Any]]:
        """Return the verbs in question in an open choice, whether they can be used now or not."""
        return self.grammar.of_kind(choice.kind)

    def candidates(self, state: S, seat: int) -> Sequence[Verb[S, Any]]:
        """Return the verbs in question in all open choices of a seat."""
        return [verb for choice in self.choices(state) if choice.seat == seat for verb in self.verbs_of(state, choice)]

    def no_choice(self, state: S, seat: int) -> GameError:
        """Return why a seat has no open choice of the key that was asked for."""
        return not_open()

    def choice(self, state: S, seat: int, key: str) -> Choice:
        """Return the open choice of a seat with that key. Raises `NotYourChoice`."""
        for choice in self.choices(state):
            if choice.seat == seat and choice.key == key:
                return choice
        raise self.no_choice(state, seat)

    def next_field(self, state: S, seat: int, key: str, tokens: Sequence[str] = ()) -> Field | Ready:
        """Return the next field after `tokens` in the choice `key`, or the whole action. Raises `GameError`."""
        return self.grammar.next_field(state, seat, tokens, self.verbs_of(state, self.choice(state, seat, key)))

    def legal(self, state: S, seat: int, key: str) -> list[Action]:
        """Return every legal action of the choice `key`. Raises `NotYourChoice`."""
        return list(self.grammar.legal(state, seat, self.verbs_of(state, self.choice(state, seat, key))))

    def read(self, state: S, seat: int, typed: Sequence[str]) -> Action:
        """Return the action that typed words mean. Raises `BadNotation`."""
        return self.grammar.read(state, seat, typed, self.candidates(state, seat))

    def apply(self, state: S, seat: int, action: Action, draws: Draws) -> Step:
        """Carry out a legal action. Raises `NotYourChoice` and `IllegalAction`."""
        self.grammar.check(state, seat, action, self.candidates(state, seat))
        return self.carry_out(state, seat, action, draws)

    def carry_out(self, state: S, seat: int, action: Action, draws: Draws) -> Step:
        """Return the step that a legal action leads to. Called by `apply` after the check.

        Here the verb's `perform` returns the step, called with the state, the seat, the tokens after the verb and the
        draws; games whose verbs work on something else override this.
        """
        verb = self.grammar.verbs[action[0]]
        step: Step = verb.perform(state, seat, action[1:], draws)
        return replace(step, boundary=True) if verb.final and not step.boundary else step
