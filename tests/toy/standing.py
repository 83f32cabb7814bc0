"""What can be answered in advance in the toy: whether the die is rolled again, and when one cheers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action, Field, IllegalAction, Ready
from games.messages import Message
from games.standing import Instruction, Topic, topic_of
from tests.toy.state import View, points

ROUNDS: Final = 9
POINTS: Final = (0, 5, 10, 15)


class ToyStanding:
    """A `games.standing.Standing`."""

    topics = (
        Topic("call", Message("Rolling again"), Message("What you answer when you may have the die rolled again.")),
        Topic("cheer", Message("Cheering"), Message("The round in which you cheer.")),
    )

    def instruct(self, view: View | None, tokens: Sequence[str]) -> Field | Ready:
        """``call pass``, ``call again POINTS`` and ``cheer ROUND``."""
        topic = topic_of(self, tokens)
        fields = [self._rounds(view)] if topic.id == "cheer" else [Field("answer", ("pass", "again"))]
        if topic.id == "call" and list(tokens[1:2]) == ["again"]:
            fields.append(Field("points", tuple(map(str, POINTS))))
        for field, token in zip(fields, tokens[1:], strict=False):
            if token not in field.values:
                raise IllegalAction(Message("“{word}” is not possible here.", word=token[:40]))
        if len(tokens) - 1 > len(fields):
            raise IllegalAction(Message("“{word}” is one word too many.", word=tokens[-1][:40]))
        return Ready(tuple(tokens)) if len(tokens) - 1 == len(fields) else fields[len(tokens) - 1]

    def _rounds(self, view: View | None) -> Field:
        """The rounds that are still to come; all that a match can have where it is not known which match."""
        first, last = (1, ROUNDS) if view is None else (view.round, view.rounds)
        return Field("round", tuple(map(str, range(first, last + 1))))

    def asked(self, tokens: Sequence[str], field: Field) -> Message:
        """What is asked."""
        return Message("Choose: {what}.", what=field.name)

    def label(self, tokens: Sequence[str], value: str) -> Message:
        """A value in words."""
        return Message("{points} points or fewer", points=value) if tokens[1:] else Message("{value}", value=value)

    def sentence(self, instruction: Instruction) -> Message:
        """The instruction in words."""
        if instruction[0] == "cheer":
            return Message("You cheer in round {round}.", round=instruction[1])
        if instruction[1] == "pass":
            return Message("You let every roll stand.")
        return Message("You have the die rolled again where you get {points} points or fewer.", points=instruction[2])

    def follow(self, view: View, seat: int, instructions: Sequence[Instruction]) -> Action | None:
        """The answer to a call, or a cheer."""
        kinds = {choice.kind for choice in view.choices if choice.seat == seat}
        for topic, *rest in instructions:
            if topic == "call" and "call" in kinds:
                few = rest[0] == "again" and points(view.shown, view.die, view.left)[seat] <= int(rest[1])
                return ("again",) if few else ("pass",)
            if topic == "cheer" and "cheer" in kinds and int(rest[0]) <= view.round:
                return ("cheer",)
        return None
