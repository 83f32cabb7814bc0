"""What happened, event by event, as positions: the frames of a film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.events import (
    BattleBegan,
    BattleEnded,
    Ended,
    Entrenched,
    Event,
    Folded,
    Moved,
    Netted,
    OrderPlayed,
    Placed,
    ToughnessLost,
    TurnBegan,
    Unfolded,
    Wounds,
)
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.projection import laid_view, tile_views
from games.monolith_arena.tiles import Piece, inside
from games.monolith_arena.view import Frame, MonolithView, SeatView, View


def _wounded(pieces: list[Piece | None], event: Wounds) -> None:
    """Return the pieces with their wounds; banners excepted, whose wounds are hit points of the team."""
    dug_out = {tile.hex for tile in event.entrenchments}
    for attack in event.attacks:
        piece = pieces[attack.target.hex]
        if piece is None or attack.absorbed_by is not None:
            continue
        wounds = 0 if piece.type.is_banner else attack.wounds
        pieces[attack.target.hex] = piece._replace(wounds=piece.wounds + wounds, poison=piece.poison + attack.poisons)
    for h in dug_out:
        piece = pieces[h]
        if piece is not None:
            pieces[h] = piece._replace(entrenched=False, wounds=max(0, piece.wounds - 1))
    for tile in (*event.removed, *event.fallen):
        pieces[tile.hex] = None


def _happened(pieces: list[Piece | None], event: Event, before: View) -> bool:
    """Return what an event does to the pieces; says whether it did anything."""
    if isinstance(event, Wounds):
        _wounded(pieces, event)
    elif isinstance(event, Moved):
        piece, pieces[event.tile.hex] = pieces[event.tile.hex], None
        pieces[event.hex] = piece and piece._replace(facing=event.facing)
    elif isinstance(event, Placed):
        pieces[event.hex] = _fresh(before, event.seat, event.tile, event.hex, event.facing)
    elif isinstance(event, Netted | Entrenched):
        piece = pieces[event.tile.hex]
        if piece is not None:
            new = piece._replace(netted=True) if isinstance(event, Netted) else piece._replace(entrenched=True)
            pieces[event.tile.hex] = new
    elif isinstance(event, ToughnessLost | BattleEnded):
        for tile in event.tiles if isinstance(event, ToughnessLost) else event.freed:
            piece = pieces[tile.hex]
            pieces[tile.hex] = piece._replace(netted=False) if piece and isinstance(event, BattleEnded) else None
    else:
        return False
    return True


def _fresh(view: View, seat: int, tile: str, hex_: int, facing: int) -> Piece | None:
    """Return a tile as it comes from the reserve."""
    home = view.seats[seat].faction
    return Piece(SIZE + hex_, seat, home.by_id[tile], facing) if home is not None else None


def _monoliths(pieces: list[Piece | None], event: Event, view: View) -> tuple[MonolithView, ...]:
    """Return the monoliths after an event; their tiles go from the pieces or come to them."""
    monoliths = list(view.monoliths)
    if isinstance(event, Folded):
        one, other = (pieces[h] for h in event.segments)
        for h in event.segments:
            pieces[h] = None
        laid = tuple(p and laid_view(p) for p in inside(one, other))
        monoliths[event.seat] = MonolithView(event.seat, (), laid, True)
    elif isinstance(event, Unfolded):
        seen = [tile for tile in monoliths[event.seat].inside or () if tile is not None]
        for n, (tile, facing) in enumerate(event.tiles):
            piece = _fresh(view, tile.seat, tile.tile, tile.hex, facing)
            if piece is not None and n < len(seen):  # the reader knew it, and so its markers
                old = seen[n]
                piece = piece._replace(wounds=old.wounds, poison=old.poison, entrenched=old.entrenched)
            pieces[tile.hex] = piece
        monoliths[event.seat] = MonolithView(event.seat, event.segments, (), True)
    elif isinstance(event, Moved):
        for n, monolith in enumerate(monoliths):
            if event.tile.hex in monolith.segments and event.hex != event.tile.hex:  # its segment goes along (R13.7)
                segments = tuple(sorted(event.hex if h == event.tile.hex else h for h in monolith.segments))
                monoliths[n] = replace(monolith, segments=segments)
    return tuple(monoliths)


def film(before: View, events: Iterable[Event], after: View) -> list[Frame]:
    """Return the frames of what happened between two positions, and the end.

    Every event with wounds has one, and so have the beginning of a battle and every monolith that unfolds or folds.
    The positions in between are worked out from the events, which may be those of several actions.
    """
    return [*_folded(before, events)[0], Frame(after)]


def struck(before: View, events: Iterable[Event]) -> View | None:
    """Return the position after a charge or a battle by which a turn ends, before the next one; `None` without either.

    It is worked out from the view before it and from what happened then. The last battle is told with the last turn.
    """
    of_it = list(takewhile(lambda event: not isinstance(event, TurnBegan | Ended), events))
    if not any(isinstance(event, BattleBegan) or _charges(event) for event in of_it):
        return None
    _, view = _folded(before, of_it)
    spent = {event.seat: event.tile for event in of_it if isinstance(event, OrderPlayed)}
    return replace(view, seats=tuple(_without(seat, spent.get(seat.seat)) for seat in view.seats))


def _charges(event: Event) -> bool:
    return isinstance(event, Moved) and event.by == "charge"


def brought_to(before: View, events: Iterable[Event]) -> View:
    """Return the position in which a battle begins, from the view before the action that leads to it."""
    _, view = _folded(before, takewhile(lambda event: not isinstance(event, BattleBegan), events))
    return view


def _without(seat: SeatView, name: str | None) -> SeatView:
    """Return a seat after it has discarded a tile of its reserve, if it has."""
    if name is None or seat.faction is None:
        return seat
    tile = seat.faction.by_id[name]
    reserve, unseen = seat.reserve, seat.unseen
    if reserve is None:
        unseen = tuple((one, count - (one is tile)) for one, count in unseen if one is not tile or count > 1)
    else:
        at = reserve.index(tile)
        reserve = (*reserve[:at], *reserve[at + 1 :])
    left = seat.reserve_count - 1
    return replace(seat, reserve=reserve, reserve_count=left, discards=(*seat.discards, tile), unseen=unseen)


def _folded(before: View, events: Iterable[Event]) -> tuple[list[Frame], View]:
    """Return the frames of what happened, and the position after it as far as the board and hit points go."""
    teams = tuple(seat.team for seat in before.seats)
    pieces = [
        None if t is None else Piece(h, t.seat, t.type, t.facing, t.wounds, t.poison, t.entrenched, t.token)
        for h, t in enumerate(before.board)
    ]
    frames: list[Frame] = []
    view = before
    for event in events:
        if isinstance(event, BattleBegan):
            view = replace(view, stage="battle", phase=-1, choices=())
            frames.append(Frame(view, event))
        elif isinstance(event, Wounds):
            view = replace(view, phase=event.phase if event.cause == "phase" else None)
            frames.append(Frame(view, event))
            view = replace(view, hit_points=event.hit_points)
        elif isinstance(event, Folded | Unfolded):
            frames.append(Frame(view, event))
        elif isinstance(event, BattleEnded):
            view = replace(view, stage="turn", phase=None)
        if isinstance(event, Folded | Unfolded | Moved) and view.monoliths:
            view = replace(view, monoliths=_monoliths(pieces, event, view))
        if _happened(pieces, event, before) or isinstance(event, Folded | Unfolded):
            standing = Standing(tuple(pieces), teams)
            view = replace(view, board=tile_views(pieces, standing, teams, view.hit_points))
    return frames, view
