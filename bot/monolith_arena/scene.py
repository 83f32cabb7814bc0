"""What the picture of a private panel shows besides the position: the draft of a move, and outlines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView
from render.monolith_arena import Ghost


@dataclass(frozen=True, slots=True)
class Scene:
    """What a panel adds to the picture of the position."""

    ghost: Ghost | None = None
    marks: tuple[int, ...] = ()
    """Hexes to outline: targets of a draft, the tile that a question is about."""


EMPTY = Scene()


def fresh(seat: int, kind: TileType, facing: int = 0) -> TileView:
    """A tile as it comes from the reserve, without anything that the board would do to it."""
    return TileView(
        seat=seat,
        type=kind,
        facing=facing,
        initiative=kind.initiative,
        hit_points=1 + kind.toughness,
        venomous=kind.venom,
    )


def moved(tile: TileView, facing: int) -> TileView:
    """A tile of the board with another facing; what the old place gave or took is left out."""
    return replace(
        tile,
        facing=facing,
        netted=tile.token,
        disarmed=False,
        initiative=tile.type.initiative,
        hit_points=tile.hit_points if tile.type.is_banner else 1 + tile.type.toughness,
        melee_bonus=0,
        ranged_bonus=0,
        venomous=tile.type.venom,
    )
