"""Catapults: to fire or to pass when one is asked, and to fire at any other moment (M6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts import odds
from bot.monsters_and_myths.texts.standing import last_card, limit, waiting
from bot.panels.choosing import Value, one_of
from bot.panels.drafts import values
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select, Style
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button, do, fitting, option, show, turned
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field
from games.monsters_and_myths import shots
from games.monsters_and_myths.cards import LETTERS
from games.monsters_and_myths.catapults import SCOPE_NAMES
from games.monsters_and_myths.errands import SALVO, VOLLEY
from games.monsters_and_myths.events import Fired
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.grammar import VERBS
from games.monsters_and_myths.view import SEATS, Target, View
from render.monsters_and_myths import Draft

AIM: Final = "aim"
"""The first token of the pages on which a catapult is aimed."""
WINDOWS: Final = frozenset({"window_before", "window_within"})
"""The kinds of choices in which a seat is asked to fire or to pass."""
MORE: Final = "more"
"""That of the page with what was said in advance."""


def choice_for(perspective: SeatPerspective[View], tokens: Action) -> Choice | None:
    """Return the open choice that such a page is about."""
    wanted = ("fire",) if tokens[0] == AIM else parts.ADVANCE
    return parts.choice_with(perspective, *wanted)


def window(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return fire, or pass: for this window or for longer."""
    say = perspective.say
    rows: list[Row] = [
        (
            button(say("Catapult"), show(AIM), style="danger"),
            do(say("Pass this card"), ("pass", "card"), style=pass_style(view)),
            do(say("Pass"), ("pass",), style="secondary"),
            Button(say("Standing instructions"), Press("orders")),
        )
    ]
    if at_once := _at_once(perspective, view):
        rows.append(at_once)
    field = perspective.next_field(("pass",))
    if isinstance(field, Field):
        rows.append(longer(say, tuple(scope for scope in field.values if scope != "card"), "do"))
    above = parts.lines(parts.where(perspective, view), _attack(perspective, view))
    have = say.plural(
        "You have {count} catapult: with a 4, 5 or 6 it takes one card; hit or miss, it is gone.",
        "You have {count} catapults: with a 4, 5 or 6 one takes a card; hit or miss, it is gone.",
        view.seats[perspective.seat or 0].catapults,
    )
    passing = say(
        "*Pass this card*: not asked again before the next attack card. *Pass*: asked again at the next roll."
    )
    last = parts.last_chance(perspective, view)
    text, *shorter = parts.ever_less((above, have, passing, last), spare=(have, passing))
    return Panel(text, tuple(rows), shorter=tuple(shorter))


def _at_once(perspective: SeatPerspective[View], view: View) -> tuple[Button, ...]:
    """Return a shot that is likely wanted, and what fires more than one catapult with one press.

    They stand in the second row: no page has a way back to this one there. What the seat has fired at in vain comes
    first; where nobody is advised there is nothing else.
    """
    say, seat = perspective.say, perspective.seat
    assert seat is not None
    missed = _missed(perspective)
    shot = missed or (shots.likely(view, seat) if perspective.advised else None)
    if shot is None:
        return ()
    told = parts.shot(say, perspective.names, shot), n.shot_card(say, shot)
    labels = [say("Fire again: {target}", target=it) if missed else say("Fire: {target}", target=it) for it in told]
    several = all_at_once(perspective, view) or _until_it_hits(perspective, view, shot)
    return (do(fitting(*labels), ("fire", shot), style="danger"), *several)


def _missed(perspective: SeatPerspective[View]) -> str | None:
    """Return what the seat has fired at last without a hit, as long as it can be fired at."""
    able = values(perspective, ("fire",))
    fired = [one for one in perspective.latest if isinstance(one, Fired) and one.seat == perspective.seat]
    return fired[-1].target if fired and not fired[-1].hit and fired[-1].target in able else None


def _until_it_hits(perspective: SeatPerspective[View], view: View, shot: str) -> tuple[Button, ...]:
    """Return the button that fires at one card until it is hit; nothing for whoever has a single catapult."""
    say, seat = perspective.say, perspective.seat
    assert seat is not None
    count = view.seats[seat].catapults
    if (VOLLEY, shot) not in GAME.errands.offered(view, seat, shot):
        return ()
    long = say("Fire until it hits, up to {count}×: {card}", count=count, card=n.shot_card(say, shot))
    short = say("Fire until it hits, up to {count}×", count=count)
    return (button(fitting(long, short), Press("errand", (VOLLEY, shot))),)


def all_at_once(perspective: SeatPerspective[View], view: View) -> tuple[Button, ...]:
    """Return the button that fires all catapults where they are lost unless fired; it aims by itself."""
    say, seat = perspective.say, perspective.seat
    assert seat is not None
    if not perspective.advised or not last_card(view) or (SALVO,) not in GAME.errands.offered(view, seat, None):
        return ()
    label = say("Fire all {count}, each for the most points", count=view.seats[seat].catapults)
    return (button(label, Press("errand", (SALVO,))),)


def pass_style(view: View) -> Style:
    """Return the style of passing a whole card: nothing to suggest where catapults are lost with it (M4.5)."""
    return "secondary" if last_card(view) else "success"


def _attack(perspective: SeatPerspective[View], view: View) -> str:
    """Return the odds of the attack that is let go by or fired into; nothing while its target is not named."""
    if view.target is None or view.active is None:
        return ""
    say, names = perspective.say, perspective.names
    told = fitting(*odds.chances(say, view, view.force, view.target, names, advised=perspective.advised))
    return say("The attack: {odds}", odds=told)


def longer(say: Phrases, scopes: Sequence[str], action_id: str) -> Select:
    """Return the select of how long to pass; `action_id` is that of its lines, an empty scope is this moment."""
    lines = (
        option(
            say("Pass {scope}", scope=say.message(SCOPE_NAMES[scope])),
            Press(action_id, ("pass", scope) if scope else ("pass",)),
        )
        for scope in scopes
    )
    return Select(say("Other ways to pass"), tuple(lines))


def aside(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return what somebody may do whom nobody waits for."""
    say = perspective.say
    buttons: list[Button] = []
    if parts.can(perspective, "fire"):
        buttons.append(button(say("Catapult"), show(AIM)))
    buttons += _said(perspective, view)
    rows: list[Row] = [(*buttons, Button(say("Standing instructions"), Press("orders")))]
    rows += _ahead(perspective)
    text = parts.lines(
        parts.where(perspective, view),
        _not_waiting(perspective, view),
        waiting(perspective.say, view, perspective.names),
    )
    return Panel(text, tuple(rows))


def _not_waiting(perspective: SeatPerspective[View], view: View) -> str:
    """Return why nothing is asked of the seat: it has passed for longer, or there was nothing to decide."""
    say, scope = perspective.say, _passed_for(perspective, view)
    if not scope:
        return say("The match is not waiting for anything from you.")
    return say("You pass: {scope}. The match is not waiting for you.", scope=say.message(SCOPE_NAMES[scope]))


def _passed_for(perspective: SeatPerspective[View], view: View) -> str:
    """Return for how long the seat has passed beyond this moment; empty where it has not."""
    return "" if perspective.seat is None else view.seats[perspective.seat].scope or ""


def _said(perspective: SeatPerspective[View], view: View) -> list[Button]:
    """Return buttons that take back what was said in advance.

    A pass for this moment alone may be one that nobody was asked about, as it gives nothing away: to take it back is to
    be waited for.
    """
    say = perspective.say
    found: list[Button] = []
    if parts.can(perspective, "recall"):
        wait = not _passed_for(perspective, view)
        label = say("Wait for me") if wait else say.message(VERBS["recall"].title)
        found.append(do(label, ("recall",), style="secondary"))
    if parts.can(perspective, "halt"):
        found.append(do(say.message(VERBS["halt"].title), ("halt",), style="secondary"))
    return found


def _ahead(perspective: SeatPerspective[View]) -> list[Row]:
    say = perspective.say
    if not parts.can(perspective, "ahead"):
        return []
    lines = tuple(option(limit(say, token), Press("do", ("ahead", token))) for token in values(perspective, ("ahead",)))
    return [Select(say("Keep rolling"), lines)]


def more(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return what was said in advance, to be taken back, and how far to roll on.

    The way back lies in the third row, as on the pages of a shot: where it leads nothing is decided there.
    """
    say = perspective.say
    rows = [row for row in (tuple(_said(perspective, view)), *_ahead(perspective)) if row]
    orders = (button(say("Standing instructions"), Press("orders")),)
    rows = [*([] if len(rows) > 1 else [orders]), *rows, (back(say),)]
    return Panel(parts.where(perspective, view), tuple(rows))


def aim(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return whose card, which card, fire: a row each, so that the way back is always in the third."""
    say, names = perspective.say, perspective.names
    tokens, page = turned(tokens)
    able = values(perspective, ("fire",))
    owners = tuple(dict.fromkeys(shot[0] for shot in able))
    if not {*tokens[1:]} <= {*owners, *able}:
        raise NoPage(tokens)
    shot = next((token for token in tokens[1:] if token in able), None)
    owner = parts.only(owners, next((token[0] for token in tokens[1:]), None))
    named = [Value(one, player(names, SEATS.index(one))) for one in owners]
    rows: tuple[Row, ...] = one_of(say, (AIM,), named, owner, say("Whose card?"))
    if owner is not None:
        cards = [Value(one, n.shot_card(say, one)) for one in able if one[0] == owner]
    else:
        cards = [Value(one, parts.shot(say, names, one)) for one in able]
    head = (AIM,) if owner is None else (AIM, owner)
    rows += one_of(say, head, cards, shot, say("Which card?"), page, lines=True)
    label = say("Fire: 4, 5, 6 take it")
    last: tuple[Button, ...] = ()
    if shot is not None:
        last = (do(label, ("fire", shot), style="danger"), *_until_it_hits(perspective, view, shot))
    text = parts.lines(
        parts.where(perspective, view),
        say("Which card do you fire at? Once announced, a shot is fired; it cannot be taken back."),
        ""
        if shot is None
        else say("{card} of {owner}", card=n.shot_card(say, shot), owner=player(names, n.shot_owner(shot))),
        odds.if_it_hits(say, view, shot, names) if shot is not None and perspective.advised else "",
    )
    target = None if shot is None else Target(SEATS.index(shot[0]), LETTERS.index(shot[2]))
    return Panel(text, (*rows, (back(say), *last)), Draft(aim=target))
