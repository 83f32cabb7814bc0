"""What interactions are answered with: the services of the bot, and one interaction with the one who waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol, cast

import discord

from bot.features.clocks.absences import Absences
from bot.features.clocks.reachability import Whereabouts
from bot.features.clocks.timeout_votes import Claims
from bot.features.digests.service import Digests
from bot.features.followers.service import Spectators
from bot.features.privacy.service import Privacy
from bot.features.substitutes.service import Substitutes
from bot.interactions.gate import Gate
from bot.interactions.limits import Limits
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from bot.panels.face import AnyFace
from bot.people.languages import Languages
from bot.people.names import NameBook
from bot.people.servers import Servers
from bot.publish.outbox import Outbox
from bot.publish.studio import Studio
from bot.texts.phrases import SOURCE, Phrases, language_of, phrases
from storage import StorageError, Store

_TURN: Final = "turn"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that commands and presses work with."""

    store: Store
    matches: Matches
    lobby: Lobby
    names: NameBook
    languages: Languages
    studio: Studio
    outbox: Outbox
    faces: Mapping[str, AnyFace]
    limits: Limits
    gate: Gate
    claims: Claims
    absences: Absences
    servers: Servers
    privacy: Privacy
    substitutes: Substitutes
    spectators: Spectators
    digests: Digests
    whereabouts: Whereabouts


class Client(Protocol):
    """The Discord client, as far as interactions need it."""

    services: Services


@dataclass(frozen=True, slots=True)
class Request:
    """An interaction that is being answered."""

    interaction: discord.Interaction
    services: Services
    say: Phrases
    """The sentences in the language of the one who asks."""
    user: int
    """The id of the one who asks."""


def services(interaction: discord.Interaction) -> Services:
    """The services of the bot that the interaction came to."""
    return cast("Client", interaction.client).services


async def phrases_for(interaction: discord.Interaction) -> Phrases:
    """The sentences of an answer: the reader's setting, else Discord's locale, else English.

    The settings out of reach, it is Discord's locale.
    """
    locale = str(interaction.locale)
    try:
        return await services(interaction).languages.for_answer(interaction.user.id, locale)
    except StorageError:
        return phrases(language_of(locale) or SOURCE)


async def request_for(interaction: discord.Interaction) -> Request:
    """The request of an interaction, as soon as it is its turn (`Gate`); whoever asks is noted on the way."""
    there = services(interaction)
    await _enter(there.gate, interaction)
    there.names.note_all(interaction)
    return Request(interaction, there, await phrases_for(interaction), interaction.user.id)


async def _enter(gate: Gate, interaction: discord.Interaction) -> None:
    """Wait for the turn of the interaction, which lasts until the end of its task."""
    if _TURN in interaction.extras:
        return
    user_id = interaction.user.id
    await gate.enter(user_id)
    interaction.extras[_TURN] = True
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: gate.leave(user_id))
