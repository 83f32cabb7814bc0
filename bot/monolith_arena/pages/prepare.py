"""The page on which a player chooses the two tiles for the monolith before the match begins (R13.1).

A draft is ``prepare`` and the tiles chosen so far; their order means nothing.
"""

from __future__ import annotations

from typing import Final

from bot.monolith_arena import sheets
from bot.monolith_arena.board_draft import BoardDraft
from bot.monolith_arena.labels import cards, named_card
from bot.monolith_arena.texts.names import counted, kind_name
from bot.panels.model import Button, Panel, SeatPerspective
from bot.panels.widgets import back, button, do, fitting, missing, rows_of, show
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena.tiles import Faction, TileType, faction
from games.monolith_arena.view import View

LOWER: Final = 2
"""The lower segments of a monolith."""


def home(view: View) -> Faction:
    """The reader's own faction, which is chosen by now."""
    assert view.reader is not None
    found = view.seats[view.reader].faction
    assert found is not None
    return found


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """The tiles to choose from, those chosen so far, and the button that puts them in. Raises `GameError`."""
    say, deck = perspective.say, home(view)
    chosen = [deck.by_id[token] for token in tokens[1:]]
    perspective.options(tokens)
    tiles = _board_tiles(deck)
    rows = rows_of([_tile(say, tile, chosen) for tile in tiles])
    bottom = [named_card(say, tile) for tile in dict.fromkeys(chosen)] or [cards(say)]
    if chosen:
        bottom.insert(0, back(say, *tokens[:-1]))
    bottom.append(_sure(say, tokens, chosen))
    return Panel(
        _text(say, chosen), (*rows, tuple(bottom)), BoardDraft(sheet=sheets.of_monolith(say, view, tiles, chosen))
    )


def _board_tiles(deck: Faction) -> list[TileType]:
    return [tile for tile in dict.fromkeys(deck.deck()) if not tile.is_order]


def _tile(say: Phrases, tile: TileType, chosen: list[TileType]) -> Button:
    """A tile to choose; with both chosen it takes the place of the second one."""
    kept = chosen[: LOWER - 1]
    count = chosen.count(tile)
    left = _copies(tile) - kept.count(tile)
    label = kind_name(say, tile) if count < 2 else f"{kind_name(say, tile)} ×{count}"
    gone = left < 1 or (len(chosen) == LOWER and chosen[-1] == tile)
    press = show("prepare", *(t.id for t in kept), tile.id)
    return button(label, press, style="primary" if count else "secondary", disabled=gone)


def _copies(tile: TileType) -> int:
    return faction(tile.faction).deck().count(tile)


def _sure(say: Phrases, tokens: Action, chosen: list[TileType]) -> Button:
    if len(chosen) < LOWER:
        return missing(say("Put them in"), "prepare")
    label = fitting(say("Put in {tiles}", tiles=_listed(say, chosen)), say("Put them in"))
    return do(label, tokens)


def _listed(say: Phrases, chosen: list[TileType]) -> str:
    return say.every(label for _, label in counted(say, chosen))


def _text(say: Phrases, chosen: list[TileType]) -> str:
    title = f"**{say('Choose two tiles for your monolith.')}**"
    if not chosen:
        return f"{title}\n{say('Two of the same kind are fine if you have them.')}"
    if len(chosen) < LOWER:
        return f"{title}\n{say('Chosen so far: {tile}.', tile=kind_name(say, chosen[0]))}"
    hidden = say("{tiles}. Nobody else sees them until the monolith unfolds.", tiles=_listed(say, chosen))
    return f"{title}\n{hidden} {say('The other 32 tiles are your stack.')}"
