"""Fights that were fought, fought once more with something taken away: what would have come without it.

A fight is a battle, or an order or a charge that wounds. It is taken from a position and the events that a reader was
shown, so nothing hidden has a way into an answer. In a battle that is fought again everybody chooses as they did; who
cannot, because it is gone, leaves the tile alone that is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, takewhile
from typing import Final, Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.consequences import stage
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.replay import film
from games.monolith_arena.state import BEGINNING, NOTHING, Answer, Cause, State
from games.monolith_arena.tiles import Monolith
from games.monolith_arena.view import Question, View

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
    """Something in a position that can be taken away: a tile, or what lies on one."""

    kind: Literal["tile", "wounds", "poison", "token", "marker"]
    """``token`` is that of the Net order, ``marker`` that of an entrenchment."""
    hex: int


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

    def _ended(self) -> _Ending:
        for _ in self._each():
            pass
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

    def falls_by(self, hex_: int, phase: int) -> bool:
        """Return whether the tile on a hex has fallen by the end of a phase."""
        if phase == AFTER:
            return self.fell(hex_) < NEVER
        early = takewhile(lambda one: order(one.wounds.phase) <= order(phase), self._each())
        return any(_falls(one.wounds, hex_) for one in early)

    def lost(self, hex_: int) -> int:
        """Return the wounds that come through to the tile on a hex; what an entrenchment takes is not among them."""
        return sum(_through(wounds, hex_) for _, wounds in self.rounds)

    def loses(self, hex_: int, wounds: int) -> bool:
        """Return whether so many wounds come through to the tile on a hex."""
        return any(total >= wounds for total in accumulate(_through(one.wounds, hex_) for one in self._each()))

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

    def close() -> None:
        nonlocal view, running
        if view is not None and running:
            found.append(Fight(view, tuple(running)))
        view, running = None, []

    for event in events:
        shown = next(frames).view if isinstance(event, _FILMED) else None
        if isinstance(event, ev.BattleBegan):
            close()
            view = shown
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
    return without(fight, (), -1)


def without(fight: Fight, taken: Collection[Factor], about: int) -> Course:
    """Return how a fight goes without some factors; `about` is the hex of the tile that is asked about.

    What lives by what is taken away falls before it.
    """
    return Course(_fighting(fight, taken, about))


def _fighting(fight: Fight, taken: Collection[Factor], about: int) -> Generator[Round, None, _Ending]:
    """Yield the rounds of a fight without some factors; return what falls after them, and the position before that."""
    draft = fight.start.draft()
    for factor in taken:
        _take(draft, factor)
    for event in phases.settle(draft) if taken else []:
        yield Round(draft.draft(), _nothing(draft, event.tiles))
    cause = fight.cause
    if cause is not None:
        draft.cause = cause
        yield from _resolved(draft, fight, about)
        draft.cause = None
        end = draft.draft()
        return tuple(tile for event in phases.settle(draft) for tile in event.tiles), end
    phases.begin(draft, "order")
    yield from _resolved(draft, fight, about)
    while phases.next_phase(draft):
        yield from _resolved(draft, fight, about)
    end = draft.draft()
    lost = (event for event in phases.end(draft) if isinstance(event, ev.ToughnessLost))
    return tuple(tile for event in lost for tile in event.tiles), end


def _take(draft: State, factor: Factor) -> None:
    """Take something away, with the monolith that a banner stands on. Changes the draft."""
    piece = draft.board[factor.hex]
    if piece is None:
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


def _resolved(draft: State, fight: Fight, about: int) -> Iterator[Round]:
    """Carry the round out that the draft is in, with the answers that were given. Changes the draft."""
    while (round_ := consider(draft)).questions:
        draft.answers += tuple(answered(draft, fight, question, about) for question in round_.questions)
    position = draft.draft()
    wounds = resolve(draft, round_)
    if wounds is not None:
        yield Round(position, wounds)


def answered(draft: State, fight: Fight, question: Question, about: int) -> Answer:
    """Return the answer to a question that is nearest to what was chosen in the fight."""
    assert draft.cause is not None
    number = draft.cause.number
    attacks = [one for wounds in fight.wounds if wounds.phase == number for one in wounds.attacks]
    if question.kind == "assassin":
        value = _target(question, attacks, about)
    elif question.kind == "regeneration":
        absorbed = {_pair(one) for one in attacks if one.absorbed_by is not None}
        value = max(question.values, key=lambda token: _likeness(token, absorbed))
    else:
        poisoned = Counter(NAMES[one.target.hex] for one in attacks if one.poisons)
        poisoned.subtract(answer.value for answer in draft.answers if answer.kind == "poison")
        value = max(question.values, key=lambda name: poisoned[name])
    return Answer(question.seat, question.kind, question.subject, value)


def _target(question: Question, attacks: Iterable[ev.Attack], about: int) -> str:
    chosen = (
        NAMES[one.target.hex]
        for one in attacks
        if one.kind == "assassination" and one.source is not None and one.source.hex == question.subject
    )
    found = next(chosen, None)
    if found in question.values:
        return str(found)
    return next((name for name in question.values if BY_NAME[name] != about), question.values[0])


def _pair(attack: ev.Attack) -> str:
    """Return what absorbed an attack, as a part of the token of an answer."""
    assert attack.absorbed_by is not None
    source = {True: "order", False: "poison"}[attack.kind != "poison"]
    if attack.source is not None:
        source = NAMES[attack.source.hex]
    return f"{NAMES[attack.absorbed_by]}={source}-{NAMES[attack.target.hex]}"


def _likeness(token: str, absorbed: Collection[str]) -> int:
    """Return how like an answer about runes is to what they absorbed: hits in common, less those that were not."""
    parts = set() if token == NOTHING else set(token.split("+"))
    return len(parts & set(absorbed)) - len(parts - set(absorbed))
