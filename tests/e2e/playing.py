"""Two people and the bot as a process of its own: short words for what they do, and random play to the end."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from bot.registry import FACES
from games.monolith_arena.game import GAME
from sandbox import BotProcess, Channel, Interaction, Message, Player, Sandbox
from sandbox.process import environment
from tests.e2e.copies import original
from tests.support.databases import prepare
from tests.support.seats import button, chosen, press

UNHURRIED = ("-m", "tests.e2e.unhurried")
"""The bot as its copies are, when it is started as people start it."""
PATIENCE = 90.0
"""Seconds until an interaction fails here: this machine may be slow, and how fast the bot is, is measured elsewhere."""


def needed(message: Message, action_id: str, *tokens: str) -> str:
    """The custom_id of the button that does this. Raises `AssertionError`."""
    custom_id = button(message, action_id, *tokens)
    assert custom_id is not None, (action_id, tokens, [c.get("custom_id") for c in message.controls])
    return custom_id


def boards(messages: Sequence[Message]) -> list[Message]:
    """Those public messages that have the buttons of a board; the first of a thread keeps no more than the guide's."""
    return [message for message in messages if button(message, "words") and not message.ephemeral_for]


TOLD = 30
"""So many messages, and lines of the log, are printed where a test fails."""


class Playground:
    """A sandbox with the bot in it."""

    def __init__(self, box: Sandbox, bot: BotProcess) -> None:
        self.box = box
        self.bot = bot
        self.anna, self.max, self.tina = (box.players[name] for name in ("anna", "max", "tina"))
        self.read: set[str] = set()
        """All texts of the bot that somebody could read so far."""
        box.posting.watchers.append(self._reads)

    def _reads(self, what: Message | Channel) -> None:
        if isinstance(what, Message) and what.author is self.box.world.bot:
            self.read |= {what.text, *what.labels, *(file.description or "" for file in what.attachments)}
            for control in what.controls:
                lines = control.get("options") or ()
                self.read |= {control.get("placeholder") or "", *(line["label"] for line in lines)}
                self.read |= {line.get("description") or "" for line in lines}

    @property
    def thread(self) -> Channel:
        """The newest thread."""
        return self.box.threads[-1]

    def live(self) -> Message | None:
        """The live message of the newest thread."""
        seen = self.anna.messages(self.thread) if self.box.threads else []
        return next((m for m in reversed(seen) if button(m, "play") and not m.ephemeral_for), None)

    def _unsent(self) -> int:
        """How much the bot has still to send, as it has noted it itself."""
        with contextlib.closing(sqlite3.connect(f"file:{self.bot.data / 'matches.db'}?mode=ro", uri=True)) as database:
            waiting = "select count(*) from job where pool = 'post' and state in ('pending', 'running')"
            return int(database.execute(waiting).fetchone()[0])

    def told(self) -> str:
        """Return what was posted last, whoever can read it, and what the bot has logged last, for a test that fails."""
        posted = [m for m in self.box.world.messages.values() if not m.deleted][-TOLD:]
        lines = [
            f"{m.channel.name}, {'all' if m.ephemeral_for is None else m.ephemeral_for.name}: {m.text!r}, "
            f"{m.author.name}, revisions {m.revisions}, {[control.get('custom_id') for control in m.controls]}"
            for m in posted
        ]
        return "\n".join([*lines, "Log:", *self.bot.log.splitlines()[-TOLD:]])

    def resting(self) -> bool:
        """Whether the bot has answered everything, told everybody, and makes no request: nothing changes by itself."""
        heard = [i for i in self.box.world.interactions.values() if i.delivered]
        return not self.box.in_flight and all(i.completed for i in heard) and not self._unsent()

    async def rest(self) -> None:
        """Wait until the bot has come to rest, however long that takes it; no time of silence proves it."""
        await self.box.expect(self.resting, "the bot at rest", PATIENCE)

    async def challenge(self, title: str = GAME.name, **options: Any) -> Message:
        """Anna challenges Max to this game; returns the start message."""
        await self.anna.slash(self.box.games, f"{FACES[title].group} new", opponent=self.max, **options)
        return await self.box.expect(
            lambda: next((m for m in self.max.messages(self.box.games) if button(m, "accept")), None),
            "a challenge with a button",
            PATIENCE,
        )

    async def begin(self, title: str = GAME.name) -> Message:
        """A match of this game between Anna and Max in its thread; returns the live message."""
        start = await self.challenge(title)
        await self.max.click(start, needed(start, "accept"), wait=False)
        await self.box.expect(self.live, "a live message", PATIENCE)
        await self.rest()
        live = self.live()
        assert live is not None
        return live

    async def choose_factions(self) -> None:
        """Both choose."""
        for player, faction in ((self.anna, "dragon_empire"), (self.max, "lords_of_the_abyss")):
            acted = await self.slash(player, "monolith faction", faction=faction)
            assert not acted.failed
        await self.rest()

    async def slash(self, player: Player, path: str, **options: Any) -> Interaction:
        """A command in the match's thread, until it is answered."""
        acted = await player.slash(self.thread, path, wait=False, **options)
        return await self.box.acknowledged(acted, PATIENCE)

    async def click(self, player: Player, message: Message, action_id: str, *tokens: str) -> Interaction:
        """A press, until it is answered."""
        acted = await player.click(message, needed(message, action_id, *tokens), wait=False)
        return await self.box.acknowledged(acted, PATIENCE)

    def waited(self) -> list[Player]:
        """Whom the live message asks."""
        live = self.live()
        first = live.content.split("\n")[0] if live else ""
        ids = [int(number) for number in re.findall(r"<@(\d+)>", first)]
        return [p for p in (self.anna, self.max) if p.id in ids]

    def over(self) -> bool:
        """Whether the result has been posted."""
        posted = self.anna.messages(self.box.games)
        return any(button(m, "rematch") and m.images for m in posted)  # the start message has the button earlier

    def panel(self, player: Player) -> Message | None:
        """The newest private panel of a person."""
        own = [m for m in player.messages(self.thread) if m.ephemeral_for is player.user]
        return own[-1] if own else None

    async def tap(self, player: Player, panel: Message, rng: random.Random) -> Interaction | None:
        """One random press that leads on; `None` where there is nothing to decide."""
        what = chosen(panel, rng)
        return await press(self.box, player, panel, what, PATIENCE) if what else None

    async def by_panel(self, player: Player, rng: random.Random, most: int = 40) -> int:
        """Open the panel and tap until there is nothing left to decide; returns the number of taps."""
        live = self.live()
        assert live is not None
        acted = await self.click(player, live, "play")
        assert not acted.failed, self.box.transcript()
        for taps in range(1, most):
            panel = self.panel(player)
            assert panel is not None
            done = await self.tap(player, panel, rng)
            if done is None:
                return taps
            assert not done.failed, self.box.transcript()
        return most

    async def midway(self, title: str, visits: int, rng: random.Random) -> None:
        """Begin a match of this game and play so many visits, after which it must not be over."""
        await self.begin(title)
        await self.advance(visits, rng)

    async def advance(self, visits: int, rng: random.Random) -> None:
        """Let whoever is waited for play by their panels, so many times."""
        for _ in range(visits):
            await self.by_panel(self.waited()[0], rng)
            await self.rest()


async def command(game: Playground, *arguments: str, killed_after: float | None = None) -> tuple[int | None, str]:
    """`python -m bot` beside the bot of the game, on the same data; maybe killed after so many seconds."""
    process = await original.copy(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=game.bot.data,
        env=environment(game.box.url, game.box.token, game.bot.data, game.bot.more),
    )
    if killed_after is not None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), killed_after)
        process.kill()
    told = await process.stdout.read()
    return await process.wait(), told.decode()


@contextlib.asynccontextmanager
async def playground(folder: Path, *, alone: bool = False, **options: Any) -> AsyncIterator[Playground]:
    """A sandbox with a bot that has started; nothing may be left that Discord would have refused.

    `locale` is the language of the server and of everybody in it; `alone`: the bot is started as people start it, which
    takes longer, and not with the tables of its database made already.
    """
    options.setdefault("ack_window", PATIENCE)
    data = folder / "data"
    start: dict[str, Any] = {"command": UNHURRIED}
    if not alone:
        await prepare(f"sqlite+aiosqlite:///{data / 'matches.db'}")
        start["spawn"] = original.copy
    async with Sandbox(**options) as box:
        for player in box.players.values():
            player.speak(box.guild.preferred_locale)
        bot = await box.launch(data, **start)
        made = Playground(box, bot)
        try:
            yield made
        except BaseException:
            print(made.told())
            raise
        assert await bot.stop(within=PATIENCE) == 0
        assert box.problems() == []
        assert "Traceback" not in bot.log, bot.log
