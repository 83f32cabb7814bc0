"""Keep some of the cards dealt: every card is a button that lifts it (M4.2)."""

from __future__ import annotations

from collections import Counter

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.panels.choosing import Value, numbered, plain
from bot.panels.drafts import values
from bot.panels.model import Panel, Press, SeatPerspective
from bot.panels.routing import NoPage
from bot.panels.widgets import button, do, missing, rows_of, show
from games.api import Action
from games.monsters_and_myths.cards import ordered
from games.monsters_and_myths.state import kept
from games.monsters_and_myths.view import View
from render.monsters_and_myths import Draft


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """The seven cards, those lifted so far set off, and what keeping them would add."""
    say = perspective.say
    hand = values(perspective, ("keep",))
    marked = [value.token for value in numbered([Value(code, "") for code in hand])]
    lifted = [token for token in marked if token in tokens[1:]]
    if len(lifted) != len(tokens[1:]):
        raise NoPage(tokens)
    number = kept(view.round)
    full = len(lifted) >= number
    buttons = []
    for token in marked:
        up = token in lifted
        after = [one for one in marked if (one in lifted) != (one == token)]
        label = n.card(say, plain((token,))[0])
        buttons.append(
            button(label, show("keep", *after), style="primary" if up else "secondary", disabled=full and not up)
        )
    codes = ordered(plain(tuple(lifted)))
    label = say("Keep these {count}", count=number)
    last = [do(label, ("keep", *codes)) if full else missing(label)]
    if parts.can(perspective, "swap"):
        last.append(button(say("Swap for an attack card"), show("swap")))
    if view.round == 1:
        last.append(button(say("How to play"), Press("help")))
    text = parts.lines(
        parts.where(perspective, view),
        say("Choose {count} of your cards. What you keep is final; nobody else sees it yet.", count=number),
        _adds(perspective, codes, hand) if lifted else "",
    )
    return Panel(text, (*rows_of(buttons, 4), (*last, *parts.further(perspective))), Draft(lifted=codes))


def _adds(perspective: SeatPerspective[View], codes: Action, hand: Action) -> str:
    say = perspective.say
    rest = ordered((Counter(hand) - Counter(codes)).elements())
    return parts.lines(
        say("You keep {cards}.", cards=n.counted(say, codes)),
        say("You throw away {cards}.", cards=n.counted(say, rest)),
    )
