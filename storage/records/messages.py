"""What stands on Discord."""

from dataclasses import dataclass
from typing import Literal

from storage.settings import Player

MessageState = Literal["live", "closed"]


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message that was posted and what it shows."""

    match_id: str
    kind: str
    channel_id: int
    message_id: int
    version: int
    recipient: int | None = None
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class MessageChange:
    """What has become of a posted message; None leaves as it is."""

    message_id: int
    version: int | None = None
    state: MessageState | None = None
    extra: str | None = None


MessageNote = NewMessage | MessageChange
"""What is noted of a message once Discord has it."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A posted message; the newest 'live' one of its kind is the one to edit."""

    id: int
    match_id: str
    kind: str
    recipient: int | None
    channel_id: int
    message_id: int
    version: int
    state: MessageState
    extra: str | None
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class Direct:
    """How a player is told of a match by direct message."""

    player: Player
    boards: tuple[StoredMessage, ...]
    """Their live messages, the newest last."""
    refused: bool
    """Whether a message was refused, and a ping is still to be sent in its place."""
