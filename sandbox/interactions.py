"""Interactions: what people do with the bot, and what it answers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from sandbox.channels import Channel
from sandbox.messages import Message
from sandbox.parts import COMMAND, COMPONENT, LOADING, SUBMIT, Json
from sandbox.people import User

DEFER_EDIT: Final = 6
"""The first answer to a press that says no more than that the message will be changed."""


@dataclass(eq=False)
class Interaction:
    """One thing that a person did with the bot, and everything the bot answered to it."""

    id: int
    token: str
    type: int
    application_id: int
    user: User
    channel: Channel
    name: str = ""
    data: Json = field(default_factory=dict)
    source: Message | None = None
    """The message whose button or select was used."""
    opener: Interaction | None = None
    """What opened this modal."""
    started: float = field(default_factory=time.monotonic)
    delivered: bool = False
    """Whether the bot was connected when it happened."""
    ack: int | None = None
    """The kind of the first answer: 4 message, 5 deferred, 6 deferred edit, 7 edit, 8 choices, 9 modal."""
    ack_after: float | None = None
    """Seconds until that answer."""
    ephemeral: bool = False
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    turned: bool = False
    """Whether the message that was pressed has been changed after a deferred edit, or something else was answered."""
    expired: bool = False

    def told_in(self, message: Message) -> Json:
        """What a message that answers this interaction tells of it."""
        out: Json = {
            "webhook_id": str(self.application_id),
            "application_id": str(self.application_id),
            "interaction_metadata": self._metadata(message),
        }
        if self.type == COMMAND:
            out["interaction"] = {"id": str(self.id), "type": 2, "name": self.name, "user": self.user.payload()}
        return out

    def _metadata(self, message: Message) -> Json:
        owner = str(self.channel.guild.id if self.channel.guild else 0)
        out: Json = {
            "id": str(self.id),
            "type": self.type,
            "user": self.user.payload(),
            "authorizing_integration_owners": {"0": owner},
        }
        if self.type == COMMAND:
            out |= {"name": self.name, "command_type": 1}
        elif self.type == COMPONENT and self.source:
            out["interacted_message_id"] = str(self.source.id)
        elif self.type == SUBMIT and self.opener:
            out["triggering_interaction_metadata"] = self.opener._metadata(message)
        if self.original and self.original is not message:
            out["original_response_message_id"] = str(self.original.id)
        return out

    @property
    def failed(self) -> bool:
        """Whether the person saw *The application did not respond* or *This interaction failed*."""
        return self.ack is None or bool(self.original and self.original.flags & LOADING)

    @property
    def completed(self) -> bool:
        """Whether the bot has answered, and done what it deferred."""
        return not self.failed and (self.ack != DEFER_EDIT or self.turned)

    @property
    def message(self) -> Message | None:
        """The first new message that it led to."""
        return self.original if self.ack in (4, 5) else (self.followups[0] if self.followups else None)

    @property
    def answer(self) -> Message:
        """`message`, which must be there: raises `AssertionError` else."""
        assert self.message is not None, f"{self.name}: no answer"
        return self.message

    @property
    def text(self) -> str:
        """Everything that can be read in the answers."""
        first = [self.message] if self.message else []
        more = [m for m in self.followups if m is not self.message]
        return "\n".join(m.text for m in first + more if not m.deleted)
