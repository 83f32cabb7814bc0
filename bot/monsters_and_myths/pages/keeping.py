"""Choosing cards and placing wizards before the attacks (M3, M4)."""

from __future__ import annotations

from collections import Counter

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.panels.choosing import Value, numbered, plain
from bot.panels.drafts import values
from bot.panels.model import Panel, Press, SeatPerspective
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button, do, missing, rows_of, show
from games.api import Action, Ready
from games.monsters_and_myths.cards import LETTERS, ordered
from games.monsters_and_myths.state import kept
from games.monsters_and_myths.view import View
from render.monsters_and_myths import Draft


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the seven cards, those lifted so far set off, and what keeping them would add."""
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


def wizards(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return a button for each own nation; the last wizard decides."""
    say = perspective.say
    given = tokens or ("wizard",)
    buttons = []
    for letter in dict.fromkeys(values(perspective, given)):
        action = (*given, letter)
        label = n.nation(say, LETTERS.index(letter))
        whole = isinstance(perspective.next_field(action), Ready)
        buttons.append(do(label, action) if whole else button(label, show(*action)))
    row = (back(say),) if tokens else ()
    text = parts.lines(
        parts.where(perspective, view),
        say("Which nation does your wizard protect? It is not attacked, and does not attack with a battle card."),
    )
    draft = Draft(wizards=tuple(LETTERS.index(letter) for letter in given[1:]))
    return Panel(text, (*rows_of(buttons), (*row, *parts.further(perspective))), draft)
