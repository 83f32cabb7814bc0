"""How a match stands, in short and in full; what is asked of whom, what an action is called, what the odds are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.texts import names as n
from bot.texts.names import NOBODY, Names, player, players
from bot.texts.phrases import Phrases
from games.agreements import AGREED
from games.api import Action, Choice
from games.messages import Message
from games.monsters_and_myths.cards import LETTERS, NATIONS, SYMBOLS, Ranks, creatures, size
from games.monsters_and_myths.catapults import SCOPE_NAMES
from games.monsters_and_myths.events import Rolled
from games.monsters_and_myths.fights import Odds
from games.monsters_and_myths.grammar import rolling_of
from games.monsters_and_myths.state import kept
from games.monsters_and_myths.view import SEATS, Exchange, Rolling, SeatView, Target, View
from render.monsters_and_myths import heading


def score(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return points as the cards lie now: ``Larry 22 · Marion 14``."""
    return " · ".join(f"{player(names, seat.seat)} {view.points(seat.seat)}" for seat in view.seats)


def status(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return a line about all seats: what they have captured, and their catapults."""
    return " · ".join(_side(say, view, seat, names) for seat in range(len(view.seats)))


def _side(say: Phrases, view: View, seat: int, names: Names) -> str:
    what, who = view.seats[seat], player(names, seat)
    text = say(
        "{player} {points}, {captured} captured", player=who, points=view.points(seat), captured=len(what.captured)
    )
    if what.catapults:
        text += ", " + say.plural("{count} catapult", "{count} catapults", what.catapults)
    return text


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
    return say("{player} {red} against {target} {black}", player=who, red=red, target=against, black=black)


def dice(exchange: Exchange | Rolled, attacker: int) -> tuple[str, str]:
    """Return red and black dice as text, with the bonus: ``6 5 4 (+1)``, ``5``."""
    red, black = " ".join(map(str, exchange.attack)), " ".join(map(str, exchange.defence))
    if exchange.bonus is None:
        return red, black
    return (f"{red} (+1)", black) if exchange.bonus == attacker else (red, f"{black} (+1)")


def asked(say: Phrases, choice: Choice, view: View, names: Names = NOBODY) -> str:
    """Return what the seat that has to decide is asked."""
    kind = choice.kind
    text = say.message(_TASKS[kind]) if kind in _TASKS else _ASKED[kind](say, view, choice)
    where = fight(say, view, names) if choice.kind in ("lose", "window_within") else ""
    return f"{text} ({where})" if where else text


def _keep(say: Phrases, view: View, choice: Choice) -> str:
    return say("round {round}: keep {count} of 7 cards", round=view.round, count=kept(view.round))


def _lose(say: Phrases, view: View, choice: Choice) -> str:
    owed = view.owe[choice.seat] if view.owe else 1
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
    "exchange": Message("roll or stop"),
    "after": Message("ride on or end the attack"),
    "window_before": Message("fire a catapult or pass"),
    "window_within": Message("fire a catapult or pass"),
    "catapult": Message("fire a catapult"),
}
"""What is asked, where it is always the same."""
_ASKED: Final[dict[str, Callable[[Phrases, View, Choice], str]]] = {
    "keep": _keep,
    "card": _card,
    "lose": _lose,
}


def waiting(say: Phrases, view: View, names: Names) -> str:
    """Return who has to decide."""
    seats = dict.fromkeys(choice.seat for choice in view.choices if choice.must)
    return say("Waiting for {players}.", players=players(say, names, seats)) if seats else ""


def action_text(say: Phrases, action: Action) -> str:
    """Return an action in plain words; what cannot be read stands as it is."""
    if action[0] in _PLAIN:
        return say.message(_PLAIN[action[0]])
    teller = _ACTIONS.get(action[0])
    return teller(say, action[1:]) if teller is not None else " ".join(action)


def _nations(say: Phrases, letters: Sequence[str]) -> str:
    return say.every(n.nation(say, LETTERS.index(letter)) for letter in letters)


def goal(say: Phrases, text: str, names: Names = NOBODY) -> str:
    """Return a target of an action: ``Goblins of Marion``."""
    return n.nation_of(say, names, Target.of(text))


def _attack(say: Phrases, rest: Action) -> str:
    if len(rest) == 1:
        return say("attack: {target}", target=goal(say, rest[0]))
    return say("attack: {army} against {target}", target=goal(say, rest[1]), army=_nations(say, rest[:1]))


def _pursue(say: Phrases, rest: Action) -> str:
    if rest[0] == "-":
        return say("ride on against {target}", target=goal(say, rest[1]))
    return say("leave {card} and ride on against {target}", card=n.card(say, rest[0]), target=goal(say, rest[1]))


def _fire(say: Phrases, rest: Action) -> str:
    owner = player(NOBODY, n.shot_owner(rest[0]))
    return say("fire at {card} of {owner}", card=n.shot_card(say, rest[0]), owner=owner)


def limit(say: Phrases, token: str) -> str:
    """Return how far to go on rolling, in words; `token` is that of the action."""
    return rolling_on(say, rolling_of(token))


def rolling_on(say: Phrases, rolling: Rolling) -> str:
    """Return how far to go on rolling, in words."""
    if rolling.rolls is not None:
        return say.plural("roll up to {count} time", "roll up to {count} times", rolling.rolls)
    return say.plural("roll until {count} creature is left", "roll until {count} creatures are left", rolling.left)


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
_ACTIONS: Final[dict[str, Callable[[Phrases, Action], str]]] = {
    "keep": lambda say, rest: say("keep {cards}", cards=n.counted(say, rest)),
    "swap": lambda say, rest: say("swap {card} for an attack card", card=n.card(say, rest[0])),
    "wizard": lambda say, rest: say("wizard for {nations}", nations=_nations(say, rest)),
    "attack": _attack,
    "muster": lambda say, rest: say("hire {cards}", cards=n.counted(say, rest)),
    "roll": lambda say, rest: limit(say, rest[0]) if rest else say("roll"),
    "lose": lambda say, rest: say("lose {cards}", cards=n.counted(say, rest)),
    "pursue": _pursue,
    "fire": _fire,
    "pass": lambda say, rest: say("pass: {scope}", scope=say.message(SCOPE_NAMES[rest[0]])) if rest else say("pass"),
    "ahead": lambda say, rest: limit(say, rest[0]),
}

_REASONS: Final = {
    "resigned": Message("The others have given up."),
    "timeout": Message("The others have run out of time."),
}


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
    reason = _REASONS.get(result.reason)
    return f"{text} {say.message(reason)}" if reason is not None else text


def won(found: Odds) -> int:
    """Return of 100 cards that exchanges like this cost, how many the defender loses."""
    mine, theirs = found.expected
    return round(100 * theirs / (mine + theirs))


def odds(say: Phrases, found: Odds) -> str:
    """Return a sentence like ``3 dice against 1, +1 for you: you win 81 of 100``."""
    red, black = found.dice
    if found.advantage > 0:
        return say(
            "{red} against {black} dice, +1 for you: of 100 cards lost, {won} are theirs",
            red=red,
            black=black,
            won=won(found),
        )
    if found.advantage < 0:
        return say(
            "{red} against {black} dice, +1 against you: of 100 cards lost, {won} are theirs",
            red=red,
            black=black,
            won=won(found),
        )
    return say("{red} against {black} dice: of 100 cards lost, {won} are theirs", red=red, black=black, won=won(found))


def short_odds(say: Phrases, found: Odds) -> str:
    """Return a label like ``3 against 1, +1``, for buttons."""
    red, black = found.dice
    if found.advantage > 0:
        return say("{red} against {black}, +1", red=red, black=black)
    if found.advantage < 0:
        return say("{red} against {black}, −1", red=red, black=black)
    return say("{red} against {black}", red=red, black=black)


def description(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return everything that the reader may know, seat by seat."""
    lines = [say.message(heading(view)), waiting(say, view, names), fight(say, view, names)]
    for seat in view.seats:
        lines += ["", *_seat(say, view, seat, names)]
    lines += ["", say.plural("Draw pile: {count} card.", "Draw pile: {count} cards.", view.pile)]
    if view.discards:
        lines.append(say("Discarded from play: {cards}.", cards=n.counted(say, view.discards)))
    return cut("\n".join(_without_gaps(lines)), EMBED_DESCRIPTION)


def _without_gaps(lines: list[str]) -> list[str]:
    """Return the lines without empty ones beside each other."""
    return [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]


def _seat(say: Phrases, view: View, seat: SeatView, names: Names) -> list[str]:
    who = player(names, seat.seat)
    letter = SEATS[seat.seat]
    title = f"**{who}** ({letter})" if who != letter else f"**{letter}**"
    lines = [
        say.plural(
            "{player}: {count} point as the cards lie now.",
            "{player}: {count} points as the cards lie now.",
            view.points(seat.seat),
            player=title,
        )
    ]
    if seat.left:
        lines.append(say("Has given up; the cards stay."))
    lines += [
        f"- {_nation(say, view, seat, at)}" for at, ranks in enumerate(seat.troops) if ranks.size or ranks.wizards
    ]
    open_cards = [n.card(say, card.code) for card in seat.attacks]
    if seat.catapults:
        open_cards.append(say.plural("{count} catapult", "{count} catapults", seat.catapults))
    if open_cards:
        lines.append(f"- {say.every(open_cards)}")
    if seat.captured:
        lines.append(f"- {say('Captured: {cards}.', cards=n.counted(say, seat.captured))}")
    return [*lines, *(f"- {line}" for line in _hidden(say, seat))]


def _nation(say: Phrases, view: View, seat: SeatView, at: int) -> str:
    ranks = seat.troops[at]
    parts = [n.counted(say, creatures(tuple(ranks if k == at else Ranks() for k in range(len(NATIONS)))))]
    if ranks.wizards:
        parts.append(say.plural("{count} wizard", "{count} wizards", ranks.wizards))
    if seat.seat == view.active and view.force[at].size:
        parts.append(say("{count} fighting", count=view.force[at].size))
    if seat.seat == view.active and view.flipped[at].size:
        parts.append(say("{count} face down", count=view.flipped[at].size))
    if seat.seat in view.largest(at):
        parts.append(say.plural("largest, {count} point", "largest, {count} points", NATIONS[at].largest))
    return f"{n.nation(say, at)} {ranks.size}: {', '.join(part for part in parts if part)}"


def _hidden(say: Phrases, seat: SeatView) -> list[str]:
    """Return what is in hand, as far as the reader may know."""
    if seat.hand:
        return [say("In hand: {cards}.", cards=n.counted(say, seat.hand))]
    if seat.kept:
        return [say("Kept: {cards}.", cards=n.counted(say, seat.kept))]
    if seat.hand_count:
        return [say.plural("{count} card in hand.", "{count} cards in hand.", seat.hand_count)]
    return [say("Has chosen which cards to keep.")] if seat.kept_count else []


def alt_text(say: Phrases, view: View, more: str = "") -> str:
    """Return the position in short form: ``A 22: U3 3i c, G5* 3i1a1m w; captured 4``; a star marks a largest nation."""
    parts = [say.message(heading(view))]
    if view.active is not None and view.target is not None:
        parts.append(f"{SEATS[view.active]} > {view.target.text}.")
    if view.exchange is not None:
        parts.append(f"{'-'.join(map(str, view.exchange.attack))} : {'-'.join(map(str, view.exchange.defence))}.")
    parts += [_short(view, seat) for seat in view.seats]
    parts.append(more)
    return cut(" ".join(part for part in parts if part), ALT_TEXT)


def _short(view: View, seat: SeatView) -> str:
    nations = []
    for at, ranks in enumerate(seat.troops):
        if ranks.size or ranks.wizards:
            star = "*" if seat.seat in view.largest(at) else ""
            counts = "".join(f"{count}{symbol}" for count, symbol in zip(ranks, SYMBOLS, strict=False) if count)
            nations.append(f"{LETTERS[at]}{star} {counts}{' w' * ranks.wizards}".rstrip())
    rest = [f"c{seat.catapults}"] if seat.catapults else []
    rest += [f"#{card.number}" for card in seat.attacks]
    if size(view.force) and seat.seat == view.active:
        rest.append(f"({size(view.force)})")
    return f"{SEATS[seat.seat]} {view.points(seat.seat)}: {', '.join([*nations, *rest])}; {len(seat.captured)}."
