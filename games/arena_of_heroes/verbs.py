"""What every verb does when its action is legal, and what it costs (A5, A6.2, A9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BREAD, FRUIT, MUSHROOMS, PHIAL, ROPE, SPYGLASS
from games.arena_of_heroes.exploring import empty_slot, explore
from games.arena_of_heroes.facts import CALLED, SHIELD_WALL, SMOKE, VEILED
from games.arena_of_heroes.fate import delay, drop, eliminate, pay, regain
from games.arena_of_heroes.heroes import ABILITIES, BOARDING, ROOTWALK, SHIELD, TUNNEL, VEIL
from games.arena_of_heroes.moves import hide_roll, own_hide_die, relocate, work
from games.arena_of_heroes.ring import GREEN
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.setup import pick
from games.arena_of_heroes.shots import attack
from games.arena_of_heroes.triggers import settle
from games.arena_of_heroes.turns import end_if_over

MUSHROOM_DELAY: Final = 3
COSTS: Final = {"attack": 1, "attack2": 1, "hide": 1, "work": 1, "explore": 1, "spider": 1} | {
    ability: ABILITIES[ability].actions for ability in (SHIELD, VEIL, TUNNEL)
}
"""The actions that a verb costs (A5.0.2)."""


def perform(run: Run, seat: int, action: Sequence[str]) -> None:
    """Carry out a legal action with all that follows by itself. Raises `Asked` and `Over`."""
    verb, *words = action
    if verb == "pick":
        pick(run, seat, words[0])
        return
    _pay(run, verb)
    _do(run, seat, verb, words)
    settle(run)
    end_if_over(run)


def _pay(run: Run, verb: str) -> None:
    cost = COSTS.get(verb, 0)
    run.state.left -= cost
    run.state.used += cost


def _do(run: Run, seat: int, verb: str, words: Sequence[str]) -> None:
    if verb == "attack":
        attack(run, seat, int(words[0]))
    elif verb == "attack2":
        attack(run, seat, int(words[0]), dice=2)
    elif verb == "hide":
        hide_roll(run, seat)
    elif verb == "work":
        work(run, seat, *words)
    elif verb == "explore":
        explore(run, seat)
    elif verb == "spider":
        _chase(run, seat, int(words[0]))
    elif verb == "end":
        run.ending = True
    elif verb == "use":
        _use(run, seat, *words)
    elif verb == "leave":
        eliminate(run, [seat])
    else:
        _ability(run, seat, verb, words)


def _chase(run: Run, seat: int, hideout: int) -> None:
    """Roll to remove a spider; with the last one the card goes (A9 B16)."""
    if own_hide_die(run, seat, "spider") != GREEN:
        return
    spiders = list(run.state.spiders)
    spiders.remove(hideout)
    run.state.spiders = tuple(spiders)
    if not spiders:
        empty_slot(run, "E1")


def _ability(run: Run, seat: int, verb: str, words: Sequence[str]) -> None:
    hero = run.hero(seat)
    run.tell(ev.AbilityUsed(seat, verb))
    if cost := ABILITIES[verb].stamina:
        pay(run, seat, cost)
    if verb == SHIELD:
        hero.flags |= {SHIELD_WALL}
    elif verb == VEIL:
        hero.flags |= {VEILED}
    elif verb in (TUNNEL, ROOTWALK):
        relocate(run, seat)
    elif verb == BOARDING:
        hero.flags |= {CALLED}
        attack(run, seat, int(words[0]))


def _use(run: Run, seat: int, card: str, *words: str) -> None:
    drop(run, seat, card)
    if card == FRUIT:
        run.state.left += 1
    elif card == MUSHROOMS:
        relocate(run, seat, MUSHROOM_DELAY)
    elif card == PHIAL:
        run.hero(seat).flags |= {SMOKE}
    elif card == ROPE:
        delay(run, seat, -run.hero(seat).delay)
    elif card == SPYGLASS:
        _spy(run, seat, int(words[0]))
    elif card == BREAD:
        regain(run, seat)


def _spy(run: Run, seat: int, hideout: int) -> None:
    found = any(hero.alive and hero.hidden and hero.at == hideout for hero in run.state.heroes)
    run.tell(ev.Spied(seat, hideout, found))
