"""A process that plays and prints every move that it has acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
import random
import sys

from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from games.monolith_arena.game import GAME
from storage import Store
from tests.bot.bare import Bare, random_step, wish


async def main(url: str, seed: int) -> None:
    rng = random.Random(seed)
    store = await Store.open(url)
    matches = Matches(store, {GAME.name: Bare(GAME)})
    lobby = Lobby(matches)
    number = seed * 1_000_000
    while True:
        running = [m for m in await store.open_matches() if m.status == "running"]
        match: LoadedMatch | None
        if running:
            match = await matches.load(running[0].id)
        else:
            number += 2
            opened = await lobby.new(wish(GAME, 1, 2), interaction_id=number)
            match = await lobby.accept(await matches.load(opened), 2, interaction_id=number + 1)
        while match is not None:
            number += 2
            played = await random_step(matches, match, rng, number)
            match = played.match if played is not None else None
            if match is not None:
                head = match.match
                print(f"ack {head.id} {head.version} {len(match.entries)} {head.state_hash}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
