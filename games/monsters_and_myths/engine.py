"""Carrying actions out, and what follows them by itself: by the rules, and in a match (M9)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from games.api import Action
from games.monsters_and_myths import catapults, choosing, defaults, grammar, verbs
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.luck import Luck
from games.monsters_and_myths.state import WINDOWS, State

Next = Callable[[State], tuple[int, Action] | None]


def sole(state: State, seat: int) -> Action | None:
    """Return the one legal action of a seat that has no other."""
    actions = list(islice(verbs.legal(state, seat), 2))
    return actions[0] if len(actions) == 1 else None


def forced(state: State) -> tuple[int, Action] | None:
    """Return the next action that plays itself: nobody may fire, and a seat that is waited for has no other (M9.1)."""
    if state.phase in ("over", "start") or catapults.anybody_can_fire(state):
        return None
    for seat in range(len(state.seats)):
        action = sole(state, seat)
        if action is not None:
            return seat, action
    return None


def carry_out_rules(draft: State, seat: int, action: Action, events: Events, luck: Luck) -> None:
    """Carry a legal action of the rules out, with all that plays itself; for rule cases, which know no match."""
    following: tuple[int, Action] | None = (seat, action)
    while following is not None:
        seat, (verb, *tokens) = following
        verbs.VERBS[verb].perform(draft, seat, tokens, events, luck)
        following = forced(draft)


# In a match


def carry_out(
    draft: State, seat: int, action: Action, events: list[ev.Event], luck: Luck, follow: Next | None = None
) -> None:
    """Carry a legal action of a match out on a draft, with all that follows by itself.

    `follow` says what that is, by default `following` does.
    """
    verb, *tokens = action
    before = (draft.phase, draft.round)
    known = grammar.VERBS[verb]
    known.perform(draft, seat, tokens, events, luck)
    moved = not known.quiet or (draft.phase, draft.round) != before
    if play_on(draft, events, luck, follow) or moved:
        draft.step += 1


def play_on(draft: State, events: list[ev.Event], luck: Luck, follow: Next | None = None) -> int:
    """Carry out what follows by itself and return how many actions that were."""
    number = 0
    while (found := (follow or following)(draft)) is not None:
        seat, (verb, *tokens) = found
        # A roll that follows by itself does not say anew how far to go on.
        known = verbs.VERBS.get(verb) or grammar.VERBS[verb]
        known.perform(draft, seat, tokens, events, luck)
        number += 1
    return number


def following(state: State) -> tuple[int, Action] | None:
    """Return the next action that nobody has to be asked for.

    It plays itself by the rules, or it is due for somebody who has given up, or the attacker rolls on as was said, or
    all have passed and the attacker has no other action.
    """
    return forced(state) or _for_who_left(state) or _rolled_on(state) or _after_passes(state)


def _for_who_left(state: State) -> tuple[int, Action] | None:
    if state.phase in ("start", "over"):
        return None
    for seat in state.left:
        if choosing.is_waited_for(state, seat):
            return seat, defaults.default(state, seat)
    return None


def _rolled_on(state: State) -> tuple[int, Action] | None:
    goes_on = state.phase in ("ready", "exchange") and state.rolling is not None and not state.wait
    return (state.active, ("roll",)) if goes_on else None


def _after_passes(state: State) -> tuple[int, Action] | None:
    if state.options.free or state.phase not in WINDOWS or state.wait or catapults.can_fire(state, state.active):
        return None
    action = sole(state, state.active)
    return None if action is None else (state.active, action)
