"""The people of a season: when they sleep, how they look for matches, enter tournaments, play, and give up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.features.seeks.draft import ACROSS
from bot.panels.components import read_button, read_value
from bot.registry import FACES
from games import agreements
from games.referee import random_action
from sandbox import Channel, Interaction, Message, Player, Sandbox
from sandbox.people import Guild
from sandbox.protocol import EPOCH, CannotDo
from tests.support.seats import button, chosen, command

MONOLITH: Final = "monolith_arena"
ARENA: Final = "arena_of_heroes"
ZONES: Final = ("UTC",) * 5 + (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Tokyo",
    "Australia/Sydney",
    "America/Los_Angeles",
)
QUIET: Final = ((22, 8), (23, 7), (21, 6), (0, 9), (6, 14), (14, 22))
"""From which hour to which hour people want to be left in peace."""
WISHES: Final = (
    {"game": MONOLITH, "kind": "1v1"},
    {"game": MONOLITH, "kind": "1v1", "rated": True},
    {"game": MONOLITH, "kind": "1v1", "across": True},
    {"game": MONOLITH, "kind": "2v2"},
    {"game": ARENA, "kind": "1v1v1"},
    {"game": MONOLITH, "kind": "2v2", "across": True},
    {"game": ARENA, "kind": "1v1v1", "across": True},
    {"game": ARENA, "kind": "1v1v1v1", "across": True},
)
SHARES: Final = (25, 20, 20, 10, 10, 5, 5, 5)
PACE: Final = "1d+2h"
ABSENT: Final = 0.06
"""So many people look for matches and enter tournaments, and never play."""
DRAWS: Final = 0.1
"""In so many matches a draw is agreed on."""
TRIES: Final = 6
"""For so many entries people try to agree on that, for offers lapse; then they play on, or give up."""
PATIENCE: Final = 120.0


@dataclass(eq=False)
class Person:
    """Somebody on a server."""

    player: Player
    guild: Guild
    place: Channel
    zone: str
    quiet: tuple[int, int]
    absent: bool
    dm: bool
    tickets: int = 0
    """The most matches that their seeks may lead to."""
    across: bool = False
    """They have said that they play with people of other servers, too."""

    @property
    def id(self) -> int:
        """Return the id of the user."""
        return self.player.id

    def asleep(self, at: int) -> bool:
        """Return True if a time in unix milliseconds lies in the quiet hours."""
        hour = datetime.fromtimestamp(at / 1000, ZoneInfo(self.zone)).hour
        begin, end = self.quiet
        return begin <= hour or hour < end if begin > end else begin <= hour < end


@dataclass(frozen=True, slots=True)
class Open:
    """A match that is not over, as the bot has stored it."""

    id: str
    game: str
    status: str
    thread_id: int | None
    guild_id: int | None
    users: tuple[int, ...]
    teams: tuple[int, ...]
    waited: tuple[int, ...]
    """The users whose decision is open."""
    state: Any
    entries: int
    offered: bool
    """A draw has been offered."""


class Stored:
    """The bot's database, read only."""

    def __init__(self, data: Path) -> None:
        self.database = sqlite3.connect(f"file:{data / 'matches.db'}?mode=ro", uri=True)

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """Return the rows of a statement."""
        return self.database.execute(statement, values).fetchall()

    def open_matches(self) -> list[Open]:
        """Return the matches that are not over."""
        seats: dict[str, list[int]] = defaultdict(list)
        where = "(select id from match where status in ('lobby', 'running'))"
        for match_id, user in self.rows(f"select match_id, user_id from seat where match_id in {where} order by seat"):
            seats[match_id].append(user)
        counted = dict(self.rows(f"select match_id, count(*) from action where match_id in {where} group by match_id"))
        found = []
        columns = "id, game, formation, status, snapshot, thread_id, guild_id"
        for match_id, game, way, status, text, thread, guild in self.rows(
            f"select {columns} from match where status in ('lobby', 'running')"
        ):
            teams = next(one.teams for one in FACES[game].game.formations if one.id == way)
            waited, state, offered = (), None, False
            if text is not None:
                loaded = agreements.load(FACES[game].game, json.loads(text))
                state, offered = loaded.state, bool(loaded.offers)
                choices = FACES[game].game.choices(state)
                waited = tuple(seats[match_id][one.seat] for one in choices if one.must)
            users, number = tuple(seats[match_id]), counted.get(match_id, 0)
            found.append(Open(match_id, game, status, thread, guild, users, teams, waited, state, number, offered))
        return found

    def unsent(self, now: int) -> int:
        """Return how many jobs are due and not done."""
        due = "select count(*) from job where state in ('pending', 'running') and due_at <= ?"
        return int(self.rows(due, now)[0][0])


@dataclass(slots=True)
class Act:
    """Something that a person did in a match, with its begin and end in unix milliseconds."""

    user: int
    begin: int
    end: int | None = None
    """`None` while it goes on."""

    def within(self, since: int, until: int) -> bool:
        """Return True if any of it lies in this time."""
        return self.begin <= until and (self.end is None or self.end >= since)


@dataclass
class Tally:
    """Counts of what people have done."""

    done: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    unanswered: int = 0
    """Interactions that a killed or absent bot has left without an answer."""

    def __getitem__(self, name: str) -> int:
        return self.done[name]


class People:
    """All of them, and the way in which they act."""

    def __init__(self, box: Sandbox, data: Path, seed: int) -> None:
        self.box = box
        self.data = data
        self.random = Random(seed)
        self.everybody: list[Person] = []
        self.by_id: dict[int, Person] = {}
        self.tally = Tally()
        self.killed = 0
        self.patience = PATIENCE
        """Seconds until an answer is given up for lost."""
        self.acts: dict[str, list[Act]] = defaultdict(list)
        """The acts of people, by match."""
        self.blocked: set[frozenset[int]] = set()

    def now(self) -> int:
        """Return the time of the season in unix milliseconds."""
        return (self.box.world.snowflake() >> 22) + EPOCH

    def add(self, guild: Guild, place: Channel, names: Iterable[str]) -> list[Person]:
        """Let people of these names come to a server."""
        made = [
            Person(
                self.box.player(name, guild),
                guild,
                place,
                self.random.choice(ZONES),
                self.random.choice(QUIET),
                self.random.random() < ABSENT,
                self.random.random() < 0.25,
            )
            for name in names
        ]
        self.everybody += made
        self.by_id |= {one.id: one for one in made}
        return made

    # One thing after the other

    async def act(self, what: str, begun: Callable[[], Any]) -> Interaction | None:
        """Do something and wait for the answer; `None` where the bot was killed, or cannot be reached."""
        killed = self.killed
        if not self.box.gateway.listening():
            self.tally.unanswered += 1
            return None
        try:
            acted: Interaction = await begun()
        except CannotDo:  # what was there has changed meanwhile
            return None
        await self.box.until(lambda: acted.completed or self.killed > killed, self.patience)
        if not acted.completed:
            self.tally.unanswered += 1
            return None
        self.tally.done[what] += 1
        return acted

    async def slash(self, one: Person, place: Channel, path: str, **options: Any) -> Interaction | None:
        """Send a command."""
        return await self.act(path, lambda: one.player.slash(place, path, wait=False, **options))

    async def press(self, one: Person, message: Message | None, *wanted: str) -> Interaction | None:
        """Press what begins with these words: the action id and tokens."""
        for control in message.controls if message is not None else ():
            custom_id = control["custom_id"]
            if control["type"] == 2 and (pressed := read_button(custom_id)) is not None:
                words = (pressed.press.action_id, *pressed.press.tokens)
                if words[: len(wanted)] == wanted and not control.get("disabled"):
                    return await self.act(
                        " ".join(wanted[:2]),
                        lambda key=custom_id: one.player.click(message, key, wait=False, late=True),
                    )
            elif control["type"] == 3:
                for line in control["options"]:
                    press = read_value(line["value"])
                    if (press.action_id, *press.tokens)[: len(wanted)] == wanted:
                        return await self.act(
                            " ".join(wanted[:2]),
                            lambda key=custom_id, value=line["value"]: one.player.select(
                                message, value, key, wait=False, late=True
                            ),
                        )
        return None

    async def settle_in(self, one: Person) -> None:
        """Say when one wants to be left in peace, and how to be told."""
        begin, end = one.quiet
        if one.zone != "UTC":
            await self.slash(one, one.place, "settings zone", zone=one.zone)
        await self.slash(one, one.place, "settings quiet", hours=f"{begin:02}:00-{end:02}:00")
        if one.dm:
            await self.slash(one, one.place, "settings dm", on=True)

    async def look_for_a_match(self, one: Person) -> None:
        """Look for a match by command, or take one from the list of the server."""
        one.tickets += 1  # before it is known whether it was answered: it may have been heard all the same
        if self.random.random() < 0.3:
            listed = next((m for m in reversed(self.seen(one)) if button(m, "seek", "new")), None)
            asked = await self.press(one, listed, "seek", "take")
            answer = asked.message if asked is not None else None
            if answer is not None and any(ACROSS in control["custom_id"] for control in answer.controls):
                one.across = True  # it was asked, because people of other servers are in
                await self.press(one, answer, "seek", "take")
        else:
            wish = self.random.choices(WISHES, SHARES)[0]
            one.across |= "across" in wish
            await self.slash(one, one.place, "seek new", pace=PACE, **wish)

    def seen(self, one: Person) -> list[Message]:
        """Return the last messages of the channel in which somebody looks for matches."""
        return [m for m in self.box.world.history(one.place)[-60:] if not m.deleted and not m.ephemeral_for]

    # Matches

    async def play(self, one: Person, match: Open) -> None:
        """Do what somebody does in a match when they look in."""
        plan = Random(match.id)
        place = self.box.world.dm(one.player.user) if match.guild_id is None else self._thread(match)
        if place is None or match.status != "running":
            return
        with self._acting(one, match):
            await self._do(one, match, place, plan)

    @contextlib.contextmanager
    def _acting(self, one: Person, match: Open) -> Iterator[None]:
        act = Act(one.id, self.now())
        self.acts[match.id].append(act)
        yield
        act.end = self.now()

    async def _do(self, one: Person, match: Open, place: Channel, plan: Random) -> None:
        """Agree on a draw, give up, or move."""
        draw, length = plan.random() < DRAWS, plan.randint(1, 4)
        loser = plan.randrange(max(match.teams) + 1)
        mine = match.teams[match.users.index(one.id)]
        if draw and length <= match.entries < length + TRIES:
            answer = "accept" if match.offered else "offer"
            await self.slash(one, place, "match draw", match=match.id, answer=answer)
        elif match.entries >= length and (mine == loser or len(set(match.teams)) > 2):
            asked = await self.slash(one, place, "match resign", match=match.id)
            if asked is not None:
                await self.press(one, asked.message, "agree", "resign")
        elif one.id in match.waited:
            await self._move(one, match, place)

    async def _move(self, one: Person, match: Open, place: Channel) -> None:
        """Play something at random: by command, or by what can be pressed in the panel."""
        game = FACES[match.game].game
        if match.game == MONOLITH:
            choice = next(c for c in game.choices(match.state) if c.must and match.users[c.seat] == one.id)
            path, options = command(random_action(game, match.state, choice, self.random))
            await self.slash(one, place, path, match=match.id, **options)
            return
        live = next((m for m in reversed(one.player.messages(place)) if _is_live(m, match)), None)
        opened = await self.press(one, live, "play")
        for _ in range(6):
            panel = opened.message if opened is not None else None
            what = None if panel is None else chosen(panel, self.random)
            if what is None or panel is None:
                return
            await self.act("panel", lambda panel=panel, what=what: self._used(one, panel, what))

    async def _used(self, one: Person, panel: Message, what: tuple[str, str, str]) -> Interaction:
        kind, custom_id, value = what
        if kind == "button":
            return await one.player.click(panel, custom_id, wait=False)
        return await one.player.select(panel, value, custom_id, wait=False)

    async def claim(self, one: Person, match: Open) -> None:
        """Claim a win where somebody's time is over; nothing happens where it is not."""
        place = self.box.world.dm(one.player.user) if match.guild_id is None else self._thread(match)
        if place is None:
            return
        shown = await self.slash(one, place, "match time", match=match.id)
        if shown is not None and shown.message is not None:
            with self._acting(one, match):
                await self.press(one, shown.message, "time", "claim")

    def _thread(self, match: Open) -> Channel | None:
        thread = None if match.thread_id is None else self.box.world.channels.get(match.thread_id)
        return None if thread is None or thread.deleted else thread

    async def all(self, works: Iterable[Callable[[], Any]], at_once: int = 8) -> None:
        """Do all of these, some at a time."""
        few = asyncio.Semaphore(at_once)

        async def one(work: Callable[[], Any]) -> None:
            async with few:
                await work()

        await asyncio.gather(*(one(work) for work in works))


def _is_live(message: Message, match: Open) -> bool:
    """Return True for the message in which a match is played; in direct messages there may be those of others."""
    pressed = read_button(button(message, "play") or "")
    return pressed is not None and pressed.match_id == match.id
