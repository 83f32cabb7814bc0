"""The state of a match: everything that the rules need to know, as a value.

A `State` is never changed once it has been handed out. The engine works on a `draft`, a copy that only the running
`apply` holds, and returns that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple

from games.api import Result
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.events import TileAt
from games.monolith_arena.hexes import BY_NAME, NAMES, SIZE
from games.monolith_arena.tiles import Board, Faction, Monolith, Piece, TileType
from games.monolith_arena.view import plays_in
from games.values import BRIEF, SPARSE, Absent, As, At, Beside, named, one_of, value, within

HIT_POINTS: Final = 20
"""A team's hit points at the start (R1.5)."""
RESERVE: Final = 3
"""A full reserve (R3.1)."""
LARGE_RESERVE: Final = 6
"""A full reserve with reinforcement (R14.1)."""

NEWEST_RULINGS: Final = 2
"""The newest rulings; docs/rulings.md says what each number stands for."""

STAGES: Final = ("factions", "monoliths", "banners", "turn", "over")
NOTHING: Final = "none"
"""The answer that leaves a rune idle, and the name of no hex."""

Pile = tuple[TileType, ...]
Hex = Annotated[int, named(NAMES)]
Count = Annotated[int, within(0, 10**6)]
Facing = Annotated[int, within(0, 5)]
Seat = Annotated[int, within(0, lambda state: len(state.teams) - 1)]


def _hexes(state: State) -> dict[int, str]:
    """Return the names of the hexes by the serial numbers of the tiles there."""
    return {piece.serial: NAMES[hex_] for hex_, piece in enumerate(state.board) if piece is not None}


def _serial(name: str, state: State) -> int:
    """Return the serial number of the tile on a hex. Raises `ValueError`."""
    piece = state.board[BY_NAME[name]]
    if piece is None:
        raise ValueError(f"there is no tile on {name}")
    return piece.serial


def _dump_used(used: Iterable[tuple[int, str, int]], state: State) -> list[list[str]]:
    hexes = _hexes(state) if used else {}
    return sorted([hexes[tile], name, hexes[source]] for tile, name, source in used if {tile, source} <= hexes.keys())


def _dump_spent(spent: Iterable[tuple[int, int]], state: State) -> list[list[Any]]:
    hexes = _hexes(state) if spent else {}
    return sorted([hexes[tile], attack] for tile, attack in spent if tile in hexes)


def _load_piles(data: Any, state: State) -> tuple[Pile, ...]:
    if any(home is None and names for home, names in zip(state.factions, data, strict=True)):
        raise ValueError("a seat without a faction has no tiles")
    return tuple(_tiles(home, names) for home, names in zip(state.factions, data, strict=True))


def _tiles(home: Faction | None, names: Iterable[str]) -> Pile:
    return () if home is None else tuple([home.by_id[name] for name in names])


def _load_known(data: Any, state: State) -> tuple[Monolith | None, ...]:
    """Return the monoliths that the position tells, those in the list marked as known to everybody."""
    known = frozenset(data)
    if not state.options.monoliths or state.stage == "factions" or None in state.factions:
        return ()
    laid = state.monoliths or (None,) * len(state.teams)
    return tuple(m if m is None else m._replace(known=m.known or seat in known) for seat, m in enumerate(laid))


# Tiles on the board are named by their hexes, tiles anywhere else by their ids.
USED: Final = As(
    _dump_used, lambda data, state: frozenset((_serial(t, state), str(f), _serial(s, state)) for t, f, s in data)
)
SPENT: Final = As(
    _dump_spent, lambda data, state: frozenset((_serial(tile, state), int(number)) for tile, number in data)
)
PILES: Final = As(lambda piles, state: [[tile.id for tile in pile] for pile in piles], _load_piles)
DRAWN: Final = As(
    lambda pile, state: [tile.id for tile in pile],
    lambda data, state: _tiles(state.factions[state.active] if state.active >= 0 else None, data),
)
# Everybody knows what lies in an unfolded monolith; of folded ones it has to be said (R13.1).
KNOWN: Final = As(lambda laid, state: [seat for seat, m in enumerate(laid) if m is not None and m.known], _load_known)
RESULT: Final = As(
    lambda result, state: result and {"winners": list(result.winners), "reason": result.reason},
    lambda data, state: data and Result.won_by(data["winners"], len(state.teams), data["reason"]),
)


@value
class Options:
    """The options of a match."""

    open_reserves: bool = False
    """Everybody sees all reserves, as in the rulebook (R3.9)."""
    monoliths: bool = False
    """Each banner stands on a monolith with two tiles in it (R13)."""
    reinforcement: bool = False
    """Reserves of six, two tiles a turn (R14)."""
    rulings: Annotated[int, Absent(1), within(1, NEWEST_RULINGS)] = NEWEST_RULINGS
    """The rulings that the match is played by to its end: those that were the newest when it was opened."""


@value
class Cause:
    """What is dealing wounds right now: a battle's phase, an order or a charge (R5.3, R11)."""

    kind: str
    """``phase``, ``fire``, ``shoot`` or ``charge``."""
    number: int = 0
    """The initiative phase, `BEGINNING` for the start of a battle."""
    hexes: tuple[Hex, ...] = ()
    """The hexes of the fire, the target of the shot, the champion that charges."""
    seat: int = -1
    """Who played the order."""


BEGINNING: Final = -1
"""The phase number of what happens at the beginning of a battle (R5.3)."""


class Answer(NamedTuple):
    """An answer to a question of the running cause (R5.10)."""

    seat: int
    kind: str
    subject: Annotated[int, named(NAMES, NOTHING)]
    value: str


@value
class Battle:
    """A battle that is being fought."""

    reason: str
    """``order``, ``full`` (R4.1), ``final`` (R12.2) or ``additional`` (R12.4)."""
    spent: Annotated[frozenset[tuple[int, int]], SPENT] = frozenset()
    """The attacks already made: (serial of the tile, number of the attack), R5.6."""


@value
class Push:
    """A push whose destination the pushed tile's owner still has to choose (R11.5)."""

    pusher: Hex
    pushed: Hex
    destinations: tuple[Hex, ...]


@value
class Unfolding:
    """An unfolding that waits for facings (R13.5); its monolith is the active seat's."""

    hexes: tuple[Hex, Hex]
    """Where the two lower segments go, in the order of `Monolith.inside`."""
    facings: tuple[Facing | None, Facing | None]
    """What has been chosen so far; `None` is still open."""


@dataclass(eq=False, slots=True)
class State:
    """A match between two actions."""

    options: Annotated[Options, At("options"), SPARSE]
    teams: tuple[int, ...]
    factions: tuple[Faction | None, ...]
    stage: Annotated[str, At("turn.stage"), one_of(STAGES)] = "factions"
    """``factions``, ``monoliths``, ``banners``, ``turn`` or ``over``."""
    board: Board = (None,) * SIZE
    hit_points: tuple[int, ...] = (HIT_POINTS, HIT_POINTS)
    stacks: Annotated[tuple[Pile, ...], At("stacks"), PILES] = ()
    """The next tile to be drawn comes first."""
    reserves: Annotated[tuple[Pile, ...], At("reserves"), PILES] = ()
    discards: Annotated[tuple[Pile, ...], At("discards"), PILES] = ()
    monoliths: Annotated[tuple[Monolith | None, ...], At("known"), KNOWN] = ()
    """One a seat, `None` before it is prepared; empty in matches without monoliths (R13)."""
    order: Annotated[tuple[Seat, ...], At("turn.order")] = ()
    """The seats in turn order, the starting player first; it is gone through again and again.

    Against a team of two the single player stands in it twice (R15.2).
    """
    active: Annotated[int, At("turn.seat"), within(-1, lambda state: len(state.teams) - 1)] = -1
    """The seat whose turn it is or that places its banner."""
    turn: Annotated[Count, At("turn.number")] = 0
    step: Annotated[Count, At("step")] = 0
    """Grows with everything that changes what the players are asked; the keys of choices are made from it."""
    cursor: Annotated[int, At("cursor"), within(0, 10**9)] = 0
    """How far the match's draws have been used."""
    serial: int = 0
    """The serial number of the next tile that comes onto the board."""
    discard_due: Annotated[bool, At("turn.discard_due")] = False
    redraw: Annotated[bool, At("turn.redraw")] = False
    features_only: Annotated[bool, At("turn.features_only")] = False
    """This turn allows nothing but features (R12.4)."""
    used: Annotated[frozenset[tuple[int, str, int]], At("used"), USED] = frozenset()
    """Features used this turn: (serial of the tile, feature, serial of the source), R10.3."""
    drawn: Annotated[Pile, At("turn.drawn"), DRAWN] = ()
    """The tiles of the latest draw of this turn (R13.4)."""
    played: Annotated[Count, At("turn.played")] = 0
    """How many tiles were played this turn, orders included (R14.3)."""
    placed: Annotated[bool, At("turn.placed")] = False
    """A board tile was played this turn (R13.3)."""
    unfolded: Annotated[bool, At("turn.unfolded")] = False
    """The active seat unfolded its monolith this turn (R13.4)."""
    cause: Annotated[Cause | None, At("pending.cause"), BRIEF] = None
    answers: Annotated[tuple[Answer, ...], At("pending.answers"), Beside("cause")] = ()
    battle: Annotated[Battle | None, At("pending.battle"), BRIEF] = None
    push: Annotated[Push | None, At("pending.push"), BRIEF] = None
    unfolding: Annotated[Unfolding | None, At("pending.unfolding"), BRIEF] = None
    last_turns: Annotated[tuple[int, ...] | None, At("end.last_turns")] = None
    """The seats that still have a turn before the Final Battle; `None` before a stack runs out (R12.2)."""
    extra: Annotated[bool, At("end.extra")] = False
    """The Final Battle was a tie (R12.4)."""
    result: Annotated[Result | None, At("result"), RESULT] = None
    _standing: Standing | None = None

    def draft(self) -> State:
        """Return a copy to work on."""
        return State(*_all_of(self))

    def standing(self) -> Standing:
        """Return nets, runes and banners as the board stands now (computed once a board)."""
        standing = self._standing
        if standing is None or standing.board is not self.board:
            standing = self._standing = Standing(self.board, self.teams)
        return standing

    def piece_at(self, hex_: int) -> Piece:
        """Return the tile on a hex that is known to have one."""
        piece = self.board[hex_]
        assert piece is not None
        return piece

    def tile_at(self, hex_: int) -> TileAt:
        """Return the tile on a hex that is known to have one, as events name it."""
        piece = self.piece_at(hex_)
        return TileAt(hex_, piece.seat, piece.type.id)

    def put(self, hex_: int, piece: Piece | None) -> None:
        """Set what stands on a hex. For drafts only."""
        board = self.board
        self.board = (*board[:hex_], piece, *board[hex_ + 1 :])

    def bring(self, hex_: int, seat: int, tile: TileType, facing: int) -> None:
        """Put a tile onto the board that was not there before. For drafts only."""
        self.put(hex_, Piece(self.serial, seat, tile, facing))
        self.serial += 1

    def discard(self, seat: int, *tiles: TileType) -> None:
        """Put tiles onto a discard pile. For drafts only."""
        piles = self.discards
        self.discards = (*piles[:seat], piles[seat] + tiles, *piles[seat + 1 :])

    def take(self, seat: int, tile: TileType) -> None:
        """Take one such tile out of the reserve. For drafts only."""
        reserve = list(self.reserves[seat])
        reserve.remove(tile)
        self.set_reserve(seat, tuple(reserve))

    def set_reserve(self, seat: int, reserve: Pile) -> None:
        """Replace a reserve. For drafts only."""
        self.reserves = (*self.reserves[:seat], reserve, *self.reserves[seat + 1 :])

    def set_monolith(self, seat: int, monolith: Monolith) -> None:
        """Replace a seat's monolith. For drafts only."""
        self.monoliths = (*self.monoliths[:seat], monolith, *self.monoliths[seat + 1 :])

    def lose(self, team: int, wounds: int) -> None:
        """Lower a team's hit points, never below 0 (R1.5). For drafts only."""
        points = self.hit_points
        self.hit_points = (*points[:team], max(0, points[team] - wounds), *points[team + 1 :])

    def friends(self, one: int, other: int) -> bool:
        """Return True if two seats are of the same team."""
        return self.teams[one] == self.teams[other]

    def upcoming(self) -> tuple[int, ...]:
        """Return the seats of the turns after this one: the rest of a round or the last turns (R12.2, R15.1, R15.2)."""
        return self._round() if self.last_turns is None else self.last_turns

    def next_turns(self) -> tuple[int, ...]:
        """Return all seats once, in the order of their next turns; the active one comes last."""
        queue = (self.last_turns or ()) + self._round()
        return (*dict.fromkeys(s for s in queue if s != self.active), self.active)

    def _round(self) -> tuple[int, ...]:
        """Return the turn order after this turn, once through."""
        order = self.order
        at = (self.turn - 1) % len(order)
        # In last turns, and in positions set up by hand, the numbers of the turns are not in step with the order.
        if order[at] != self.active:
            at = order.index(self.active)
        return order[at + 1 :] + order[:at]

    def full_reserve(self, turn: int) -> int:
        """Return how many tiles a reserve is filled up to at the beginning of a turn (R3.1, R14.1)."""
        return LARGE_RESERVE if self.options.reinforcement else min(turn, RESERVE)

    def plays_left(self) -> int | None:
        """Return how many more tiles the active seat may play this turn; `None`: as many as it has (R14.3, R14.4)."""
        if not self.options.reinforcement or self.stage != "turn":
            return None
        return plays_in(self.turn) - self.played

    def may_play(self) -> bool:
        """Return True if the active seat may play one more tile this turn."""
        return not self.options.reinforcement or self.plays_left() != 0

    def empty_hexes(self) -> list[int]:
        """Return the hexes without a tile, in order."""
        return [h for h, piece in enumerate(self.board) if piece is None]


_all_of: Final = attrgetter(*(one.name for one in fields(State)))
"""All that a state holds, in the order of its fields."""
