"""Which match an interaction means, and how the asker sees it."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.interactions.services import Request, Services, request_for
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.log import incident
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_MATCH, Refusal
from bot.panels.components import MATCH_ID
from bot.panels.model import AnyView, SeatPerspective
from bot.texts import links
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead, StorageError

log = logging.getLogger("bot")

Choices = list[app_commands.Choice[str]]
Complete = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]

NAMES_WITHIN: Final = 1.0
"""Seconds that an autocomplete waits for names; Discord takes its answer for three."""
ABOUT: Final = "match"
"""Where an interaction notes the id of the match that it turned out to be about."""
LISTED: Final = 10


async def find(request: Request, match: str | None) -> LoadedMatch:
    """The match that a command means: option, thread, or the only open one here. Raises `Refusal`."""
    found = await _find(request, match)
    wanted = _game_of(request)
    if wanted is not None and found.match.game != wanted:
        face = found.face
        raise Refusal(
            Message("This match is {game}. Its commands begin with `/{group}`.", game=face.game.title, group=face.group)
        )
    request.interaction.extras[ABOUT] = found.id
    return found


def _game_of(request: Request) -> str | None:
    """The game whose command was typed; `None` for what is the same in all games."""
    typed = dict(request.interaction.data or {}).get("name")
    return next((name for name, face in request.services.faces.items() if face.group == typed), None)


async def load(request: Request, match_id: str) -> LoadedMatch:
    """The match of that id, for somebody who may know of it. Raises `Refusal`.

    Of a private match only those with a seat may know, or to whom one is offered, and whoever is in its thread, where
    all of it is to be read anyway; to anybody else it is as if there were no such match.
    """
    match = await request.services.matches.load(match_id)
    stored = match.match
    seated = any(request.user in (s.user_id, s.offered_to) for s in stored.seats)
    if stored.private and not seated and request.interaction.channel_id != (stored.thread_id or None):
        raise Refusal(NO_MATCH)
    return match


async def _find(request: Request, match: str | None) -> LoadedMatch:
    there, interaction = request.services, request.interaction
    if match:
        if not MATCH_ID.fullmatch(match.strip()):
            raise Refusal(Message("There is no such match; choose one from the list."))
        return await load(request, match.strip())
    here = await there.matches.in_thread(interaction.channel_id)
    if here is not None:
        return here
    wanted = _game_of(request)
    own = [m for m in await there.store.matches.of_user(request.user) if wanted in (None, m.game)]
    near = [m for m in own if interaction.guild_id is None or m.guild_id == interaction.guild_id]
    if len(near) == 1:
        return await there.matches.load(near[0].id)
    if not near:
        raise Refusal(Message("You have no open match here. `/match new` starts one."))
    await there.names.learn(s.user_id for head in near[:LISTED] for s in head.seats)
    lines = [f"- {_described(there, request.say, head)}" for head in near[:LISTED]]
    which = Message("Which match do you mean? Use the command in the match's thread, or choose it with `match`.")
    raise Refusal(Message("{question}\n{matches}", question=which, matches="\n".join(lines)))


def _described(there: Services, say: Phrases, head: MatchHead) -> str:
    """A match in one line, with the way to it."""
    names = [there.names.known(say, s.user_id) for s in head.seats if s.user_id is not None]
    title = say.message(there.faces[head.game].game.title)
    return f"{title}: {' – '.join(names)} (`{head.id}`) {links.match(head)}".strip()


async def named(
    there: Services, say: Phrases, heads: Sequence[MatchHead], reader: int, current: str
) -> list[app_commands.Choice[str]]:
    """Those of some matches that fit what is typed, to choose from: each with its game and the other players.

    Names that Discord does not tell in time are left for the next time.
    """
    await there.names.learn((s.user_id for head in heads for s in head.seats), within=NAMES_WITHIN)
    found = ((_choice_name(there, say, head, reader), head.id) for head in heads)
    fitting = [app_commands.Choice(name=name, value=value) for name, value in found if current.lower() in name.lower()]
    return fitting[:CHOICES]


def _choice_name(there: Services, say: Phrases, head: MatchHead, reader: int) -> str:
    others = [there.names.known(say, s.user_id) for s in head.seats if s.user_id not in (None, reader)]
    title = say.message(there.faces[head.game].game.title)
    return cut(f"{texts.game_with(say, title, others)} ({head.id})", CHOICE_NAME)


def offers(complete: Complete) -> Complete:
    """An autocomplete that has nothing to offer where it fails, instead of leaving the question without an answer."""

    @functools.wraps(complete)
    async def careful(interaction: discord.Interaction, current: str) -> Choices:
        try:
            return await complete(interaction, current)
        except StorageError as error:
            log.warning("an autocomplete found the database out of reach: %s", error)
        except Exception as error:
            incident("an autocomplete failed", error)
        return []

    return careful


@offers
async def match_choices(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The asker's own open matches, for autocomplete."""
    request = await request_for(interaction)
    heads = await request.services.store.matches.of_user(request.user)
    return await named(request.services, request.say, heads, request.user, current)


async def perspective(interaction: discord.Interaction, match: str | None) -> SeatPerspective[Any] | None:
    """Return the match as the asker sees it, `None` where the asker has no seat in a running one.

    For the autocompletion of a game's own commands, which know what the view is: `find` lets no other game's pass.
    """
    request = await request_for(interaction)
    try:
        found = await find(request, match)
    except Refusal:
        return None
    seat = found.seat_of(request.user)
    if seat is None or found.match.status != "running":
        return None
    names = await request.services.names.seats(request.say, found, within=NAMES_WITHIN)
    return found.perspective(seat, names, request.say)


async def seen(request: Request, match: LoadedMatch) -> SeatPerspective[AnyView]:
    """The match as the asker sees it; as everybody does where the asker has no seat."""
    names = await request.services.names.seats(request.say, match)
    return match.perspective(match.seat_of(request.user), names, request.say)
