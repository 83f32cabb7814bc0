"""The answers in a fight that is fought once more with something taken away: those that were given, or any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.monolith_arena import events as ev
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.state import NOTHING, Answer, State
from games.monolith_arena.view import Question


class Choices:
    """The answers in a fight that is fought again: as they were given, and where that cannot be, as a script says."""

    def __init__(self, wounds: Sequence[ev.Wounds], script: Sequence[int]) -> None:
        self._wounds = wounds
        self._script = script
        self.made: list[tuple[int, int]] = []
        """Of each open choice the number of what was taken, and how many there were; beyond the script the first."""

    def answered(self, draft: State, question: Question) -> Answer:
        """Return the answer to a question."""
        value = self._given(draft, question)
        if value is None:
            place = len(self.made)
            number = self._script[place] if place < len(self._script) else 0
            self.made.append((number, len(question.values)))
            value = question.values[number]
        return Answer(question.seat, question.kind, question.subject, value)

    def _given(self, draft: State, question: Question) -> str | None:
        """Return the answer that was given in the fight; `None` where there was none, or it is not possible now."""
        assert draft.cause is not None
        phase = draft.cause.number
        if question.kind == "assassin":
            return self._target(question, phase)
        attacks = [one for wounds in self._wounds if wounds.phase == phase for one in wounds.attacks]
        if question.kind == "regeneration":
            absorbed = {_pair(one) for one in attacks if one.absorbed_by is not None}
            values = {token: _pairs(token) for token in question.values}
            absorbed &= frozenset().union(*values.values())
            return next((token for token, pairs in values.items() if pairs == absorbed), None)
        poisoned = Counter(NAMES[one.target.hex] for one in attacks if one.poisons)
        poisoned.subtract(answer.value for answer in draft.answers if answer.kind == "poison")
        return next((name for name in question.values if poisoned[name] > 0), None)

    def _target(self, question: Question, phase: int) -> str | None:
        """Return whom an assassin chose in this phase, else in the one next to it in which it struck."""
        chosen = {
            wounds.phase: NAMES[one.target.hex]
            for wounds in self._wounds
            for one in wounds.attacks
            if one.kind == "assassination" and one.source is not None and one.source.hex == question.subject
        }
        nearest = min(chosen, key=lambda other: abs(other - phase), default=None)
        found = chosen[nearest] if nearest is not None else None
        return found if found in question.values else None


def _pair(attack: ev.Attack) -> str:
    """Return what absorbed an attack, as a part of the token of an answer."""
    assert attack.absorbed_by is not None
    source = {True: "order", False: "poison"}[attack.kind != "poison"]
    if attack.source is not None:
        source = NAMES[attack.source.hex]
    return f"{NAMES[attack.absorbed_by]}={source}-{NAMES[attack.target.hex]}"


def _pairs(token: str) -> frozenset[str]:
    """Return the parts of an answer about runes."""
    return frozenset(() if token == NOTHING else token.split("+"))
