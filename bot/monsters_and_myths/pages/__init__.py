"""The private panel of Monsters & Myths: a page for each decision; here those on cards and wizards (M3, M4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from bot.features.standing_orders.pages import INSTRUCTED, PROPOSED
from bot.limits import BUTTONS_A_ROW
from bot.monsters_and_myths.pages import attacking, catapults, fighting, parts
from bot.monsters_and_myths.pages.parts import MonstersWording
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import action_text, ending, waiting
from bot.panels import choosing, pages
from bot.panels.choosing import Value, numbered, plain
from bot.panels.default import DefaultPanel
from bot.panels.drafts import values
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.pages import NoPage, Page, Pages
from bot.panels.widgets import button, do, held, option, rows_of, show
from games.api import Action, Ready
from games.monsters_and_myths.cards import CREATURES, LETTERS, NATIONS, WIZARD, gathered, ordered
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.standing import CROWN
from games.monsters_and_myths.state import kept
from games.monsters_and_myths.view import View
from games.standing import due
from render.monsters_and_myths import Draft


def _keeping(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the seven cards, those lifted so far set off, and what keeping them would add."""
    say = perspective.say
    hand = values(perspective, ("keep",))
    marked = [value.token for value in numbered([Value(code, "") for code in hand])]
    place = next((token for token in tokens[1:] if token.startswith(PLACE)), f"{PLACE}{CROWN}")
    chosen = [token for token in tokens[1:] if not token.startswith(PLACE)]
    lifted = [token for token in marked if token in chosen]
    if len(lifted) != len(chosen):
        raise NoPage(tokens)
    number = kept(view.round)
    full = len(lifted) >= number
    buttons = []
    for token in marked:
        up = token in lifted
        after = [one for one in marked if (one in lifted) != (one == token)]
        label = n.card(say, plain((token,))[0])
        buttons.append(
            button(label, show("keep", *after, place), style="primary" if up else "secondary", disabled=full and not up)
        )
    codes = ordered(plain(tuple(lifted)))
    label, wizard = say("Keep these {count}", count=number), WIZARD in codes
    action = ("keep", *codes)
    last: list[Button] = []
    answering = say("Keep, the bot answers for me")
    instructs = full and not perspective.at_trial  # nothing is said in advance where nothing is played
    if instructs:
        then = ("place", place.removeprefix(PLACE)) if wizard else ()
        last = [
            button(label, Press(INSTRUCTED, action, then), style="success") if then else do(label, action),
            button(answering, Press(PROPOSED, action, then)),
        ]
    elif full:
        last = [do(label, action)]
    if parts.can(perspective, "swap"):
        last.append(button(say("Swap for an attack card"), show("swap")))
    head = (
        parts.where(perspective, view),
        say("What you keep is final.")
        if full
        else say("Choose {count} of your cards. What you keep is final; nobody else sees it yet.", count=number),
        say("{count} of {number} chosen.", count=len(lifted), number=number) if lifted and not full else "",
    )
    warned = say("Without an attack card you cannot attack in this round.") if full and _unarmed(codes, hand) else ""
    answered = (
        say(
            "*{button}*: until the match ends. You lose what costs no crown, then riders, archers last; catapults"
            " fire at attackers, and before they are lost.",
            button=answering,
        )
        if instructs
        else ""
    )
    keeps, throws = _adds(perspective, codes, hand) if lifted else ("", "")
    text, *shorter = (
        parts.lines(*head, *some)
        for some in ((keeps, throws, warned, answered), (keeps, warned, answered), (warned, answered), (warned,))
    )
    places = _places(perspective, view, lifted, place) if wizard and not perspective.at_trial else ()
    return Panel(
        text,
        (*rows_of(buttons, 4), *places, (*last, *parts.further(perspective))),
        Draft(lifted=codes, keeps=number),
        shorter=tuple(shorter),
    )


def _unarmed(codes: Action, hand: Action) -> bool:
    """Return True if attack cards were dealt and none of them is kept."""
    return any(code.isdigit() for code in hand) and not any(code.isdigit() for code in codes)


PLACE: Final = "@"
"""What the token begins with that names the place of a wizard among the cards that are lifted."""


def _places(perspective: SeatPerspective[View], view: View, lifted: list[str], place: str) -> tuple[Row, ...]:
    """Return the select of where a kept wizard goes when it is one's turn to lay out: own nations, or the best then."""
    assert perspective.seat is not None
    troops = gathered((code for code in plain(tuple(lifted)) if code in CREATURES), view.seats[perspective.seat].troops)
    wishes = [CROWN, *(nation.letter for nation in NATIONS if troops[nation.index].size)]
    lines = [
        option(
            perspective.say("Wizard: {nation}", nation=perspective.say.message(GAME.standing.label(("place",), wish))),
            show("keep", *lifted, f"{PLACE}{wish}"),
            chosen=f"{PLACE}{wish}" == place,
        )
        for wish in wishes
    ]
    return (Select(perspective.say("Where does the wizard go?"), tuple(lines)),)


def _adds(perspective: SeatPerspective[View], codes: Action, hand: Action) -> tuple[str, str]:
    """Return what is kept and what is thrown away, a sentence each; the picture and the buttons show both."""
    say = perspective.say
    rest = ordered((Counter(hand) - Counter(codes)).elements())
    return (
        say("You keep {cards}.", cards=n.counted(say, codes)),
        say("You throw away {cards}.", cards=n.counted(say, rest)),
    )


def _wizards(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return own nations to choose from, each with how many creatures it has, and what gives the wizards to them.

    It stands in the second row whatever is chosen. Further wizards have selects below it, one after the other.
    """
    say, own = perspective.say, view.seats[perspective.seat or 0].troops
    given = tokens or ("wizard",)
    label = say("Place the wizards") if view.seats[perspective.seat or 0].new > 1 else say("Place the wizard")
    rows: list[Row] = []
    action: Action = ("wizard",)
    done = False
    while not done:
        able = tuple(dict.fromkeys(values(perspective, action)))
        chosen = parts.only(able, given[len(action)] if len(action) < len(given) else None)
        named = [Value(at, f"{n.nation(say, LETTERS.index(at))} {own[LETTERS.index(at)].size}") for at in able]
        lines = bool(rows) or len(able) > BUTTONS_A_ROW
        rows += choosing.one_of(say, action, named, chosen, say("Which nation?"), lines=lines)
        if chosen is None:
            break
        action = (*action, chosen)
        done = isinstance(perspective.next_field(action), Ready)
    last = do(label, action) if done else held(label, "success")
    text = parts.lines(
        parts.where(perspective, view),
        say("Which nation does your wizard protect? It is not attacked, and does not attack with a battle card."),
        say("Once placed, it stays there until the round ends."),
    )
    draft = Draft(wizards=tuple(LETTERS.index(letter) for letter in action[1:]))
    return Panel(text, (rows[0], (last, *parts.further(perspective)), *rows[1:]), draft)


_DEFAULT: Final = DefaultPanel(MonstersWording())
"""Plays what has no page of its own: the deal, a swap, a card without any attack."""
Start = Callable[[SeatPerspective[View], View, Action], Panel]

_KINDS: Final[Mapping[str, Start]] = {
    "keep": _keeping,
    "wizard": _wizards,
    "card": attacking.page,
    "target": attacking.goals_page,
    "exchange": fighting.page,
    "lose": fighting.losses,
    "after": fighting.after,
    "window_before": catapults.window,
    "window_within": catapults.window,
    "catapult": catapults.aside,
}
"""The page of each kind of choice."""
_OWN_WORDS: Final = ("keep", "wizard", "attack", "muster", "lose", "pursue", "end")
"""What the tokens of these pages begin with: the verbs that they put together."""


def _start(perspective: SeatPerspective[View], view: View) -> Panel:
    return _find(perspective, view, ())


def _find(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    choice = perspective.choice
    page = _KINDS.get(choice.kind) if choice is not None else None
    if page is None or (
        view.phase == "card"
        and choice is not None
        and choice.must
        and not parts.can(perspective, "attack", "muster", "pass")
    ):
        return _DEFAULT.panel(perspective, tokens)
    if tokens and tokens[0] not in _OWN_WORDS:
        return _DEFAULT.panel(perspective, tokens)
    return page(perspective, view, tokens)


def _looking_on(perspective: SeatPerspective[View], view: View) -> Panel:
    role = pages.news(perspective, ending, waiting)
    row = pages.undo(perspective, action_text)
    early = ""
    if due(GAME.standing, view):
        early = perspective.say(
            "You have a wizard. Say now which nation it protects, and nobody has to wait for you; you can change that"
            " until it is your turn to lay out cards."
        )
    return Panel(parts.lines(parts.where(perspective, view), role, early), (row,) if row else ())


_ALWAYS: Final[Mapping[str, Page[View]]] = {catapults.AIM: catapults.aim, catapults.MORE: catapults.more}
_PAGES: Final = Pages(_start, _find, _looking_on, _ALWAYS)


def _without_catapult(perspective: SeatPerspective[View]) -> Panel:
    """Return the panel for whoever wants to fire and has nothing to fire with."""
    made = _PAGES.panel(perspective, ())
    why = perspective.say("You have no catapult that you could fire now.") if perspective.seat is not None else ""
    return made.retold(lambda text: parts.lines(why, text))


def panel(perspective: SeatPerspective[View], tokens: Action = ()) -> Panel:
    """Return the panel at these tokens; what nobody waits for belongs to a choice of its own."""
    if tokens and tokens[0] in _ALWAYS:
        about = catapults.choice_for(perspective, tokens)
        if about is None:
            return _without_catapult(perspective) if tokens[0] == catapults.AIM else _PAGES.panel(perspective, ("",))
        return _PAGES.panel(perspective.about(about), tokens)
    return _PAGES.panel(perspective, tokens)
