"""What has to be true after a season: nothing stuck, nobody paired twice, nothing posted twice, nobody woken up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from benchmarks.season_people import Act, People
from bot.features.seasons.service import ACTION_ID as SEASON
from bot.features.seeks.service import FOUND
from bot.features.tournaments import course
from bot.features.tournaments.runner import LONGEST_QUIET_MS
from bot.matches.copying import differing
from bot.matches.service import Matches
from bot.panels.components import read_button
from bot.registry import FACES
from games import agreements
from sandbox import Channel, Message
from sandbox.protocol import EPOCH
from storage import Store, StoredMatch, WholeTournament

SUPPRESSED: Final = 1 << 12
"""The flag of messages of which nobody is notified."""
_RAN_OUT: Final = (
    "select seat.user_id, action.match_id, min(action.created_at) from action join seat"
    " on seat.match_id = action.match_id and seat.seat = action.seat"
    f" where action.kind = 'agreement' and action.text = '{agreements.TIMEOUT}' group by 1, 2"
)
"""Who has run out of time in which match, and when first."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Somebody was notified by a message."""

    user: int
    message: int
    at: int
    text: str


class Pings:
    """Notes who was notified of what, and when."""

    def __init__(self, people: People) -> None:
        self.all: list[Ping] = []
        self._people = people
        self._known: set[int] = set()
        people.box.posting.watchers.append(self._seen)

    def _seen(self, what: Message | Channel) -> None:
        if not isinstance(what, Message) or what.ephemeral_for or what.id in self._known:
            return
        self._known.add(what.id)
        if what.author is not self._people.box.world.bot or what.flags & SUPPRESSED:
            return
        users = what.pinged if what.channel.recipient is None else [what.channel.recipient]
        at = (what.id >> 22) + EPOCH
        self.all += [Ping(user.id, what.id, at, what.text) for user in users if user.id in self._people.by_id]


@dataclass
class Found:
    """The faults of a season by kind, and its figures."""

    wrong: dict[str, list[str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def lines(self) -> list[str]:
        """Return everything that is wrong, a line each."""
        return [f"{name}: {line}" for name, lines in self.wrong.items() for line in lines]


async def faults(url: str, people: People, pings: Pings, now: int) -> Found:
    """Return what is wrong at the end of a season; `now` is its last moment."""
    found = Found()
    async with await Store.open(url) as store:
        matches = [one for match_id in await store.matches.all_ids() if (one := await store.matches.load(match_id))]
        heads = await store.database.read(
            lambda connection: list(connection.exec_driver_sql("select id from tournament").scalars())
        )
        cups = [whole for one in heads if (whole := await store.tournaments.load(one)) is not None]
        found.wrong["damaged, or not to be replayed"] = await _damaged(store, matches)
        found.wrong["stuck"] = await _stuck(store, matches, cups, now)
        found.wrong["paired twice, or with themselves"] = [line for cup in cups for line in _paired(cup)]
        found.wrong["matches that nobody asked for"] = _unasked(people, matches, cups)
        rows = await store.database.read(
            lambda connection: connection.exec_driver_sql("select message_id, match_id, kind from message").all()
        )
        noted = {number: (match_id, kind) for number, match_id, kind in rows}
        found.wrong["posted twice"] = _posted_twice(people, noted, matches, cups)
        ran_out = await store.database.read(lambda connection: connection.exec_driver_sql(_RAN_OUT).all())
        begun = {one.id: one.created_at for one in matches}
        woken, told, late = _woken(people, pings, noted, begun, {(user, match): at for user, match, at in ran_out})
        found.wrong["woken up in quiet hours"] = [*woken, *_opened_at_night(people, matches, cups)]
        ways = Counter(how for cup in cups for one in cup.pairings if (how := one.how))
        found.counts |= {
            "matches": len(matches),
            "of them across servers": sum(one.across for one in matches),
            "of these with more than two": sum(one.across and len(one.seats) > 2 for one in matches),
            "of them in teams": sum(one.formation == "2v2" for one in matches),
            "of them each against each": sum(one.formation in ("1v1v1", "1v1v1v1") for one in matches),
            "tournaments": len(cups),
            "pairings": sum(len(cup.pairings) for cup in cups),
            **{f"pairings decided as {how}": count for how, count in sorted(ways.items())},
            "notifications": len(pings.all),
            "of them in quiet hours, of what somebody has just done": told,
            "of them in quiet hours, to whom no time would be left in the morning": late,
        }
    return found


async def _damaged(store: Store, matches: list[StoredMatch]) -> list[str]:
    wrong = list(await store.find_problems())
    loading = Matches(store, FACES)
    differ = {one.id: differing(await loading.load(one.id)) for one in matches}
    return wrong + [f"match {match_id} at {number}" for match_id, number in differ.items() if number is not None]


async def _stuck(store: Store, matches: list[StoredMatch], cups: list[WholeTournament], now: int) -> list[str]:
    wrong = [f"match {one.id} is {one.status}" for one in matches if one.status in ("lobby", "running")]
    wrong += [f"tournament {cup.head.title} is {cup.head.status}" for cup in cups if cup.head.status != "over"]
    wrong += [f"a pairing of {cup.head.title}" for cup in cups for one in cup.pairings if one.points is None]
    seekers = await store.database.read(
        lambda connection: connection.exec_driver_sql("select user_id from seeker").all()
    )
    wrong += [f"the seek of {user}" for (user,) in seekers]
    due = await store.database.read(
        lambda connection: connection.exec_driver_sql(
            f"select kind, note from job where state in ('pending', 'running') and due_at <= {now}"
        ).all()
    )
    return wrong + [f"a job {kind} ({note})" for kind, note in due]


def _paired(cup: WholeTournament) -> Iterator[str]:
    title, kind = cup.head.title, cup.head.kind
    rounds: dict[int, Counter[int]] = defaultdict(Counter)
    for one in cup.pairings:
        rounds[one.round].update(seed for seed in (one.first, one.second) if seed is not None)
        if one.first == one.second:
            yield f"{title}: {one.first} with themselves"
    for number, seeds in rounds.items():
        yield from (f"{title}: {seed} in round {number}" for seed, count in seeds.items() if count > 1)
    if kind not in course.BRACKETS:
        met = Counter(frozenset((one.first, one.second)) for one in cup.pairings if one.second is not None)
        yield from (f"{title}: {sorted(pair)} met {count} times" for pair, count in met.items() if count > 1)
        byes = Counter(one.first for one in cup.pairings if one.how == "bye")
        yield from (f"{title}: {seed} has {count} byes" for seed, count in byes.items() if count > 1)
    ids = Counter(one.match_id for one in cup.pairings)
    yield from (f"{title}: match {match_id} of {count} pairings" for match_id, count in ids.items() if count > 1)


def _unasked(people: People, matches: list[StoredMatch], cups: list[WholeTournament]) -> list[str]:
    """Return matches that no seek and no pairing has led to, and those of people who have blocked each other."""
    wrong = []
    pairs: dict[str, tuple[int, ...]] = {}
    for cup in cups:
        for one in cup.pairings:
            if one.second is not None:
                pairs[one.match_id] = (*cup.seeded(one.first).users, *cup.seeded(one.second).users)
    earlier = Counter(frozenset(users) for users in pairs.values())
    sought: Counter[int] = Counter()
    for match in matches:
        users = [seat.user_id for seat in match.seats if seat.user_id is not None]
        if len(set(users)) != len(users):
            wrong.append(f"match {match.id} has somebody twice")
        if match.id in pairs:
            if {*users} != {*pairs[match.id]}:
                wrong.append(f"match {match.id} is played by others than were paired")
            continue
        if frozenset(users) in earlier and match.channel_id in {cup.head.channel_id for cup in cups}:
            continue  # the first match of a pairing that was drawn and is played once more
        sought.update(users)
        wrong += [
            f"match {match.id} of two who have blocked each other"
            for pair in combinations(users, 2)
            if frozenset(pair) in people.blocked
        ]
        if match.across:
            homes = {home.guild_id for home in match.homes}
            strangers = [user for user in users if user in people.by_id and not people.by_id[user].across]
            if len(homes) < 2 or match.rated or strangers:
                wrong.append(f"match {match.id} across servers {homes}, of {strangers} who did not want that")
    for user, count in sought.items():
        one = people.by_id.get(user)
        if one is not None and count > one.tickets:
            wrong.append(f"{one.player.name} has looked for {one.tickets} matches and got {count}")
    return wrong


def _opened_at_night(people: People, matches: list[StoredMatch], cups: list[WholeTournament]) -> Iterator[str]:
    """Yield the matches of pairings that were opened in somebody's quiet hours, though these leave room for all.

    After a week of waiting they are opened all the same.
    """
    paired = {one.match_id: one.paired_at for cup in cups for one in cup.pairings}
    for match in matches:
        waited = match.created_at - paired.get(match.id, match.created_at - LONGEST_QUIET_MS)
        users = [people.by_id[seat.user_id] for seat in match.seats if seat.user_id in people.by_id]
        hours = (match.created_at + hour * 3_600_000 for hour in range(24))
        if waited >= LONGEST_QUIET_MS or all(any(user.asleep(at) for user in users) for at in hours):
            continue
        if any(user.asleep(match.created_at) for user in users):
            yield f"match {match.id} was opened"


def _posted_twice(
    people: People, noted: dict[int, tuple[str, str]], matches: list[StoredMatch], cups: list[WholeTournament]
) -> list[str]:
    ids, world = {one.id for one in matches}, people.box.world
    own = [m for m in world.messages.values() if m.author is world.bot and not m.ephemeral_for and not m.deleted]
    wrong = []
    seasons: Counter[tuple[str, ...]] = Counter()
    for message in own:
        for control in message.controls:
            pressed = read_button(control["custom_id"]) if control["type"] == 2 else None
            if pressed is None:
                continue
            if pressed.press.action_id == SEASON and pressed.press.tokens:
                seasons[pressed.press.tokens] += 1
            if pressed.match_id in ids and message.id not in noted and message.interaction is None:
                wrong.append(f"message {message.id} of match {pressed.match_id} was not noted: {message.text[:60]!r}")
                break
    wrong += [f"season post {tokens}: {count} times" for tokens, count in seasons.items() if count > 1]
    kinds = Counter((match_id, kind) for match_id, kind in noted.values() if kind in ("start", "result"))
    across = {one.id for one in matches if one.across}
    wrong += [
        f"{kind} of match {match_id}: {count} times"
        for (match_id, kind), count in kinds.items()
        if count > 1 and match_id not in across
    ]
    for cup in cups:
        last = [m for m in own if cup.head.title in m.content and "The winner:" in m.content]
        if len(last) > 2:  # its page, and once below everything
            wrong.append(f"the winner of {cup.head.title}: {len(last)} times")
    return wrong


def _woken(
    people: People,
    pings: Pings,
    noted: dict[int, tuple[str, str]],
    begun: dict[str, int],
    ran_out: dict[tuple[int, str], int],
) -> tuple[list[str], int, int]:
    """Return who was notified in their quiet hours though nobody has just done anything, and how often else.

    `begun` says when each match began: somebody has found the others then, or it was nobody's quiet hours. `ran_out`
    says when somebody has run out of time in a match: from then on they have two hours (`PACE`), which no night leaves
    them, so they are told of their turn at once. Those are counted last.
    """
    wrong: list[str] = []
    told = late = 0
    before: dict[tuple[int, str], int] = {}
    once: Counter[tuple[int, str, str]] = Counter()
    for ping in sorted(pings.all, key=lambda one: one.at):
        match_id, kind = noted.get(ping.message, ("", "?"))
        since = before.get((ping.user, match_id), 0)
        before[ping.user, match_id] = ping.at
        once[ping.user, match_id, kind] += 1
        if not people.by_id[ping.user].asleep(ping.at):
            continue
        acts = [
            *people.acts.get(match_id, ()),
            *([Act(0, begun[match_id], begun[match_id])] if match_id in begun else []),
        ]
        if kind in ("live", "dm") and any(act.user != ping.user and act.within(since, ping.at) for act in acts):
            told += 1
        elif kind in ("live", "dm") and ran_out.get((ping.user, match_id), ping.at) < ping.at:
            late += 1
        else:
            wrong.append(f"{people.by_id[ping.user].player.name} by {kind} of {match_id}: {ping.text[:80]!r}")
    wrong += [
        f"{user} was told {count} times that match {match_id} begins"
        for (user, match_id, kind), count in once.items()
        if kind == FOUND and count > 1
    ]
    return wrong, told, late
