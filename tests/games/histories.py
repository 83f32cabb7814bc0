"""Random matches of Monolith Arena with their histories, to make records of."""

from random import Random

from games.api import new_options
from games.draws import Draws, seed_of
from games.history import Entry
from games.monolith_arena.game import GAME
from games.referee import random_action, random_choice

DUEL = GAME.formations[0]
OPTIONS = new_options(GAME, {})


def play(number, *, undo=0.0, stop=None, formation=DUEL, options=None, parts=()):
    """A random match: its secret, its history with undone actions, and the states that were passed."""
    random = Random(number)
    seed = random.randbytes(32)
    draws = Draws(seed_of(seed, parts))
    states, history, passed = [GAME.new(formation, OPTIONS if options is None else options)], [], []
    while states[-1].result is None and (stop is None or not stop(states[-1])):
        choice = random_choice(GAME, states[-1], random)
        seat, action = choice.seat, random_action(GAME, states[-1], choice, random)
        step = GAME.apply(states[-1], seat, action, draws)
        states.append(step.state)
        history.append(Entry("action", seat, " ".join(action)))
        passed.append(step.state)
        if random.random() < undo and not step.boundary:
            states.pop()
            history.append(Entry("undo", seat))
            passed.append(states[-1])
    return seed, history, passed
