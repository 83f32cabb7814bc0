"""From a state to a view: the one place that decides who may know what (R3.9)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.monolith_arena import answers
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import SeatView, TileView, View

if TYPE_CHECKING:
    from games.monolith_arena.game import MonolithArena


def view(game: MonolithArena, state: State, reader: int | None) -> View:
    """The match as the reader may know it."""
    questions = answers.questions(state)
    return View(
        reader=reader,
        stage=_stage(state),
        seats=tuple(_seat(state, seat, reader) for seat in range(len(state.teams))),
        hit_points=state.hit_points,
        board=board(state),
        active=state.active if state.stage in ("banners", "turn") else None,
        first=state.order[0] if state.order else None,
        turn=state.turn,
        choices=tuple(c for c in game.choices(state) if c.must or c.seat == reader),
        discard_due=state.discard_due,
        redraw_offered=state.redraw and (reader == state.active or state.options.open_reserves),
        last_turns=state.last_turns,
        extra_turns=state.extra,
        phase=state.cause.number if state.battle is not None and state.cause is not None else None,
        question=next((q for q in questions if q.seat == reader), None),
        draw_offers=tuple(sorted(state.offers)),
        open_reserves=state.options.open_reserves,
        result=state.result,
    )


def _stage(state: State) -> str:
    if state.battle is not None:
        return "battle"
    if state.cause is not None or state.push is not None:
        return "order"
    return state.stage


def _seat(state: State, seat: int, reader: int | None) -> SeatView:
    home = state.factions[seat]
    seen = seat == reader or state.options.open_reserves or state.result is not None
    return SeatView(
        seat=seat,
        team=state.teams[seat],
        faction=home,
        stack=len(state.stacks[seat]),
        reserve_count=len(state.reserves[seat]),
        reserve=tuple(sorted(state.reserves[seat], key=lambda t: _place(state, t))) if seen else None,
        discards=state.discards[seat],
        unseen=_unseen(state, seat, with_reserve=not seen),
    )


def _place(state: State, tile: TileType) -> int:
    home = next(f for f in state.factions if f is not None and f.id == tile.faction)
    return home.tiles.index(tile)


def _unseen(state: State, seat: int, *, with_reserve: bool) -> tuple[tuple[TileType, int], ...]:
    """How many of each tile nobody but the owner can know the place of: the stack, with or without the reserve."""
    home = state.factions[seat]
    if home is None:
        return ()
    hidden = Counter(state.stacks[seat])
    if with_reserve:
        hidden.update(state.reserves[seat])
    return tuple((t, hidden[t]) for t in home.tiles if hidden[t])


def board(state: State) -> tuple[TileView | None, ...]:
    """The board with all that follows from the position; it is open to everybody."""
    standing = state.standing()
    found: list[TileView | None] = []
    for hex_, piece in enumerate(state.board):
        if piece is None:
            found.append(None)
            continue
        served = standing.of(hex_)
        banner = piece.type.is_banner
        found.append(
            TileView(
                seat=piece.seat,
                type=piece.type,
                facing=piece.facing,
                wounds=piece.wounds,
                poison=piece.poison,
                entrenched=piece.entrenched,
                token=piece.netted,
                netted=hex_ in standing.netted,
                disarmed=hex_ in standing.disarmed,
                initiative=tuple(sorted({p for _, p in standing.attacks(hex_, piece)}, reverse=True)),
                hit_points=state.hit_points[state.teams[piece.seat]] if banner else standing.hit_points(hex_, piece),
                melee_bonus=served.melee,
                ranged_bonus=served.ranged,
                venomous=piece.type.venom or served.venom,
            )
        )
    return tuple(found)
