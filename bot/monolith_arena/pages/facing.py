"""The page that asks how a tile faces that comes out of a monolith, of whoever owns that tile (R13.5)."""

from __future__ import annotations

from bot.limits import cut
from bot.monolith_arena.board_draft import BoardDraft, moved
from bot.monolith_arena.labels import NAME_LENGTH, card, lookups
from bot.monolith_arena.pages.hex_buttons import facing_rows
from bot.monolith_arena.texts.monoliths import named
from bot.monolith_arena.texts.names import kind_name
from bot.panels.model import Panel, SeatPerspective
from bot.panels.widgets import do, show
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena.hexes import BY_DIRECTION, NAMES
from games.monolith_arena.view import MonolithView, Question, TileView, View
from render.monolith_arena import Ghost


def page(perspective: SeatPerspective[View], view: View, question: Question, given: Action) -> Panel:
    """The facings, the first one preset, with a preview. Raises `GameError`."""
    say = perspective.say
    chosen = given[1] if len(given) > 1 else question.values[0]
    action = ("choose", chosen, *given[2:])
    perspective.options(action)
    monolith, tile = _unfolding(view, question.subject)
    rows = facing_rows(question.values, chosen, lambda facing: show("choose", facing))
    name, spot = kind_name(say, tile.type), NAMES[question.subject]
    sure = do(say("Confirm: {tile} faces {facing}", tile=f"{name} {spot}", facing=chosen), action)
    text = (
        f"**{_opened(perspective, view, monolith, name, spot)}**\n"
        f"{say('Which way does it face?')} {_beside(say, view, monolith, question)}"
    )
    other = _decided(monolith, question.subject)
    ghost = Ghost(moved(tile, BY_DIRECTION[chosen]), question.subject, beside=other)
    marks = tuple(h for h in monolith.segments if h != question.subject and (other is None or h != other.hex))
    return Panel(text, (*rows, (sure, card(say, tile.type), *lookups(say, view))), BoardDraft(ghost, marks))


def _opened(perspective: SeatPerspective[View], view: View, monolith: MonolithView, tile: str, hex_: str) -> str:
    say = perspective.say
    if monolith.seat == view.reader:
        return say("Your monolith unfolds. {tile} (yours) comes to {hex}.", tile=tile, hex=hex_)
    who = cut(player(perspective.names, monolith.seat), NAME_LENGTH)
    return say("{player} unfolds a monolith. {tile} (yours) comes to {hex}.", player=who, tile=tile, hex=hex_)


def _decided(monolith: MonolithView, asked: int) -> Ghost | None:
    """The tile in the other segment, once it is known how it faces."""
    for hex_, tile, facing in zip(monolith.segments, monolith.inside or (), monolith.facings, strict=True):
        if hex_ != asked and tile is not None and facing is not None:
            return Ghost(moved(tile, facing), hex_)
    return None


def _unfolding(view: View, hex_: int) -> tuple[MonolithView, TileView]:
    """The monolith that unfolds onto a hex, and the tile that it puts there."""
    for monolith in view.monoliths:
        for segment, tile in zip(monolith.segments, monolith.inside or (), strict=False):
            if segment == hex_ and tile is not None:
                return monolith, tile
    raise LookupError(hex_)


def _beside(say: Phrases, view: View, monolith: MonolithView, question: Question) -> str:
    """What goes to the other segment."""
    for segment, tile in zip(monolith.segments, monolith.inside or (), strict=True):
        if segment != question.subject:
            name = NAMES[segment]
            if tile is None:
                return say("The other segment, on {hex}, is empty.", hex=name)
            return say("{tile} goes to the other segment, on {hex}.", tile=named(say, view, tile), hex=name)
    return ""
