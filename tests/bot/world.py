"""A simulated Discord with the real bot in it: two players, a channel, and short words for what they do."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import simcord
from discord import app_commands
from PIL import Image
from pydantic import SecretStr
from simcord import interactions
from simcord._runtime import _selected_env

from bot import memory, registry, upkeep
from bot.app import ArenaBot
from bot.config import Settings
from bot.features import digests, open_panels
from bot.features.clocks import outages
from bot.features.puzzles import daily
from bot.features.reports import service as reports
from bot.features.seasons import service as seasons
from bot.features.seeks import rounds
from bot.features.tournaments import service as tournaments
from bot.health import vitals
from bot.interactions.admission import Limits
from bot.jobs import worker
from bot.panels.components import read_button, read_value
from bot.panels.model import Press
from storage import Store
from tests.bot.settling import settle
from tests.support.databases import prepare

PATIENCE = 300.0
"""Seconds that the bot may take to come to rest; only a bot that hangs needs them, but a busy machine is slow."""

# What ends within the patience counts as still to come.
worker.LONGEST_NAP = 100 * PATIENCE  # type: ignore[misc]
upkeep.RENEW_EVERY = upkeep.START = vitals.LOOK_EVERY = outages.BEAT_EVERY = digests.LOOK_EVERY = daily.LOOK_EVERY = (
    100 * PATIENCE
)  # type: ignore[misc]
open_panels.FRESH = 100 * PATIENCE  # type: ignore[misc]
memory.TRIM_EVERY = tournaments.LOOK_EVERY = seasons.LOOK_EVERY = rounds.LOOK_EVERY = 100 * PATIENCE  # type: ignore[misc]
reports.LOOK_EVERY = 100 * PATIENCE  # type: ignore[misc]


async def _patiently(self: simcord.Env, *, timeout: float | None = None, **more: Any) -> None:
    await settle(self, timeout=None if timeout is None else max(timeout, PATIENCE), **more)


simcord.Env._settle_internal = _patiently  # type: ignore[method-assign]  # attaching a bot waits 5 s and no longer


def settings(folder: Path, data_key: str = "") -> Settings:
    secrets = {"discord_token": SecretStr("token"), "data_key": SecretStr(data_key)}
    return Settings(_env_file=None, data_dir=folder, **secrets)


class World:
    """Everything a test needs."""

    def __init__(self, env: simcord.Env, folder: Path, bot: ArenaBot) -> None:
        self.env = env
        self.folder = folder
        self.bot = bot
        self.guild = env.create_guild("Arena")
        self.channel = self.guild.create_text_channel("games")
        self.anna = self.guild.add_member(env.create_user("anna", global_name="Anna"))
        self.max = self.guild.add_member(env.create_user("max", global_name="Max"))
        self.tina = self.guild.add_member(env.create_user("tina", global_name="Tina"))
        self.others: list[Any] = []
        """Who else has come; see `member`."""
        self.bea = self.member("Bea")
        self.locales: dict[int, str] = {}
        """To which language people have set Discord; English where nothing is said."""
        self.guild_locale = "en-US"

    @property
    def players(self) -> list[Any]:
        return [self.anna, self.max]

    async def settle(self) -> None:
        """Until nothing is left to be sent."""
        for _ in range(200):
            await self.env.settle()
            if await self.bot.posts.idle() and await self.bot.thoughts.idle():
                return
            self.bot.posts.wake()
            self.bot.thoughts.wake()
        raise AssertionError("the workers do not come to rest")

    async def restart(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Stop the bot and start a new one on the same data, or on what becomes of it meanwhile."""
        await self.bot.store.close()
        meanwhile()
        ahead = self.bot.clock.ahead
        self.bot = await make_bot(self.folder, self.bot.settings.data_key.get_secret_value())
        self.bot.clock.ahead = ahead
        await self.env.restart_bot(self.bot)

    async def match(self, game: str = "monolith_arena", **options: Any) -> str:
        """A match between Anna and Max that has begun; returns its id."""
        await self.anna.slash(self.channel, f"{registry.FACES[game].group} new", opponent=self.max, **options)
        await self.settle()
        head = (await self.bot.store.matches.all_open())[0]
        await self.max.slash(self.channel, "match accept")
        await self.settle()
        return head.id

    async def thread(self, match_id: str) -> Any:
        """The channel handle of the match's thread."""
        stored = await self.bot.store.matches.load(match_id)
        assert stored is not None
        assert stored.thread_id
        return next(c for c in self.channel.threads if c.id == stored.thread_id)

    def actor(self, user_id: int) -> Any:
        return next(a for a in (self.anna, self.max, self.tina, *self.others) if a.id == user_id)

    def member(self, name: str) -> Any:
        """One more member of the server."""
        made = self.guild.add_member(self.env.create_user(name.lower(), global_name=name))
        self.others.append(made)
        return made

    def hidden(self, *seen_by: Any) -> Any:
        """A channel that nobody else may see, but the bot."""
        shown, hidden = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
        may = {self.guild.default_role: hidden, self.env.bot.user: shown, **dict.fromkeys(seen_by, shown)}
        return self.guild.create_text_channel("hidden", overwrites=may)

    async def live(self, match_id: str) -> Any:
        """The live message."""
        stored = await self.bot.store.messages.newest_live(match_id, "live")
        assert stored is not None
        return self.message(stored.channel_id, stored.message_id)

    async def play(self, match_id: str, user_id: int, action: tuple[str, ...], key: str | None = None) -> Any:
        """An action past Discord."""
        matches = self.bot.matches
        return await matches.play(await matches.load(match_id), user_id, [action], key=key)

    async def press(self, actor: Any, message: Any, action_id: str, *tokens: str, then: tuple[str, ...] = ()) -> Any:
        """Press what does this: a button, or a line of a select. Without tokens the only one that does it.

        Never by its label: that is in some language. What is pressed is the message as it is now.
        """
        place = message.channel_id if hasattr(message, "channel_id") else message.channel.id
        message = self.message(place, message.id)
        found = [c for c in controls(message) if c.press.action_id == action_id]
        if tokens or then:
            found = [c for c in found if c.press == Press(action_id, tokens, then)]
        assert len(found) == 1, (action_id, tokens, then, [c.press for c in controls(message)])
        return await use(actor, message, found[0])

    async def pick(self, actor: Any, message: Any, *tokens: str) -> Any:
        """Choose several lines of one select at once, each by its last token."""
        message = self.message(message.channel_id, message.id)
        found = [c for c in controls(message) if c.value is not None and c.press.tokens[-1] in tokens]
        assert sorted(c.press.tokens[-1] for c in found) == sorted(tokens), (tokens, found)
        return await use(actor, message, *found)

    async def reply(self, actor: Any, message: Any, action_id: str, *begin: str) -> Any:
        """Press what has tokens that begin so: behind these is which offer, request or player it is about."""
        place = message.channel_id if hasattr(message, "channel_id") else message.channel.id
        shown = self.message(place, message.id)
        found = [c.press for c in controls(shown) if c.press.tokens[: len(begin)] == begin]
        (tokens,) = (press.tokens for press in found if press.action_id == action_id)
        return await self.press(actor, shown, action_id, *tokens)

    async def resign(self, actor: Any, thread: Any) -> Any:
        """Give up as people do: by the command, and by the button that it asks with."""
        asked = await actor.slash(thread, "match resign")
        return await self.press(actor, asked.response, "agree", "resign")

    def message(self, channel_id: int, message_id: int) -> Any:
        from simcord.results import ResponseMessage

        return ResponseMessage(self.env, self.env.backend.get_message(channel_id, message_id))


async def make_bot(folder: Path, data_key: str = "") -> ArenaBot:
    config = settings(folder, data_key)
    folder.mkdir(parents=True, exist_ok=True)
    store = await Store.open(await prepare(config.database()), backup_folder=config.backups(), keys=config.keys())
    return ArenaBot(config, store, limits=Limits({}))  # people in tests press faster than anybody can


@contextlib.contextmanager
def _speaking(made: World) -> Iterator[None]:
    """Interactions carry the languages of the world: simcord's are all English."""
    plain = interactions.base_payload

    def payload(*given: Any, user_id: int, **more: Any) -> Any:
        record, data = plain(*given, user_id=user_id, **more)
        data["locale"] = made.locales.get(user_id, "en-US")
        if "guild_locale" in data:
            data["guild_locale"] = made.guild_locale
        return record, data

    interactions.base_payload = payload
    try:
        yield
    finally:
        interactions.base_payload = plain


@contextlib.contextmanager
def _one_time(made: World) -> Iterator[None]:
    """Panels read simcord's clock in tasks of the test, too, not only in the bot's: it is the one that timers go by."""
    plain = open_panels.time

    def monotonic() -> float:
        env = _selected_env(driver=False) or made.env
        return cast(float, env._virtual_time)

    open_panels.time = SimpleNamespace(monotonic=monotonic)  # type: ignore[assignment]
    try:
        yield
    finally:
        open_panels.time = plain


@contextlib.contextmanager
def _translated_once() -> Iterator[None]:
    """Commands are translated once for all worlds of a process: in every language that was half of what a world cost.

    What is kept is found by the whole command, so that one with other choices or other words is translated anew.
    """
    kinds = (app_commands.Command, app_commands.Group)
    plain = [kind.get_translated_payload for kind in kinds]

    def once(translate: Any) -> Any:
        async def payload(command: Any, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
            if command.parent is not None:
                return cast(dict[str, Any], await translate(command, tree, translator))
            key = f"{type(translator)} {json.dumps(command.to_dict(tree), sort_keys=True)}"
            if key not in _translated:
                _translated[key] = json.dumps(await translate(command, tree, translator))
            return cast(dict[str, Any], json.loads(_translated[key]))

        return payload

    for kind, translate in zip(kinds, plain, strict=True):
        kind.get_translated_payload = once(translate)  # type: ignore[method-assign]
    try:
        yield
    finally:
        for kind, translate in zip(kinds, plain, strict=True):
            kind.get_translated_payload = translate  # type: ignore[method-assign]


_translated: dict[str, str] = {}


@contextlib.asynccontextmanager
async def world(folder: Path, data_key: str = "") -> AsyncIterator[World]:
    made = None
    bot = await make_bot(folder, data_key)
    try:
        with _translated_once():
            async with simcord.run(bot, settle_timeout=PATIENCE) as env:
                made = World(env, folder, bot)
                with _speaking(made), _one_time(made):
                    try:
                        yield made
                    finally:
                        await made.bot.posts.stop()
    finally:  # also of a test that fails: the threads of an open store would keep the process for ever
        await (made.bot if made is not None else bot).store.close()


@dataclass(frozen=True)
class Control:
    """Something of a message that can be pressed: a button, or one line of a select."""

    press: Press
    label: str
    custom_id: str
    value: str | None = None
    """The value of a select's line."""
    most: int = 1
    """How many lines of its select may be chosen at once."""


def words(message: Any) -> str:
    """All that can be read in a message, above its picture and below."""
    return "\n".join(part for part in (message.content, *(e.description for e in message.embeds)) if part)


def controls(message: Any) -> Iterator[Control]:
    """All that can be pressed in a message."""
    for row in message.components:
        for item in (row if isinstance(row, dict) else row.to_dict()).get("components", ()):
            if item["type"] == 2 and not item.get("disabled"):
                pressed = read_button(item["custom_id"])
                assert pressed is not None, item
                yield Control(pressed.press, item["label"], item["custom_id"])
            elif item["type"] == 3:
                for option in item["options"]:
                    press, most = read_value(option["value"]), item.get("max_values", 1)
                    yield Control(press, option["label"], item["custom_id"], option["value"], most)


async def use(actor: Any, message: Any, control: Control, *more: Control) -> Any:
    """Press it; `more` are other lines of the same select."""
    if control.value is None:
        return await actor.click(message, custom_id=control.custom_id)
    values = [one.value for one in (control, *more)]
    return await actor.select(message, values, custom_id=control.custom_id)


def buttons(message: Any) -> list[Control]:
    """The buttons of a message."""
    return [control for control in controls(message) if control.value is None]


def button_ids(message: Any) -> list[str]:
    """What the buttons of a message do."""
    return [control.press.action_id for control in buttons(message)]


def boards(messages: Sequence[Any]) -> list[Any]:
    """Those messages that have the buttons of a board; the first one of a thread keeps no more than the guide's."""
    return [message for message in messages if "words" in button_ids(message)]


async def picture(attachment: discord.Attachment) -> Image.Image:
    return Image.open(io.BytesIO(await attachment.read()))


def pings(world: World, since: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    """Who was notified by the messages that were posted: channel and users of each that notified somebody."""
    return pings_in(world.env.http_requests[since:])


def pings_in(requests: Sequence[Any]) -> list[tuple[int, tuple[int, ...]]]:
    """Who was notified by these requests to Discord, as `pings`."""
    found = []
    for entry in requests:
        parts = entry.path.split("/")
        if entry.method != "POST" or parts[1] != "channels" or parts[-1] != "messages" or not entry.json:
            continue
        wanted = entry.json.get("allowed_mentions") or {}
        assert not wanted.get("parse"), entry.json
        named = [int(u) for u in wanted.get("users", ()) if f"<@{u}>" in entry.json.get("content", "")]
        if named:
            found.append((int(parts[2]), tuple(named)))
    return found
