"""Causes of what a shot came to: they are what the rules made of it, and another face would have struck elsewhere."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.api import new_options
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.causes import accounts
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import ATTACK_FACES, chances
from games.referee import moments

OPTIONS = [
    new_options(GAME, {"mode": mode, "attack_die": die})
    for mode, die in (("basic", "d6"), ("heroes", "d10"), ("advanced", "d6"))
]


def test_causes_are_what_the_rules_made_of_each_shot() -> None:
    met: Counter[str] = Counter()
    for seed in range(9):
        for moment in moments(GAME, Random(seed), GAME.formations[seed % len(GAME.formations)], OPTIONS[seed % 3]):
            for reader in (None, 0, 1):
                before = GAME.view(moment.before, reader)
                events = [shown for one in moment.step.events if (shown := GAME.show(one, reader)) is not None]
                for told in accounts(before, events):
                    attack = told.attack
                    sides = len(ATTACK_FACES[before.die])
                    assert told.sides == sides
                    assert 0 < told.faces <= sides
                    if attack.hideout:
                        odds = chances(attack.aim, before.die, inner=told.inner)
                        assert round(odds[attack.hideout] * sides) == told.faces, "so many faces strike there"
                        for near in told.near:
                            assert near.hideout != attack.hideout, "without another face it would have been struck"
                            assert round(odds[near.hideout] * sides) == near.faces
                    else:
                        assert not told.meetings
                    for meeting in told.meetings:
                        met[meeting.met] += 1
                        kind = {"hit": ev.Hit, "revealed": ev.Revealed, "limited": ev.Limited, "shield": ev.Shielded}
                        if meeting.met in kind:
                            assert any(isinstance(e, kind[meeting.met]) and e.seat == meeting.seat for e in events)
                        if meeting.met == "hit":
                            assert meeting.out == (meeting.left == 0)
                    met["near"] += len(told.near)
                hits = sum(isinstance(event, ev.Hit) for event in events)
                assert hits == sum(one.met == "hit" for told in accounts(before, events) for one in told.meetings)
    assert min(met[kind] for kind in ("hit", "revealed", "near")), met
