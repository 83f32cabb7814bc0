"""What is shown to whoever has nothing to decide, and the lines that several pages begin with."""

from __future__ import annotations

from bot.monolith_arena.labels import lookups
from bot.monolith_arena.texts import endings, standing
from bot.monolith_arena.texts.monoliths import line
from bot.monolith_arena.texts.names import counted
from bot.panels import looking_on
from bot.panels.model import Button, Panel, SeatPerspective
from bot.texts.names import letter
from bot.texts.phrases import Phrases
from games.monolith_arena.view import View


def page(perspective: SeatPerspective[View], view: View) -> Panel:
    """The position for whoever has nothing to decide."""
    say = perspective.say
    if view.result is not None:
        text = endings.ending(say, view, perspective.names)
    else:
        text = looking_on.role(perspective, standing.waiting(say, view, perspective.names))
    row = (*undo(perspective), *lookups(say, view))
    return Panel(how_it_stands(perspective, view, text, _open_reserves(say, view)), (row,))


def how_it_stands(perspective: SeatPerspective[View], view: View, *lines: str) -> str:
    """The text of a start: what is to be done, how the match stands, what the reader alone knows."""
    say = perspective.say
    status = standing.status(say, view, perspective.names)
    return "\n".join(text for text in (*lines, status, line(say, view)) if text)


def undo(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """The button that takes the last action back, where that is possible."""
    if perspective.undoable is None:
        return ()
    return looking_on.undo(perspective, standing.action_text(perspective.say, perspective.undoable))


def _open_reserves(say: Phrases, view: View) -> str:
    """What the others hold, where the reader may see it (R3.9, R15.6)."""
    if not view.open_reserves or view.result is not None:
        return ""
    held = [
        f"{letter(seat.seat)} {', '.join(label for _, label in counted(say, seat.reserve))}"
        for seat in view.seats
        if seat.seat != view.reader and seat.reserve
    ]
    return say("Reserves: {reserves}.", reserves=" · ".join(held)) if held else ""
