"""Causes of what an exchange cost: without any of them it costs something else, and none is missing."""

from __future__ import annotations

from itertools import product
from random import Random

from games.api import new_options
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.causes import PARTS, Account, account, hitting
from games.monsters_and_myths.dice import compared
from games.monsters_and_myths.game import GAME
from games.referee import moments


def _lost(attack: tuple[int, ...], defence: tuple[int, ...], more: int, *, ties: bool = False) -> tuple[int, int]:
    """What attacker and defender lose, reckoned by hand; with `ties` a tie is the attacker's."""
    attacker = defender = 0
    for place, (red, black) in enumerate(zip(attack, defence, strict=False)):
        one, other = red + (more > 0 and not place), black + (more < 0 and not place)
        won = one > other or (ties and one == other)
        defender += won
        attacker += not won
    return attacker, defender


def check(told: Account, more: int) -> None:
    rolled, side = told.rolled, int(told.seat == told.rolled.defender)
    attack, defence = rolled.attack, rolled.defence
    found = _lost(attack, defence, more)
    assert told.lost + told.spared == found[side]
    changed = {
        "bonus": _lost(attack, defence, 0),
        "tie": _lost(attack, defence, more, ties=True),
        "second": _lost(attack[:1], defence[:1], more),
    }
    assert set(told.causes) == {part for part in PARTS if changed[part][side] != found[side]}
    assert [pair.won for pair in told.pairs].count(True) == found[1]


def test_causes_of_every_exchange_are_complete_and_none_is_idle() -> None:
    faces = range(1, 7)
    named = set()
    for reds, blacks in product((1, 2, 3), (1, 2)):
        for dice in product(faces, repeat=reds + blacks):
            attack, defence = tuple(sorted(dice[:reds])[::-1]), tuple(sorted(dice[reds:])[::-1])
            for more in (-1, 0, 1):
                bonus = {1: 0, -1: 1}.get(more)
                rolled = ev.Rolled(0, attack, 1, defence, bonus, compared(attack, defence, more))
                for seat in (0, 1):
                    told = account(rolled, seat)
                    check(told, more)
                    named |= set(told.causes)
    assert named == set(PARTS)


def test_causes_of_exchanges_in_matches() -> None:
    seen = 0
    for seed in range(3):
        for moment in moments(GAME, Random(seed), GAME.formations[seed % len(GAME.formations)], new_options(GAME, {})):
            for event in moment.step.events:
                if isinstance(event, ev.Rolled):
                    more = {event.attacker: 1, event.defender: -1}.get(event.bonus, 0)  # type: ignore[arg-type]
                    for seat in (event.attacker, event.defender):
                        check(account(event, seat), more)
                    seen += 1
                if isinstance(event, ev.Fired):
                    assert event.hit == (event.face > 6 - hitting())
    assert seen > 20
