"""Records of random matches, gone through to the end: what was posted is what is shown, and nothing hidden too early.

A match is played entry by entry. After each the live message is composed as it is posted, and every player's step of
the running replay is compared with that of another world. Then the record of the match, which is over, is opened as a
file, and stepped through.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features.replay import steps
from bot.features.replay.files import RecordedMatches
from bot.features.replay.stops import Stops
from bot.matches.loaded import LoadedMatch
from bot.matches.replays import Known, Past
from bot.matches.work import snapshot
from bot.panels.face import AnyFace
from bot.people.names import SeatNames
from bot.publish.compose import live_content
from bot.registry import FACES
from bot.texts.phrases import phrases
from games import record
from games.agreements import Position
from games.api import Formation, new_options
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed
from games.referee import random_action, random_choice
from storage import Seat, StoredAction, StoredMatch
from tests.bot.twins import options_of
from tests.contract.cases import CASES, Case
from tests.support import kept

HERE = [case for case in CASES if case.game.name in FACES]
WAYS = [(case, formation) for case in HERE for formation in case.game.formations]
SAY = phrases("en")
MANY = 500
"""So many records in the long run, over all games and formations."""
DRAWN = 12
"""Of so many pictures that are asked for alike one is drawn, both ways."""


def _name(value: Any) -> str:
    return value.game.name if isinstance(value, Case) else value.id


class _Gone:
    """A random match, what was posted while it was played, and how many steps were compared."""

    def __init__(self, case: Case, formation: Formation, some: StoredMatch, seed: int) -> None:
        self.case, self.formation = case, formation
        self.face: AnyFace = FACES[case.game.name]
        self.random = Random(f"{case.game.name} {formation.id} {seed}")
        self.secret = self.random.randbytes(SEED_BYTES)
        self.options = new_options(case.game, options_of(case, seed))
        self.names = SeatNames({seat: f"Player {seat}" for seat in range(formation.seats)})
        self.count: Counter[str] = Counter()
        self.posted: dict[int, tuple[Any, ...]] = {}
        self.own: dict[tuple[int, int], Any] = {}
        self.stored = replace(
            some,
            status="running",
            formation=formation.id,
            options=json.dumps(self.options),
            seats=tuple(Seat(seat, 100 + seat, "accepted") for seat in range(formation.seats)),
            seed=self.secret,
            parts=None,
            former=(),
        )

    def running(self, history: list[Replayed]) -> LoadedMatch:
        """The match as it is loaded after these entries."""
        entries = tuple(
            StoredAction(one.number, "action", one.entry.seat, one.entry.text, False, False, None, "", "", 0)
            for one in history
        )
        known = Known()
        known.extend(history)
        stored = replace(self.stored, snapshot=snapshot(self.case.game, history[-1].after))
        return LoadedMatch(stored, self.face, entries, Past(known, len(entries)))

    def play(self) -> list[Entry]:
        """Play to the end, comparing every step with one of another world; returns the history."""
        game, random = self.case.game, self.random
        state, history = game.new(self.formation, self.options), list[Replayed]()
        while game.result(state) is None:
            choice = random_choice(game, state, random)
            action = random_action(game, state, choice, random)
            step = game.apply(state, choice.seat, action, Draws(self.secret))
            entry = Entry("action", choice.seat, " ".join(action))
            done = Replayed(len(history) + 1, entry, Position(state), Position(step.state), step)
            history.append(done)
            if game.result(step.state) is None:
                self._post(history, state)
                self._look(history, done)
            state = step.state
        return [one.entry for one in history]

    def _post(self, history: list[Replayed], before: Any) -> None:
        """Keep the picture of the message that is posted after the newest entry alone."""
        match = self.running(history)
        content = live_content(SAY, match, self.names, (), match.newest - 1)
        self.posted[match.newest] = content.picture

    def _look(self, history: list[Replayed], done: Replayed) -> None:
        """Compare the newest step, as somebody sees it while the match runs, with that of another world."""
        reader = self.random.choice((None, *range(self.formation.seats)))
        twin = self.case.world(done.after.state, reader, self.random)
        other = [*history[:-1], replace(done, after=Position(twin))]
        one, two = (steps.step(SAY, self.running(seen), self.names, done.number, reader) for seen in (history, other))
        assert (one.text, one.rows, one.picture) == (two.text, two.rows, two.picture), (done.number, reader)
        self.count["compared with another world"] += 1
        self.count["worlds that differ"] += twin != done.after.state
        if reader is not None:
            self.own[done.number, reader] = one.picture

    def step_through(self, match: LoadedMatch) -> None:
        """Go through the record to its end: the pictures are those that were posted, and those that players saw."""
        for number in _through(match):
            shown = steps.step(SAY, match, self.names, number, None)
            assert shown.text
            self.count["steps"] += 1
            posted = self.posted.get(number)
            if posted is not None and posted[0] == self.face.pictures.board:
                self._same(posted, shown.picture)
        for (number, reader), picture in self.own.items():
            _, say, view, draft, *_ = steps.step(SAY, match, self.names, number, reader).picture
            assert (say, view, draft) == picture[1:4], "through the eyes of a seat it is what that seat saw"
            self.count["seen by a seat"] += 1

    def _same(self, posted: tuple[Any, ...], shown: tuple[Any, ...]) -> None:
        assert posted[:-1] == shown[:-1]
        assert dict(posted[-1]) == dict(shown[-1]), "the names"
        self.count["posted"] += 1
        if self.count["posted"] % DRAWN == 1:
            (how, *given), (_, *again) = posted, shown
            assert how(*given) == how(*again)
            self.count["drawn"] += 1


def _through(match: LoadedMatch) -> Iterator[int]:
    """The stops of a replay, from the start to the end, by the way on alone."""
    stops = Stops(match)
    number: int | None = 0
    while number is not None:
        yield number
        number = stops.after(number)


async def gone_through(case: Case, formation: Formation, seed: int) -> Counter[str]:
    """Play a match and go through its record; returns how much was compared."""
    some = await RecordedMatches(FACES).load(kept.records(case.game.name)[0].read_bytes())
    gone = _Gone(case, formation, some.match, seed)
    history = gone.play()
    made = record.make(case.game, formation, gone.options, gone.secret, history, reader=None)
    match = await RecordedMatches(FACES).load(record.write(made).encode())
    gone.step_through(match)
    assert gone.count["steps"] > len(history) // 2
    return gone.count


@pytest.mark.parametrize(("case", "formation"), [(case, case.game.formations[0]) for case in HERE], ids=_name)
async def test_a_record_shows_what_was_posted_and_nothing_sooner(case: Case, formation: Formation) -> None:
    count = await gone_through(case, formation, 1)
    assert min(count[what] for what in ("steps", "posted", "drawn", "worlds that differ", "seen by a seat")) > 0, count


@pytest.mark.long
@pytest.mark.timeout(0)
async def test_five_hundred_records_show_what_was_posted_and_nothing_sooner() -> None:
    count: Counter[str] = Counter()
    for number in range(MANY):
        case, formation = WAYS[number % len(WAYS)]
        count += await gone_through(case, formation, number)
    assert count["posted"] > count["steps"] // 3, count
    assert count["worlds that differ"] > count["compared with another world"] // 4, count
