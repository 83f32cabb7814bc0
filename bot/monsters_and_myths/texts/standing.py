"""How a match stands, in short and in full; what is asked of whom, what an action is called, what the odds are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.monsters_and_myths.texts import names as n
from bot.texts.names import NOBODY, Names, player, players
from bot.texts.phrases import Phrases
from games.agreements import AGREED
from games.api import Action, Choice
from games.messages import Message
from games.monsters_and_myths.attacks import flippable, goals
from games.monsters_and_myths.cards import LETTERS, first_nation
from games.monsters_and_myths.catapults import SCOPE_NAMES
from games.monsters_and_myths.events import Rolled
from games.monsters_and_myths.grammar import rolling_of
from games.monsters_and_myths.state import kept
from games.monsters_and_myths.view import Exchange, Rolling, Target, View


def score(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return points as the cards lie now: ``Points: Larry 22, Marion 14``; none until all have laid out cards."""
    if not view.counts:
        return say("No points yet")
    return say("Points: {list}", list=", ".join(f"{player(names, s.seat)} {view.points(s.seat)}" for s in view.seats))


def status(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return whose attack card comes next in the round; on the picture are all of them."""
    now = view.card.number if view.card is not None else 0
    coming = [(card.number, seat.seat) for seat in view.seats for card in seat.attacks if card.number > now]
    return say("next attack: {player}", player=player(names, min(coming)[1])) if coming else ""


def fight(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return who fights whom now, with the dice of the last roll; empty where nobody fights."""
    exchange = view.exchange
    target = exchange.target if exchange is not None else view.target
    if view.active is None or target is None:
        return ""
    who, against = player(names, view.active), n.nation_of(say, names, target)
    if exchange is None:
        return say("{player} attacks: {target}", player=who, target=against)
    red, black = dice(exchange, view.active)
    return say("Last roll: {player} {red} · {target} {black}", player=who, red=red, target=against, black=black)


def dice(exchange: Exchange | Rolled, attacker: int) -> tuple[str, str]:
    """Return red and black dice as text, with the bonus: ``6 5 4 (+1)``, ``5``."""
    red, black = " ".join(map(str, exchange.attack)), " ".join(map(str, exchange.defence))
    if exchange.bonus is None:
        return red, black
    return (f"{red} (+1)", black) if exchange.bonus == attacker else (red, f"{black} (+1)")


def asked(say: Phrases, choice: Choice, view: View, names: Names = NOBODY) -> str:
    """Return what the seat that has to decide is asked."""
    kind = choice.kind
    return say.message(_TASKS[kind]) if kind in _TASKS else _ASKED[kind](say, view, choice)


_IN_A_FIGHT: Final = frozenset({"window_before", "window_within"})
"""The kinds of choices that somebody else's attack asks for; who loses cards is told the roll that has just been."""


def about(say: Phrases, choice: Choice, view: View, names: Names = NOBODY) -> str:
    """Return who fights whom, to those whom an attack asks; with two players whose card is on before that.

    With more there is no room for it.
    """
    if choice.kind not in _IN_A_FIGHT:
        return ""
    if view.target is not None or view.card is None or view.active is None or len(view.seats) > 2:
        return fight(say, view, names)
    number, who = view.card.number, player(names, view.active)
    return say("Card {number}: {kind} of {player}", number=number, kind=n.attack_kind(say, number), player=who)


def may_ride_on(view: View) -> bool:
    """Return True if the attacker could attack another nation with this card (M5.12)."""
    if view.card is None:
        return False
    own = first_nation(view.force) if view.card.battle else None
    return bool(flippable(view)) and any(goal not in view.fought for goal in goals(view, own))


def last_card(view: View) -> bool:
    """Return True if no other attack card is left in this round: catapults are lost with it."""
    return sum(len(seat.attacks) for seat in view.seats) == 1


def _exchange(say: Phrases, view: View, choice: Choice) -> str:
    return say("roll") if view.phase == "ready" else say("roll or stop")


def _after(say: Phrases, view: View, choice: Choice) -> str:
    return say("ride on or end the attack") if may_ride_on(view) else say("end the attack")


def _keep(say: Phrases, view: View, choice: Choice) -> str:
    return say("round {round}: keep {count} of 7 cards", round=view.round, count=kept(view.round))


def _lose(say: Phrases, view: View, choice: Choice) -> str:
    return losing(say, view.owe[choice.seat] if view.owe else 1)


def losing(say: Phrases, owed: int) -> str:
    """Return what somebody is asked who owes so many cards."""
    return say.plural("choose the card that you lose", "choose the {count} cards that you lose", owed)


def _card(say: Phrases, view: View, choice: Choice) -> str:
    assert view.card is not None
    if view.card.battle:
        return say("attack with battle card {number}", number=view.card.number)
    return say("attack with mercenary card {number}", number=view.card.number)


_TASKS: Final[Mapping[str, Message]] = {
    "start": Message("deal the cards"),
    "wizard": Message("place your wizard"),
    "target": Message("choose whom your mercenaries attack"),
    "window_before": Message("fire a catapult or pass"),
    "window_within": Message("fire a catapult or pass"),
    "catapult": Message("fire a catapult"),
}
"""What is asked, where it is always the same."""
_ASKED: Final[dict[str, Callable[[Phrases, View, Choice], str]]] = {
    "keep": _keep,
    "card": _card,
    "exchange": _exchange,
    "lose": _lose,
    "after": _after,
}


def waiting(say: Phrases, view: View, names: Names) -> str:
    """Return who has to decide."""
    seats = dict.fromkeys(choice.seat for choice in view.choices if choice.must)
    return say("Waiting for {players}.", players=players(say, names, seats)) if seats else ""


def action_text(say: Phrases, action: Action, names: Names) -> str:
    """Return an action in plain words; what cannot be read stands as it is."""
    if action[0] in _PLAIN:
        return say.message(_PLAIN[action[0]])
    if action[0] in _AIMED:
        return _AIMED[action[0]](say, action[1:], names)
    teller = _ACTIONS.get(action[0])
    return teller(say, action[1:]) if teller is not None else " ".join(action)


def _nations(say: Phrases, letters: Sequence[str]) -> str:
    return say.every(n.nation(say, LETTERS.index(letter)) for letter in letters)


def goal(say: Phrases, text: str, names: Names) -> str:
    """Return a target of an action: ``Goblins of Marion``."""
    return n.nation_of(say, names, Target.of(text))


def _attack(say: Phrases, rest: Action, names: Names) -> str:
    if len(rest) == 1:
        return say("attack: {target}", target=goal(say, rest[0], names))
    return say("attack: {army} against {target}", target=goal(say, rest[1], names), army=_nations(say, rest[:1]))


def _pursue(say: Phrases, rest: Action, names: Names) -> str:
    target = goal(say, rest[1], names)
    if rest[0] == "-":
        return say("ride on against {target}", target=target)
    return say("leave {card} and ride on against {target}", card=n.card(say, rest[0]), target=target)


def _fire(say: Phrases, rest: Action, names: Names) -> str:
    owner = player(names, n.shot_owner(rest[0]))
    return say("fire at {card} of {owner}", card=n.shot_card(say, rest[0]), owner=owner)


def limit(say: Phrases, token: str) -> str:
    """Return how far to go on rolling, in words; `token` is that of the action."""
    return rolling_on(say, rolling_of(token))


def rolling_on(say: Phrases, rolling: Rolling) -> str:
    """Return how far to go on rolling, in words."""
    if rolling.rolls is not None:
        return say.plural("roll up to {count} time", "roll up to {count} times", rolling.rolls)
    if not rolling.left:
        return say("roll to the end of the fight")
    return say.plural(
        "roll until the force has {count} creature left",
        "roll until the force has {count} creatures left",
        rolling.left,
    )


_PLAIN: Final[Mapping[str, Message]] = {
    "start": Message("deal the cards"),
    "usual": Message("keep the suggested cards"),
    "none": Message("discard the card unused"),
    "stop": Message("stop the fight"),
    "end": Message("end the attack"),
    "recall": Message("take back the pass"),
    "halt": Message("stop rolling automatically"),
}
"""Actions that are their verb and nothing else."""
_AIMED: Final[dict[str, Callable[[Phrases, Action, Names], str]]] = {
    "attack": _attack,
    "pursue": _pursue,
    "fire": _fire,
}
"""The actions that say whose cards they are aimed at."""
_ACTIONS: Final[dict[str, Callable[[Phrases, Action], str]]] = {
    "keep": lambda say, rest: say("keep {cards}", cards=n.counted(say, rest)),
    "swap": lambda say, rest: say("swap {card} for an attack card", card=n.card(say, rest[0])),
    "wizard": lambda say, rest: say("wizard for {nations}", nations=_nations(say, rest)),
    "muster": lambda say, rest: say("hire {cards}", cards=n.counted(say, rest)),
    "roll": lambda say, rest: limit(say, rest[0]) if rest else say("roll"),
    "lose": lambda say, rest: say("lose {cards}", cards=n.counted(say, rest)),
    "pass": lambda say, rest: say("pass: {scope}", scope=say.message(SCOPE_NAMES[rest[0]])) if rest else say("pass"),
    "ahead": lambda say, rest: limit(say, rest[0]),
}

_REASONS: Final = {
    "resigned": Message("The others have given up."),
    "timeout": Message("The others have run out of time."),
}
_OF_ONE: Final = {
    "resigned": Message("{player} has given up."),
    "timeout": Message("{player} has run out of time."),
}
"""The same where there is one other alone."""


def ending(say: Phrases, view: View, names: Names) -> str:
    """Return who won and how."""
    result = view.result
    assert result is not None
    points = ", ".join(f"{player(names, seat)} {result.scores[seat]}" for group in result.ranking for seat in group)
    if len(result.ranking) == 1 and result.reason == AGREED:
        return say("Draw by agreement: {points}.", points=points)
    winners = result.ranking[0]
    who = players(say, names, winners)
    text = (
        say("{players} share the victory: {points}.", players=who, points=points)
        if len(winners) > 1
        else say("{player} wins: {points}.", player=who, points=points)
    )
    others = [seat for group in result.ranking[1:] for seat in group]
    if len(others) == 1 and result.reason in _OF_ONE:
        return f"{text} {say(_OF_ONE[result.reason].template, player=player(names, others[0]))}"
    reason = _REASONS.get(result.reason)
    return f"{text} {say.message(reason)}" if reason is not None else text
