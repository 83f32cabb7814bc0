"""What is shown to whoever has nothing to decide, and the lines that several pages begin with."""

from __future__ import annotations

from bot.arena_of_heroes.labels import lookups
from bot.arena_of_heroes.texts import endings, standing
from bot.panels import looking_on
from bot.panels.model import Button, Panel, SeatPerspective
from games.arena_of_heroes.view import View
from render.arena_of_heroes import own_line
from render.labels import Labels


def page(perspective: SeatPerspective[View], view: View) -> Panel:
    """The position for whoever has nothing to decide."""
    say = perspective.say
    if view.result is not None:
        text = endings.ending(say, view, perspective.names)
    else:
        text = looking_on.role(perspective, standing.waiting(say, view, perspective.names))
    row = (*undo(perspective), *lookups(perspective))
    return Panel(how_it_stands(perspective, view, text), (row,))


def how_it_stands(perspective: SeatPerspective[View], view: View, *lines: str) -> str:
    """The text of a start: what is to be done, where the own hero is, how the match stands."""
    status = standing.status(perspective.say, view, perspective.names)
    return "\n".join(text for text in (*lines, own(perspective, view), status) if text)


def own(perspective: SeatPerspective[View], view: View) -> str:
    """Where the reader's own hero is, which the reader alone is told."""
    line = own_line(view, Labels(perspective.say))
    return f"{line}." if line else ""


def undo(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """The button that takes the last action back, where that is possible."""
    if perspective.undoable is None:
        return ()
    return looking_on.undo(perspective, standing.action_text(perspective.say, perspective.undoable))
