"""Two histories that somebody has seen alike read alike: in lists, replays and records.

Twin worlds share their history. Here somebody does something else, of which another one sees nothing: neither in what
happens nor in any position from then on.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from bot.features.replay import steps
from bot.interactions import history_pages
from bot.matches.loaded import LoadedMatch
from bot.people.names import SeatNames
from games import record
from games.agreements import Position
from games.api import Action, Formation, Game, GameError, Step
from games.draws import Draws
from games.history import Entry, Replayed
from games.referee import random_action, random_choice
from games.standing import unasked
from tests.bot.features.replay.test_hidden import HERE, SAY, SEED, _match, _stored
from tests.bot.twins import options_of
from tests.contract.cases import Case

ACTIONS: Final = 240
ENOUGH: Final = 150
"""So many comparisons are made of each game at least."""
MATCHES: Final = 12
"""In so many matches at most."""
TRIES: Final = 4
"""How many other actions are tried at a position."""
OTHERS: Final = 8
"""How many other histories are followed at a time."""


@dataclass
class _Other:
    """A history that the reader cannot tell from what has happened."""

    reader: int | None
    since: int
    """The number of the first entry that is another one."""
    history: list[Replayed]

    @property
    def state(self) -> Any:
        return self.history[-1].after.state


def _done(history: list[Replayed], state: Any, seat: int, action: Action, step: Step) -> Replayed:
    entry = Entry("action", seat, " ".join(action))
    return Replayed(len(history) + 1, entry, Position(state), Position(step.state), step)


def _alike(game: Game[Any], one: Replayed, two: Replayed, reader: int | None) -> bool:
    """Return True if somebody sees the same happen by two entries, and the same position after it."""
    assert one.step is not None
    assert two.step is not None
    seen = []
    for done in (one, two):
        assert done.step is not None
        events = [game.show(event, reader) for event in done.step.events]
        state = done.step.state
        asked = [(choice.seat, choice.key, choice.must) for choice in game.choices(state)]
        seen.append((game.view(state, reader), [event for event in events if event is not None], asked))
    return seen[0] == seen[1]


class _Alike:
    """What has happened, and other histories that look the same to somebody."""

    def __init__(self, case: Case, formation: Formation, options: dict[str, Any], stored: Any) -> None:
        self.case, self.game, self.formation, self.options, self.stored = case, case.game, formation, options, stored
        self.history: list[Replayed] = []
        self.others: list[_Other] = []
        self.compared = 0
        self.names = SeatNames({seat: f"Player {seat}" for seat in range(formation.seats)})

    def play(self, state: Any, random: Random) -> Any:
        """Carry out an action in all histories, and let others begin here, unless it comes by itself."""
        game = self.game
        if (by_itself := unasked(game, state)) is not None:
            seat, action = by_itself
            tried: set[Action] = set()
        else:
            choice = random_choice(game, state, random)
            seat, action = choice.seat, random_action(game, state, choice, random)
            tried = {random_action(game, state, choice, random) for _ in range(TRIES)} - {action}
        step = game.apply(state, seat, action, Draws(SEED))
        done = _done(self.history, state, seat, action, step)
        before = self.history[:]
        self.history.append(done)
        followed = []
        for other in self.others:
            try:
                there = game.apply(other.state, seat, action, Draws(SEED))
            except GameError:
                continue
            other.history.append(_done(other.history, other.state, seat, action, there))
            if _alike(game, done, other.history[-1], other.reader):
                followed.append(other)
        for another in sorted(tried):
            different = _done(before, state, seat, another, game.apply(state, seat, another, Draws(SEED)))
            if sorted(action) == sorted(another):  # the same in another order
                continue
            # What is said openly may have no effect, or none yet, as an action that stops for a question.
            if not step.secret and (different.after == done.after or self.case.rereads):
                continue
            followed += [
                _Other(reader, different.number, [*before, different])
                for reader in (None, *range(self.formation.seats))
                if reader != seat and _alike(game, done, different, reader)
            ]
        self.others = random.sample(followed, min(OTHERS, len(followed)))
        if game.result(done.after.state) is None:  # at the end all is open
            for other in self.others:
                self.compare(other)
        return done.after.state

    def compare(self, other: _Other) -> None:
        """Compare all that the reader can read of two histories."""
        one, two = (self.read(history, other) for history in (self.history, other.history))
        actions = [self.history[other.since - 1].entry.text, other.history[other.since - 1].entry.text]
        assert one == two, (actions, [pair for pair in zip(one, two, strict=True) if pair[0] != pair[1]])
        self.compared += 1

    def read(self, history: list[Replayed], other: _Other) -> list[Any]:
        """Return all that the reader can read of a history, from the entry that differs on."""
        match: LoadedMatch = _match(self.stored, history)
        lines = history_pages._in_lines(SAY, match, self.names, other.reader)
        turned = [steps.step(SAY, match, self.names, n, other.reader) for n in {other.since, len(history)}]
        entries = [done.entry for done in history]
        made = record.make(self.game, self.formation, self.options, SEED, entries, reader=other.reader)
        return [lines[other.since - 1 :], [(one.text, one.rows) for one in turned], made]


@pytest.mark.parametrize("case", HERE, ids=lambda case: case.game.name)
async def test_what_somebody_has_not_seen_stands_in_nothing_that_they_read(case: Case) -> None:
    game, compared = case.game, 0
    for seed in range(MATCHES):
        formation = game.formations[seed % len(game.formations)]
        random, options = Random(f"x{seed}"), options_of(case, seed)
        options = {option.name: options.get(option.name, option.default) for option in game.match_options} | options
        alike = _Alike(case, formation, options, await _stored(case, formation, options))
        state = game.new(formation, options)
        for _ in range(ACTIONS):
            if game.result(state) is not None:
                break
            state = alike.play(state, random)
        compared += alike.compared
        if compared >= ENOUGH:
            return
    pytest.fail(f"only {compared} comparisons")
