"""Seasons while the bot runs: what is to be posted of each is posted once, whatever happens in between.

A season is closed in the database before its picture is made, so that every attempt shows the same; who makes an
attempt holds it for some minutes, and looks first for what an earlier one may have posted without noting it.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Final

import discord

from bot.features.seasons import shown, words
from bot.interactions.services import Services
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Picture, Press
from bot.panels.widgets import button
from bot.people.settings import DAY_MS
from bot.publish.sending import FAILED, SILENT, UNKNOWN_CHANNEL, find_press, nonce
from bot.publish.studio import file_of
from bot.texts.phrases import Phrases, phrases
from storage import ALL_GAMES, Season

LOOK_EVERY: Final = 60.0
"""Seconds between two looks for seasons that have begun or are over."""
LEASE_MS: Final = 5 * 60_000
"""For so long one attempt keeps others off; what failed is tried again after it."""
GIVEN_UP_MS: Final = 7 * DAY_MS
"""After so long nothing is posted any more: the season can still be looked at."""
BEST: Final = 10
"""So many lines the picture at the end has."""
NAMES_WITHIN: Final = 5.0
ACTION_ID: Final = "season"
SHOW, OVER = "show", "over"
"""What the buttons below the two posts of a season say first."""
log = logging.getLogger(__name__)


class Seasons:
    """Posts that a season has begun, and what it came to."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def look(self) -> None:
        """Post what is due; where Discord does not let me, it is tried again later."""
        store, clock = self._services.store.seasons, self._services.matches.clock
        for season in await store.untold(clock()):
            now = clock()
            if not await store.lease(season.id, now, now + LEASE_MS):
                continue
            try:
                await self._bring_up(season, now)
            except FAILED as error:
                await self._failed(season, now, error)

    async def _bring_up(self, season: Season, now: int) -> None:
        """Bring a season to where it should be. Raises Discord's errors."""
        store = self._services.store.seasons
        say = phrases(await self._services.languages.for_match(season.guild_id, None))
        if season.ends_at > now:
            await self._post(say, season, SHOW, words.begun(say, self._services.faces, season), None)
            await store.announced(season.id, now)
            return
        await store.close(season.id, now)
        text, picture = await self.kept(say, season)
        await self._post(say, season, OVER, text, picture)
        await store.told(season.id, now)

    async def _failed(self, season: Season, now: int, error: BaseException) -> None:
        """Note that a post failed: for good where there is no such channel any more, or after a week."""
        due = season.ends_at if season.ends_at <= now else season.begun_at
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        log.warning("season %d is not posted in channel %d: %s", season.id, season.channel_id, error)
        if not gone and now - due < GIVEN_UP_MS:
            return
        store = self._services.store.seasons
        await (store.told if season.ends_at <= now else store.announced)(season.id, now)

    async def _post(self, say: Phrases, season: Season, which: str, text: str, picture: Picture | None) -> None:
        """Post something of a season, unless it stands there already. Raises Discord's errors."""
        client, press = self._services.client, Press(ACTION_ID, (which, str(season.id)))
        channel = client.get_partial_messageable(season.channel_id, guild_id=season.guild_id)
        due = season.begun_at if which == SHOW else season.ends_at
        since = discord.utils.time_snowflake(datetime.fromtimestamp(due / 1000, UTC))
        if await find_press(client, channel, press, since) is not None:
            return
        view = components.view(LESSON, ((button(say("Table"), press),),))
        assert view is not None
        await channel.send(
            text,
            files=[] if picture is None else [file_of(picture)],
            view=view,
            allowed_mentions=SILENT,
            nonce=nonce(self._services.store, ACTION_ID, which, season.id),
        )

    async def kept(self, say: Phrases, season: Season) -> tuple[str, Picture]:
        """Return what a season that is closed came to, in words and as the picture to keep."""
        services, faces = self._services, self._services.faces
        scores = await services.store.seasons.table(season.id, ALL_GAMES, BEST)
        titles = await services.store.seasons.titles(season.id)
        users = dict.fromkeys([*(one.user_id for one in scores), *(one.user_id for one in titles)])
        await services.names.learn(users, within=NAMES_WITHIN)
        names = {user: services.names.known(say, user) for user in users}
        best = words.standings(scores, names.__getitem__)
        text = words.over(say, faces, season, best, titles, names.__getitem__)
        took_part = await services.store.seasons.took_part(season.id)
        made = await services.studio.draw(
            shown.keepsake, say, faces, season, best, tuple(titles), names, took_part, text
        )
        return text, made
