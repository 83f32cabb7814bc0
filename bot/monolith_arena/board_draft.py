"""What the picture of a private panel shows besides the position: the draft of a move, and outlines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.monolith_arena.texts.monoliths import laid, named
from bot.monolith_arena.texts.names import standing_so
from bot.texts.phrases import Phrases
from games.monolith_arena.events import Wounds
from games.monolith_arena.foresight.battles import Forecast
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View
from render.monolith_arena import Ghost, Group


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """What a panel adds to the picture of the position."""

    ghost: Ghost | None = None
    marks: tuple[int, ...] = ()
    """Hexes to outline: targets of a draft, the tile that a question is about."""
    unfold: tuple[int, ...] = ()
    """The two hexes onto which a draft unfolds the reader's monolith; empty before both are chosen."""
    dangers: Wounds | None = None
    """What would hit tiles, in the form of a phase of a battle."""
    battle: Forecast | None = None
    """A battle that is shown phase by phase in the place of the board."""
    sheet: tuple[Group, ...] = ()
    """Tiles to look at before they are chosen, in the place of the board."""


def described(say: Phrases, view: View, draft: BoardDraft) -> str:
    """What alternative text says besides the position and the first tile of a draft, as sentences."""
    parts = []
    if draft.ghost is not None and draft.ghost.beside is not None:
        beside = ", ".join(standing_so(say, g.tile, g.hex) for g in draft.ghost.beside.all())
        parts.append(say("Next to it: {tiles}.", tiles=beside))
    if any(laid(view)):
        parts.append(say("In the monolith: {tiles}.", tiles=", ".join(named(say, view, tile) for tile in laid(view))))
    if draft.marks:
        parts.append(say("Outlined: {hexes}.", hexes=", ".join(NAMES[h] for h in sorted(draft.marks))))
    return " ".join(parts)


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
