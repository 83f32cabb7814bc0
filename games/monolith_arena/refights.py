"""Fights that were fought, fought once more with something taken away: what would have come without it.

A fight is a battle, or an order or a charge that wounds. It is taken from a position and the events that a reader was
shown, so nothing hidden has a way into an answer. In a fight that is fought again everybody chooses as they did. Where
that cannot be, because what they chose is gone or was never asked, nobody knows what they would have chosen: it is
fought in every way (`ways`), and only what all of them have in common can be said.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final, Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.answering import Choices
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.consequences import stage
from games.monolith_arena.replay import film
from games.monolith_arena.state import BEGINNING, Cause, State
from games.monolith_arena.tiles import Monolith, TileType
from games.monolith_arena.view import View

NEVER: Final = 10**6
"""The place of a round that does not come."""
AFTER: Final = -2
"""Stands for the phase of what falls when a fight is over."""
BEFORE: Final = -3
"""Stands for that of what falls before it begins, because what it lived by was taken away."""


def order(phase: int) -> int:
    """Return when a phase comes: what falls before the fight, its beginning, from the highest down, what is after."""
    return {BEFORE: -2, BEGINNING: -1, AFTER: NEVER, NEVER: NEVER + 1}.get(phase, NEVER - 1 - phase)


class Factor(NamedTuple):
    """Something in a position that can be taken away: a tile, what lies on one, or a part of what a tile does."""

    kind: Literal["tile", "wounds", "poison", "token", "marker", "gift", "net"]
    """``token`` is that of the Net order, ``marker`` that of an entrenchment."""
    hex: int
    gift: str = ""
    """For ``gift`` the name of that in `games.monolith_arena.tiles.Gifts`."""


class Round(NamedTuple):
    """What happened at once, and the position before it."""

    position: State
    wounds: ev.Wounds


_Ending = tuple[tuple[ev.TileAt, ...], State]
"""What falls after the last round, and the position before that."""


class Course:
    """How a fight goes: its rounds, and what falls after them (R5.9, R6.2). It is fought as far as somebody looks."""

    def __init__(self, fighting: Generator[Round, None, _Ending]) -> None:
        self._fighting = fighting
        self._rounds: list[Round] = []
        self._ending: _Ending | None = None

    def _each(self) -> Iterator[Round]:
        """Yield the rounds; those that nobody has looked at yet are fought now."""
        yield from self._rounds
        while self._ending is None:
            try:
                round_ = next(self._fighting)
            except StopIteration as over:
                self._ending = over.value
            else:
                self._rounds.append(round_)
                yield round_

    def finish(self) -> None:
        """Fight it to its end."""
        for _ in self._each():
            pass

    def _ended(self) -> _Ending:
        self.finish()
        assert self._ending is not None
        return self._ending

    @property
    def rounds(self) -> Sequence[Round]:
        """Return all rounds."""
        self._ended()
        return self._rounds

    @property
    def after(self) -> tuple[ev.TileAt, ...]:
        """Return what falls after the last round."""
        return self._ended()[0]

    @property
    def end(self) -> State:
        """Return the position after the last round."""
        return self._ended()[1]

    def at(self, phase: int) -> State:
        """Return the position in which a phase begins."""
        found = (one.position for one in self._each() if order(one.wounds.phase) >= order(phase))
        return next(found, None) or self.end

    def fell(self, hex_: int) -> int:
        """Return the place of the round in which the tile on a hex falls; that after the last one if it falls then.

        `NEVER` for a tile that stays.
        """
        for place, (_, wounds) in enumerate(self._each()):
            if _falls(wounds, hex_):
                return place
        return len(self.rounds) if any(tile.hex == hex_ for tile in self.after) else NEVER

    def lost(self, hex_: int) -> int:
        """Return the wounds that come through to the tile on a hex; what an entrenchment takes is not among them."""
        return sum(_through(wounds, hex_) for _, wounds in self.rounds)

    def attacks_by(self, hex_: int) -> tuple[tuple[int, ev.Attack], ...]:
        """Return the attacks of the tile on a hex, each with its phase."""
        made = ((wounds.phase, attack) for _, wounds in self.rounds for attack in wounds.attacks)
        return tuple(one for one in made if one[1].source is not None and one[1].source.hex == hex_)


def _falls(wounds: ev.Wounds, hex_: int) -> bool:
    return any(tile.hex == hex_ for tile in (*wounds.removed, *wounds.fallen))


def _through(wounds: ev.Wounds, hex_: int) -> int:
    taken = sum(one.wounds for one in wounds.attacks if one.target.hex == hex_ and one.absorbed_by is None)
    return taken - any(tile.hex == hex_ for tile in wounds.entrenchments)


@dataclass(frozen=True, eq=False)
class Fight:
    """A fight as a reader saw it."""

    before: View
    """The position that it began in."""
    events: tuple[ev.Event, ...]
    """Its wounds, and what fell by its end."""
    reason: str = ""
    """What a battle was begun by: ``order``, ``full``, ``final`` or ``additional``."""

    @cached_property
    def start(self) -> State:
        """Return the position that it began in, for the rules."""
        return stage(self.before)

    @cached_property
    def wounds(self) -> tuple[ev.Wounds, ...]:
        """Return what happened in it, in its order."""
        return tuple(event for event in self.events if isinstance(event, ev.Wounds))

    @property
    def cause(self) -> Cause | None:
        """Return the order or the charge that it was; `None` for a battle."""
        first = self.wounds[0] if self.wounds else None
        if first is None or first.cause == "phase":
            return None
        hexes = [one.target.hex for one in first.attacks]
        if first.cause == "charge":
            hexes = [one.source.hex for one in first.attacks if one.source is not None]
        return Cause(first.cause, 0, tuple(dict.fromkeys(hexes)))

    def taking_part(self) -> list[int]:
        """Return the hexes of all tiles that were hit or fell, in order of what befell them."""
        hexes: dict[int, None] = {}
        for wounds in self.wounds:
            hexes |= dict.fromkeys(tile.hex for tile in (*wounds.removed, *wounds.fallen))
        for event in self.events:
            if isinstance(event, ev.ToughnessLost):
                hexes |= dict.fromkeys(tile.hex for tile in event.tiles)
        for wounds in self.wounds:
            hexes |= dict.fromkeys(attack.target.hex for attack in wounds.attacks)
        return list(hexes)

    def factors(self) -> list[Factor]:
        """Return all that can be taken away, board from A1 on."""
        found: list[Factor] = []
        for hex_, piece in enumerate(self.start.board):
            if piece is None:
                continue
            lying = {"wounds": piece.wounds, "poison": piece.poison, "token": piece.netted, "marker": piece.entrenched}
            found += [Factor("tile", hex_), *(Factor(kind, hex_) for kind, there in lying.items() if there)]  # type: ignore[arg-type]
        return found


def fights(before: View, events: Sequence[ev.Event], after: View) -> list[Fight]:
    """Return the fights among some events that follow upon a position, each with the position before it."""
    frames = iter(film(before, events, after))
    found: list[Fight] = []
    view: View | None = None
    running: list[ev.Event] = []
    reason = ""

    def close() -> None:
        nonlocal view, running, reason
        if view is not None and running:
            found.append(Fight(view, tuple(running), reason))
        view, running, reason = None, [], ""

    for event in events:
        shown = next(frames).view if isinstance(event, _FILMED) else None
        if isinstance(event, ev.BattleBegan):
            close()
            view, reason = shown, event.reason
        elif isinstance(event, ev.Wounds):
            if event.cause != "phase":
                close()
                view = shown
            running.append(event)
        elif isinstance(event, ev.ToughnessLost) and view is not None:
            running.append(event)
        elif not isinstance(event, _CLOSING):
            close()
    close()
    return found


_FILMED: Final = (ev.BattleBegan, ev.Wounds, ev.Folded, ev.Unfolded)
"""The events that have a frame in `games.monolith_arena.replay.film`."""
_CLOSING: Final = (ev.BattleEnded, ev.Folded, ev.Answered)
"""What happens within a fight and at its end, besides wounds and what falls."""


def fought(fight: Fight) -> Course:
    """Return how a fight went, with the position before each round. It is fought by the rules, as it was."""
    return next(ways(fight, ()))


def ways(fight: Fight, taken: Collection[Factor]) -> Iterator[Course]:
    """Yield how a fight can go without some factors, once for each way in which what is open then can be chosen.

    What lives by what is taken away falls before it.
    """
    todo: list[tuple[int, ...]] = [()]
    while todo:
        script = todo.pop()
        choices = Choices(fight.wounds, script)
        course = Course(_fighting(fight, taken, choices))
        yield course
        course.finish()
        made = choices.made
        for place in range(len(script), len(made)):
            before = tuple(number for number, _ in made[:place])
            todo += [(*before, other) for other in range(1, made[place][1])]


def _fighting(fight: Fight, taken: Collection[Factor], choices: Choices) -> Generator[Round, None, _Ending]:
    """Yield the rounds of a fight without some factors; return what falls after them, and the position before that."""
    draft = fight.start.draft()
    for factor in taken:
        _take(draft, factor)
    for event in phases.settle(draft) if taken else []:
        yield Round(draft.draft(), _nothing(draft, event.tiles))
    cause = fight.cause
    if cause is not None:
        draft.cause = cause
        yield from _resolved(draft, choices)
        draft.cause = None
        end = draft.draft()
        return tuple(tile for event in phases.settle(draft) for tile in event.tiles), end
    phases.begin(draft, "order")
    yield from _resolved(draft, choices)
    while phases.next_phase(draft):
        yield from _resolved(draft, choices)
    end = draft.draft()
    lost = (event for event in phases.end(draft) if isinstance(event, ev.ToughnessLost))
    return tuple(tile for event in lost for tile in event.tiles), end


def _take(draft: State, factor: Factor) -> None:
    """Take something away, with the monolith that a banner stands on. Changes the draft."""
    piece = draft.board[factor.hex]
    if piece is None:
        return
    if factor.kind in ("gift", "net"):
        draft.put(factor.hex, piece._replace(type=_lacking(piece.type, factor.gift)))
        return
    if factor.kind != "tile":
        field = {"token": "netted", "marker": "entrenched"}.get(factor.kind, factor.kind)
        draft.put(factor.hex, piece._replace(**{field: type(getattr(piece, field))()}))
        return
    draft.put(factor.hex, None)
    if piece.type.is_banner and draft.monoliths:
        draft.set_monolith(piece.seat, Monolith((None, None), known=True))


def _nothing(draft: State, fallen: tuple[ev.TileAt, ...]) -> ev.Wounds:
    """Return what falls before a fight, in the form of a round."""
    return ev.Wounds("phase", BEFORE, (), (), fallen, (), draft.hit_points)


@cache
def _lacking(kind: TileType, gift: str) -> TileType:
    """Return a kind of tile without one of its gifts, or without its nets where none is named."""
    if gift and kind.gifts is not None:
        return replace(kind, gifts=replace(kind.gifts, **{gift: type(getattr(kind.gifts, gift))()}))
    return replace(kind, has_net=False, turned=tuple(replace(facing, nets=()) for facing in kind.turned))


def _resolved(draft: State, choices: Choices) -> Iterator[Round]:
    """Carry the round out that the draft is in, with the answers that `choices` gives. Changes the draft."""
    while (round_ := consider(draft)).questions:
        draft.answers += tuple(choices.answered(draft, question) for question in round_.questions)
    position = draft.draft()
    wounds = resolve(draft, round_)
    if wounds is not None:
        yield Round(position, wounds)
