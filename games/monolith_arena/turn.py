"""What a player does in a turn besides orders and features: redraw, discard, place, end (R3, R4.1, R9.3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.features import facings
from games.monolith_arena.flow import Events, carry_on, draw, end_turn, fight
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType
from games.monolith_arena.verbs import Refused, Verb, field_of, piece_of, played_enough
from games.verbs import single


def reserve_tile(state: State, seat: int, tile_id: str) -> TileType:
    """Return the tile of that id in the seat's reserve, which must hold one. Raises `KeyError`."""
    for tile in state.reserves[seat]:
        if tile.id == tile_id:
            return tile
    raise KeyError(tile_id)


def _redraw(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    reserve = draft.reserves[seat]
    draft.set_reserve(seat, ())
    draft.discard(seat, *reserve)
    events.append(ev.Redrawn(seat, tuple(t.id for t in reserve)))
    draw(draft, len(reserve), events)


def _held(state: State, seat: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys([t.id for t in state.reserves[seat]]))


def _discard(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    tile = reserve_tile(draft, seat, tokens[0])
    draft.take(seat, tile)
    draft.discard(seat, tile)
    events.append(ev.Discarded(seat, tile.id, draft.discard_due))
    draft.discard_due = draft.redraw = False


def _place_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if not tokens:
        room = None in state.board and not state.unfolded  # then every tile has a hex
        tiles = [t.id for t in state.reserves[seat] if not t.is_order and (room or placements(state, seat, t))]
        return Field("tile", tuple(dict.fromkeys(tiles)), "R3.7")
    tile = reserve_tile(state, seat, tokens[0])
    if len(tokens) == 1:
        return Field("hex", tuple([NAMES[h] for h in placements(state, seat, tile)]), "R3.7")
    if len(tokens) == 2 and tile.period > 1:
        return Field("facing", facings(tile), "R3.7")
    return None


def placements(state: State, seat: int, tile: TileType) -> list[int]:
    """Return the hexes that a tile of the reserve may be played on: empty ones, for a Demon also enemies (R3.7, R9.3).

    After unfolding only one tile drawn this turn, and only in an empty segment of that monolith (R13.4).
    """
    if state.unfolded:
        monolith = state.monoliths[seat]
        if state.placed or tile not in state.drawn or monolith is None or monolith.segments is None:
            return []
        return [h for h in monolith.segments if state.board[h] is None]
    if not tile.transformation:
        return state.empty_hexes()
    return [
        h for h, p in enumerate(state.board) if p is None or (not p.type.is_banner and not state.friends(p.seat, seat))
    ]


def _place(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    tile = reserve_tile(draft, seat, tokens[0])
    hex_ = BY_NAME[tokens[1]]
    facing = BY_DIRECTION[tokens[2]] if len(tokens) > 2 else 0
    draft.take(seat, tile)
    draft.redraw = False
    draft.placed = True
    draft.played += 1
    former = draft.board[hex_]
    replaced = None
    if former is not None:
        replaced = draft.tile_at(hex_)
        draft.discard(former.seat, former.type)
    draft.bring(hex_, seat, tile, facing)
    events.append(ev.Placed(seat, tile.id, hex_, facing, replaced))
    events += phases.settle(draft)
    # What the placement removes goes first (R4.3); a Transformation fills no empty hex (R4.2).
    if replaced is None and None not in draft.board:
        fight(draft, "full", events)


def _end(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    end_turn(draft, events)
    carry_on(draft, events)


def _place_closed(state: State, seat: int) -> IllegalAction:
    if all(t.is_order for t in state.reserves[seat]):
        return IllegalAction(Message("You have no board tile in your reserve."), "R3.7")
    if not state.may_play():
        return played_enough(state)
    if state.unfolded:
        text = Message("After unfolding, you may place only one tile, drawn this turn, in an empty segment.")
        return IllegalAction(text, "R13.4")
    return IllegalAction(Message("There is no hex to place a tile on."), "R3.7")


def _not_held(at: Refused) -> IllegalAction | None:
    """Return the refusal of a tile that is not in the reserve; `None` for one that is."""
    if any(tile.id == at.token for tile in at.state.reserves[at.seat]):
        return None
    return at.because(Message("You have no “{word}” in your reserve.", word=at.shown))


def _not_placed(at: Refused) -> IllegalAction | None:
    if field_of(at) == "tile":
        return _not_held(at) or _tile_not_placed(at)
    if field_of(at) == "facing" or at.token not in BY_NAME:
        return None
    if at.state.unfolded:
        return at.because(
            Message("After unfolding, a tile may only go into an empty segment of that monolith."), "R13.4"
        )
    piece = piece_of(at)
    if piece is not None and piece.type.is_banner:
        return at.because(Message("A banner stands on {hex}; banners are never replaced.", hex=at.token), "R9.3")
    return None


def _tile_not_placed(at: Refused) -> IllegalAction:
    tile = reserve_tile(at.state, at.seat, at.token)
    if tile.is_order:
        return at.because(Message("{tile} is an order; orders are not placed on the board.", tile=tile.title), "R3.8")
    if at.state.unfolded and tile not in at.state.drawn:
        text = Message("{tile} was not drawn this turn, so it cannot fill a segment.", tile=tile.title)
        return at.because(text, "R13.4")
    return at.because(Message("There is no hex to place it on."), "R3.7")


def _placed_tile(state: State, said: Sequence[str]) -> tuple[TileType, int] | None:
    home = state.factions[state.active] if state.active >= 0 else None
    own = (home,) if home is not None else ()
    for faction in (*own, *state.factions):
        if faction is not None and len(said) > 1 and said[1] in faction.by_id:
            return faction.by_id[said[1]], 0
    return None


REDRAW = Verb(
    "redraw",
    "R3.2",
    Message.term("order", "Redraw"),
    Message("Discard a reserve that is all orders and draw again"),
    _redraw,
    usable=lambda state, seat: state.redraw,
    final=True,
    while_due=True,
    while_features=True,
    closed=lambda state, seat: IllegalAction(
        Message("You may redraw only right after drawing, when your reserve is all orders."), "R3.2"
    ),
    confirm=True,
)
DISCARD = Verb(
    "discard",
    "R3.3",
    Message.term("order", "Discard"),
    Message("Discard a tile of your reserve"),
    _discard,
    ("tile",),
    single("tile", _held, "R3.3"),
    usable=lambda state, seat: not state.features_only,
    while_due=True,
    closed=lambda state, seat: IllegalAction(Message("Your reserve is empty."), "R3.4"),
    refuse=_not_held,
)
PLACE = Verb(
    "place",
    "R3.7",
    Message.term("order", "Place"),
    Message("Play a champion or a rune from your reserve"),
    _place,
    ("tile", "hex", "facing"),
    _place_field,
    usable=lambda state, seat: not state.discard_due and not state.features_only and state.may_play(),
    closed=_place_closed,
    turned=_placed_tile,
    refuse=_not_placed,
)
END = Verb(
    "end",
    "R3.6",
    Message.term("order", "End turn"),
    Message("End your turn; what is left in your reserve is kept"),
    _end,
    usable=lambda state, seat: not state.discard_due,
    final=True,
    while_features=True,
)
