"""Tiles to look at before something is chosen: those of the factions, and those that may go into a monolith."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.board_draft import fresh
from bot.monolith_arena.texts.factions import STYLES
from bot.monolith_arena.texts.names import faction_name, kind_name
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.monolith_arena.tiles import TileType, faction
from games.monolith_arena.view import View
from render.labels import Labels
from render.monolith_arena import Group, Shown, draw_tiles, seat_style


def sheet(say: Phrases, groups: tuple[Group, ...]) -> Picture:
    """The picture of these tiles; its alternative text names them all."""
    told = (f"{group.title}: {', '.join(_told(say, shown) for shown in group.tiles)}." for group in groups)
    return Picture(draw_tiles(groups, Labels(say)), "tiles.png", cut(" ".join(told), ALT_TEXT))


def _told(say: Phrases, shown: Shown) -> str:
    return say("{tile} (chosen)", tile=shown.caption) if shown.chosen else shown.caption


def of_factions(say: Phrases, view: View, names: Iterable[str]) -> tuple[Group, ...]:
    """The banner and the most typical tiles of some factions."""
    return tuple(
        Group(
            faction_name(say, name),
            tuple(_plain(say, view, faction(name).by_id[key]) for key in ("banner", *STYLES[name][1])),
        )
        for name in names
    )


def of_faction(say: Phrases, view: View, name: str) -> tuple[Group, ...]:
    """All tiles of a faction: those for the board, then the orders."""
    home = faction(name)
    return tuple(
        Group(title, tuple(_counted(say, view, tile, tile.count) for tile in home.tiles if tile.is_order is orders))
        for title, orders in ((faction_name(say, name), False), (say("Orders"), True))
    )


def of_monolith(say: Phrases, view: View, tiles: Sequence[TileType], chosen: Sequence[TileType]) -> tuple[Group, ...]:
    """The tiles that may go into the reader's monolith, in the order of their buttons; those chosen are set off."""
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
    """A tile as it would look for the reader."""
    style = seat_style(view, view.reader) if view.reader is not None else 0
    return Shown(fresh(style, tile), caption, chosen)
