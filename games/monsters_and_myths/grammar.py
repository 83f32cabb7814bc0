"""The actions of a match: those of the rules, with what a match adds to them (M9).

A pass may go further than the window (``pass card``) and be taken back (``recall``). An attacker may go on rolling
(``roll left2``, or ``ahead times3`` while others are asked) until told otherwise (``halt``). What to keep may be left
to the defaults (``usual``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.api import Action, Field, GameError, IllegalAction, NotYourChoice, Ready
from games.messages import Message, Several
from games.monsters_and_myths import defaults, fights, passing, refusals, rounds, verbs, wording
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.luck import Luck
from games.monsters_and_myths.state import State
from games.monsters_and_myths.troops import size
from games.monsters_and_myths.verbs import Verb, nothing_more
from games.monsters_and_myths.view import Rolling

TIMES: Final = (2, 3, 5)
"""The numbers of rolls that may be said in advance."""
MOST_LEFT: Final = 4
"""The largest number of creatures that may be said in advance."""
_LIMIT: Final = re.compile(r"(left|times)(\d+)")


def _further(name: str, values: Sequence[str], tokens: Sequence[str], rule: str) -> Field | None:
    """A last token that may be left out."""
    return None if tokens else Field(name, tuple(values), rule, least=0)


def _scope(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return _further("scope", passing.scopes(state), tokens, "M6.4")


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


def _go_ahead(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    draft.rolling = rolling_of(tokens[0])
    events.append(ev.RollingAhead(seat, draft.rolling))
    draft.aside(seat)


def rolling_of(token: str) -> Rolling:
    """How far an attacker goes on who says that after ``roll``."""
    match = _LIMIT.fullmatch(token)
    assert match is not None
    number = int(match[2])
    return Rolling(left=number) if match[1] == "left" else Rolling(rolls=number)


def _roll(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    draft.rolling = rolling_of(tokens[0]) if tokens else None
    fights.roll(draft, seat, (), events, luck)


def _usual(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    rounds.keep(draft, seat, defaults.kept(draft, seat), events, luck)


def _may_halt(state: State, seat: int) -> bool:
    return seat == state.active and state.rolling is not None


def _halt(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    draft.rolling = None
    draft.aside(seat)
    events.append(ev.RollingStopped(seat))


VERBS: Final = verbs.VERBS | {
    verb.name: verb
    for verb in (
        Verb("usual", verbs.may_keep, nothing_more, _usual),
        Verb("roll", verbs.may_roll, _limit, _roll),
        Verb("pass", verbs.may_pass, _scope, passing.pass_on),
        Verb("recall", passing.may_recall, nothing_more, passing.recall),
        Verb("ahead", _may_go_ahead, _limit_ahead, _go_ahead),
        Verb("halt", _may_halt, nothing_more, _halt),
    )
}
_LONGER: Final = ("pass", "roll")
"""The verbs of the rules after which a match allows one word more."""
_CLOSED: Final = {
    "usual": (Message("You have no cards to choose from now."), "M4.2"),
    "swap": (Message("You may swap a card only if you were dealt no attack card."), "M10.10"),
    "recall": (Message("You have no pass that could be taken back."), "M6.4"),
    "ahead": (Message("There is no fight in which you could roll on."), "M5.11"),
    "halt": (Message("You are not rolling on."), "M5.11"),
}
"""What is said where a verb that a match adds cannot be used."""
_MOST_VALUES: Final = 25
"""How many values a sentence lists."""
ASIDE: Final = ("fire", "recall", "ahead", "halt")
"""What may be done without being waited for."""
_ALONE: Final = ("fire", "pass")
"""What a seat may do whose pass is waited for."""
_ORDER: Final = tuple(VERBS)


def verbs_of(state: State, seat: int, *, must: bool) -> list[Verb]:
    """The verbs of what the seat is waited for, or of what it may do besides."""
    if state.phase == "over":
        return []
    waited = seat in state.wait
    names = (_ALONE if waited else tuple(name for name in _ORDER if name not in ASIDE)) if must else ASIDE
    found = [VERBS[name] for name in names if VERBS[name].usable(state, seat)]
    return [verb for verb in found if must or not (waited and verb.name == "fire")]


def options(state: State, seat: int, tokens: Sequence[str], open_verbs: Sequence[Verb]) -> Field | Ready:
    """The next token after `tokens` in a choice with these verbs, or the whole action. Raises `GameError`."""
    if not tokens:
        return Field("action", tuple(verb.name for verb in open_verbs))
    verb = next((verb for verb in open_verbs if verb.name == tokens[0]), None)
    if verb is None:
        raise refusal(state, seat, tuple(tokens), None)
    for length in range(1, len(tokens)):
        field = verb.field(state, seat, tokens[1:length])
        if field is None or tokens[length] not in field.values:
            raise refusal(state, seat, tuple(tokens), field)
    return verb.field(state, seat, tokens[1:]) or Ready(tuple(tokens))


def legal(state: State, seat: int, open_verbs: Sequence[Verb]) -> Iterator[Action]:
    """All legal actions of a choice with these verbs."""
    for verb in open_verbs:
        yield from verbs.walked(state, seat, verb)


def refusal(state: State, seat: int, action: Action, field: Field | None) -> GameError:
    """Why an action that is not legal is refused; `field` is where it goes wrong, if that is known."""
    verb, *rest = action
    plain = (verb,) if verb in _LONGER else action
    if wording.fits(plain) or plain == ("start",):
        try:
            refusals.check(state, seat, plain)
        except GameError as found:
            return found
    if verb in _CLOSED and not VERBS[verb].usable(state, seat):
        return NotYourChoice(*_CLOSED[verb])
    if field is not None and rest:
        return IllegalAction(Message("That is not possible here; choose {values}.", values=_named(field)), field.rule)
    if verb in VERBS and VERBS[verb].usable(state, seat):
        return IllegalAction(Message("“{word}” is one word too many.", word=action[-1][:40]))
    return NotYourChoice(Message("There is nothing of that kind to do now."))


def missing(field: Field) -> IllegalAction:
    """What an action that is not whole lacks."""
    return IllegalAction(Message("Something is missing: choose {values}.", values=_named(field)), field.rule)


def _named(field: Field) -> Several:
    return Several(tuple(dict.fromkeys(field.values))[:_MOST_VALUES], either=True)
