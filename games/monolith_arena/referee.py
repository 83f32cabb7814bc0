"""Random play: every action is drawn from what the rules allow, and complete games are played that way.

The player walks the fields of one verb, which are the definition of what is legal (`games.api`), so what it comes to
need not be checked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from games.api import Action, Formation, Result, new_options
from games.draws import SEED_BYTES, Draws
from games.monolith_arena import choosing, grammar
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.state import State


class Playout(NamedTuple):
    """A complete random game."""

    state: State
    """The last state; it has a result."""
    actions: int
    battles: int

    @property
    def result(self) -> Result:
        """Return how the game ended."""
        assert self.state.result is not None
        return self.state.result


def random_action(state: State, random: Random) -> tuple[int, Action]:
    """Return a seat that is waited for and a random legal action of it. The match must not be over.

    Every usable verb is equally likely, and so is every value of each further token.
    """
    seats = choosing.waited_for(state)
    seat = seats[0] if len(seats) == 1 else random.choice(seats)
    verbs = list(grammar.candidates(state, seat))
    while True:
        # Drawn without being put back until one can be used: each usable verb has the same chance, and only those
        # that come up have to be looked at.
        verb = verbs.pop(int(random.random() * len(verbs)))
        if verb.usable is not None and not verb.usable(state, seat):
            continue
        field = verb.field(state, seat, ())
        if field is None:
            return seat, (verb.name,)
        if field.values:
            break
    tokens: list[str] = []
    while field is not None:
        values = field.values
        tokens.append(values[int(random.random() * len(values))])
        field = verb.field(state, seat, tokens)
    return seat, (verb.name, *tokens)


def play(
    random: Random, formation: Formation = GAME.formations[0], options: Mapping[str, bool] | None = None
) -> Playout:
    """Return a complete game of random actions; the seed of its draws is random too.

    `formation` and `options` are those of a match (`games.monolith_arena.game.MonolithArena.new`), by default those of
    one that is opened now, with nothing chosen.
    """
    draws = Draws(random.randbytes(SEED_BYTES))
    state = GAME.new(formation, new_options(GAME, {}) if options is None else options)
    actions = battles = 0
    while state.result is None:
        seat, action = random_action(state, random)
        step = GAME.carry_out(state, seat, action, draws)
        state = step.state
        actions += 1
        if step.boundary:  # no battle can be taken back
            for event in step.events:
                if isinstance(event, ev.BattleBegan):
                    battles += 1
    return Playout(state, actions, battles)
