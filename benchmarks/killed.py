"""Fifty people against computers at one bot that is killed every 20 seconds: nothing is lost, doubled or stuck.

People send the next command as soon as they are waited for, and begin the next match when one is over. What the bot has
answered has to be in its database afterwards; every match, finished ones too, has to replay, step by step, to what is
stored, and none may still wait for a computer.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.measure import Row
from bot.matches.computers import is_computer
from bot.matches.copying import differing
from bot.matches.service import Matches
from bot.registry import FACES
from games import agreements
from games.api import Action
from games.monolith_arena.game import GAME
from games.referee import random_action
from sandbox import BotProcess, Interaction, Player, Sandbox
from storage import Store
from storage.matches import OPEN
from tests.support.seats import command

MATCHES: Final = 50
KILLS: Final = 8
EVERY: Final = 20.0
"""Seconds from one kill to the next."""
LEVELS: Final = ("squire",) * 8 + ("knight", "warlord")
PATIENCE: Final = 180.0
AFTER: Final = 600.0
"""How long computers may take in the end for what they have been asked meanwhile."""
TAKEN: Final = "is taken or is not a faction."
"""In the answer to a command that changes nothing since the other one has chosen meanwhile."""


class Stored:
    """The bot's database, read only."""

    def __init__(self, data: Path) -> None:
        self._database = sqlite3.connect(f"file:{data / 'matches.db'}?mode=ro", uri=True)

    def match_of(self, user: int) -> str | None:
        """Return the open match of a person, None while there is none."""
        found = self._database.execute(
            'select match_id from seat join "match" on match_id = "match".id'
            " where user_id = ? and \"match\".status in ('lobby', 'running')",
            (user,),
        ).fetchone()
        return None if found is None else str(found[0])

    def waited(self, match_id: str) -> tuple[str, Any, int | None, list[tuple[Any, int]]]:
        """Return the status of a match, its position, its thread, and the choices that it waits for, with whose."""
        status, text, thread = self._database.execute(
            'select status, snapshot, thread_id from "match" where id = ?', (match_id,)
        ).fetchone()
        if text is None:
            return status, None, thread, []
        seats = dict(self._database.execute("select seat, user_id from seat where match_id = ?", (match_id,)))
        state: Any = agreements.load(GAME, json.loads(text)).state
        return status, state, thread, [(choice, seats[choice.seat]) for choice in GAME.choices(state) if choice.must]

    def stuck(self, match_id: str) -> bool:
        """Return True if a match waits for a computer, if only to accept."""
        status, _, _, waited = self.waited(match_id)
        return status == "lobby" or any(is_computer(user) for _, user in waited)

    def handled(self) -> set[int]:
        """Return the numbers of all interactions that have done something."""
        return {int(row[0]) for row in self._database.execute("select id from interaction")}


class Killing:
    """The people, the bot, and what is noted of both."""

    def __init__(self, box: Sandbox, bot: BotProcess, data: Path) -> None:
        self.box = box
        self.bot = bot
        self.data = data
        self.killed = 0
        self.over = False
        self.answered: list[Interaction] = []
        self.unanswered = 0

    async def run(self, kills: int, every: float) -> None:
        """Let everybody play while the bot is killed again and again."""
        people = list(self.box.players.values())
        tasks = [asyncio.create_task(self._person(person, number)) for number, person in enumerate(people)]
        for _ in range(kills):
            await asyncio.sleep(every)
            await self.bot.stop(signal.SIGKILL)
            self.killed += 1
            await self.bot.start(within=PATIENCE)
        await asyncio.sleep(every)
        self.over = True
        await asyncio.gather(*tasks)

    async def _send(self, person: Player, place: Any, path: str, **options: Any) -> None:
        killed = self.killed
        acted = await person.slash(place, path, wait=False, **options)
        await self.box.until(lambda: acted.completed or self.killed > killed or self.over, PATIENCE)
        if acted.completed:
            self.answered.append(acted)
        else:
            self.unanswered += 1

    async def _person(self, person: Player, number: int) -> None:
        random = Random(number)
        await asyncio.sleep(number / 10)
        while not self.over:
            await asyncio.sleep(0.2)
            if not self.box.gateway.connected:
                continue
            stored = Stored(self.data)
            match_id = stored.match_of(person.user.id)
            if match_id is None:
                await self._send(person, self.box.games, "monolith new", computer=LEVELS[number % len(LEVELS)])
                continue
            _, state, thread, waited = stored.waited(match_id)
            channel = None if thread is None else self.box.world.channels.get(thread)
            choice = next((choice for choice, user in waited if user == person.user.id), None)
            if choice is None or channel is None:
                continue
            action: Action = random_action(GAME, state, choice, random)
            path, options = command(action)
            await self._send(person, channel, path, **options)

    async def settle(self) -> tuple[list[str], float]:
        """Wait until no match waits for a computer; return those that do all the same, and how long it took."""
        stored = Stored(self.data)
        ids = [m for person in self.box.players.values() if (m := stored.match_of(person.user.id)) is not None]

        def stuck() -> list[str]:
            return [match_id for match_id in ids if stored.stuck(match_id)]

        begun = asyncio.get_running_loop().time()
        while (left := stuck()) and asyncio.get_running_loop().time() < begun + AFTER:
            await asyncio.sleep(1)
        return left, asyncio.get_running_loop().time() - begun


async def faults(url: str, people: set[int]) -> tuple[list[str], Counter[str]]:
    """Return what is wrong in a database after all that, and counts of what is there."""
    wrong: list[str] = []
    met: Counter[str] = Counter()
    at_once: Counter[int] = Counter()
    async with await Store.open(url) as store:
        wrong += await store.find_problems()
        matches = Matches(store, FACES)
        for match_id in await store.matches.all_ids():
            match = await matches.load(match_id)
            met["matches"] += 1
            seats = {seat.seat: seat.user_id for seat in match.match.seats}
            for entry in match.entries:
                met["by computers" if is_computer(seats.get(entry.seat)) else "by people"] += entry.kind == "action"
            if (number := differing(match)) is not None:
                wrong.append(f"match {match_id} does not replay to what was stored at {number}")
            if match.match.status in OPEN:
                at_once.update(user for user in seats.values() if user in people)
            else:
                met["over"] += 1
    wrong += [f"{user} has {number} open matches" for user, number in at_once.items() if number > 1]
    return wrong, met


async def _run(matches: int, kills: int, every: float, folder: Path) -> list[Row]:
    people = [f"player{number}" for number in range(matches)]
    async with Sandbox(people, log_limit=5_000, ack_window=PATIENCE) as box:
        bot = await box.launch(folder)
        killing = Killing(box, bot, folder)
        await killing.run(kills, every)
        stuck, seconds = await killing.settle()
        handled = Stored(folder).handled()
        assert await bot.stop() == 0, bot.log
    users = {player.user.id for player in box.players.values()}
    wrong, met = await faults(f"sqlite+aiosqlite:///{folder / 'matches.db'}", users)
    for line in wrong:
        print(line)
    idle = [acted for acted in killing.answered if acted.id not in handled]
    refused = [acted for acted in idle if acted.message and TAKEN in acted.message.text]
    lost = [acted for acted in idle if acted not in refused]
    for acted in lost:
        print("answered, not stored:", acted.name, acted.message and acted.message.text)
    return [
        Row("matches at once", matches, "matches"),
        Row("matches in all", met["matches"], "matches"),
        Row("of these over", met["over"], "matches"),
        Row("kills", killing.killed, "kills"),
        Row("commands", len(killing.answered) + killing.unanswered, "commands"),
        Row("commands that were answered", len(killing.answered), "commands"),
        Row("of these refused, as they had to be", len(refused), "commands"),
        Row("actions of people", met["by people"], "actions"),
        Row("actions of computers", met["by computers"], "actions"),
        Row("until no computer was waited for", seconds, "s"),
        Row("answered, but not stored", len(lost), "commands", "0"),
        Row("doubled, with gaps, or not to be replayed", len(wrong), "faults", "0"),
        Row("stuck at a computer", len(stuck), "matches", "0"),
    ]


def run(*, small: bool) -> list[Row]:
    """Return what has come of one run."""
    with tempfile.TemporaryDirectory() as folder:
        if small:
            return asyncio.run(_run(3, 1, 15.0, Path(folder)))
        return asyncio.run(_run(MATCHES, KILLS, EVERY, Path(folder)))
