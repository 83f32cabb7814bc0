"""Open panels: a player has one for each match. The one before it is removed, as it shows what has been.

A panel that says that there is nothing to do is drawn anew, where it stands, once its player is asked or the match is
over: it would contradict the ping below it. While others play it follows them, once a minute at most. What somebody is
in the middle of, or has turned to, is left alone; so is a panel that has not been touched for a quarter of an hour.

Discord lets an answer be changed for a quarter of an hour after its interaction, and forgets private messages itself
when the client starts anew; so what is open is kept in memory alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

import discord

from bot.interactions import panel
from bot.interactions.replies import BROKEN, promise
from bot.interactions.services import Feature, Request, Running, Services, phrases_for
from bot.matches import computers
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.supervision import Nap
from games.api import Action
from storage import StorageError

KEPT: Final = 1_000
"""So many panels are remembered at once."""
NAP: Final = 3_600.0
"""Seconds after which is looked for panels to draw that nobody has told of; there are none."""
FRESH: Final = 60.0
"""Seconds for which a panel stays as it was drawn while its player is not asked, however much the others do."""
AFTER: Final = 2.0
"""Seconds after what a person did in which most others open their panel anew: then nothing is drawn.

Of what a computer did nobody is told otherwise than by the panel at which its opponent waits, so that follows at once.
"""
log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class OpenPanel:
    """The newest panel of somebody in a match."""

    interaction: discord.Interaction
    """The one that it was last answered with."""
    idle: bool
    """It shows its first page, and when it was drawn its player was not asked anything."""
    version: int
    """The version of the match that it shows."""
    since: int
    """The number of the newest entry that was shown before it was opened; it tells what its player has done since."""
    newest: int
    """The number of the newest entry that it shows."""
    drawn: float = field(default_factory=monotonic)
    """When it was drawn last, in the seconds of a clock that nobody sets."""
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)


class OpenPanels:
    """Remembers the panel of each user in each match, removes older ones, and draws anew what is no longer true."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: OrderedDict[tuple[int, str], OpenPanel] = OrderedDict()
        self._due: dict[str, float] = {}
        """When to look at the idle panels of matches that have changed since, or may have."""
        self._later: dict[str, float] = {}
        """When to look at matches again whose idle panels were drawn just before they changed."""
        self._nap = Nap()

    async def shown(self, request: Request, match: LoadedMatch, tokens: Action) -> None:
        """Note a panel that has been shown, and remove the one before it if this is a new message."""
        here = request.user, match.id
        before = self._open.get(here)
        idle = not tokens and match.match.status == "running" and request.user not in _asked(match)
        if idle:
            # A computer is often faster than this panel was drawn: what it did then nobody has known to be of concern.
            self._look(match.id, 0)
        if before is not None and before.interaction is request.interaction:
            before.idle, before.drawn = idle, monotonic()
            before.version, before.newest = match.match.version, match.newest
            return
        if before is not None and request.interaction.id < before.interaction.id:
            return  # drawn anew while a newer one was opened, which removes it
        since = match.newest if before is None else before.newest
        self._open[here] = OpenPanel(request.interaction, idle, match.match.version, since, match.newest)
        self._open.move_to_end(here)
        while len(self._open) > KEPT:
            self._open.popitem(last=False)
        if before is not None and not promise(request.interaction).turns:
            await _remove(before)

    def heard(self, event: str, *arguments: object) -> None:
        """Note that somebody turns the page of a private message: what they look at then is theirs."""
        if event != "interaction" or not isinstance(interaction := arguments[0], discord.Interaction):
            return
        if interaction.message is not None and interaction.message.flags.ephemeral:
            for (user, _), opened in self._open.items():
                if user == interaction.user.id and opened.interaction.channel_id == interaction.channel_id:
                    opened.idle = False

    async def after_commit(self, event: CommitEvent) -> None:
        """Note that a match has changed, if somebody has an idle panel of it."""
        if any(match_id == event.match_id and opened.idle for (_, match_id), opened in self._open.items()):
            self._look(event.match_id, 0 if computers.is_computer(event.player) else AFTER)

    def _look(self, match_id: str, after: float) -> None:
        """Look at the idle panels of a match in so many seconds, or earlier where that was said before."""
        when = monotonic() + after
        self._due[match_id] = min(when, self._due.get(match_id, when))
        self._nap.wake()

    async def follow(self) -> None:
        """Draw idle panels anew whenever they are no longer true, for as long as the bot runs."""
        while True:
            soonest = min((*self._due.values(), *self._later.values()), default=monotonic() + NAP)
            await self._nap.take(max(0.0, soonest - monotonic()))
            now = monotonic()
            due = [match_id for looks in (self._due, self._later) for match_id, when in looks.items() if when <= now]
            for match_id in dict.fromkeys(due):
                self._due.pop(match_id, None)
                self._later.pop(match_id, None)
                await self._look_at(match_id)

    async def _look_at(self, match_id: str) -> None:
        """Draw those idle panels of a match anew whose players are asked now, or all if it is over.

        Those of all others follow when they have stood for a while.
        """
        try:
            match = await self._services.matches.load(match_id)
        except (Refusal, StorageError) as fault:
            log.debug("the panels of match %s stay: %s", match_id, fault)
            return
        asked = None if match.match.status == "over" else _asked(match)
        for (user, of), opened in list(self._open.items()):
            if of != match_id or not opened.idle or opened.interaction.is_expired():
                continue
            if opened.version == match.match.version:
                continue  # it is true
            if asked is None or user in asked or monotonic() - opened.drawn >= FRESH:
                await self._redraw(user, opened, match)
            else:
                due = opened.drawn + FRESH
                self._later[match_id] = min(due, self._later.get(match_id, due))

    async def _redraw(self, user: int, opened: OpenPanel, match: LoadedMatch) -> None:
        """Draw an idle panel anew, where Discord still lets it be and its reader has not turned to something else."""
        async with opened.changing:

            def wanted() -> bool:
                return self._open.get((user, match.id)) is opened and opened.idle

            if not wanted() or opened.interaction.is_expired():
                return
            try:
                say = await phrases_for(opened.interaction)
                request = Request(opened.interaction, self._services, say, user)
                await panel.open_panel(request, match, wanted=wanted, anew=True, since=opened.since)
            except (discord.HTTPException, Refusal, StorageError, *BROKEN) as fault:
                opened.idle = False
                log.debug("a panel stays as it was: %s", fault)

    def forget(self, user: int) -> None:
        """Drop what is remembered of a user."""
        for here in [here for here in self._open if here[0] == user]:
            del self._open[here]


def _asked(match: LoadedMatch) -> set[int]:
    """Return the users that a match waits for, or whose answer to an offer is missing."""
    return {*match.waited_for(), *match.unanswered}


async def _remove(opened: OpenPanel) -> None:
    """Remove a panel, where Discord still lets it be and its reader has not done so."""
    async with opened.changing:
        if opened.interaction.is_expired():
            return
        try:
            await opened.interaction.delete_original_response()
        except (discord.HTTPException, *BROKEN) as fault:
            log.debug("an older panel stays: %s", fault)


async def shown(request: Request, match: LoadedMatch, tokens: Action) -> None:
    """Note a panel that has been shown."""
    await request.services.get(OpenPanels).shown(request, match, tokens)


def _start(services: Services) -> Running:
    panels = OpenPanels(services)
    return Running(
        services=(panels,),
        forget=panels.forget,
        heard=panels.heard,
        after_commit=panels.after_commit,
        tasks={"panels": panels.follow},
        in_each=frozenset({"panels"}),
    )


FEATURE = Feature("open_panels", panel_shown=shown, start=_start)
