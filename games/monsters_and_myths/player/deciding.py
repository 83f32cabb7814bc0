"""What a computer player does: one entry for every choice that a seat may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from games.api import Action, Decision
from games.computers import ONLY
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths import attacks, engine, projection
from games.monsters_and_myths.cards import CREATURES, Cards, creatures, ordered
from games.monsters_and_myths.catapults import can_fire, targets
from games.monsters_and_myths.player import reasons
from games.monsters_and_myths.player.habits import Habits
from games.monsters_and_myths.player.imagined import weigh
from games.monsters_and_myths.player.levels import LEVELS, Level
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import View
from games.monsters_and_myths.worlds import world


def decide(view: View, legal: Sequence[Action], random: Random, level: str | Level = "knight") -> Decision:
    """Return what the reader of a view does, of the legal actions of one open choice.

    Raises `KeyError` for a level that does not exist.
    """
    chosen = LEVELS[level] if isinstance(level, str) else level
    seat = view.reader
    assert seat is not None
    if len(legal) == 1 and not (seat == view.active and view.seats[seat].catapults):
        return Decision(legal[0], why=ONLY)
    habits, state = Habits(chosen.taste), world(view, random)
    # An attacker may fire instead, which is a choice of its own that nobody waits for (M6.4).
    free = seat == state.active and seat not in state.wait and can_fire(state, seat)
    allowed = {*legal, *(("fire", aim) for aim in targets(state, seat) if free)}
    if not chosen.games:
        action = habits.answer(state, seat)
        return Decision(action if action in allowed else legal[0], nodes=1)
    found = dict.fromkeys(action for action in ways(state, seat, legal, habits) if action in allowed)
    weighed = weigh(view, list(found)[: chosen.ways] or legal[:1], habits, chosen.games, random)
    best, nodes = weighed[0], sum(way.worlds for way in weighed)
    why = reasons.of(state, seat, best.action, [way.action for way in weighed[1:]], habits)
    plan, further = _plan(view, state, best.action, habits, chosen, random)
    chance = best.mean if best.worlds else None
    return Decision(best.action, plan, why=why, chance=chance, nodes=nodes + further)


def _plan(
    view: View, state: State, action: Action, habits: Habits, level: Level, random: Random
) -> tuple[tuple[Action, ...], int]:
    """Return whom an army that is mustered is meant to attack, and how many worlds that took; nothing for the rest."""
    if action[0] != "muster":
        return (), 0
    assert view.reader is not None
    mustered = state.draft()
    engine.carry_out(mustered, view.reader, action, [], Draws(random.randbytes(SEED_BYTES)))
    if mustered.phase != "target":
        return (), 0
    seen = projection.view(mustered, view.reader, ())
    goals = weigh(seen, _targets(mustered, view.reader, (), habits)[: level.ways], habits, level.games, random)
    return (goals[0].action,), sum(way.worlds for way in goals)


def ways(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    """Return what is worth weighing, the best at first sight first.

    An attacker weighs shots where its catapults are lost otherwise, and nothing else: all the rest comes after them.
    """
    kind = "window" if seat in state.wait else state.phase
    if kind != "window" and seat == state.active and habits.last_shot(state, seat) is not None:
        return _fired(state, seat, habits)
    return _WAYS[kind](state, seat, legal, habits) if kind in _WAYS else list(legal)


def _fired(state: State, seat: int, habits: Habits) -> list[Action]:
    return [("fire", aim) for _, aim in sorted(habits.shots(state, seat), reverse=True)]


def _kept(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    return [action for _, action in sorted(habits.kept(state, seat), reverse=True)]


def _attacks(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    if not state.attack_card.battle:
        return [("muster", *army) for army in _armies(state, seat, habits)]
    return [action for _, action in sorted(habits.battles(state, seat), reverse=True)]


def _armies(state: State, seat: int, habits: Habits) -> list[Cards]:
    """Return armies with so many bows and horses each, of those that are needed least."""
    kinds = sorted(
        creatures(state.seats[seat].troops),
        key=lambda code: (habits.price(state, seat, seat, CREATURES[code][0]), code),
    )
    number = attacks.army_size(state)
    swords, bows, horses = ([code for code in kinds if CREATURES[code][1] == symbol] for symbol in range(3))
    found = [habits.army(state, seat)]
    for archers in range(min(len(bows), 2) + 1):
        for riders in range(min(len(horses), 2) + 1):
            army = [*bows[:archers], *horses[:riders]][:number]
            found.append(ordered((*army, *swords[: number - len(army)])))
    return found


def _targets(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    goals = [(habits.promise(state, state.force, goal), goal.text) for goal in attacks.goals(state, None)]
    return [("attack", goal) for _, goal in sorted(goals, reverse=True)]


def _rolls(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    return [("roll",), ("stop",)]


def _pursuits(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    return [("end",), *(action for _, action in sorted(habits.pursuits(state), reverse=True))]


def _shots(state: State, seat: int, legal: Sequence[Action], habits: Habits) -> list[Action]:
    return [("pass",), *_fired(state, seat, habits)]


_WAYS: Final[dict[str, Callable[[State, int, Sequence[Action], Habits], list[Action]]]] = {
    "window": _shots,
    "keep": _kept,
    "card": _attacks,
    "target": _targets,
    "ready": _rolls,
    "exchange": _rolls,
    "after": _pursuits,
}
