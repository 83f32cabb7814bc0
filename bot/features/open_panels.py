"""Open panels: a player has one for each match. The one before it is removed, as it shows what has been.

A panel that says that there is nothing to do is drawn anew, where it stands, once its player is asked: it would
contradict the ping below it. While others play it follows them, once a minute at most. Any panel is drawn anew once the
match is over, or what it asks was answered elsewhere, as by a button of the live message. What somebody is in the
middle of otherwise, or has turned its message to, is left alone; so is a panel that has not been touched for a quarter
of an hour.

Discord lets an answer be changed for a quarter of an hour after its interaction, and forgets private messages itself
when the client starts anew; so what is open is kept in memory alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

import discord

from bot.interactions import panel, presses
from bot.interactions.replies import BROKEN, message_of, promise
from bot.interactions.services import Feature, Request, Running, Services, phrases_for
from bot.log import told
from bot.matches import computers
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
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
BESIDE: Final = 1.0
"""Seconds after what a person did themselves in which a command is answered with a panel in the place of theirs.

What they did by a public button is answered by their panel alone, which is before their eyes.
"""
log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class OpenPanel:
    """The newest panel of somebody in a match."""

    interaction: discord.Interaction
    """The one that it was last answered with."""
    first: bool
    """It shows its first page."""
    running: bool
    """The match was not over when it was drawn."""
    asks: frozenset[str]
    """The questions to its player when it was drawn (`_asks`)."""
    shows: tuple[object, ...]
    """What it was drawn from (`_shows`)."""
    since: int
    """The number of the newest entry that was shown before it was opened; it tells what its player has done since."""
    newest: int
    """The number of the newest entry that it shows."""
    drawn: float
    """When it was drawn last, in the seconds of a clock that nobody sets."""
    turned: bool = False
    """Its player has turned its message to something else."""
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def idle(self) -> bool:
        """Return True if it shows its first page and its player was not asked anything when it was drawn."""
        return self.first and self.running and not self.asks and not self.turned


class OpenPanels:
    """Remembers the panel of each user in each match, removes older ones, and draws anew what is no longer true."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: OrderedDict[tuple[int, str], OpenPanel] = OrderedDict()
        self._due: dict[tuple[int, str], float] = {}
        """When to look at the panel of a user in a match that has changed since, or may have."""
        self._nap = Nap()

    async def shown(self, request: Request, match: LoadedMatch, tokens: Action) -> None:
        """Note a panel that has been shown, and remove the one before it if this is a new message."""
        here = request.user, match.id
        before = self._open.get(here)
        running, asks = match.match.status == "running", _asks(match, request.user)
        since = match.newest if before is None else before.newest
        shows, newest, drawn = _shows(match, request.user), match.newest, time.monotonic()
        now = OpenPanel(request.interaction, not tokens, running, asks, shows, since, newest, drawn)
        if now.idle:
            # A computer is often faster than this panel was drawn: what it did then nobody has known to be of concern.
            self._look(here, 0)
        if before is not None and before.interaction is request.interaction:
            before.first, before.running, before.asks = now.first, running, asks
            before.shows, before.newest = shows, newest
            before.turned, before.drawn = False, now.drawn
            return
        if before is not None and request.interaction.id < before.interaction.id:
            return  # drawn anew while a newer one was opened, which removes it
        self._open[here] = now
        self._open.move_to_end(here)
        while len(self._open) > KEPT:
            self._open.popitem(last=False)
        if before is not None and not _in_one_message(before.interaction, request.interaction):
            await _remove(before)

    def heard(self, event: str, *arguments: object) -> None:
        """Note that somebody turns the page of a panel: what they look at then is theirs."""
        if event != "interaction" or not isinstance(interaction := arguments[0], discord.Interaction):
            return
        if interaction.message is None or not self._turns(interaction):
            return
        for (user, _), opened in self._open.items():
            if user == interaction.user.id and interaction.message.id == message_of(opened.interaction):
                opened.turned = True

    def _turns(self, interaction: discord.Interaction) -> bool:
        """Return False for a press that is answered in a message of its own: the one that was pressed stays."""
        if interaction.type is not discord.InteractionType.component:
            return True
        pressed = components.read(cast("Mapping[str, Any]", interaction.data or {}))
        return (
            pressed is None
            or pressed.lesson is not None
            or presses.handler_of(self._services, pressed.press.action_id).turns
        )

    async def after_commit(self, event: CommitEvent) -> None:
        """Note that a match has changed, for whoever has a panel of it open that may not be true any more."""
        for (user, match_id), opened in self._open.items():
            if match_id == event.match_id and opened.running and not opened.turned:
                own = BESIDE if user == event.player else AFTER
                self._look((user, match_id), 0 if computers.is_computer(event.player) else own)

    def _look(self, here: tuple[int, str], after: float) -> None:
        """Look at the panel of a user in a match in so many seconds, or earlier where that was said before."""
        when = time.monotonic() + after
        self._due[here] = min(when, self._due.get(here, when))
        self._nap.wake()

    async def follow(self) -> None:
        """Draw panels anew whenever they are no longer true, for as long as the bot runs."""
        while True:
            await self._nap.take(max(0.0, min(self._due.values(), default=time.monotonic() + NAP) - time.monotonic()))
            now = time.monotonic()
            for here in [here for here, when in self._due.items() if when <= now]:
                self._due.pop(here, None)
                await self._look_at(*here)

    async def _look_at(self, user: int, match_id: str) -> None:
        """Draw a panel anew that asks what is answered, or whose match is over.

        So is an idle one whose player is asked now; any other idle one follows when it has stood for a while.
        """
        opened = self._open.get((user, match_id))
        if opened is None or opened.turned or not opened.running or opened.interaction.is_expired():
            return
        try:
            match = await self._services.matches.load(match_id)
        except (Refusal, StorageError) as fault:
            log.debug("the panels of match %s stay: %s", match_id, fault)
            return
        if opened.shows == _shows(match, user):
            return  # it is true
        asks = _asks(match, user)
        answered, stood = opened.asks - asks, time.monotonic() - opened.drawn
        if match.match.status == "over" or answered or (opened.idle and (asks or stood >= FRESH)):
            await self._redraw(user, opened, match)
        elif opened.idle:
            self._look((user, match_id), FRESH - stood)

    async def _redraw(self, user: int, opened: OpenPanel, match: LoadedMatch) -> None:
        """Draw a panel anew, where Discord still lets it be and its reader has not turned to something else."""
        async with opened.changing:

            def wanted() -> bool:
                return self._open.get((user, match.id)) is opened and not opened.turned

            if not wanted() or opened.interaction.is_expired():
                return
            try:
                say = await phrases_for(opened.interaction)
                request = Request(opened.interaction, self._services, say, user)
                await panel.open_panel(request, match, wanted=wanted, anew=True, since=opened.since)
            except (discord.HTTPException, Refusal, StorageError, *BROKEN) as fault:
                opened.turned = True
                log.debug("a panel stays as it was: %s", told(fault))

    def forget(self, user: int) -> None:
        """Drop what is remembered of a user."""
        for here in [here for here in self._open if here[0] == user]:
            del self._open[here]


def _in_one_message(one: discord.Interaction, other: discord.Interaction) -> bool:
    """Return whether the later of two answers stands where the earlier one stood; that it does if it turned a page."""
    messages = message_of(one), message_of(other)
    return promise(other).turns if None in messages else messages[0] == messages[1]


OFFER: Final = "offer"
"""Stands among what somebody is asked for an offer of another player."""


def _asks(match: LoadedMatch, user: int) -> frozenset[str]:
    """Return what a match waits for from a user: the keys of choices, and the answer to an offer."""
    seat = match.seat_of(user)
    keys = [match.key_of(choice) for choice in match.choices if choice.must and choice.seat == seat]
    return frozenset((*keys, OFFER) if user in match.unanswered else keys)


def _shows(match: LoadedMatch, user: int) -> tuple[object, ...]:
    """Return what can change of all that a panel of a user is drawn from. What others plan is theirs alone."""
    seats = (seat if seat.user_id == user else replace(seat, plan=None) for seat in match.match.seats)
    return match.newest, match.match.status, *seats, *match.match.clocks


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
