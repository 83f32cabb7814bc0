"""What one tile had to do with what became of another one in a fight: the part that a cause played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.hexes import NEIGHBOUR, OFF_BOARD
from games.monolith_arena.refights import Course, Factor, Round
from games.monolith_arena.tiles import Gifts

Part = Literal[
    "hits", "wounded", "poisoned", "nets", "token", "disarms", "removes", "gives", "absorbs", "saves", "marker",
    "blocks", "spends", "drains", "struck", "matters",
]  # fmt: skip
"""What a cause had to do with it."""
NAMED: Final = 3
"""So many of the tiles that it acted on are named."""
_LYING: dict[str, Part] = {"wounds": "wounded", "poison": "poisoned", "token": "token", "marker": "marker"}


class Cause(NamedTuple):
    """One thing without which it would have come otherwise."""

    factor: Factor
    part: Part
    others: tuple[int, ...] = ()
    """The hexes of the tiles that it acted on; none where that is the tile in question."""
    gift: str = ""
    """What a rune or a banner gave, where it was that: a name in `games.monolith_arena.tiles.Gifts`."""
    points: int = 0
    """For a banner how many hit points fewer it would have cost, or how many where it cost none; at least so many."""
    exactly: bool = True
    """It would have been just so many, whatever somebody had chosen."""


Without = Callable[..., bool]
"""Says whether it comes otherwise without some factors."""


def played(factor: Factor, course: Course, hex_: int, place: int, otherwise: Without, *, falls: bool) -> Cause:
    """Return a cause with what it had to do with the tile on a hex up to a round: the first thing that is true of it.

    `falls` where that tile fell or was hurt. That a tile gave or netted something is said where it comes otherwise
    without that alone.
    """
    if factor.kind != "tile":
        return Cause(factor, _LYING[factor.kind], () if factor.hex == hex_ else (factor.hex,))
    rounds = course.rounds[: place + 1]
    giver = factor.hex
    attacks = [one for round_ in rounds for one in round_.wounds.attacks]
    own = [one for one in attacks if one.source is not None and one.source.hex == giver]
    if falls and any(one.target.hex == hex_ and one.wounds and one.absorbed_by is None for one in own):
        return Cause(factor, "hits")
    if any(one.absorbed_by == giver and one.target.hex == hex_ for one in attacks):
        return Cause(factor, "absorbs")
    if spent := next((one for one in own if one.absorbed_by == hex_), None):
        return Cause(factor, "spends", (spent.target.hex,))
    if any(
        one.kind == "strike" and one.source and one.source.hex == hex_ and one.target.hex == giver for one in attacks
    ):
        return Cause(factor, "struck")
    return (
        next(_doing(factor, rounds or course.rounds[:1], hex_, otherwise), None)
        or _removing(factor, rounds, hex_, otherwise)
        or _in_the_way(factor, rounds)
    )


def _doing(factor: Factor, rounds: Sequence[Round], hex_: int, otherwise: Without) -> Iterator[Cause]:
    """Yield what a tile gave, disarmed or netted without which alone it would have come otherwise."""
    giver = factor.hex
    standings = [round_.position.standing() for round_ in rounds]
    attacks = [one for round_ in rounds for one in round_.wounds.attacks]
    gifts = next((found for one in standings if (found := gifts_of(one, giver)) is not None), None)
    names = () if gifts is None else (*(name for name, _ in gifts.bonuses), *gifts.abilities)
    for name in names:
        served = _each(served_by(one, giver) for one in standings)
        if served and otherwise(Factor("gift", giver, name)):
            striking = [one for one in attacks if one.source is not None and one.source.hex in served]
            hitting = _each([one.source.hex] for one in striking if one.source and one.target.hex == hex_)
            others = _each([one.source.hex] for one in striking if one.source)
            own = [hex_] if hex_ in served else []
            receivers = own or served if name == "toughness" else hitting or own or others or served
            yield Cause(factor, "gives", tuple(receivers[:NAMED]), name)
    if gifts is not None and gifts.disarm and otherwise(Factor("gift", giver, "disarm")):
        disarmed = _each(disarmed_by(one, giver) for one in standings)
        if disarmed:
            yield Cause(factor, "disarms", () if hex_ in disarmed else tuple(disarmed[:NAMED]))
    if gifts is not None and gifts.regeneration and otherwise(Factor("gift", giver, "regeneration")):
        saved = _each([one.target.hex] for one in attacks if one.absorbed_by == giver)
        if saved:
            yield Cause(factor, "saves", tuple(saved[:NAMED]))
    held = next((other for one in standings if (other := netted_by(one, giver)) is not None), None)
    if held is not None and otherwise(Factor("net", giver)):
        yield Cause(factor, "nets", () if held == hex_ else (held,))


def _each(hexes: Iterator[list[int]]) -> list[int]:
    """Return hexes, each once."""
    return list(dict.fromkeys(hex_ for some in hexes for hex_ in some))


def _removing(factor: Factor, rounds: Sequence[Round], hex_: int, otherwise: Without) -> Cause | None:
    """Return whom a tile removed: of several one whose absence from the beginning would have made up for it."""
    gone = {tile.hex for round_ in rounds for tile in (*round_.wounds.removed, *round_.wounds.fallen)} - {hex_}
    struck = _each(
        [one.target.hex]
        for round_ in rounds
        for one in round_.wounds.attacks
        if one.source is not None
        and one.source.hex == factor.hex
        and one.wounds
        and one.absorbed_by is None
        and one.target.hex in gone
    )
    made_up = (other for other in struck if not otherwise(factor, Factor("tile", other)))
    found = next(made_up, None)
    if found is None and struck:
        found = struck[0]
    return Cause(factor, "removes", (found,)) if found is not None else None


def _in_the_way(factor: Factor, rounds: Sequence[Round]) -> Cause:
    """Return which rune was used up by its hit, or whose shot a tile took; nothing where it did neither."""
    own = (one for round_ in rounds for one in round_.wounds.attacks if one.source and one.source.hex == factor.hex)
    drained = next((one.absorbed_by for one in own if one.absorbed_by is not None), None)
    if drained is not None:
        return Cause(factor, "drains", (drained,))
    shots = (one for round_ in rounds for one in round_.wounds.attacks if one.target.hex == factor.hex)
    shot = next((one.source for one in shots if one.kind == "ranged"), None)
    return Cause(factor, "blocks", (shot.hex,)) if shot is not None else Cause(factor, "matters")


def holding(factor: Factor, standing: Standing, hex_: int) -> Cause:
    """Return what a cause had to do with a tile's being kept from its attack."""
    if factor.kind != "tile":
        return Cause(factor, _LYING[factor.kind], () if factor.hex == hex_ else (factor.hex,))
    held = netted_by(standing, factor.hex)
    if held is not None:
        return Cause(factor, "nets", () if held == hex_ else (held,))
    disarmed = disarmed_by(standing, factor.hex)
    if disarmed:
        return Cause(factor, "disarms", () if hex_ in disarmed else (disarmed[0],))
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
