"""The services that answer interactions, one interaction with its reader, and what a feature adds to them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar, cast

import discord
from discord import app_commands

from bot.interactions.admission import Gate, Limits
from bot.interactions.stopped import Stopped
from bot.jobs.kinds import JobHandler
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.matches.work import Extension
from bot.others import ALONE, Others
from bot.panels.components import Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Button, Row
from bot.people.members import Members
from bot.people.names import NameBook
from bot.people.settings import Languages, Servers
from bot.publish.buttons import OfFeatures
from bot.publish.notifier import Notifier
from bot.publish.studio import Studio
from bot.supervision import Work
from bot.texts.phrases import SOURCE, Phrases, language_of, phrases
from games.api import Action
from storage import StorageError, Store

_TURN: Final = "turn"
Command = app_commands.Group | app_commands.Command[Any, ..., None]
S = TypeVar("S")


class Client(Protocol):
    """The Discord client, as far as interactions need it."""

    services: Services


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that commands, presses and features work with."""

    client: discord.Client
    connected: Callable[[], bool]
    """Returns True while events of the gateway come in."""
    store: Store
    matches: Matches
    lobby: Lobby
    names: NameBook
    languages: Languages
    servers: Servers
    members: Members
    studio: Studio
    notifier: Notifier
    faces: Mapping[str, AnyFace]
    limits: Limits
    gate: Gate
    others: Others = ALONE
    """The other processes on the same database."""
    stopped: Stopped = field(default_factory=Stopped)
    features: Sequence[Feature] = ()
    running: list[Running] = field(default_factory=list)
    """What `features` do in this bot, in their order; filled by `start_features`."""

    def start_features(self) -> None:
        """Start all features, in their order: one that needs the service of another one stands behind it."""
        for feature in self.features:
            self.running.append(feature.start(self))

    def forget(self, user: int) -> None:
        """Drop what is kept in memory about a user who was forgotten, in this process or in another one."""
        self.stopped.forget(user)
        for running in self.running:
            if running.forget is not None:
                running.forget(user)

    def get(self, kind: type[S]) -> S:
        """Return the service of this class that a feature has started. Raises `LookupError` where none has."""
        for running in self.running:
            for service in running.services:
                if isinstance(service, kind):
                    return service
        raise LookupError(kind.__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """An interaction that is being answered."""

    interaction: discord.Interaction
    services: Services
    say: Phrases
    """The sentences in the reader's language."""
    user: int
    """The id of the user who asks."""


async def _nowhere() -> None:
    """Note nothing."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of an answer that is told once; empty for nothing."""

    text: str = ""
    told: Callable[[], Awaitable[None]] = _nowhere
    """Called when the answer has arrived: what was not shown is told the next time."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What a press with one action id does.

    `turns`: pressed in a panel, it changes that panel; otherwise it gets an answer of its own. `quiet`: the public
    message that holds the button shows the outcome, so only a refusal is answered.
    """

    do: Callable[[Request, LoadedMatch, Pressed], Awaitable[None]]
    turns: bool = False
    quiet: bool = False
    forms: Mapping[str, Callable[[discord.Interaction, Pressed], Awaitable[None]]] = field(default_factory=dict)
    """Presses that open a form, by their first token: a form must be the first answer, so nothing is promised."""
    outside: Callable[[Request, Pressed], Awaitable[None]] | None = None
    """What a press does on a message that belongs to no match; there it always `turns`."""
    unseen: Callable[[Request], Awaitable[None]] | None = None
    """Answer a press by somebody who may not see its match; without it they are told that there is no such match."""
    aside: bool = False
    """Its pages answer nothing that is asked: in a panel with many rows what leads there is behind *More …*.

    Those are the presses without tokens; with some, a press may answer (*No, and always*).
    """


@dataclass(frozen=True)
class Running:
    """What a feature does while a bot runs; `Feature.start` makes it, once for each bot."""

    services: tuple[object, ...] = ()
    """Found by their classes with `Services.get`."""
    extensions: tuple[Extension, ...] = ()
    """What it adds to the steps of matches."""
    jobs: Mapping[str, JobHandler] = field(default_factory=dict)
    """What handles jobs, by their kinds: those that send something and those that fall due."""
    tasks: Mapping[str, Work] = field(default_factory=dict)
    """What runs for as long as the bot does, from when Discord is ready."""
    periodic: Mapping[str, tuple[float, Work]] = field(default_factory=dict)
    """What runs again and again, with so many seconds between."""
    in_each: frozenset[str] = frozenset()
    """Names of tasks and of periodic work that each process does, where several share a database; else one does it."""
    ready: Work | None = None
    """Called whenever Discord is ready, and when a lost connection was taken up again."""
    heard: Callable[..., None] | None = None
    """Called with every event of the gateway and its arguments, by discord.py's names."""
    after_commit: Callable[[CommitEvent], Awaitable[None]] | None = None
    """Called after every transaction about a match."""
    calendar_changed: Callable[[int], Awaitable[None]] | None = None
    """Called when a player has changed their time zone, quiet hours or days off."""
    forget: Callable[[int], None] | None = None
    """Called when a user was forgotten, to drop what is kept in memory about them."""


def _nothing(services: Services) -> Running:
    return Running()


@dataclass(frozen=True)
class Feature:
    """An idea around matches, with all that it adds to the bot. `bot.registry` lists the features."""

    name: str
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    """What presses do, by action id: the word in a `Press`, at most twelve small letters, never changed."""
    commands: Mapping[str, Sequence[Command]] = field(default_factory=dict)
    """Slash commands by the group they belong to: ``match``, ``settings``, ``server``, or empty for none."""
    game_commands: Callable[[Mapping[str, AnyFace]], Sequence[Command]] | None = None
    """Makes commands that depend on the games."""
    panel_rows: Callable[[Request, LoadedMatch], tuple[Row, ...]] | None = None
    """Makes rows below those of a private panel, where there is room."""
    start_buttons: Callable[[Request, LoadedMatch], Awaitable[tuple[Button, ...]]] | None = None
    """Makes buttons at the end of the page on which a private panel begins, where there is room."""
    more_buttons: Callable[[Request, LoadedMatch], tuple[Button, ...]] | None = None
    """Makes buttons behind *More …* of the page on which a private panel begins, where it has that."""
    turn_rows: Callable[[Request, LoadedMatch], Awaitable[tuple[Row, ...]]] | None = None
    """Makes rows below the panel that follows a step of the player's own."""
    result_buttons: Callable[[Phrases, LoadedMatch], tuple[Button, ...]] | None = None
    """Makes buttons on the messages of a match that is over, where there is room."""
    result_notes: Callable[[Services, Phrases, LoadedMatch], Awaitable[str]] | None = None
    """Makes a line below the result of a match in the channel; empty for nothing."""
    challenge_notes: Callable[[Services, Phrases, LoadedMatch], Awaitable[str]] | None = None
    """Makes a line below a challenge that waits for players; empty for nothing."""
    live_buttons: Callable[[Phrases, LoadedMatch], tuple[Button, ...]] | None = None
    """Makes buttons on the live message of a match that is running, where there is room."""
    refusal_buttons: Callable[[Phrases, LoadedMatch, Refusal], tuple[Button, ...]] | None = None
    """Makes buttons beside the rule of a refusal, where there is room."""
    panel_notes: Callable[[Request, LoadedMatch], Awaitable[Note]] | None = None
    """Makes a line above a private panel that is told once."""
    panel_lines: Callable[[Request, LoadedMatch], Awaitable[str]] | None = None
    """Makes a line below the text of a private panel, which stays while it is true; empty for nothing."""
    panel_hint: Callable[[Request, LoadedMatch], tuple[Action, ...]] | None = None
    """Returns what a hint that the reader of a private panel follows still says to play; it is preset there."""
    panel_shown: Callable[[Request, LoadedMatch, Action], Awaitable[None]] | None = None
    """Called when a private panel has been shown at these tokens."""
    outside: Callable[[Request, Pressed], Awaitable[None]] | None = None
    """Handles presses on messages that belong to no match, where their handler has no `outside` of its own."""
    start: Callable[[Services], Running] = _nothing
    """Starts what the feature does while a bot runs."""


def public_buttons(features: Sequence[Feature]) -> OfFeatures:
    """Return what makes the buttons that these features add to the public messages of a match."""

    def made(say: Phrases, match: LoadedMatch) -> tuple[Button, ...]:
        over = match.match.status == "over"
        makers = (feature.result_buttons if over else feature.live_buttons for feature in features)
        return tuple(button for maker in makers if maker is not None for button in maker(say, match))

    return made


def services(interaction: discord.Interaction) -> Services:
    """Return the services of the bot that the interaction came to."""
    return cast("Client", interaction.client).services


async def public_notes(services: Services, say: Phrases, match: LoadedMatch) -> str:
    """Return the lines that features add below the result of a match, or below a challenge."""
    over = match.match.status == "over"
    notes = [feature.result_notes if over else feature.challenge_notes for feature in services.features]
    makers = [maker for maker in notes if maker is not None]
    return "\n".join([line for maker in makers if (line := await maker(services, say, match))])


async def phrases_for(interaction: discord.Interaction) -> Phrases:
    """Return the sentences of an answer: in the reader's chosen language, else Discord's locale, else English.

    Falls back on Discord's locale where the database cannot be reached.
    """
    locale = str(interaction.locale)
    try:
        return await services(interaction).languages.for_answer(interaction.user.id, locale)
    except StorageError:
        return phrases(language_of(locale) or SOURCE)


async def request_for(interaction: discord.Interaction) -> Request:
    """Return the request of an interaction as soon as it is its turn (`Gate`); names in it are noted on the way."""
    bot = services(interaction)
    await _enter(bot.gate, interaction)
    bot.names.note_all(interaction)
    return Request(interaction, bot, await phrases_for(interaction), interaction.user.id)


async def _enter(gate: Gate, interaction: discord.Interaction) -> None:
    """Wait for the turn of the interaction, which lasts until its task ends."""
    if _TURN in interaction.extras:
        return
    user_id = interaction.user.id
    await gate.enter(user_id)
    interaction.extras[_TURN] = True
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: gate.leave(user_id))
