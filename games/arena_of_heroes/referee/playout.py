"""Random play at speed: whole games, without the walk through fields that people take.

Every verb is equally likely, attacks three times as likely; half of them aim at a hero whose place is known. So games
end soon, and still everything happens in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from games.api import Action
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import verbs
from games.arena_of_heroes.cards import SPYGLASS
from games.arena_of_heroes.heroes import BOARDING
from games.arena_of_heroes.play import carry_out
from games.arena_of_heroes.setup import opened
from games.arena_of_heroes.state import State
from games.arena_of_heroes.verbs import ANY, NUMBERS
from games.draws import SEED_BYTES, Draws

OUTSIDE: Final = 0.1
"""How often somebody acts outside the own turn who can."""
AIMED: Final = 0.5
"""How often an attack aims at a hero whose place is known."""


class Move(NamedTuple):
    """One action of a random game, and what it led to."""

    before: State
    seat: int
    action: Action
    after: State
    events: tuple[ev.Event, ...]


def moves(random: Random, seats: int, options: Mapping[str, Any]) -> Iterator[Move]:
    """Play a random game, action by action; `options` are those of a match, all with their values."""
    state, draws = opened(seats, options), Draws(random.randbytes(SEED_BYTES))
    while state.phase != "over":
        seat, action = _drawn(state, random)
        played = carry_out(state, seat, action, draws)
        yield Move(state, seat, action, *played)
        state = played.state


def _drawn(state: State, random: Random) -> tuple[int, Action]:
    if state.question is not None:
        return state.question.seat, ("choose", random.choice(state.question.values))
    seat = state.turn
    if state.phase == "turn" and random.random() < OUTSIDE:
        others = [other for other in state.living() if other != seat and verbs.can_react(state, other)]
        seat = random.choice(others) if others else seat
    usable = [verb for verb in verbs.verbs_of(state, seat) if verb.available(state, seat)]
    names = [verb.name for verb in usable]
    chosen = random.choice(names + ["attack"] * 2 if "attack" in names else names)
    action = random.choice(list(_offers(state, seat, chosen)))
    seen = [hero.at for other, hero in enumerate(state.heroes) if other != seat and hero.alive and not hero.hidden]
    if seen and "attack" in chosen and random.random() < AIMED:
        return seat, (chosen, str(random.choice(seen)))
    return seat, random.choice([(*action, number) for number in NUMBERS] if _aimed(action) else [action])


def _offers(state: State, seat: int, name: str) -> Iterator[Action]:
    """Yield the actions of a verb without the hideout that may be any."""
    for action in verbs.RULES.completions(state, seat, verbs.VERBS[name]):
        if not _aimed(action[:-1]):
            yield action
        elif action[-1] == ANY:
            yield action[:-1]


def _aimed(action: Action) -> bool:
    """Return True if any hideout may follow."""
    return action in (("attack",), ("attack2",), (BOARDING,), ("use", SPYGLASS))
