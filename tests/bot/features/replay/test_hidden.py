"""Twin worlds at every step of a replay: what a reader may not know changes no word, no button and no picture."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features.replay import steps
from bot.features.replay.files import RecordedMatches
from bot.matches.loaded import LoadedMatch
from bot.matches.replays import Known, Past
from bot.people.names import SeatNames
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.agreements import Position
from games.api import Formation
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed
from games.referee import random_action, random_choice
from storage import StoredAction, StoredMatch
from tests.bot.twins import options_of
from tests.contract.cases import CASES, Case
from tests.support import kept

HERE = [case for case in CASES if case.game.name in FACES]
SAY = phrases("en")
STEPS = 90
"""Of a match so many steps are looked at, each through all eyes."""
PICTURED = 30
"""Of so many comparisons one is drawn."""
SEED = bytes(range(SEED_BYTES))


async def _stored(case: Case, formation: Formation, options: dict[str, Any]) -> StoredMatch:
    """What is stored of a running match."""
    some = await RecordedMatches(FACES).load(kept.records(case.game.name)[0].read_bytes())
    text = json.dumps(options)
    return replace(some.match, status="running", formation=formation.id, options=text, seed=SEED, parts=None, former=())


def _match(stored: StoredMatch, history: list[Replayed]) -> LoadedMatch:
    entries = tuple(
        StoredAction(one.number, "action", one.entry.seat, one.entry.text, False, False, None, "", "", 0)
        for one in history
    )
    known = Known()
    known.extend(history)
    return LoadedMatch(stored, FACES[stored.game], entries, Past(known, len(entries)))


class _Twins:
    """A history, and comparisons of its newest step with those of other worlds."""

    def __init__(self, case: Case, stored: StoredMatch, seats: int, random: Random) -> None:
        self.case, self.stored, self.random = case, stored, random
        self.names = SeatNames({seat: f"Player {seat}" for seat in range(seats)})
        self.compared = self.others = self.drawn = 0

    def compare(self, history: list[Replayed], other: Replayed, reader: int | None) -> None:
        """Compare the newest step of a history with that of another world, as a reader sees both."""
        number = other.number
        worlds = [_match(self.stored, history), _match(self.stored, [*history[:-1], other])]
        one, two = (steps.step(SAY, match, self.names, number, reader) for match in worlds)
        assert one.text == two.text
        assert one.rows == two.rows
        assert one.picture == two.picture
        self.compared += 1
        self.others += other.after.state != history[-1].after.state
        if self.compared % PICTURED == 1:
            (how, *given), (_, *again) = one.picture, two.picture
            assert how(*given) == how(*again)
            self.drawn += 1


@pytest.mark.parametrize("case", HERE, ids=lambda case: case.game.name)
async def test_no_step_of_a_replay_depends_on_what_is_hidden(case: Case) -> None:
    game, compared, others, drawn = case.game, 0, 0, 0
    for seed, formation in enumerate(game.formations[:2]):
        random, options = Random(f"{game.name} {seed}"), options_of(case, seed)
        options = {option.name: options.get(option.name, option.default) for option in game.match_options} | options
        stored = await _stored(case, formation, options)
        twins = _Twins(case, stored, formation.seats, random)
        state, history = game.new(formation, options), list[Replayed]()
        for number in range(1, STEPS + 1):
            if game.result(state) is not None:
                break
            choice = random_choice(game, state, random)
            action = random_action(game, state, choice, random)
            step = game.apply(state, choice.seat, action, Draws(SEED))
            entry = Entry("action", choice.seat, " ".join(action))
            done = Replayed(number, entry, Position(state), Position(step.state), step)
            history.append(done)
            for reader in (None, *range(formation.seats)):
                twin = case.world(step.state, reader, random)
                twins.compare(history, replace(done, after=Position(twin)), reader)
                before = case.world_before(state, reader, choice.seat, action, step, random)
                if before is not None:
                    after = game.apply(before, choice.seat, action, Draws(SEED))
                    other = Replayed(number, entry, Position(before), Position(after.state), after)
                    twins.compare(history, other, reader)
            state = step.state
        compared, others, drawn = compared + twins.compared, others + twins.others, drawn + twins.drawn
    assert others > compared // 4, "most worlds are others"
    assert drawn > 5
