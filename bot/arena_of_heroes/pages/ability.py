"""Another's turn: abilities and items at any time, and a hold that waits for them (A6.2, A7)."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes import labels
from bot.arena_of_heroes.pages.aiming import aim_row, chosen_aim
from bot.arena_of_heroes.pages.turn import used, uses
from bot.arena_of_heroes.pages.waiting import how_it_stands, undo
from bot.arena_of_heroes.texts import standing
from bot.panels import drafts
from bot.panels.model import Panel, Row, SeatPerspective
from bot.panels.routing import NoPage
from bot.panels.widgets import back, button, do, show
from games.api import Action, Choice
from games.arena_of_heroes.heroes import BOARDING
from games.arena_of_heroes.view import View

BESIDE: Final = "="
"""The first token of the page of abilities where another choice of the seat comes first."""


def beside(perspective: SeatPerspective[View]) -> Choice | None:
    """The choice of abilities beside another one of the seat."""
    return next((choice for choice in perspective.choices if choice.kind == "ability"), None)


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """What can be used now, in whose turn; or whether an attack may go on. Raises `GameError` and `NoPage`."""
    assert perspective.choice is not None
    if perspective.choice.kind == "hold":
        return _hold(perspective, view, tokens)
    head = tokens[:1] if tokens[:1] == (BESIDE,) else ()
    rest = tokens[len(head) :]
    aim = chosen_aim(view, rest)
    if rest and aim is None:
        raise NoPage(tokens)
    say, verbs = perspective.say, drafts.values(perspective, ())
    rows: list[Row] = [aim_row(perspective, view, aim, *head)] if BOARDING in verbs else []
    if found := uses(perspective, verbs, aim):
        rows.append(used(say, found))
    bottom = (back(say),) if head else ()
    rows.append((*bottom, *undo(perspective), *labels.lookups(perspective)))
    whose = standing.waiting(say, view, perspective.names)
    text = f"**{say('You may use an ability now, in the turn of another.')}**"
    draft = labels.aim_of(view, aim) if aim is not None and BOARDING in verbs else None
    return Panel(how_it_stands(perspective, view, text, whose), tuple(rows), draft)


def _hold(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """The next attack waits: use something, or let it pass once, in this turn, always."""
    if tokens:
        raise NoPage(tokens)
    say = perspective.say
    passes: tuple[Action, ...] = (("pass",), ("pass", "turn"), ("pass", "always"))
    rows: list[Row] = [
        tuple(do(standing.action_text(say, action).capitalize(), action, style="secondary") for action in passes)
    ]
    if beside(perspective) is not None:
        rows.append((button(say("Use an ability …"), show(BESIDE), style="success"),))
    rows.append(labels.lookups(perspective))
    text = f"**{say('The next attack waits for you: use an ability, or let it pass.')}**"
    return Panel(how_it_stands(perspective, view, text), tuple(rows))
