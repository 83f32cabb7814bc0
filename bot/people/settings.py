"""Settings that are kept in memory: the languages of people and servers, what servers set for their matches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.clocks.pace import NO_CLOCK
from bot.matches.refusals import Refusal
from bot.texts.phrases import SOURCE, Phrases, language_of, phrases
from games.messages import Message
from storage import Server, Store

DAY_MS: Final = 86_400_000
ABANDONED_AFTER_DAYS: Final = 7
"""How long the others have to decide what becomes of a match when a player's time is over, unless the server says."""
STAND_IN: Final = "knight"
"""The level of computers that play on for people who do not, unless the server says."""
NO_STAND_IN: Final = "none"
"""What a server sets that does not want that."""
MOST_OPEN: Final = 20
"""How many open matches a member may have, unless the server says."""
KEPT_SERVERS: Final = 1000
KEPT_LANGUAGES: Final = 5000
"""So many settings are kept in memory, of those that were asked for last."""
S = TypeVar("S")


class Languages:
    """The languages of readers, kept in memory for as long as they are asked for.

    Every change goes through here, so that what is kept is never old.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._players: OrderedDict[int, str | None] = OrderedDict()
        self._guilds: OrderedDict[int, str | None] = OrderedDict()

    async def of_player(self, user_id: int) -> str | None:
        """Return the language that a player has set, `None` for none."""
        return await _kept(self._players, user_id, self._ask_player, KEPT_LANGUAGES, self._store)

    async def of_guild(self, guild_id: int) -> str | None:
        """Return the language that a server has set, `None` for none."""
        return await _kept(self._guilds, guild_id, self._ask_guild, KEPT_LANGUAGES, self._store)

    async def set_player(self, user_id: int, language: str | None, *, now: int) -> None:
        """Set a player's language; `None` leaves it to Discord."""
        player = await self._store.people.set_player(user_id, now=now, language=language or "")
        self._players[user_id] = player.language

    async def set_guild(self, guild_id: int, language: str | None, *, now: int) -> None:
        """Set a server's language; `None` leaves it to Discord."""
        await self._store.servers.set_language(guild_id, language, now=now)
        self._guilds[guild_id] = language

    async def for_answer(self, user_id: int, locale: str) -> Phrases:
        """Return the sentences of a private answer; `locale` is that of the interaction."""
        return phrases(await self.of_player(user_id) or language_of(locale) or SOURCE)

    def known(self, user_id: int, locale: str) -> Phrases:
        """Return the sentences of a private answer without asking the database, by what is kept in memory."""
        return phrases(self._players.get(user_id) or language_of(locale) or SOURCE)

    async def for_message(self, user_id: int, match_language: str) -> Phrases:
        """Return the sentences of a direct message about a match."""
        return phrases(await self.of_player(user_id) or match_language)

    async def for_match(self, guild_id: int, locale: str | None) -> str:
        """Return the language of a new match for which none is given; `locale` is that of the server."""
        return await self.of_guild(guild_id) or language_of(locale) or SOURCE

    async def _ask_player(self, user_id: int) -> str | None:
        return _spoken((await self._store.people.player(user_id)).language)

    async def _ask_guild(self, guild_id: int) -> str | None:
        return _spoken(await self._store.servers.language(guild_id))


def _spoken(language: str | None) -> str | None:
    """Return the language, `None` for one that an earlier version spoke and this one does not."""
    return language_of(language)


class Servers:
    """The settings of servers. Every change goes through here, so that what is kept is never old."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._servers: OrderedDict[int, Server] = OrderedDict()

    async def of(self, guild_id: int) -> Server:
        """Return the settings of a server."""
        return await _kept(self._servers, guild_id, self._store.servers.find, KEPT_SERVERS, self._store)

    async def set(self, new: Server, *, now: int) -> None:
        """Store the settings of a server."""
        await self._store.servers.set(new, now=now)
        self._servers[new.guild_id] = new

    async def must_have_room(self, guild_id: int | None, user: int) -> None:
        """Raise `Refusal` where a member has as many open matches on a server, or in messages, as there may be.

        Invitations do not count: anybody can send them.
        """
        most = (None if guild_id is None else (await self.of(guild_id)).most_open) or MOST_OPEN
        mine = [head for head in await self._store.matches.of_user(user) if head.server_of(user) == guild_id]
        if sum(seat.user_id == user and seat.status == "accepted" for head in mine for seat in head.seats) >= most:
            if guild_id is None:
                raise Refusal(
                    Message(
                        "You already have as many open matches here as one person may have ({count}); finish one of "
                        "them first.",
                        count=most,
                    )
                )
            raise Refusal(
                Message(
                    "You already have as many open matches on this server as one member may have ({count}); "
                    "finish one of them first.",
                    count=most,
                )
            )

    async def abandon_ms(self, guild_id: int | None) -> int:
        """Return the milliseconds after a player's time is over in which a match ends by itself as abandoned."""
        days = (await self.of(guild_id)).abandon_days if guild_id is not None else None
        return (days or ABANDONED_AFTER_DAYS) * DAY_MS

    async def stand_in(self, guild_id: int | None) -> str | None:
        """Return the level of computers that play on for people who do not; `None` where none may."""
        level = (await self.of(guild_id)).stand_in if guild_id is not None else None
        return None if level == NO_STAND_IN else level or STAND_IN

    async def lets_predict(self, guild_id: int) -> bool:
        """Return True if spectators of matches on a server may predict what comes."""
        return (await self.of(guild_id)).predictions in (None, True)

    async def pace(self, guild_id: int) -> str | None:
        """Return the pace of a match for which none was chosen, as it is stored; `None` for no clock."""
        stored = (await self.of(guild_id)).pace
        return None if stored == NO_CLOCK else stored


async def _kept(
    settings: OrderedDict[int, S], key: int, ask: Callable[[int], Awaitable[S]], most: int, store: Store
) -> S:
    """Return a setting; of more than `most` the one goes whose last use is longest ago.

    Where another process may have changed it, it is asked for each time.
    """
    if store.shared:
        settings.pop(key, None)
    if key not in settings:
        stored = await ask(key)
        settings.setdefault(key, stored)  # what was set meanwhile is newer
        if len(settings) > most:
            settings.popitem(last=False)
    settings.move_to_end(key)
    return settings[key]
