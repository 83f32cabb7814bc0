"""From one state to the next: an action or an answer, what it leads to, and what is open after it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from games.api import Action, Result
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.run import Asked, Over, Run, eliminate, finish
from games.arena_of_heroes.setup import players, proceed
from games.arena_of_heroes.state import State
from games.arena_of_heroes.verbs import can_react, perform
from games.draws import Draws


class Played(NamedTuple):
    """What an action led to."""

    state: State
    events: tuple[ev.Event, ...]
    """What happened since the action before, also since the latest answer."""


def carry_out(state: State, seat: int, action: Action, draws: Draws, reason: str = "") -> Played:
    """Carry out a legal action; `reason` is why the match is over, should it end by it."""
    before, line = state.stable(), (*state.line, (seat, action))
    run = Run(before, draws, [words[1] for _, words in line[1:]])
    run.reason = reason
    after = run.state
    after.leaving = state.leaving
    try:
        perform(run, *line[0])
    except Asked as asked:
        after.base, after.line, after.question = before, line, asked.question
    except Over:
        pass
    after.step = state.step + 1
    after.held = _held(before, after, seat, run.events)
    after.since = _since(state, after, seat)
    return _without_leavers(Played(after, tuple(run.events[run.told :])), draws)


def _without_leavers(played: Played, draws: Draws) -> Played:
    """Let those who are leaving answer by default, and go when nothing is asked any more."""
    state, events = played
    if state.phase == "over" or not state.leaving:
        return played
    if state.question is not None:
        if (asked := state.question).seat not in state.leaving:
            return played
        more = carry_out(state, asked.seat, ("choose", asked.default), draws)
    else:
        seat, *others = state.leaving
        state = state.draft()
        state.leaving = tuple(others)
        more = carry_out(state, seat, ("leave",), draws) if state.heroes[seat].alive else Played(state, ())
        more = _without_leavers(more, draws)
    return Played(more.state, (*events, *more.events))


def leave(state: State, seat: int, reason: str, draws: Draws) -> Played:
    """Let a seat give up: at once, or as soon as the action that waits for an answer is over (A10.9)."""
    state = state.draft()
    state.gone = (*state.gone, seat)
    staying = [other for other in players(state) if other not in state.gone]
    if state.phase == "draft" or len(staying) == 1:
        return _leave_now(state, seat, staying, reason, draws)
    if state.question is None:
        return carry_out(state, seat, ("leave",), draws, reason)
    assert state.base is not None
    state.base = state.base.draft()
    state.base.gone = state.gone
    state.leaving = (*state.leaving, seat)
    return _without_leavers(Played(state, ()), draws)


def _leave_now(state: State, seat: int, staying: list[int], reason: str, draws: Draws) -> Played:
    """Let a seat leave before the first turn, or when only one other stays."""
    run = Run(state, draws)
    after = run.state
    after.base, after.line, after.question = None, (), None
    after.step += 1
    with suppress(Over):
        run.reason = reason
        if run.hero(seat).alive:
            eliminate(run, [seat])
        else:
            after.out = (*after.out, (seat,))
        if len(staying) == 1:
            finish(run, staying, reason)
        proceed(run)
    after.since = _since(state, after, seat)
    return Played(after, tuple(run.events))


def conclude(state: State, result: Result) -> Played:
    """End the match as the players have agreed."""
    run = Run(state, Draws(b""))
    after = run.state
    after.base, after.line, after.question = None, (), None
    after.step += 1
    after.out = (*after.out, *reversed(result.ranking[1:]))
    with suppress(Over):
        finish(run, result.ranking[0], result.reason)
    return Played(after, tuple(run.events))


def _held(before: State, after: State, seat: int, events: list[ev.Event]) -> tuple[tuple[int, int], ...]:
    """Return the seats that the active player's next attack waits for, once something was revealed or lost (A7)."""
    if not after.hold or after.phase != "turn" or after.question is not None or after.turns != before.turns:
        return ()
    lost = any(now.stamina < then.stamina for then, now in zip(before.heroes, after.heroes, strict=True))
    news = lost or any(isinstance(event, ev.Revealed) for event in events)
    since = {held: step for held, step in before.held if held != seat}
    able = [other for other in after.living() if other not in (after.turn, seat) and can_react(after, other)]
    return tuple(
        (other, since.get(other, after.step)) for other in able if other in since or (news and not after.passes[other])
    )


def let_pass(state: State, seat: int, scope: str) -> Played:
    """Let the next attack go on for a seat: ``once``, for this ``turn`` or ``always`` (A7)."""
    after = state.draft()
    after.step += 1
    after.held = tuple(held for held in state.held if held[0] != seat)
    if scope != "once":
        after.passes = (*state.passes[:seat], scope, *state.passes[seat + 1 :])
    after.since = _since(state, after, seat)
    return Played(after, (ev.Passed(seat, scope),))


def kind_of(state: State, seat: int) -> str:
    """Return the kind of a seat's choice besides questions and holds; empty without one."""
    if state.phase == "over" or state.question is not None:
        return ""
    if state.phase == "draft":
        return "pick" if state.turn == seat else ""
    if state.turn == seat:
        return "turn"
    return "ability" if can_react(state, seat) else ""


def _since(before: State, after: State, actor: int) -> tuple[int, ...]:
    """Return for each seat since which step its choice stands: from before, unless it has acted or was closed."""
    return tuple(
        old
        if seat != actor and after.turns == before.turns and kind_of(before, seat) == kind_of(after, seat) != ""
        else after.step
        for seat, old in enumerate(before.since)
    )
