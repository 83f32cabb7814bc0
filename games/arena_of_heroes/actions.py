"""The effect of each verb of Arena of Heroes, besides its cost and what follows by itself (A4, A5, A8, A9).

All are called by `games.arena_of_heroes.verbs.perform` with the words after the verb, and raise `Asked` and `Over`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BREAD, FRUIT, MUSHROOMS, PHIAL, ROPE, SPYGLASS
from games.arena_of_heroes.effects import empty_slot, explore
from games.arena_of_heroes.heroes import ABILITIES, BOARDING, ROOTWALK, SHIELD, TUNNEL, VEIL
from games.arena_of_heroes.moves import hide_roll, own_hide_die, relocate, work
from games.arena_of_heroes.ring import GREEN
from games.arena_of_heroes.run import Run, delay, drop, eliminate, pay, regain
from games.arena_of_heroes.setup import pick
from games.arena_of_heroes.shots import attack as shoot
from games.arena_of_heroes.view import CALLED, SHIELD_WALL, SMOKE, VEILED

MUSHROOM_DELAY: Final = 3


def pick_hero(run: Run, seat: int, words: Sequence[str]) -> None:
    """Pick a hero (A4.2)."""
    pick(run, seat, words[0])


def attack(run: Run, seat: int, words: Sequence[str]) -> None:
    """Fire at a hideout (A5.1)."""
    shoot(run, seat, int(words[0]))


def attack_with_two(run: Run, seat: int, words: Sequence[str]) -> None:
    """Fire two dice at a hideout (A8)."""
    shoot(run, seat, int(words[0]), dice=2)


def hide(run: Run, seat: int, words: Sequence[str]) -> None:
    """Roll to hide (A5.2)."""
    hide_roll(run, seat)


def work_off(run: Run, seat: int, words: Sequence[str]) -> None:
    """Roll to work off a delay token, of the hero or of an idol (A5.4)."""
    work(run, seat, *words)


def search(run: Run, seat: int, words: Sequence[str]) -> None:
    """Draw an arena card (A5.5)."""
    explore(run, seat)


def chase_spider(run: Run, seat: int, words: Sequence[str]) -> None:
    """Roll to remove a spider; with the last one the card goes (A9 B16)."""
    if own_hide_die(run, seat, "spider") != GREEN:
        return
    spiders = list(run.state.spiders)
    spiders.remove(int(words[0]))
    run.state.spiders = tuple(spiders)
    if not spiders:
        empty_slot(run, "E1")


def end(run: Run, seat: int, words: Sequence[str]) -> None:
    """End the turn (A5.0.2)."""
    run.ending = True


def leave(run: Run, seat: int, words: Sequence[str]) -> None:
    """Take the hero out of the arena (A10.9)."""
    eliminate(run, [seat])


def choose(run: Run, seat: int, words: Sequence[str]) -> None:
    """Refuse to be called: an answer is carried out by the action that asked."""
    raise AssertionError("an answer is carried out by the action that asked")


def _spend(run: Run, seat: int, ability: str) -> None:
    """Announce an ability and pay its stamina."""
    run.tell(ev.AbilityUsed(seat, ability))
    if cost := ABILITIES[ability].stamina:
        pay(run, seat, cost)


def raise_shield(run: Run, seat: int, words: Sequence[str]) -> None:
    """Raise a Shield Wall (A8)."""
    _spend(run, seat, SHIELD)
    run.hero(seat).flags |= {SHIELD_WALL}


def draw_veil(run: Run, seat: int, words: Sequence[str]) -> None:
    """Draw a Veil (A8)."""
    _spend(run, seat, VEIL)
    run.hero(seat).flags |= {VEILED}


def tunnel(run: Run, seat: int, words: Sequence[str]) -> None:
    """Move to a new hideout underground (A8)."""
    _spend(run, seat, TUNNEL)
    relocate(run, seat)


def rootwalk(run: Run, seat: int, words: Sequence[str]) -> None:
    """Move to a new hideout, in any turn (A8)."""
    _spend(run, seat, ROOTWALK)
    relocate(run, seat)


def board(run: Run, seat: int, words: Sequence[str]) -> None:
    """Fire at a hideout, in any turn, once each (A8)."""
    _spend(run, seat, BOARDING)
    run.hero(seat).flags |= {CALLED}
    shoot(run, seat, int(words[0]))


def use(run: Run, seat: int, words: Sequence[str]) -> None:
    """Use an item, which is discarded (A9)."""
    card = words[0]
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
        _spy(run, seat, int(words[1]))
    elif card == BREAD:
        regain(run, seat)


def _spy(run: Run, seat: int, hideout: int) -> None:
    anybody = any(hero.alive and hero.hidden and hero.at == hideout for hero in run.state.heroes)
    run.tell(ev.Spied(seat, hideout, anybody))
