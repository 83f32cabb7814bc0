"""The open choices of a match (A7), the verbs in question in each, and how actions are typed and refused.

The active seat has its turn, all others may use abilities at any time. To the verbs of the rules a match adds that a
hero may be picked at random, and that an attack that waits for a seat may be let ``pass``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from games import grammar
from games.api import Action, Choice, Field, GameError, NotYourChoice
from games.arena_of_heroes import refusals, verbs
from games.arena_of_heroes.cards import CARDS, IDOLS, SPYGLASS
from games.arena_of_heroes.heroes import DIGGING, HEROES, WOODRUNNER
from games.arena_of_heroes.play import kind_of
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import State
from games.arena_of_heroes.verbs import ANSWER, ANY, ANY_TURN, LEAVING, Verb, in_turn
from games.arena_of_heroes.view import Question
from games.grammar import simplified
from games.messages import Message
from games.verbs import Refused
from games.verbs import Verb as AnyVerb


def choices(state: State) -> tuple[Choice, ...]:
    """Return all open choices; none when the match is over."""
    if state.phase == "over":
        return ()
    if state.question is not None:
        return (_asked(state.question, state.step),)
    found = []
    for seat in state.around():
        kind, key = kind_of(state, seat), str(state.since[seat])
        if kind == "pick":
            found.append(Choice(seat, kind, f"p{key}", default=("pick", RANDOM)))
        elif kind == "turn":
            found.append(Choice(seat, kind, f"t{key}", default=("end",)))
        elif kind:
            found.append(Choice(seat, kind, f"a{key}", must=False))
    found += [Choice(seat, "hold", f"h{step}", default=("pass",), window=True) for seat, step in state.held]
    return tuple(found)


def _asked(question: Question, step: int) -> Choice:
    window = question.kind in (WOODRUNNER, DIGGING)
    return Choice(question.seat, question.kind, f"q{step}", default=("choose", question.default), window=window)


def no_choice(state: State, seat: int) -> NotYourChoice:
    """Return why a seat has no such choice now."""
    if state.phase == "over":
        return NotYourChoice(Message("The match is over."), "A5.7.2")
    if state.question is not None:
        return NotYourChoice(Message("Somebody else has to answer a question first."), "A6.3")
    if state.turn != seat:
        return NotYourChoice(Message("It is not your turn."), "A5.0.2")
    return NotYourChoice(Message("This choice is no longer open."), "A5.0.2")


def verbs_of(state: State, seat: int, kind: str) -> Sequence[AnyVerb[State, Any]]:
    """Return the verbs in question in a choice of that kind."""
    if kind == "turn":
        return in_turn(state, seat)
    return MATCH.of_kind(kind if state.question is None else ANSWER)


def candidates(state: State, seat: int) -> Sequence[AnyVerb[State, Any]]:
    """Return the verbs in question in all open choices of a seat."""
    if state.question is not None:
        return MATCH.of_kind(ANSWER) if state.question.seat == seat else ()
    kind = kind_of(state, seat)
    verbs = verbs_of(state, seat, kind) if kind else ()
    return (*verbs, PASS) if any(held == seat for held, _ in state.held) else verbs


SCOPES: Final = ("turn", "always")
"""How far a seat lets attacks pass that wait for it, beyond the next one: in this turn, in the whole match."""
NAMES: Final = {
    **{simplified(hero.name): code for code, hero in HEROES.items()},
    **{simplified(code): code for code in HEROES},
    **{simplified(card.name): code for code, card in CARDS.items()},
    **{simplified(code): code for code in CARDS},
}
"""The tokens of heroes and cards by their names and codes, as people may type them."""
_NAMING: Final = ("pick", "use", "work", "choose")
"""The verbs after which a name may stand."""


def _heroes(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else Field("hero", (*state.pool, RANDOM), "A4.2")


def _scopes(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else Field("scope", SCOPES, "A7", least=0)


def _waited_for(state: State, seat: int) -> bool:
    return any(held == seat for held, _ in state.held)


def _pass(run: Run, seat: int, words: Sequence[str]) -> None:
    raise AssertionError("a pass is no action of the rules: `games.arena_of_heroes.play.let_pass`")


PASS: Final = Verb(
    "pass",
    "A7",
    Message("Pass"),
    Message("Let the attack go on that waits for you"),
    _pass,
    ("scope",),
    _scopes,
    kinds=("hold",),
    usable=_waited_for,
    fits=lambda words: not words or (len(words) == 1 and words[0] in SCOPES),
    against=refusals.nothing,
)
VERBS: Final = {name: verb for name, verb in verbs.VERBS.items() if LEAVING not in verb.kinds} | {
    "pick": replace(verbs.VERBS["pick"], field=_heroes),
    "pass": PASS,
}


class MatchGrammar(grammar.Grammar[State]):
    """The grammar of a match. Heroes, cards and abilities are typed by their names in full, too, in any case."""

    def plain(self, verb: str, words: list[str]) -> list[str]:
        """Return the words with the name that they begin with made a token."""
        if verb not in _NAMING:
            return words
        for length in range(len(words), 0, -1):
            if name := NAMES.get(simplified(" ".join(words[:length]))):
                return [name, *words[length:]]
        return [word.upper() if verb == "choose" and len(word) == 1 else word.lower() for word in words]

    def refusal(self, at: Refused[State]) -> GameError:
        """Return the first reason of the rules that applies, also where tokens are only the beginning of an action."""
        action = at.tokens
        if at.whole and action[0] == "pass":
            if not PASS.fits(action[1:]):
                return refusals.no_action(action)
            return NotYourChoice(Message("Nothing waits for you now."), "A7")
        if at.whole and action[0] == "leave":
            return refusals.no_action(action)
        if not at.whole:
            action = next((whole for whole in _completions(action) if verbs.fits(whole)), action)
        refused = verbs.refusal(at.state, at.seat, action)
        return refused or NotYourChoice(Message("This choice is no longer open."), "A5.0.2")


def _completions(said: Action) -> Iterator[Action]:
    """Yield the words, and what they may become with one word more: to tell why what was said leads nowhere."""
    yield said
    yield from ((*said, word) for word in (ANY, *HEROES, *IDOLS, *ANY_TURN, *refusals.OWN_TURN))
    yield ("use", SPYGLASS, ANY)


MATCH: Final = MatchGrammar(VERBS.values())
