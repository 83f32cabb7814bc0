"""Attack: with a nation, or with an army of mercenaries, and whom (M5.3, M5.4)."""

from __future__ import annotations

from typing import Final

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts import odds
from bot.monsters_and_myths.texts.standing import action_text
from bot.panels import choosing
from bot.panels.choosing import Value, numbered, plain
from bot.panels.drafts import values
from bot.panels.model import Button, Panel, Row, SeatPerspective, Select
from bot.panels.pages import undo
from bot.panels.widgets import button, do, missing, option, rows_of, show, turned
from bot.texts.phrases import Phrases
from games.api import Action, Field
from games.messages import Message
from games.monsters_and_myths import armies, attacks
from games.monsters_and_myths.cards import (
    LETTERS,
    NATIONS,
    NONE,
    Cards,
    Troops,
    creatures,
    gathered,
    ordered,
    with_ranks,
)
from games.monsters_and_myths.view import Target, View
from render.monsters_and_myths import Draft


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page for the attack card that is on."""
    if parts.can(perspective, "muster"):
        return _army(perspective, view, tokens)
    return _battle(perspective, view, tokens)


def _battle(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    say = perspective.say
    able = values(perspective, ("attack",))
    nation = parts.only(able, tokens[1] if len(tokens) > 1 else None)
    if nation is None:
        text = parts.lines(
            parts.where(perspective, view), say("Which of your nations attacks?"), _unable(perspective, view, able)
        )
        return Panel(text, (*_nations(perspective, view, able, nation), parts.further(perspective)))
    goals = values(perspective, ("attack", nation))
    goal = parts.only(goals, tokens[2] if len(tokens) > 2 else None)
    index = LETTERS.index(nation)
    own = view.seats[view.active or 0].troops[index]
    force = with_ranks(NONE, index, own._replace(wizards=0))
    action = None if goal is None else ("attack", nation, goal)
    if action is not None:
        perspective.next_field(action)
    rows = _nations(perspective, view, able, nation) if len(able) > 1 else ()
    rows += _goals(perspective, view, ("attack", nation), goals, goal, force)
    return _last(perspective, view, rows, force, goal, action, _unable(perspective, view, able))


def _nations(perspective: SeatPerspective[View], view: View, able: Action, chosen: str | None) -> tuple[Row, ...]:
    """Return buttons for own nations; those that cannot attack are greyed."""
    say, own = perspective.say, view.seats[view.active or 0].troops
    buttons: list[Button] = []
    for nation in NATIONS:
        if own[nation.index].size:
            current = nation.letter == chosen
            label = f"{n.nation(say, nation.index)} {own[nation.index].size}"
            off = nation.letter not in able
            style = "primary" if current else "secondary"
            buttons.append(button(label, show("attack", nation.letter), style=style, disabled=current or off))  # type: ignore[arg-type]
    return rows_of(buttons, 3)


def _unable(perspective: SeatPerspective[View], view: View, able: Action) -> str:
    """Return why some own nations cannot attack."""
    say, own = perspective.say, view.seats[view.active or 0].troops
    shut = [at for at, ranks in enumerate(own) if ranks.size and ranks.wizards]
    alone = [at for at, r in enumerate(own) if r.size and not r.wizards and LETTERS[at] not in able]
    return parts.lines(
        say("A wizard keeps these at home: {nations}.", nations=say.every(n.nation(say, at) for at in shut))
        if shut
        else "",
        say(
            "No unprotected target of their kind or of their natural enemy: {nations}.",
            nations=say.every(n.nation(say, at) for at in alone),
        )
        if alone
        else "",
    )


def _goals(
    perspective: SeatPerspective[View],
    view: View,
    head: Action,
    goals: Action,
    chosen: str | None,
    force: Troops | None,
) -> tuple[Row, ...]:
    named = [Value(goal, parts.goal_label(perspective, view, force, goal)) for goal in goals]
    return choosing.one_of(perspective.say, head, named, chosen, perspective.say("Against whom?"), lines=len(goals) > 5)


def _last(
    perspective: SeatPerspective[View],
    view: View,
    rows: tuple[Row, ...],
    force: Troops,
    goal: str | None,
    action: Action | None,
    note: str,
    then: Action = (),
) -> Panel:
    """Return the page with its last button, and the attack as a draft in the picture."""
    say = perspective.say
    target = None if goal is None else Target.of(goal)
    label = say("Attack")
    last = do(label, action, then=then, style="danger") if action is not None else missing(label)
    summary = ""
    if target is not None:
        summary = parts.lines(
            f"**{parts.goal_label(perspective, view, force, target.text)}**", odds.swords(say, view, force)
        )
    else:
        summary = say("Against whom?")
    text = parts.lines(
        parts.where(perspective, view),
        summary,
        note,
        parts.chances_note(perspective),
        parts.last_chance(perspective, view),
    )
    return Panel(
        text,
        (*rows, (last, *undo(perspective, action_text), *parts.further(perspective))),
        Draft(force=force, target=target),
    )


OWN_CHOICE: Final = "="
"""Stands among the tokens of the page on which an army is put together card by card."""
_ARMIES: Final = {
    armies.STRONGEST: Message("Best chance"),
    armies.RIDERS: Message("Fit to ride on"),
    armies.SPARE: Message("What you can spare"),
}


def _army(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page that asks whom the mercenaries attack, then with which army."""
    tokens, turn = turned(tokens or ("muster",))
    goals = tuple(target.text for target in attacks.goals(view, None))
    goal = parts.only(goals, next((token for token in tokens if token in goals), None))
    picks = tuple(token for token in tokens[1:] if "." not in token and token != OWN_CHOICE)
    if goal is None:
        return _against(perspective, view, goals)
    perspective.next_field(("muster", *plain(picks)))
    if OWN_CHOICE in tokens or not perspective.advised:
        return _card_by_card(perspective, view, goal, picks, turn)
    return _ready_army(perspective, view, goals, goal, ordered(plain(picks)))


def _against(perspective: SeatPerspective[View], view: View, goals: Action) -> Panel:
    """Return every target with the best chance that an army has against it."""
    say = perspective.say
    named = []
    for goal in goals:
        best = gathered(armies.ready(view, Target.of(goal))[0].cards) if perspective.advised else None
        named.append(Value(goal, parts.goal_label(perspective, view, best, goal)))
    rows = choosing.one_of(say, ("muster",), named, None, say("Against whom?"), lines=len(goals) > 5)
    text = parts.lines(
        parts.where(perspective, view),
        say("Whom do your mercenaries attack? The percentage: your best army wins the whole fight, rolling to the end.")
        if perspective.advised
        else say("Whom do your mercenaries attack?"),
    )
    return Panel(text, (*rows, parts.further(perspective)))


def _ready_army(perspective: SeatPerspective[View], view: View, goals: Action, goal: str, chosen: Cards) -> Panel:
    """Return armies that are ready for a target, each with its chance, and the attack with the one that is chosen."""
    say = perspective.say
    proposed = armies.ready(view, Target.of(goal))
    army = next((one for one in proposed if one.cards == chosen), proposed[0])
    options = [
        option(
            say("{army}: {percent}% to win", army=say.message(_ARMIES[one.kind]), percent=odds.percent(one.chance)),
            show("muster", goal, *_marked(one.cards)),
            n.counted(say, one.cards),
            chosen=one == army,
        )
        for one in proposed
    ]
    rows: tuple[Row, ...] = (Select(say("Which army?"), tuple(options)),) if len(options) > 1 else ()
    own = button(say("Choose card by card"), show("muster", goal, OWN_CHOICE, *_marked(army.cards)))
    return _with_army(perspective, view, rows, goal, army.cards, (*_others(say, goals), own))


def _marked(cards: Cards) -> Action:
    return tuple(value.token for value in numbered([Value(code, "") for code in cards]))


def _others(say: Phrases, goals: Action) -> tuple[Button, ...]:
    """Return the way back to the targets, where there are several."""
    return (button(say("Another target"), show("muster")),) if len(goals) > 1 else ()


def _card_by_card(perspective: SeatPerspective[View], view: View, goal: str, picks: Action, turn: str | None) -> Panel:
    """Return all own creatures to choose an army from."""
    say = perspective.say
    field = perspective.next_field(("muster",))
    assert isinstance(field, Field)
    chosen = plain(picks)
    head = ("muster", goal, OWN_CHOICE)
    named = [Value(code, n.card(say, code)) for code in field.values]
    rows = choosing.some_of(say, head, named, picks, field.most, say("Which cards?"), turn)
    leave = button(say("Back"), show("muster", goal))
    if len(chosen) == field.least:
        return _with_army(perspective, view, rows, goal, ordered(chosen), (leave,))
    count = say("{count} of {number} chosen.", count=len(chosen), number=field.least)
    text = parts.lines(
        parts.where(perspective, view),
        say("Which creatures fight? They may be of any nations, also of protected ones."),
        count,
        say("Your army: {cards}.", cards=n.counted(say, chosen)) if chosen else "",
    )
    draft = Draft(force=gathered(chosen), target=Target.of(goal))
    return Panel(text, (*rows, (leave, *parts.further(perspective))), draft)


def _with_army(
    perspective: SeatPerspective[View],
    view: View,
    rows: tuple[Row, ...],
    goal: str,
    army: Cards,
    buttons: tuple[Button, ...],
) -> Panel:
    """Return a page with the attack of a whole army."""
    note = perspective.say("Your army: {cards}.", cards=n.counted(perspective.say, army))
    then = ("attack", goal) if len(attacks.goals(view, None)) > 1 else ()
    made = _last(perspective, view, rows, gathered(army), goal, ("muster", *army), note, then)
    *most, last = made.rows
    assert isinstance(last, tuple)
    return Panel(made.text, (*most, (last[0], *buttons, *last[1:])[:5]), made.draft)


def goals_page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return whom the army that is named already attacks: a tap each."""
    say = perspective.say
    goals = values(perspective, ("attack",))
    buttons = [
        do(parts.goal_label(perspective, view, view.force, goal), ("attack", goal), style="danger")
        for goal in goals[:15]
    ]
    text = parts.lines(
        parts.where(perspective, view),
        say("Against whom?"),
        say("Your army: {cards}.", cards=n.counted(say, creatures(view.force))),
        parts.chances_note(perspective),
    )
    return Panel(
        text,
        (*rows_of(buttons), (*undo(perspective, action_text), *parts.further(perspective))),
        Draft(force=view.force),
    )
