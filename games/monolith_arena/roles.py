"""What one tile had to do with what became of another one in a fight: the part that a cause played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.refights import Course, Factor, Round
from games.monolith_arena.tiles import Gifts

Part = Literal[
    "hits", "wounded", "poisoned", "nets", "token", "disarms", "removes", "serves", "absorbs", "toughens", "marker",
    "blocks", "spends", "struck", "matters",
]  # fmt: skip
"""What a cause had to do with it."""
_LYING: dict[str, Part] = {"wounds": "wounded", "poison": "poisoned", "token": "token", "marker": "marker"}


class Cause(NamedTuple):
    """One thing without which it would have come otherwise."""

    factor: Factor
    part: Part
    other: int | None = None
    """The hex of the tile that it acted on, where that is not the tile in question."""


def played(factor: Factor, course: Course, hex_: int, place: int, *, falls: bool) -> Cause:
    """Return a cause with what it had to do with the tile on a hex up to a round: the first thing that is true of it.

    `falls` where that tile fell or was hurt.
    """
    if factor.kind != "tile":
        return Cause(factor, _LYING[factor.kind], None if factor.hex == hex_ else factor.hex)
    rounds = course.rounds[: place + 1]
    giver = factor.hex
    attacks = [one for round_ in rounds for one in round_.wounds.attacks]
    own = [one for one in attacks if one.source is not None and one.source.hex == giver]
    if falls and any(one.target.hex == hex_ and one.wounds and one.absorbed_by is None for one in own):
        return Cause(factor, "hits")
    if any(one.absorbed_by == giver and one.target.hex == hex_ for one in attacks):
        return Cause(factor, "absorbs")
    if spent := next((one for one in own if one.absorbed_by == hex_), None):
        return Cause(factor, "spends", spent.target.hex)
    if any(
        one.kind == "strike" and one.source and one.source.hex == hex_ and one.target.hex == giver for one in attacks
    ):
        return Cause(factor, "struck")
    return _before(factor, rounds, course, hex_) or _in_the_way(factor, rounds, hex_)


def _before(factor: Factor, rounds: Sequence[Round], course: Course, hex_: int) -> Cause | None:
    """Return what a tile gave, netted, disarmed or removed."""
    giver = factor.hex
    standings = [round_.position.standing() for round_ in rounds or course.rounds[:1]]
    for standing in standings:
        gifts = gifts_of(standing, giver)
        if gifts is not None and gifts.toughness and hex_ in served_by(standing, giver):
            return Cause(factor, "toughens")
    for standing in standings:
        if (held := netted_by(standing, giver)) is not None:
            return Cause(factor, "nets", None if held == hex_ else held)
        if disarmed := disarmed_by(standing, giver):
            return Cause(factor, "disarms", None if hex_ in disarmed else disarmed[0])
    gone = {tile.hex for round_ in rounds for tile in (*round_.wounds.removed, *round_.wounds.fallen)} - {hex_}
    own = [
        one
        for round_ in rounds
        for one in round_.wounds.attacks
        if one.source is not None and one.source.hex == giver and one.wounds and one.absorbed_by is None
    ]
    struck = next((one.target.hex for one in own if one.target.hex in gone), None)
    return Cause(factor, "removes", struck) if struck is not None else None


def _in_the_way(factor: Factor, rounds: Sequence[Round], hex_: int) -> Cause:
    """Return whom a tile served, the tile in question rather than others, or whose shot it took."""
    giver = factor.hex
    helped: list[int] = []
    for round_ in rounds:
        served = served_by(round_.position.standing(), giver)
        hitting = [one for one in round_.wounds.attacks if one.source is not None and one.source.hex in served]
        hitting.sort(key=lambda one: one.target.hex != hex_)
        helped += [one.source.hex for one in hitting if one.source is not None]
    if helped:
        return Cause(factor, "serves", None if helped[0] == hex_ else helped[0])
    shots = (one for round_ in rounds for one in round_.wounds.attacks if one.target.hex == giver)
    shot = next((one.source for one in shots if one.kind == "ranged"), None)
    return Cause(factor, "blocks", shot.hex) if shot is not None else Cause(factor, "matters")


def holding(factor: Factor, standing: Standing, hex_: int) -> Cause:
    """Return what a cause had to do with a tile's being kept from its attack."""
    if factor.kind != "tile":
        return Cause(factor, _LYING[factor.kind], None if factor.hex == hex_ else factor.hex)
    held = netted_by(standing, factor.hex)
    if held is not None:
        return Cause(factor, "nets", None if held == hex_ else held)
    disarmed = disarmed_by(standing, factor.hex)
    if disarmed:
        return Cause(factor, "disarms", None if hex_ in disarmed else disarmed[0])
    return Cause(factor, "matters")


# what a tile does to others as a board stands


def gifts_of(standing: Standing, giver: int) -> Gifts | None:
    """Return what an able rune or banner gives; `None` for what is none, or netted."""
    piece = standing.board[giver]
    return piece.type.gifts if piece is not None and giver not in standing.netted else None


def _reached(standing: Standing, giver: int) -> list[int]:
    piece = standing.board[giver]
    if piece is None or gifts_of(standing, giver) is None:
        return []
    if piece.type.boundless:
        return [h for h, other in enumerate(standing.board) if other is not None and h != giver]
    beside = (NEIGHBOUR[giver][way] for way in piece.type.turned[piece.facing].paths)
    return [h for h in beside if h != OFF_BOARD and standing.board[h] is not None]


def served_by(standing: Standing, giver: int) -> list[int]:
    """Return the hexes of the tiles to which an able rune or banner gives something."""
    gifts = gifts_of(standing, giver)
    if gifts is None or gifts.disarm:
        return []
    team = _team(standing, giver)
    return [h for h in _reached(standing, giver) if _team(standing, h) == team]


def disarmed_by(standing: Standing, giver: int) -> list[int]:
    """Return the hexes of the tiles that a Rune of Disarmament disarms."""
    gifts = gifts_of(standing, giver)
    if gifts is None or not gifts.disarm:
        return []
    team = _team(standing, giver)
    return [h for h in _reached(standing, giver) if _team(standing, h) != team]


def netted_by(standing: Standing, giver: int) -> int | None:
    """Return the hex of the tile that a tile's net holds; `None` where it has none that does."""
    piece = standing.board[giver]
    if piece is None or not piece.type.has_net or giver in standing.netted:
        return None
    for way in piece.type.turned[piece.facing].nets:
        there = NEIGHBOUR[giver][way]
        if there != OFF_BOARD and there in standing.netted and _team(standing, there) != _team(standing, giver):
            return there
    return None


def _team(standing: Standing, hex_: int) -> int | None:
    piece = standing.board[hex_]
    return None if piece is None else standing.teams[piece.seat]
