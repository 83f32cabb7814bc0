"""Who looks for a match, and what comes of it: all that is decided is decided in the database (`storage.seeks`)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.clocks.pace import NO_CLOCK
from bot.interactions.services import Services
from bot.jobs.kinds import Outcome
from bot.matches import joining
from bot.matches.blocks import APART
from bot.matches.commits import PUBLIC, CommitEvent, match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.matches.refusals import Refusal
from bot.matches.wishes import new_id
from bot.people.members import Unanswered
from bot.people.settings import MOST_OPEN
from bot.texts.phrases import phrases
from games.api import Formation, new_options
from games.draws import AnyPart, Awaited, Blinded, Part, commitment, fingerprint, new_blind, new_seed
from games.messages import Message
from games.statistics import kind_of
from storage import ClaimedJob, NewJob, NewMatch, Seek, Seeker, SeekFound, SeekRules, SeekTerms, SeekUnfit, SeekWaits
from storage.seeks import SeekRepository

BEGIN: Final = "begin"
"""The kind of jobs that begin a match in which everybody sits already."""
GATHERED: Final = "gathered"
"""The kind of jobs that begin a match of people who have all waited: nobody has just pressed."""
FOUND: Final = "found"
"""The kind of jobs that tell somebody who has waited that their match begins."""
NOT_ACROSS: Final = Message(
    "This server keeps its members' searches to itself. Whoever may manage it can change that: `/server settings "
    "across:`."
)
MOST_SEEKS: Final = 3
"""So many seeks somebody may have open."""
HOUR_MS: Final = 3_600_000
HOURS: Final = 24
"""For so long a seek is open where nothing is said."""
LOOK_FOR_LEAVERS: Final = 5
"""Of so many seeks that fit it is made sure that who waits there is still on the server."""
THREAD_MS: Final = 2_000
"""So long the thread of a match is waited for before it is looked for again."""
WHY_NOT: Final = {
    "gone": Message("This seek is no longer open."),
    "own": Message("You are there already. Others can play you."),
    "there": Message("You are looking for such a match already. `/seek cancel` ends that."),
    "crowded": Message.counted(
        "You can look for one match at a time. `/seek cancel` ends your search.",
        "You can look for {count} matches at a time. `/seek cancel` ends your searches.",
        MOST_SEEKS,
    ),
    "rating": Message(
        "Somebody here asks for opponents of a certain rating. Yours is another one, or your statistics are private."
    ),
    "blocked": APART,
    "pace": Message("Somebody here wants to play at another pace."),
    "language": Message("Somebody here wants to play in another language."),
    "full": Message("You already have as many open matches on this server as one member may have. Finish one first."),
    "busy": Message("Somebody here has as many open matches at the moment as one member may have. Try again later."),
    "across": Message("Somebody from another server is in by now. Press once more to see what that means."),
    "strangers": Message("This does not work out with somebody from another server at the moment. Try again later."),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """The match that somebody looks for."""

    game: str
    formation: Formation
    pace: str = ""
    """As it is stored, `NO_CLOCK` for none; empty for any."""
    rated: bool = False
    language: str = ""
    low: int | None = None
    high: int | None = None
    """In the units of `storage.strength`."""
    hours: int = HOURS
    across: bool = False
    """With people of other servers, too."""

    @property
    def terms(self) -> SeekTerms:
        """Return what all who come have to want."""
        formation = self.formation
        return SeekTerms(self.game, kind_of(formation), formation.id, formation.seats, self.rated)


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a search: its person, their press, and the channel where the match would be played."""

    user: int
    guild_id: int
    channel_id: int
    interaction_id: int


class Seeks:
    """Brings people together who look for a match."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def store(self) -> SeekRepository:
        """Return the rows of all seeks."""
        return self._services.store.seeks

    def now(self) -> int:
        """Return the time by which seeks end."""
        return self._services.matches.clock()

    def serves(self, guild_id: int) -> bool:
        """Return True for a server whose events this process gets."""
        return self._services.client.get_guild(guild_id) is not None

    async def place(self, wish: Wish, where: Where) -> SeekWaits | SeekFound:
        """Look for a match: it begins at once where somebody waits who fits. Raises `Refusal`."""
        there = await self.store.alike(wish.terms, where.guild_id, LOOK_FOR_LEAVERS)
        if wish.across:
            if wish.rated:
                raise Refusal(Message("Matches across servers are not rated. Leave `rated` out, or `across`."))
            await self._must_let_out(where)
            there += await self.store.alike(wish.terms, where.guild_id, LOOK_FOR_LEAVERS, across=True)
        await self._let_out_leavers(there)
        who = self._seeker(wish, where)
        new = Seek(
            new_id(), where.guild_id, where.channel_id, wish.terms, who.since, new_seed(), new_blind(), seekers=(who,)
        )
        return await self._done(await self.store.place(new, await self._rules(where.guild_id)))

    async def take(self, seek_id: str, where: Where, *, across: bool = False) -> SeekWaits | SeekFound:
        """Come to this seek; `across` for whoever plays with people of other servers, too. Raises `Refusal`."""
        if across:
            await self._must_let_out(where)
        there = await self.store.find(seek_id)
        await self._let_out_leavers([there] if there is not None else [])
        now = self.now()
        ends = now + HOURS * HOUR_MS
        who = Seeker(
            where.user, where.guild_id, where.channel_id, where.interaction_id, now, ends, blind="", across=across
        )
        return await self._done(await self.store.take(seek_id, who, await self._rules(where.guild_id)))

    async def settle(self, seek_id: str, guild_id: int) -> list[SeekFound]:
        """Bring together who fits by now, though they did not before; return the matches that begin."""
        begun = await self.store.settle(seek_id, await self._rules(guild_id, GATHERED), self.now())
        if begun:
            await self._services.matches.commits.announce(CommitEvent())
        return begun

    def _seeker(self, wish: Wish, where: Where) -> Seeker:
        now = self.now()
        return Seeker(
            where.user,
            where.guild_id,
            where.channel_id,
            where.interaction_id,
            now,
            now + wish.hours * HOUR_MS,
            blind="",
            pace=wish.pace,
            language=wish.language,
            low=wish.low,
            high=wish.high,
            across=wish.across,
        )

    async def _must_let_out(self, where: Where) -> None:
        """Raise `Refusal` where the server keeps its members' searches to itself."""
        if not (await self._services.servers.of(where.guild_id)).across:
            raise Refusal(NOT_ACROSS)
        # Where the match is played: whoever asks for it has opened their direct messages again, if they were closed.
        await self._services.store.people.set_player(where.user, now=self.now(), dm_closed=False)

    async def _done(self, outcome: SeekWaits | SeekFound | SeekUnfit) -> SeekWaits | SeekFound:
        if isinstance(outcome, SeekUnfit):
            raise Refusal(WHY_NOT[outcome.why])
        if isinstance(outcome, SeekFound):
            await self._services.matches.commits.announce(CommitEvent())
        return outcome

    async def _let_out_leavers(self, seeks: Iterable[Seek]) -> None:
        """Take those out of some seeks who have left their server; where Discord does not say, they stay."""
        for one in [one for found in seeks for one in found.seekers]:
            try:
                there = await self._services.members.lately(one.guild_id, one.user_id)
            except Unanswered:
                continue
            if not there:
                await self.store.leave(one.user_id, one.guild_id)

    async def _rules(self, guild_id: int, begin: str = BEGIN) -> SeekRules:
        """Return how a match begins on a server, by a job of the kind `begin`.

        What nobody asks for is as the server has set it; across servers that is the server of whoever comes last.
        """
        services = self._services
        guild = services.client.get_guild(guild_id)
        locale = None if guild is None else str(guild.preferred_locale)
        language = await services.languages.for_match(guild_id, locale)
        pace = await services.servers.pace(guild_id)

        def match(whole: Seek) -> tuple[NewMatch, tuple[NewJob, ...]]:
            terms, asked = whole.terms, whole.asked("pace")
            game = services.faces[terms.game].game
            formation = next(one for one in game.formations if one.id == terms.formation)
            made = NewMatch(
                id=whole.id,
                game=terms.game,
                options=json.dumps(new_options(game, {}), sort_keys=True),
                seed=whole.seed,
                creator=whole.users[0],
                private=whole.across,
                guild_id=None if whole.across else whole.guild_id,
                channel_id=None if whole.across else whole.channel_id,
                drawn=drawn(formation),
                formation=terms.formation,
                language=whole.asked("language") or language,
                parts=joining.dump(parts(whole, new_blind())),
                pace=pace if not asked else None if asked == NO_CLOCK else asked,
                rated=terms.rated,
            )
            return made, (match_job(begin, made.id), match_job(PUBLIC, made.id))

        return SeekRules(MOST_OPEN, MOST_SEEKS, new_blind, lambda: (new_id(), new_seed()), match)

    # Jobs

    async def begin(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Begin a match that has found its players: the last of them has just pressed. Handles `BEGIN`."""
        await self._begin(match, _players(match)[:-1])

    async def begin_gathered(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Begin a match of people who have all waited. Handles `GATHERED`."""
        await self._begin(match, _players(match))

    async def _begin(self, match: LoadedMatch, waited: Iterable[int]) -> None:
        if match.match.status == "lobby":
            await self._services.lobby.start(match, [user_job(FOUND, user) for user in waited])

    async def tell(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Tell somebody who has waited that their match begins, once. Raises Discord's errors. Handles `FOUND`.

        Whoever is to act is told so anyway; nobody else in quiet hours.
        """
        user, notifier = claim.job.recipient, self._services.notifier
        if match.match.across:
            return None  # the messages in which it is played tell that
        if user is None or match.match.status != "running" or match.seat_of(user) is None:
            return None
        if user in match.waited_for():
            return None
        if await put_off(self._services.matches, match, claim.job, now):
            return None
        if not match.match.thread_id:
            return Outcome(again_at=now + THREAD_MS)
        say = await self._services.languages.for_message(user, match.language)
        text = say(
            "{match}: your search has found a match. It begins.", match=await notifier.describe(say, match, user)
        )
        if not await notifier.send_dm(match, claim.job, user, text):
            called = f"<@{user}> {phrases(match.language)('Your search has found this match.')}"
            await notifier.ping(match, claim.job, user, called, (), match.match.thread_id)
        return None


def _players(match: LoadedMatch) -> list[int]:
    """Return who plays, in the order in which they have come to the seek."""
    return [part.player for part in match.parts if isinstance(part, Blinded | Part)]


def drawn(formation: Formation) -> bool:
    """Return True for a formation in which some play together: who does is drawn, because nobody has chosen."""
    return len(set(formation.teams)) < formation.seats


def parts(found: Seek, awaited: str) -> joining.Parts:
    """Return what all who are there have added to the draws, and the blind of whoever comes next."""
    added: list[AnyPart] = [Blinded(one.user_id, one.interaction_id, one.blind) for one in found.seekers]
    return (*added, Awaited(awaited))


def proof(found: Seek) -> str:
    """Return the fingerprint of a seek's secret as it is before the next one comes."""
    return fingerprint(commitment(found.seed, parts(found, found.blind)))
