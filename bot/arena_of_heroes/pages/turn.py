"""The page of one's own turn: an aim, the actions, abilities and items."""

from __future__ import annotations

from typing import Final

from bot import limits
from bot.arena_of_heroes.pages.abilities import SURE, ask_first, own_abilities, used, uses
from bot.arena_of_heroes.pages.shared import AIM, Came, aim_row, came_of_it, chosen_aim, how_it_stands
from bot.arena_of_heroes.texts import names, standing
from bot.panels import drafts, room
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Style
from bot.panels.pages import NoPage, hinted, sure, undo
from bot.panels.widgets import button, closed, do, fitting, missing, show
from bot.texts import story
from games.api import Action, GameError
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import GREEN, HIDE_FACES, RED
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import (
    best_aim,
    does,
    hiding_faces,
    inhabited,
    percent,
    pointless,
    red_ends,
    strikes_home,
)
from games.messages import Message

IN_ONE_GO: Final = 4
"""So many of the long labels of what is given in one go leave a picture its room on a laptop."""


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the turn at an aim. Raises `GameError` and `NoPage`."""
    if tokens == ("end",):
        return _end(perspective, view)
    if tokens[:1] == (SURE,):
        return ask_first(perspective, view, tokens)
    aim = chosen_aim(view, tokens)
    if tokens and aim is None:
        raise NoPage(tokens)
    say, verbs = perspective.say, drafts.values(perspective, ())
    better = None if tokens else _better(perspective, view, verbs, aim)
    title = say.plural(
        "Turn {turn}: {count} action left.", "Turn {turn}: {count} actions left.", view.left, turn=view.turns
    )
    came = Came() if tokens else came_of_it(perspective, view)
    warned = aim if not came.text else None  # below what a shot did the button of the next one warns
    text, *shorter = _told(perspective, view, f"**{came.text or title}**", warned, delayed=not came.of_delay)
    rows = _rows(perspective, view, aim, better)
    for wide in (room.WIDE, room.NARROW):
        if room.crowded(rows, shorter[-1] if shorter else text):
            rows = _rows(perspective, view, aim, better, wide)
    shown = came.shown if came.shown is not None or aim is None else names.aim_of(view, aim)
    panel = Panel(text, rows, shown, tells=came.tells, shorter=tuple(shorter))
    for action in perspective.hinted[:1] if not tokens else ():
        panel = hinted(panel, action, story.begun(standing.action_text(say, action, perspective.names)))
    return panel


def _rows(
    perspective: SeatPerspective[View], view: View, aim: int | None, better: Button | None, wide: int | None = None
) -> tuple[Row, ...]:
    """Return what can be pressed, the way to a `better` aim first.

    With `wide`, it leaves out what a picture has no room beside: chances and reasons in labels, and all ways to carry
    on but those that fit in one line of so many CSS pixels.
    """
    say, verbs = perspective.say, drafts.values(perspective, ())
    # The way to another aim lies where the page that it leads to has its targets: pressed twice, it fires nothing.
    rows: list[Row] = [(better,)] if better is not None else []
    rows.append(aim_row(perspective, view, aim))
    actions = _actions(perspective, view, verbs, aim, better, brief=wide is not None)
    given_up = better is not None  # nobody can be at the last aim
    carried_on = in_one_go(perspective, view, None if given_up else aim, hunts=aim is None or given_up)
    if wide is not None:
        carried_on = room.one_line(carried_on, wide)
    row = used(perspective, uses(perspective, verbs, aim))
    if better is not None and carried_on and row:
        rows.append(_together(actions, carried_on))
    else:
        rows += [some for some in (actions, carried_on) if some]
    if row:
        rows.append(row)
    rows.append(
        (button(say("End turn …"), show("end")), *undo(perspective, standing.action_text), *names.lookups(perspective))
    )
    return tuple(rows)


def _told(perspective: SeatPerspective[View], view: View, head: str, aim: int | None, *, delayed: bool) -> list[str]:
    """Return what the page says below its `head`, and the same with ever less of what may be left out.

    That is first what abilities do, then which can be used, for one of the rows has those, then how one hides, then
    that an `aim` is dangerous, for the button says that, too; what one ability changes by itself stands behind the head
    then. Of delay it says something only if `delayed`.
    """
    say = perspective.say
    matters, brief = (
        tuple(names.of_turn(say, view, perspective.names, aim, brief=brief, delayed=delayed)) for brief in (False, True)
    )
    unwarned = names.of_turn(say, view, perspective.names, None, brief=True, delayed=delayed)
    can, called = (own_abilities(perspective, view, in_short=in_short) for in_short in (False, True))
    whole = how_it_stands(perspective, view, head, *matters, can)
    reminded = " ".join(filter(None, (head, names.by_nature(say, view))))
    shorter = (
        how_it_stands(perspective, view, *lines, in_short=True)
        for lines in (
            (head, *matters, can),
            (reminded, *matters, called),
            (reminded, *matters),
            (reminded, *brief),
            (reminded, *unwarned),
        )
    )
    return list(dict.fromkeys((whole, *shorter)))


def _actions(
    perspective: SeatPerspective[View],
    view: View,
    verbs: tuple[str, ...],
    aim: int | None,
    better: Button | None,
    *,
    brief: bool,
) -> tuple[Button, ...]:
    """Return what costs one action; what is not possible is greyed and says why. A `better` aim comes before a shot.

    `brief` labels say neither why, nor which chance a shot has, nor what else red does. The text says why, and of red
    until something has been worked off.
    """
    say = perspective.say
    row = []
    if better is None or aim is not None:
        first = better is None and _useful(perspective, view, aim)
        row.append(_fire(perspective, view, verbs, aim, first=first, brief=brief))
    if "attack2" in verbs and better is None:  # with two dice, too, one aims elsewhere first
        sabre = say.message(names.SABRE_TITLE)
        label = (
            say("{ability}: two dice", ability=sabre)
            if aim is None
            else say("{ability}: two dice at {aim}", ability=sabre, aim=str(aim))
        )
        style: Style = "danger" if _useful(perspective, view, aim) else "secondary"
        row.append(missing(label, "attack2") if aim is None else do(label, ("attack2", str(aim)), style=style))
    hidden = say("Hide: {chance}", chance=_of_hide_die(hiding_faces(view))) if "hide" in verbs else say("Hide")
    row.append(_plain(perspective, verbs, ("hide",), hidden, brief=brief))
    me = view.seats[view.reader or 0]
    if me.delay:
        worked = _of_hide_die(HIDE_FACES.count(GREEN) + HIDE_FACES.count(RED))
        label = say("Work off ({count}): {chance}", count=me.delay, chance=worked)
        if red_ends(view) and not brief:
            label = say("Work off ({count}): {chance}, red ends your turn", count=me.delay, chance=worked)
        row.append(do(label, ("work",), style="primary"))
    if view.mode == "advanced":
        row.append(_plain(perspective, verbs, ("explore",), say("Explore"), brief=brief))
    return tuple(row)


def _of_hide_die(faces: int) -> str:
    """Return so many of its faces as a fraction; always of all, so that hiding and working off can be compared."""
    return f"{faces}/{len(HIDE_FACES)}"


def _useful(perspective: SeatPerspective[View], view: View, aim: int | None) -> bool:
    """Return whether a shot may do something to somebody, or whoever is not advised has to find that out."""
    return aim is not None and (not perspective.advised or does(view, aim))


def _together(actions: tuple[Button, ...], carried_on: tuple[Button, ...]) -> tuple[Button, ...]:
    """Return both in one row, with a shot at an aim that is given up and what is greyed only where there is room."""
    able = [one for one in actions if not one.disabled]
    shots = [one for one in able if one.press.tokens[:1] == ("attack",)]
    first = [*(one for one in able if one not in shots), *carried_on]
    more = [*shots, *(one for one in actions if one.disabled)]
    return tuple([*first, *more][: limits.BUTTONS_A_ROW])


def in_one_go(perspective: SeatPerspective[View], view: View, aim: int | None, *, hunts: bool) -> tuple[Button, ...]:
    """Return the buttons that carry on until something new happens, with `hunts` the one that aims by itself, too.

    There is no room for it beside a good aim: all buttons are on the screen together with the picture.
    """
    assert view.reader is not None
    offered = GAME.errands.offered(view, view.reader, aim, advised=perspective.advised and hunts)
    return tuple(
        button(perspective.say.message(GAME.errands.title(errand)), Press("errand", errand))
        for errand in offered[:IN_ONE_GO]
    )


def _better(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...], aim: int | None) -> Button | None:
    """Return the way to the aim that promises most where none was chosen, or nobody can be at the last one any more."""
    if not perspective.advised or "attack" not in verbs or (aim is not None and inhabited(view, aim)):
        return None
    best = best_aim(view)
    seen = view.reader is not None and not view.seats[view.reader].hidden
    if best is not None and seen and strikes_home(view, best):  # a hit at home costs stamina then
        best = best_aim(view, sparing=True) or best
    if best is None or best == aim:
        return None
    say = perspective.say
    told = names.aimed_at(say, view, best, perspective.names, advised=True)
    shorter = say("{hideout}: {percent}% chance", hideout=str(best), percent=percent(view, best))
    if strikes_home(view, best):
        label = say("Aim at {target}, may strike you", target=told)
        shorter = say("Aim at {target}, may strike you", target=shorter)
    else:
        label, shorter = say("Aim at {target}", target=told), say("Aim at {target}", target=shorter)
    return button(fitting(label, shorter), show(AIM, str(best)), style="success")


def _fire(
    perspective: SeatPerspective[View],
    view: View,
    verbs: tuple[str, ...],
    aim: int | None,
    *,
    first: bool,
    brief: bool,
) -> Button:
    """Return the shot; it is the main button where it comes `first` and does something to somebody."""
    say = perspective.say
    if aim is None:
        return missing(say("Fire: aim first"), "attack")
    action = ("attack", str(aim))
    if "attack" not in verbs:
        return closed(_why(perspective, action, say("Fire")), "attack")
    if (vain := pointless(view, action)) is not None:
        return closed(_because(perspective, say("Fire at {aim}", aim=str(aim)), vain), *action)
    where, reached = str(aim), names.chances(say, view, aim)
    if strikes_home(view, aim):
        label = say("Fire at {aim}, may strike you: {chances}", aim=where, chances=reached)
        shorter = say("Fire at {aim}, may strike you", aim=where)
    else:
        label, shorter = say("Fire at {aim}: {chances}", aim=where, chances=reached), say("Fire at {aim}", aim=where)
    return do(shorter if brief else fitting(label, shorter), action, style="danger" if first else "secondary")


def _plain(
    perspective: SeatPerspective[View], verbs: tuple[str, ...], action: Action, label: str, *, brief: bool
) -> Button:
    if action[0] in verbs:
        return do(label, action, style="primary")
    return closed(label if brief else _why(perspective, action, label), *action)


def _why(perspective: SeatPerspective[View], action: Action, label: str) -> str:
    """Return the label of what is not possible, with the reason if there is room."""
    try:
        perspective.next_field(action)
    except GameError as refusal:
        return _because(perspective, label, refusal.message)
    return label


def _because(perspective: SeatPerspective[View], label: str, why: Message) -> str:
    say = perspective.say
    return fitting(say("{action}: {reason}", action=label, reason=say.message(why).rstrip(".")), label)


def _end(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    perspective.next_field(("end",))
    text = say.plural(
        "End your turn? {count} action would be lost.", "End your turn? {count} actions would be lost.", view.left
    )
    return sure(say, f"**{text}**", say("End turn"), ("end",))
