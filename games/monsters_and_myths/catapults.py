"""Catapults: whom they can hit, when they may fire, who is waited for, and passing and taking it back (M6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.draws import Draws
from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import (
    CATAPULT,
    CREATURES,
    LETTERS,
    NATIONS,
    NONE,
    WIZARD,
    Troops,
    changed,
    ordered,
    size,
    with_ranks,
)
from games.monsters_and_myths.dice import CATAPULT_DIE
from games.monsters_and_myths.state import SCOPES, WINDOWS, State
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS

HIT: Final = 4
"""The lowest face that takes the card (M6.1)."""

Events = list[ev.Event]


def targets(state: State, seat: int) -> Iterator[str]:
    """Yield everything that a catapult of that seat may be aimed at (M6.2), in the words of actions."""
    for other, what in enumerate(state.seats):
        if other == seat:
            continue
        letter = SEATS[other]
        home = state.home(other)
        for nation in NATIONS:
            ranks = home[nation.index]
            if what.troops[nation.index].wizards:
                yield f"{letter}.{nation.letter}{WIZARD}"
            else:
                yield from (f"{letter}.{code}" for code, n in zip(nation.codes, ranks[:3], strict=True) if n)
        if other == state.active:
            yield from (f"{letter}.{code}.{FORCE}" for code in _kinds(state.force))
            yield from (f"{letter}.{code}.{FLIPPED}" for code in _kinds(state.flipped))


def _kinds(troops: Troops) -> list[str]:
    if troops is NONE:
        return []
    return [code for code, (nation, symbol) in CREATURES.items() if troops[nation][symbol]]


def can_fire(state: State, seat: int) -> bool:
    """Return whether the seat has a catapult that it may fire now (M6.3)."""
    if state.phase not in WINDOWS or not state.seats[seat].catapults or seat in state.left:
        return False
    return next(targets(state, seat), None) is not None


def anybody_can_fire(state: State) -> bool:
    """Return whether anybody may fire now, waited for or not (M9.1)."""
    return any(can_fire(state, seat) for seat in range(len(state.seats)))


def open_window(draft: State) -> None:
    """Wait for everybody who could fire now, but for the attacker and whoever has passed for longer (M6.4, M6.5)."""
    draft.wait = ()
    if not draft.options.free:
        seats = (seat for seat, what in enumerate(draft.seats) if seat != draft.active and not what.scope)
        draft.wait = tuple(seat for seat in seats if can_fire(draft, seat))


def fire(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Fire at a card: 4 to 6 take it (M6.1)."""
    (target,) = tokens
    draft.put(seat, catapults=draft.seats[seat].catapults - 1)
    draft.discards = ordered((*draft.discards, CATAPULT))
    (face,) = draft.dice(draws, CATAPULT_DIE)
    events.append(ev.Fired(seat, target, face, face >= HIT))
    if face >= HIT:
        _take(draft, seat, target)
    _see_who_is_left(draft)
    waiting = draft.wait
    open_window(draft)
    if draft.options.rulings > 1:
        _ask_anew(draft, seat, waiting)


def _ask_anew(draft: State, shooter: int, waiting: Sequence[int]) -> None:
    """Give new keys to the choices that a shot has opened again; whoever was asked all the time is asked the same."""
    draft.reopened += 1
    for seat in {shooter, *draft.wait} - {seat for seat in waiting if seat != shooter}:
        draft.aside(seat)


def _take(draft: State, seat: int, target: str) -> None:
    """Let the one who fired capture the card; an attacker in that fight is asked again before rolling on."""
    letter, code, *where = target.split(".")
    owner = SEATS.index(letter)
    if where == [FORCE] or draft.target == (owner, LETTERS.index(code[0])):
        draft.rolling = None
    troops = draft.seats[owner].troops
    if code[1] == WIZARD:
        nation = LETTERS.index(code[0])
        ranks = troops[nation]
        draft.put(owner, troops=with_ranks(troops, nation, ranks._replace(wizards=ranks.wizards - 1)))
        code = WIZARD
    else:
        draft.put(owner, troops=changed(troops, code, -1))
        if where == [FORCE]:
            draft.force = changed(draft.force, code, -1)
        elif where == [FLIPPED]:
            draft.flipped = changed(draft.flipped, code, -1)
    draft.put(seat, captured=ordered((*draft.seats[seat].captured, code)))


def _see_who_is_left(draft: State) -> None:
    """End a fight that has no target or no force left (M6.4)."""
    if draft.phase not in ("ready", "exchange"):
        return
    assert draft.target is not None
    if draft.nation(draft.target).size and size(draft.force):
        return
    if draft.phase == "exchange":
        end_fight(draft)
    elif draft.fought:
        draft.paid = True
        end_fight(draft)
    else:
        draft.phase, draft.target, draft.force = "card", None, NONE


def end_fight(draft: State) -> None:
    """End the fight and the passes for one fight; the last window of the fight is still to be opened."""
    draft.phase, draft.target, draft.rolling = "after", None, None
    lapse(draft, "fight")


def lapse(draft: State, *scopes: str) -> None:
    """End the passes for longer than a window that are over now."""
    for seat, what in enumerate(draft.seats):
        if what.scope in scopes:
            draft.put(seat, scope="")


SCOPE_NAMES: Final = {
    "": Message("only this time"),
    "fight": Message("this fight"),
    "card": Message("this attack card"),
    "round": Message("this round"),
    "attacked": Message("until attacked"),
}


def scopes(state: State) -> tuple[str, ...]:
    """Return the scopes that a pass may have now: after a fight there is no fight to pass for."""
    return tuple(scope for scope in SCOPES if scope != "fight" or state.phase != "after")


def pass_on(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Not be waited for any more, in this window or for longer."""
    draft.wait = tuple(other for other in draft.wait if other != seat)
    scope = tokens[0] if tokens else ""
    if scope:
        draft.put(seat, scope=scope)
    events.append(ev.Passed(seat, scope))


def may_recall(state: State, seat: int) -> bool:
    """Return whether there is a pass of the seat that it can take back."""
    if state.seats[seat].scope:
        return True
    asked = not state.options.free and seat != state.active and seat not in state.wait
    return asked and state.phase in WINDOWS and can_fire(state, seat)


def recall(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Take a pass back: the seat is waited for again, at once where a window is open."""
    draft.put(seat, scope="")
    if seat != draft.active and not draft.options.free and can_fire(draft, seat):
        draft.wait = tuple(sorted((*draft.wait, seat)))
        draft.reopened += 1
    draft.aside(seat)
    events.append(ev.PassRecalled(seat))
