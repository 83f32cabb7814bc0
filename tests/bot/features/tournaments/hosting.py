"""Tournaments of the toy with a clock that tests move, and without Discord."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.features.tournaments.entries import Entries, Plan
from bot.features.tournaments.results import Ends
from bot.features.tournaments.runner import Runner
from games.api import Formation, Game
from games.messages import Message
from storage import Store, StoredPairing, WholeTournament
from storage.tournament_rows import Kind
from tests.bot.bare import random_step
from tests.bot.features.living import Living
from tests.support.databases import prepare
from tests.toy import TOY

GUILD, CHANNEL, ANNA = 10, 20, 1


class TeamToy(type(TOY)):  # type: ignore[misc]  # the toy is an object
    """The toy, with a formation of two teams of two."""

    formations = (*TOY.formations, Formation("2v2", (0, 0, 1, 1), Message("2 against 2")))


class Hosted(Living):
    """Tournaments, played by random people."""

    def __init__(self, store: Store, games: Sequence[Game[Any]] = (TOY,)) -> None:
        super().__init__(store, games=games)
        self.guild = GUILD
        self.gone: set[int] = set()
        """Who is not on the server any more."""
        self.shown: list[WholeTournament] = []
        self.interactions = iter(range(1, 10**9))
        self.services: Any = SimpleNamespace(
            store=store, matches=self.matches, lobby=self.lobby, faces=self.matches.faces, members=self
        )
        self.entries = Entries(self.services)
        self.restart()

    def restart(self) -> None:
        """Begin anew with nothing but what is stored."""
        self.matches.recent = type(self.matches.recent)()
        self.runner = Runner(self.services, self.show)
        kept = [one for one in self.matches.extensions if not isinstance(one, Ends)]
        self.matches.extensions[:] = [*kept, Ends(self.matches, lambda: None)]

    async def show(self, whole: WholeTournament) -> None:
        self.shown.append(whole)

    async def find(self, guild_id: int, user_id: int) -> object | None:
        """As `Members.find`."""
        return None if user_id in self.gone else object()

    async def opened(self, kind: Kind, **more: Any) -> str:
        """A tournament that can be entered; returns its id."""
        plan = Plan(
            self.guild, CHANNEL, ANNA, "en", "toy", "1v1", kind, "Cup", "1d+2h", {"rounds": 1}, False, None, None
        )
        return (await self.entries.open(replace(plan, **more), next(self.interactions))).id

    async def started(self, kind: Kind, players: int, **more: Any) -> str:
        """A tournament of so many, users 1, 2, …, whose first matches are open."""
        made = await self.opened(kind, **more)
        for user in range(1, players + 1):
            await self.entries.enter(await self.whole(made), user)
        await self.entries.start(await self.whole(made))
        await self.runner.advance(made)
        return made

    async def whole(self, tournament_id: str) -> WholeTournament:
        return await self.entries.load(tournament_id, self.guild)

    async def open_ones(self, tournament_id: str) -> list[StoredPairing]:
        """The pairings that are being played."""
        states = await self.store.tournaments.match_states(tournament_id)
        pairings = (await self.whole(tournament_id)).pairings
        return [one for one in pairings if one.points is None and states.get(one.match_id) == "running"]

    async def play_out(self, match_id: str, rng: random.Random) -> None:
        """Random moves to the end of a match."""
        match = await self.matches.load(match_id)
        while (played := await random_step(self.matches, match, rng)) is not None:
            match = played.match

    async def play_all(self, tournament_id: str, rng: random.Random, rounds: int = 1000) -> WholeTournament:
        """Until the tournament is over, or for so many rounds."""
        for _ in range(rounds):
            whole = await self.whole(tournament_id)
            if whole.head.status != "running":
                break
            ready = await self.open_ones(tournament_id)
            assert ready, "it does not go on"
            for one in ready:
                await self.play_out(one.match_id, rng)
            await self.runner.advance(tournament_id)
        return await self.whole(tournament_id)


@contextlib.asynccontextmanager
async def hosted(folder: Path, games: Sequence[Game[Any]] = (TOY,)) -> AsyncIterator[Hosted]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{folder / 'cup.db'}")) as store:
        here = Hosted(store, games)
        await here.outages.beat()
        yield here
