"""The page of a tournament: one public message, edited whenever it has something else to show; and its last word."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.features.tournaments import course, shown, words
from bot.features.tournaments.entries import Entries
from bot.interactions.services import Services
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Button, Picture, Press, Row
from bot.panels.widgets import button
from bot.people.settings import DAY_MS
from bot.publish.sending import FAILED, SILENT, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, find_beginning, find_own, nonce
from bot.publish.studio import file_of
from bot.texts.phrases import Phrases, phrases
from storage import Tournament, WholeTournament

ACTION_ID: Final = "tournament"
NAMES_WITHIN: Final = 5.0
"""Seconds that the page waits for names."""
ENDED: Final = ("over", "cancelled")
GIVEN_UP_MS: Final = 7 * DAY_MS
"""So long after its end the last of a tournament is posted no more: it can still be looked at."""
SKEW_MS: Final = 60_000
"""So far the clock of Discord may be behind that of the bot."""
log = logging.getLogger("bot.tournaments")


@dataclass(frozen=True, slots=True)
class Look:
    """A tournament as it is shown: in words, and on which of how many pages of its picture."""

    text: str
    page: shown.Page | None
    at: int
    of: int


class Pages:
    """Shows tournaments."""

    def __init__(self, services: Services, entries: Entries) -> None:
        self._services = services
        self._entries = entries
        self._troubled: set[str] = set()
        """Tournaments whose pages Discord refuses: logged once."""

    async def look(self, say: Phrases, whole: WholeTournament, at: int | None = None) -> Look:
        """Return how a tournament is shown, on a page of one's choice or on the one on which it goes on."""
        services = self._services
        users = [user for one in whole.entrants for user in one.users]
        await services.names.learn(users, within=NAMES_WITHIN)
        known = {user: services.names.known(say, user) for user in users}
        face = services.faces[whole.head.game]
        open_ = [one.match_id for one in whole.pairings if one.points is None]
        threads = await services.store.tournaments.threads(open_) if open_ else {}
        text = words.page(say, face, whole, known, threads, self._entries.size(whole.head))
        if not whole.pairings:
            return Look(text, None, 0, 0)
        pages, now = shown.pages(say, whole, words.by_seed(say, whole, known))
        chosen = now if at is None else at % len(pages)
        return Look(text, pages[chosen], chosen, len(pages))

    async def draw(self, say: Phrases, look: Look) -> Picture | None:
        """Return the picture of a tournament."""
        return None if look.page is None else await self._services.studio.draw(shown.draw, say, look.page, look.text)

    async def show(self, whole: WholeTournament) -> None:
        """Bring the page up to date; whatever fails on the way is tried again at the next look.

        Of a tournament that has ended for a week at most, and not at all where its channel was deleted.
        """
        head = whole.head
        if head.game not in self._services.faces:
            return
        try:
            await self._show(whole)
            if head.status in ENDED and head.told_at is None:
                await self._tell(whole)
        except FAILED as error:
            if head.id not in self._troubled:
                log.warning("the page of tournament %s cannot be shown: %s", head.id, error)
            self._troubled.add(head.id)
            if head.status in ENDED and self._in_vain(head, error):
                await self._services.store.tournaments.set_told(head.id, self._services.matches.clock())
        else:
            self._troubled.discard(head.id)

    def _in_vain(self, head: Tournament, error: BaseException) -> bool:
        """Return True if nothing will be posted of a tournament that has ended."""
        gone = isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
        return gone or self._services.matches.clock() - (head.ended_at or 0) >= GIVEN_UP_MS

    async def _show(self, whole: WholeTournament) -> None:
        head, say = whole.head, phrases(whole.head.language)
        look = await self.look(say, whole)
        digest = hashlib.sha256(repr((head.status, look.text, look.page)).encode()).hexdigest()
        if digest == head.shown and head.message_id is not None:
            return
        picture, view = await self.draw(say, look), components.view(LESSON + head.id, rows(say, whole))
        channel = self._services.client.get_partial_messageable(head.channel_id, guild_id=head.guild_id)
        message_id = head.message_id
        if message_id is None:
            found = await find_own(self._services.client, channel, LESSON + head.id, (ACTION_ID,))
            message_id = None if found is None else found.id
        if message_id is None or not await _edited(channel, message_id, look.text, picture, view):
            files: dict[str, Any] = {} if picture is None else {"file": file_of(picture)}
            more: dict[str, Any] = {} if view is None else {"view": view}
            sent = await channel.send(
                look.text,
                allowed_mentions=SILENT,
                nonce=nonce(self._services.store, ACTION_ID, head.id, message_id),
                **files,
                **more,
            )
            message_id = sent.id
        await self._services.store.tournaments.set_page(head.id, message_id, digest)

    async def _tell(self, whole: WholeTournament) -> None:
        """Post who has won below everything else, once."""
        services, head, say = self._services, whole.head, phrases(whole.head.language)
        if head.status == "over":
            users = [user for one in whole.entrants for user in one.users]
            await services.names.learn(users, within=NAMES_WITHIN)
            known = {user: services.names.known(say, user) for user in users}
            names = words.by_seed(say, whole, known)
            text = words.result(say, whole, names, f"**{head.title}**")
            channel = services.client.get_partial_messageable(head.channel_id, guild_id=head.guild_id)
            # No message of before the end: the same people may have won another one of the same name.
            end = datetime.fromtimestamp(((head.ended_at or 0) - SKEW_MS) / 1000, UTC)
            if await find_beginning(services.client, channel, (text,), discord.utils.time_snowflake(end)) is None:
                once = nonce(services.store, "winner", head.id)
                await channel.send(text, allowed_mentions=SILENT, nonce=once)
        await services.store.tournaments.set_told(head.id, services.matches.clock())


async def _edited(
    channel: discord.PartialMessageable,
    message_id: int,
    text: str,
    picture: Picture | None,
    view: discord.ui.View | None,
) -> bool:
    """Edit the page; return False where somebody has deleted it."""
    files = [] if picture is None else [file_of(picture)]
    try:
        message = channel.get_partial_message(message_id)
        await message.edit(content=text, attachments=files, view=view, allowed_mentions=SILENT)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    return True


def rows(say: Phrases, whole: WholeTournament) -> tuple[Row, ...]:
    """Return the buttons of the page."""
    look = button(say("Details"), Press(ACTION_ID, ("look",)))
    if whole.head.status == "open":
        enter = button(say("Join"), Press(ACTION_ID, ("join",)), style="success")
        leave = button(say("Leave"), Press(ACTION_ID, ("leave",)))
        return ((enter, leave, button(say("Start"), Press(ACTION_ID, ("start",)))),)
    if whole.head.status == "running":
        return ((look, button(say("Withdraw"), Press(ACTION_ID, ("leave",)))),)
    return ((look,),) if whole.pairings else ()


def turning(say: Phrases, look: Look) -> tuple[Row, ...]:
    """Return the buttons that turn to other pages of the picture."""
    turns: list[Button] = []
    for to, label in ((look.at - 1, say("Back")), (look.at + 1, say("More"))):
        if 0 <= to < look.of:
            turns.append(button(label, Press(ACTION_ID, ("look", str(to)))))
    return (tuple(turns),) if turns else ()


def open_pairings(whole: WholeTournament, names: Mapping[int, str]) -> dict[str, str]:
    """Return the pairings for which a result can be said, by round and board: those of the latest rounds first."""
    met = [one for one in whole.pairings if one.second is not None]
    met.sort(key=lambda one: (one.points is not None, -one.round, one.board))
    in_bracket = whole.head.kind in course.BRACKETS
    return {
        f"{one.round}.{one.board}": f"{'' if in_bracket else f'{one.round}: '}{names[one.first]} – {names[one.second]}"
        for one in met
        if one.second is not None
    }
