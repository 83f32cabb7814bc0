"""What stands under the table for everybody to see: roll, stop, pass, fire, and which card is lost."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from bot.monsters_and_myths.pages.catapults import AIM, WINDOWS
from bot.monsters_and_myths.pages.fighting import bonus_after, roll_label
from bot.monsters_and_myths.texts import names as n
from bot.panels.model import Button, Press, Row, Select
from bot.panels.widgets import button, fitting, option, rows_of
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.monsters_and_myths.cards import NONE, creatures, with_ranks
from games.monsters_and_myths.catapults import SCOPE_NAMES
from games.monsters_and_myths.state import SCOPES
from games.monsters_and_myths.state import WINDOWS as MOMENTS
from games.monsters_and_myths.view import View

MOST: Final = 5
"""So many ways to lose cards have buttons; more of them are left to the panel."""


def answers(say: Phrases, view: View, names: Names) -> tuple[Row, ...]:
    """Return the rows that answer what is asked now."""
    kinds = {choice.kind for choice in view.choices if choice.must}
    if "lose" in kinds:
        return _losses(say, view, names)
    buttons: list[Button] = []
    rows: list[Row] = []
    if "exchange" in kinds and view.target is not None:
        buttons.append(button(roll_label(say, view), Press("answer", ("roll",)), style="danger"))
        buttons.append(button(say("Stop"), Press("answer", ("stop",))))
    if kinds & WINDOWS:
        buttons.append(button(say("Pass"), Press("answer", ("pass",)), style="success"))
        lines = (
            option(say("Pass {scope}", scope=say.message(SCOPE_NAMES[scope])), Press("answer", ("pass", scope)))
            for scope in SCOPES
        )
        rows.append(Select(say("Pass for longer"), tuple(lines)))
    if view.phase in MOMENTS and any(seat.catapults and not seat.left for seat in view.seats):
        buttons.append(button(say("Catapult"), Press("show", (AIM,))))
    return (tuple(buttons), *rows) if buttons else ()


def _losses(say: Phrases, view: View, names: Names) -> tuple[Row, ...]:
    """Return a button for each way to lose what one side owes; if both owe, they choose in their panels (M5.8)."""
    owing = [seat for seat, owed in enumerate(view.owe) if owed]
    if len(owing) != 1 or view.target is None or view.defenders is None:
        return ()
    (seat,) = owing
    defence = with_ranks(NONE, view.target.nation, view.defenders._replace(wizards=0))
    fighting = creatures(view.force if seat == view.active else defence)
    ways = list(dict.fromkeys(combinations(fighting, view.owe[seat])))
    if len(ways) > MOST:
        return ()
    found = (
        button(_loss(say, view, seat, way, names), Press("answer", ("lose", *way)), style="danger") for way in ways
    )
    return rows_of(list(found))


def _loss(say: Phrases, view: View, seat: int, lost: tuple[str, ...], names: Names) -> str:
    """Return what is lost, and what that changes."""
    cards, bonus = n.counted(say, lost), bonus_after(view, lost, seat == view.active)
    short = say("Lose {cards}", cards=cards)
    if bonus is None:
        return short
    if not bonus:
        return fitting(say("Lose {cards}: then nobody has +1", cards=cards), short)
    assert view.active is not None
    assert view.target is not None
    who = player(names, view.active if bonus > 0 else view.target.seat)
    return fitting(say("Lose {cards}: then {player} has +1", cards=cards, player=who), short)
