"""Seeks in words: who looks for what, in a line."""

from __future__ import annotations

from collections.abc import Iterable

from bot.clocks.pace import NO_CLOCK, read
from bot.commands.opening import Teams
from bot.features.ratings import words as ratings
from bot.features.ratings.pages import shown_reliability
from bot.features.seeks.service import drawn
from bot.interactions.services import Services
from bot.texts import match as texts
from bot.texts import time as times
from bot.texts.phrases import LANGUAGES, Phrases
from games.api import Formation
from storage import Seek, Seeker, Strength

NAMES_WITHIN = 5.0
"""Seconds that a list waits for names."""


def formation_of(services: Services, found: Seek) -> Formation:
    """Return how the players of a seek will sit down."""
    game = services.faces[found.terms.game].game
    return next(one for one in game.formations if one.id == found.terms.formation)


async def described(services: Services, say: Phrases, found: Seek, guild_id: int) -> str:
    """Return a seek in a line for a server: who is there, for what, and what they ask of others."""
    here = found.of_server(guild_id)
    await learn(services, [found], guild_id)
    ratings_there = [await _rating(services, say, found, one) for one in here]
    names = [f"**{services.names.known(say, one.user_id)}**" for one in here]
    kept = [await _reliability(services, say, one) for one in here]
    ends = min(one.expires_at for one in found.seekers)
    parts = [
        say.every([*map("".join, zip(names, ratings_there, strict=True)), *_strangers(say, found, guild_id)]),
        what(say, services, found),
        *([_missing(say, found)] if found.terms.seats > 2 else []),
        *_asked(say, found),
        *filter(None, kept if found.terms.seats == 2 else ()),
        say("until {time}", time=times.moment(ends)),
    ]
    return " · ".join(parts)


async def learn(services: Services, seeks: Iterable[Seek], guild_id: int) -> None:
    """Ask for the names of a server's people in some seeks; nobody there is told those of others before they play."""
    users = [one.user_id for found in seeks for one in found.of_server(guild_id)]
    await services.names.learn(users, within=NAMES_WITHIN)


def players(say: Phrases, services: Services, found: Seek, guild_id: int) -> str:
    """Return who is in a seek, by the names that are known, for a server: of others it says how many they are."""
    names = [services.names.known(say, one.user_id) for one in found.of_server(guild_id)]
    return say.every([*names, *_strangers(say, found, guild_id)])


def _strangers(say: Phrases, found: Seek, guild_id: int) -> list[str]:
    count = len(found.seekers) - len(found.of_server(guild_id))
    return [say.plural("{count} from another server", "{count} from other servers", count)] if count else []


def what(say: Phrases, services: Services, found: Seek) -> str:
    """Return the game of a seek, how people sit down to it, and whether it is rated."""
    formation = formation_of(services, found)
    game, way = services.faces[found.terms.game].game.title, Teams(formation, drawn(formation)).title
    kind = say("{game}, {kind}", game=game, kind=way)
    return texts.game_rated(say, kind) if found.terms.rated else kind


async def _rating(services: Services, say: Phrases, found: Seek, one: Seeker) -> str:
    """Return how somebody is rated, in brackets; empty for who is not, or keeps that private."""
    if not (await services.store.people.player(one.user_id)).stats:
        return ""
    known = await services.store.results.ratings(one.user_id, one.guild_id)
    line = known.get((found.terms.game, found.terms.kind))
    return f" ({ratings.brief(say, line.strength)})" if line is not None else ""


async def _reliability(services: Services, say: Phrases, one: Seeker) -> str:
    return ratings.in_time(say, await shown_reliability(services, one.user_id, one.guild_id))


def _missing(say: Phrases, found: Seek) -> str:
    there = len(found.seekers)
    return say("{there} of {count} there", there=there, count=found.terms.seats)


def _asked(say: Phrases, found: Seek) -> list[str]:
    """Return what those who are there ask for."""
    asked = []
    if pace := found.asked("pace"):
        asked.append(times.pace(say, None if pace == NO_CLOCK else read(pace)).rstrip("."))
    if language := found.asked("language"):
        asked.append(LANGUAGES.get(language, language))
    low = max((one.low for one in found.seekers if one.low is not None), default=None)
    high = min((one.high for one in found.seekers if one.high is not None), default=None)
    if low is not None or high is not None:
        asked.append(_range(say, low, high))
    if all(one.across for one in found.seekers):
        asked.append(say("also across servers"))
    return asked


def _range(say: Phrases, low: int | None, high: int | None) -> str:
    """Return the ratings that are asked for; the ends are means in the units of `storage.strength`."""
    ends = [None if end is None else str(ratings.points(Strength(end, 0))[0]) for end in (low, high)]
    if ends[1] is None:
        return say("opponents from {low}", low=str(ends[0]))
    if ends[0] is None:
        return say("opponents up to {high}", high=ends[1])
    return say("opponents from {low} to {high}", low=ends[0], high=ends[1])
