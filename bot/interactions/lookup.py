"""Finding the match that an interaction means, and showing it as the asker may see it."""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions import membership
from bot.interactions.services import Request, Services, request_for
from bot.limits import CHOICE_NAME, CHOICES, CONTENT, cut
from bot.log import incident
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_MATCH, Refusal
from bot.panels.components import MATCH_ID
from bot.panels.model import AnyView, SeatPerspective
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead, StorageError

log = logging.getLogger("bot")

Choices = list[app_commands.Choice[str]]
Complete = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]
Candidates = Callable[[Request], Awaitable[Sequence[MatchHead]]]
"""Returns the matches that a command may mean."""

NAMES_WITHIN: Final = 1.0
"""Seconds that an autocomplete waits for names; Discord takes its answer for three."""
ABOUT: Final = "match"
"""The key in an interaction's extras for the id of the match that it is about."""
LISTED: Final = 10


async def find(request: Request, match: str | None) -> LoadedMatch:
    """Return the match that a command means: its option's, its thread's, or the asker's only open one here.

    Raises `Refusal`.
    """
    loaded = await _find(request, match)
    expected = _game_of_command(request)
    if expected is not None and loaded.match.game != expected:
        face = loaded.face
        raise Refusal(
            Message("This match is {game}. Its commands begin with `/{group}`.", game=face.game.title, group=face.group)
        )
    request.interaction.extras[ABOUT] = loaded.id
    return loaded


async def find_among(
    request: Request, match: str | None, candidates: Candidates, *, none: Message, several: Message, thread: bool = True
) -> LoadedMatch:
    """Return the match named by the option, that of this `thread`, or the only one of the candidates.

    Raises `Refusal`: `none` where there is no candidate, `several` where there is more than one.
    """
    if match is not None:
        return await find(request, match)
    matches = request.services.matches
    if thread and (played_here := await matches.in_thread(request.interaction.channel_id)) is not None:
        return played_here
    heads = await candidates(request)
    if not heads:
        raise Refusal(none)
    if len(heads) > 1:
        raise Refusal(several)
    return await matches.load(heads[0].id)


def channel_of(interaction: discord.Interaction) -> int | None:
    """Return the channel that a command is used in, or that of the thread."""
    place: Any = interaction.channel
    return place.parent_id if isinstance(place, discord.Thread) else interaction.channel_id


def _game_of_command(request: Request) -> str | None:
    """Return the game whose command was typed; `None` for commands of all games."""
    typed = dict(request.interaction.data or {}).get("name")
    return next((name for name, face in request.services.faces.items() if face.group == typed), None)


async def load(request: Request, match_id: str) -> LoadedMatch:
    """Return the match of that id. Raises `Refusal` where there is none, or the asker may not know of it.

    Of a private match only those know who have a seat, to whom one is offered, or who ask in its thread; of others
    those who may see the channel, too.
    """
    match = await request.services.matches.load(match_id)
    stored = match.match
    if membership.concerns(request, stored):
        return match
    if stored.private and request.interaction.channel_id != (stored.thread_id or None):
        raise Refusal(NO_MATCH)
    if not await membership.may_look(request, stored):
        raise Refusal(NO_MATCH)
    return match


async def _find(request: Request, match: str | None) -> LoadedMatch:
    bot, interaction = request.services, request.interaction
    if match:
        if not MATCH_ID.fullmatch(match.strip()):
            raise Refusal(Message("There is no such match; choose one from the list."))
        return await load(request, match.strip())
    played_here = await bot.matches.in_thread(interaction.channel_id)
    if played_here is not None and not played_here.match.in_dm:
        return played_here
    expected = _game_of_command(request)
    own = [m for m in await bot.store.matches.of_user(request.user) if expected in (None, m.game)]
    near = [m for m in own if interaction.guild_id is None or m.guild_id == interaction.guild_id]
    here = [m for m in near if m.in_dm]  # of several in the same messages the command says which
    if len(here or near) == 1:
        return await bot.matches.load((here or near)[0].id)
    if not near and played_here is not None:
        return played_here
    if not near:
        raise Refusal(Message("You have no open match here. `/match new` starts one."))
    await bot.names.learn_in(near[:LISTED])
    lines = [f"- {_described(bot, request.say, head)}" for head in near[:LISTED]]
    which = Message("Which match do you mean? Use the command in the match's thread, or choose it with `match`.")
    room = CONTENT - len(request.say.message(which)) - 1
    listed = texts.listed(request.say, (), lines, more=len(near) - len(lines), room=room)
    raise Refusal(Message("{question}\n{matches}", question=which, matches=listed))


def _described(bot: Services, say: Phrases, head: MatchHead) -> str:
    """Return a match in one line, with a link to it."""
    names = [bot.names.known_in(say, head, s.user_id) for s in head.seats if s.user_id is not None]
    title = say.message(bot.faces[head.game].game.title)
    return f"{title}: {' – '.join(names)} (`{head.id}`) {texts.link(head)}".strip()


async def _choices(request: Request, heads: Sequence[MatchHead], typed: str) -> Choices:
    """Return choices for those of the matches that fit what is typed: each with its game and the other players.

    Names that Discord does not give in time are left for the next keystroke.
    """
    bot = request.services
    await bot.names.learn_in(heads, within=NAMES_WITHIN)
    named = ((_choice_name(request, head), head.id) for head in heads)
    fitting = [app_commands.Choice(name=name, value=value) for name, value in named if typed.lower() in name.lower()]
    return fitting[:CHOICES]


def _choice_name(request: Request, head: MatchHead) -> str:
    bot, say = request.services, request.say
    others = [bot.names.known_in(say, head, s.user_id) for s in head.seats if s.user_id not in (None, request.user)]
    title = say.message(bot.faces[head.game].game.title)
    return cut(f"{texts.game_with(say, title, others)} ({head.id})", CHOICE_NAME)


def safe_autocomplete(complete: Complete) -> Complete:
    """Wrap an autocomplete so that it offers nothing where it fails, instead of leaving Discord without an answer."""

    @functools.wraps(complete)
    async def wrapped(interaction: discord.Interaction, current: str) -> Choices:
        try:
            return await complete(interaction, current)
        except StorageError as error:
            log.warning("an autocomplete found the database out of reach: %s", error)
        except Exception as error:
            incident("an autocomplete failed", error)
        return []

    return wrapped


def choices_of(candidates: Candidates) -> Complete:
    """Return an autocomplete that offers these matches."""

    @safe_autocomplete
    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        request = await request_for(interaction)
        return await _choices(request, await candidates(request), current)

    return complete


async def _own_matches(request: Request) -> Sequence[MatchHead]:
    return await request.services.store.matches.of_user(request.user)


match_choices: Final = choices_of(_own_matches)
"""Offers the asker's own open matches."""


async def perspective(interaction: discord.Interaction, match: str | None) -> SeatPerspective[Any] | None:
    """Return the match as the asker sees it, `None` where the asker has no seat in a running one.

    For the autocompletion of a game's own commands, which know what the view is: `find` lets no other game's pass.
    """
    request = await request_for(interaction)
    try:
        loaded = await find(request, match)
    except Refusal:
        return None
    seat = loaded.seat_of(request.user)
    if seat is None or loaded.match.status != "running":
        return None
    names = await request.services.names.seats(request.say, loaded, within=NAMES_WITHIN)
    return loaded.perspective(seat, names, request.say)


async def perspective_for(request: Request, match: LoadedMatch) -> SeatPerspective[AnyView]:
    """Return the match as the asker sees it; as everybody does where the asker has no seat."""
    names = await request.services.names.seats(request.say, match)
    return match.perspective(match.seat_of(request.user), names, request.say)
