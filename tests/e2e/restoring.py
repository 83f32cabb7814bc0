"""A backup in the middle of a match, moves after it, a kill, the restore, and what then stands on Discord.

    nice -n 15 python -m tests.e2e.restoring --rounds 70 --game arena_of_heroes

looks at the messages, not at the rows: a row may say of a board what the message does not show. `--busy` is as in
`tests.support.rounds`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from bot.interactions.services import public_buttons
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Matches
from bot.people.names import SeatNames
from bot.publish import compose
from bot.publish.live import SHOWN
from bot.publish.studio import Studio, ending_on
from bot.registry import FACES, FEATURES
from bot.texts.phrases import phrases
from sandbox import Message, Player
from storage import Store
from tests.e2e.copies import original
from tests.e2e.playing import PATIENCE, Playground, command, needed, playground
from tests.support.rounds import SPIN
from tests.support.seats import button

ARCHIVED = "Thread is archived"


def boards(game: Playground, match_id: str) -> list[Message]:
    """The public messages of the bot in all threads that can be played at: with a button of this match."""
    seen = [m for thread in game.box.threads for m in game.tina.messages(thread) if m.ephemeral_for is None]
    return [m for m in seen if (button(m, "play") or button(m, "words")) and f":{match_id}:" in str(m.controls)]


class Restoring:
    """Rounds of that with one game, one match after the other."""

    def __init__(self, game: Playground, name: str, seed: int) -> None:
        self.game = game
        self.name = name
        self.rng = random.Random(f"{name} {seed}")
        self.done: Counter[str] = Counter()
        self._studio = Studio()
        self.keys: list[bytes] = []
        """With which the database can be read."""

    async def begin(self) -> None:
        """A new match of this game between Anna and Max."""
        game = self.game
        old = {m.id for m in game.max.messages(game.box.games)}
        acted = await game.anna.slash(game.box.games, "match new", game=self.name, opponent=game.max, wait=False)
        await game.box.acknowledged(acted, PATIENCE)
        start = await game.box.expect(lambda: self._challenge(old), "a challenge with a button", PATIENCE)
        await game.max.click(start, needed(start, "accept"), wait=False)
        await game.box.expect(lambda: start.thread, "a thread", PATIENCE)
        await game.box.expect(game.live, "a live message", PATIENCE)
        await game.rest()
        self.done["matches"] += 1

    def _challenge(self, old: set[int]) -> Message | None:
        fresh = (m for m in self.game.max.messages(self.game.box.games) if m.id not in old)
        return next((m for m in fresh if button(m, "accept")), None)

    async def move(self) -> None:
        """Somebody who is waited for does something at random."""
        waited = self.game.waited()
        if waited:
            await self.game.by_panel(self.rng.choice(waited), self.rng)
            self.done["moves"] += 1

    async def round(self) -> None:
        """Play, back up, play on, kill, restore, look; then play once more and look again."""
        game, rng = self.game, self.rng
        if not game.box.threads or game.live() is None:
            await self.begin()
        for _ in range(rng.randint(0, 2)):
            await self.move()
            if rng.random() < 0.5:
                await game.rest()
        status, copy = await command(game, "backup")
        assert status == 0, copy
        for _ in range(rng.randint(1, 3)):
            if game.live() is not None:
                await self.move()
            await game.rest()
        if rng.random() < 0.2 and game.live() is not None:
            await self.give_up(rng.choice((game.anna, game.max)))
        await game.bot.stop(signal.SIGKILL)
        if rng.random() < 0.3:
            await command(game, "restore", copy.strip(), killed_after=rng.uniform(0, 0.6))
            self.done["torn restores"] += 1
        status, told = await command(game, "restore", copy.strip())
        assert status == 0, told
        await game.bot.start()
        await game.box.expect(self.begun, "everything to be shown is noted", PATIENCE)
        await game.rest()
        await self.look("after the restore")
        await self.look_on()
        for turn in range(rng.randint(1, 3)):
            await self.move()
            await game.rest()
            await self.look(f"after move {turn + 1}")
        for request in [one for one in game.box.rejected if ARCHIVED in str(one)]:
            game.box.rejected.remove(request)  # killed after a thread was archived and before that was noted
        self.done["rounds"] += 1

    def begun(self) -> bool:
        """The bot has noted, after the restore, what it is about to show."""
        with contextlib.closing(sqlite3.connect(self.game.bot.data / "matches.db")) as database:
            (restored,) = database.execute("PRAGMA user_version").fetchone()
            return (SHOWN, str(restored)) in database.execute("select key, value from meta").fetchall()

    async def give_up(self, player: Player) -> None:
        """End the match, of which the copy knows nothing."""
        live = self.game.live()
        assert live is not None
        asked = await self.game.slash(player, "match resign")
        acted = await self.game.click(player, asked.answer, "agree", "resign")
        assert not acted.failed
        await self.game.rest()
        self.done["ended after the copy"] += 1

    async def look_on(self) -> None:
        """Somebody who does not play presses a button of the board, and is answered."""
        live = self.game.live()
        if live is not None:  # the match may have been over when the copy was made
            acted = await self.game.click(self.game.tina, live, "words")
            assert not acted.failed

    async def look(self, when: str) -> None:
        """Every running match has one board with buttons, the newest of its thread, which shows it as it is."""
        async with await Store.open(
            f"sqlite+aiosqlite:///{self.game.bot.data / 'matches.db'}", keys=self.keys
        ) as store:
            matches = Matches(store, FACES)
            for head in await store.matches.all_open():
                if head.status == "running":
                    await self._compare(await matches.load(head.id), when)

    async def _compare(self, match: LoadedMatch, when: str) -> None:
        found = boards(self.game, match.id)
        said = f"round {self.done['rounds']} of {self.name}, {when}: "
        assert len(found) == 1, f"{said}{len(found)} boards with buttons\n{self.game.box.transcript()}"
        (board,) = found
        assert board.channel.id == match.match.thread_id, said
        own = [m for m in self.game.tina.messages(board.channel) if m.images and m.ephemeral_for is None]
        assert own[-1] is board, f"{said}the board is not the newest\n{self.game.box.transcript()}"
        say = phrases(match.language)
        named = {player.id: player.user.display_name for player in self.game.box.players.values()}
        names = SeatNames({seat.seat: named[seat.user_id] for seat in match.match.seats if seat.user_id is not None})
        told, _, begun = needed(board, "play").split(":")[4].rpartition(".")
        waiting = tuple(match.waited_for())
        more = public_buttons(FEATURES)(say, match)
        content = compose.live_content(say, match, names, waiting, int(begun), int(told) if told else None, more=more)
        assert board.content == content.text, f"{said}{board.content}\n---\n{content.text}"
        assert content.picture is not None, said
        picture: Any = await self._studio.draw(*content.picture)
        if content.film is not None:
            picture = await self._studio.draw(ending_on, await self._studio.draw(*content.film), picture)
        (image,) = board.images
        assert image.data == picture.data, f"{said}{_difference(image.data, picture.data)}"
        self.done["boards compared"] += 1


def _difference(posted: bytes, drawn: bytes) -> str:
    """Say where two pictures differ, and keep both in a folder."""
    kept = Path(tempfile.mkdtemp(prefix="restored"))
    for name, data in {"posted": posted, "drawn": drawn}.items():
        (kept / name).write_bytes(data)
    one, other = (Image.open(io.BytesIO(data)) for data in (posted, drawn))
    frames = [getattr(picture, "n_frames", 1) for picture in (one, other)]
    where = (
        ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() if one.size == other.size else None
    )
    return f"{one.format} and {other.format} of {one.size} and {other.size}, {frames} frames, differ at {where}: {kept}"


async def run(folder: Path, name: str, rounds: int, seed: int) -> Counter[str]:
    """So many rounds with one bot."""
    async with playground(folder) as game:
        restoring = Restoring(game, name, seed)
        for number in range(rounds):
            await restoring.round()
            if __name__ == "__main__" and number % 5 == 4:
                print(name, dict(restoring.done), flush=True)
        return restoring.done


async def _main(name: str, rounds: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(name, dict(await run(Path(folder), name, rounds, seed)))
        finally:
            await original.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Back up, play on, kill, restore, look.")
    parser.add_argument("--rounds", type=int, default=70)
    parser.add_argument("--game", choices=FACES, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0)
    given = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(given.busy)]
    try:
        asyncio.run(_main(given.game, given.rounds, given.seed))
    finally:
        for process in busy:
            os.kill(process.pid, signal.SIGKILL)
