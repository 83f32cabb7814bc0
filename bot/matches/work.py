"""Working out a step: entries that are added to a match's history one after the other, before anything is written."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.clocks.seat_clocks import Timing
from bot.matches.loaded import LoadedMatch
from games import agreements, history, standing
from games.agreements import Position
from games.api import Action, Choice, Game, GameError, Ready
from games.draws import Draws
from games.errands import MOST, Errand, errands_of
from games.history import Entry, Replayed
from games.record import canonical
from storage import Former, MatchStatus, NewAction, NewJob, Seat, SeatClock


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
    commit: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `storage.Commit` that extensions fill."""
    by: int | None = None
    """The seat that has made the step; `None` where no player has."""
    quiet: bool = False
    """Nobody else may notice: nothing is told, and the match does not count as changed just now."""
    former: Former | None = None
    """Who has handed a seat over with the first of the actions."""
    posts: tuple[NewJob, ...] = ()
    """What is to be told besides, before everything else."""
    posts_after: tuple[NewJob, ...] = ()
    """What is to be told after everything else."""
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
        self.commit: dict[str, Any] = {}
        """Fields of `storage.Commit` that extensions fill."""
        self.instructed: int | None = None
        """The seat whose player has just said what is to be done by itself."""
        self._choices: tuple[Choice, ...] | None = match.choices

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices that are open after the entries added so far."""
        if self._choices is None:
            self._choices = self.game.choices(self.position.state)
        return self._choices

    @property
    def goes_back(self) -> bool:
        """Return True if something was taken back: then nothing is done by itself."""
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
        earlier: Sequence[Replayed] = ()
        if entry.kind != "action":
            earlier = history.revocable(self.replayed, match.past.revocable)
            earlier = history.since_leaving(self.game, earlier)
        number = len(match.entries) + len(self.replayed) + 1
        draws = Draws(match.seed)
        done = history.proceed(self.game, match.formation, self.position, earlier, number, entry, draws)
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

    def react(self) -> None:
        """Let extensions act upon what was done so far, then do what nobody has to decide, until nothing is left.

        Called after every step, and between those of an extension.
        """
        while True:
            for extension in self.match.prepared:
                extension.react(self)
            due = None if self.goes_back else standing.unasked(self.game, self.position.state)
            if due is None:
                return
            self.act(*due)


def carry_on(work: Work, seat: int, errand: Errand) -> Iterator[int]:
    """Carry an errand out, action by action; yield the number of each entry. Raises `GameError`.

    What others do by themselves comes between. Nothing is done for what is no errand of the game, or does not fit now.
    """
    errands = errands_of(work.game)
    if errands is None or not errands.known(errand):
        return
    begun = work.game.view(work.position.state, seat)
    for _ in range(MOST):
        action = errands.following(begun, work.game.view(work.position.state, seat), seat, errand)
        if action is None:
            return
        work.act(seat, action)
        yield len(work.match.entries) + len(work.actions)
        work.react()


class Extension:
    """What a feature adds to the steps of matches (`Matches.extensions`); each method has a default.

    What `prepare` has returned stands in `LoadedMatch.prepared` for as long as the step is worked out.
    """

    async def prepare(self, match: LoadedMatch) -> object:
        """Read the facts that the feature needs while a step is worked out: that itself reads nothing."""
        return None

    def react(self, work: Work) -> None:
        """Add entries that follow at once from what was done so far."""

    def finish(self, work: Work, by: int | None) -> None:
        """Add entries that end a step of seat `by`."""

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Return a change, just before it is written, with what else is to be stored or told."""
        return change

    def written(self, change: Change) -> None:
        """Drop from memory what a change has made old; called after each attempt to write it, successful or not."""

    def begun(
        self, match: LoadedMatch, change: Change, timing: Timing, clocks: Collection[SeatClock]
    ) -> Collection[NewJob]:
        """Return what is to be told of the clocks that begin to run with a change, of seats as they are after it."""
        return ()

    def late(self, match: LoadedMatch, change: Change, clock: SeatClock) -> Collection[NewJob]:
        """Return what is to be told of a clock that was over, about which the others decide from this change on."""
        return ()


def fits(game: Game[Any], state: Any, choice: Choice, action: Action) -> bool:
    """Return True if a whole action is legal in an open choice."""
    try:
        field = game.next_field(state, choice.seat, choice.key, action)
        return isinstance(field, Ready) or field.least == 0
    except GameError:
        return False
