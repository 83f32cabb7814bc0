"""The state of a match of Arena of Heroes between two actions, or where an action waits for an answer (A3).

States are values: whatever changes one works on a `draft` of it. An action that waits for an answer is carried out
anew, with one answer more, when that answer comes; so a state in the middle of an action remembers the state before it
and the actions since.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from games.api import Action, Result
from games.arena_of_heroes.cards import HeroType
from games.arena_of_heroes.view import Question, Shot
from games.values import BRIEF, COLUMNS, EARLIER, As, At

T = TypeVar("T", "Hero", "State")

LINE: Final = As(
    lambda line, state: [[seat, *action] for seat, action in line],
    lambda data, state: tuple((int(seat), tuple(action)) for seat, *action in data),
)
"""The actions since, each an array: the seat and the tokens."""


@dataclass(slots=True)
class Hero:
    """A seat's hero, with what lies on its board."""

    type: HeroType | None = None
    """`None` until it is picked."""
    stamina: int = 0
    at: int = 0
    """The hideout that it is at, hidden or not; 0 for one that is out."""
    hidden: bool = False
    delay: int = 0
    explored: bool = False
    items: tuple[tuple[str, int], ...] = ()
    """The arena cards that it has and the tokens on each, sorted."""
    flags: frozenset[str] = frozenset()
    """Those of `FLAGS` that are so."""
    spared: Annotated[frozenset[int], At("now.spared")] = frozenset()
    """The hideouts that were struck since it has last gone into hiding, without it being revealed: it is not there,
    unless Veil or smoke has hidden it. Everybody can work that out."""
    aims: Annotated[tuple[int, ...], At("now.aims"), BRIEF] = ()
    """Where it has fired since then with no hero in reach that everybody could see: who hides spares itself."""
    lost: Annotated[bool, At("now.lost")] = False
    """It has lost stamina in this turn, not by paying with it, and has not gone into a new hideout since."""
    given: Annotated[int, At("now.given")] = 0
    """How often its attacks have hit others."""
    taken: Annotated[int, At("now.taken")] = 0
    """How often it was hit."""
    fell: Annotated[int, At("now.fell")] = 0
    """The hideout that it was at when it went out."""

    @property
    def alive(self) -> bool:
        """Return whether it is in the arena."""
        return self.at != 0

    def can(self, ability: str) -> bool:
        """Return whether it has that ability and may still use it."""
        return self.at != 0 and self.type is not None and ability in self.type.can

    def has(self, card: str) -> bool:
        """Return whether it has that item."""
        return any(item == card for item, _ in self.items)

    def tokens(self, card: str) -> int:
        """Return the tokens on an item; 0 without it."""
        return dict(self.items).get(card, 0)


@dataclass(slots=True)
class State:
    """A match. The first part is what the position notation holds, the second what is stored beside it."""

    mode: str
    """``basic``, ``heroes`` or ``advanced`` (A4.1)."""
    die: str
    """``d6`` or ``d10`` (A2.2)."""
    heroes: Annotated[tuple[Hero, ...], COLUMNS]
    """One a seat."""
    phase: str = "draft"
    """``draft``, ``turn`` or ``over``."""
    turn: int = 0
    """The seat that picks, or the active one."""
    left: int = 0
    used: int = 0
    searched: bool = False
    granted: frozenset[str] = frozenset()
    sudden: bool = False
    pool: tuple[str, ...] = ()
    """In the draft: the heroes that are still free."""
    out: tuple[tuple[int, ...], ...] = ()
    """Who went out, first to last; those who went together in one group."""
    closed: frozenset[int] = frozenset()
    deck: tuple[int, ...] = ()
    """The hideout deck from its top."""
    discard: tuple[int, ...] = ()
    """The hideout discards from the top."""
    slots: tuple[tuple[str, int], tuple[str, int]] = (("", 0), ("", 0))
    """E1 and E2: the card that lies there, and its tokens."""
    spiders: tuple[int, ...] = ()
    """The hideouts of the spiders, ascending."""
    marks: frozenset[int] = frozenset()
    """The hideouts with a token of Wrong Way."""
    arena: tuple[str, ...] = ()
    """The arena deck from its top; before the setup the cards of an own deck, nothing for the usual one."""
    spent: tuple[str, ...] = ()
    """The arena discards, sorted."""
    winners: tuple[int, ...] = ()
    """Who has won or shares the victory; also everybody in a draw by agreement."""

    hold: Annotated[int, At("now.hold"), BRIEF] = 0
    """Minutes that the active player's attacks wait for others after a reveal or a loss (A7); 0 for no hold."""
    held: Annotated[tuple[tuple[int, int], ...], At("now.held")] = ()
    """The seats that the active player's next attack waits for, each with the step since when."""
    passes: Annotated[tuple[str, ...], At("now.passes")] = ()
    """For each seat how long it lets every hold pass: empty, ``turn`` or ``always``."""
    turns: Annotated[int, At("now.turns")] = 0
    """The number of the turn, from 1; 0 before the first."""
    step: Annotated[int, At("now.step")] = 0
    """How many actions there have been, answers included."""
    since: Annotated[tuple[int, ...], At("now.since")] = ()
    """For each seat the step at which its open choice came up: what makes the key of a choice."""
    leaving: Annotated[tuple[int, ...], At("now.leaving")] = ()
    """The seats that leave as soon as the action that waits for an answer is over."""
    gone: Annotated[tuple[int, ...], At("now.gone")] = ()
    """The seats that have left the match of their own will or by the clock, the first one first."""
    reason: Annotated[str, At("now.reason")] = ""
    """Why the match is over."""
    cursor: Annotated[int, At("now.cursor")] = 0
    """The place in the match's draws."""
    shot: Annotated[Shot | None, At("now.shot")] = None
    base: Annotated[State | None, At("base"), EARLIER] = None
    """In the middle of an action: the state before it."""
    line: Annotated[tuple[tuple[int, Action], ...], At("line"), LINE] = ()
    """In the middle of an action: the action, and the answers since."""
    question: Annotated[Question | None, At("question")] = None
    """In the middle of an action: what is asked."""

    def draft(self) -> State:
        """Return a copy that may be changed."""
        made = _copied(self)
        made.heroes = tuple(map(_copied, self.heroes))
        return made

    @property
    def seats(self) -> int:
        """Return how many people play."""
        return len(self.heroes)

    @property
    def active(self) -> Hero:
        """Return the hero of the active seat."""
        return self.heroes[self.turn]

    def around(self, start: int | None = None) -> Iterator[int]:
        """Return all seats clockwise from `start`, or from the active one."""
        first = self.turn if start is None else start
        return ((first + n) % self.seats for n in range(self.seats))

    def living(self, start: int | None = None) -> list[int]:
        """Return the seats whose heroes are in the arena, clockwise from `start`, or from the active one."""
        return [seat for seat in self.around(start) if self.heroes[seat].alive]

    def slot(self, card: str) -> bool:
        """Return whether a lasting arena card is in play."""
        return card in (self.slots[0][0], self.slots[1][0])

    def stable(self) -> State:
        """Return the latest state in which nothing was asked: this one, or the one before the action that waits."""
        return self if self.base is None else self.base


def _copied(value: T) -> T:
    """Return a copy of a hero or a state; `copy.copy` takes several times as long."""
    made = object.__new__(type(value))
    for name in value.__slots__:
        setattr(made, name, getattr(value, name))
    return made


def result_of(state: State) -> Result | None:
    """Return how the match ended, or `None` while it runs.

    Those who outlasted the others stand first, then the others from the last to go out (A5.7.2).
    """
    if state.phase != "over":
        return None
    ranking = [state.winners]
    ranked = set(state.winners)
    for group in reversed(_fallen(state)):
        if rest := tuple(seat for seat in group if seat not in ranked):
            ranking.append(rest)
            ranked |= set(rest)
    return Result(tuple(ranking), state.reason)


def _fallen(state: State) -> list[tuple[int, ...]]:
    """Return the groups that are out, the first one first; who was about to leave when the match ended came last."""
    gone = {seat for group in state.out for seat in group}
    return [*state.out, *((seat,) for seat in state.leaving if seat not in gone)]
