"""The verbs of a match: those of the rules with what a match adds to them (M9), how they are typed and refused.

A pass may go further than the window (``pass card``) and be taken back (``recall``). An attacker may go on rolling
(``roll left2``, or ``ahead times3`` while others are asked) until told otherwise (``halt``). What to keep may be left
to the defaults (``usual``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games import grammar
from games.api import Field, GameError, IllegalAction, NotYourChoice
from games.draws import Draws
from games.messages import Message
from games.monsters_and_myths import catapults, defaults, fights, rounds, verbs
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CODES, LETTERS, NATIONS, size
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.state import State
from games.monsters_and_myths.verbs import ASIDE, Verb
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS, Rolling
from games.verbs import Refused

TIMES: Final = (2, 3, 5)
"""The numbers of rolls that may be said in advance."""
MOST_LEFT: Final = 4
"""The largest number of creatures that may be said in advance."""
_LIMIT: Final = re.compile(r"(left|times)(\d+)")
_NATIONS: Final = {name: nation.letter for nation in NATIONS for name in (nation.id, nation.letter.lower())}
_CODES: Final = {code.lower(): code for code in CODES}
_WIZARDS: Final = {f"{letter}w".lower(): f"{letter}w" for letter in LETTERS}


def _further(name: str, values: Sequence[str], tokens: Sequence[str], rule: str) -> Field | None:
    """Return the field of a last token that may be left out."""
    return None if tokens else Field(name, tuple(values), rule, least=0)


def _scope(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return _further("scope", catapults.scopes(state), tokens, "M6.4")


def _limits(state: State) -> tuple[str, ...]:
    left = [f"left{number}" for number in range(min(size(state.force), MOST_LEFT + 1))]
    return (*left, *(f"times{number}" for number in TIMES))


def _limit(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return _further("limit", _limits(state), tokens, "M5.11")


def _may_go_ahead(state: State, seat: int) -> bool:
    fighting = state.phase in ("ready", "exchange", "lose") and size(state.force) > 0
    return fighting and seat == state.active and state.rolling is None


def _limit_ahead(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else Field("limit", _limits(state), "M5.11")


def _go_ahead(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    draft.rolling = rolling_of(tokens[0])
    events.append(ev.RollingAhead(seat, draft.rolling))
    draft.aside(seat)


def rolling_of(token: str) -> Rolling:
    """Return how far an attacker goes on who says that after ``roll``."""
    match = _LIMIT.fullmatch(token)
    assert match is not None
    number = int(match[2])
    return Rolling(left=number) if match[1] == "left" else Rolling(rolls=number)


def _roll(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    draft.rolling = rolling_of(tokens[0]) if tokens else None
    fights.roll(draft, seat, (), events, draws)


def _usual(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    rounds.keep(draft, seat, defaults.kept(draft, seat), events, draws)


def _may_halt(state: State, seat: int) -> bool:
    return seat == state.active and state.rolling is not None


def _halt(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    draft.rolling = None
    draft.aside(seat)
    events.append(ev.RollingStopped(seat))


USUAL: Final = Verb(
    "usual",
    "M9.3",
    Message("Keep the usual cards"),
    Message("Keep the usual cards"),
    _usual,
    kinds=("keep",),
    usable=verbs.may_keep,
    final=True,
    closed=lambda state, seat: NotYourChoice(Message("You have no cards to choose from now."), "M4.2"),
    quiet=True,
)
RECALL: Final = Verb(
    "recall",
    "M6.4",
    Message("Take back my pass"),
    Message("Take back my pass"),
    catapults.recall,
    kinds=(ASIDE,),
    usable=catapults.may_recall,
    final=True,
    closed=lambda state, seat: NotYourChoice(Message("You have no pass that could be taken back."), "M6.4"),
    quiet=True,
)
AHEAD: Final = Verb(
    "ahead",
    "M5.11",
    Message("Keep rolling"),
    Message("Keep rolling"),
    _go_ahead,
    ("limit",),
    _limit_ahead,
    kinds=(ASIDE,),
    usable=_may_go_ahead,
    final=True,
    closed=lambda state, seat: NotYourChoice(Message("There is no fight in which you could roll on."), "M5.11"),
    quiet=True,
)
HALT: Final = Verb(
    "halt",
    "M5.11",
    Message("Stop rolling automatically"),
    Message("Stop rolling automatically"),
    _halt,
    kinds=(ASIDE,),
    usable=_may_halt,
    final=True,
    closed=lambda state, seat: NotYourChoice(Message("You are not rolling on."), "M5.11"),
    quiet=True,
)
FURTHER: Final = {
    "roll": replace(verbs.VERBS["roll"], parts=("limit",), field=_limit, perform=_roll),
    "pass": replace(verbs.VERBS["pass"], parts=("scope",), field=_scope),
}
"""The verbs of the rules after which a match allows one word more."""
VERBS: Final[Mapping[str, Verb]] = verbs.VERBS | FURTHER | {verb.name: verb for verb in (USUAL, RECALL, AHEAD, HALT)}


class MatchGrammar(grammar.Grammar[State]):
    """The grammar of a match.

    Nations are typed by their names or letters, cards in any case, with blanks or commas between them.
    """

    def plain(self, verb: str, words: list[str]) -> list[str]:
        """Return the words with names of nations, cards and targets made tokens."""
        return [_token(verb, word) for word in words]

    def refusal(self, at: Refused[State]) -> GameError:
        """Return why tokens are refused: as the rules refuse them, then by what a match adds."""
        action = at.tokens
        if at.at == len(action):
            return super().refusal(at)
        ruled = action[:1] if action[0] in FURTHER else action
        if verbs.fits(ruled) or ruled == ("start",):
            try:
                verbs.check(at.state, at.seat, ruled)
            except GameError as refusal:
                return refusal
        usable = at.verb is not None and at.verb.available(at.state, at.seat)
        if at.verb is not None and at.verb.closed is not None and not usable:
            return self.closed(at)
        if at.field is not None:
            text = Message("That is not possible here; choose {values}.", values=grammar.listed(at.field))
            return IllegalAction(text, at.field.rule)
        if usable:
            return IllegalAction(Message("“{word}” is one word too many.", word=action[-1][:40]))
        return NotYourChoice(Message("You cannot do that now."))


def _token(verb: str, word: str) -> str:
    lower = word.lower()
    if "." in lower:
        return _target(lower) or word
    if verb in ("wizard", "attack"):
        return _NATIONS.get(lower, word)
    if verb in FURTHER:
        return lower
    return _CODES.get(lower, word)


def _target(lower: str) -> str | None:
    """Return the token of a nation or a card of a seat; `None` for anything else."""
    seat, what, *where = lower.split(".")
    code = _NATIONS.get(what) or _CODES.get(what) or _WIZARDS.get(what)
    if seat.upper() not in tuple(SEATS) or code is None or where not in ([], [FORCE], [FLIPPED]):
        return None
    return ".".join((seat.upper(), code, *where))


MATCH: Final = MatchGrammar(VERBS.values())
