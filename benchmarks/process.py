"""Processor time of the whole bot a move, in this tree and in an earlier revision, both in one run.

Each of the two bots is a process of its own at a local Discord of its own, which runs in the process that measures and
does not count. People at both do the same: five moves to four looks, in a dozen matches in turn; every other match has
somebody who is told by direct message; battles are filmed. They act at one bot and then at the other, round by round,
and the time of a round ends when nothing is left to be sent.
"""

from __future__ import annotations

import asyncio
import io
import json
import signal
import subprocess
import tarfile
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from benchmarks.measure import Row
from benchmarks.watched import PARTS, REPORT, REST
from sandbox import BotProcess, Sandbox
from sandbox.inputs import leaf
from tests.support.seats import Pair, Positions, button, command, press, useful

EARLIER: Final = "14bb076"
"""The revision that this tree is compared with: the last release."""
HOUSE: Final = Path(__file__).resolve().parents[1]
WATCHED: Final = Path(__file__).with_name("watched.py")
MATCHES: Final = 12
MOVES: Final = 5
"""Moves in each match and round."""
LOOKS: Final = ("panel", "page", "waiting", "battle", "")
"""What is looked at after each of five moves."""
ROUNDS: Final = 10
PATIENCE: Final = 120.0


@dataclass
class Spent:
    """Processor time in seconds, whole and by what it went into."""

    whole: float = 0.0
    parts: Counter[str] = field(default_factory=Counter)

    def __sub__(self, other: Spent) -> Spent:
        left = Counter(self.parts)
        left.subtract(other.parts)
        return Spent(self.whole - other.whole, left)


class Side:
    """One bot, its Discord, and the people there."""

    def __init__(self, box: Sandbox, house: Path, folder: Path) -> None:
        self.box = box
        self.folder = folder
        self.bot = BotProcess(box, folder, command=(str(WATCHED), str(house)))
        self.pairs: list[Pair] = []
        self.moves = 0
        self.rounds: list[tuple[int, Spent]] = []
        """Of each round the moves and what they took."""

    async def begin(self, matches: int, *, warm: bool) -> None:
        """Start the bot and open the matches."""
        await self.bot.start()
        # What is drawn once for ever is drawn before anything is measured.
        while warm and (await self._report())["warming"]:
            await asyncio.sleep(0.5)
        players = list(self.box.players.values())
        for number in range(matches):
            pair = players[2 * number], players[2 * number + 1]
            self.pairs.append(await Pair.begin(self.box, pair, self.box.games, PATIENCE))
            if number % 2:
                acted = await pair[1].slash(self.box.games, "settings dm", on=True, wait=False)
                await self.box.acknowledged(acted, PATIENCE)
        self.positions = Positions(self.folder)

    async def play(self, number: int, moves: int) -> None:
        """Play a round: so many moves in each match, with looks."""
        before, done = await self.spent(), self.moves
        for place, pair in enumerate(self.pairs):
            rng = Random(f"{number} {place}")
            for move in range(moves):
                if await self._move(pair, rng):
                    await self._look(pair, LOOKS[move % len(LOOKS)], rng)
        await self.box.settle(0.5, PATIENCE)
        self.rounds.append((self.moves - done, await self.spent() - before))

    async def _move(self, pair: Pair, rng: Random) -> bool:
        """Make one move and wait for its board; false once the match is over."""
        move = self.positions.next(pair.thread, rng)
        if move is None:
            return False
        seat, action = move
        path, given = command(action)
        player = pair.players[seat]
        node, chain = leaf(player.commands(pair.thread), path)
        options = {option["name"] for option in (chain[-1] if chain else node).get("options", ())}
        sent = self.box.served
        # The earlier side does not know every option of this one: it asked nobody whether they are sure.
        acted = await player.slash(
            pair.thread, path, wait=False, **{name: value for name, value in given.items() if name in options}
        )
        await self.box.acknowledged(acted, PATIENCE)
        assert not acted.failed, self.box.transcript()
        board = f"/channels/{pair.thread.id}/messages"
        await self.box.until(lambda: self._drew(board, self.box.served - sent), PATIENCE)
        self.moves += 1
        return True

    def _drew(self, path: str, newest: int) -> bool:
        """Return True if a picture was sent to this place by one of the newest requests."""
        requests = reversed(self.box.requests)
        return any(r.files and path in r.path for _, r in zip(range(newest), requests, strict=False))

    async def _look(self, pair: Pair, what: str, rng: Random) -> None:
        live = pair.live()
        if not what or live is None:
            return
        waited = pair.waited()
        mover = waited[0] if waited else pair.players[0]
        if what == "waiting":
            mover = next((p for p in pair.players if p not in waited), mover)
        # There is no film to look at before the first battle, and no button for it.
        key = (button(live, "battle") if what == "battle" else None) or button(live, "play")
        assert key is not None
        acted = await mover.click(live, key, wait=False)
        await self.box.acknowledged(acted, PATIENCE)
        if what == "page" and (panel := pair.panel(mover)) and (pages := [p for p in useful(panel) if _turns(p)]):
            await press(self.box, mover, panel, rng.choice(pages), PATIENCE)

    async def spent(self) -> Spent:
        """Return what the bot has used so far."""
        report = await self._report()
        return Spent(report["whole"], Counter(report["parts"]))

    async def _report(self) -> dict[str, Any]:
        file = self.folder / REPORT
        file.unlink(missing_ok=True)
        assert self.bot.process is not None
        self.bot.process.send_signal(signal.SIGUSR1)
        await self.box.expect(file.exists, "a report", PATIENCE)
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return report


def _turns(useful: tuple[str, str, str]) -> bool:
    """Return True if a press only turns a page."""
    return useful[2].partition(":")[0] == "show"


def unpack(revision: str, folder: Path) -> None:
    """Unpack the files of a revision into a folder. Raises `ValueError` where git does not know it."""
    asked = subprocess.run(["git", "-C", HOUSE, "archive", revision], capture_output=True, check=False)
    if asked.returncode != 0:
        raise ValueError(f"git has no revision {revision} here: {asked.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(asked.stdout)) as files:
        files.extractall(folder, filter="data")


async def _run(houses: dict[str, Path], folder: Path, matches: int, moves: int, rounds: int) -> list[Side]:
    people = [f"player{number}" for number in range(2 * matches)]
    async with AsyncExitStack() as stack:
        sides = []
        for name, house in houses.items():
            box = await stack.enter_async_context(Sandbox(people, log_limit=5_000, ack_window=PATIENCE))
            side = Side(box, house, folder / name)
            box.bots.append(side.bot)
            sides.append(side)
        for side in sides:
            await side.begin(matches, warm=rounds > 1)
        for number in range(rounds):
            for side in sides if number % 2 else reversed(sides):
                await side.play(number, moves)
        for side in sides:
            assert side.box.problems() == []
            assert await side.bot.stop() == 0, side.bot.log
            assert "Traceback" not in side.bot.log, side.bot.log
    return sides


def _milliseconds(side: Side, part: str | None = None) -> float:
    """Return what a move took, whole or for one part, after the first round, which does much for the first time."""
    rounds = side.rounds[1:] or side.rounds
    spent = sum(spent_in_round.whole if part is None else spent_in_round.parts[part] for _, spent_in_round in rounds)
    return 1000 * spent / max(1, sum(moves for moves, _ in rounds))


def run(*, small: bool, against: str = EARLIER) -> list[Row]:
    """Measure milliseconds of processor time a move on both sides, by parts, and their ratio."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if small:  # only to see that it works: this tree against itself
            earlier, size = HOUSE, (1, 1, 1)
        else:
            earlier, size = folder / "house", (MATCHES, MOVES, ROUNDS)
            unpack(against, earlier)
        before, now = asyncio.run(_run({"earlier": earlier, "now": HOUSE}, folder, *size))
    pairs = zip(now.rounds[1:] or now.rounds, before.rounds[1:] or before.rounds, strict=True)
    ratios = [
        (ours.whole / max(1, moves)) / (theirs.whole / max(1, others)) for (moves, ours), (others, theirs) in pairs
    ]
    rows = [Row("moves on each side", now.moves, "moves")]
    for part in (*dict.fromkeys(name for _, name in PARTS), REST):
        spent = {name: _milliseconds(side, part) for name, side in ((against, before), ("this tree", now))}
        rows += [Row(f"{part}, {name}", value, "ms a move") for name, value in spent.items() if value]
    return [
        *rows,
        Row(f"all, {against}", _milliseconds(before), "ms a move"),
        Row("all, this tree", _milliseconds(now), "ms a move"),
        Row("this tree against the earlier one", median(ratios), "times", "at most 0.33"),
    ]
