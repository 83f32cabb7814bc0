"""A process that plays matches of all games at once and does what falls due, as `tests.bot.kills` kills it.

It prints how many timers are due, then every interaction before it is handled (`try`) and once it is acknowledged
(`ack`), or refused because a timer was faster (`no`). What the process before it had begun comes in first, a second
time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bot.clocks.calendars import CLOCK
from bot.jobs.kinds import JobKinds
from bot.jobs.worker import TIMERS, Worker
from bot.matches import calls
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import KEEP_OPEN
from bot.registry import FACES
from games.api import Formation, Game, formation
from games.referee import random_action
from storage import TIMER, Holder, Job, Store
from tests.bot.bare import wish
from tests.bot.features.living import Living

GAMES: Final = tuple(face.game for face in FACES.values())
AT_ONCE: Final = 2 * len(GAMES)
"""Matches that are played at the same time."""
PACE: Final = "1d+2h"
KEY: Final = bytes(32)

Say = Callable[..., None]


class Player:
    """Plays matches, one interaction after the other in each."""

    def __init__(self, here: Living, seed: int) -> None:
        self.matches, self.lobby = here.matches, here.lobby
        self.rng = random.Random(seed)
        self.number = seed * 1_000_000

    def begun(self, match_id: str, user: int, key: str, action: Any) -> int:
        """A new interaction, told before it is handled; returns its id."""
        self.number += 1
        say("try", self.number, match_id, user, json.dumps([key, action]))
        return self.number

    async def challenge(self, game: Game[Any]) -> str:
        way = self.rng.choice(game.formations)
        number = self.begun("-", 1, "", ["new", game.name, way.id])
        match_id = await self.new(game, way, number)
        say("ack", number, match_id, 0, 0, "-")
        return match_id

    async def new(self, game: Game[Any], way: Formation, number: int) -> str:
        users = range(1, way.seats + 1)
        return await self.lobby.new(wish(game, *users, formation=way.id, pace=PACE), interaction_id=number)

    async def accept(self, match_id: str) -> None:
        """Let everybody accept who has not yet."""
        match = await self.matches.load(match_id)
        for user in [seat.user_id for seat in match.match.seats if seat.status == "invited"]:
            assert user is not None
            number = self.begun(match_id, user, "", ["accept"])
            match = await self.lobby.accept(match, user, interaction_id=number)
            say("ack", number, match_id, match.match.version, 0, "-")

    async def step(self, match_id: str) -> bool:
        """One random action of somebody who is waited for; False when the match is over."""
        match = await self.matches.load(match_id)
        waited = [c for c in match.choices if c.must]
        if match.match.status != "running" or not waited:
            return False
        choice = self.rng.choice(waited)
        user = match.user_of(choice.seat)
        assert user is not None
        action = random_action(match.face.game, match.state, choice, self.rng)
        number = self.begun(match_id, user, choice.key, list(action))
        try:
            played = await self.matches.play(match, user, [action], key=choice.key, interaction_id=number)
        except Refusal:
            say("no", number)
            return True
        head = played.match.match
        say("ack", number, match_id, head.version, len(played.match.entries), head.state_hash)
        return True

    async def again(self, number: int, match_id: str, user: int, key: str, action: list[str]) -> None:
        """An interaction that the process before may have handled."""
        with contextlib.suppress(Refusal):  # it was handled, and what it did has made it impossible
            if action[0] == "new" and match_id == "-":
                game = FACES[action[1]].game
                await self.new(game, formation(game, action[2]), number)
            elif action == ["accept"]:
                await self.lobby.accept(await self.matches.load(match_id), user, interaction_id=number)
            else:
                match = await self.matches.load(match_id)
                await self.matches.play(match, user, [tuple(action)], key=key, interaction_id=number)

    async def play(self, game: Game[Any], match_id: str | None) -> None:
        """Without end: first a match that a killed process has left, then new ones."""
        while True:
            match_id = match_id or await self.challenge(game)
            if (await self.matches.load(match_id)).match.status == "lobby":
                await self.accept(match_id)
            while await self.step(match_id):
                pass
            match_id = None


def say(*words: object) -> None:
    print(*words, flush=True)


async def back_up(store: Store, folder: Path) -> None:
    """Without end, so that a kill may hit any moment of it."""
    while True:
        await store.backup(folder)
        await asyncio.sleep(0.02)


async def see_to_timers(here: Living, tell: Say, *, to_the_end: bool = False) -> None:
    """What the timers' worker of a bot does at this moment, without end or until nothing is due."""

    async def failed(match: LoadedMatch, job: Job, error: Exception, now: int) -> None:
        tell("fault", match.id, job.kind, repr(error))

    async def nothing(*_: object) -> None:
        """The threads are not what this is about."""

    kinds = JobKinds({CLOCK: here.timer.handle, KEEP_OPEN: nothing})
    # A round must not take its time.
    worker = Worker(replace(TIMERS, spread_seconds=0.001), here.store, here.matches, kinds, failed)
    running = asyncio.create_task(worker.run())
    while not (to_the_end and await worker.idle()):
        await asyncio.sleep(0.01)
        worker.wake()
    await worker.stop()
    await running


def at(store: Store, now: int) -> Living:
    """The services of a process that has been there all the time until now."""
    here = Living(store, now, GAMES)
    here.there_until(now)
    return here


async def main(
    url: str, seed: int, now: int, repeated: Collection[str], waiting: Collection[str], folder: Path
) -> None:
    """Play until killed. `repeated` are interactions as they were told (`try`); nobody plays in `waiting` matches."""
    calls.MOST = 10**9  # type: ignore[misc]  # the same people challenge each other again and again
    store = await Store.open(url, alone=Holder.here(time.time_ns() // 1_000_000), keys=[KEY])
    say("due", await store.jobs.count_open(TIMER, now))
    here = at(store, now)
    player = Player(here, seed)
    for line in repeated:
        number, match_id, user, rest = line.split(" ", 3)
        await player.again(int(number), match_id, int(user), *json.loads(rest))
    playing: list[tuple[Game[Any], str | None]] = []
    left = [head for head in await store.matches.all_open() if head.id not in waiting]
    for game in GAMES:
        ids = [head.id for head in left if head.game == game.name]
        playing += [(game, match_id) for match_id in (*ids, None, None)[: AT_ONCE // len(GAMES)]]
    players = (player.play(game, match_id) for game, match_id in playing)
    await asyncio.gather(see_to_timers(here, say), back_up(store, folder), *players)
