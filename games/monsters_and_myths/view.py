"""What a reader may know of a match: the only form in which pictures, words and panels get a position.

A `View` has no place for another seat's hand, kept cards or thrown-away cards, for a loss that is not shown yet, nor
for the pile, so none of them can leak through it. `games.monsters_and_myths.projection` makes views from states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple

from games.api import Choice, Result
from games.monsters_and_myths.cards import BY_LETTER, NATIONS, AttackCard, Cards, Ranks, Troops
from games.values import As

SEATS: Final = "ABCD"
"""The letters of the seats."""
FORCE: Final = "force"
FLIPPED: Final = "flipped"
"""In the words of actions: a catapult aims at the attacker's force, or at what was flipped of it."""
CAPTURED: Final = 2
"""The victory points of a captured card (M7.1)."""


def largest(troops: Sequence[Troops], nation: int) -> tuple[int, ...]:
    """Return the seats with the largest nation of a type, all that are tied; nobody where nobody owns one (M7.2)."""
    sizes = [theirs[nation].size for theirs in troops]
    most = max(sizes)
    return tuple(seat for seat, size in enumerate(sizes) if size == most > 0)


class Target(NamedTuple):
    """A nation of a seat."""

    seat: int
    nation: int
    """Its index in `games.monsters_and_myths.cards.NATIONS`."""

    @property
    def text(self) -> str:
        """Return the target as actions and notation have it: ``B.G``."""
        return f"{SEATS[self.seat]}.{NATIONS[self.nation].letter}"

    @classmethod
    def of(cls, text: str) -> Target:
        """Return the target of such a text. Raises `KeyError` or `ValueError` for anything else."""
        seat, nation = text.split(".")
        return cls({letter: at for at, letter in enumerate(SEATS)}[seat], BY_LETTER[nation].index)


AS_TEXT: Final = As(lambda target, _: target.text, lambda text, _: Target.of(text))
"""How a target is stored: ``B.G``."""


class Rolling(NamedTuple):
    """How far an attacker goes on rolling without being asked again."""

    left: int = 0
    """Not any more once the force has only so many creatures."""
    rolls: int | None = None
    """How many more rolls at most."""

    def after_one(self) -> Rolling:
        """Return what is left of it after a roll."""
        return self if self.rolls is None else self._replace(rolls=self.rolls - 1)

    def goes_on(self, creatures: int) -> bool:
        """Return whether to roll once more with so many creatures in the force."""
        return creatures > self.left and (self.rolls is None or self.rolls > 0)


class Exchange(NamedTuple):
    """The last roll of the fight that is on, or of the one that has just ended."""

    attack: tuple[int, ...]
    """The attacker's dice, the highest first, without the bonus."""
    target: Annotated[Target, AS_TEXT]
    """The nation that they were rolled against."""
    defence: tuple[int, ...]
    bonus: int | None
    """The seat that adds 1 to its highest die (M5.7)."""
    losses: tuple[int, int]
    """How many cards attacker and defender lose by it (M5.8, M5.9)."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: what lies open, and what is hidden where the reader may see it."""

    seat: int
    troops: Troops
    home: Troops
    """The troops without what is committed to the attack."""
    new: int
    """Wizards that are still to be given to nations."""
    catapults: int
    attacks: tuple[AttackCard, ...]
    """The attack cards in play, the lowest first."""
    captured: Cards
    hand_count: int
    hand: Cards | None
    """The cards dealt; `None` where the reader may not see them."""
    kept_count: int
    kept: Cards | None
    """Cards kept and not laid out yet; `None` where the reader may not see them."""
    away_count: int
    away: Cards | None
    """Cards thrown away; `None` where the reader may not see them."""
    scope: str | None
    """How far the seat has passed (see `games.monsters_and_myths.state.SCOPES`), empty for no further than the
    window; `None` where the reader may not know."""
    left: bool
    """The seat has given up; its cards stay (M9.2)."""

    @property
    def captured_points(self) -> int:
        """Return the victory points of its captured cards."""
        return CAPTURED * len(self.captured)


@dataclass(frozen=True, slots=True)
class View:
    """A match as `reader` sees it; `reader` `None` is everybody."""

    reader: int | None
    free: bool
    """Catapults fire freely, nobody is waited for (M6.4)."""
    guarantee_attack: bool
    round: int
    """0 while the match is set up, then 1 to 3."""
    phase: str
    """See `games.monsters_and_myths.state.State.phase`."""
    seats: tuple[SeatView, ...]
    turn: int | None
    """Who places wizards."""
    active: int | None
    """Whose attack card is being resolved."""
    card: AttackCard | None
    """That attack card."""
    force: Troops
    """The committed creatures that lie face up."""
    flipped: Troops
    """The committed creatures that lie face down."""
    target: Target | None
    fought: tuple[Target, ...]
    """The nations that were rolled against with this card, sorted as text."""
    paid: bool
    """The next pursuit needs no flip: its card was flipped before (M6.4)."""
    waiting: tuple[int, ...]
    """Whose pass is waited for."""
    owe: tuple[int, ...]
    """How many cards each seat still has to choose as lost; empty outside the phase ``lose``."""
    chosen: tuple[int, ...]
    """The seats that have chosen a loss which is not shown yet."""
    given: Cards
    """What the reader has chosen as lost while others still choose."""
    exchange: Exchange | None
    """The last roll of this fight; `None` before the first one."""
    rolling: Rolling | None
    """How far the reader, as the attacker, has said to go on rolling."""
    pile: int
    """How many cards the draw pile has."""
    discards: Cards
    """The cards discarded from play, sorted; those thrown away are not among them."""
    choices: tuple[Choice, ...]
    """What is waited for, and what the reader may do besides."""
    result: Result | None

    @property
    def defenders(self) -> Ranks | None:
        """Return the nation that is attacked."""
        return None if self.target is None else self.seats[self.target.seat].troops[self.target.nation]

    def largest(self, nation: int) -> tuple[int, ...]:
        """Return the seats with the largest nation of that type now, all that are tied; empty without any (M7.2)."""
        return largest([seat.troops for seat in self.seats], nation)

    @property
    def counts(self) -> bool:
        """Return whether points mean anything yet: all have laid out their first cards (M3.1)."""
        return self.round > 0 or all(any(ranks.size for ranks in seat.troops) for seat in self.seats)

    def points(self, seat: int) -> int:
        """Return the victory points that the seat would have if the match were over now (M7)."""
        crowns = sum(nation.largest for nation in NATIONS if seat in self.largest(nation.index))
        return self.seats[seat].captured_points + crowns
