"""The verbs of a match, and how actions are typed and refused.

To the verbs of the rules a match adds that a hero may be picked at random, and that an attack that waits for a seat may
be let ``pass`` (A7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from games import grammar
from games.api import Action, GameError, NotYourChoice
from games.arena_of_heroes import refusals, verbs
from games.arena_of_heroes.cards import CARDS, HEROES, IDOLS, SPYGLASS
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import State
from games.arena_of_heroes.verbs import ANY, ANY_TURN, LEAVING, SCOPES, Verb
from games.grammar import simplified
from games.messages import Message
from games.verbs import Refused, not_open, single

NAMES: Final = {
    **{simplified(hero.name): code for code, hero in HEROES.items()},
    **{simplified(code): code for code in HEROES},
    **{simplified(card.name): code for code, card in CARDS.items()},
    **{simplified(code): code for code in CARDS},
}
"""The tokens of heroes and cards by their names and codes, as people may type them."""
_NAMING: Final = ("pick", "use", "work", "choose")
"""The verbs after which a name may stand."""


def is_held(state: State, seat: int) -> bool:
    """Return True if an attack waits for the seat (A7)."""
    return any(held == seat for held, _ in state.held)


def _pass(run: Run, seat: int, words: Sequence[str]) -> None:
    raise AssertionError("a pass is no action of the rules: `games.arena_of_heroes.play.let_pass`")


PASS: Final = Verb(
    "pass",
    "A7",
    Message("Pass"),
    Message("Let the pending attack go ahead"),
    _pass,
    ("scope",),
    single("scope", lambda state, seat: SCOPES, "A7", least=0),
    kinds=("hold",),
    usable=is_held,
)
VERBS: Final = {name: verb for name, verb in verbs.VERBS.items() if LEAVING not in verb.kinds} | {
    "pick": replace(verbs.VERBS["pick"], field=single("hero", lambda state, seat: (*state.pool, RANDOM), "A4.2")),
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
            return NotYourChoice(Message("There is nothing for you to answer now."), "A7")
        if at.whole and action[0] == "leave":
            return refusals.no_action(action)
        if not at.whole:
            action = next((whole for whole in _completions(action) if verbs.fits(whole)), action)
        return verbs.refusal(at.state, at.seat, action) or not_open("A5.0.2")


def _completions(said: Action) -> Iterator[Action]:
    """Yield the words, and what they may become with one word more: to tell why what was said leads nowhere."""
    yield said
    yield from ((*said, word) for word in (ANY, *HEROES, *IDOLS, *ANY_TURN, *refusals.OWN_TURN))
    yield ("use", SPYGLASS, ANY)


MATCH: Final = MatchGrammar(VERBS.values())
