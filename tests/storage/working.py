"""A process that works on a database alone: it commits moves and prints each as soon as it is acknowledged."""

import asyncio
import sys
import time

from storage import Commit, Holder, NewAction, NewJob, NewMatch, Seat, Store


async def main(url: str, match_id: str) -> None:
    store = await Store.open(url, alone=Holder.here(int(time.time() * 1000)))
    if await store.matches.load(match_id) is None:
        await store.matches.create(NewMatch(match_id, "toy", "{}", b"s", 1), [Seat(0, 1)], now=0)
    match = await store.matches.load(match_id)
    assert match is not None
    for version in range(match.version, 100_000):
        move = NewAction(0, f"move {version}", "h", "k")
        step = Commit(match_id, version, 0, actions=(move,), snapshot=str(version + 1), jobs=(NewJob("l", "k"),))
        await store.matches.commit(step)
        print(version + 1, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
