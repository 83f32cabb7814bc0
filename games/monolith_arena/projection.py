"""From a state to a view: the one place that decides who may know what (R3.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from games.monolith_arena import choosing
from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.state import State
from games.monolith_arena.tiles import Piece, TileType
from games.monolith_arena.view import MonolithView, Running, SeatView, TileView, View


def view(state: State, reader: int | None) -> View:
    """Return the match as the reader may know it."""
    questions = choosing.questions(state)
    places = {piece.serial: hex_ for hex_, piece in enumerate(state.board) if piece is not None}
    acts = reader == state.active or state.options.open_reserves
    return View(
        reader=reader,
        stage=_stage(state),
        seats=tuple(_seat(state, seat, reader) for seat in range(len(state.teams))),
        hit_points=state.hit_points,
        board=board(state),
        active=state.active if state.stage in ("banners", "turn") else None,
        order=state.order,
        upcoming=state.upcoming() if state.stage == "turn" else (),
        turn=state.turn,
        choices=choosing.choices(state),
        discard_due=state.discard_due,
        redraw_offered=state.redraw and acts,
        last_turns=state.last_turns,
        extra_turns=state.extra,
        phase=state.cause.number if state.battle is not None and state.cause is not None else None,
        question=next((q for q in questions if q.seat == reader), None),
        open_reserves=state.options.open_reserves,
        monoliths=tuple(_monolith(state, seat, reader) for seat in range(len(state.monoliths))),
        reinforcement=state.options.reinforcement,
        plays=state.plays_left(),
        unfolded=state.unfolded,
        result=state.result,
        rulings=state.options.rulings,
        used=_used(state, places),
        drawn=_sorted(state, state.drawn) if acts else None,
        played=state.played,
        placed=state.placed,
        features_only=state.features_only,
        running=_running(state, reader, places, {question.kind for question in questions}),
        push=None if state.push is None else (state.push.pusher, state.push.pushed),
    )


def _used(state: State, places: Mapping[int, int]) -> tuple[tuple[int, str, int], ...]:
    """Return the features used this turn by tiles on the board from sources on the board; no others count again."""
    used = [(places[t], name, places[s]) for t, name, s in state.used if t in places and s in places]
    return tuple(sorted(used))


def _running(state: State, reader: int | None, places: Mapping[int, int], asked: Collection[str]) -> Running | None:
    """Return what deals wounds; of the answers of the kinds that are still asked only the reader's own (R5.10)."""
    cause, battle = state.cause, state.battle
    if cause is None:
        return None
    spent = battle.spent if battle is not None else ()
    return Running(
        cause.kind,
        cause.number,
        cause.hexes,
        cause.seat,
        battle.reason if battle is not None else "",
        tuple(sorted((places[tile], number) for tile, number in spent if tile in places)),
        tuple((a.seat, a.kind, a.subject, a.value) for a in state.answers if a.seat == reader or a.kind not in asked),
    )


def _stage(state: State) -> str:
    if state.battle is not None:
        return "battle"
    if state.cause is not None or state.push is not None or state.unfolding is not None:
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
        reserve=_sorted(state, state.reserves[seat]) if seen else None,
        discards=state.discards[seat],
        unseen=_unseen(state, seat, with_reserve=not seen, with_monolith=not _sees_inside(state, seat, reader)),
        prepared=bool(state.monoliths) and state.monoliths[seat] is not None if state.options.monoliths else None,
    )


def _sees_inside(state: State, seat: int, reader: int | None) -> bool:
    """Return True if the reader may know what lies in the seat's folded monolith; an ally may not (R13.1, R15.6)."""
    monolith = state.monoliths[seat] if state.monoliths else None
    return monolith is None or monolith.known or seat == reader or state.result is not None


def _monolith(state: State, seat: int, reader: int | None) -> MonolithView:
    monolith = state.monoliths[seat]
    if monolith is None:
        return MonolithView(seat, (), (), False)
    if monolith.segments is not None:
        return MonolithView(seat, monolith.segments, (), True)
    unfolding = state.unfolding if seat == state.active else None
    seen = unfolding is not None or _sees_inside(state, seat, reader)
    return MonolithView(
        seat,
        unfolding.hexes if unfolding is not None else (),
        tuple(None if p is None else laid_view(p) for p in monolith.inside) if seen else None,
        monolith.known,
        unfolding.facings if unfolding is not None else (),
    )


def laid_view(piece: Piece) -> TileView:
    """Return a tile in a folded monolith: nothing acts on it, only its markers stay (R13.2, R13.9)."""
    printed = TileView.printed(piece.seat, piece.type)
    return replace(printed, wounds=piece.wounds, poison=piece.poison, entrenched=piece.entrenched)


def _sorted(state: State, tiles: Iterable[TileType]) -> tuple[TileType, ...]:
    return tuple(sorted(tiles, key=lambda tile: _place(state, tile)))


def _place(state: State, tile: TileType) -> int:
    home = next(f for f in state.factions if f is not None and f.id == tile.faction)
    return home.tiles.index(tile)


def _unseen(state: State, seat: int, *, with_reserve: bool, with_monolith: bool) -> tuple[tuple[TileType, int], ...]:
    """Count the tiles whose place the reader cannot know: the stack, and the rest as far as it is hidden."""
    home = state.factions[seat]
    if home is None or state.stage == "monoliths":  # no stack is dealt yet: what lies inside would stand alone here
        return ()
    hidden = Counter(state.stacks[seat])
    if with_reserve:
        hidden.update(state.reserves[seat])
    monolith = state.monoliths[seat] if with_monolith else None
    if monolith is not None:
        hidden.update(p.type for p in monolith.inside if p is not None)
    return tuple((t, hidden[t]) for t in home.tiles if hidden[t])


def board(state: State) -> tuple[TileView | None, ...]:
    """Return the board with all that follows from the position; it is open to everybody."""
    return tile_views(state.board, state.standing(), state.teams, state.hit_points)


def tile_views(
    board: Sequence[Piece | None], standing: Standing, teams: Sequence[int], hit_points: Sequence[int]
) -> tuple[TileView | None, ...]:
    """Return the views of what stands on a board, from its `standing`; `hit_points` are those of the teams."""
    views: list[TileView | None] = []
    for hex_, piece in enumerate(board):
        if piece is None:
            views.append(None)
            continue
        served = standing.of(hex_)
        whole = hit_points[teams[piece.seat]] if piece.type.is_banner else standing.hit_points(hex_, piece)
        views.append(
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
                hit_points=whole,
                melee_bonus=served.melee,
                ranged_bonus=served.ranged,
                venomous=piece.type.venom or served.venom,
            )
        )
    return tuple(views)
