"""What holds in every position of Monsters & Myths, and random matches to look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from games.api import Action, Formation, GameError, new_options
from games.draws import Draws
from games.monsters_and_myths import engine, notation, verbs
from games.monsters_and_myths.cards import CODES, LETTERS, NONE, WIZARD, attack_deck, creatures, first_deck
from games.monsters_and_myths.catapults import can_fire
from games.monsters_and_myths.events import Event
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.referee.playout import random_action
from games.monsters_and_myths.state import WINDOWS, State
from games.monsters_and_myths.verbs import legal
from tests.games.monsters_and_myths import worlds
from tests.support import laws

DECK = Counter((*first_deck(), *attack_deck()))


def cards(state: State) -> Counter[str]:
    """All cards, wherever they are."""
    found = Counter((*state.pile, *state.discards))
    for what in state.seats:
        found.update(creatures(what.troops))
        found[WIZARD] += sum(ranks.wizards for ranks in what.troops) + what.new
        found["c"] += what.catapults
        found.update(map(str, what.attacks))
        found.update((*what.captured, *what.hand, *what.kept, *what.away))
    return +found


def check(state: State) -> None:
    """What must hold between two actions."""
    if state.phase != "start":
        assert cards(state) == DECK
    _check_attack(state)
    for seat in state.wait:
        assert seat != state.active
        assert can_fire(state, seat)
        assert not state.options.free
        assert not state.seats[seat].scope
    text = notation.write(state)
    again = notation.read(text).state
    assert notation.write(again) == text
    if state.phase not in ("over", "start"):
        assert _asked(state), "the match waits for nobody"


def _check_attack(state: State) -> None:
    in_play = [number for what in state.seats for number in what.attacks]
    if state.active < 0:
        assert (state.force, state.flipped, state.target, state.fought) == (NONE, NONE, None, ())
        return
    assert state.card == min(in_play), "the lowest card is resolved"
    assert state.card in state.seats[state.active].attacks
    for own, force, flipped in zip(state.seats[state.active].troops, state.force, state.flipped, strict=True):
        assert all(own[at] >= force[at] + flipped[at] for at in range(3)), "the force is among its owner's troops"
        assert force.wizards == flipped.wizards == 0
    if state.target is not None:
        assert state.target.seat != state.active
        assert state.nation(state.target).size
        assert not state.nation(state.target).wizards
    if state.phase == "lose":
        assert sum(state.owe) + sum(map(len, state.given)) in (1, 2)


def _asked(state: State) -> list[int]:
    """The seats that are waited for; each of them has something to decide."""
    found = [choice for choice in GAME.choices(state) if choice.must]
    for choice in found:
        usable = [verb for verb in GAME.verbs_of(state, choice) if verb.available(state, choice.seat)]
        if state.phase == "start" or state.options.free:
            continue
        more = len(usable) > 1 or engine.sole(state, choice.seat) is None
        assert more or (choice.seat == state.active and can_fire(state, choice.seat)), "nothing to decide"
    return [choice.seat for choice in found]


def check_refusals(state: State, random: Random) -> None:
    """What is legal is not refused, and of what is like it nothing else is accepted."""
    seats = range(len(state.seats))
    allowed = {(seat, action[0], tuple(sorted(action[1:]))) for seat in seats for action in legal(state, seat)}
    ordered = {(seat, action) for seat in seats for action in legal(state, seat)}
    for seat, action in random.sample(sorted(ordered), min(6, len(ordered))):
        _check_refused(state, seat, action, True)
        for _ in range(4):
            other = _mutated(action, random)
            who = random.choice(seats)
            if verbs.fits(other):
                picks = other[0] in ("keep", "muster", "lose", "wizard")
                is_legal = (who, other[0], tuple(sorted(other[1:]))) in allowed if picks else (who, other) in ordered
                _check_refused(state, who, other, is_legal)


def _check_refused(state: State, seat: int, action: Action, is_legal: bool) -> None:
    refusal = None
    try:
        verbs.check(state, seat, action)
    except GameError as found:
        refusal = found
    assert (refusal is None) == is_legal, f"{seat} {action}: {refusal}"
    if refusal is not None:
        laws.check_refusal(refusal)
        assert refusal.rule


def _mutated(action: Action, random: Random) -> Action:
    """An action that is like another one, and mostly not legal."""
    words = list(action)
    at = random.randrange(len(words))
    if at == 0:
        words[0] = random.choice(sorted(verb.name for verb in verbs.VERBS.values() if verb.form is not None))
    elif "." in words[at]:
        words[at] = f"{random.choice('ABCD')}.{random.choice(LETTERS)}{words[at][3:]}"
    else:
        words[at] = random.choice((*CODES, "-", *LETTERS))
    if random.random() < 0.2:
        words.append(random.choice(words))
    return tuple(words)


def check_hidden(state: State, random: Random) -> None:
    """Two worlds that differ in hidden things only look alike to whoever may not know them."""
    for reader in (None, *range(len(state.seats))):
        stored = GAME.load(GAME.dump(state))
        other = worlds.world(state, reader, random)
        assert laws.shown(GAME, other, reader) == laws.shown(GAME, stored, reader)
        assert notation.write(other, reader=reader) == notation.write(stored, reader=reader)


def matches(
    random: Random, formation: Formation, options: Mapping[str, Any]
) -> Iterator[tuple[State, int, Action, State, tuple[Event, ...]]]:
    """A random match, action by action: the state before, seat and action, the state after and the events."""
    draws = Draws(random.randbytes(32))
    state = GAME.new(formation, new_options(GAME, options))
    while state.result is None:
        seat, action = random_action(state, random)
        step = GAME.apply(state, seat, action, draws)
        yield state, seat, action, step.state, step.events
        state = step.state


def play_and_check(seed: int, formation: Formation, options: Mapping[str, Any], *, thorough: bool = False) -> int:
    """Play a random match and check every position of it; how many actions it had.

    With `thorough` refusals and hidden things are looked at as well, which takes longer.
    """
    random, number = Random(seed), 0
    points = [0] * formation.seats
    for _, _, _, state, _ in matches(random, formation, options):
        number += 1
        check(state)
        captured = [len(what.captured) for what in state.seats]
        assert all(map(int.__ge__, captured, points)), "captured cards are kept"
        points = captured
        if thorough:
            check_refusals(state, random)
            if random.random() < 0.3:
                check_hidden(state, random)
    assert state.phase not in WINDOWS
    assert engine.choices(state) == ()
    return number
