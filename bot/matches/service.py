"""The one way a move takes: load, check, apply, commit. Knows users by their ids and nothing else of Discord."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.matches import history
from bot.matches.loaded import LoadedMatch, snapshot, text_hash
from bot.panels.face import GameFace
from games.api import Action, GameError, IllegalAction, NotYourChoice, Result, Step
from games.draws import Draws
from storage import Commit, Committed, Duplicate, NewAction, NewOutbox, Store

ATTEMPTS: Final = 100
"""How often a step is tried again when others commit first; with fifty clicks at once each one may lose 49 times."""
KEEP_OPEN_MS: Final = 6 * 24 * 3_600_000
"""After this long without a move the thread is kept from archiving."""

ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH: Final = 10


def now_ms() -> int:
    """The time in unix milliseconds."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """A fresh match id: ten letters and digits."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class Refusal(Exception):
    """Something that cannot be done now: one sentence for the one who asked, and the rule behind it."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule

    def sentence(self) -> str:
        """The sentence with the rule's number."""
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class Stale(Refusal):
    """The choice that a panel was opened for is gone."""


@dataclass(frozen=True, slots=True)
class Played:
    """A step that is on the disk, with the match as it is after it."""

    table: LoadedMatch
    steps: tuple[Step, ...]
    repeated: bool = False
    """The same interaction came a second time; nothing was done now."""


class Matches:
    """The match service: everything that changes a running match."""

    def __init__(self, store: Store, faces: Mapping[str, GameFace], *, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.faces = faces
        self.clock = clock
        self.wake: Callable[[], None] = lambda: None
        """Called after each commit, so that the outbox is looked at without delay."""

    async def table(self, match_id: str) -> LoadedMatch:
        """The match. Raises `Refusal` if there is none of that id."""
        found = await self.store.load_whole(match_id)
        if found is None:
            raise Refusal("There is no such match (any more).")
        match, entries = found
        return LoadedMatch(match, self.faces[match.game], entries)

    async def play(
        self,
        match_id: str,
        user_id: int,
        lines: Sequence[str | Action],
        *,
        key: str | None = None,
        interaction_id: int | None = None,
    ) -> Played:
        """Carry out one action, or several in one step.

        An action is given by its words or as a line that somebody typed. `key` is the key of the choice that it
        was made for: when that choice is gone, `Stale` is raised. Raises `Refusal` for what is not possible, with
        the rule; then nothing was changed.
        """

        def change(table: LoadedMatch) -> _Change:
            seat = self._seat(table, user_id)
            choices = [c for c in table.choices() if c.seat == seat]
            if key is not None and key not in {c.key for c in choices}:
                raise Stale("That has been decided already; this is how things stand now.")
            return _apply(table, seat, lines)

        return await self._step(match_id, change, interaction_id)

    async def undo(
        self, match_id: str, user_id: int, *, key: str | None = None, interaction_id: int | None = None
    ) -> Played:
        """Take back the last action of one's own turn, never across a boundary. Raises `Refusal`."""

        def change(table: LoadedMatch) -> _Change:
            seat = self._seat(table, user_id)
            if key is not None and key not in {c.key for c in table.choices() if c.seat == seat}:
                raise Stale("That has been decided already; this is how things stand now.")
            entry = history.last_undoable(table.entries, seat)
            if entry is None:
                raise Refusal(
                    "There is nothing that you can take back: only your own last actions of this turn, not across a"
                    " draw, a battle, a charge or somebody else's choice."
                )
            told = table.told[-1]
            assert told.seq == entry.seq
            text = snapshot(table.face.game, told.before)
            undo = NewAction(
                seat=seat, text="undo", state_hash=text_hash(text), choice_key="", kind="undo", undoes=entry.seq
            )
            return _Change((undo,), text, None, ())

        return await self._step(match_id, change, interaction_id)

    def _seat(self, table: LoadedMatch, user_id: int) -> int:
        if table.match.status == "lobby":
            raise Refusal("The match has not begun yet.")
        if table.match.status != "running":
            raise Refusal("The match is over.")
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refusal("You do not play in this match.")
        return seat

    async def _step(
        self, match_id: str, change: Callable[[LoadedMatch], _Change], interaction_id: int | None
    ) -> Played:
        for _ in range(ATTEMPTS):
            table = await self.table(match_id)
            if interaction_id is not None and (done := await self.store.handled(interaction_id)) is not None:
                return Played(await self.table(done.match_id), (), repeated=True)
            try:
                wanted = change(table)
            except (NotYourChoice, IllegalAction) as refused:
                raise Refusal(refused.reason, refused.rule) from refused
            except GameError as refused:
                raise Refusal(str(refused)) from refused
            outcome = await self.store.commit(await self._commit(table, wanted, interaction_id))
            if isinstance(outcome, Committed):
                self.wake()
                return Played(await self.table(match_id), wanted.steps)
            if isinstance(outcome, Duplicate):
                return Played(await self.table(outcome.match_id), (), repeated=True)
        raise Refusal("Too many players act at once; please try again.")

    async def _commit(self, table: LoadedMatch, wanted: _Change, interaction_id: int | None) -> Commit:
        now = self.clock()
        over = wanted.result is not None
        return Commit(
            match_id=table.id,
            expected_version=table.match.version,
            now=now,
            interaction_id=interaction_id,
            actions=wanted.actions,
            snapshot=wanted.snapshot,
            state_hash=text_hash(wanted.snapshot),
            status="over" if over else None,
            result=None
            if wanted.result is None
            else json.dumps({"winners": list(wanted.result.winners), "reason": wanted.result.reason}),
            outbox=await self.news(table.id, table.users()),
            timers=() if over else (("keep_open", now + KEEP_OPEN_MS),),
            clear_timers=("keep_open",) if over else (),
        )

    async def news(self, match_id: str, users: Sequence[int]) -> tuple[NewOutbox, ...]:
        """What has to be told after a step: the public places, and everybody who wants direct messages."""
        rows = [NewOutbox(thread_key=f"match:{match_id}", kind="public", supersedes=True)]
        for user in dict.fromkeys(users):
            player = await self.store.player(user)
            if player.dm and not player.dm_closed:
                rows.append(NewOutbox(thread_key=f"dm:{user}", kind="dm", recipient=user, supersedes=True))
        return tuple(rows)


@dataclass(frozen=True, slots=True)
class _Change:
    """What a step writes."""

    actions: tuple[NewAction, ...]
    snapshot: str
    result: Result | None
    steps: tuple[Step, ...]


def _apply(table: LoadedMatch, seat: int, lines: Sequence[str | Action]) -> _Change:
    game = table.face.game
    draws = Draws(table.match.seed)
    state: Any = table.state
    text = ""
    actions = []
    steps = []
    for line in lines:
        action = game.parse(state, seat, line) if isinstance(line, str) else line
        key = next((c.key for c in game.choices(state) if c.seat == seat and c.kind not in ("draw", "resign")), "")
        step = game.apply(state, seat, action, draws)
        state = step.state
        text = snapshot(game, state)
        actions.append(
            NewAction(
                seat=seat,
                text=" ".join(action),
                state_hash=text_hash(text),
                choice_key=action[0] if action[0] in ("draw", "resign") else key,
                boundary=step.boundary,
                secret=step.secret,
            )
        )
        steps.append(step)
    return _Change(tuple(actions), text, game.result(state), tuple(steps))
