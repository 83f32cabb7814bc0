"""Working out a step: entries that are added to a match's history one after the other, before anything is written."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from bot.matches.loaded import LoadedMatch
from games import agreements, history
from games.agreements import Position
from games.api import Action, Choice, Game, GameError, Ready
from games.draws import Draws
from games.history import Entry, Replayed
from games.record import canonical
from games.standing import Standing, standing_of
from storage import Former, MatchStatus, NewAction, NewOutbox, Seat, SeatClock

FOLLOWED: Final = 50
"""How many actions instructions make in one step at most; a game whose instructions come to an end needs far fewer."""
Planned = tuple[int, str, str | None]
"""A plan that is made, cancelled (without lines) or has an outcome now: whose, the lines, the outcome as text."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written. What is `None` stays as it is."""

    actions: tuple[NewAction, ...] = ()
    replayed: tuple[Replayed, ...] = ()
    """What the actions led to, one for each."""
    position: Position | None = None
    snapshot: str | None = None
    """The text of the position."""
    state_hash: str | None = None
    """The hash of that text."""
    choices: tuple[Choice, ...] | None = None
    """What is open then."""
    status: MatchStatus | None = None
    result: str | None = None
    seats: tuple[Seat, ...] | None = None
    parts: str | None = None
    """What the players have added to the seed, as JSON."""
    keep_open: bool | None = None
    """Whether the thread has to be kept from archiving from now on."""
    clocks: tuple[SeatClock, ...] = ()
    """Clocks that are set by hand; what follows for the others is worked out when it is written."""
    followed: tuple[tuple[int, int], ...] = ()
    """Which of the actions instructions have made, by their places among them: and whose."""
    plans: tuple[Planned, ...] = ()
    """Plans that are made, cancelled or have an outcome now."""
    quiet: bool = False
    """Nobody else may notice: nothing is told, and the match does not count as changed just now."""
    former: Former | None = None
    """Who has handed a seat over with the first of the actions."""
    posts: tuple[NewOutbox, ...] = ()
    """What is to be told besides, before everything else."""
    player: int | None = None
    """The user who has played an action of the game."""
    told: tuple[int, ...] = ()
    """The users who are told by direct message, if they want that; what is public is always brought up to date."""


def snapshot(game: Game[Any], position: Position) -> str:
    """Return the JSON text of a position; equal positions give equal texts."""
    return canonical(agreements.dump(game, position))


def text_hash(text: str) -> str:
    """Return the hash of a position's JSON text."""
    return hashlib.sha256(text.encode()).hexdigest()


class Work:
    """Entries that are added to a match's history, one after the other. Nothing is written by it."""

    def __init__(self, match: LoadedMatch) -> None:
        self.match = match
        self.game: Game[Any] = match.face.game
        self.position = match.position
        self.text = ""
        self.actions: list[NewAction] = []
        self.replayed: list[Replayed] = []
        self.followed: list[tuple[int, int]] = []
        """Which of the actions instructions have made, by their places among them: and whose."""
        self._choices: tuple[Choice, ...] | None = match.choices

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what is open after what was added so far."""
        if self._choices is None:
            self._choices = self.game.choices(self.position.state)
        return self._choices

    @property
    def goes_back(self) -> bool:
        """Return whether something was taken back: then nothing is done by itself."""
        return any(done.takes_back for done in self.replayed)

    def act(self, seat: int, action: Action) -> None:
        """Carry out an action of the game, given by its tokens. Raises `GameError`."""
        mine = [choice for choice in self.choices if choice.seat == seat]
        fitting = mine if len(mine) == 1 else (c for c in mine if fits(self.game, self.position.state, c, action))
        self.add(Entry("action", seat, " ".join(action)), next((choice.key for choice in fitting), ""))

    def add(self, entry: Entry, key: str, undoes: int | None = None) -> None:
        """Carry an entry out; `key` is that of the choice which it answers. Raises `GameError`."""
        match = self.match
        # Of an action nothing depends on what stands before it; so it can be done where the history is not legal.
        standing = history.standing(self.replayed, match.past.standing) if entry.kind != "action" else ()
        number = len(match.entries) + len(self.replayed) + 1
        draws = Draws(match.seed)
        done = history.proceed(self.game, match.formation, self.position, standing, number, entry, draws)
        self.position, self._choices = done.after, None
        self.text = snapshot(self.game, done.after)
        self.replayed.append(done)
        self.actions.append(
            NewAction(
                seat=entry.seat,
                text=entry.text,
                state_hash=text_hash(self.text),
                choice_key=key,
                kind=entry.kind,
                boundary=done.step is not None and done.step.boundary,
                secret=done.step is not None and done.step.secret,
                undoes=undoes,
            )
        )

    def follow(self) -> None:
        """Let the seats do what they have been instructed to do by now, until none has anything more to do."""
        rules = standing_of(self.game)
        if rules is None or not self.match.instructions or self.goes_back:
            return
        while len(self.followed) < FOLLOWED and self._follow_one(rules):
            pass

    def _follow_one(self, rules: Standing[Any]) -> bool:
        """Carry out the first action that an instruction asks for; return whether there was one."""
        game, state, seats = self.game, self.position.state, self.match.formation.seats
        if game.result(state) is not None or not self.actions:
            return False
        last = self.actions[-1].seat
        for seat in (*range(last, seats), *range(last)):
            given, user = self.match.instructions.get(seat), self.match.user_of(seat)
            if not given or user is None:
                continue
            action = rules.follow(game.view(state, seat), seat, given)
            if action is None:
                continue
            choice = next((c for c in self.choices if c.seat == seat and fits(game, state, c, action)), None)
            if choice is None:
                continue
            self.add(Entry("action", seat, " ".join(action)), choice.key)
            self.followed.append((len(self.actions) - 1, user))
            return True
        return False


def fits(game: Game[Any], state: Any, choice: Choice, action: Action) -> bool:
    """Return whether a whole action is legal in an open choice."""
    try:
        field = game.options(state, choice.seat, choice.key, action)
        return isinstance(field, Ready) or field.least == 0
    except GameError:
        return False
