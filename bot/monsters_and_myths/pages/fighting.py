"""A fight: rolling, stopping, losing creatures, riding on (M5, M6); and what of it is answered under the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from bot.limits import BUTTON_LABEL, SELECT_TEXT
from bot.monsters_and_myths.pages import parts
from bot.monsters_and_myths.pages.catapults import AIM, WINDOWS, all_at_once, longer, pass_style
from bot.monsters_and_myths.pages.parts import value
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts import odds
from bot.monsters_and_myths.texts.standing import last_card, limit, losing
from bot.panels import choosing, pages, room
from bot.panels.choosing import Value
from bot.panels.drafts import values
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button, do, fitting, held, option, show
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action, Field, Ready
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import (
    NATIONS,
    NONE,
    Ranks,
    Troops,
    changed,
    creatures,
    ordered,
    size,
    with_ranks,
    without,
)
from games.monsters_and_myths.dice import advantage
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.state import SCOPES
from games.monsters_and_myths.state import WINDOWS as MOMENTS
from games.monsters_and_myths.view import Target, View, largest
from render.monsters_and_myths import Draft


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return roll, stop, or say how far to go on."""
    say = perspective.say
    assert view.target is not None
    first = [do(fitting(*roll_labels(say, view, perspective.names)), ("roll",), style="danger")]
    if parts.can(perspective, "stop"):
        first.append(do(say("Stop"), ("stop",), style="secondary"))
    rows: list[Row] = [(*first, *parts.further(perspective))]
    field = perspective.next_field(("roll",))
    if isinstance(field, Field):
        lines = tuple(option(limit(say, token), _roll(token)) for token in field.values)
        rows.append(Select(say("Keep rolling"), lines))
    army = say(
        "You: {mine}. Against you: {theirs}.",
        mine=n.troops(say, view.force),
        theirs=n.troops(say, with_ranks(NONE, view.target.nation, parts.defenders(view)._replace(wizards=0))),
    )
    swords = odds.swords(say, view, view.force)
    chances = "" if view.exchange else say.message(odds.CHANCES)  # later there is only room for what has happened
    fires = not parts.can(perspective, "stop") and _may_fire(perspective)
    may_fire, last = say("You may fire before you roll.") if fires else "", parts.last_chance(perspective, view)
    told = (parts.where(perspective, view), army, swords, chances, may_fire, last)
    text, *shorter = parts.ever_less(told, spare=(chances, swords, may_fire))
    return Panel(text, tuple(rows), Draft(), shorter=tuple(shorter))


def _may_fire(perspective: SeatPerspective[View]) -> bool:
    """Return whether the seat is asked to roll because it could fire instead; else the first roll is done for it."""
    return parts.choice_with(perspective, "fire") is not None


def roll_labels(say: Phrases, view: View, names: Names) -> list[str]:
    """Return what the button of the next roll says, with ever less of its odds; there must be a target."""
    assert view.target is not None
    told = odds.chances(say, view, view.force, view.target, names)
    return [say("Roll again: {odds}", odds=now) if view.exchange else say("Roll: {odds}", odds=now) for now in told]


def _roll(token: str) -> Press:
    return Press("do", ("roll", token))


def losses(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return each kind of card that may be lost; the last one decides.

    They are lines of a select: buttons would lie where *Roll* was, or where the one before them was chosen.
    """
    say = perspective.say
    given = tokens or ("lose",)
    field = perspective.next_field(given)
    if isinstance(field, Ready):
        raise NoPage(tokens)
    kinds = tuple(dict.fromkeys(field.values))
    lines = []
    effects: list[str] = []
    for code in kinds:
        action = (*given, code)
        done = isinstance(perspective.next_field(action), Ready)
        press = Press("do", ("lose", *ordered(action[1:]))) if done else show(*action)
        told = [text for tell in (_effect, _crowns_lost) if (text := tell(perspective, view, action[1:]))]
        effects += told
        lines.append(option(n.card(say, code), press, " ".join(told)))
    row = (back(say),) if tokens else ()
    owed = field.least
    asks = say.plural("Which card do you lose?", "You lose {count} cards. Which one first?", owed)
    chances = _chances(perspective, view, given[1:], kinds) if owed == 1 else ""
    at_once = perspective.say("The card that you choose is lost at once.") if owed == 1 else ""
    where = parts.where(perspective, view)
    text = parts.lines(where, asks, *effects, chances, at_once)
    shorter = parts.lines(where, asks, chances, at_once)  # the lines of the select say the effects, too
    return Panel(text, (Select(asks, tuple(lines)), (*row, *parts.further(perspective))), shorter=(shorter,))


def _chances(perspective: SeatPerspective[View], view: View, lost: Action, kinds: Action) -> str:
    """Return how likely the attacker wins after each last loss; nothing where that hangs on what the others lose."""
    alone = sum(map(bool, view.owe)) == 1 and not view.chosen
    if view.target is None or view.card is None or not perspective.advised or not alone or len(kinds) == 1:
        return ""
    found = []
    for code in kinds:
        force, nation = left(view, (*lost, code), perspective.seat == view.active)
        chance = winning(force, view.card, nation) if size(force) and nation.size else float(bool(size(force)))
        card, percent = n.card(perspective.say, code), odds.percent(chance)
        found.append(perspective.say("without {card} {percent}%", card=card, percent=percent))
    return perspective.say("The attacker's chance of winning then: {list}.", list=", ".join(found))


def left(view: View, lost: Action, attacker: bool) -> tuple[Troops, Ranks]:
    """Return the force and the nation that is attacked once one of them has lost these cards; there must be a target.

    `attacker` says which side loses them.
    """
    assert view.target is not None
    force, nation = view.force, parts.defenders(view)
    if attacker:
        return without(force, lost), nation
    return force, without(with_ranks(NONE, view.target.nation, nation), lost)[view.target.nation]


def _effect(perspective: SeatPerspective[View], view: View, lost: Action) -> str:
    """Return what losing these cards changes: who has the archers' bonus then, dice, riding on."""
    if view.target is None or perspective.seat is None:
        return ""
    say, attacks = perspective.say, perspective.seat == view.active
    bonus = bonus_after(view, lost, attacks)
    if bonus is None:
        return ""
    card = n.counted(say, lost)
    if not bonus:
        return say("{cards}: then nobody has +1.", cards=card)
    if (bonus > 0) == attacks:
        return say("{cards}: then you have +1.", cards=card)
    return say("{cards}: then the other side has +1.", cards=card)


def _crowns_lost(perspective: SeatPerspective[View], view: View, lost: Action) -> str:
    """Return which crowns the reader no longer has once these cards are lost (M7.2)."""
    seat = perspective.seat
    if seat is None:
        return ""
    troops = [what.troops for what in view.seats]
    troops[seat] = without(troops[seat], lost)
    nations = [
        n.nation(perspective.say, nation.index)
        for nation in NATIONS
        if seat in view.largest(nation.index) and seat not in largest(troops, nation.index)
    ]
    if not nations:
        return ""
    return perspective.say(
        "{cards}: then you lose the crown of: {nations}.",
        cards=n.counted(perspective.say, lost),
        nations=perspective.say.every(nations),
    )


def bonus_after(view: View, lost: Action, attacker: bool) -> int | None:
    """Return the seat that has the archers' bonus once these cards are lost; `None` where that changes nothing.

    `attacker` says which side loses them; there must be a target.
    """
    before = advantage(view.force, parts.defenders(view))
    after = advantage(*left(view, lost, attacker))
    return None if after == before else after


def after(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return which card stays behind, whom the others attack, or the end.

    *Ride on* and the end stand in the second row whatever is chosen, and never where *Roll* and *Stop* were.
    """
    say = perspective.say
    if tokens == ENDING and _forgone(perspective, view):
        return _sure_to_end(perspective, view)
    end = _end(perspective, view)
    if not parts.can(perspective, "pursue"):
        return Panel(
            parts.lines(
                parts.where(perspective, view), _why_not(perspective, view), parts.last_chance(perspective, view)
            ),
            (parts.further(perspective), (end,)),
        )
    flips = values(perspective, ("pursue",))
    flip = parts.only(flips, tokens[1] if len(tokens) > 1 else None)
    named = [Value(token, value(say, perspective.names, ("pursue",), token)) for token in flips]
    rows: tuple[Row, ...] = choosing.one_of(
        say, ("pursue",), named, flip, say("Which card stays behind?"), lines=len(flips) > 5
    )
    goal, force = None, view.force
    against: tuple[Row, ...] = ()
    if flip is not None:
        goals = values(perspective, ("pursue", flip))
        # Something is chosen here in any case: nothing rides on by a second press of what led here.
        goal = parts.only(goals, tokens[2] if len(tokens) > 2 else None) if tokens else None
        force = force if flip == NO_FLIP else changed(force, flip, -1)
        whom = [Value(token, parts.goal_label(perspective, view, force, token)) for token in goals]
        against = choosing.one_of(
            say, ("pursue", flip), whom, goal, say("Against whom?"), lines=len(goals) > parts.MANY
        )
    label = say("Ride on")
    action = None if flip is None or goal is None else ("pursue", flip, goal)
    if action is not None:
        perspective.next_field(action)
    last = do(label, action, style="danger") if action is not None else held(label)
    chances = "" if flip is None else parts.chances_note(perspective)
    mine = say("Your force: {cards}.", cards=n.troops(say, view.force))
    told = (
        parts.where(perspective, view),
        say("The fight is over. You may leave a card behind, face down, and attack another nation.")
        if flip is None
        else "",
        mine,
        say("Which card stays behind?") if flip is None else say("Against whom?") if goal is None else "",
        chances,
        parts.last_chance(perspective, view),
    )
    text, *shorter = parts.ever_less(told, spare=(chances, mine))
    draft = Draft(force=force, target=None if goal is None else Target.of(goal))
    return Panel(text, (*rows, (last, end, *parts.further(perspective)), *against), draft, shorter=tuple(shorter))


ENDING: Final = ("end",)
"""The tokens of the page that asks whether to end the round."""


def _forgone(perspective: SeatPerspective[View], view: View) -> int:
    """Return how many catapults the attacker loses unused by ending the attack."""
    return view.seats[perspective.seat].catapults if perspective.seat is not None and last_card(view) else 0


def _end(perspective: SeatPerspective[View], view: View) -> Button:
    """Return the button that ends the attack; it asks once more where that costs catapults."""
    say = perspective.say
    label = say("End the attack and the round") if last_card(view) else say("End the attack")
    return button(label, show(*ENDING)) if _forgone(perspective, view) else do(label, ENDING, style="secondary")


def _sure_to_end(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the page that says what ending the round costs; the way back stands first."""
    say, catapults = perspective.say, _forgone(perspective, view)
    text = say.plural(
        "End the round? Your catapult has not been fired and is lost with it.",
        "End the round? Your {count} catapults have not been fired and are lost with it.",
        catapults,
    )
    page = pages.sure(say, parts.lines(parts.where(perspective, view), text), say("End the round"), ENDING)
    (row,) = page.rows
    assert not isinstance(row, Select)
    return replace(page, rows=((*row, *all_at_once(perspective, view)),))


def _why_not(perspective: SeatPerspective[View], view: View) -> str:
    say = perspective.say
    if not any(ranks.mounted for ranks in view.force):
        return say("The fight is over. Without a horse that lies face up you cannot ride on.")
    return say("The fight is over. There is no further nation that you could attack.")


MOST: Final = 5
"""So many ways to lose cards have buttons; more of them are left to the panel."""


def answers(say: Phrases, view: View, names: Names, people: Collection[int]) -> tuple[Row, ...]:
    """Return the rows that answer what is asked now; what one player alone decides says whose it is.

    `people` are the seats that people play: nothing leads to the catapults of the others.
    """
    kinds = {choice.kind for choice in view.choices if choice.must}
    if "lose" in kinds:
        return _losses(say, view, names)
    buttons: list[Button] = []
    rows: list[Row] = []
    rolls = "exchange" in kinds and view.target is not None
    if rolls and view.active is not None:
        buttons.append(button(owned(say, names, view.active, say("Stop")), Press("answer", ("stop",))))
    if kinds & WINDOWS:
        whole = say("Pass this card")
        passing = Press("answer", ("pass", "card"))
        asked = [seat for seat in view.waiting if seat in people]
        label = owned(say, names, asked[0], whole) if len(asked) == 1 else whole
        buttons.append(button(label, passing, style=pass_style(view)))
        rows.append(longer(say, ("", *(scope for scope in SCOPES if scope != "card")), "answer"))
    armed = (seat.seat for seat in view.seats if seat.catapults and not seat.left)
    if view.phase in MOMENTS and any(seat in people for seat in armed):
        buttons.append(button(say("Catapult"), Press("show", (AIM,))))
    if rolls:
        buttons.insert(0, _roll_beside(say, view, names, buttons))
    return (tuple(buttons), *rows) if buttons else ()


def _roll_beside(say: Phrases, view: View, names: Names, beside: Sequence[Button]) -> Button:
    """Return the button of the next roll, which says as much of the odds as leaves all of them one line on a laptop."""
    assert view.active is not None
    labels = [owned(say, names, view.active, label) for label in roll_labels(say, view, names)]
    whole = [label for label in labels if len(label) <= BUTTON_LABEL] or labels[-1:]
    rolls = [button(label, Press("answer", ("roll",)), style="danger") for label in whole]
    return next((one for one in rolls if room.rows_shown(((one, *beside),), room.WIDE) == 1), rolls[-1])


def owned(say: Phrases, names: Names, seat: int, label: str) -> str:
    """Return the label of a button under everybody's eyes that is for one player."""
    return say("{player}: {button}", player=player(names, seat), button=label)


def _losses(say: Phrases, view: View, names: Names) -> tuple[Row, ...]:
    """Return each way to lose what one side owes; if both owe, they choose in their panels (M5.8).

    Buttons that have no room in one line on a laptop are lines of a select.
    """
    owing = [seat for seat, owed in enumerate(view.owe) if owed]
    if len(owing) != 1 or view.target is None or view.defenders is None:
        return ()
    (seat,) = owing
    defence = with_ranks(NONE, view.target.nation, view.defenders._replace(wizards=0))
    fighting = creatures(view.force if seat == view.active else defence)
    ways = list(dict.fromkeys(combinations(fighting, view.owe[seat])))
    if len(ways) > MOST:
        return ()
    losses = {Press("answer", ("lose", *way)): _loss(say, view, seat, way, names) for way in ways}
    buttons = tuple(
        button(fitting(*(owned(say, names, seat, one) for one in said), said[-1]), press, style="danger")
        for press, said in losses.items()
    )
    if room.rows_shown((buttons,), room.WIDE) < 2:
        return (buttons,)
    lines = tuple(option(fitting(*said, length=SELECT_TEXT), press) for press, said in losses.items())
    return (Select(owned(say, names, seat, losing(say, view.owe[seat])), lines),)


def _loss(say: Phrases, view: View, seat: int, lost: tuple[str, ...], names: Names) -> tuple[str, ...]:
    """Return what is lost, first with what that changes, then without, if it does."""
    cards, bonus = n.counted(say, lost), bonus_after(view, lost, seat == view.active)
    lose = say("Lose {cards}", cards=cards)
    if bonus is None:
        return (lose,)
    if not bonus:
        return say("Lose {cards}: then nobody has +1", cards=cards), lose
    assert view.active is not None
    assert view.target is not None
    who = player(names, view.active if bonus > 0 else view.target.seat)
    return say("Lose {cards}: then {player} has +1", cards=cards, player=who), lose
