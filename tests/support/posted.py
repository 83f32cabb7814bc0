"""A thread in memory: what a match of any game would post as it is played, without Discord and without a database."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from bot.matches.computers import computer
from bot.matches.loaded import LoadedMatch
from bot.matches.replays import Known, Past
from bot.panels.face import AnyFace
from bot.registry import FACES
from games import agreements
from games.api import Formation, new_options
from games.history import Replayed
from games.referee import random_action, random_choice
from storage import Seat, SeatClock, StoredAction, StoredMatch

MOST = 4
"""So many players have names in tests of posts."""
TABLES = [
    pytest.param(face, formation, id=f"{name}-{formation.id}")
    for name, face in FACES.items()
    for formation in face.game.formations
    if formation.seats <= MOST
]
"""All games in all their formations of so many."""
CLOCK = SeatClock(0, left_ms=3_600_000, since=0, runs_out=3_600_000)


@dataclass
class Table:
    """A running match of some players, user 1 on seat 0 and so on, whose entries are added one by one."""

    face: AnyFace
    formation: Formation
    language: str
    random: Random
    options: Mapping[str, Any]
    computers: Collection[int] = ()
    """The seats that computers play."""

    def __post_init__(self) -> None:
        self.known = Known()
        self.entries: list[StoredAction] = []
        self.seed = self.random.randbytes(32)
        self.match = self._loaded()

    def user(self, seat: int) -> int:
        """Return who sits on a seat."""
        return computer("squire", seat + 1) if seat in self.computers else seat + 1

    def _loaded(self) -> LoadedMatch:
        game = self.face.game
        course_options = new_options(game, dict(self.options))
        stored = StoredMatch(
            id="a" * 10, game=game.name, status="running", version=len(self.entries), creator=1, private=False,
            guild_id=1, channel_id=1, thread_id=2, start_message_id=3, rematch_of=None, created_at=0, updated_at=0,
            formation=self.formation.id, language=self.language, pace=None, drawn=False, rated=False,
            seats=tuple(Seat(seat, self.user(seat), "accepted") for seat in range(self.formation.seats)),
            options=json.dumps(course_options), seed=self.seed, snapshot="{}", state_hash=None, result=None, parts=None,
            clocks=(CLOCK,),
        )  # fmt: skip
        match = LoadedMatch(stored, self.face, tuple(self.entries), Past(self.known, len(self.entries)))
        match.seed = self.seed
        match.position = self.known.replayed[-1].after if self.entries else match.start
        if game.result(match.position.state) is not None:
            object.__setattr__(stored, "status", "over")
        return match

    def enter(self, kind: Any, seat: int, tokens: tuple[str, ...]) -> LoadedMatch:
        """Add an entry and return the match as it is then."""
        number = len(self.entries) + 1
        entry = StoredAction(number, kind, seat, " ".join(tokens), False, False, None, "", "", 0)
        replayed: list[Replayed] = self.match.course.fold([entry], self.known)
        self.entries.append(entry)
        self.known.extend(replayed)
        self.match = self._loaded()
        return self.match

    def resign(self, seat: int) -> LoadedMatch:
        """Let a player give up."""
        return self.enter("agreement", seat, (agreements.RESIGN,))

    def play(self) -> Iterator[LoadedMatch]:
        """Play at random to the end; yield the match before the first action and after each."""
        yield self.match
        while self.match.match.status == "running":
            choice = random_choice(self.face.game, self.match.state, self.random)
            action = random_action(self.face.game, self.match.state, choice, self.random)
            yield self.enter("action", choice.seat, action)
