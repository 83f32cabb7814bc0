"""What can be answered in advance in the toy: whether the die is rolled again, and when one cheers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action, Field, Ready
from games.messages import Message
from games.standing import Instruction, Topic, topic_of, walk
from tests.toy.state import View

ROUNDS: Final = 9
POINTS: Final = (0, 5, 10, 15)


class ToyStanding:
    """A `games.standing.Standing`."""

    topics = (
        Topic("call", Message("Rolling again"), Message("What you answer when you may have the die rolled again.")),
        Topic("cheer", Message("Cheering"), Message("The round in which you cheer.")),
    )

    def instruct(self, view: View | None, tokens: Sequence[str]) -> Field | Ready:
        """Return the next field of ``call pass``, ``call again POINTS`` or ``cheer ROUND``, or the whole instruction.

        Rounds are those still to come; all that a match can have where it is not known which match.
        """
        topic = topic_of(self, tokens).id
        first, last = (1, ROUNDS) if view is None else (view.round, view.rounds)

        def following(said: Sequence[str]) -> Field | None:
            if len(said) == 1 and topic == "cheer":
                return Field("round", tuple(map(str, range(first, last + 1))))
            if len(said) == 1:
                return Field("answer", ("pass", "again"))
            return Field("points", tuple(map(str, POINTS))) if said[1:] == ("again",) else None

        return walk(tuple(tokens), following)

    def asked(self, tokens: Sequence[str], field: Field) -> Message:
        """Return the question after these tokens."""
        if field.name == "round":
            return Message("In which round do you cheer?")
        return Message("What do you answer?") if field.name == "answer" else Message("Up to how many points?")

    def label(self, tokens: Sequence[str], value: str) -> Message:
        """Return a value in words."""
        words = {"pass": Message("Pass"), "again": Message("Roll again")}
        return words.get(value) or Message("{value}", value=value)

    def sentence(self, instruction: Instruction) -> Message:
        """Return the instruction in words."""
        if instruction[0] == "cheer":
            return Message("You cheer in round {round}.", round=instruction[1])
        if instruction[1] == "pass":
            return Message("You let every roll stand.")
        return Message("You have the die rolled again where you get {points} points or fewer.", points=instruction[2])

    def follow(self, view: View, seat: int, instructions: Sequence[Instruction]) -> Action | None:
        """Return the answer to a call, or a cheer."""
        kinds = {choice.kind for choice in view.choices if choice.seat == seat}
        for topic, *rest in instructions:
            if topic == "call" and "call" in kinds:
                return ("again",) if rest[0] == "again" and view.points[seat] <= int(rest[1]) else ("pass",)
            if topic == "cheer" and "cheer" in kinds and int(rest[0]) <= view.round:
                return ("cheer",)
        return None
