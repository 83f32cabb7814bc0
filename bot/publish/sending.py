"""What all sending shares: Discord's error codes, who may be pinged, finding what was sent before a crash."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import aiohttp
import discord

from bot.matches.loaded import LoadedMatch
from bot.panels.components import read_button
from bot.panels.model import Press
from bot.texts.phrases import Phrases
from storage import Job, MessageNote, Store, StoredMessage

ARCHIVE_MINUTES: Final = 10_080
UNKNOWN_CHANNEL: Final = 10_003
UNKNOWN_MESSAGE: Final = 10_008
ARCHIVED: Final = 50_083
THREAD_EXISTS: Final = 160_004
CANNOT_DM: Final = (50_007, 50_278, 50_033, 10_013)
"""Direct messages are closed, or the account is gone."""
LOOK_BACK: Final = 100
"""How many messages of a channel are looked through for one that was not noted."""
LOOK_FAR: Final = 1000
"""How many at most where the look goes back to one that is known, however much was written since."""
LOOKED_AT: Final = 10_000
NAMED: Final = re.compile(r"<@!?(\d+)>")
SILENT: Final = discord.AllowedMentions.none()
FAILED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What Discord, or the way to it, fails with; of a long 429 discord.py tells by an exception of its own."""


class Looked:
    """Which places were looked through since the start of the process; the oldest are forgotten again."""

    def __init__(self, room: int = LOOKED_AT) -> None:
        self._room = room
        self._places: OrderedDict[object, None] = OrderedDict()

    def first(self, place: object) -> bool:
        """Return True if it was not looked through yet."""
        return place not in self._places

    def note(self, place: object) -> None:
        """Note that it has been looked through."""
        self._places[place] = None
        self._places.move_to_end(place)
        if len(self._places) > self._room:
            self._places.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Posting:
    """A publish of the public places of a match: the match, its job, and the messages that stand there."""

    say: Phrases
    match: LoadedMatch
    names: Mapping[int, str]
    job: Job
    messages: Sequence[StoredMessage]
    """What the match has on Discord, as far as it is noted."""
    now: int
    notes: list[MessageNote]
    """What is to be noted of messages once the job has come to its end."""
    reader: int | None = None
    """The user to whose direct messages it goes; `None` where everybody reads it."""

    def readers(self, users: Sequence[int]) -> tuple[int, ...]:
        """Return those of some users who read it, and can be called there."""
        return tuple(user for user in users if self.reader in (None, user))


class PlaceLost(Exception):
    """The thread or the channel of a match was deleted; the message says which."""

    def __init__(self, place: Literal["thread", "channel"], place_id: int) -> None:
        super().__init__(f"the {place} of the match was deleted")
        self.place = place
        self.place_id = place_id


@contextlib.contextmanager
def losing(place: Literal["thread", "channel"], place_id: int) -> Iterator[None]:
    """Translate Discord's "unknown channel" into `PlaceLost`; let every other error through."""
    try:
        yield
    except discord.NotFound as error:
        if error.code == UNKNOWN_CHANNEL:
            raise PlaceLost(place, place_id) from error
        raise


@contextlib.asynccontextmanager
async def noting(store: Store, now: int) -> AsyncIterator[list[MessageNote]]:
    """Gather what is to be noted of messages: for the caller, or at once where something fails.

    What is cut off notes nothing: the next attempt looks for what stands on Discord.
    """
    notes: list[MessageNote] = []
    try:
        yield notes
    except Exception:
        if notes:
            await store.messages.record(notes, now=now)
        raise


def nonce(store: Store, *parts: object) -> str:
    """Return a nonce for a message that is sent once: for some minutes Discord answers a second one with the first.

    After the restore of a backup ids of jobs are given once more, for other messages, so the nonces are others, too.
    """
    return hashlib.sha256(repr((store.restored, *parts)).encode()).hexdigest()[:24]


def pings(user_ids: Iterable[int], role_id: int | None = None) -> discord.AllowedMentions:
    """Return mentions that notify these users, this role and nobody else."""
    roles = [discord.Object(role_id)] if role_id is not None else False
    return discord.AllowedMentions(
        everyone=False, roles=roles, replied_user=False, users=[discord.Object(u) for u in user_ids]
    )


def _custom_ids(message: discord.Message) -> Iterable[str]:
    for row in message.components:
        for item in getattr(row, "children", ()):
            custom_id = getattr(item, "custom_id", None)
            if custom_id:
                yield custom_id


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the bot that was found again."""

    id: int
    key: str
    """The key in the custom_ids of its buttons."""
    named: tuple[int, ...]
    """The users whom its text names."""
    over: bool
    """Whether it has no button to play with."""


async def _own(client: discord.Client, channel: Any, since: int | None = None) -> AsyncIterator[discord.Message]:
    """Yield the bot's messages among the last ones of a channel, the newest first; all back to message `since`."""
    assert client.user is not None
    seen = 0
    async for message in channel.history(limit=LOOK_BACK if since is None else LOOK_FAR):
        if message.author.id == client.user.id:
            yield message
        seen += 1
        if since is not None and seen >= LOOK_BACK and message.id <= since:
            return


async def find_all(
    client: discord.Client, channel: Any, match_id: str, action_ids: Sequence[str], since: int | None = None
) -> list[Found]:
    """Return the bot's messages there with such a button of the match, the newest first; `since` as in `_own`."""
    return [
        found
        async for message in _own(client, channel, since)
        if (found := _with_button(message, match_id, action_ids)) is not None
    ]


async def find_own(client: discord.Client, channel: Any, match_id: str, action_ids: Sequence[str]) -> Found | None:
    """Return the newest of `find_all`."""
    return next(iter(await find_all(client, channel, match_id, action_ids)), None)


async def find_text(client: discord.Client, store: Store, channel: Any, text: str) -> int | None:
    """Return the id of the bot's newest message there with this text, if it is one that was not noted."""
    async for message in _own(client, channel):
        if message.content == text:
            return message.id if await store.messages.find(message.id) is None else None
    return None


async def find_press(client: discord.Client, channel: Any, press: Press, since: int) -> int | None:
    """Return the id of the bot's newest message there with a button that does just this; `since` as in `find_all`."""
    async for message in _own(client, channel, since):  # no fault: see features/seasons/test_simulated.py
        presses = (pressed.press for one in _custom_ids(message) if (pressed := read_button(one)) is not None)
        if press in presses:
            return message.id
    return None


async def find_beginning(client: discord.Client, channel: Any, beginnings: Sequence[str], since: int) -> int | None:
    """Return the id of the bot's newest message there, after message `since`, that begins with one of these texts."""
    async for message in _own(client, channel, since):  # no fault: see features/puzzles/test_dailies.py
        if message.id > since and message.content.startswith(tuple(beginnings)):
            return message.id
    return None


async def find_presses(client: discord.Client, channel: Any, match_id: str, action_id: str) -> list[Press]:
    """Return what such buttons of a match do in the bot's last messages there, the newest first."""
    found = []
    async for message in _own(client, channel):  # no fault: see features/predictions/test_killed.py
        read = (pressed for one in _custom_ids(message) if (pressed := read_button(one)) is not None)
        found += [one.press for one in read if one.match_id == match_id and one.press.action_id == action_id]
    return found


def _with_button(message: discord.Message, match_id: str, action_ids: Sequence[str]) -> Found | None:
    buttons = [pressed for custom_id in _custom_ids(message) if (pressed := read_button(custom_id)) is not None]
    ours = [pressed for pressed in buttons if pressed.match_id == match_id and pressed.press.action_id in action_ids]
    if not ours:
        return None
    named = tuple(int(user) for user in NAMED.findall(message.content))
    over = all(pressed.press.action_id != "play" for pressed in buttons)
    return Found(int(message.id), ours[0].key, named, over=over)
