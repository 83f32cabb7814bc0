"""What all orders share: when they may be played, and how they are spent (R3.3, R3.8)."""

from __future__ import annotations

from games.api import IllegalAction
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.flow import Events
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType


def order_tile(state: State, seat: int, verb: str) -> TileType | None:
    """Return the tile in the reserve that offers the verb, if the seat may play tiles now."""
    if state.discard_due or state.features_only or not state.may_play():
        return None
    for tile in state.reserves[seat]:
        if verb in tile.orders:
            return tile
    return None


def played_enough(state: State) -> IllegalAction:
    """Return the refusal of one more tile in a turn that allows no more (R14.3, R14.4)."""
    if state.turn == 1:
        return IllegalAction(Message("In the first turn of the match only one tile may be played."), "R14.4")
    return IllegalAction(Message("You have played two tiles this turn already."), "R14.3")


def spend(draft: State, seat: int, verb: str, events: Events) -> None:
    """Show the order and discard it. Changes the draft."""
    tile = order_tile(draft, seat, verb)
    assert tile is not None
    draft.take(seat, tile)
    draft.discard(seat, tile)
    draft.redraw = False
    draft.played += 1
    events.append(ev.OrderPlayed(seat, tile.id, verb))


def own_free(state: State, seat: int) -> list[int]:
    """Return the hexes of friendly tiles that are not netted."""
    netted, teams = state.standing().netted, state.teams
    team = teams[seat]
    return [h for h, p in enumerate(state.board) if p is not None and teams[p.seat] == team and h not in netted]


def enemy_free(state: State, seat: int) -> list[int]:
    """Return the hexes of enemy tiles that are not netted."""
    netted, teams = state.standing().netted, state.teams
    team = teams[seat]
    return [h for h, p in enumerate(state.board) if p is not None and teams[p.seat] != team and h not in netted]
