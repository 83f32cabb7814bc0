"""The own turn: the aim, the shot, hiding, work, exploring, abilities and items, the end (A5)."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes import labels
from bot.arena_of_heroes.pages.aiming import aim_row, chosen_aim
from bot.arena_of_heroes.pages.waiting import how_it_stands, undo
from bot.arena_of_heroes.texts import hints
from bot.panels import drafts
from bot.panels.confirmation import sure
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.routing import NoPage
from bot.panels.widgets import button, do, fitting, missing, option, show
from bot.texts.phrases import Phrases
from games.api import Action, GameError
from games.arena_of_heroes.view import View

BUTTONS: Final = 5
"""More abilities and items than this are a select."""
_PLAIN: Final = ("attack", "attack2", "hide", "explore", "end", "work")
_AIMED: Final = ("boarding",)


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """The turn at an aim. Raises `GameError` and `NoPage`."""
    if tokens == ("end",):
        return _end(perspective, view)
    aim = chosen_aim(view, tokens)
    if tokens and aim is None:
        raise NoPage(tokens)
    say, verbs = perspective.say, drafts.values(perspective, ())
    rows: list[Row] = [aim_row(perspective, view, aim), _actions(perspective, view, verbs, aim)]
    if more := uses(perspective, verbs, aim):
        rows.append(used(say, more))
    rows.append((button(say("End turn …"), show("end")), *undo(perspective), *labels.lookups(perspective)))
    title = say.plural(
        "Turn {turn}: {count} action left.", "Turn {turn}: {count} actions left.", view.left, turn=view.turns
    )
    text = how_it_stands(perspective, view, f"**{title}**", *hints.of_turn(say, view, perspective.names, aim))
    return Panel(text, tuple(rows), None if aim is None else labels.aim_of(view, aim))


def _actions(
    perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...], aim: int | None
) -> tuple[Button, ...]:
    """What costs one action; what is not possible is greyed and says why."""
    say = perspective.say
    row = [_fire(perspective, view, verbs, aim)]
    if "attack2" in verbs:
        label = say("Two dice") if aim is None else say("Two dice at {aim}", aim=str(aim))
        row.append(missing(label, "attack2") if aim is None else do(label, ("attack2", str(aim)), style="danger"))
    row.append(_plain(perspective, verbs, ("hide",), say("Hide")))
    me = view.seats[view.reader or 0]
    if me.delay:
        row.append(do(say("Work off ({count})", count=me.delay), ("work",), style="primary"))
    if view.mode == "advanced":
        row.append(_plain(perspective, verbs, ("explore",), say("Explore")))
    return tuple(row)


def _fire(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...], aim: int | None) -> Button:
    say = perspective.say
    if aim is None:
        return missing(say("Fire: choose an aim"), "attack")
    if "attack" not in verbs:
        return missing(_why(perspective, ("attack", str(aim)), say("Fire")), "attack")
    label = say("Fire at {aim}: {chances}", aim=str(aim), chances=labels.chances(view, aim))
    return do(fitting(label, say("Fire at {aim}", aim=str(aim))), ("attack", str(aim)), style="danger")


def _plain(perspective: SeatPerspective[View], verbs: tuple[str, ...], action: Action, label: str) -> Button:
    if action[0] in verbs:
        return do(label, action, style="primary")
    return missing(_why(perspective, action, label), *action)


def _why(perspective: SeatPerspective[View], action: Action, label: str) -> str:
    """The label of what is not possible, with the reason if there is room."""
    say = perspective.say
    try:
        perspective.options(action)
    except GameError as refusal:
        reason = say.message(refusal.message).rstrip(".")
        return fitting(say("{action}: {reason}", action=label, reason=reason), label)
    return label


def uses(perspective: SeatPerspective[View], verbs: tuple[str, ...], aim: int | None) -> list[Action]:
    """The abilities and items that can be used now; what needs a hideout takes the aim, and waits for one."""
    found: list[Action] = []
    for verb in verbs:
        if verb == "work":
            found += [("work", value) for value in drafts.values(perspective, ("work",))]
        elif verb in _AIMED:
            found += [(verb, str(aim))] if aim is not None else []
        elif verb == "spider":
            found += [("spider", value) for value in drafts.values(perspective, ("spider",))]
        elif verb == "use":
            found += _items(perspective, aim)
        elif verb not in _PLAIN:
            found.append((verb,))
    return found


def _items(perspective: SeatPerspective[View], aim: int | None) -> list[Action]:
    found: list[Action] = []
    for item in drafts.values(perspective, ("use",)):
        if not drafts.values(perspective, ("use", item)):
            found.append(("use", item))
        elif aim is not None:
            found.append(("use", item, str(aim)))
    return found


def used(say: Phrases, actions: list[Action]) -> Row:
    """Abilities and items as buttons, as lines of a select where they are too many."""
    if len(actions) > BUTTONS:
        lines = tuple(option(labels.using(say, action), Press("do", action)) for action in actions)
        return Select(say("Abilities and items"), lines)
    return tuple(do(labels.using(say, action), action, style="secondary") for action in actions)


def _end(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    perspective.options(("end",))
    text = say.plural(
        "End your turn? {count} action would be lost.", "End your turn? {count} actions would be lost.", view.left
    )
    return sure(say, f"**{text}**", say("End turn"), ("end",))
