"""The open choices of a match, carrying actions out, and what follows them by itself (M9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from games.api import Action, Choice
from games.draws import Draws
from games.monsters_and_myths import attacks, catapults, defaults, grammar, verbs
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.grammar import MATCH
from games.monsters_and_myths.state import WINDOWS, State
from games.monsters_and_myths.verbs import ASIDE, WINDOW_KINDS
from games.verbs import Verb

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


def carry_out_rules(draft: State, seat: int, action: Action, events: Events, draws: Draws) -> None:
    """Carry a legal action of the rules out, with all that plays itself; for rule cases, which know no match."""
    following: tuple[int, Action] | None = (seat, action)
    while following is not None:
        seat, (verb, *tokens) = following
        verbs.VERBS[verb].perform(draft, seat, tokens, events, draws)
        following = forced(draft)


# In a match


def carry_out(
    draft: State, seat: int, action: Action, events: list[ev.Event], draws: Draws, follow: Next | None = None
) -> None:
    """Carry a legal action of a match out on a draft, with all that follows by itself.

    `follow` says what that is, by default `following` does.
    """
    verb, *tokens = action
    before = (draft.phase, draft.round)
    record = grammar.VERBS[verb]
    record.perform(draft, seat, tokens, events, draws)
    quiet = record.quiet or (verb == "fire" and draft.options.rulings > 1)
    moved = not quiet or (draft.phase, draft.round) != before
    if play_on(draft, events, draws, follow) or moved:
        draft.step += 1


def play_on(draft: State, events: list[ev.Event], draws: Draws, follow: Next | None = None) -> int:
    """Carry out what follows by itself and return how many actions that were."""
    number = 0
    while (due := (follow or following)(draft)) is not None:
        seat, (verb, *tokens) = due
        # A roll that follows by itself does not say anew how far to go on.
        record = verbs.VERBS.get(verb) or grammar.VERBS[verb]
        record.perform(draft, seat, tokens, events, draws)
        number += 1
    return number


def following(state: State) -> tuple[int, Action] | None:
    """Return the next action that nobody has to be asked for.

    It plays itself by the rules, or it is due for somebody who has given up, or the attacker rolls on as was said, or
    all have passed and the attacker has no other action.
    """
    return forced(state) or _for_who_left(state) or rolled_on(state) or _after_passes(state)


def _for_who_left(state: State) -> tuple[int, Action] | None:
    if state.phase in ("start", "over"):
        return None
    for seat in state.left:
        if is_waited_for(state, seat):
            return seat, defaults.default(state, seat)
    return None


def rolled_on(state: State) -> tuple[int, Action] | None:
    """Return the next roll of an attacker who has said how far to roll on, once nobody is asked before it."""
    goes_on = state.phase in ("ready", "exchange") and state.rolling is not None and not state.wait
    return (state.active, ("roll",)) if goes_on else None


def _after_passes(state: State) -> tuple[int, Action] | None:
    if state.options.free or state.phase not in WINDOWS or state.wait or catapults.can_fire(state, state.active):
        return None
    action = sole(state, state.active)
    return None if action is None else (state.active, action)


def unasked(state: State) -> tuple[int, Action] | None:
    """Return the next action of a match that nobody has to decide though the rules ask for it, with its seat.

    The cards are dealt. Before the target is known those who could fire pass, unless a wizard of somebody who has no
    part in it could be shot to open a target, or the card allows no attack, so that there is no later window.
    """
    if state.phase == "start":
        return 0, ("start",)
    if state.phase != "card" or not attacks.can_attack(state):
        return None
    seat = next((seat for seat in state.wait if not _may_open_a_target(state, seat)), None)
    return None if seat is None else (seat, ("pass",))


def _may_open_a_target(state: State, seat: int) -> bool:
    others = (what for other, what in enumerate(state.seats) if other not in (seat, state.active))
    return any(ranks.wizards for what in others for ranks in what.troops)


BEFORE, WITHIN = WINDOW_KINDS
_WINDOWS: Final = {"card": BEFORE, "ready": BEFORE, "exchange": WITHIN, "after": WITHIN}
"""The kind of a window by the phase in which it is open."""
_KINDS: Final = {"wizards": "wizard", "ready": "exchange"}
"""The kinds of the attacker's choices and of placing wizards, where they are not called as the phase."""
SEALED: Final = ("keep", "usual", "swap", "pass", "roll", "ahead", "halt")
"""What is told to nobody else: cards (M8), and how far a seat passes or rolls on (M9.1)."""
_NOT_FIRING: Final = tuple(verb for verb in MATCH.of_kind(ASIDE) if verb.name != "fire")


def choices(state: State) -> tuple[Choice, ...]:
    """Return all open choices; none when the match is over."""
    if state.phase == "over":
        return ()
    playing = state.playing()
    waited = [_waited(state, seat) for seat in playing if is_waited_for(state, seat)]
    able = [s for s in playing if any(verb.available(state, s) for verb in verbs_of(state, s, ASIDE))]
    aside = [Choice(seat, ASIDE, f"c{state.step}.{state.asides[seat]}", must=False) for seat in able]
    return (*waited, *aside)


def verbs_of(state: State, seat: int, kind: str) -> Sequence[Verb[State, Any]]:
    """Return the verbs in question in a choice of that kind; a seat in a window fires there and not aside."""
    return _NOT_FIRING if kind == ASIDE and seat in state.wait else MATCH.of_kind(kind)


def candidates(state: State, seat: int) -> Sequence[Verb[State, Any]]:
    """Return the verbs in question in all open choices of a seat."""
    if state.phase == "over" or seat in state.left:
        return ()
    aside = verbs_of(state, seat, ASIDE)
    return (*MATCH.of_kind(_kind(state, seat)), *aside) if is_waited_for(state, seat) else aside


def _kind(state: State, seat: int) -> str:
    """Return the kind of what a seat is waited for."""
    return _WINDOWS[state.phase] if seat in state.wait else _KINDS.get(state.phase, state.phase)


def is_waited_for(state: State, seat: int) -> bool:
    """Return True if the match waits for the seat."""
    if state.phase == "start":
        return True
    if state.phase == "lose":
        return state.owe[seat] > 0
    if state.phase == "keep":
        return bool(state.seats[seat].hand)
    if state.phase == "wizards":
        return seat == state.turn
    return seat in state.wait or verbs.decides(state, seat)


def _waited(state: State, seat: int) -> Choice:
    default = defaults.default(state, seat)
    aside = state.asides[seat]
    if state.phase == "start":
        return Choice(seat, "start", "start", default=default)
    if state.phase == "keep":
        return Choice(seat, "keep", f"keep{state.round}.{aside}", secret=True, default=default)
    if seat in state.wait:
        return Choice(seat, _kind(state, seat), f"w{state.step}.{aside}", default=default, window=True)
    if state.phase == "lose":
        return Choice(seat, "lose", f"l{state.step}", secret=_both_lose(state), default=default)
    return Choice(seat, _kind(state, seat), f"t{state.step}.{state.reopened}", default=default)


def is_secret(state: State, seat: int, action: Action) -> bool:
    """Return True if others may not read at once what the seat answers (M8), or how far it passes or rolls on (M9.1).

    A pass for one fight, or a single roll, is no exception: what is told of these alone would tell the others apart.
    """
    return action[0] in SEALED or (action[0] == "lose" and _both_lose(state))


def _both_lose(state: State) -> bool:
    return sum(map(bool, state.owe)) + sum(map(bool, state.given)) > 1
