"""Why a tile fell, was hurt or stood, and why it did not strike: the chain of causes of one tile in a fight.

A cause is something without which the outcome is another one: the tile stays on the board, or it falls; a banner costs
fewer hit points, or some. That it falls in another phase is no other outcome. The fight is fought again without it
(`games.monolith_arena.refights`), in every way in which choices are open then, and each must come otherwise. Where
several hits come at once and no single one was needed, the causes are the smallest sets of them without which it is
another one. Everything on the board is tried, so no cause is left out, and nothing is named that changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final, Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.refights import AFTER, NEVER, Course, Factor, Fight, Round, fought, ways
from games.monolith_arena.roles import Cause, gifts_of, holding, played, served_by

Fate = Literal["falls", "hurt", "stands"]
"""What became of a tile: a banner is hurt where its team has lost hit points by it; all else falls or stands."""
WAYS: Final = 200
"""Where so many ways are open without something, nothing is said of it."""


class Blow(NamedTuple):
    """All attacks of one source on the tile at once."""

    source: ev.TileAt | None
    """`None` for poison and orders."""
    kind: str
    phase: int
    wounds: int
    """What came through."""
    granted: tuple[tuple[int, int], ...]
    """(hex, strength) of each rune and banner that made it stronger."""
    armor: int
    """How much armor took off."""
    absorbed_by: int | None


Missed = Literal["netted", "disarmed", "fell", "nobody", "armor", "absorbed"]
"""Why an attack did nothing: kept from it; it fell before its phase; no enemy in its lines; all of it was stopped."""


class Miss(NamedTuple):
    """An attack that did nothing, and why."""

    phase: int
    why: Missed
    causes: tuple[Cause, ...] = ()
    """What kept the tile from it."""
    targets: tuple[int, ...] = ()
    """The hexes of those that it pointed at."""
    jointly: bool = False
    """None of these causes did it alone."""


@dataclass(frozen=True, slots=True)
class Account:
    """What became of one tile in a fight, and why."""

    hex: int
    tile: ev.TileAt
    fate: Fate
    phase: int
    """The phase in which it fell; of one that fell when the fight was over `AFTER`."""
    left: int
    """The wounds that it could still take before what felled it; of one that stands before the fight."""
    blows: tuple[Blow, ...]
    """All that reached it up to then, first to last."""
    lost: int
    """The hit points that a banner cost its team; of other tiles 0."""
    causes: tuple[Cause, ...]
    """Everything without which, taken alone, it would have come otherwise."""
    together: tuple[tuple[Factor, ...], ...]
    """Where no single hit was needed: the smallest sets of hits without which it would have come otherwise."""
    later: int | None
    """The phase in which it falls all the same without all that felled it; `NEVER` where choices say which."""
    misses: tuple[Miss, ...]
    used_up: bool = False
    """It went by what it did itself: a rune that absorbed a hit, or a tile that gave itself up."""

    @property
    def hexes(self) -> tuple[int, ...]:
        """Return the tile and all that it is about, each once."""
        named = [self.hex]
        named += [blow.source.hex for blow in self.blows if blow.source is not None]
        named += [blow.absorbed_by for blow in self.blows if blow.absorbed_by is not None]
        named += [giver for blow in self.blows for giver, _ in blow.granted]
        for cause in (*self.causes, *(cause for miss in self.misses for cause in miss.causes)):
            named += [cause.factor.hex, *cause.others]
        named += [hex_ for miss in self.misses for hex_ in miss.targets]
        return tuple(dict.fromkeys(named))


def account(fight: Fight, hex_: int) -> Account | None:
    """Return what became of the tile on a hex when a fight began; `None` where nothing stood there."""
    piece = fight.start.board[hex_]
    if piece is None:
        return None
    course = fought(fight)
    tile, banner = fight.start.tile_at(hex_), piece.type.is_banner
    place = course.fell(hex_)
    fate: Fate = "falls" if place < NEVER else "hurt" if banner and course.lost(hex_) else "stands"
    last = course.rounds[: place + 1]
    tried = _Tried(fight, hex_, course)
    deadly = course.rounds[place] if place < len(course.rounds) else None
    spent = deadly is not None and _gave_itself(deadly.wounds, hex_)
    points = fight.start.hit_points[fight.start.teams[piece.seat]]
    outcome = _Outcome(hex_, fate, banner, points, min(course.lost(hex_), points))
    causes = [_cause(tried, outcome, factor, course, place) for factor in tried.singles(outcome.otherwise)]
    hitting = _hitting(deadly.wounds, hex_) if deadly is not None and not spent else []
    alone = {cause.factor for cause in causes}
    rest = [factor for factor in hitting if factor not in alone]
    standing = (deadly.position if deadly is not None else fight.start).standing()
    there = standing.board[hex_]
    return Account(
        hex_,
        tile,
        fate,
        AFTER if place == len(course.rounds) else deadly.wounds.phase if deadly is not None else NEVER,
        0 if banner or there is None else standing.wounds_left(hex_, there),
        tuple(_blows(last, hex_)),
        outcome.lost if banner else 0,
        tuple(causes),
        tried.smallest(rest, outcome.otherwise) if rest else (),
        _later(tried, hitting, hex_) if hitting else None,
        tuple(_misses(fight, course, tried, hex_)),
        spent,
    )


Otherwise = Callable[[Course], bool]
"""Says of a fight that was fought again whether it came otherwise for the tile in question."""


class _Outcome(NamedTuple):
    """What became of the tile on a hex, and whether something else becomes of it in another course."""

    hex: int
    fate: Fate
    banner: bool
    points: int
    """The hit points that its team had."""
    lost: int

    def otherwise(self, other: Course) -> bool:
        """Return whether it fell and does not fall, or the other way round; a banner costs fewer, or some."""
        if self.banner:
            costs = self.costs(other)
            return costs < self.lost if self.fate == "hurt" else costs > 0
        return (self.fate == "falls") != (other.fell(self.hex) < NEVER)

    def costs(self, other: Course) -> int:
        """Return the hit points that a banner costs its team in another course."""
        return min(other.lost(self.hex), self.points)


def _cause(tried: _Tried, outcome: _Outcome, factor: Factor, course: Course, place: int) -> Cause:
    """Return a cause with the part that it played, and for a banner how many hit points it made."""

    def otherwise(*taken: Factor) -> bool:
        return tried.always(taken, outcome.otherwise)

    found = played(factor, course, outcome.hex, place, otherwise, falls=outcome.fate != "stands")
    if not outcome.banner:
        return found
    made = {abs(outcome.costs(other) - outcome.lost) for other in tried.ways((factor,))}
    return found._replace(points=min(made), exactly=len(made) == 1)


def _later(tried: _Tried, hitting: Sequence[Factor], hex_: int) -> int | None:
    """Return when the tile falls without all of these hits; `None` where it may stay."""
    phases: set[int] = set()
    for other in tried.ways(hitting):
        place = other.fell(hex_)
        if place == NEVER or len(phases) >= WAYS:
            return None
        phases.add(other.rounds[place].wounds.phase if place < len(other.rounds) else AFTER)
    return next(iter(phases)) if len(phases) == 1 else NEVER


class _Tried:
    """The courses of a fight without this or that; each is fought once."""

    def __init__(self, fight: Fight, about: int, course: Course) -> None:
        self.fight = fight
        own = Factor("tile", about)
        self._factors = [factor for factor in fight.factors() if factor != own]
        self._ways: dict[frozenset[Factor], _Ways] = {frozenset(): _Ways(iter((course,)))}

    def ways(self, taken: Collection[Factor]) -> Iterator[Course]:
        """Yield the ways in which it can go without some factors."""
        key = frozenset(taken)
        if key not in self._ways:
            self._ways[key] = _Ways(ways(self.fight, key))
        return self._ways[key].each()

    def always(self, taken: Collection[Factor], otherwise: Otherwise) -> bool:
        """Return whether it comes otherwise without some factors, whatever is chosen then."""
        return all(number < WAYS and otherwise(course) for number, course in enumerate(self.ways(taken)))

    def singles(self, otherwise: Otherwise) -> list[Factor]:
        """Return the factors without one of which it comes otherwise."""
        return [factor for factor in self._factors if self.always((factor,), otherwise)]

    def smallest(self, factors: Sequence[Factor], otherwise: Otherwise) -> tuple[tuple[Factor, ...], ...]:
        """Return the smallest sets of two and more of these factors without which it comes otherwise."""
        found: list[tuple[Factor, ...]] = []
        for size in range(2, len(factors) + 1):
            for some in combinations(factors, size):
                if not any(set(smaller) <= set(some) for smaller in found) and self.always(some, otherwise):
                    found.append(some)
        return tuple(found)

    def fewest(self, otherwise: Otherwise) -> tuple[Factor, ...]:
        """Return the first pair of factors without which it comes otherwise, else three such; no single one may be."""
        for size in (2, 3):
            found = (some for some in combinations(self._factors, size) if self.always(some, otherwise))
            if first := next(found, ()):
                return first
        return ()


class _Ways:
    """Courses that are fought when somebody looks, each once."""

    def __init__(self, fresh: Iterator[Course]) -> None:
        self._fresh = fresh
        self._known: list[Course] = []

    def each(self) -> Iterator[Course]:
        """Yield them."""
        yield from self._known
        for course in self._fresh:
            self._known.append(course)
            yield course


# what reached it


def _blows(rounds: Iterable[Round], hex_: int) -> Iterator[Blow]:
    for position, wounds in rounds:
        standing = position.standing()
        blows: dict[tuple[int, str, int | None], Blow] = {}
        for one in wounds.attacks:
            if one.target.hex != hex_:
                continue
            key = -1 if one.source is None else one.source.hex, one.kind, one.absorbed_by
            before = blows.get(key, Blow(one.source, one.kind, wounds.phase, 0, (), 0, one.absorbed_by))
            blows[key] = before._replace(
                wounds=before.wounds + one.wounds,
                granted=(*before.granted, *_granted(standing, one)),
                armor=before.armor + one.strength - one.wounds,
            )
        yield from blows.values()


def _granted(standing: Standing, attack: ev.Attack) -> Iterator[tuple[int, int]]:
    """Yield the runes and banners that made an attack stronger, and by how much."""
    if attack.source is None or attack.kind not in ("melee", "ranged", "assassination"):
        return
    for giver in range(len(standing.board)):
        gifts = gifts_of(standing, giver)
        bonus = 0 if gifts is None else gifts.ranged if attack.kind == "ranged" else gifts.melee
        if bonus and attack.source.hex in served_by(standing, giver):
            yield giver, bonus


def _gave_itself(wounds: ev.Wounds, hex_: int) -> bool:
    """Return True if a tile went by absorbing a hit or by its own strike."""
    if any(tile.hex == hex_ for tile in wounds.fallen):
        return False
    absorbed = any(attack.absorbed_by == hex_ for attack in wounds.attacks)
    hit = any(one.target.hex == hex_ and one.wounds and one.absorbed_by is None for one in wounds.attacks)
    return absorbed or not hit


def _hitting(wounds: ev.Wounds, hex_: int) -> list[Factor]:
    """Return the factors that deal wounds to a tile at once; orders cannot be taken away from a position."""
    found: dict[Factor, None] = {}
    for one in wounds.attacks:
        if one.target.hex != hex_ or not one.wounds or one.absorbed_by is not None:
            continue
        if one.source is not None:
            found[Factor("tile", one.source.hex)] = None
        elif one.kind == "poison":
            found[Factor("poison", hex_)] = None
    return list(found)


# what it did not do


def _misses(fight: Fight, course: Course, tried: _Tried, hex_: int) -> Iterator[Miss]:
    """Yield the attacks of the tile on a hex that did nothing, and why; only a battle has attacks by initiative."""
    standing = fight.start.standing()
    piece = standing.board[hex_]
    if fight.cause is not None or piece is None or not piece.type.initiative:
        return
    made: dict[int, list[ev.Attack]] = {}
    for phase, attack in course.attacks_by(hex_):
        made.setdefault(phase, []).append(attack)
    for number, begun in standing.attacks(hex_, piece):
        phase = _due(course, hex_, number, begun)
        if phase in made:
            if not any(one.wounds and one.absorbed_by is None for one in made[phase]):
                why: Missed = "absorbed" if any(one.wounds for one in made[phase]) else "armor"
                yield Miss(phase, why, (), tuple(dict.fromkeys(one.target.hex for one in made[phase])))
            continue
        then = course.at(phase).standing()
        there = then.board[hex_]
        if there is None:
            yield Miss(phase, "fell")
        elif then.disabled(hex_):
            able = partial(_able, hex_=hex_, phase=phase)
            single = tried.singles(able)
            free = single or tried.fewest(able)
            held: Missed = "netted" if hex_ in then.netted else "disarmed"
            yield Miss(phase, held, tuple(holding(factor, then, hex_) for factor in free), (), not single)
        elif (number, phase) in then.attacks(hex_, there):
            yield Miss(phase, "nobody")


def _due(course: Course, hex_: int, number: int, phase: int) -> int:
    """Return the phase in which an attack is due that was due in another one: what made it earlier may have gone."""
    then = course.at(phase).standing()
    there = then.board[hex_]
    due = phase if there is None else dict(then.attacks(hex_, there)).get(number, phase)
    return phase if due >= phase else _due(course, hex_, number, due)


def _able(course: Course, hex_: int, phase: int) -> bool:
    """Return True if the tile on a hex can make an attack in a phase."""
    then = course.at(phase).standing()
    return then.board[hex_] is not None and not then.disabled(hex_)
