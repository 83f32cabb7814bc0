"""Ride on to another nation, or end the attack (M5.12, M5.13)."""

from __future__ import annotations

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.wording import value
from bot.panels import choosing
from bot.panels.choosing import Value
from bot.panels.drafts import values
from bot.panels.model import Panel, Row, SeatPerspective
from bot.panels.widgets import do, missing
from games.api import Action
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.troops import changed
from games.monsters_and_myths.view import Target, View
from render.monsters_and_myths import Draft


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Which card stays behind, whom the others attack, or the end."""
    say = perspective.say
    end = do(say("End the attack"), ("end",), style="secondary")
    if not parts.can(perspective, "pursue"):
        return Panel(
            parts.lines(parts.where(perspective, view), _why_not(perspective, view)),
            ((end, *parts.further(perspective)),),
        )
    flips = values(perspective, ("pursue",))
    flip = parts.only(flips, tokens[1] if len(tokens) > 1 else None)
    named = [Value(token, value(say, perspective.names, ("pursue",), token)) for token in flips]
    rows: tuple[Row, ...] = choosing.one_of(
        say, ("pursue",), named, flip, say("Which card stays behind?"), lines=len(flips) > 5
    )
    goal, force = None, view.force
    if flip is not None:
        goals = values(perspective, ("pursue", flip))
        goal = parts.only(goals, tokens[2] if len(tokens) > 2 else None)
        force = force if flip == NO_FLIP else changed(force, flip, -1)
        whom = [Value(token, parts.goal_label(perspective, view, force, token)) for token in goals]
        rows += choosing.one_of(say, ("pursue", flip), whom, goal, say("Against whom?"), lines=len(goals) > 5)
    label = say("Ride on")
    action = None if flip is None or goal is None else ("pursue", flip, goal)
    if action is not None:
        perspective.options(action)
    last = do(label, action, style="danger") if action is not None else missing(label)
    text = parts.lines(
        parts.where(perspective, view),
        say("The fight is over. You may leave a card behind, face down, and attack another nation."),
        say("Your force: {cards}.", cards=n.troops(say, view.force)),
    )
    draft = Draft(force=force, target=None if goal is None else Target.of(goal))
    return Panel(text, (*rows, (last, end, *parts.further(perspective))), draft)


def _why_not(perspective: SeatPerspective[View], view: View) -> str:
    say = perspective.say
    if not any(ranks.mounted for ranks in view.force):
        return say("The fight is over. Without a horse that lies face up you cannot ride on.")
    return say("The fight is over. There is no further nation that you could attack.")
