"""The page that asks how a tile faces that comes out of a monolith, of whoever owns that tile (R13.5)."""

from __future__ import annotations

from bot.limits import cut
from bot.monolith_arena import consequences
from bot.monolith_arena.hex_buttons import facing_rows
from bot.monolith_arena.monolith_words import whose
from bot.monolith_arena.scene import Scene, moved
from bot.monolith_arena.widgets import CARDS, PILES, button, card, show
from bot.panels.model import Panel, Press, SeatPerspective
from games.api import Action
from games.monolith_arena.hexes import BY_DIRECTION, NAMES
from games.monolith_arena.view import MonolithView, Question, TileView, View
from render.monolith_arena import Ghost


def page(chair: SeatPerspective, view: View, question: Question, words: Action) -> Panel:
    """The facings, the first one preset, with a preview. Raises `GameError`."""
    chosen = words[1] if len(words) > 1 else question.values[0]
    action = ("choose", chosen, *words[2:])
    chair.options(action)
    monolith, tile = _unfolding(view, question.subject)
    rows = facing_rows(question.values, chosen, lambda facing: show("choose", facing))
    name = NAMES[question.subject]
    sure = button(f"Sure: {tile.type.name} {name} faces {chosen}", Press("do", action), style="success")
    opener = cut(chair.names.get(monolith.seat, "Its owner"), consequences.NAME_LENGTH)
    who = "Your monolith unfolds" if monolith.seat == view.reader else f"{opener} unfolds a monolith"
    text = f"**{who}, your {tile.type.name} comes to {name}.**\nHow does it face?{_beside(view, monolith, question)}"
    other = _decided(monolith, question.subject)
    ghost = Ghost(moved(tile, BY_DIRECTION[chosen]), question.subject, beside=other)
    marks = tuple(h for h in monolith.segments if h != question.subject and (other is None or h != other.hex))
    return Panel(text, (*rows, (sure, card(tile.type), CARDS, PILES)), Scene(ghost, marks))


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


def _beside(view: View, monolith: MonolithView, question: Question) -> str:
    """What goes to the other segment."""
    for segment, tile in zip(monolith.segments, monolith.inside or (), strict=True):
        if segment != question.subject:
            name = NAMES[segment]
            if tile is None:
                return f" The other segment, on {name}, is empty."
            owner = "your own" if tile.seat == view.reader else f"the {whose(view, tile)}'s"
            return f" The other segment takes {owner} {tile.type.name} to {name}."
    return ""
