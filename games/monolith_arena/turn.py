"""What a player does in a turn besides orders and features: redraw, discard, place, end (R3, R4.1, R9.3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Field
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.battle import course
from games.monolith_arena.flow import Events, carry_on, draw, end_turn, fight
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NAMES
from games.monolith_arena.movement import facings
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType
from games.monolith_arena.verbs import NEVER, Verb


def reserve_tile(state: State, seat: int, tile_id: str) -> TileType:
    """The tile of that id in the seat's reserve, which must hold one. Raises `KeyError`."""
    for tile in state.reserves[seat]:
        if tile.id == tile_id:
            return tile
    raise KeyError(tile_id)


def _redraw_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
    return None if state.redraw else NEVER


def _redraw(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
    reserve = draft.reserves[seat]
    draft.set_reserve(seat, ())
    draft.discard(seat, *reserve)
    events.append(ev.Redrawn(seat, tuple(t.id for t in reserve)))
    draw(draft, len(reserve), events)


def _discard_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
    if words:
        return None
    if state.features_only:
        return NEVER
    return Field("tile", tuple(dict.fromkeys([t.id for t in state.reserves[seat]])), "R3.3")


def _discard(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
    tile = reserve_tile(draft, seat, words[0])
    draft.take(seat, tile)
    draft.discard(seat, tile)
    events.append(ev.Discarded(seat, tile.id, draft.discard_due))
    draft.discard_due = draft.redraw = False


def _place_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
    if not words:
        if state.discard_due or state.features_only or not state.may_play():
            return NEVER
        room = None in state.board and not state.unfolded  # then every tile has a hex
        tiles = [t.id for t in state.reserves[seat] if not t.is_order and (room or placements(state, seat, t))]
        return Field("tile", tuple(dict.fromkeys(tiles)), "R3.7")
    tile = reserve_tile(state, seat, words[0])
    if len(words) == 1:
        return Field("hex", tuple([NAMES[h] for h in placements(state, seat, tile)]), "R3.7")
    if len(words) == 2 and tile.period > 1:
        return Field("facing", facings(tile), "R3.7")
    return None


def placements(state: State, seat: int, tile: TileType) -> list[int]:
    """The hexes that a tile of the reserve may be played on: empty ones, for a Demon also enemies (R3.7, R9.3).

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


def _place(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
    tile = reserve_tile(draft, seat, words[0])
    hex_ = BY_NAME[words[1]]
    facing = BY_DIRECTION[words[2]] if len(words) > 2 else 0
    draft.take(seat, tile)
    draft.redraw = False
    draft.placed = True
    draft.played += 1
    former = draft.board[hex_]
    replaced = None
    if former is not None:
        replaced = ev.TileAt(hex_, former.seat, former.type.id)
        draft.discard(former.seat, former.type)
    draft.bring(hex_, seat, tile, facing)
    events.append(ev.Placed(seat, tile.id, hex_, facing, replaced))
    events += course.settle(draft)
    # What the placement removes goes first (R4.3); a Transformation fills no empty hex (R4.2).
    if replaced is None and None not in draft.board:
        fight(draft, "full", events)


def _end_field(state: State, seat: int, words: Sequence[str]) -> Field | None:
    return NEVER if state.discard_due else None


def _end(draft: State, seat: int, words: Sequence[str], events: Events, draws: Draws) -> None:
    end_turn(draft, events)
    carry_on(draft, events)


REDRAW = Verb("redraw", "R3.2", _redraw_field, _redraw)
DISCARD = Verb("discard", "R3.3", _discard_field, _discard)
PLACE = Verb("place", "R3.7", _place_field, _place)
END = Verb("end", "R3.6", _end_field, _end)
