"""Why a tile fell, was hurt or stood, and why it did not strike: the chain of causes of one tile in a fight.

A cause is something without which the outcome is another one: the fight is fought again without it
(`games.monolith_arena.refights`). Where several hits come at once and no single one was needed, the causes are the
smallest sets of them without which it is another one. Everything on the board is tried, so no cause is left out, and
nothing is named that changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations
from typing import Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.refights import AFTER, NEVER, Course, Factor, Fight, Round, fought, without
from games.monolith_arena.roles import Cause, holding, played

Fate = Literal["falls", "hurt", "stands"]
"""What became of a tile: a banner is hurt where its team has lost hit points by it; all else falls or stands."""


class Blow(NamedTuple):
    """All attacks of one source on the tile at once."""

    source: ev.TileAt | None
    """`None` for poison and orders."""
    kind: str
    phase: int
    wounds: int
    """What came through."""
    bonus: int
    """How much of the strength came from runes and banners."""
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
    causes: tuple[Cause, ...]
    """Everything without which, taken alone, it would have come otherwise."""
    together: tuple[tuple[Factor, ...], ...]
    """Where no single hit was needed: the smallest sets of hits without which it would have come otherwise."""
    misses: tuple[Miss, ...]
    spared: int = 0
    """The wounds that an entrenchment took."""
    used_up: bool = False
    """It went by what it did itself: a rune that absorbed a hit, or a tile that gave itself up."""

    @property
    def hexes(self) -> tuple[int, ...]:
        """Return the tile and all that it is about, each once."""
        named = [self.hex]
        named += [blow.source.hex for blow in self.blows if blow.source is not None]
        named += [blow.absorbed_by for blow in self.blows if blow.absorbed_by is not None]
        for cause in (*self.causes, *(cause for miss in self.misses for cause in miss.causes)):
            named += [cause.factor.hex, *([cause.other] if cause.other is not None else [])]
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
    otherwise = _otherwise(course, fate, place, hex_)
    causes = [played(factor, course, hex_, place, falls=fate != "stands") for factor in tried.singles(otherwise)]
    together: tuple[tuple[Factor, ...], ...] = ()
    if deadly is not None and not spent:
        hitting = _hitting(deadly.wounds, hex_)
        alone = {cause.factor for cause in causes}
        if not alone.issuperset(hitting):
            together = tried.smallest([factor for factor in hitting if factor not in alone], otherwise)
    if not causes and not together:
        together = tried.fewest(otherwise)
    standing = (deadly.position if deadly is not None else fight.start).standing()
    there = standing.board[hex_]
    return Account(
        hex_,
        tile,
        fate,
        AFTER if place == len(course.rounds) else deadly.wounds.phase if deadly is not None else NEVER,
        0 if banner or there is None else standing.wounds_left(hex_, there),
        tuple(_blows(last, hex_)),
        tuple(causes),
        together,
        tuple(_misses(fight, course, tried, hex_)),
        sum(any(tile.hex == hex_ for tile in one.wounds.entrenchments) for one in last),
        spent,
    )


Otherwise = Callable[[Course], bool]
"""Says of a fight that was fought again whether it came otherwise for the tile in question."""


def _otherwise(course: Course, fate: Fate, place: int, hex_: int) -> Otherwise:
    """Return what tells whether a tile fared otherwise: it fell no sooner, lost less, or did not stand."""
    if fate == "falls":
        phase = course.rounds[place].wounds.phase if place < len(course.rounds) else AFTER
        return lambda other: not other.falls_by(hex_, phase)
    if fate == "hurt":
        lost = course.lost(hex_)
        return lambda other: not other.loses(hex_, lost)
    return lambda other: other.fell(hex_) < NEVER or bool(_is_banner(course, hex_) and other.lost(hex_))


def _is_banner(course: Course, hex_: int) -> bool:
    pieces = (round_.position.board[hex_] for round_ in course.rounds)
    return any(piece is not None and piece.type.is_banner for piece in pieces)


class _Tried:
    """The courses of a fight without this or that; each is fought once."""

    def __init__(self, fight: Fight, about: int, course: Course) -> None:
        self.fight = fight
        self.about = about
        own = Factor("tile", about)
        self._factors = [factor for factor in fight.factors() if factor != own]
        self._courses: dict[frozenset[Factor], Course] = {frozenset(): course}

    def course(self, taken: Collection[Factor]) -> Course:
        """Return how it goes without some factors."""
        key = frozenset(taken)
        if key not in self._courses:
            self._courses[key] = without(self.fight, key, self.about)
        return self._courses[key]

    def singles(self, otherwise: Otherwise) -> list[Factor]:
        """Return the factors without one of which it comes otherwise."""
        return [factor for factor in self._factors if otherwise(self.course((factor,)))]

    def smallest(self, factors: Sequence[Factor], otherwise: Otherwise) -> tuple[tuple[Factor, ...], ...]:
        """Return the smallest sets of two and more of these factors without which it comes otherwise."""
        found: list[tuple[Factor, ...]] = []
        for size in range(2, len(factors) + 1):
            for some in combinations(factors, size):
                if not any(set(smaller) <= set(some) for smaller in found) and otherwise(self.course(some)):
                    found.append(some)
        return tuple(found)

    def fewest(self, otherwise: Otherwise) -> tuple[tuple[Factor, ...], ...]:
        """Return the pairs of factors without which it comes otherwise, else such sets of three; no single one may be.

        Three are needed where a Rune of Regeneration would be used up if it were not hit.
        """
        for size in (2, 3):
            found = tuple(some for some in combinations(self._factors, size) if otherwise(self.course(some)))
            if found:
                return found
        return ()


# what reached it


def _blows(rounds: Iterable[Round], hex_: int) -> Iterator[Blow]:
    for position, wounds in rounds:
        standing = position.standing()
        blows: dict[tuple[int, str, int | None], Blow] = {}
        for one in wounds.attacks:
            if one.target.hex != hex_:
                continue
            key = -1 if one.source is None else one.source.hex, one.kind, one.absorbed_by
            before = blows.get(key, Blow(one.source, one.kind, wounds.phase, 0, 0, 0, one.absorbed_by))
            blows[key] = before._replace(
                wounds=before.wounds + one.wounds,
                bonus=before.bonus + _bonus(standing, one),
                armor=before.armor + one.strength - one.wounds,
            )
        yield from blows.values()


def _bonus(standing: Standing, attack: ev.Attack) -> int:
    if attack.source is None or attack.kind not in ("melee", "ranged", "assassination"):
        return 0
    served = standing.of(attack.source.hex)
    return served.ranged if attack.kind == "ranged" else served.melee


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
    for number, phase in standing.attacks(hex_, piece):
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
            free = tried.singles(able) or list(dict.fromkeys(chain.from_iterable(tried.fewest(able))))
            held: Missed = "netted" if hex_ in then.netted else "disarmed"
            yield Miss(phase, held, tuple(holding(factor, then, hex_) for factor in free))
        elif (number, phase) in then.attacks(hex_, there):
            yield Miss(phase, "nobody")


def _able(course: Course, hex_: int, phase: int) -> bool:
    """Return True if the tile on a hex can make an attack in a phase."""
    then = course.at(phase).standing()
    return then.board[hex_] is not None and not then.disabled(hex_)
