"""The aim: a draft in the panel, nothing that anybody else sees (A5.1.1)."""

from __future__ import annotations

from bot.arena_of_heroes import labels
from bot.limits import SELECT_TEXT
from bot.panels.model import Row, SeatPerspective, Select
from bot.panels.widgets import fitting, option, show
from games.api import Action
from games.arena_of_heroes.ring import PLACE, RING
from games.arena_of_heroes.view import View

AIM = "aim"


def chosen_aim(view: View, tokens: Action) -> int | None:
    """The aim that tokens name, or else that of the reader's own last shot; `None` without one."""
    if len(tokens) == 2 and tokens[0] == AIM:
        return int(tokens[1]) if tokens[1].isdecimal() and len(tokens[1]) < 3 and int(tokens[1]) in PLACE else None
    if tokens:
        return None
    shot = view.shot
    return shot.aim if shot is not None and shot.seat == view.reader and not shot.neutral else None


def aim_row(perspective: SeatPerspective[View], view: View, aim: int | None, *head: str) -> Row:
    """The select of all hideouts in the order of the ring, each with who is seen there and what it may strike."""
    say = perspective.say
    lines = tuple(
        option(
            labels.target(say, view, hideout, perspective.names),
            show(*head, AIM, str(hideout)),
            fitting(labels.chances(view, hideout), length=SELECT_TEXT),
            chosen=hideout == aim,
        )
        for hideout in RING
    )
    return Select(say("Choose an aim") if aim is None else say("Aim: {aim}", aim=str(aim)), lines)
