"""Who reads which language: what people and servers have set, else what Discord says, else English."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from bot.texts.phrases import SOURCE, Phrases, language_of, phrases
from storage import Store

KEPT: Final = 5000

_Ask = Callable[[int], Awaitable[str | None]]


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
        return await _kept(self._players, user_id, self._ask_player)

    async def of_guild(self, guild_id: int) -> str | None:
        """Return the language that a server has set, `None` for none."""
        return await _kept(self._guilds, guild_id, self._ask_guild)

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
        """Return the same as `for_answer`, without asking the database for a setting that was not asked for yet."""
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


async def _kept(known: OrderedDict[int, str | None], key: int, ask: _Ask) -> str | None:
    if key not in known:
        found = await ask(key)
        known.setdefault(key, found)  # what was set meanwhile is newer
        if len(known) > KEPT:
            known.popitem(last=False)
    known.move_to_end(key)
    return known[key]
