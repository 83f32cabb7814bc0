"""Where all that Discord hands in arrives: counted, measured, held against the limits, answered whatever comes."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

import discord

from bot import metrics
from bot.interactions import replies
from bot.interactions.admission import TOLD, Gate, Limit, Limits
from bot.interactions.refusals import answer_failure
from bot.interactions.replies import BROKEN, answered
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.people.settings import Languages
from bot.texts import match as texts
from games.messages import Message

log = logging.getLogger("bot")

CROWDED = Message("Too many people are playing at this very moment. Try again in a moment.")
UNSTORABLE = Message("What you wrote has a character that cannot be stored.")
STOP_WITHIN: Final = 4.0
"""Seconds that a stop waits for running commands and presses."""
REMEMBERED: Final = 1024
"""Interactions of which it is known that they were here; more than come in while a connection is made anew."""
UNREACHABLE: Final = (discord.HTTPException, discord.InteractionResponded, *BROKEN)
Press = Callable[[discord.Interaction, Pressed], Awaitable[None]]


class InFlight:
    """Interactions that are being worked on; while the bot stops, nothing new is begun."""

    def __init__(self) -> None:
        self.stopping = False
        self.left = False
        """Another process answers from now on."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._taken: OrderedDict[int, None] = OrderedDict()

    def take(self, interaction_id: int) -> bool:
        """Note an interaction; return True if it is here for the first time: a broken connection may bring it twice."""
        if interaction_id in self._taken:
            return False
        self._taken[interaction_id] = None
        if len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        return True

    def note(self) -> None:
        """Let a stop wait for the present task."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Let all come to their end; what takes too long is cut off, its commit made or not made."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_WITHIN)
        for task in self._tasks:
            task.cancel()


class Intake:
    """Takes interactions in. Those over a limit cost no database, no name and no picture."""

    def __init__(self, in_flight: InFlight, limits: Limits, gate: Gate, languages: Languages) -> None:
        self.in_flight = in_flight
        self.limits = limits
        self.gate = gate
        self._languages = languages
        self.claim: Callable[[int], Awaitable[bool]] | None = None
        """Claims an interaction while another process hears of the same ones; returns False where that one has it."""

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Count an interaction among the running work; return False for one that is turned away."""
        if not self.in_flight.take(interaction.id):
            log.info("interaction %d was delivered twice", interaction.id)
            return False
        if self.in_flight.left:
            return False
        self.in_flight.note()
        claimed = self.claim is not None
        if self.claim is not None and not await self.claim(interaction.id):
            return False
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing:
            _measure_at_the_end(interaction)
        if self.in_flight.stopping and not claimed:  # nobody else answers what was claimed here
            await self._turn_away(interaction, texts.STOPPING)
            return False
        limit: Limit = "typing" if typing else "presses"
        if not self.limits.take(interaction.user.id, limit):
            metrics.REFUSED.labels(limit).inc()
            await self._turn_away(interaction, TOLD[limit])
            return False
        if not self.gate.room(interaction.user.id):
            metrics.REFUSED.labels("gate").inc()
            await self._turn_away(interaction, CROWDED)
            return False
        return True

    async def component(self, interaction: discord.Interaction, press: Press) -> None:
        """Answer a press on anything that a message or a form may hold; whatever goes wrong, the player hears of it."""
        if not await self.admit(interaction):
            return
        try:
            data = cast("Mapping[str, Any]", interaction.data or {})
            sent = interaction.type is discord.InteractionType.modal_submit
            pressed = components.read_form(data) if sent else components.read(data)
            if pressed is None:
                raise Refusal(texts.OLD_BUTTON)
            if not components.storable(pressed.text):
                raise Refusal(UNSTORABLE)
            await press(interaction, pressed)
        except Exception as error:
            await answer_failure(interaction, error)

    async def _turn_away(self, interaction: discord.Interaction, why: Message) -> None:
        """Say why, in one request; after a few times nothing any more, which Discord tells the player by itself."""
        if not self.limits.take(interaction.user.id, "sentences"):
            return
        if interaction.type is discord.InteractionType.autocomplete:
            await offer_nothing(interaction)
            return
        try:
            say = self._languages.known(interaction.user.id, str(interaction.locale))
            await replies.tell(interaction, say.message(why))
        except UNREACHABLE as gone:
            log.info("interaction %d could not be turned away: %s", interaction.id, gone)


async def offer_nothing(interaction: discord.Interaction) -> None:
    """Answer an autocomplete with an empty list, where it can still be answered."""
    try:
        await interaction.response.autocomplete([])
    except UNREACHABLE as gone:
        log.info("autocomplete %d could not be answered: %s", interaction.id, gone)


def _measure_at_the_end(interaction: discord.Interaction) -> None:
    """Note when an autocomplete has been answered; discord.py sends that answer by itself."""
    task = asyncio.current_task()
    if task is not None:
        task.add_done_callback(lambda _: answered(interaction) if interaction.response.is_done() else None)
