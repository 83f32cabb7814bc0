"""Computer players of the toy: they guess what the others pick, and count what is to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.api import Action, Decision
from tests.toy.state import View

LEVELS: Final = {"squire": 0, "knight": 4, "warlord": 64}
"""How often each guesses what the others pick; who never does takes the highest cards."""
VERSION: Final = 1
FACES: Final = 5


def decide(view: View, legal: Sequence[Action], random: Random, level: str) -> Decision:
    """Return what the reader of a view does. Raises `KeyError` for a level that does not exist."""
    guesses, verb = LEVELS[level], legal[0][0]
    if verb == "pick":
        return _pick(view, sorted(legal), random, guesses)
    if verb in ("again", "pass"):
        return Decision(("again",) if guesses and _again(view) else ("pass",))
    return Decision(random.choice(sorted(legal)))


def outlook(view: View, actions: Sequence[Action], random: Random) -> None:
    """Return nothing: how often who wins from where was never measured."""


def _pick(view: View, legal: Sequence[Action], random: Random, guesses: int) -> Decision:
    """Return the cards that score most when the others pick any."""
    worth = {action: 0 if guesses else sum(map(int, action[1:])) for action in legal}
    for _ in range(guesses):
        taken = {card for _ in range(len(view.scores) - 1) for card in random.choice(legal)[1:]}
        for action in legal:
            worth[action] += sum(int(card) for card in action[1:] if card not in taken)
    return Decision(max(legal, key=lambda action: (worth[action], action)), nodes=guesses)


def _again(view: View) -> bool:
    """Return whether another roll gives the reader more on average than the one that lies."""
    caller = next(choice.seat for choice in view.choices if choice.kind == "call")
    others = {card for seat, cards in enumerate(view.shown) if seat != caller for card in cards}
    alone = sum(card for card in view.mine if card not in others)
    return alone * (FACES + 1) > FACES * view.points[caller]
