"""A duelist's turn: one action after the other, without a plan, as by somebody who has just learned the game.

Before every action a duelist counts what its tiles would hit in a battle that came next, and nothing of what would hit
back. It goes for champions and runes, and forgets both banners until few tiles are left to draw. It fights when there
is nothing better to do and it would hit more than it is hit. Only between actions that are worth the same to it chance
decides; a tile is turned so that its blades do not face the edge of the arena, then.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from random import Random
from typing import Final, TypeVar

from games.api import Action
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NEIGHBOUR, OFF_BOARD
from games.monolith_arena.player.core import Core
from games.monolith_arena.player.turns import STEPS, Line, Search, by_value
from games.monolith_arena.player.worth import HIT_POINT, Strength
from games.monolith_arena.tiles import Faction

P = TypeVar("P")
_NEVER: Final = -1000 * HIT_POINT
"""What a battle is worth that a duelist does not fight."""


def turn(
    search: Search[P], start: P, home: Faction, banners: bool, allowed: Container[Action], random: Random
) -> tuple[Line[P], Line[P]]:
    """Return the turn that a duelist plays, and one that it does not play.

    `home` has its tiles, `banners` says whether it remembers them by now, `allowed` has the legal actions of the start.
    """
    core = search.core
    line = other = Line(start, (), 0)
    for step in range(STEPS):
        found = _next(search, line, core.seat(start)[1], banners)
        if not step:
            found = [one for one in found if not one.moves or core.action(one.moves[0]) in allowed]
            other = found[0]
        best = max(found, key=by_value)
        done = best.moves == line.moves
        if not done:
            best = _one_of(core, [one for one in found if one.value == best.value], home, random)
            done = best.ended
        line = best
        if done:
            break
    return line, other


def _one_of(core: Core[P], alike: Sequence[Line[P]], home: Faction, random: Random) -> Line[P]:
    """Return one of the turns that are worth the same to a duelist: by chance one of those that look best."""
    looks = [_look(core.action(one.moves[-1]), home) for one in alike]
    most = max(looks)
    return random.choice([one for one, look in zip(alike, looks, strict=True) if look == most])


def _look(action: Action, home: Faction) -> int:
    """Return how many edges that do something have a hex before them if a tile is placed so; 0 for other actions."""
    if action[0] != "place":
        return 0
    tile, row = home.by_id[action[1]], NEIGHBOUR[BY_NAME[action[2]]]
    turned = tile.turned[BY_DIRECTION[action[3]] if len(action) > 3 else 0]
    blades = [direction for direction, _ in (*turned.melee, *turned.ranged)]
    return sum(row[direction] != OFF_BOARD for direction in {*blades, *turned.nets, *turned.paths, *turned.strikes})


def _next(search: Search[P], line: Line[P], team: int, banners: bool) -> list[Line[P]]:
    """Return the turn that ends here, if it may, and then those that are one action longer."""
    core, here = search.core, line.position
    seat, due = core.seat(here)[0], core.due(here)
    before, point = core.strength(here), HIT_POINT if banners else 0
    found: list[Line[P]] = []
    if not due:
        found.append(Line(here, line.moves, _seen(before, core.after_battle(here), team, point)))
    for move in search.moves(here, due):
        verb = core.verb(move)
        if due is not (verb == "discard"):
            continue
        after = core.play(here, move)
        search.nodes += 1
        over = core.over(after)
        if over is not None:
            value = over if team else -over
        elif verb == "battle":
            value = _fought(before, core.strength(after), core.after_battle(here), team, point)
        elif due:
            value = core.kept(after, seat)
        else:
            value = _seen(core.strength(after), core.after_battle(after), team, point)
        found.append(Line(after, (*line.moves, move), value, not core.same_turn(here, after)))
    return found


def _seen(now: Strength, then: Strength, team: int, point: int) -> int:
    """Return what a board is worth to somebody who sees in the next battle only what the other side loses."""
    enemy = 1 - team
    hits = now.tiles[enemy] - then.tiles[enemy] + point * (now.points[enemy] - then.points[enemy])
    return _balance(now, team, point) + hits


def _fought(before: Strength, after: Strength, then: Strength, team: int, point: int) -> int:
    """Return what a battle is worth: hardly more than to wait for it, and nothing where it is no gain."""
    gain = _balance(after, team, point) > _balance(before, team, point)
    return _seen(before, then, team, point) + 1 if gain else _NEVER


def _balance(strength: Strength, team: int, point: int) -> int:
    """Return what a team has more than the other one."""
    enemy = 1 - team
    ahead = strength.points[team] - strength.points[enemy]
    return strength.tiles[team] - strength.tiles[enemy] + point * ahead
