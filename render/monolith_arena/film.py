"""A battle as a film: one picture for everything that happens at once, as an animation or as a strip of stills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from games.monolith_arena.battle.standing import Standing
from games.monolith_arena.events import (
    BattleBegan,
    BattleEnded,
    Entrenched,
    Event,
    Moved,
    Netted,
    Placed,
    ToughnessLost,
    Wounds,
)
from games.monolith_arena.hexes import SIZE
from games.monolith_arena.pieces import Piece
from games.monolith_arena.view import TileView, View
from render.encode import new_plane, png, to_plane
from render.gif import gif
from render.monolith_arena.arrows import paste_attacks
from render.monolith_arena.board import CENTRE, HEIGHT, WIDTH, ground_plane, hex_corner, paste_hexes, paste_panels
from render.monolith_arena.looks import dressed
from render.monolith_arena.slots import put_hex
from render.theme import SLOT

FRAMES: Final = 40
"""The most frames of an animation; of a longer film the end is shown."""
ZONES: Final = ((0, 0, WIDTH, 80), (0, 80, 92, HEIGHT), (WIDTH - 92, 80, WIDTH, HEIGHT), (92, 80, WIDTH - 92, HEIGHT))
"""The header, both damage tracks and the board: they change at different places at once."""
STILLS: Final = 12
"""The most stills of a strip."""
GUTTER: Final = 10
"""The room between two stills."""

_FIRST: Final = 1200
_EVENT: Final = 1900
_ATTACK: Final = 350
_LONGEST: Final = 4500
_QUIET: Final = 1000
_LAST: Final = 4000


@dataclass(frozen=True, slots=True)
class Frame:
    """A position, and what happens in it next; `None` if it is only looked at."""

    view: View
    event: Event | None = None


def board_plane(frame: Frame, before: tuple[Frame, Image.Image] | None = None) -> Image.Image:
    """The position of a frame without arrows; from that of another frame where there is one."""
    if before is None:
        plane = ground_plane()
        paste_hexes(plane, frame.view, {})
        paste_panels(plane, frame.view)
    else:
        old, plane = before[0].view, before[1].copy()
        for h in range(SIZE):
            if frame.view.board[h] != old.board[h]:
                tile = frame.view.board[h]
                put_hex(plane, h, tile and dressed(frame.view, tile), "", hex_corner(h))
        paste_panels(plane, frame.view, old)
    return plane


def planes(frames: Sequence[Frame]) -> list[Image.Image]:
    """The pictures of a film as palette images."""
    found = []
    before: tuple[Frame, Image.Image] | None = None
    for frame in frames:
        plain = board_plane(frame, before)
        before = frame, plain
        picture = plain
        if isinstance(frame.event, Wounds):
            picture = plain.copy()
            paste_attacks(picture, frame.event, CENTRE)
        found.append(picture)
    return found


def timing(frames: Sequence[Frame]) -> list[int]:
    """How long each frame is shown, in milliseconds: longer the more there is to read."""
    times = []
    for n, frame in enumerate(frames):
        if isinstance(frame.event, Wounds):
            times.append(min(_LONGEST, _EVENT + _ATTACK * len(frame.event.attacks)))
        else:
            times.append(_LAST if n == len(frames) - 1 else _FIRST if n == 0 else _QUIET)
    return times


def draw_film(frames: Sequence[Frame]) -> bytes:
    """The GIF of a film. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    shown = frames[-FRAMES:]
    return gif(planes(shown), timing(shown), ZONES)


def draw_strip(frames: Sequence[Frame]) -> bytes:
    """The PNG of the same film as stills, read line by line. Raises `ValueError` if there are no frames."""
    if not frames:
        raise ValueError("a film needs at least one frame")
    shown = frames[-STILLS:]
    across = 2 if len(shown) == 4 else min(len(shown), 3)
    rows = -(-len(shown) // across)
    wide, high = WIDTH * 5 // 8, HEIGHT * 5 // 8
    plane = new_plane(across * (wide + GUTTER) - GUTTER, rows * (high + GUTTER) - GUTTER, SLOT)
    for n, picture in enumerate(planes(shown)):
        small = picture.convert("RGB").resize((wide, high), Image.Resampling.BOX)
        plane.paste(to_plane(small), (n % across * (wide + GUTTER), n // across * (high + GUTTER)))
    return png(plane)


def _board(
    board: Sequence[Piece | None], teams: tuple[int, ...], points: tuple[int, ...]
) -> tuple[TileView | None, ...]:
    """The views of tiles with all that follows from the position."""
    standing = Standing(tuple(board), teams)
    found: list[TileView | None] = []
    for h, piece in enumerate(board):
        if piece is None:
            found.append(None)
            continue
        served = standing.of(h)
        whole = points[teams[piece.seat]] if piece.type.is_banner else standing.hit_points(h, piece)
        found.append(
            TileView(
                seat=piece.seat, type=piece.type, facing=piece.facing, wounds=piece.wounds, poison=piece.poison,
                entrenched=piece.entrenched, token=piece.netted, netted=h in standing.netted,
                disarmed=h in standing.disarmed,
                initiative=tuple(sorted({p for _, p in standing.attacks(h, piece)}, reverse=True)),
                hit_points=whole, melee_bonus=served.melee, ranged_bonus=served.ranged,
                venomous=piece.type.venom or served.venom,
            )
        )  # fmt: skip
    return tuple(found)


def _wounded(pieces: list[Piece | None], event: Wounds) -> None:
    """What the wounds do to the pieces, banners apart: their wounds are hit points of the team."""
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
    """What an event does to the pieces; says whether it did anything."""
    if isinstance(event, Wounds):
        _wounded(pieces, event)
    elif isinstance(event, Moved):
        piece, pieces[event.tile.hex] = pieces[event.tile.hex], None
        pieces[event.hex] = piece and piece._replace(facing=event.facing)
    elif isinstance(event, Placed):
        home = before.seats[event.seat].faction
        if home is not None:
            kind = next(t for t in home.tiles if t.id == event.tile)
            pieces[event.hex] = Piece(SIZE + event.hex, event.seat, kind, event.facing)
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


def film(before: View, events: Iterable[Event], after: View) -> list[Frame]:
    """The frames of what happened between two positions: one for each event with wounds, and the end.

    The positions in between are worked out from the events, which may be those of several actions.
    """
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
            frames.append(Frame(view))
        elif isinstance(event, Wounds):
            view = replace(view, phase=event.phase if event.cause == "phase" else None)
            frames.append(Frame(view, event))
            view = replace(view, hit_points=event.hit_points)
        elif isinstance(event, BattleEnded):
            view = replace(view, stage="turn", phase=None)
        if _happened(pieces, event, before):
            view = replace(view, board=_board(pieces, teams, view.hit_points))
    return [*frames, Frame(after)]
