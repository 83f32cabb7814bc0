"""From a click in one seat to the new board in the other one, over the page's own websockets, and the bot's part of it.

The seats, the local Discord and the bot share this machine: all that is measured here is added to what the network and
Discord itself take elsewhere.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from benchmarks.measure import Row
from benchmarks.seats import FINAL, Pair, button, chosen, press
from bot.interactions.limits import RATES
from sandbox import Interaction, Player, Sandbox

PATIENCE = 60.0
TAPS = 40
PACE = RATES["presses"].every
"""Seconds between two presses: whoever is faster gets no answer after a while."""


def percentile(values: list[float], part: float) -> float:
    """The value below which that part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


class Window:
    """A person's page: one websocket, and the pictures that it loads as a browser does."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.session = session
        self.socket = socket
        self.boards: dict[str, float] = {}
        """When each public picture was there, by its id."""
        self.came = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for raw in self.socket:
            data = json.loads(raw.data)
            if data["kind"] == "message" and not data["message"]["ephemeral"]:
                for picture in data["message"]["attachments"]:
                    await self._load(picture)

    async def _load(self, picture: dict[str, Any]) -> None:
        if picture["id"] not in self.boards:
            async with self.session.get(picture["url"]) as answer:
                await answer.read()
            self.boards[picture["id"]] = time.monotonic()
            self.came.set()

    async def click(self, message: int, key: str) -> None:
        """Press a button."""
        await self.socket.send_json({"do": "click", "message": str(message), "key": key, "ref": 1})

    async def next_board(self, known: set[str]) -> float:
        """When the next public picture was there. Raises `TimeoutError` if none came in time."""
        async with asyncio.timeout(PATIENCE):
            while not (fresh := self.boards.keys() - known):
                self.came.clear()
                await self.came.wait()
        return min(self.boards[number] for number in fresh)


class Move:
    """One measured move, in seconds from the click."""

    def __init__(self, acted: Interaction, sent: float, seen: float, posted: float) -> None:
        self.answer = acted.ack_after or 0.0
        self.board = seen - sent
        self.bot = posted - acted.started
        """From the event at the gateway to the bot's complete request with the picture."""


async def _measured(box: Sandbox, pair: Pair, windows: dict[str, Window], player: Player, key: str) -> Move:
    panel = pair.panel(player)
    assert panel is not None
    (other,) = (p for p in pair.players if p is not player)
    known = set(windows[other.name].boards)
    sent, before = time.monotonic(), panel.revisions
    await windows[player.name].click(panel.id, key)
    seen = await windows[other.name].next_board(known)
    acted = next(i for i in reversed(box.world.interactions.values()) if i.user is player.user)
    await box.acknowledged(acted, PATIENCE)
    assert not acted.failed, box.transcript()
    if acted.ack == 6:
        await box.until(lambda: panel.revisions > before or acted.followups, PATIENCE)
    path = re.compile(rf"/channels/{pair.thread.id}/messages")
    boards = [r.at for r in box.requests if r.at > sent and r.files and path.match(r.path)]
    return Move(acted, sent, seen, boards[0])


async def _play(box: Sandbox, windows: dict[str, Window], count: int, rng: Random) -> list[Move]:
    moves: list[Move] = []
    players = (box.players["anna"], box.players["max"])
    while len(moves) < count:
        pair = await Pair.begin(box, players, box.games)
        while len(moves) < count and await _turn(box, pair, windows, moves, rng):
            await box.settle(0.3)
    return moves


async def _turn(box: Sandbox, pair: Pair, windows: dict[str, Window], moves: list[Move], rng: Random) -> bool:
    """One person opens the panel and taps until a move is made; `False` at the end of the match."""
    live = pair.live()
    waited = pair.waited()
    if live is None or not waited:
        return False
    player = rng.choice(waited)
    acted = await player.click(live, button(live, "play") or "", wait=False)
    await box.acknowledged(acted, PATIENCE)
    for _ in range(TAPS):
        await asyncio.sleep(PACE)
        panel = pair.panel(player)
        what = chosen(panel, rng) if panel else None
        if panel is None or what is None:
            return True
        kind, key, deed = what
        if kind == "button" and deed in FINAL and len(pair.waited()) == 1:
            moves.append(await _measured(box, pair, windows, player, key))
            return True
        await press(box, player, panel, what, PATIENCE)
    return True


async def _run(count: int, folder: Path, window: float) -> list[Move]:
    async with Sandbox(("anna", "max"), ack_window=window) as box, aiohttp.ClientSession() as session:
        await box.launch(folder)
        sockets = {name: await session.ws_connect(f"{box.url}/page/socket?seat={name}") for name in box.players}
        windows = {name: Window(session, socket) for name, socket in sockets.items()}
        moves = await _play(box, windows, count, Random(2))
        for socket in sockets.values():
            await socket.close()
        assert box.problems() == []
        return moves


def run(*, small: bool) -> list[Row]:
    """Two hundred moves through panels, in as many matches as they take."""
    with tempfile.TemporaryDirectory() as folder:
        # Tiny runs only show that all this works, however slowly; else the three seconds of Discord are counted.
        count, window = (3, PATIENCE) if small else (200, 3.0)
        moves = asyncio.run(_run(count, Path(folder), window))
    board, answer = [1000 * m.board for m in moves], [1000 * m.answer for m in moves]
    return [
        Row("moves", len(moves), "moves"),
        Row("click to first answer, p50", percentile(answer, 0.5), "ms"),
        Row("click to first answer, p99", percentile(answer, 0.99), "ms", "well under 3000"),
        Row("slowest first answer", max(answer), "ms", "under 3000"),
        Row("click to new board in the other seat, p50", percentile(board, 0.5), "ms"),
        Row("click to new board in the other seat, p99", percentile(board, 0.99), "ms"),
        Row("of that the bot", 100 * sum(m.bot for m in moves) / sum(m.board for m in moves), "%"),
    ]
