"""Display names of users, kept for a while in memory and nowhere else.

They are not stored: a table of names would be personal data that somebody has to correct, export and delete, and names
change. After a restart they come back by themselves: whoever presses or types is noted, and so are all that the message
mentions and all that a command names; the rest is asked of Discord, a few at a time, when somebody looks.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

import aiohttp
import discord

from bot.limits import cut
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.people.members import Members, Unanswered
from bot.texts.phrases import Phrases
from storage import Former, MatchHead

_MARKUP: Final = re.compile(r"[*~|`<>\[\]\\@#:()]")
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Fillers and the empty Braille pattern: by their categories letters and signs, but nobody sees them."""
LENGTH: Final = 32
"""The most characters that a name keeps."""
KEPT: Final = 5000
AT_ONCE: Final = 10
"""How many names are asked of Discord at the same time."""
AT_MOST: Final = 500
"""How many names may wait to be asked for; whoever is left out is asked for at the next look."""
_FAILED: Final = (discord.DiscordException, aiohttp.ClientError, OSError)


def safe_name(name: str) -> str:
    """Return a player's name on one line, without markup, mentions and direction marks, at most 32 characters.

    Empty when nothing else was in it.
    """
    unseen = ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn")
    kept = "".join(" " if c in _BLANKS or unicodedata.category(c) in unseen else c for c in name)
    plain = " ".join(_MARKUP.sub("", kept).split()).strip("_- ")
    return plain[:LENGTH].strip()


class SeatNames(dict[int, str]):
    """How the players of a match are called, by their seats; and how those were called who played there before.

    They are not changed once they are made, so that pictures with the same names are the same (`Studio.draw`).
    """

    former: tuple[tuple[int, int, str], ...] = ()
    """The number of the entry until which somebody played a seat, the seat and the name; the earliest first."""
    levels: Mapping[int, str] = MappingProxyType({})
    """The seats of computer players, by their names and levels: how they are called in headings (`full_names`)."""

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return hash((frozenset(self.items()), self.former))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict):
            return NotImplemented
        return dict(self) == dict(other) and self.former == getattr(other, "former", ())

    def at(self, number: int) -> Mapping[int, str]:
        """Return the names of those who played when entry `number` was made."""
        if not self.former:
            return self
        then = {seat: name for until, seat, name in reversed(self.former) if number < until}
        return self | then if then else self

    def shortened(self, length: int) -> SeatNames:
        """Return the same with names of at most so many characters."""
        short = SeatNames({seat: cut(name, length) for seat, name in self.items()})
        short.former = tuple((until, seat, cut(name, length)) for until, seat, name in self.former)
        short.levels = self.levels
        return short


def names_at(names: Mapping[int, str], number: int) -> Mapping[int, str]:
    """Return the names of those who played when entry `number` was made."""
    return names.at(number) if isinstance(names, SeatNames) else names


def full_names(names: Mapping[int, str]) -> Mapping[int, str]:
    """Return the same names for a heading or a list of matches: computer players with their levels."""
    return {**names, **names.levels} if isinstance(names, SeatNames) and names.levels else names


def short_names(names: Mapping[int, str], length: int) -> Mapping[int, str]:
    """Return the same names, each of at most so many characters."""
    if isinstance(names, SeatNames):
        return names.shortened(length)
    return {seat: cut(name, length) for seat, name in names.items()}


class NameBook:
    """Looks display names up; whoever acts is noted on the way."""

    def __init__(self, client: discord.Client, members: Members | None = None) -> None:
        self._client = client
        self._members = members or Members(client)
        self.renamed: Callable[[int], object] = lambda user_id: None
        """Called when somebody is noted by another name than before."""
        self._names: OrderedDict[int, str] = OrderedDict()
        """Names that are safe to show; empty for accounts that are gone, or whose names had nothing safe in them."""
        self._on_servers: OrderedDict[tuple[int, int], str] = OrderedDict()
        """As `_names`, by server and user: those who were met on another server are known by no other name."""
        self._asking: dict[int, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)

    def note(self, user: discord.abc.User) -> None:
        """Remember how a user is called now."""
        name = safe_name(user.display_name)
        if self._names.get(user.id, name) != name:
            self.renamed(user.id)
        self._keep(user.id, name)
        if isinstance(user, discord.Member):
            _put(self._on_servers, (user.guild.id, user.id), name)

    def forget(self, user_id: int) -> None:
        """Ask anew how a user is called: another process has noted a name."""
        self._names.pop(user_id, None)
        for key in [key for key in self._on_servers if key[1] == user_id]:
            del self._on_servers[key]

    def forget_all(self) -> None:
        """Ask anew how everybody is called."""
        self._names.clear()
        self._on_servers.clear()

    def note_all(self, interaction: discord.Interaction) -> None:
        """Remember everybody whom an interaction brings along: who acts, and whom its message mentions."""
        self.note(interaction.user)
        for user in interaction.message.mentions if interaction.message is not None else ():
            self.note(user)

    def known(self, say: Phrases, user_id: int | None) -> str:
        """Return the name of a user as far as it is known now; "somebody" where it is not.

        That of a computer player comes with its level; within a match it is called as `called` says.
        """
        if computers.is_computer(user_id):
            return computers.titled(say, user_id)
        return (self._names.get(user_id) if user_id is not None else None) or say("somebody")

    async def learn(self, user_ids: Iterable[int | None], *, within: float | None = None) -> None:
        """Ask Discord for the names that are not known yet, all at the same time, the first ones first.

        After `within` seconds this returns; what has not been answered by then goes on in the background.
        """
        users = dict.fromkeys(computers.people(user_ids))
        asked = [self._ask(user) for user in users if _has_account(user) and user not in self._names]
        waiting = [task for task in asked if task is not None]
        if waiting:
            await asyncio.wait(waiting, timeout=within)

    def known_in(self, say: Phrases, match: MatchHead, user_id: int | None) -> str:
        """Return `known` for the players of a match: of one across servers the names on the servers they come from."""
        home = match.home_of(user_id)
        if home is None:
            return self.known(say, user_id)
        return self._on_servers.get((home.guild_id, home.user_id)) or say("somebody")

    async def learn_in(self, matches: Iterable[MatchHead], *, within: float | None = None) -> None:
        """Ask Discord for the names of the players of these matches, as `learn`."""
        heads = list(matches)
        homes = {(one.guild_id, one.user_id) for head in heads for one in head.homes}
        plain = [s.user_id for head in heads for s in head.seats if head.home_of(s.user_id) is None]
        await asyncio.gather(self.learn(plain, within=within), self._learn_there(homes, within))

    async def _learn_there(self, homes: Iterable[tuple[int, int]], within: float | None) -> None:
        new = [one for one in homes if _has_account(one[1]) and one not in self._on_servers]
        asked = [asyncio.create_task(self._fetch_there(*one)) for one in new]
        if asked:
            _, late = await asyncio.wait(asked, timeout=within)
            for task in late:
                task.cancel()

    async def of(self, say: Phrases, user_id: int | None) -> str:
        """Return the name of a user, asking Discord if need be; "somebody" for a deleted account or an empty name."""
        await self.learn((user_id,))
        return self.known(say, user_id)

    async def seats(self, say: Phrases, match: LoadedMatch, *, within: float | None = None) -> Mapping[int, str]:
        """Return the names of a match's players by seat, as far as Discord tells them within so many seconds.

        They know those of former players, too (`names_at`).
        """
        await self.learn_in((match.match,), within=within)
        await self.learn((seat.user_id for seat in match.match.former), within=within)
        return self.called(say, match.match, match.match.former)

    def called(self, say: Phrases, match: MatchHead, former: Sequence[Former] = ()) -> SeatNames:
        """Return `seats` as far as names are known now.

        A computer player whose name is a person's of the match, too, is called by name and level everywhere in it.
        """
        taken = [seat for seat in match.seats if seat.user_id is not None]
        everybody = dict.fromkeys([*(seat.user_id for seat in taken), *(seat.user_id for seat in former)])
        full = {user: self.known_in(say, match, user) for user in everybody}
        people = {name.casefold() for user, name in full.items() if not computers.is_computer(user)}
        called = dict(full)
        for user in everybody:
            if computers.is_computer(user) and computers.name(user).casefold() not in people:
                called[user] = computers.name(user)
        names = SeatNames({seat.seat: called[seat.user_id] for seat in taken})
        names.former = tuple((seat.until, seat.seat, called[seat.user_id]) for seat in former)
        names.levels = {seat.seat: full[seat.user_id] for seat in computers.seated(taken)}
        return names

    async def stop(self) -> None:
        """Cancel all questions; called when the bot stops."""
        asking = list(self._asking.values())
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    def _ask(self, user_id: int) -> asyncio.Task[None] | None:
        """Return the one question about a user, shared by all who wait for it; `None` where too many are open."""
        if user_id not in self._asking and len(self._asking) < AT_MOST:
            task = asyncio.create_task(self._fetch(user_id))
            self._asking[user_id] = task
            task.add_done_callback(lambda _: self._asking.pop(user_id, None))
        return self._asking.get(user_id)

    async def _fetch(self, user_id: int) -> None:
        """Ask Discord. What cannot be answered now is not remembered, so that it is asked again at the next look."""
        async with self._slots:
            if user_id in self._names:  # meanwhile noted
                return
            try:
                user = await self._client.fetch_user(user_id)
            except discord.NotFound:
                self._keep(user_id, "")
            except _FAILED:
                return
            else:
                self._keep(user.id, safe_name(user.display_name))

    async def _fetch_there(self, guild_id: int, user_id: int) -> None:
        """Ask how somebody is called on a server; of who has left it Discord's own name is what others may know."""
        async with self._slots:
            try:
                member = await self._members.find(guild_id, user_id)
                user = member if member is not None else await self._client.fetch_user(user_id)
            except discord.NotFound:
                _put(self._on_servers, (guild_id, user_id), "")
            except (Unanswered, *_FAILED):
                return
            else:
                _put(self._on_servers, (guild_id, user_id), safe_name(user.display_name))

    def _keep(self, user_id: int, name: str) -> None:
        _put(self._names, user_id, name)


def _has_account(user_id: int) -> bool:
    """Return False for the number that stands for somebody deleted (`storage.privacy`): Discord knows no such user."""
    return user_id > 0


K = TypeVar("K")


def _put(names: OrderedDict[K, str], key: K, name: str) -> None:
    """Remember a name; of too many the one goes that was noted longest ago."""
    names[key] = name
    names.move_to_end(key)
    while len(names) > KEPT:
        names.popitem(last=False)
