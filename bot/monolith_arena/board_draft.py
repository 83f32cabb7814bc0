"""What the picture of a private panel shows besides the position: the draft of a move, outlines, sheets of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.texts.card import STYLES
from bot.monolith_arena.texts.monoliths import laid, named
from bot.monolith_arena.texts.names import faction_name, kind_name, standing_so
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import TileType, faction
from games.monolith_arena.view import TileView, View
from render.labels import Labels
from render.monolith_arena import Group, Overlay, Shown, draw_tiles, seat_style


@dataclass(frozen=True, slots=True)
class BoardDraft(Overlay):
    """What a panel adds to the picture of the position, or shows in its place."""

    battle: Forecast | None = None
    """A battle that is shown phase by phase in the place of the board."""
    sheet: tuple[Group, ...] = ()
    """Tiles to look at before they are chosen, in the place of the board."""


def described(say: Phrases, view: View, draft: BoardDraft) -> str:
    """Return what alternative text says besides the position and the first tile of a draft, as sentences."""
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
    """Return a tile as it comes from the reserve, without anything that the board would do to it."""
    return TileView(
        seat=seat,
        type=kind,
        facing=facing,
        initiative=kind.initiative,
        hit_points=1 + kind.toughness,
        venomous=kind.venom,
    )


def moved(tile: TileView, facing: int) -> TileView:
    """Return a tile of the board with another facing; what the old place gave or took is left out."""
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


def sheet(say: Phrases, groups: tuple[Group, ...]) -> Picture:
    """Return the picture of these tiles; its alternative text names them all."""
    told = (f"{group.title}: {', '.join(_told(say, shown) for shown in group.tiles)}." for group in groups)
    return Picture(draw_tiles(groups, Labels(say)), "tiles.png", cut(" ".join(told), ALT_TEXT))


def _told(say: Phrases, shown: Shown) -> str:
    return say("{tile} (chosen)", tile=shown.caption) if shown.chosen else shown.caption


def of_factions(say: Phrases, view: View, names: Iterable[str]) -> tuple[Group, ...]:
    """Return the banner and the most typical tiles of some factions."""
    return tuple(
        Group(
            faction_name(say, name),
            tuple(_plain(say, view, faction(name).by_id[key]) for key in ("banner", *STYLES[name][1])),
        )
        for name in names
    )


def of_faction(say: Phrases, view: View, name: str) -> tuple[Group, ...]:
    """Return all tiles of a faction: those for the board, then the orders."""
    home = faction(name)
    return tuple(
        Group(title, tuple(_counted(say, view, tile, tile.count) for tile in home.tiles if tile.is_order is orders))
        for title, orders in ((faction_name(say, name), False), (say("Orders"), True))
    )


def of_monolith(say: Phrases, view: View, tiles: Sequence[TileType], chosen: Sequence[TileType]) -> tuple[Group, ...]:
    """Return the tiles that may go into the reader's monolith in the order of their buttons, chosen ones set off."""
    shown = (
        _counted(say, view, tile, faction(tile.faction).deck().count(tile), chosen=tile in chosen) for tile in tiles
    )
    return (Group(say("Two of these go into your monolith"), tuple(shown)),)


def _plain(say: Phrases, view: View, tile: TileType) -> Shown:
    return _shown(view, tile, kind_name(say, tile))


def _counted(say: Phrases, view: View, tile: TileType, count: int, *, chosen: bool = False) -> Shown:
    name = kind_name(say, tile)
    return _shown(view, tile, f"{count} × {name}" if count > 1 else name, chosen)


def _shown(view: View, tile: TileType, caption: str, chosen: bool = False) -> Shown:
    """Return a tile as it would look for the reader."""
    style = seat_style(view, view.reader) if view.reader is not None else 0
    return Shown(fresh(style, tile), caption, chosen)
