"""The page on which one's next turn is given in one go while others play."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes.pages.shared import aim_row, chosen_aim, how_it_stands
from bot.arena_of_heroes.texts import names
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button
from games.api import Action
from games.arena_of_heroes.errands import CHASE, HUNT, VANISH, at_aim
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import inhabited

NEXT: Final = "next"
"""The first token of this page."""
_THEN: Final = "+"
"""Between two lines of a plan."""


def _waits(perspective: SeatPerspective[View], view: View) -> bool:
    """Return True for a player who is still in the arena and not on turn."""
    seat = perspective.seat
    return seat is not None and view.phase == "turn" and view.active != seat and view.seats[seat].alive


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return what the next turn can be. Raises `NoPage`."""
    if not _waits(perspective, view):
        raise NoPage(tokens)
    aim = chosen_aim(view, tokens[1:])
    if tokens[1:] and aim is None:
        raise NoPage(tokens)
    if not tokens[1:] and aim is not None and not inhabited(view, aim):
        aim = None
    say = perspective.say
    ways: list[list[Action]] = [[(VANISH, _THEN, HUNT), (VANISH,)]]
    if aim is not None:
        assert perspective.seat is not None
        firing = at_aim(view, perspective.seat, aim)
        ways += [[(VANISH, _THEN, *firing)], [(VANISH, _THEN, CHASE, str(aim))]]
    rows: tuple[Row, ...] = (
        aim_row(perspective, view, aim, NEXT),
        *(tuple(_planned(perspective, way) for way in row) for row in ways),
        (back(say), button(say("Plan in words …"), Press("plan"))),
    )
    text = say(
        "**Your next turn, as soon as it comes.** It begins with hiding if you are found by then, "
        "and stops as soon as anything new happens."
    )
    shown = None if aim is None else names.aim_of(view, aim)
    return Panel(how_it_stands(perspective, view, text), rows, shown, shorter=(text,))


def _planned(perspective: SeatPerspective[View], way: Action) -> Button:
    """Return the button of a plan; that it begins with hiding the text says."""
    label = perspective.say.message(GAME.errands.title(way[way.index(_THEN) + 1 :] if _THEN in way else way))
    return button(label, Press("plan", ("set", *way)), style="success")
