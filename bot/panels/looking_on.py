"""What everybody can do and read who has nothing to decide: spectators, those who wait, everybody at the end."""

from __future__ import annotations

from bot.panels.model import Button, Press, SeatPerspective
from bot.panels.widgets import button, fitting


def role(perspective: SeatPerspective[object], waiting: str = "") -> str:
    """A sentence on why there is nothing to decide; `waiting` says who is waited for."""
    say = perspective.say
    if perspective.seat is None:
        return say("You're watching. This is the public view.")
    if not waiting:
        return say("There is nothing for you to decide now.")
    return f"{say('Nothing to do yet.')} {waiting}"


def undo(perspective: SeatPerspective[object], action_text: str) -> tuple[Button, ...]:
    """The button that takes the last action back, where that is possible; `action_text` names it if there is room."""
    if perspective.undoable is None:
        return ()
    say = perspective.say
    return (button(fitting(say("Undo: {action}", action=action_text), say("Undo")), Press("undo")),)
