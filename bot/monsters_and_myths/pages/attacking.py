"""Attack: with a nation, or with an army of mercenaries, and whom (M5.3, M5.4)."""

from __future__ import annotations

from typing import Final

from bot.limits import BUTTONS_A_ROW, SELECT_OPTIONS
from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts import odds
from bot.monsters_and_myths.texts.standing import action_text
from bot.panels import choosing
from bot.panels.choosing import Value, numbered, plain
from bot.panels.drafts import values
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.pages import undo
from bot.panels.widgets import button, do, held, option, show, turned
from games.api import Action, Field
from games.messages import Message
from games.monsters_and_myths import armies, attacks
from games.monsters_and_myths.cards import (
    LETTERS,
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
    above = _nations(perspective, view, able, nation)
    if nation is None:
        text = parts.lines(
            parts.where(perspective, view), say("Which of your nations attacks?"), _unable(perspective, view, able)
        )
        return Panel(text, (*above, (held(say("Attack")), *_besides(perspective))))
    goals = values(perspective, ("attack", nation))
    goal = parts.only(goals, tokens[2] if len(tokens) > 2 else None)
    index = LETTERS.index(nation)
    own = view.seats[view.active or 0].troops[index]
    force = with_ranks(NONE, index, own._replace(wizards=0))
    action = None if goal is None else ("attack", nation, goal)
    if action is not None:
        perspective.next_field(action)
    below = _goals(perspective, view, ("attack", nation), goals, goal, force)
    return _last(perspective, view, above, below, force, goal, action, _unable(perspective, view, able))


def _nations(perspective: SeatPerspective[View], view: View, able: Action, chosen: str | None) -> tuple[Row, ...]:
    """Return own nations that can attack, in one row."""
    say, own = perspective.say, view.seats[view.active or 0].troops
    named = [
        Value(letter, f"{n.nation(say, LETTERS.index(letter))} {own[LETTERS.index(letter)].size}") for letter in able
    ]
    asks = say("Which of your nations attacks?")
    return choosing.one_of(say, ("attack",), named, chosen, asks, lines=len(able) > BUTTONS_A_ROW)


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
    asks = perspective.say("Against whom?")
    return choosing.one_of(perspective.say, head, named, chosen, asks, lines=len(goals) > parts.MANY)


def _last(
    perspective: SeatPerspective[View],
    view: View,
    above: tuple[Row, ...],
    below: tuple[Row, ...],
    force: Troops,
    goal: str | None,
    action: Action | None,
    note: str,
    then: Action = (),
    buttons: tuple[Button, ...] = (),
) -> Panel:
    """Return the page with the attack in its second row, and as a draft in the picture; `buttons` stand beside it.

    What is chosen first is `above` it, a single row, and the rest `below`, so that it never moves.
    """
    say = perspective.say
    target = None if goal is None else Target.of(goal)
    label = say("Attack")
    last = do(label, action, then=then, style="danger") if action is not None else held(label)
    summary, swords = say("Against whom?"), ""
    if target is not None:
        summary = f"**{parts.goal_label(perspective, view, force, target.text)}**"
        swords = odds.swords(say, view, force)
    chances, unused = parts.chances_note(perspective), parts.last_chance(perspective, view)
    told = (parts.where(perspective, view), summary, swords, note, chances, unused)
    text, *shorter = parts.ever_less(told, spare=(chances, swords))
    row = (last, *buttons, *_besides(perspective))[:BUTTONS_A_ROW]
    return Panel(text, (*above, row, *below), Draft(force=force, target=target), shorter=tuple(shorter))


def _besides(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """Return what stands beside the attack on each of its pages."""
    return (*undo(perspective, action_text), *parts.further(perspective))


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
    rows = _targets(perspective, view, goals, None)
    text = parts.lines(
        parts.where(perspective, view),
        say(
            "Whom do your mercenaries attack? The percentage: your best army wins the whole fight, rolling to the end."
            " Both sides give up what they need least."
        )
        if perspective.advised
        else say("Whom do your mercenaries attack?"),
    )
    return Panel(text, (*rows, (held(say("Attack")), *_besides(perspective))))


def _targets(perspective: SeatPerspective[View], view: View, goals: Action, chosen: str | None) -> tuple[Row, ...]:
    """Return the row of all targets, each with the best chance that an army has against it."""
    named = []
    for goal in goals:
        best = gathered(armies.ready(view, Target.of(goal))[0].cards) if perspective.advised else None
        named.append(Value(goal, parts.goal_label(perspective, view, best, goal)))
    asks = perspective.say("Against whom?")
    return choosing.one_of(perspective.say, ("muster",), named, chosen, asks, lines=len(goals) > parts.MANY)


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
    return _with_army(perspective, view, _targets(perspective, view, goals, goal), rows, goal, army.cards, (own,))


def _marked(cards: Cards) -> Action:
    return tuple(value.token for value in numbered([Value(code, "") for code in cards]))


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
        return _with_army(perspective, view, rows, (), goal, ordered(chosen), (leave,))
    count = say("{count} of {number} chosen.", count=len(chosen), number=field.least)
    text = parts.lines(
        parts.where(perspective, view),
        say("Which creatures fight? They may be of any nations, also of protected ones."),
        count,
        say("Your army: {cards}.", cards=n.counted(say, chosen)) if chosen else "",
    )
    draft = Draft(force=gathered(chosen), target=Target.of(goal))
    return Panel(text, (*rows, (held(say("Attack")), leave, *_besides(perspective))), draft)


def _with_army(
    perspective: SeatPerspective[View],
    view: View,
    above: tuple[Row, ...],
    below: tuple[Row, ...],
    goal: str,
    army: Cards,
    buttons: tuple[Button, ...],
) -> Panel:
    """Return a page with the attack of a whole army."""
    say, crowns = perspective.say, armies.at_risk([seat.troops for seat in view.seats], view.active or 0, army)
    note = parts.lines(
        say("Your army: {cards}.", cards=n.counted(say, army)),
        say(
            "If all of it falls, you lose the crown of: {nations}.",
            nations=say.every(n.nation(say, at) for at in crowns),
        )
        if crowns
        else "",
    )
    then = ("attack", goal) if len(attacks.goals(view, None)) > 1 else ()
    return _last(perspective, view, above, below, gathered(army), goal, ("muster", *army), note, then, buttons)


def goals_page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return whom the army that is named already attacks: a tap each."""
    say = perspective.say
    goals = values(perspective, ("attack",))
    lines = tuple(
        option(parts.goal_label(perspective, view, view.force, goal), Press("do", ("attack", goal)))
        for goal in goals[:SELECT_OPTIONS]
    )
    asks, chances = say("Against whom?"), parts.chances_note(perspective)
    army = say("Your army: {cards}.", cards=n.counted(say, creatures(view.force)))
    text, *shorter = parts.ever_less((parts.where(perspective, view), asks, army, chances), spare=(chances,))
    rows = (Select(asks, lines), _besides(perspective))
    return Panel(text, rows, Draft(force=view.force), shorter=tuple(shorter))
