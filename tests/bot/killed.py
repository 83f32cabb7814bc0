"""A process that plays and prints every move that it has acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
import random
import sys

from bot.matches.lobby import Lobby, Wish
from bot.matches.service import Matches
from games.monolith_arena.game import GAME
from storage import Store
from tests.bot.bare import Bare, random_step


async def main(url: str, seed: int) -> None:
    rng = random.Random(seed)
    store = await Store.open(url)
    matches = Matches(store, {GAME.name: Bare(GAME)})
    lobby = Lobby(matches)
    number = seed * 1_000_000
    while True:
        running = [m for m in await store.open_matches() if m.status == "running"]
        if running:
            match_id = running[0].id
        else:
            number += 1
            wish = Wish(GAME.name, 1, (2,), {}, False, 10, 20)
            match_id = await lobby.new(wish, interaction_id=number)
            number += 1
            await lobby.accept(match_id, 2, interaction_id=number)
        while True:
            number += 1
            played = await random_step(matches, match_id, rng, number)
            if played is None:
                break
            version = played.table.match.version
            print(f"ack {match_id} {version} {len(played.table.entries)} {played.table.match.state_hash}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
