"""A process that plays several matches at once until it is killed, as `tests.bot.kills` has it.

It prints every interaction before it is handled (`try`) and once it is acknowledged (`ack`). What the process before it
had begun comes in first, a second time.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

from bot.matches import calls
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from games.monolith_arena.game import GAME
from games.referee import random_action
from storage import Holder, Store
from tests.bot.bare import Bare, wish

AT_ONCE = 4
"""Matches that are played at the same time."""
KEY = bytes(32)
calls.MOST = 10**9  # the same two challenge each other again and again


class Player:
    """Plays matches, one interaction after the other in each."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.matches = Matches(store, {GAME.name: Bare(GAME)})
        self.lobby = Lobby(self.matches)
        self.rng = random.Random(seed)
        self.number = seed * 1_000_000

    def begun(self, match_id: str, user: int, key: str, action: Any) -> int:
        """A new interaction, told before it is handled; returns its id."""
        self.number += 1
        say("try", self.number, match_id, user, json.dumps([key, action]))
        return self.number

    async def challenge(self) -> str:
        number = self.begun("-", 1, "", ["new"])
        match_id = await self.lobby.new(wish(GAME, 1, 2), interaction_id=number)
        say("ack", number, match_id, 0, 0, "-")
        return match_id

    async def accept(self, match_id: str) -> None:
        number = self.begun(match_id, 2, "", ["accept"])
        match = await self.lobby.accept(await self.matches.load(match_id), 2, interaction_id=number)
        say("ack", number, match_id, match.match.version, 0, "-")

    async def step(self, match_id: str) -> bool:
        """One random action of somebody who is waited for; False when the match is over."""
        match = await self.matches.load(match_id)
        waited = [c for c in match.choices if c.must]
        if not waited:
            return False
        choice = self.rng.choice(waited)
        user = match.user_of(choice.seat)
        assert user is not None
        action = random_action(GAME, match.state, choice, self.rng)
        number = self.begun(match_id, user, choice.key, list(action))
        played = await self.matches.play(match, user, [action], key=choice.key, interaction_id=number)
        head = played.match.match
        say("ack", number, match_id, head.version, len(played.match.entries), head.state_hash)
        return True

    async def again(self, number: int, match_id: str, user: int, key: str, action: list[str]) -> None:
        """An interaction that the process before may have handled."""
        try:
            if action == ["new"]:
                await self.lobby.new(wish(GAME, 1, 2), interaction_id=number)
            elif action == ["accept"]:
                await self.lobby.accept(await self.matches.load(match_id), user, interaction_id=number)
            else:
                match = await self.matches.load(match_id)
                await self.matches.play(match, user, [tuple(action)], key=key, interaction_id=number)
        except Refusal:
            return  # it was handled, and what it did has made it impossible

    async def play(self, match_id: str | None) -> None:
        """Without end: first a match that a killed process has left, then new ones."""
        while True:
            match_id = match_id or await self.challenge()
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


async def main(url: str, seed: int, repeated: list[str], folder: Path) -> None:
    """Play until killed; `repeated` are interactions as they were told (`try`)."""
    store = await Store.open(url, alone=Holder.here(time.time_ns() // 1_000_000), keys=[KEY])
    player = Player(store, seed)
    for line in repeated:
        number, match_id, user, rest = line.split(" ", 3)
        await player.again(int(number), match_id, int(user), *json.loads(rest))
    left = [match.id for match in await store.matches.all_open()][:AT_ONCE]
    wanted = [*left, *[None] * (AT_ONCE - len(left))]
    await asyncio.gather(back_up(store, folder), *(player.play(match_id) for match_id in wanted))
