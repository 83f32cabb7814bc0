"""From the tokens of a press to a page of a panel, and the pages and lines that panels of all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

from bot.limits import CUSTOM_ID
from bot.panels import room
from bot.panels.components import option_value
from bot.panels.model import AnyView, Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.widgets import back, button, do, fitting, rows_of
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.api import Action, GameError
from games.messages import Message

V = TypeVar("V")
W = TypeVar("W", bound=AnyView)
Says = Callable[[Phrases, W, Names], str]
"""Makes a text of a view, with the names of players."""
Page = Callable[[SeatPerspective[V], V, Action], Panel]
"""A page of a panel: from the perspective, its view and the tokens. Raises `GameError` or `LookupError` (`NoPage`)."""


GONE: Final = Message("That is no longer possible. This is how things stand now.")


class NoPage(LookupError):
    """These tokens lead to no page."""


FROM: Final = "<"
"""Stands before the tokens of the page from which one of the pages that are always there was opened."""


@dataclass(frozen=True)
class Pages(Generic[V]):
    """All pages of a game's panel.

    `start` is the page where a choice begins, `find` the page of some tokens of that choice, `looking_on` what is shown
    to whoever has no choice. `always` are pages that need no choice, by their first token.
    """

    start: Callable[[SeatPerspective[V], V], Panel]
    find: Page[V]
    looking_on: Callable[[SeatPerspective[V], V], Panel]
    always: Mapping[str, Page[V]] = field(default_factory=dict)

    def panel(self, perspective: SeatPerspective[V], tokens: Action = ()) -> Panel:
        """Return the page of these tokens; the start, with a word about it, where they are not possible (any more)."""
        view = perspective.view
        choice, key = perspective.choice, perspective.key
        tokens, origin = _origin(tokens)
        page = self.always.get(tokens[0]) if tokens else None
        if page is None and choice is None:
            return self.looking_on(perspective, view)
        try:
            if page is not None:
                return self._leading_back(replace(page(perspective, view, tokens), key=key), origin)
            made = self.find(perspective, view, tokens) if tokens else self.start(perspective, view)
        except (GameError, LookupError):
            if not tokens:
                raise
            return replace(self._gone(perspective, view), key=key)
        made = replace(made, key=key)
        return self._leading_back(made, tokens, own=False) if tokens else made

    def _leading_back(self, panel: Panel, origin: Action, *, own: bool = True) -> Panel:
        """Return a page whose ways to the pages that are always there remember the tokens of where they begin.

        With `own` it is one of these itself, so that its way back is one to there. What has no room stays as it is.
        """

        def on_its_way(press: Press) -> Press:
            if press.action_id != "show" or not origin:
                return press
            if press.tokens and press.tokens[0] in self.always:
                made = replace(press, tokens=(*press.tokens, FROM, *origin))
            elif own and not press.tokens:
                made = replace(press, tokens=origin)
            else:
                return press
            return made if has_room(made, panel.key) else press

        return _with_presses(panel, on_its_way)

    def _gone(self, perspective: SeatPerspective[V], view: V) -> Panel:
        begin = self.looking_on if perspective.choice is None else self.start
        made = begin(perspective, view)
        return replace(made, text=f"{perspective.say.message(GONE)}\n{made.text}", gone=True)


def fits(page: Page[V], tokens: Action, most: int) -> Page[V]:
    """Return the page, if there are at most `most` tokens. Raises `NoPage`."""
    if len(tokens) > most:
        raise NoPage(tokens)
    return page


def role(perspective: SeatPerspective[object], waiting: str = "") -> str:
    """Return a sentence on why there is nothing to decide; `waiting` says who has to decide."""
    say = perspective.say
    if perspective.seat is None:
        return say("You are watching. This is the public view.")
    if not waiting:
        return say("There is nothing for you to decide now.")
    return f"{say('Nothing to do yet.')} {waiting}"


def news(perspective: SeatPerspective[W], ending: Says[W], waiting: Says[W]) -> str:
    """Return how the match ended, or why there is nothing to decide now, in the words of these two functions."""
    say, view, names = perspective.say, perspective.view, perspective.names
    return ending(say, view, names) if view.result is not None else role(perspective, waiting(say, view, names))


def undo(
    perspective: SeatPerspective[object], action_text: Callable[[Phrases, Action, Names], str]
) -> tuple[Button, ...]:
    """Return the button that takes the last action back, if that is possible; it names the action if there is room."""
    if perspective.undoable is None:
        return ()
    say = perspective.say
    label = say("Undo: {action}", action=action_text(say, perspective.undoable, perspective.names))
    return (button(fitting(label, say("Undo")), Press("undo")),)


def usable(say: Phrases, panel: Panel) -> Panel:
    """Return the panel without buttons of actions that cannot be carried out now; a line in small print names them.

    Greyed, they would take the room of what can be pressed. What is chosen already stays where it stands, and so does
    what keeps its place. What only waits for a choice is not named: nothing is wrong with it, and the page asks for the
    choice.
    """
    greyed: list[str] = []
    rows: list[Row] = []
    for row in panel.rows:
        if isinstance(row, tuple):
            greyed += [one.label for one in row if _greyed(one) and not one.waits]
            row = tuple(one for one in row if not _greyed(one))
        if row:
            rows.append(row)
    if tuple(rows) == panel.rows:
        return panel
    if not greyed:
        return replace(panel, rows=tuple(rows))
    line = say("Not possible now: {actions}", actions=" · ".join(greyed))
    return replace(panel, rows=tuple(rows)).retold(lambda text: f"{text}\n-# {line}".lstrip())


def only(panel: Panel, here: Callable[[Press], bool]) -> Panel:
    """Return a panel without the buttons and lines whose presses are not `here`, and without what explains them.

    That are the lines of its text that begin with the label of such a button: ``*Label*: what it does``.
    """
    rows: list[Row] = []
    gone: list[str] = []
    for row in panel.rows:
        if isinstance(row, Select):
            lines = tuple(line for line in row.options if here(line.press))
            rows += [replace(row, options=lines)] if lines else []
        else:
            buttons = tuple(one for one in row if here(one.press))
            rows += [buttons] if buttons else []
            gone += [f"*{one.label}*" for one in row if not here(one.press)]

    def without(text: str) -> str:
        return "\n".join(line for line in text.split("\n") if not line.startswith(tuple(gone)))

    return replace(panel, rows=tuple(rows)).retold(without)


def hinted(panel: Panel, action: Action, label: str) -> Panel:
    """Return a panel that advises with a hint as its only advice: the button of that action is the main one.

    Where there is none yet, one with this label takes the place of the main button, or a row of its own.
    """
    meant = replace(do(label, action), style="success")
    rows = [
        row if isinstance(row, Select) else tuple(_plain(one, meant.press) for one in row if one.style != "success")
        for row in panel.rows
    ]
    there = any(one.press == meant.press for row in rows if isinstance(row, tuple) for one in row)
    return replace(panel, rows=tuple(row for row in ([] if there else [(meant,)]) + rows if row))


def _plain(one: Button, meant: Press) -> Button:
    """Return a button that is the main one if it does what is meant, and none otherwise."""
    if one.press == meant:
        return replace(one, style="success")
    return replace(one, style="secondary") if one.style == "danger" else one


def once(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows without buttons that do what a line of a select does: everything has one entry.

    A main button stays: it says which of the lines is meant for whoever does not want to read them all.
    """
    listed = {line.press for row in rows if isinstance(row, Select) for line in row.options}

    def stays(one: Button) -> bool:
        return one.press not in listed or one.style == "success"

    kept = (row if isinstance(row, Select) else tuple(filter(stays, row)) for row in rows)
    return tuple(row for row in kept if row)


FOLDED: Final = 4
"""A panel that asks something and has so many lines on a phone keeps what answers nothing behind a button."""


def folded(rows: tuple[Row, ...], aside: Callable[[Press], bool]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Return the rows of what answers, and those of what is `aside`; all are of the first kind where lines are few."""
    front: list[Row] = []
    buttons: list[Button] = []
    selects: list[Row] = []
    for row in rows:
        if isinstance(row, Select):
            (selects if all(aside(one.press) for one in row.options) else front).append(row)
            continue
        buttons += [one for one in row if aside(one.press)]
        front.append(tuple(one for one in row if not aside(one.press)))
    if room.rows_shown(rows, room.NARROW) < FOLDED or len(buttons) + len(selects) < 2:
        return rows, ()
    return tuple(row for row in front if row), (*selects, *rows_of(buttons))


def _greyed(one: Button) -> bool:
    return one.disabled and one.press.action_id == "do" and not one.stays


def _origin(tokens: Action) -> tuple[Action, Action]:
    """Return the tokens of a page, and those of the page that it was opened from."""
    at = tokens.index(FROM) if FROM in tokens else len(tokens)
    return tokens[:at], tokens[at + 1 :]


_AROUND = 24
"""Characters of a button's custom_id besides the key of the choice and what the press says."""
BY: Final = "@"
"""Stands before the action id of the handler that shows a page, where that is not the panel of the match itself."""


def returning(panel: Panel, looks_up: Callable[[str], bool], tokens: Action, by: str = "") -> Panel:
    """Return the panel with buttons that know its page: what is looked up there leads back to it.

    `looks_up` tells whether an action id is one of a look-up, `tokens` are those of the page, `by` the action id of
    what shows it in the place of the match. A press that has no room for them leads back to where that begins.
    """
    begin: Action = (f"{BY}{by}",) if by else ()

    def on_its_way(press: Press) -> Press:
        if not looks_up(press.action_id):
            return press
        made = replace(press, then=(*begin, *tokens))
        return made if has_room(made, panel.key) else replace(press, then=begin)

    return _with_presses(panel, on_its_way)


def way_back(then: Action) -> Press:
    """Return the press that leads back to the page that a look-up remembers."""
    if then and then[0].startswith(BY):
        return Press(then[0].removeprefix(BY), ("show", *then[1:]))
    return Press("show", then)


def has_room(press: Press, key: str) -> bool:
    """Return True if a press fits into a button of a panel about the choice of that key."""
    return len(option_value(press)) <= CUSTOM_ID - _AROUND - len(key)


def kept(panel: Callable[[Action], Panel], action: Action) -> Action:
    """Return the tokens of the page that an action was made on, as far as it is still there; `panel` shows pages."""
    begins = (action[:count] for count in range(len(action), 0, -1))
    return next((tokens for tokens in begins if not panel(tokens).gone), ())


def _with_presses(panel: Panel, changed: Callable[[Press], Press]) -> Panel:
    """Return the panel with other presses."""
    rows = (
        replace(row, options=tuple(replace(one, press=changed(one.press)) for one in row.options))
        if isinstance(row, Select)
        else tuple(replace(one, press=changed(one.press)) for one in row)
        for row in panel.rows
    )
    return replace(panel, rows=tuple(rows))


def sure(say: Phrases, text: str, label: str, action: Action, *, to: Action = (), below: bool = False) -> Panel:
    """Return a page with `text`, a button that carries the action out, and a way back to the page of `to`.

    `below` puts the button into a row of its own, for a page to which a button in the first row leads.
    """
    leave, done = back(say, *to), do(label, action, style="danger")
    return Panel(text, ((leave,), (done,)) if below else ((leave, done),))
