"""Reviews of matches that are over: worked out turn by turn when somebody asks for one, and kept.

One turn is one round of a job, which is written down before the next one begins: whatever is killed costs a turn at
most. It is worked out where computer players think, but only while none of them does: somebody waits for those.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.features.computers.hints import against_computers, question, said_by_hint
from bot.features.computers.thinking import Thinking
from bot.jobs.kinds import Outcome
from bot.log import told
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.others import ALONE, EVERYTHING, Others
from games import reviews
from games.api import BadNotation
from games.history import Replayed
from games.messages import Message
from games.reviews import Review, Turn
from storage import THINK, ClaimedJob, NewJob, StorageError

log = logging.getLogger("bot.reviews")

KIND: Final = "review"
"""The kind of jobs in which reviews are worked out."""
BUSY_MS: Final = 1000
"""After how many milliseconds it is looked again whether computer players have stopped thinking."""
ATTEMPTS: Final = 3
"""After so many attempts that failed a turn stays without a judgement."""
NOT_YET: Final = 0
"""The version of a review in which nothing is judged."""
HEARD_SECONDS: Final = 840.0
"""For how long whoever asked is told: a private answer can be edited for 15 minutes, and one of these is spare."""

SHOWN_SECONDS: Final = 15.0
"""How old what somebody reads of its progress may become before it is shown anew."""

Tell = Callable[[LoadedMatch, Review], Awaitable[None]]
"""Shows a review, or how far it is, to somebody who has asked for it."""


class Waiting(NamedTuple):
    """Somebody who waits for a review: since when, when they last saw how far it is, and how they are told."""

    since: float
    shown: float
    how: Tell


class Reviews:
    """Works out reviews, and knows those that are done."""

    def __init__(self, matches: Matches, thinking: Thinking, others: Others = ALONE) -> None:
        self.matches = matches
        self.others = others
        others.subscribe(KIND, self.heard)
        self.store = matches.store
        self.thinking = thinking
        self._begun: dict[str, tuple[float, int]] = {}
        """Since when each review that is not done has been worked on or waited for here, and how many turns it had."""
        self._waiting: dict[str, dict[int, Waiting]] = {}
        """Those who wait for a review, by match and user."""
        self._telling: set[asyncio.Task[None]] = set()

    async def ask(self, match: LoadedMatch, *, again: bool = False) -> Review:
        """Return the review of a match as far as it is worked out; if it is not done, see to it that it will be.

        With `again` the turns of one that is done are tried once more that could not be judged. Raises `Refusal` where
        there is none: while a match is on nothing may be said of it.
        """
        match.must_have_begun()
        if match.match.status != "over":
            raise Refusal(Message("The match is still on. Its review comes when it is over."))
        if reviews.reviewing_of(match.face.game) is None:
            raise Refusal(Message("There are no reviews of {game} yet.", game=match.face.game.title))
        review = await self._known(match)
        if not review.count:
            raise Refusal(Message("No turn of this match was played to its end, so there is nothing to review."))
        if again and review.done and review.failed:
            review = review.tried_again()
            await self.store.reviews.keep(match.id, json.dumps(reviews.FORM.dump(review)))
        if not review.done:
            job = NewJob(f"{KIND}:{match.id}", KIND, supersedes=True, pool=THINK)
            await self.store.jobs.add(match.id, (job,), now=self.matches.clock(), version=match.match.version)
            await self.matches.commits.announce(CommitEvent.of((job,)))
        return review

    def seconds_left(self, match: LoadedMatch, review: Review) -> float | None:
        """Return how long the rest of a review will take if it goes on as it has; `None` before a turn was timed.

        What its turns have had to wait for counts, and so does the time that the present one has taken already.
        """
        begun, before = self._begun.setdefault(match.id, (time.monotonic(), len(review.turns)))
        timed = len(review.turns) - before
        if timed <= 0:
            return None
        return (review.count - len(review.turns)) * (time.monotonic() - begun) / timed

    def tell(self, match: LoadedMatch, user: int, how: Tell) -> None:
        """Tell a user when a review is done, and meanwhile how far it is; the last way in which they asked counts."""
        now = time.monotonic()
        self._waiting.setdefault(match.id, {})[user] = Waiting(now, now, how)

    def heard(self, match_id: str) -> None:
        """Show a review to whoever waits for it here: a process, maybe this one, has worked it out."""
        for waited in tuple(self._waiting) if match_id == EVERYTHING else (match_id,):
            if waited in self._waiting:
                task = asyncio.create_task(self._look(waited), name=f"review of {waited}")
                self._telling.add(task)
                task.add_done_callback(self._telling.discard)
            else:
                self._begun.pop(waited, None)

    async def _look(self, match_id: str) -> None:
        try:
            match = await self.matches.load(match_id)
            review = await self._known(match)
        except (Refusal, StorageError) as error:
            log.info("nobody could be shown the review of match %s: %s", match_id, error)
            return
        if review.done:
            self._tell_all(match, review)

    def forget(self, user: int) -> None:
        """Forget that a user waits."""
        for waiting in self._waiting.values():
            waiting.pop(user, None)

    async def work(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Judge the next turn of a match, and fall due again for the one after it. Handles `KIND`.

        Raises what judging raises, until it has failed too often.
        """
        reviewing = reviews.reviewing_of(match.face.game)
        if match.match.status != "over" or reviewing is None:
            return None
        review = await self._known(match)
        if not review.done:
            self.seconds_left(match, review)  # from here on it is timed
            if self.thinking.busy:
                return Outcome(again_at=now + BUSY_MS)
            review = await self._judged(match, reviewing.module, review, claim.job.attempts)
            await self.store.reviews.keep(match.id, json.dumps(reviews.FORM.dump(review)))
        if not review.done:
            self._tell_on(match, review)
            return Outcome(again_at=now)
        self._begun.pop(match.id, None)
        if self.others.shared:  # whoever waits may have asked another process
            self.others.tell(KIND, match.id)
        else:
            self._tell_all(match, review)
        return None

    async def _judged(self, match: LoadedMatch, module: str, review: Review, attempts: int) -> Review:
        """Return a review with one more turn; all of it begins anew where a newer version judges."""
        played = counting(match)
        turns = reviews.turns(match.face.game, played)
        place = review.next_of(turns)
        turn = turns[place]
        if attempts > ATTEMPTS:
            log.warning("turn %d of match %s stays without a judgement", place + 1, match.id)
            return reviews.in_order(replace(review, turns=(*review.turns, replace(turn, failed=True))))
        asked = reviews.moments(match.face.game, turn, played)
        said, version = await self.thinking.judge(module, asked, f"{match.id} {place}")
        if said is not None and said.lost >= reviews.POINT:
            said = replace(said, hinted=await self._hinted(match, reviews.judged(turn, said, played)))
        if review.version not in (NOT_YET, version):
            return Review(version, review.count)
        return reviews.in_order(Review(version, review.count, (*review.turns, reviews.judged(turn, said, played))))

    async def _hinted(self, match: LoadedMatch, turn: Turn) -> bool:
        """Return True if a turn was played as a hint says at its beginning, where its player could get one."""
        user = match.user_of(turn.seat)
        if user is None or not against_computers(match, user):
            return False
        first, *_ = done = reviews.chosen(match.face.game, turn, counting(match))
        found = question(match, turn.seat, first.before.state, first.number - 1)
        if found is None:
            return False
        actions = tuple(one.entry.tokens for one in done)
        return (await said_by_hint(self.thinking, match, found))[: len(actions)] == actions

    async def _known(self, match: LoadedMatch) -> Review:
        """Return what is kept of the review of a match; one without turns where that is nothing."""
        data, count = await self.store.reviews.find(match.id), len(reviews.turns(match.face.game, counting(match)))
        if data is not None:
            try:
                return _counted(reviews.FORM.load(json.loads(data)), count)
            except BadNotation:
                log.warning("the review of match %s is of another form and is worked out anew", match.id)
        return Review(NOT_YET, count)

    def _tell_all(self, match: LoadedMatch, review: Review) -> None:
        """Show a review that is done to all who wait for it."""
        self._begun.pop(match.id, None)
        for waiting in self._waiting.pop(match.id, {}).values():
            self._tell(waiting, match, review)

    def _tell_on(self, match: LoadedMatch, review: Review) -> None:
        """Show those who wait how far a review is, unless they have just seen it."""
        now = time.monotonic()
        for user, waiting in self._waiting.get(match.id, {}).items():
            if now - waiting.shown >= SHOWN_SECONDS:
                self._waiting[match.id][user] = waiting._replace(shown=now)
                self._tell(waiting, match, review)

    def _tell(self, waiting: Waiting, match: LoadedMatch, review: Review) -> None:
        if time.monotonic() - waiting.since < HEARD_SECONDS:
            task = asyncio.create_task(_told(waiting.how, match, review), name=f"review of {match.id}")
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)


def _counted(review: Review, count: int) -> Review:
    """Return a review without the turn that the answers after the last one were counted as once."""
    if count < review.count and all(turn.judged is None for turn in review.turns[count:]):
        return replace(review, count=count, turns=review.turns[:count])
    return review


async def _told(how: Tell, match: LoadedMatch, review: Review) -> None:
    try:
        await how(match, review)
    except Exception as error:  # they see it when they ask again
        log.info("somebody could not be shown the review of match %s: %s", match.id, told(error))


def counting(match: LoadedMatch) -> Sequence[Replayed]:
    """Return the entries of a match that count."""
    return [one for one in match.replayed if match.past.counts(one.number)]
