"""What a player's action, agreement or undo makes of a match: worked out before anything is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.matches import offers
from bot.matches.belonging import key_of, open_key_of
from bot.matches.carrying import carry_out
from bot.matches.loaded import LoadedMatch
from bot.matches.plans import LINES, Outcome, Planned
from bot.matches.refusals import Refusal, Stale
from games import agreements, history
from games.agreements import Position
from games.api import Action, Choice, Game, GameError
from games.draws import Draws
from games.history import Entry, Replayed
from games.messages import Message
from games.record import canonical, dump_result
from games.standing import Standing, is_turn, standing_of
from storage import Former, MatchStatus, NewAction, NewOutbox, Seat, SeatClock

BACK_AND_FORTH: Final = 100
"""How often somebody may take back, offer and withdraw in a row, so that a history has an end: nobody who tries out
what a turn could look like comes near it, and whoever does ties up neither memory nor the others' patience."""
FOLLOWED: Final = 50
"""How many actions instructions make in one step at most; a game whose instructions come to an end needs far fewer."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written. What is `None` stays as it is."""

    actions: tuple[NewAction, ...] = ()
    replayed: tuple[Replayed, ...] = ()
    """What the actions led to, one for each."""
    position: Position | None = None
    snapshot: str | None = None
    """The text of the position."""
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
    """The JSON text of a position; equal positions give equal texts."""
    return canonical(agreements.dump(game, position))


def text_hash(text: str) -> str:
    """The hash of a position's JSON text."""
    return hashlib.sha256(text.encode()).hexdigest()


def open_choices(match: LoadedMatch, change: Change) -> tuple[Choice, ...] | None:
    """What is open after a change; `None` for one that leaves the position as it is."""
    if change.position is None:
        return None
    game = match.face.game
    return () if change.status == "over" else game.choices(change.position.state)


def acted(match: LoadedMatch, user_id: int, typed: Sequence[Action], key: str | None) -> Change:
    """Carry out actions of the game, one after the other. Raises `Refusal`."""
    seat = _seat(match, user_id, key)
    work = Work(match)
    try:
        for tokens in typed:
            action = match.face.game.read(work.position.state, seat, tokens)
            work.act(seat, action)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return replace(work.change(seat), player=user_id)


def agreed(match: LoadedMatch, user_id: int, tokens: Action, key: str | None) -> Change:
    """Carry out what a player says about the match itself. Raises `Refusal`."""
    seat = _seat(match, user_id, key)
    if tokens != (agreements.RESIGN,):
        _must_get_on(match, seat)
    work = Work(match)
    try:
        # Only verbs of players: the others are noted by whoever keeps the match.
        agreements.options(match.face.game, match.position, seat, tokens)
        work.add(Entry("agreement", seat, " ".join(tokens)), tokens[0] if tokens else "")
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return work.change(seat)


def noted(match: LoadedMatch, seat: int, verb: str) -> Change:
    """Enter what is noted by whoever keeps the match: a timeout, another player, that it was abandoned.

    Raises `Refusal`, and `Stale` where the match does not wait for the seat any more.
    """
    if match.match.status != "running":
        raise Stale(Message("The match is over."))
    if verb == agreements.TIMEOUT and not any(c.must and c.seat == seat for c in match.choices()):
        raise Stale(Message("The match does not wait for that player any more."))
    work = Work(match)
    try:
        work.add(Entry("agreement", seat, verb), verb)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return work.change()


def planned(match: LoadedMatch, user_id: int, typed: Sequence[str]) -> Change:
    """Keep actions for the user's next turn, one a line, in place of those before; none cancel them. Raises `Refusal`.

    Only their form can be checked now: whether they are legal shows when the turn comes.
    """
    seat, game = match.must_play(user_id), match.face.game
    if seat not in game.playing(match.state):
        raise Refusal(Message("You are out of this match."))
    if typed and any(choice.seat == seat and is_turn(game, choice) for choice in match.choices()):
        raise Refusal(Message("It is your turn: play it instead of planning it."))
    if len(typed) > LINES:
        raise Refusal(Message("A plan has at most {count} actions.", count=LINES))
    try:
        for line in typed:
            game.read(match.state, seat, tuple(line.split()))
    except GameError as refused:
        raise Refusal.of(refused) from refused
    if any(history.kind_of(line) != "action" for line in typed):
        raise Refusal(Message("Only actions of the game can be planned."))
    return Change(plans=((user_id, "\n".join(typed), None),), quiet=True)


def undone(match: LoadedMatch, user_id: int, key: str | None) -> Change:
    """Take back the last action of one's own turn, never across a boundary. Raises `Refusal`."""
    seat = _seat(match, user_id, key)
    _must_get_on(match, seat)
    last = match.undoable(seat)
    if last is None:
        raise Refusal(
            Message(
                "There is nothing for you to undo. You can undo your own last actions of this turn, unless something "
                "was drawn, fought or chosen since."
            )
        )
    work = Work(match)
    work.add(Entry("undo", seat), "", undoes=last.number)
    return work.change(seat)


def _must_get_on(match: LoadedMatch, seat: int) -> None:
    """Raise `Refusal` where a seat has taken back, offered and withdrawn often enough, and nobody anything else."""
    count = 0
    for entry in reversed(match.entries):
        if entry.seat != seat or entry.boundary:
            return
        count += entry.kind != "action"
        if count >= BACK_AND_FORTH:
            raise Refusal(
                Message("That is enough going back and forth. Play something that stays, then you can take back again.")
            )


def _seat(match: LoadedMatch, user_id: int, key: str | None) -> int:
    """The seat of the user who acts. Raises `Refusal`, and `Stale` when the choice `key` is gone."""
    seat = match.must_play(user_id)
    if key is not None and all(c.key != key for c in match.choices() if c.seat == seat):
        raise Stale(Message("That has been decided already; this is how things stand now."))
    return seat


class Work:
    """Entries that are added to a match's history, one after the other. Nothing is written by it."""

    def __init__(self, match: LoadedMatch) -> None:
        self.match = match
        self.position = match.position
        self.text = ""
        self.actions: list[NewAction] = []
        self.replayed: list[Replayed] = []
        self.followed: list[tuple[int, int]] = []

    def follow(self) -> None:
        """Let the seats do what they have been instructed to do by now, until none has anything more to do."""
        rules = standing_of(self.match.face.game)
        if rules is None or not self.match.instructions or self._goes_back():
            return
        while len(self.followed) < FOLLOWED and self._follow_one(rules):
            pass

    def _goes_back(self) -> bool:
        """Whether something was taken back: then nothing is done by itself."""
        return any(done.takes_back for done in self.replayed)

    def _planned(self, outcomes: Mapping[int, Outcome], *, over: bool) -> tuple[Planned, ...]:
        """The plans that have an outcome now, and those that are void because the match is over."""
        found: list[Planned] = []
        for seat, lines in self.match.plans.items():
            user = self.match.user_of(seat)
            if user is not None and seat in outcomes:
                found.append((user, "\n".join(lines), outcomes[seat].text()))
            elif user is not None and over:
                found.append((user, "", None))
        return tuple(found)

    def _follow_one(self, rules: Standing[Any]) -> bool:
        """Carry out the first action that an instruction asks for; whether there was one."""
        game, state, seats = self.match.face.game, self.position.state, self.match.formation.seats
        if game.result(state) is not None or not self.actions:
            return False
        last = self.actions[-1].seat
        for seat in (*range(last, seats), *range(last)):
            given, user = self.match.instructions.get(seat), self.match.user_of(seat)
            if not given or user is None:
                continue
            action = rules.follow(game.view(state, seat), seat, given)
            key = None if action is None else open_key_of(game, state, seat, action)
            if action is None or key is None:
                continue
            self.add(Entry("action", seat, " ".join(action)), key)
            self.followed.append((len(self.actions) - 1, user))
            return True
        return False

    def act(self, seat: int, action: Action) -> None:
        """Carry out an action of the game. Raises `GameError`."""
        key = key_of(self.match.face.game, self.position.state, seat, action)
        self.add(Entry("action", seat, " ".join(action)), key)

    def add(self, entry: Entry, key: str, undoes: int | None = None) -> None:
        """Carry an entry out. Raises `GameError`."""
        match, game = self.match, self.match.face.game
        # Of an action nothing depends on what stands before it; so it can be done where the history is not legal.
        standing = history.standing(self.replayed, match.past.standing) if entry.kind != "action" else ()
        number = len(match.entries) + len(self.replayed) + 1
        draws = Draws(match.seed)
        done = history.proceed(game, match.formation, self.position, standing, number, entry, draws)
        self.position = done.after
        self.text = snapshot(game, done.after)
        self.replayed.append(done)
        self.actions.append(_stored(done, text_hash(self.text), key, undoes))

    def change(self, by: int | None = None) -> Change:
        """All of it, done by the player of seat `by`, or by nobody who plays. Raises `Refusal` for nothing."""
        self.follow()
        outcomes = carry_out(self, by) if not self._goes_back() else {}
        if not self.actions:
            raise Stale(Message("That button no longer stands for anything; this is how things stand now."))
        result = self.match.face.game.result(self.position.state)
        over = result is not None
        return Change(
            tuple(self.actions),
            tuple(self.replayed),
            self.position,
            self.text,
            status="over" if over else None,
            result=json.dumps(dump_result(result)) if over else None,
            seats=offers.after(self.match.match.seats, by, over=over),
            keep_open=not over,
            followed=tuple(self.followed),
            plans=self._planned(outcomes, over=over),
            told=tuple(self.match.users()),
        )


def _stored(done: Replayed, state_hash: str, key: str, undoes: int | None) -> NewAction:
    return NewAction(
        seat=done.entry.seat,
        text=done.entry.text,
        state_hash=state_hash,
        choice_key=key,
        kind=done.entry.kind,
        boundary=done.step is not None and done.step.boundary,
        secret=done.step is not None and done.step.secret,
        undoes=undoes,
    )
