"""What is not known in a study: the cards that others were dealt or have kept, what comes from the pile, dice (M8).

What others have chosen in secret and nobody knows yet is chosen anew: it is asked from the game's own pages. The cards
dealt to a seat are asked about before it chooses; cards kept by those who lay out later, when they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from games.api import Action, IllegalAction, Step
from games.doubts import Doubt, Supposed
from games.draws import Dice
from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import BY_CODE, Cards, name, ordered
from games.monsters_and_myths.dice import ATTACKING, CATAPULT_DIE, DEFENDING
from games.monsters_and_myths.state import DEAL, Seat, State, kept
from games.monsters_and_myths.view import View
from games.monsters_and_myths.worlds import taken, world
from games.values import value

DIE: Final = "die"
"""Before the face, the token of a face of a die."""
HAND: Final = Message("Which cards were dealt? Choose any of those that have not been seen.")
KEPT: Final = Message("Which cards are laid out? Choose any of those that have not been seen.")
SWAP: Final = Message("Which attack card comes from the pile?")
DICE: Final = {
    ATTACKING: Message("What do the dice of the attack show?"),
    DEFENDING: Message("What do the dice of the defense show?"),
    CATAPULT_DIE: Message("What does the die of the catapult show?"),
}


@value
class Noted:
    """What is known of cards besides the position: of each seat those in its hand that were supposed, and the rest."""

    named: tuple[Cards, ...]
    away: tuple[Cards, ...]
    """Of each seat the cards that it has thrown away and nobody knows."""


class Studied:
    """The part of the game that answers for studies (`games.doubts.StudiedGame` and `RiskyGame`)."""

    def imagine(self, view: View, random: Random) -> Supposed:
        """Return a position that may be the one of a view, in which secret choices of others are still open."""
        if view.result is not None or view.phase == "start":
            over = Message("The match is over; there is nothing to try out at its end.")
            raise IllegalAction(over if view.result is not None else Message("There are no turns yet."), "M7")
        view, anew = _reopened(view)
        state = world(view, random)
        for seat in anew:
            assert view.exchange is not None
            lost = view.exchange.losses[seat != state.active]
            state.owe = (*state.owe[:seat], lost, *state.owe[seat + 1 :])
            state.given = (*state.given[:seat], (), *state.given[seat + 1 :])
        unknown = tuple(
            seat.hand_count * (seat.hand is None) or seat.kept_count * (seat.kept is None) for seat in view.seats
        )
        away = (s.away if seen.away is None else () for s, seen in zip(state.seats, view.seats, strict=True))
        return Supposed(state, view.reader, unknown, Noted(((),) * len(unknown), tuple(away)))

    def before(self, at: Supposed, seat: int) -> Doubt | None:
        """Return which cards a seat was dealt, before it chooses which it keeps."""
        count = at.unknown[seat]
        if not count or not at.state.seats[seat].hand:
            return None
        return Doubt("hand", seat, HAND, _possible(at, seat), count)

    def within(
        self, at: Supposed, seat: int, action: Action, step: Step | None, settled: Collection[str]
    ) -> Doubt | None:
        """Return the first thing that an action hangs on and that nobody has supposed."""
        asked = (doubt for doubt in _asked(at, seat, action, step) if doubt.key not in settled)
        return next((doubt for doubt in asked if len(set(doubt.possible)) > 1), None)

    def dice(self, at: Supposed, seat: int, key: str, dice: Dice) -> Doubt:
        """Return the question how dice fall."""
        state: State = at.state
        if dice.kind == DEFENDING and state.target is not None:
            seat = state.target.seat
        faces = tuple(f"{DIE}{face + 1}" for face in range(dice.sides) for _ in range(dice.number))
        return Doubt(key, seat, DICE[dice.kind], faces, dice.number)

    def suppose(self, at: Supposed, doubt: Doubt, tokens: Action, random: Random) -> Supposed:
        """Return the position after an answer. Raises `IllegalAction` for cards that cannot be there."""
        if len(tokens) > doubt.count or Counter(tokens) - Counter(doubt.possible):
            raise IllegalAction(Message("Those cards cannot be there."), "M8")
        if doubt.key == "swap":
            return replace(at, state=_first_attack(at.state, tokens[0] if tokens else random.choice(doubt.possible)))
        return _dealt(at, doubt.seat, tokens, random)

    def follow(self, at: Supposed, step: Step) -> tuple[Supposed, tuple[ev.Event, ...]]:
        """Return the position after a step, in which nobody has said yet which cards were dealt."""
        unknown, noted, events = list(at.unknown), at.noted, []
        for event in step.events:
            match event:
                case ev.Dealt(seat, cards):
                    unknown[seat] = len(cards)
                    noted = replace(noted, named=_with(noted.named, seat, ()))
                    continue
                case ev.LaidOut(seat) | ev.Kept(seat):
                    unknown[seat] = 0
                case ev.Reshuffled():
                    noted = replace(noted, away=((),) * len(unknown))
            events.append(event)
        return replace(at, state=step.state, unknown=tuple(unknown), noted=noted), tuple(events)

    def called(self, token: str) -> Message:
        """Return the name of something that may be supposed."""
        return Message("Die: {face}", face=int(token[len(DIE) :])) if token.startswith(DIE) else name(token)

    def bare(self, at: Supposed) -> State:
        """Return the state; what is hidden in it is shown to nobody."""
        state: State = at.state
        return state


def _reopened(view: View) -> tuple[View, list[int]]:
    """Return a view before others have chosen in secret what nobody knows yet, and who is to choose a loss anew."""
    if view.phase == "lose":
        anew = [seat for seat in view.chosen if seat != view.reader]
        return replace(view, chosen=tuple(seat for seat in view.chosen if seat not in anew)), anew
    if view.phase != "keep":
        return view, []
    less = DEAL - kept(view.round)
    seats = tuple(
        replace(seat, hand_count=DEAL, kept_count=0, away_count=seat.away_count - less)
        if seat.kept is None and seat.kept_count and not seat.left
        else seat
        for seat in view.seats
    )
    return replace(view, seats=seats), []


def _hidden(at: Supposed, seat: int) -> Cards:
    """Return the cards of a seat that nobody has supposed: of its hand, or of those that it has kept."""
    what: Seat = at.state.seats[seat]
    if not at.unknown[seat]:
        return ()
    return ordered((Counter(what.hand or what.kept) - Counter(at.noted.named[seat])).elements())


def _pool(at: Supposed) -> Cards:
    """Return all cards whose place nobody knows."""
    seats = range(len(at.unknown))
    return ordered([*at.state.pile, *(card for seat in seats for card in (*_hidden(at, seat), *at.noted.away[seat]))])


def _possible(at: Supposed, seat: int) -> tuple[str, ...]:
    """Return the cards that a seat may have, as often as each may be among them; the first deal has no attack cards."""
    most = at.unknown[seat]
    counts = Counter(card for card in _pool(at) if at.state.round or card not in BY_CODE)
    return tuple(card for card, count in counts.items() for _ in range(min(count, most)))


def _asked(at: Supposed, seat: int, action: Action, step: Step | None) -> Iterator[Doubt]:
    """Yield what an action hangs on: the card that a swap brings, what others lay out."""
    if action[0] == "swap":
        cards = tuple(dict.fromkeys(ordered(card for card in at.state.pile if card in BY_CODE)))
        yield Doubt("swap", seat, SWAP, cards)
    for event in () if step is None else step.events:
        if isinstance(event, ev.LaidOut) and at.unknown[event.seat] and at.state.seats[event.seat].kept:
            count = at.unknown[event.seat]
            yield Doubt(f"laid.{event.seat}.{count}", event.seat, KEPT, _possible(at, event.seat), count)


def _first_attack(state: State, card: str) -> State:
    """Return the state in which a card is the first attack card of the pile."""
    pile = list(state.pile)
    first, at = next(place for place, code in enumerate(pile) if code in BY_CODE), pile.index(card)
    pile[first], pile[at] = pile[at], pile[first]
    made = state.draft()
    made.pile = tuple(pile)
    return made


def _dealt(at: Supposed, seat: int, named: Cards, random: Random) -> Supposed:
    """Return the position in which a seat has these cards, and nobody knows where the others are.

    Without any, all that it has is as chance gives it, and counts as supposed.
    """
    pool = list((Counter(_pool(at)) - Counter(named)).elements())
    random.shuffle(pool)
    state: State = at.state.draft()
    away = list(at.noted.away)
    # The seat comes first: others have whatever is left.
    for other in sorted(range(len(away)), key=lambda one: one != seat):
        hidden, own = _hidden(at, other), named if other == seat else ()
        if hidden:
            zone = "hand" if at.state.seats[other].hand else "kept"
            rest = taken(pool, len(hidden) - len(own), attacks=state.round > 0)
            state.put(other, **{zone: ordered((*at.noted.named[other], *own, *rest))})
        if away[other]:
            known = Counter(at.state.seats[other].away) - Counter(away[other])
            away[other] = taken(pool, len(away[other]))
            state.put(other, away=ordered((*known.elements(), *away[other])))
    state.pile = tuple(pool)
    left = at.unknown[seat] - len(named) if named else 0
    noted = Noted(_with(at.noted.named, seat, ordered((*at.noted.named[seat], *named))), tuple(away))
    unknown = (*at.unknown[:seat], left, *at.unknown[seat + 1 :])
    return replace(at, state=state, unknown=unknown, noted=noted)


def _with(values: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*values[:seat], cards, *values[seat + 1 :])
