"""What a player's action, agreement or undo makes of a match: worked out before anything is written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_EFFECT, Refusal, Stale
from bot.matches.work import Change, Work, carry_on
from games import agreements
from games.api import Action, Choice, GameError
from games.errands import Errand
from games.history import Entry
from games.messages import Message
from games.record import RESULT
from storage import StoredAction

BACK_AND_FORTH: Final = 100
"""How often somebody may take back, offer and withdraw in a row, so that a history has an end: nobody who tries out
what a turn could look like comes near it, and whoever does ties up neither memory nor the others' patience."""
ASKED_ALREADY: Final = {
    (agreements.DRAW, "offer"): Message(
        "You have offered a draw already. You can offer one again after the next move that cannot be undone."
    ),
    (agreements.TAKEBACK, "ask"): Message(
        "You have asked for a takeback already. You can ask again after the next move that cannot be undone."
    ),
}
"""What asks all others for an answer, and what is said to whoever asks for it once more before anything has moved."""
EARLIER: Final = {
    agreements.DRAW: Message("That button was for an earlier draw offer; this is how things stand now."),
    agreements.TAKEBACK: Message("That button was for an earlier takeback request; this is how things stand now."),
}
"""What is said to whoever answers what was offered or asked for earlier, and stands no longer."""


def open_choices(match: LoadedMatch, change: Change) -> tuple[Choice, ...] | None:
    """Return the open choices after a change; `None` for one that leaves the position as it is."""
    if change.position is None or change.choices is not None:
        return change.choices
    return match.face.game.choices(change.position.state)


def acted(match: LoadedMatch, user_id: int, actions: Sequence[Action], key: str | None) -> Change:
    """Carry out actions of the game, one after the other, given by their tokens. Raises `Refusal`.

    What cannot be undone stays, even if the next action is refused. The refusal depends on what was drawn or rolled: if
    it dropped the first action, too, players could look at their draws before deciding.
    """
    seat = _seat(match, user_id, key)
    work = Work(match)
    for action in actions:
        try:
            work.act(seat, action)
        except GameError as refused:
            if any(done.step is not None and done.step.boundary for done in work.replayed):
                break
            raise Refusal.of(refused, action) from refused
    return replace(_finished(work, seat), player=user_id)


def set_up(match: LoadedMatch, user_id: int, *, newcomer: bool) -> Change:
    """Do what a quick start does next for a player, who may be new to the game.

    Raises `Refusal`, and `Stale` where nothing of the set-up is asked of them.
    """
    asked = match.quick_start(match.must_play(user_id), newcomer=newcomer)
    if asked is None:
        raise Stale(Message("That has been decided already; this is how things stand now."))
    choice, action = asked
    return acted(match, user_id, [action], match.key_of(choice))


def meant(match: LoadedMatch, user_id: int, actions: Sequence[Action], key: str | None) -> Change:
    """Carry out the first of several actions, and of the others as many as are legal still. Raises `Refusal`."""
    seat = _seat(match, user_id, key)
    work = Work(match)
    for action in actions:
        try:
            work.act(seat, action)
        except GameError as refused:
            if work.actions:
                break
            raise Refusal.of(refused) from refused
        if not any(choice.seat == seat for choice in work.choices):
            break
    return replace(_finished(work, seat), player=user_id)


def carried_on(match: LoadedMatch, user_id: int, errand: Errand, key: str | None) -> Change:
    """Carry several actions out that were given in one go, as far as they go. Raises `Refusal`."""
    seat = _seat(match, user_id, key)
    work = Work(match)
    try:
        for _ in carry_on(work, seat, errand):
            pass
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return replace(_finished(work, seat), player=user_id)


def reacted(match: LoadedMatch, user_id: int) -> Change:
    """Let extensions act upon how things stand, by what a player has told them just now. Raises `Refusal`."""
    work = Work(match)
    work.instructed = _seat(match, user_id, None)
    return _finished(work, work.instructed)


def typed(match: LoadedMatch, user_id: int, words: Action) -> Change:
    """Carry out an action of the game as somebody typed it. Raises `Refusal`."""
    seat = _seat(match, user_id, None)
    try:
        action = match.face.game.read(match.state, seat, words)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return acted(match, user_id, [action], None)


def agreed(
    match: LoadedMatch, user_id: int, tokens: Action, key: str | None = None, answered: int | None = None
) -> Change:
    """Carry out what a player says about the match itself. Raises `Refusal`.

    `answered` is the number of the entry that it answers (`LoadedMatch.asked_in`), `None` for whatever stands now;
    raises `Stale` where that one stands no longer.
    """
    seat = _seat(match, user_id, key)
    if answered is not None and tokens[0] in EARLIER and answered != match.asked_in(tokens[0]):
        raise Stale(EARLIER[tokens[0]])
    # A computer only answers: people ask it, and together they can do so more often than one of them.
    if tokens != (agreements.RESIGN,) and not computers.is_computer(user_id):
        _must_not_go_back_and_forth(match, seat)
    _must_not_ask_twice(match, seat, tokens)
    work = Work(match)
    try:
        # Only verbs of players: the others are noted by whoever keeps the match.
        agreements.next_field(match.face.game, match.position, seat, tokens)
        work.add(Entry("agreement", seat, " ".join(tokens)), tokens[0] if tokens else "")
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return _finished(work, seat)


def noted(match: LoadedMatch, seen: LoadedMatch, seat: int, verb: str) -> Change:
    """Enter what is noted by whoever keeps the match: a timeout, or that it was abandoned.

    That was decided on the match as it was `seen`. Raises `Refusal`, and `Stale` where something was entered since, the
    seat's clock is another, or the match does not wait for the seat: whoever has moved has time again.
    """
    if match.match.status != "running":
        raise Stale(Message("The match is over."))
    since = match.newest != seen.newest or match.clock(seat) != seen.clock(seat)
    if since or (verb == agreements.TIMEOUT and not any(c.must and c.seat == seat for c in match.choices)):
        raise Stale(Message("The match is no longer waiting for that player."))
    work = Work(match)
    try:
        work.add(Entry("agreement", seat, verb), verb)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    return _finished(work)


def undone(match: LoadedMatch, user_id: int, key: str | None) -> Change:
    """Take back the last action of one's own turn, never across a boundary. Raises `Refusal`."""
    seat = _seat(match, user_id, key)
    _must_not_go_back_and_forth(match, seat)
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
    return _finished(work, seat)


def _must_not_ask_twice(match: LoadedMatch, seat: int, tokens: Action) -> None:
    """Raise `Refusal` where a seat has asked for the same already: everybody else is pinged once for each position.

    What it has played since and could undo is no other position: undone and played again, it would be one each time.
    """
    if tokens not in ASKED_ALREADY:
        return
    for entry in reversed(match.entries):
        if _stays(match, seat, entry):
            return
        if entry.kind == "agreement" and match.past.entry(entry.seq).takes_back:
            return
        if entry.kind == "agreement" and entry.text.partition(" ")[0] not in (agreements.DRAW, agreements.TAKEBACK):
            return  # somebody has left, or somebody else plays: what was offered before has lapsed
        if entry.seat == seat and entry.text == " ".join(tokens):
            raise Refusal(ASKED_ALREADY[tokens])


def _must_not_go_back_and_forth(match: LoadedMatch, seat: int) -> None:
    """Raise `Refusal` where a seat has taken back, offered and withdrawn often enough, and nobody anything else."""
    count = 0
    for entry in reversed(match.entries):
        if _stays(match, seat, entry):
            return
        count += entry.seat == seat and entry.kind != "action"
        if count >= BACK_AND_FORTH:
            raise Refusal(
                Message("That is enough going back and forth. Play something that stays, then you can take back again.")
            )


def _stays(match: LoadedMatch, seat: int, entry: StoredAction) -> bool:
    """Return True for an action that counts and that the seat cannot undo by itself."""
    return entry.kind == "action" and match.past.counts(entry.seq) and (entry.seat != seat or entry.boundary)


def _seat(match: LoadedMatch, user_id: int, key: str | None) -> int:
    """Return the seat of the user who acts. Raises `Refusal`, and `Stale` when the choice `key` is gone."""
    seat = match.must_play(user_id)
    if key is not None and not match.asks(seat, key):
        raise Stale(Message("That has been decided already; this is how things stand now."))
    return seat


def _finished(work: Work, by: int | None = None) -> Change:
    """Return all that was worked out, done by the player of seat `by`, or by nobody who plays.

    What extensions add belongs to it. Raises `Stale` for nothing.
    """
    work.react()
    for extension in work.match.prepared:
        extension.finish(work, by)
    if not work.actions:
        raise Stale(NO_EFFECT)
    match, result = work.match, work.game.result(work.position.state)
    over = result is not None
    return Change(
        tuple(work.actions),
        tuple(work.replayed),
        work.position,
        work.text,
        work.actions[-1].state_hash,
        choices=() if over else work.choices,
        status="over" if over else None,
        result=json.dumps(RESULT.dump(result)) if result is not None else None,
        keep_open=not over,
        commit=work.commit,
        by=by,
        told=tuple(match.users()),
    )
