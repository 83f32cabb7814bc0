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
from games.arena_of_heroes import grammar
from games.arena_of_heroes.play import carry_out
from games.arena_of_heroes.setup import opened
from games.arena_of_heroes.state import State
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
    """A random game, action by action; `options` are those of a match, all with their values."""
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
        others = [other for other in state.living() if other != seat and grammar.can_react(state, other)]
        seat = random.choice(others) if others else seat
    offered = grammar.offers(state, seat)
    verbs = [*dict.fromkeys(action[0] for action in offered), *(["attack"] * 2 if state.turn == seat else [])]
    verb = random.choice([verb for verb in verbs if any(action[0] == verb for action in offered)])
    action = random.choice([action for action in offered if action[0] == verb])
    seen = [hero.at for other, hero in enumerate(state.heroes) if other != seat and hero.alive and not hero.hidden]
    if seen and "attack" in verb and random.random() < AIMED:
        return seat, (verb, str(random.choice(seen)))
    return seat, random.choice(list(grammar.spread(action)))
