"""How often a match waits for somebody, and what keeps it from waiting: sensible players play whole matches (M9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from games.api import Action, Choice, formation_for, new_options
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths import choosing, engine
from games.monsters_and_myths import events as ev
from games.monsters_and_myths import state as st
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.luck import Seeded
from games.monsters_and_myths.referee import sensible
from games.monsters_and_myths.state import State
from games.monsters_and_myths.troops import size
from games.monsters_and_myths.view import View

LOSSES: Final = ("losses", "mounted", "infantry", "archer", "majority")
"""The instruction that the players have for their losses."""
DEFENCE: Final = ("defence", "any", "infantry")
"""The instruction of those who say in advance that they fire at whoever attacks them."""


@dataclass(frozen=True)
class Habits:
    """What the players and the match make use of."""

    free: bool = False
    scopes: bool = True
    """Passes go further than the window."""
    orders: bool = True
    """Losses are answered in advance."""
    defence: bool = False
    """Shots at attackers are said in advance as well."""
    rolling: bool = True
    """Attackers say in advance how far they roll on."""
    spared: bool = True
    """All that leaves one possibility happens by itself, also when all others have passed."""
    forced: bool = True
    """Nobody is asked who has one possibility while nobody can fire (M9.1)."""


@dataclass
class Counted:
    """What a match came to."""

    waits: int = 0
    """How often it came to stand still until somebody did something; asked at the same time counts once."""
    calls: int = 0
    """The same, for each person that was called: choosing cards is one for everybody."""
    by_kind: dict[str, int] = field(default_factory=dict)
    """The calls by kinds of choices."""
    cards: int = 0
    """Attack cards that were resolved."""
    exchanges: int = 0
    shots: int = 0
    actions: int = 0
    points: tuple[int, ...] = ()


def play(random: Random, players: int, habits: Habits) -> Counted:
    """Return a whole match of sensible players."""
    draws = Seeded(Draws(random.randbytes(SEED_BYTES)))
    options = new_options(GAME, {"catapults": "free" if habits.free else "asked"})
    state = GAME.new(formation_for(GAME, players), options)
    counted = Counted()
    before: frozenset[int] = frozenset()
    while state.result is None:
        choices = [choice for choice in choosing.choices(state) if choice.must]
        called = [choice for choice in choices if choice.seat not in before]
        if state.phase == "start":
            called = called[:1]  # whoever is there first deals
        counted.waits += bool(called)
        counted.calls += len(called)
        for choice in called:
            counted.by_kind[choice.kind] = counted.by_kind.get(choice.kind, 0) + 1
        seat, action = _next(state, choices, habits)
        state = _carried_out(state, seat, action, draws, habits, counted)
        # Whoever has acted and is asked again has not been away.
        before = frozenset({seat, *(choice.seat for choice in choices)})
    counted.points = state.result.scores
    return counted


def _next(state: State, choices: list[Choice], habits: Habits) -> tuple[int, Action]:
    """Return the next seat and action: somebody fires unasked, or somebody who is waited for acts."""
    for choice in choosing.choices(state):
        if choice.must:
            continue
        if choice.seat == state.active:
            if habits.rolling and state.phase == "ready" and state.wait and state.rolling is None:
                return choice.seat, ("ahead", "left1" if size(state.force) > 1 else "left0")
        else:
            target = sensible.fires(GAME.view(state, choice.seat), choice.seat)
            if target is not None:
                return choice.seat, ("fire", target)
    choice = choices[0]
    return choice.seat, _answer(GAME.view(state, choice.seat), choice, habits)


def _answer(view: View, choice: Choice, habits: Habits) -> Action:
    """Return what a sensible player answers."""
    seat = choice.seat
    answers: dict[str, Callable[[], Action]] = {
        "start": lambda: ("start",),
        "keep": lambda: sensible.keep(view, seat, st.kept(view.round)),
        "wizard": lambda: sensible.place(view, seat),
        "lose": lambda: _loss(view, seat),
        "window_before": lambda: _window(view, seat, habits),
        "window_within": lambda: _window(view, seat, habits),
    }
    if choice.kind in answers:
        return answers[choice.kind]()
    target = sensible.fires(view, seat)
    if target is not None and view.phase != "target":
        return ("fire", target)
    return _attackers(view, seat, habits)


def decide(view: View, legal: Sequence[Action], random: Random) -> Action:
    """Return what a sensible player answers to the choice that the match waits for; needs neither list nor chance."""
    choice = next(choice for choice in view.choices if choice.must and choice.seat == view.reader)
    return _answer(view, choice, Habits())


def _loss(view: View, seat: int) -> Action:
    action = GAME.standing.follow(view, seat, [LOSSES])
    assert action is not None
    return action


def _window(view: View, seat: int, habits: Habits) -> Action:
    target = sensible.fires(view, seat)
    if target is not None:
        return ("fire", target)
    if not habits.scopes:
        return ("pass",)
    return ("pass", "card") if sensible.last_card(view) or view.phase == "after" else ("pass", "attacked")


def _attackers(view: View, seat: int, habits: Habits) -> Action:
    if view.phase in ("card", "target"):
        return sensible.attack(view, seat)
    if view.phase == "after":
        return sensible.pursue(view)
    if view.phase == "exchange" and not sensible.roll_on(view):
        return ("stop",)
    if not habits.rolling:
        return ("roll",)
    return ("roll", "left1" if size(view.force) > 1 else "left0")


def _carried_out(state: State, seat: int, action: Action, luck: Seeded, habits: Habits, counted: Counted) -> State:
    draft, events = state.draft(), list[ev.Event]()

    def follow(now: State) -> tuple[int, Action] | None:
        return _following(now, habits)

    engine.carry_out(draft, seat, action, events, luck, follow)
    counted.actions += 1
    counted.cards += sum(isinstance(event, ev.CardDone) for event in events)
    counted.exchanges += sum(isinstance(event, ev.Rolled) for event in events)
    counted.shots += sum(isinstance(event, ev.Fired) for event in events)
    return draft


def _following(state: State, habits: Habits) -> tuple[int, Action] | None:
    found = engine.following(state) if habits.spared else engine.forced(state) if habits.forced else None
    if found is None and habits.orders and state.phase == "lose":
        for seat, owed in enumerate(state.owe):
            if owed:
                return seat, _loss(GAME.view(state, seat), seat)
    if found is None and habits.defence:
        for seat in state.wait:
            action = GAME.standing.follow(GAME.view(state, seat), seat, [DEFENCE])
            if action is not None:
                return seat, action
    return found
