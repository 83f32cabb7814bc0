"""The sandbox as a whole: a server with two channels, some people, the page, and room for one bot.

`run` is `python -m bot sandbox`: the local Discord, the unmodified bot in it, and the page, until Ctrl-C.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from aiohttp import web

from sandbox import gateway as gw
from sandbox.delivery import Delivery
from sandbox.feed import Feed
from sandbox.keeper import CannotKeep, Keeper
from sandbox.messages import Channel, Message
from sandbox.people import Guild, Member, Role, User, bits
from sandbox.player import Player
from sandbox.process import BotProcess
from sandbox.protocol import DEFAULT

PEOPLE: Final = ("anna", "max", "tina", "oskar")
CHANNELS: Final = ("games", "general")


class Sandbox(Delivery):
    """A local Discord to play and to test in; `async with Sandbox()` starts and stops it.

    `people` are the names of those who are there, `channels` those of a new server's channels beside the two that it
    always has, `locale` is its language; `keep` is a folder in which
    everything is kept from one run to the next; all other options are those of `Server`. Raises `CannotKeep`.
    """

    def __init__(
        self,
        people: Sequence[str] = PEOPLE,
        *,
        channels: Sequence[str] = (),
        guild: str = "Sandbox",
        locale: str = DEFAULT,
        keep: Path | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.keeper = Keeper(self.world, keep) if keep else None
        if self.keeper is None or not self.keeper.open():
            made = self.world.add_guild(guild)
            made.preferred_locale = locale
            for name in (*CHANNELS, *channels):
                self.world.add_channel(made, name)
        self.guild: Guild = next(iter(self.world.guilds.values()))
        self.games, self.general = (self._channel(name) for name in CHANNELS)
        users = {user.name: user for user in self.world.users.values()}
        self.players = {name: Player(self, users[name]) if name in users else self.player(name) for name in people}
        self.feed = Feed(self, self.players)
        self.posting.watchers.append(self.feed.changed)
        self.bots: list[BotProcess] = []
        self.timekeepers += [self.feed.moved, self._tell_bots]
        self._keeping: asyncio.Task[None] | None = None
        if self.keeper is not None:
            self.posting.watchers.append(self.keeper.note)
            self.save = self.keeper.save

    def _channel(self, name: str) -> Channel:
        channels = (c for c in self.world.channels.values() if c.name == name and c.guild and not c.is_thread)
        return next(channels, None) or self.world.add_channel(self.guild, name)

    async def start(self, port: int = 0) -> None:
        """Listen, see `Server.start`, and begin to keep what changes."""
        await super().start(port)
        if self.keeper is not None:
            self._keeping = asyncio.create_task(self.keeper.run())

    async def stop(self) -> None:
        """Close all connections and write what has not been written yet."""
        await super().stop()
        if self._keeping is not None:
            self._keeping.cancel()
        if self.keeper is not None:
            self.keeper.save()
            self.keeper.close()

    def application(self) -> web.Application:
        """Return the application that serves the API, the files and the page."""
        app = super().application()
        self.feed.add_to(app)
        return app

    async def __aenter__(self) -> Sandbox:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for bot in self.bots:
            await bot.stop()
        await self.stop()

    def _tell_bots(self, ahead: int) -> None:
        for bot in self.bots:
            bot.tell_time(ahead)

    async def launch(self, data: Path, **options: Any) -> BotProcess:
        """Start the bot with its data in this folder; options are those of `BotProcess`. Raises `RuntimeError`."""
        bot = BotProcess(self, data, **options)
        self.bots.append(bot)
        await bot.start()
        return bot

    # What goes on in a server

    def player(self, name: str, guild: Guild | None = None) -> Player:
        """Add somebody to a server, the first one unless another is named."""
        guild = guild or self.guild
        user = self.world.add_user(name)
        member = guild.members[user.id] = Member(user)
        joined = member.payload() | {"guild_id": str(guild.id)}
        self.gateway.emit("GUILD_MEMBER_ADD", joined, gw.MEMBERS)
        return Player(self, user)

    def leave(self, player: Player, guild: Guild | None = None) -> None:
        """Let somebody leave a server, the first one unless another is named."""
        guild = guild or self.guild
        member = guild.members.pop(player.id)
        left = {"guild_id": str(guild.id), "user": member.user.payload()}
        self.gateway.emit("GUILD_MEMBER_REMOVE", left, gw.MEMBERS)

    def permit(
        self,
        channel: Channel,
        who: Player | Role | User | None,
        *,
        allow: Sequence[str] = (),
        deny: Sequence[str] = (),
    ) -> None:
        """Overwrite permissions in a channel, for a person, a role or (`None`) everybody."""
        channel.overwrites[self.guild.id if who is None else who.id] = (bits(*allow), bits(*deny))
        self.posting.emit_channel("CHANNEL_UPDATE", channel)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as a moderator does."""
        thread.archived, thread.locked = True, locked
        self.posting.emit_channel("THREAD_UPDATE", thread)

    def moderate(self, message: Message) -> None:
        """Delete a message, as a moderator does."""
        self.posting.delete(message)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, as a moderator does."""
        self.posting.remove_channel(channel)

    @property
    def threads(self) -> list[Channel]:
        """Return all threads that exist, oldest first."""
        return [c for c in self.world.channels.values() if c.is_thread and not c.deleted]

    def problems(self) -> list[str]:
        """Return a line for each fault that a correct bot and a correct sandbox never leave behind."""
        rejected = [str(request) for request in self.rejected]
        unknown = [f"unknown route: {line}" for line in self.unknown]
        return [*rejected, *unknown, *self.lint, *self.deviations]


LOG_LIMIT: Final = 2000


def run(port: int, data: Path, on_stop: Callable[[Callable[[], object]], None]) -> int:
    """Serve until Ctrl-C or SIGTERM and return the exit status: 0, or 1 when it could not start.

    `on_stop` is told what to call then. `port` 0 is any free one. In the folder `data` are the local Discord and, in
    ``bot``, the bot's own data: matches go on in the next run with the same folder.
    """
    try:
        return asyncio.run(_serve(port, data, on_stop))
    except KeyboardInterrupt:  # before the handlers were in place
        return 0


async def _serve(port: int, data: Path, on_stop: Callable[[Callable[[], object]], None]) -> int:
    stop = asyncio.Event()
    on_stop(stop.set)
    try:
        sandbox = Sandbox(log_limit=LOG_LIMIT, keep=data)
    except CannotKeep as error:
        _say(str(error), error=True)
        return 1
    try:
        await sandbox.start(port)
    except OSError as error:
        _say(f"Port {port} cannot be used: {error.strerror or error}", error=True)
        return 1
    try:
        return await _play(sandbox, data / "bot", stop)
    finally:
        for bot in sandbox.bots:
            await bot.stop()
        await sandbox.stop()


async def _play(sandbox: Sandbox, folder: Path, stop: asyncio.Event) -> int:
    ended = asyncio.ensure_future(stop.wait())
    starting = asyncio.ensure_future(sandbox.launch(folder, echo=_say))
    await asyncio.wait({ended, starting}, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        return 0
    try:
        bot = starting.result()
    except (RuntimeError, OSError) as error:
        _say(str(error), error=True)
        return 1
    seats = "&".join(f"seat={name}" for name in list(sandbox.players)[:2])
    _say(f"Play at {sandbox.url}/ (two seats), one seat a window: {sandbox.url}/?{seats.split('&', maxsplit=1)[0]}")
    _say(f"Everything is kept in {folder.parent}. Ctrl-C stops; the next start goes on from here.")
    while not ended.done():
        await asyncio.wait({ended}, timeout=1)
        if bot.exited:
            _say("The bot has ended; the sandbox ends with it.", error=True)
            return 1
    _say("Stopping …")
    status = await bot.stop()
    for line in sandbox.problems():
        _say(f"refused by the sandbox: {line}", error=True)
    return 0 if status == 0 else 1


def _say(line: str, *, error: bool = False) -> None:
    print(line, file=sys.stderr if error else sys.stdout, flush=True)  # this is its output
