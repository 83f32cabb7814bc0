"""What several pages of the panel have: how the match stands, what came of the last action, the aim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.arena_of_heroes.texts import names, results, standing
from bot.arena_of_heroes.texts.names import card_tile
from bot.limits import SELECT_TEXT
from bot.panels.model import Row, SeatPerspective, Select
from bot.panels.widgets import fitting, option, show
from bot.texts import columns, story
from games.api import Action
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import CARDS
from games.arena_of_heroes.ring import PLACE, RING
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import by_promise, pointless
from render.arena_of_heroes import Outcome, Sheet, own_line
from render.labels import Labels

AIM = "aim"


def how_it_stands(perspective: SeatPerspective[View], view: View, *lines: str, in_short: bool = False) -> str:
    """Return the text of a start: what is to be done, then in one line where the own hero is and how the match stands.

    Where the own hero is the reader alone is told. `in_short` puts that behind the first line where both have room in
    one, for pages whose rows leave the picture little.
    """
    own = own_line(view, Labels(perspective.say))
    status = standing.status(perspective.say, view, perspective.names)
    stands = story.begun(" · ".join(filter(None, (own, status))))
    first, *others = [text for text in lines if text] or [""]
    together = f"{first} {stands}"
    if in_short and columns.height(together, columns.LAPTOP) == 1:
        return "\n".join([together, *others])
    return "\n".join(text for text in (first, *others, stands) if text)


class Came(NamedTuple):
    """The outcome of the reader's last action, drawn and in words."""

    shown: Outcome | Sheet | None = None
    """Nothing where it has no picture."""
    text: str = ""
    """An outcome as a line of text."""
    tells: tuple[str, ...] = ()
    """The sentences for which that stands."""
    of_delay: bool = False
    """It says how much delay there is."""


def came_of_it(perspective: SeatPerspective[View], view: View) -> Came:
    """Return what the reader's last action has led to, while nobody has done anything since."""
    say, names, happened = perspective.say, perspective.names, _own(perspective.latest, view)
    drawn = [event for event in happened if isinstance(event, ev.ArenaCard) and event.seat == view.reader]
    if drawn:
        return Came(Sheet((card_tile(say, CARDS[drawn[-1].card]),)))
    came = results.outcome(say, view, happened, names)
    if came is None:
        return Came()
    told = results.told(say, view, happened, names)
    return Came(came, results.sentence(came), told, results.of_delay(view, happened))


def _own(latest: Sequence[Any], view: View) -> Sequence[Any]:
    """Return the events of the reader's last action, if it was in this turn, or nothing has happened since it."""
    ends = [at for at, event in enumerate(latest) if isinstance(event, ev.TurnBegan)]
    if not ends:
        return latest
    fresh = not any(isinstance(event, _NEWS) for event in latest[ends[0] :])
    return latest[: ends[0]] if fresh and view.active != view.reader else ()


_NEWS = (ev.Attacked, ev.HideDie, ev.ArenaCard, ev.AbilityUsed, ev.Passed)


def chosen_aim(view: View, tokens: Action) -> int | None:
    """Return the aim that tokens name, or else that of the reader's own last shot; `None` without one.

    Before the first action of a turn a closed hideout where nobody is seen is none: it may have closed since.
    """
    if len(tokens) == 2 and tokens[0] == AIM:
        return int(tokens[1]) if tokens[1].isdecimal() and len(tokens[1]) < 3 and int(tokens[1]) in PLACE else None
    if tokens:
        return None
    shot = view.shot
    if shot is None or shot.seat != view.reader or shot.neutral:
        return None
    me = view.seats[shot.seat]
    going_on = view.active == view.reader and me.hero is not None and view.left < me.hero.actions
    left = shot.aim in view.closed and all(seat.at != shot.aim for seat in view.seats)
    return None if left and not going_on else shot.aim


def aim_row(perspective: SeatPerspective[View], view: View, aim: int | None, *head: str) -> Row:
    """Return the select of the hideouts where a shot can strike, with whom it may.

    Those that promise most come first; in the order of the ring where that would be told too much.
    """
    say = perspective.say
    ordered = by_promise(view) if perspective.advised else RING
    lines = tuple(
        option(
            names.aimed_at(say, view, hideout, perspective.names, advised=perspective.advised),
            show(*head, AIM, str(hideout)),
            fitting(names.reach(say, view, hideout), length=SELECT_TEXT),
            chosen=hideout == aim,
        )
        for hideout in ordered
        if pointless(view, ("attack", str(hideout))) is None
    )
    return Select(say("Aim at a target") if aim is None else say("Target: {aim}", aim=str(aim)), lines)
