"""The page that asks for a hex and a facing: placing, moving, teleporting, turning, charging, the banner."""

from __future__ import annotations

from bot.monolith_arena import consequences, move_draft
from bot.monolith_arena.hex_buttons import facing_rows, hex_rows
from bot.monolith_arena.move_draft import Spot
from bot.monolith_arena.scene import Scene, moved
from bot.monolith_arena.texts.standing import ORDER_NAMES
from bot.monolith_arena.texts.words import FEATURE_WORDS, place_word
from bot.monolith_arena.widgets import BACK, PIECES, button, card, show, standing
from bot.panels.model import Button, Panel, Press, SeatPerspective
from games.api import Action
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View
from render.monolith_arena import Ghost


def page(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The page at these words. Raises `GameError` when they are no longer possible."""
    draft = move_draft.read(chair, view, words)
    hexes = hex_rows(view, draft.hexes, draft.hex, draft.column, lambda where: show(*draft.at(where)), draft.origin)
    facings = facing_rows(draft.facings, draft.facing, lambda facing: show(*draft.turned(facing)))
    rows = (*hexes, *facings, _bottom(chair, view, draft))
    return Panel(_text(view, draft), rows, _scene(draft))


def _bottom(chair: SeatPerspective, view: View, draft: Spot) -> tuple[Button, ...]:
    row = [card(draft.tile.type)]
    if draft.head[0] != "banner":
        row.insert(0, button(BACK, show(*back(chair, draft.head))))
    return (*row, *_last(chair, view, draft))


def back(chair: SeatPerspective, head: Action) -> Action:
    """The words of the page before: the one that asked which tile, if it had more than one to ask for."""
    asks = {"move": 1, "falseorder": 1, "rotate": 1, "charge": 2}.get(head[0])
    if asks is None:
        return ()
    field = chair.options(head[:asks])
    return head[:asks] if len(getattr(field, "values", ())) > 1 else ()


def verb_word(head: Action) -> str:
    """What the last button does, in a word."""
    if head[0] == "feature":
        return FEATURE_WORDS[head[2].partition("@")[0]]
    return {"place": "Place", "banner": "Place the banner"}.get(head[0]) or ORDER_NAMES[head[0]]


def spent_tile(view: View, head: Action) -> TileType | None:
    """The tile of the reserve that the action uses up."""
    seat = view.reader
    reserve = view.seats[seat].reserve or () if seat is not None else ()
    if head[0] == "place":
        return next((t for t in reserve if t.id == head[1]), None)
    if head[0] == "charge" and len(head) > 1 and head[1] != "order":
        return None
    return next((t for t in reserve if head[0] in t.orders), None)


def _last(chair: SeatPerspective, view: View, draft: Spot) -> list[Button]:
    """The buttons that carry the draft out; greyed as long as something is missing."""
    head, action = draft.head, draft.action
    verb = verb_word(head)
    if action is None:
        return [button(verb, Press("do", head), style="success", disabled=True)]
    seat = view.reader
    assert seat is not None
    do = Press("do", action)
    if head[0] == "banner":
        return [button(f"{verb} on {draft.hex}", do, style="success")]
    spent = spent_tile(view, head)
    if head[0] == "charge":
        label = consequences.end_label("Charge, ends the turn", view, seat, chair.names, spent)
        return [button(label, do, style="success")]
    if head[0] == "place" and draft.hex is not None:
        tile = moved(draft.tile, BY_DIRECTION[draft.facing] if draft.facing else 0)
        if fills := consequences.fills(view, [(tile, BY_NAME[draft.hex])]):
            return [button(f"{verb}: {fills}", do, style="success")]
    buttons = [button(verb, do, style="success")]
    if not view.discard_due:
        label = consequences.end_label(f"{verb}, end turn", view, seat, chair.names, spent)
        buttons.append(button(label, Press("end", action), style="primary"))
    return buttons


def _scene(draft: Spot) -> Scene:
    facing = BY_DIRECTION[draft.facing] if draft.facing else draft.tile.facing
    hex_ = BY_NAME[draft.hex] if draft.hex is not None else draft.origin
    marks = () if draft.origin is None else (draft.origin,)
    if draft.action is None or hex_ is None:
        return Scene(marks=marks)
    return Scene(Ghost(moved(draft.tile, facing), hex_, draft.origin))


def _text(view: View, draft: Spot) -> str:
    verb = verb_word(draft.head)
    if draft.head[0] == "banner":
        title = "**Place your banner.**"
    else:
        what = draft.tile.type.name if draft.origin is None else standing(view, draft.origin)
        title = f"**{verb}: {what}**"
    if draft.action is not None:
        return f"{title}\n{_outcome(view, draft)}{_why(view, draft)}"
    missing = "Choose a column, then a hex." if len(draft.hexes) > PIECES and draft.column is None else "Choose a hex."
    facing = f" It will face {draft.chosen}." if draft.chosen else ""
    return f"{title}\n{missing}{facing}{_why(view, draft)}"


def _why(view: View, draft: Spot) -> str:
    """Why there are so few hexes (R13.4)."""
    if draft.head[0] != "place" or not view.unfolded:
        return ""
    return "\nYour monolith has unfolded this turn: a tile drawn this turn may go into its empty segment, nowhere else."


def _outcome(view: View, draft: Spot) -> str:
    facing = BY_DIRECTION[draft.facing] if draft.facing else draft.tile.facing
    hex_ = BY_NAME[draft.hex] if draft.hex is not None else draft.origin
    assert hex_ is not None
    there = view.board[hex_] if hex_ != draft.origin else None
    replaced = f", in place of {there.type.name}" if there is not None else ""
    return f"Preview: {place_word(moved(draft.tile, facing), hex_)}{replaced}."
