"""The page on which a player chooses the two tiles for the monolith before the match begins (R13.1).

A draft is ``prepare`` and the tiles chosen so far; their order means nothing.
"""

from __future__ import annotations

from typing import Final

from bot.limits import BUTTON_LABEL
from bot.monolith_arena.scene import Scene
from bot.monolith_arena.texts.words import listed
from bot.monolith_arena.widgets import BACK, CARDS, button, chunks, counted, show
from bot.panels.model import Button, Panel, Press, SeatPerspective
from games.api import Action
from games.monolith_arena.tiles import Faction, TileType, faction
from games.monolith_arena.view import View

LOWER: Final = 2
"""The lower segments of a monolith."""
HIDDEN: Final = "nobody else sees them until it unfolds"


def home(view: View) -> Faction:
    """The reader's own faction, which is chosen by now."""
    assert view.reader is not None
    found = view.seats[view.reader].faction
    assert found is not None
    return found


def page(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The tiles to choose from, those chosen so far, and the button that puts them in. Raises `GameError`."""
    deck = home(view)
    chosen = [deck.by_id[word] for word in words[1:]]
    chair.options(words)
    rows = chunks([_tile(tile, chosen) for tile in _board_tiles(deck)])
    bottom = [_card(tile) for tile in dict.fromkeys(chosen)] or [CARDS]
    if chosen:
        bottom.insert(0, button(BACK, show(*words[:-1])))
    bottom.append(_sure(words, chosen))
    return Panel(_text(chosen), (*rows, tuple(bottom)), Scene(inside=tuple(chosen)))


def _board_tiles(deck: Faction) -> list[TileType]:
    return [tile for tile in dict.fromkeys(deck.deck()) if not tile.is_order]


def _tile(tile: TileType, chosen: list[TileType]) -> Button:
    """A tile to choose; with both chosen it takes the place of the second one."""
    kept = chosen[: LOWER - 1]
    count = chosen.count(tile)
    left = _copies(tile) - kept.count(tile)
    label = tile.name if count < 2 else f"{tile.name} ×{count}"
    gone = left < 1 or (len(chosen) == LOWER and chosen[-1] == tile)
    press = show("prepare", *(t.id for t in kept), tile.id)
    return button(label, press, style="primary" if count else "secondary", disabled=gone)


def _copies(tile: TileType) -> int:
    return faction(tile.faction).deck().count(tile)


def _card(tile: TileType) -> Button:
    return button(f"Card: {tile.name}", Press("card", (f"{tile.faction}/{tile.id}",)))


def _sure(words: Action, chosen: list[TileType]) -> Button:
    if len(chosen) < LOWER:
        return button("Put them into the monolith", Press("do", ("prepare",)), style="success", disabled=True)
    what = listed([label for _, label in counted(chosen)])
    labels = (
        f"Put {what} into the monolith: {HIDDEN}",
        f"Put {what} into the monolith",
        f"Put both into the monolith: {HIDDEN}",
    )
    return button(next(t for t in labels if len(t) <= BUTTON_LABEL), Press("do", words), style="success")


def _text(chosen: list[TileType]) -> str:
    title = "**Choose two tiles for your monolith.**"
    if len(chosen) < LOWER:
        so_far = (
            f"{chosen[0].name} and one more." if chosen else "Two of the same kind are possible where you have them."
        )
        return f"{title}\n{so_far}"
    what = listed([label for _, label in counted(chosen)])
    return f"{title}\n{what}: {HIDDEN}. The other 32 are your stack."
