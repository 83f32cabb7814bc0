"""What can be predicted of a match now, keeping what people say, and settling it in the step that decides it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.matches.commits import match_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_EFFECT, Refusal, Stale
from bot.matches.service import ATTEMPTS, CROWDED, Matches
from bot.matches.work import Change, Extension
from bot.panels.predicting import FEWEST, MOST, Predictions, Question
from bot.people.settings import Servers
from bot.publish.summary import shown
from bot.texts import match as texts
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import SOURCE, Phrases, phrases
from games.api import BadNotation
from games.history import BadEntry, Replayed
from games.messages import Message
from storage import Decided, Occasions, Prediction, mark

ACTION_ID: Final = "predict"
AFTER: Final = "after"
"""The first token of the button below a line about predictions; the second is the last occasion that it tells of."""
KIND: Final = "foretold"
"""The kind of jobs that tell who has foreseen what has come."""
TOO_LATE: Final = Message("It has begun already. Predictions made before count.")


@dataclass
class Course:
    """The occasions of a match that spectators may predict, counted by what everybody was shown of it."""

    kind: Predictions[Any]
    begun: int = 0
    """The number of the last occasion that has begun and was not taken back; 0 for none."""
    since: list[Any] | None = None
    """The events of the one that is on, from its beginning; `None` while none is."""
    begins: list[int] = field(default_factory=list)
    """The numbers of those that have begun."""

    def follow(self, events: Iterable[Any]) -> Iterator[Decided]:
        """Take further events in; yield what they decide."""
        for event in events:
            if self.since is None:
                if not self.kind.begins(event):
                    continue
                self.begun += 1
                self.begins.append(self.begun)
                self.since = []
            self.since.append(event)
            verdict = self.kind.judge(self.since) if self.kind.ends(event) else None
            if verdict is not None:
                self.since = None
                yield Decided(self.begun, verdict.subject, verdict.answer)


def course_of(match: LoadedMatch, kind: Predictions[Any]) -> Course:
    """Return how far a match has come. Raises `BadEntry`, `BadNotation` where its history cannot be carried out."""
    course = Course(kind)
    for done in match.past.after(0):
        if done.step is not None and match.past.counts(done.number):
            for _ in course.follow(shown(match, done, None)):
                pass
    return course


@dataclass(frozen=True, slots=True)
class Open:
    """An occasion that has not begun: its number, and the question about it."""

    number: int
    question: Question


class Predicting(Extension):
    """Takes predictions, and settles them."""

    def __init__(self, matches: Matches, servers: Servers) -> None:
        self.matches = matches
        self.store = matches.store
        self.servers = servers

    async def must_be_open(self, say: Phrases, match: LoadedMatch, user: int, names: Names = NOBODY) -> Open:
        """Return what a user may predict of a match. Raises `Refusal` where that is nothing."""
        match.must_run()
        kind = await self.must_be_possible(match, user)
        course, question = course_of(match, kind), kind.ask(say, match.view(None), names)
        if course.since is not None:
            raise Refusal(TOO_LATE)
        if question is None:
            raise Refusal(Message("There is nothing to predict at the moment."))
        assert FEWEST <= len(question.answers) <= MOST
        number = course.begun + 1
        if await self.store.predictions.begun(match.id) >= number:
            raise Refusal(
                Message("This has begun once already and was taken back. Predictions open again when it is over.")
            )
        return Open(number, question)

    async def must_be_possible(self, match: LoadedMatch, user: int) -> Predictions[Any]:
        """Return what spectators may predict in the game. Raises `Refusal` where this user may not, or nobody may."""
        kind, stored = match.face.predictions, match.match
        if kind is None:
            raise Refusal(Message("There is nothing to predict in this game."))
        if stored.private or stored.guild_id is None:
            raise Refusal(Message("A private match concerns its players alone; nobody else can predict it."))
        if is_insider(match, user) or await self._was_insider(match, user):
            raise Refusal(Message("Only people who have no part in this match can predict it."))
        if not await self.servers.lets_predict(stored.guild_id):
            raise Refusal(Message("Predictions are switched off on this server."))
        return kind

    async def _was_insider(self, match: LoadedMatch, user: int) -> bool:
        """Return True for whoever had a part in a match and was deleted since (`storage.marks`)."""
        barred = match.match.barred
        return bool(barred) and mark(await self.store.marks.person(user), match.id) in barred

    async def is_open(self, match: LoadedMatch, user: int) -> bool:
        """Return True if a user may predict something of a match now."""
        try:
            await self.must_be_open(phrases(SOURCE), match, user)
        except (Refusal, BadEntry, BadNotation):
            return False
        return True

    async def predict(self, match: LoadedMatch, user: int, number: int, subject: str, answer: str) -> LoadedMatch:
        """Keep what a user says will come; return the match as it stood then.

        It counts only if the match is still where it was looked at: that is decided together with the moves of the
        players, one after the other. Raises `Refusal` where it comes too late, and then nothing is kept; `Stale` with
        `NO_EFFECT` where something was taken back, and another question is asked.
        """
        for _ in range(ATTEMPTS):
            now = await self.must_be_open(phrases(SOURCE), match, user)
            if number != now.number or subject != now.question.subject:
                raise Stale(TOO_LATE if number < now.number else NO_EFFECT)
            if answer not in [one.token for one in now.question.answers]:
                raise Refusal(texts.OLD_BUTTON)
            new = Prediction(number, user, subject, answer, len(now.question.answers))
            kept = await self.store.predictions.keep(match.id, match.match.version, new, now=self.matches.clock())
            if kept == "kept":
                return match
            if kept == "begun":
                raise Stale(TOO_LATE)
            match = await self.matches.load(match.id)
        raise Refusal(CROWDED)

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Let a step that begins or decides what can be predicted settle what was, in the same transaction."""
        kind, stored = match.face.predictions, match.match
        if kind is None or stored.private or stored.guild_id is None or not change.replayed:
            return change
        course = _before(match, kind, change.replayed)
        if course is None:
            return change
        decided = [one for done in change.replayed for one in course.follow(shown(match, done, None))]
        if not course.begins and not decided:
            return change
        told = match_job(KIND, match.id)
        occasions = Occasions(stored.guild_id, tuple(course.begins), tuple(decided), told)
        return replace(change, commit={**change.commit, "occasions": occasions})


def _before(match: LoadedMatch, kind: Predictions[Any], replayed: Iterable[Replayed]) -> Course | None:
    """Return how far a match had come before a step; `None` where that does not matter, and where nobody can know."""
    events = [event for done in replayed for event in shown(match, done, None)]
    if not any(kind.begins(event) or kind.ends(event) for event in events):
        return None
    try:
        course = course_of(match, kind)
    except (BadEntry, BadNotation):
        return None
    course.begins.clear()
    return course


def is_insider(match: LoadedMatch, user: int) -> bool:
    """Return True for whoever has a part in a match, had one, or is offered one."""
    stored = match.match
    return any(user in (seat.user_id, seat.offered_to) for seat in stored.seats) or any(
        user == one.user_id for one in stored.former
    )
