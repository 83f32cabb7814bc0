"""Standing orders: what players have instructed, kept in memory, and carried out with the steps of their matches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.matches.commits import user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.work import Change, Extension, Work, fits
from games import agreements, standing
from games.api import BadNotation
from games.history import Entry
from games.standing import Instruction, Standing
from storage import NewAction, Store, StoredAction
from storage.plans import ALWAYS

KEPT: Final = 5000
MOST: Final = 50
"""The most actions that orders make in one step; a game whose orders come to an end needs far fewer."""
CARRIED_OUT: Final = "followed"
"""The kind of jobs that tell a player what their orders have done."""
ACTED: Final = (agreements.TIMEOUT, agreements.HANDOVER)
"""What ends a player's own choice, too: the game's default took its place, or somebody else plays on."""
Given = Mapping[int, tuple[Instruction, ...]]
"""The instructions of seats, those that have any."""
_Lines = dict[tuple[str, str], str]


class StandingOrders(Extension):
    """The standing orders of players, kept in memory. Every change goes through here, so they are never out of date."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[tuple[int, str], _Lines] = OrderedDict()
        self._changes = 0
        """How often something was changed or dropped: what was read meanwhile is not kept."""

    async def prepare(self, match: LoadedMatch) -> Given:
        """Return what the seats of a match are to do by themselves; nothing in games without instructions."""
        rules = standing.standing_of(match.face.game)
        if rules is None or match.match.status != "running":
            return {}
        game = match.match.game
        users = {s.seat: s.user_id for s in match.match.seats if s.user_id is not None}
        lines = await self._of(set(users.values()), game)
        orders = {seat: _given(rules, lines[user], match.id) for seat, user in users.items()}
        return {seat: given for seat, given in orders.items() if given}

    def react(self, work: Work) -> None:
        """Let the seats do what they have been instructed to do by now, until none has anything more to do."""
        rules, given = standing.standing_of(work.game), work.match.prepared[self]
        if rules is None or not given or work.goes_back:  # without entries so far: somebody has just given one
            return
        while len(work.commit.get("followed", ())) < MOST and _carry_out_one(rules, given, work):
            pass

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Tell players what their orders have done."""
        users = {user for _, user in change.commit.get("followed", ())}
        rows = [user_job(CARRIED_OUT, user, direct=True) for user in users]
        return replace(change, posts_after=(*change.posts_after, *rows)) if rows else change

    def written(self, change: Change) -> None:
        """Forget the orders of a player who has handed the seat over: those for the match are gone."""
        if change.former is not None:
            self.forget(change.former.user_id)

    async def read(self, user: int, game: str) -> bool:
        """Return whether a user has instructed anything in a game; known from then on, unless it changes meanwhile."""
        return bool((await self._of((user,), game))[user])

    def said(self, user: int, game: str, match_id: str) -> Mapping[str, str]:
        """Return what a user is known to have instructed for a match, or else for all matches, by topic."""
        lines = self._known.get((user, game), {})
        return {topic: line for of in (ALWAYS, match_id) for (match, topic), line in lines.items() if match == of}

    def forget(self, user: int) -> None:
        """Drop what is kept of a user, so that it is read again."""
        for key in [key for key in self._known if key[0] == user]:
            del self._known[key]
        self._changes += 1

    async def mine(self, match: LoadedMatch, user: int) -> Mapping[tuple[str, str], str]:
        """Return what a user has instructed in a game, by match (`ALWAYS`: for all) and topic."""
        return (await self._store.instructions.of_users((user,), match.match.game))[user]

    async def set(self, user: int, game: str, match_id: str, topic: str, line: str | None, *, now: int) -> None:
        """Instruct something, for one match or for all; `None` cancels it."""
        await self._store.instructions.set(user, game, match_id, topic, line, now=now)
        self._known.pop((user, game), None)
        self._changes += 1

    async def _of(self, users: Collection[int], game: str) -> dict[int, _Lines]:
        """Return the lines of users in a game: those that are kept, and the others as they are read now."""
        found: dict[int, _Lines] = {}
        if not self._store.shared:  # or another process may have changed them
            found = {user: self._known[user, game] for user in users if (user, game) in self._known}
        for user in found:
            self._known.move_to_end((user, game))
        missing = [user for user in users if user not in found]
        if missing:
            changes, asked = self._changes, await self._store.instructions.of_users(missing, game)
            found |= asked
            if changes == self._changes:
                for user, lines in asked.items():
                    self._known[user, game] = lines
                    self._known.move_to_end((user, game))
            while len(self._known) > KEPT:  # those that were asked for longest ago
                self._known.popitem(last=False)
        return found


def _given(rules: Standing[Any], lines: _Lines, match_id: str) -> tuple[Instruction, ...]:
    """Return the instructions for one match by topic: its own ones first, else those for all matches."""
    orders = []
    for topic in rules.topics:
        line = lines.get((match_id, topic.id), lines.get((ALWAYS, topic.id)))
        if line is None:
            continue
        try:
            orders.append(standing.parse(rules, line))
        except BadNotation:
            continue  # of an earlier version of the game
    return tuple(orders)


def _carry_out_one(rules: Standing[Any], orders: Given, work: Work) -> bool:
    """Carry out the first action that an order asks for; return whether there was one."""
    game, state, seats = work.game, work.position.state, work.match.formation.seats
    if game.result(state) is not None:
        return False
    last = work.actions[-1].seat if work.actions else 0
    for seat in (*range(last, seats), *range(last)):
        given, user = orders.get(seat), work.match.user_of(seat)
        if not given or user is None or _chooses_anew(work, seat):
            continue
        action = rules.follow(game.view(state, seat), seat, given)
        if action is None:
            continue
        choice = next((c for c in work.choices if c.seat == seat and fits(game, state, c, action)), None)
        if choice is None:
            continue
        work.add(Entry("action", seat, " ".join(action)), choice.key)
        work.commit["followed"] = (*work.commit.get("followed", ()), (len(work.actions) - 1, user))
        return True
    return False


def _chooses_anew(work: Work, seat: int) -> bool:
    """Return whether a seat has taken something back and not acted since: its orders would only do the same again.

    What its player instructs after that is meant.
    """
    back = work.match.past.went_back(seat)
    if not back or work.instructed == seat:
        return False
    since: list[StoredAction | NewAction] = [*work.match.entries[back:], *work.actions]
    return not any(done.seat == seat and (done.kind == "action" or done.text in ACTED) for done in since)
