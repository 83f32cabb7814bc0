"""What follows from an action or from a battle, as far as a reader can know it.

Pages and words ask here, with a view. `stage` sets the view up as a position, all that stands open and nothing else, so
that nothing hidden has a way into an answer; the rules answer for that position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.battle.search import TooManyChoices, outcomes
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_NAME, NEIGHBOUR, OFF_BOARD, SIZE
from games.monolith_arena.orders import move
from games.monolith_arena.orders.battle import ORDER
from games.monolith_arena.projection import board, laid_view
from games.monolith_arena.state import Options, State
from games.monolith_arena.tiles import Monolith, Piece, TileType, inside
from games.monolith_arena.view import MonolithView, Put, TileView, View

# a view as a position


def stage(view: View, puts: Sequence[Put] = ()) -> State:
    """Return the position of a view, with these tiles put down: a turn in which nobody has a tile besides the board's.

    Of a monolith that has never unfolded nothing is known but that it is there; in a battle that changes nothing.
    """
    board = [None if tile is None else _piece(hex_, tile) for hex_, tile in enumerate(view.board)]
    for put in puts:
        if put.origin is not None:
            board[put.origin] = None
    for number, put in enumerate(puts):
        board[put.hex] = _piece(SIZE + number, put.tile)
    nothing: tuple[tuple[()], ...] = ((),) * len(view.seats)
    return State(
        options=Options(monoliths=bool(view.monoliths), reinforcement=view.reinforcement, rulings=view.rulings),
        teams=tuple(seat.team for seat in view.seats),
        factions=tuple(seat.faction for seat in view.seats),
        stage="turn",
        board=tuple(board),
        hit_points=view.hit_points,
        stacks=nothing,
        reserves=nothing,
        discards=nothing,
        monoliths=tuple(_monolith(monolith) for monolith in view.monoliths),
        active=view.active if view.active is not None else 0,
        turn=view.turn,
        serial=SIZE + len(puts),
    )


def _piece(serial: int, tile: TileView) -> Piece:
    return Piece(serial, tile.seat, tile.type, tile.facing, tile.wounds, tile.poison, tile.entrenched, tile.token)


def _monolith(monolith: MonolithView) -> Monolith:
    if monolith.segments:
        one, other = sorted(monolith.segments)
        return Monolith(segments=(one, other), known=True)
    laid = monolith.inside or (None, None)
    return Monolith(inside(*(None if tile is None else _piece(-1, tile) for tile in laid)), known=monolith.known)


# an action


def kept(view: View, seat: int, spent: TileType | None = None) -> list[TileType]:
    """Return the reserve of a seat when one tile of it has been used."""
    left = list(view.seats[seat].reserve or ())
    if spent in left:
        left.remove(spent)
    return left


def spent(view: View, tokens: Sequence[str]) -> TileType | None:
    """Return the tile of the reader's reserve that an action uses up, as far as its first tokens say."""
    reserve = view.seats[view.reader].reserve or () if view.reader is not None else ()
    verb = VERBS[tokens[0]]
    if verb.is_order:
        played = verb.part(tokens, "source") in (None, ORDER)
        return next((tile for tile in reserve if verb.name in tile.orders), None) if played else None
    named = verb.part(tokens, "tile")
    return next((tile for tile in reserve if tile.id == named), None)


def next_seat(view: View) -> int:
    """Return the seat of the next turn; this one must not be the last (R12.2, R15.1, R15.2, R15.4)."""
    return view.upcoming[0]


def draws(view: View, seat: int) -> bool:
    """Return True if a seat whose turn comes next draws (R3.1, R14.1)."""
    own = view.seats[seat]
    return own.stack > 0 and own.reserve_count < stage(view).full_reserve(view.turn + 1)


def fills(view: View, puts: Sequence[Put]) -> Literal["", "perhaps", "battle"]:
    """Return ``battle`` if putting tiles down fills the arena and so starts one, ``perhaps`` if a tile may die first.

    ``""`` is for a hex that stays empty, and for a tile that takes the place of another one (R4.1 to R4.3).
    """
    if {put.hex for put in puts} != {hex_ for hex_, tile in enumerate(view.board) if tile is None}:
        return ""
    position = stage(view, puts)
    if any(
        put.tile.wounds >= put.tile.hit_points + put.tile.entrenched or _nets_a_guard(position, put.hex) for put in puts
    ):
        return "perhaps"
    return "battle"


def _nets_a_guard(position: State, hex_: int) -> bool:
    """Return True if the tile on a hex could end toughness that an enemy gives; what lives by it goes first (R4.3).

    It nets the giver, or a tile whose net held another net back.
    """
    piece = position.piece_at(hex_)
    beside = (NEIGHBOUR[hex_][direction] for direction in piece.type.turned[piece.facing % 6].nets)
    netted = [other for h in beside if h != OFF_BOARD and (other := position.board[h]) is not None]
    guarded = any(other is not None and _toughens(other) for other in position.board)
    return guarded and any(
        not position.friends(other.seat, piece.seat) and (other.type.has_net or _toughens(other)) for other in netted
    )


def _toughens(piece: Piece) -> bool:
    return piece.type.gifts is not None and piece.type.gifts.toughness > 0


def pointless(view: View, tokens: Sequence[str]) -> bool:
    """Return True if an action would be carried out and nobody could see anything of it but its price (R11.9).

    So it is where a tile is only turned that looks the same in all facings.
    """
    verb = VERBS[tokens[0]]
    mover = verb.part(tokens, "mover")
    if "hex" in verb.parts or "facing" not in verb.parts or mover is None:
        return False
    tile = view.board[BY_NAME[mover]]
    return tile is not None and tile.type.period == 1


def may_ask(view: View, verb: str) -> bool:
    """Return True if an order could lead to a question: it wounds, and a Rune of Regeneration is on the board (R8)."""
    return VERBS[verb].wounds and any(
        tile is not None and tile.type.gifts is not None and tile.type.gifts.regeneration for tile in view.board
    )


def push_destinations(view: View, pusher: int, pushed: int) -> list[int]:
    """Return the hexes that a pushed tile may go to (R11.5, R13.7)."""
    return move.destinations(stage(view), pusher, pushed)


# a battle

SITUATIONS: Final = 1_500
"""How many situations a forecast looks at before it says that too much depends on choices."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A battle that has not been fought, or a charge that has not been made."""

    before: View
    """The position that it begins in, with whatever was put down for it."""
    events: tuple[ev.Event, ...]
    """What happens in any case: all of it, or what comes before the first choice."""
    after: View
    """The position after these events."""
    decided: bool
    """Nobody has anything to choose: it goes exactly like this."""
    known: bool
    """All that it can come to was looked at; else only `events` is certain."""
    hit_points: tuple[tuple[int, int], ...]
    """The lowest and the highest number of each team afterwards."""
    lost: tuple[int, ...]
    """The hexes of the tiles that are lost in any case."""
    perhaps: tuple[int, ...]
    """The hexes of those that may be lost, depending on choices."""


class _Course(NamedTuple):
    """A battle that is fought until somebody has to choose."""

    start: State
    """The position with whatever was put down for it."""
    settled: State
    """The same without what dies of that (R4.3)."""
    events: tuple[ev.Event, ...]
    end: State
    decided: bool
    """It is over: nobody had anything to choose."""


def foreseeable(view: View) -> bool:
    """Return True if a battle can be thought of now: in a turn, with nothing else under way."""
    return view.stage == "turn"


def position(view: View, puts: Sequence[Put]) -> View:
    """Return a `foreseeable` view as it is after these tiles were put down, before anything comes of it."""
    return shown(view, stage(view, puts))


def forecast(view: View, puts: Sequence[Put] = ()) -> Forecast:
    """Return a battle fought in the position of a `foreseeable` view, after these tiles were put down.

    What dies of their being there, such as a tile that lived by a rune which one of them nets, dies before it (R4.3).
    """
    start, settled, events, end, decided = _course(view, puts)
    before = shown(view, start)
    if decided:
        return certain(before, start, end, events)
    return ranging(before, start, end, events, lambda: outcomes(settled, SITUATIONS))


def certain(before: View, start: State, end: State, events: tuple[ev.Event, ...]) -> Forecast:
    """Return the forecast of what goes exactly like this; `before` shows `start`."""
    points = tuple((left, left) for left in end.hit_points)
    return Forecast(before, events, shown(before, end), True, True, points, gone(start, end), ())


def ranging(
    before: View, start: State, end: State, events: tuple[ev.Event, ...], search: Callable[[], list[State]]
) -> Forecast:
    """Return the forecast of what is certain up to `end`, where somebody has to choose; `search` finds all ends."""
    try:
        ends = search()
    except TooManyChoices:
        ranges = tuple((0, left) for left in end.hit_points)
        return Forecast(before, events, shown(before, end), False, False, ranges, gone(start, end), ())
    gone_in = [set(gone(start, one)) for one in ends]
    surely, ever = set.intersection(*gone_in), set.union(*gone_in)
    return Forecast(
        before,
        events,
        shown(before, end),
        False,
        True,
        tuple((min(left), max(left)) for left in zip(*(one.hit_points for one in ends), strict=True)),
        tuple(sorted(surely)),
        tuple(sorted(ever - surely)),
    )


def fought(view: View, puts: Sequence[Put] = ()) -> tuple[ev.Event, ...]:
    """Return what happens in such a battle in any case: all of it, or what comes before the first choice."""
    return _course(view, puts).events


def idle(view: View) -> bool:
    """Return True if nothing at all would happen in a battle in the position of a `foreseeable` view, for certain."""
    course = _course(view)
    ends = (event for event in course.events if isinstance(event, ev.BattleEnded))
    nothing = not any(isinstance(event, ev.Wounds | ev.ToughnessLost) for event in course.events)
    return course.decided and nothing and not any(event.freed for event in ends)


def _course(view: View, puts: Sequence[Put] = ()) -> _Course:
    start = stage(view, puts)
    settled = start.draft()
    died = phases.settle(settled)
    events, end, decided = _fight(settled)
    return _Course(start, settled, (*died, *events), end, decided)


def _fight(start: State) -> tuple[tuple[ev.Event, ...], State, bool]:
    """Fight until somebody has to choose; return the events, the position then, and whether the battle is over."""
    draft = start.draft()
    events: list[ev.Event] = [ev.BattleBegan(draft.active, "order", draft.hit_points)]
    phases.begin(draft, "order")
    while True:
        round_ = consider(draft)
        if round_.questions:
            return tuple(events), draft, False
        wounds = resolve(draft, round_)
        if wounds is not None:
            events.append(wounds)
        if not phases.next_phase(draft):
            return (*events, *phases.end(draft)), draft, True


def gone(start: State, end: State) -> tuple[int, ...]:
    """Return the hexes of the tiles of `start` that are neither on the board nor in a monolith any more."""
    left = {piece.serial for piece in _pieces(end)}
    return tuple(h for h, piece in enumerate(start.board) if piece is not None and piece.serial not in left)


def _pieces(state: State) -> list[Piece]:
    laid = (piece for monolith in state.monoliths if monolith is not None for piece in monolith.inside)
    return [piece for piece in (*state.board, *laid) if piece is not None]


def shown(view: View, state: State) -> View:
    """Return the view with the board, the hit points and the monoliths of a position."""
    monoliths = []
    for old, now in zip(view.monoliths, state.monoliths, strict=True):
        assert now is not None
        if old.segments and now.segments is None:
            tiles = tuple(None if piece is None else laid_view(piece) for piece in now.inside)
            old = MonolithView(old.seat, (), tiles, True)
        monoliths.append(old)
    return replace(view, board=board(state), hit_points=state.hit_points, monoliths=tuple(monoliths))
