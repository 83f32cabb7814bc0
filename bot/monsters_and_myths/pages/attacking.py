"""Attack: with a nation, or with an army of mercenaries, and whom (M5.3, M5.4)."""

from __future__ import annotations

from collections import Counter

from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts import standing
from bot.monsters_and_myths.texts.standing import action_text
from bot.panels import choosing
from bot.panels.choosing import Value, numbered, plain
from bot.panels.drafts import values
from bot.panels.model import Button, Panel, Row, SeatPerspective
from bot.panels.pages import undo
from bot.panels.widgets import back, button, do, missing, rows_of, show, turned
from games.api import Action, Field
from games.monsters_and_myths import attacks
from games.monsters_and_myths.cards import (
    CREATURES,
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
        summary = say(
            "{target}: {odds}.",
            target=n.nation_of(say, perspective.names, target),
            odds=standing.odds(say, parts.versus(view, force, target)),
        )
    else:
        summary = say("Against whom?")
    text = parts.lines(parts.where(perspective, view), summary, note)
    return Panel(
        text,
        (*rows, (last, *undo(perspective, action_text), *parts.further(perspective))),
        Draft(force=force, target=target),
    )


def _army(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    say = perspective.say
    tokens, turn = turned(tokens or ("muster",))
    goal = next((token for token in tokens if "." in token), None)
    picks = tuple(token for token in tokens[1:] if "." not in token)
    field = perspective.next_field(("muster",))
    assert isinstance(field, Field)
    chosen = plain(picks)
    perspective.next_field(("muster", *chosen))
    force = gathered(chosen)
    whole = len(chosen) == field.least
    rows = choosing.some_of(
        say,
        ("muster",),
        [Value(code, n.card(say, code)) for code in field.values],
        picks,
        field.most,
        say("Which cards?"),
        turn,
    )
    note = say(
        "{count} of {number} chosen: {cards}.",
        count=len(chosen),
        number=field.least,
        cards=n.counted(say, chosen) or "–",
    )
    swords = as_many_swords(field.values, field.least)
    marked = tuple(value.token for value in numbered([Value(code, "") for code in swords]))
    quick = button(say("As many swords as possible"), show("muster", *marked), disabled=chosen == swords)
    if not whole:
        text = parts.lines(
            parts.where(perspective, view),
            say("Which creatures fight? They may be of any nations, also of protected ones."),
            note,
        )
        row = (*((back(say),) if picks else ()), quick, *parts.further(perspective))
        return Panel(text, (*rows, row), Draft(force=force))
    goals = tuple(target.text for target in attacks.goals(view, None))
    if goal is not None and goal not in goals:
        goal = None
    goal = parts.only(goals, goal)
    rows += _goals(perspective, view, ("muster", *picks), goals, goal, force)
    then = ("attack", goal) if goal is not None and len(goals) > 1 else ()
    action = ("muster", *ordered(chosen)) if goal is not None else None
    made = _last(perspective, view, rows, force, goal, action, note, then)
    *most, last = made.rows
    assert isinstance(last, tuple)
    return Panel(made.text, (*most, (last[0], quick, *last[1:])[:5]), made.draft)


def as_many_swords(cards: Action, number: int) -> Cards:
    """Return the army with most infantry, then archers, from the largest supplies first."""
    have = Counter(cards)
    best = sorted(cards, key=lambda code: (CREATURES[code][1], -have[code], CREATURES[code][0]))
    return ordered(best[:number])


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
    )
    return Panel(
        text,
        (*rows_of(buttons), (*undo(perspective, action_text), *parts.further(perspective))),
        Draft(force=view.force),
    )
