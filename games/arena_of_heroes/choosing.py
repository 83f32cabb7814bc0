"""The open choices of a match (A7): its own turn for the active seat, abilities at any time for all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.api import Action, Choice, Field, GameError, NotYourChoice, Ready
from games.arena_of_heroes import grammar
from games.arena_of_heroes.facts import Question
from games.arena_of_heroes.heroes import DIGGING, WOODRUNNER
from games.arena_of_heroes.play import kind_of
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import State
from games.messages import Message

PASSES: tuple[Action, ...] = (("pass",), ("pass", "turn"), ("pass", "always"))
"""How a seat lets an attack go on that waits for it: once, in this turn, in the whole match."""
FIELDS = {
    "pick": ("hero", "A4.2"),
    "work": ("token", "A5.4"),
    "spider": ("spider", "A9"),
    "use": ("item", "A9"),
    "choose": ("answer", "A6.3"),
    "pass": ("scope", "A7"),
}
"""The name of the word after each verb and the rule that limits it; a hideout after all others."""


def choices(state: State) -> tuple[Choice, ...]:
    """All open choices; none when the match is over."""
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


def choice(state: State, seat: int, key: str) -> Choice:
    """The open choice of a seat with that key. Raises `NotYourChoice`."""
    for found in choices(state):
        if (found.seat, found.key) == (seat, key):
            return found
    raise _no_choice(state, seat)


def _no_choice(state: State, seat: int) -> NotYourChoice:
    if state.phase == "over":
        return NotYourChoice(Message("The match is over."), "A5.7.2")
    if state.question is not None:
        return NotYourChoice(Message("Somebody else has to answer a question first."), "A6.3")
    if state.turn != seat:
        return NotYourChoice(Message("It is not your turn."), "A5.0.2")
    return NotYourChoice(Message("This choice is no longer open."), "A5.0.2")


def legal(state: State, seat: int, found: Choice) -> list[Action]:
    """Every legal action of a choice."""
    if found.kind == "hold":
        return list(PASSES)
    actions = grammar.legal(state, seat)
    return [*actions, ("pick", RANDOM)] if found.kind == "pick" else actions


def walk(state: State, seat: int, found: Choice, tokens: Sequence[str]) -> Field | Ready:
    """The next word after `tokens`, or the whole action. Raises `GameError` for words that lead nowhere."""
    said = tuple(tokens)
    begun = [action for action in _begun(state, seat, found, said) if action[: len(said)] == said]
    if not begun:
        raise refused(state, seat, said)
    following = tuple(dict.fromkeys(action[len(said)] for action in begun if len(action) > len(said)))
    if not following:
        return Ready(said)
    if not said:
        return Field("action", following)
    name, rule = FIELDS.get(said[0], ("hideout", "A5.1")) if len(said) == 1 else ("hideout", "A9")
    return Field(name, following, rule, least=int(said not in begun))


def _begun(state: State, seat: int, found: Choice, said: Action) -> Iterator[Action]:
    """The actions that begin with the first word said; as long as none is, one that stands for others will do."""
    offered: Sequence[Action] = PASSES if found.kind == "hold" else grammar.offers(state, seat)
    if found.kind == "pick":
        offered = (*offered, ("pick", RANDOM))
    for action in offered:
        if not said:
            yield action
        elif action[0] == said[0]:
            yield from grammar.spread(action)


def check(state: State, seat: int, action: Action) -> None:
    """Raise the `GameError` that says why an action is not legal, if it is not."""
    if action[:1] != ("pass",):
        refusal = grammar.no_action(action) if action == ("leave",) else grammar.refusal(state, seat, action)
        if refusal is not None:
            raise refusal
    elif action not in PASSES:
        raise grammar.no_action(action)
    elif seat not in [held for held, _ in state.held]:
        raise NotYourChoice(Message("Nothing waits for you now."), "A7")


def refused(state: State, seat: int, said: Action) -> GameError:
    """Why words are not the beginning of a legal action."""
    whole = next((action for action in grammar.completions(said) if grammar.well_formed(action)), said)
    refusal = grammar.refusal(state, seat, whole)
    if refusal is not None:
        return refusal
    return NotYourChoice(Message("This choice is no longer open."), "A5.0.2")
