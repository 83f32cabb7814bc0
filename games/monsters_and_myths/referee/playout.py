"""Random play: complete matches in which every kind of action is as likely as any other."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from games.api import Action, Field, Formation, Result, new_options
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths import engine
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State

ASIDES = 0.2
"""How often a random player does something that nobody waits for, where that is possible."""


class Playout(NamedTuple):
    """A complete random match."""

    state: State
    """The last state; it has a result."""
    actions: int
    exchanges: int
    shots: int

    @property
    def result(self) -> Result:
        """Return how the match ended."""
        assert self.state.result is not None
        return self.state.result


def random_action(state: State, random: Random) -> tuple[int, Action]:
    """Return a seat and a random legal action of it. The match must not be over."""
    open_choices = engine.choices(state)
    aside = [choice for choice in open_choices if not choice.must]
    if not aside or random.random() >= ASIDES:
        aside = [choice for choice in open_choices if choice.must]
    choice = random.choice(aside)
    verbs = [verb for verb in GAME.verbs_of(state, choice) if verb.available(state, choice.seat)]
    verb = random.choice([verb for verb in verbs if verb.name != "usual"])
    tokens: Action = ()
    while isinstance(field := verb.field(state, choice.seat, tokens), Field):
        if field.least == 0 and random.random() < 0.5:
            break
        tokens = (*tokens, random.choice(field.values))
    return choice.seat, (verb.name, *tokens)


def play(random: Random, formation: Formation, options: Mapping[str, Any]) -> Playout:
    """Play a complete match of random actions; the seed of its draws is random too."""
    draws = Draws(random.randbytes(SEED_BYTES))
    state = GAME.new(formation, new_options(GAME, options))
    actions = exchanges = shots = 0
    while state.result is None:
        seat, action = random_action(state, random)
        step = GAME.apply(state, seat, action, draws)
        state = step.state
        actions += 1
        for event in step.events:
            exchanges += isinstance(event, ev.Rolled)
            shots += isinstance(event, ev.Fired)
    return Playout(state, actions, exchanges, shots)
