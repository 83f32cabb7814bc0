"""What abilities and items cost and bring: their buttons, and the page that asks before stamina or delay is paid."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes.pages.shared import AIM, aim_row, chosen_aim, how_it_stands
from bot.arena_of_heroes.texts import names, standing
from bot.arena_of_heroes.texts.names import ability_text, card_tile
from bot.panels import drafts
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.pages import NoPage, undo
from bot.panels.widgets import back, button, closed, do, fitting, missing, option, show
from games.api import Action, Choice
from games.arena_of_heroes.cards import ABILITIES, BOARDING, CARDS, MUSHROOMS, ROOTWALK, SPYGLASS
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import pointless, red_ends
from render.arena_of_heroes import Sheet

BUTTONS: Final = 5
"""More abilities and items than this are a select."""
SURE: Final = "sure"
"""The first token of the page that asks once more; the action follows."""
PLAIN: Final = ("attack", "attack2", "hide", "explore", "end", "work")
"""The verbs that have buttons of their own."""
DEAR: Final = ((ROOTWALK,), (BOARDING,), ("use", MUSHROOMS))
"""How actions begin that cost stamina or delay."""


def uses(perspective: SeatPerspective[View], verbs: tuple[str, ...], aim: int | None) -> list[Action]:
    """Return the abilities and items that can be used now; what needs a hideout takes the aim, or has none yet."""
    found: list[Action] = []
    for verb in verbs:
        if verb in ("work", "spider"):
            found += [(verb, value) for value in drafts.values(perspective, (verb,))]
        elif verb == BOARDING:
            found.append((verb,) if aim is None else (verb, str(aim)))
        elif verb == "use":
            for item in drafts.values(perspective, ("use",)):
                aimed = item == SPYGLASS and aim is not None
                found.append(("use", item, str(aim)) if aimed else ("use", item))
        elif verb not in PLAIN:
            found.append((verb,))
    return found


def used(perspective: SeatPerspective[View], actions: list[Action], *head: str) -> Row:
    """Return abilities and items as buttons, as lines of a select where they are too many.

    What costs stamina or delay asks once more, on a page behind `head`; what would do nothing says why.
    """
    if len(actions) <= BUTTONS:
        return tuple(_button(perspective, action, head) for action in actions)
    say = perspective.say
    lines = tuple(
        option(names.using(say, action), _press(action, head), names.effect(say, action))
        for action in actions
        if _why_not(perspective, action) is None
    )
    return Select(say("Abilities and items"), lines) if lines else ()


def _press(action: Action, head: tuple[str, ...]) -> Press:
    return show(*head, SURE, *action) if any(action[: len(dear)] == dear for dear in DEAR) else Press("do", action)


def _button(perspective: SeatPerspective[View], action: Action, head: tuple[str, ...]) -> Button:
    label = names.using(perspective.say, action)
    if (why := _why_not(perspective, action)) is not None:
        reason = fitting(f"{names.short(perspective.say, action)}: {why}", label)
        return missing(reason, *action) if action in UNAIMED else closed(reason, *action)
    if action[0] == "work" and red_ends(perspective.view):
        label = fitting(perspective.say("{action}: red ends your turn", action=label), label)
    return button(label, _press(action, head))


def _why_not(perspective: SeatPerspective[View], action: Action) -> str | None:
    """Return why an action is not offered, without a full stop; `None` where it is."""
    say = perspective.say
    if action in UNAIMED:
        return say("aim first")
    reason = pointless(perspective.view, action)
    return None if reason is None else say.message(reason).rstrip(".")


def ask_first(perspective: SeatPerspective[View], view: View, tokens: Action, *head: str) -> Panel:
    """Return the page that says what an action costs and does, and asks. Raises `GameError` and `NoPage`."""
    say, action = perspective.say, tokens[1:]
    perspective.next_field(action)
    if not any(action[: len(dear)] == dear for dear in DEAR) or _why_not(perspective, action) is not None:
        raise NoPage(tokens)
    aimed = (AIM, action[1]) if action[0] == BOARDING else ()
    if action[0] == "use":
        text = say("Do you use {card} now?", card=names.card(say, action[1]))
        draft = Sheet((card_tile(say, CARDS[action[1]]),))
    else:
        text, draft = ability_text(say, ABILITIES[action[0]]), None
    # Below the way back where the button that led here is in the first row, else beside it: never where that was.
    leave, use = back(say, *head, *aimed), do(names.aimed(say, action), action, style="danger")
    above = perspective.choice is not None and perspective.choice.kind == "ability" and not _aims(perspective)
    rows: tuple[Row, ...] = ((leave,), (use,)) if above else ((leave, use),)
    aim = names.aim_of(view, int(action[1])) if aimed else None
    return Panel(how_it_stands(perspective, view, text), rows, draft if draft is not None else aim)


def own_abilities(perspective: SeatPerspective[View], view: View, *, in_short: bool = False) -> str:
    """Return what the reader's hero can do, a small line for each ability.

    `in_short` only those that are used with a button, and what they are called: *Heroes and cards* tells the others.
    """
    assert view.reader is not None
    say, hero = perspective.say, view.seats[view.reader].hero
    shown = hero.abilities if hero is not None else ()
    if not in_short:
        return "\n".join(f"-# {ability_text(say, ability)}" for ability in shown)
    pressed = ", ".join(say.message(ability.title) for ability in shown if ability.kind == "active")
    return "-# " + say("You can: {abilities}", abilities=pressed) if pressed else ""


UNAIMED: Final = ((BOARDING,), ("use", SPYGLASS))
"""What needs a target before it can be done."""
BESIDE: Final = "="
"""The first token of the page of abilities where another choice of the seat comes first."""


def beside(perspective: SeatPerspective[View]) -> Choice | None:
    """Return the choice of abilities beside another one of the seat."""
    return next((choice for choice in perspective.choices if choice.kind == "ability"), None)


def _aims(perspective: SeatPerspective[View]) -> bool:
    """Return True if the page of abilities begins with a select of targets."""
    return BOARDING in drafts.values(perspective, ())


def ability_page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return what can be used now, in whose turn; or whether an attack may go on. Raises `GameError` and `NoPage`."""
    assert perspective.choice is not None
    if perspective.choice.kind == "hold":
        return _hold(perspective, view, tokens)
    head = tokens[:1] if tokens[:1] == (BESIDE,) else ()
    rest = tokens[len(head) :]
    if rest[:1] == (SURE,):
        return ask_first(perspective, view, rest, *head)
    aim = chosen_aim(view, rest)
    if rest and aim is None:
        raise NoPage(tokens)
    say, verbs = perspective.say, drafts.values(perspective, ())
    bottom: Row = (
        *((back(say),) if head else ()),
        *undo(perspective, standing.action_text),
        *names.lookups(perspective),
    )
    row = used(perspective, uses(perspective, verbs, aim), *head)
    rows: list[Row] = [row, bottom] if row else [bottom]
    if _aims(perspective):
        # Beside a hold the way here and the way back lie in the same row.
        rows = [aim_row(perspective, view, aim, *head), *(reversed(rows) if head else rows)]
    whose = standing.waiting(say, view, perspective.names)
    text = f"**{say('You may use an ability now, in the turn of another.')}**"
    draft = names.aim_of(view, aim) if aim is not None and BOARDING in verbs else None
    return Panel(how_it_stands(perspective, view, text, own_abilities(perspective, view), whose), tuple(rows), draft)


def _hold(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page of an attack that waits: use something, or let it pass once, in this turn, always."""
    if tokens:
        raise NoPage(tokens)
    say = perspective.say
    passes: tuple[Action, ...] = (("pass",), ("pass", "turn"), ("pass", "always"))
    rows: list[Row] = [
        tuple(
            do(standing.action_text(say, action, perspective.names).capitalize(), action, style="secondary")
            for action in passes
        )
    ]
    if beside(perspective) is not None:
        rows.append((button(say("Use an ability …"), show(BESIDE), style="success"),))
    rows.append(names.lookups(perspective))
    text = f"**{say('The next attack is waiting for you: use an ability, or let it go ahead.')}**"
    return Panel(how_it_stands(perspective, view, text), tuple(rows))
