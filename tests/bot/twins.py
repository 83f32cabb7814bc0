"""Two worlds that differ in nothing but what a reader may not know, down to the bytes that leave the bot.

A match runs twice in one simulated Discord, with the same players, secret and history. At every position the second one
becomes a twin of the first: other hands, another order of the pile, other sealed answers, plans and standing orders in
the others' drawers. The reader or a spectator asks for what there is before and after that, and the next action is
played in both. Spectators of a private match ask from outside, with its id.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sqlite3
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final
from unittest import mock

import discord

from bot.features.clocks.outages import Outages
from bot.features.digests import KIND as DIGEST
from bot.features.plans.plans import Plans
from bot.features.standing_orders.orders import StandingOrders
from bot.matches.commits import own_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.replays import Known, Past
from bot.matches.wishes import Wish
from bot.matches.work import snapshot
from bot.panels.components import button_id
from bot.panels.model import Press
from bot.registry import FACES
from games import standing
from games.api import Choice, Field, Formation, GameError, new_options
from games.draws import SEED_BYTES, Draws
from games.referee import random_action, random_choice
from storage.sealing import snapshot_of
from tests.bot import forged
from tests.bot.driving import catch_up, hush
from tests.bot.world import World, controls, use, words
from tests.contract.cases import Case

SNOWFLAKE: Final = re.compile(r"\d{17,20}")
SECONDS: Final = re.compile(r"<t:\d+")
NONCE: Final = re.compile(r'"nonce": "[0-9a-f]{24}"')
"""The hash of the number of the job that posts."""
ASKED: Final = (
    "match history",
    "match record",
    "match words",
    "match show",
    "match time",
    "match plan",
    "match replay",
    "match recap",
    "predict",
    "why",
)
ONCE: Final = ("match mine", "match list")
PAGES: Final = 2
"""Pages of the panel that are looked at; of the other kinds one is taken at random."""
OFFERS: Final = 2
"""Options of commands that are typed into."""
PLANNED: Final = ("end", "pass")
"""What others may plan, besides what they have done before."""


@dataclass
class Compared:
    """What was compared in a run."""

    positions: int = 0
    twins: int = 0
    """Positions whose twin was another one."""
    answers: int = 0
    drafts: int = 0
    """Plans and standing orders that lay in the others' drawers of the twin."""
    steps: int = 0
    posts: int = 0
    files: int = 0
    bytes: int = 0

    def add(self, more: Compared) -> None:
        """Add what another run has compared."""
        for name, value in vars(more).items():
            setattr(self, name, getattr(self, name) + value)


class Twins:
    """The two matches, and what is compared between them."""

    def __init__(self, made: World, case: Case, formation: Formation, random: Random, *, private: bool) -> None:
        self.made, self.case, self.formation, self.random, self.private = made, case, formation, random, private
        self.count = Compared()
        self.game, self.face = case.game, FACES[case.game.name]
        self.users = [made.anna, made.max, made.bea, made.tina, *made.others[1:]][: formation.seats]
        self.spectator = made.member("Spectator")
        self.follower = made.member("Follower")
        managers = made.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        self.boss = made.guild.add_member(made.env.create_user("boss", global_name="Boss"), roles=[managers])
        self.ids: list[str] = []
        self.threads: list[Any] = []
        self.commands: list[tuple[str, list[str], dict[str, Any]]] = []
        """The commands in which something is typed: name, the options for that, what the others are given."""
        self.of_matches: set[str] = set()
        """Those of them that can be asked about a match by its id."""

    # Beginning

    async def begin(self, options: dict[str, Any]) -> None:
        """Open both with the same secret and the same parts of the players, and let all hear of everything."""
        made = self.made
        # How many other matches wait is another number in the one that moves first.
        services = made.bot.services
        alone = [replace(one, turn_rows=None) if one.name == "own_matches" else one for one in services.features]
        made.bot.services = replace(services, features=alone)
        for actor in (*self.users, self.follower):
            await actor.slash(made.channel, "settings dm", on=True)
        secret = self.random.randbytes(SEED_BYTES)
        for _ in range(2):
            wish = Wish(
                game=self.game.name,
                formation=self.formation.id,
                creator=self.users[0].id,
                opponents=tuple(user.id for user in self.users[1:]),
                options=options,
                private=self.private,
                guild_id=made.guild.id,
                channel_id=made.channel.id,
            )
            with (
                mock.patch("bot.matches.lobby.new_seed", return_value=secret),
                mock.patch("bot.matches.joining.new_blind", return_value=secret.hex()),
            ):
                match_id = await made.bot.services.lobby.new(wish, interaction_id=1)
                self._sql("delete from interaction")  # the next one comes of the same press
                await made.settle()
                for user in self.users[1:]:
                    match = await made.bot.matches.load(match_id)
                    await made.bot.services.lobby.accept(match, user.id, interaction_id=None)
            self.ids.append(match_id)
        await made.settle()
        for match_id in self.ids:
            thread = await made.thread(match_id)
            self.threads.append(thread)
            place, given = self._place(self.follower, match_id)
            await self.follower.slash(place, "match follow", what="highlights", **given)
        await made.settle()
        (root,) = [one.to_dict(made.bot.tree) for one in made.bot.tree.get_commands() if one.name == self.face.group]
        for sub in root["options"]:
            given = {o["name"]: o["choices"][0]["value"] for o in sub.get("options", ()) if o.get("choices")}
            typed = [o["name"] for o in sub.get("options", ()) if o["type"] == 3 and o.get("autocomplete")]
            if sub["name"] != "new" and typed:
                name = f"{self.face.group} {sub['name']}"
                self.commands.append((name, [n for n in typed if n != "match"], given))
                if "match" in typed:
                    self.of_matches.add(name)

    def _place(self, actor: Any, match_id: str) -> tuple[Any, dict[str, str]]:
        """Return where somebody asks about a match, and what they have to say besides."""
        if self.private and actor not in self.users:
            return self.made.channel, {"match": match_id}
        return self.threads[self.ids.index(match_id)], {}

    def _sql(self, statement: str, *values: Any) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self.made.folder / "matches.db", timeout=60)) as database, database:
            return database.execute(statement, values).fetchall()

    async def skip(self, actions: int) -> None:
        """Play some actions in both matches that nobody looks at."""
        made, game = self.made, self.game
        hush(made.bot)
        for _ in range(actions):
            match = await made.bot.matches.load(self.ids[0])
            if match.match.status != "running":
                break
            choice = random_choice(game, match.state, self.random)
            action = random_action(game, match.state, choice, self.random)
            for match_id in self.ids:
                await made.play(match_id, self.users[choice.seat].id, action, choice.key)
        for match_id in self.ids:
            await catch_up(made, match_id)

    # The twin

    async def become(self, state: Any) -> LoadedMatch:
        """Let the second match stand at a state, with the history of the first one."""
        matches = self.made.bot.matches
        one, two = [await matches.load(match_id) for match_id in self.ids]
        position = replace(one.position, state=state)
        text = snapshot(self.game, position)
        known = Known()
        known.extend(one.past.after(0))
        known.shown.update(one.past.shown)
        made = LoadedMatch(replace(two.match, snapshot=text), two.face, two.entries, Past(known, len(one.past)))
        made.position = position
        matches.recent._matches[two.id] = made
        matches.recent._versions[two.id] = made.match.version
        sealed = self.made.bot.store.database.sealing.seal_text(text, snapshot_of(two.id))
        self._sql("update match set snapshot = ? where id = ?", sealed, two.id)
        return made

    def plain(self, data: Any) -> str:
        """Return the text of what was sent, without what no two messages of Discord share."""
        text = json.dumps(data, sort_keys=True, default=str)
        for match_id in self.ids:
            text = text.replace(match_id, "MATCH")
        return NONCE.sub("", SECONDS.sub("<t:", SNOWFLAKE.sub("#", text)))

    async def files(self, message: Any) -> list[tuple[str, str | None, str]]:
        """Return the attachments of a message: name, alt text and all bytes."""
        found = []
        for attachment in message.attachments:
            data = await attachment.read()
            if attachment.filename.endswith((".json", ".txt")):
                data = self.plain(data.decode()).encode()
            self.count.files += 1
            self.count.bytes += len(data)
            name = self.plain(attachment.filename)
            found.append((name, attachment.description, hashlib.sha256(data).hexdigest()))
        return found

    async def answer(self, result: Any) -> tuple[str, Any]:
        """Return all that an interaction was answered with."""
        said, files = [], []
        for message in (result.response, *result.followups):
            if message is None:
                continue
            embeds = [embed.to_dict() for embed in message.embeds]
            said.append([message.content, message.components, embeds, str(message.flags)])
            files += await self.files(message)
        self.count.answers += 1
        return self.plain([said, result.ephemeral]), files

    # Asking

    async def ask(self, actor: Any, random: Random) -> list[Any]:
        """Return what somebody gets who presses and asks for this and that in the second match."""
        made, match_id = self.made, self.ids[1]
        place, named = self._place(actor, match_id)
        found: list[Any] = []
        if named:
            panel = await forged.press(made, actor, place, button_id(match_id, 0, "", Press("play")))
        else:
            panel = await made.press(actor, await made.live(match_id), "play")
        found.append(await self.answer(panel))
        for _ in range(PAGES):
            shown = made.message(panel.response.channel_id, panel.response.id)
            further = [c for c in controls(shown) if c.press.action_id == "show" and c.most == 1]
            if not further:
                break
            turned = await use(actor, shown, random.choice(further))
            now = made.message(shown.channel_id, shown.id)
            found.append((await self.answer(turned), self.plain([words(now), now.components]), await self.files(now)))
        pressed = ["words", "time", *(exhibit.id for exhibit in self.face.exhibits)]
        study = [Press("try", tokens) for tokens in (("new",), ("chance",), ("chance",), ("go", "1"))]
        buttons = [button_id(match_id, 0, "", one) for one in study]
        found += [await self.answer(await forged.press(made, actor, place, custom_id)) for custom_id in buttons]
        typed = [(name, option, given) for name, options, given in self.commands for option in options]
        for action_id in random.sample(pressed, 1):
            custom_id = button_id(match_id, 0, "", Press(action_id))
            found.append(await self.answer(await forged.press(made, actor, place, custom_id)))
        found += [await self.answer(await actor.slash(place, name, **named)) for name in random.sample(ASKED, 1)]
        for name, option, given in random.sample(typed, min(OFFERS, len(typed))):
            more = named if name in self.of_matches else {}
            found.append(self.plain(await actor.autocomplete(place, name, option, "", **given, **more)))
            self.count.answers += 1
        return found

    async def ask_around(self) -> list[Any]:
        """Return what belongs to no single match: lists, the export of the server, a digest."""
        made = self.made
        found: list[Any] = [await self.answer(await self.spectator.slash(made.channel, name)) for name in ONCE]
        export = await self.boss.slash(made.channel, "server export")
        found.append(await self.answer(export))
        reader = self.users[0]
        await reader.slash(made.channel, "settings digest", hour="8:00")
        since = len(made.env.http_requests)
        await made.bot.store.jobs.add(
            self.ids[1], (own_job(DIGEST, reader.id),), now=made.bot.matches.clock(), version=0
        )
        made.bot.posts.wake()
        await made.settle()
        found.append(self.posted(since, reader))
        return found

    # What is posted

    def posted(self, since: int, *readers: Any) -> list[str]:
        """Return what the bot has sent since then to everybody, or by direct message to these."""
        allowed = {str(made_for.user.dm_channel.id) for made_for in (*readers, self.follower)}
        private = {str(user.user.dm_channel.id) for user in self.users} - allowed
        found = []
        for entry in self.made.env.http_requests[since:]:
            if "/webhooks/" in entry.path or "/interactions/" in entry.path or set(entry.path.split("/")) & private:
                continue
            if entry.path == "/users/@me/channels":  # where direct messages go, asked once for each person
                continue
            found.append(self.plain([entry.method, entry.path, entry.params, entry.json]))
        self.count.posts += len(found)
        return sorted(found)

    async def newest(self, number: int, *readers: Any) -> list[Any]:
        """Return the newest messages of a thread and the direct messages of these readers, with their files."""
        made, match_id = self.made, self.ids[number]
        messages = self.threads[number].history()
        sent = (m for m in messages if m.author.id == made.bot.user.id and m.content != "forged")
        own = sorted(sent, key=lambda message: message.id)[-3:]
        for reader in readers:
            row = await made.bot.store.messages.newest_live(match_id, "dm", reader.id)
            if row is not None:
                own.append(made.message(row.channel_id, row.message_id))
        return [(self.plain([words(m), m.components]), await self.files(m)) for m in own]

    # One position

    async def position(self) -> bool:
        """Compare one position and the step from it; false when the match is over."""
        random, game = self.random, self.game
        # A standstill would move clocks, and with them the version of a match whose state is in memory alone.
        await self.made.bot.services.get(Outages).beat()
        match = await self.made.bot.matches.load(self.ids[0])
        if match.match.status != "running":
            return False
        state = match.state
        choice = random_choice(game, state, random)
        action = random_action(game, state, choice, random)
        step = game.apply(state, choice.seat, action, Draws(match.seed))
        reader = random.choice([*range(self.formation.seats), *([] if random.random() < 0.7 else [choice.seat])])
        twin = self.case.world(state, reader, random)
        self.count.positions += 1
        differs = snapshot(game, replace(match.position, state=twin)) != match.match.snapshot
        self.count.twins += differs
        await self._compare_answers(state, twin, reader)
        before = self.case.world_before(state, reader, choice.seat, action, step, random)
        await self._step(choice, action, state if before is None else before, reader, compared=before is not None)
        return True

    async def _compare_answers(self, state: Any, twin: Any, reader: int) -> None:
        actor = self.random.choice((self.users[reader], self.spectator))
        seed, around = self.random.random(), self.count.positions % 20 == 1
        seen = []
        for now in (state, twin):
            await self.become(now)
            if now is twin:
                await self._draft(reader)
            answers = await self.ask(actor, Random(seed))
            if around:
                answers.append(await self.ask_around())
            seen.append(answers)
        await self._no_drafts(reader)
        assert seen[0] == seen[1], _difference(seen[0], seen[1])

    async def _draft(self, reader: int) -> None:
        """Let the others have plans and standing orders in their drawers."""
        services, match_id, random = self.made.bot.services, self.ids[1], self.random
        rules = standing.standing_of(self.game)
        for seat, user in enumerate(self.users):
            if seat == reader:
                continue
            match = await self.made.bot.matches.load(match_id)
            with contextlib.suppress(Refusal):  # it is their turn
                await services.get(Plans).keep(match, user.id, self._plan(match, seat))
                self.count.drafts += 1
            for topic in () if rules is None else rules.topics:
                line = _instruction(rules, match.view(seat), topic.id, random)
                if line is None:
                    continue
                await services.get(StandingOrders).set(user.id, self.game.name, match_id, topic.id, line, now=0)
                self.count.drafts += 1

    def _plan(self, match: LoadedMatch, seat: int) -> list[str]:
        """Return something that a seat could plan."""
        done = [entry.text for entry in match.entries if entry.kind == "action" and entry.seat == seat]
        lines = []
        for line in (*done[-3:], *PLANNED):
            with contextlib.suppress(GameError):
                self.game.read(match.state, seat, tuple(line.split()))
                lines.append(line)
        return lines

    async def _no_drafts(self, reader: int) -> None:
        services, match_id = self.made.bot.services, self.ids[1]
        rules = standing.standing_of(self.game)
        for seat, user in enumerate(self.users):
            match = await self.made.bot.matches.load(match_id)
            if seat != reader and await services.get(Plans).mine(match, user.id) is not None:
                await services.get(Plans).keep(match, user.id, ())
            for topic in () if rules is None else rules.topics:
                await services.get(StandingOrders).set(user.id, self.game.name, match_id, topic.id, None, now=0)

    async def _step(self, choice: Choice, action: tuple[str, ...], state: Any, reader: int, *, compared: bool) -> None:
        made, actor = self.made, self.users[choice.seat]
        seen = []
        await self.become(state)
        for number, match_id in enumerate(self.ids):
            since = len(made.env.http_requests)
            try:
                pressed = button_id(match_id, 0, choice.key, Press("do", action))
            except ValueError:
                pressed = ""
            answers: Any = None
            if pressed:
                result = await forged.press(made, actor, self.threads[number], pressed)
                answers = await self.answer(result) if reader == choice.seat else None
            else:
                await made.play(match_id, actor.id, action, choice.key)
            await made.settle()
            readers = (self.users[reader],)
            seen.append((answers, self.posted(since, *readers), await self.newest(number, *readers)))
        lengths = [len((await made.bot.matches.load(match_id)).entries) for match_id in self.ids]
        assert lengths[0] == lengths[1], (action, lengths)
        self.count.steps += compared
        if compared:
            assert seen[0] == seen[1], (action, reader, _difference(seen[0], seen[1]))
        after = await made.bot.matches.load(self.ids[0])
        if after.match.status == "running":
            await self.become(after.state)


def _instruction(rules: standing.Standing[Any], view: Any, topic: str, random: Random) -> str | None:
    """Return an instruction about a topic, as somebody may have chosen it; `None` where nothing can be chosen now."""
    tokens: tuple[str, ...] = (topic,)
    while isinstance(field := rules.instruct(view, tokens), Field):
        if field.least == 0 and (not field.values or random.random() < 0.5):
            break
        if not field.values:
            return None
        tokens = (*tokens, random.choice(field.values))
    return standing.line(tokens)


def _difference(one: Any, two: Any) -> Any:
    """Return the smallest parts that differ."""
    if isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        return [_difference(a, b) for a, b in zip(one, two, strict=True) if a != b]
    return one, two


def options_of(case: Case, number: int) -> dict[str, Any]:
    """Return options of a case as a new match may have them."""
    return {k: v for k, v in case.options[number % len(case.options)].items() if k in new_options(case.game, {})}
