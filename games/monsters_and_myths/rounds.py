"""Set-up and rounds: dealing, keeping, laying out with wizards, the order of attack cards (M3, M4); the count (M7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Result
from games.draws import Draws
from games.monsters_and_myths import catapults
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import (
    CATAPULT,
    CREATURES,
    LETTERS,
    NATIONS,
    NONE,
    WIZARD,
    Cards,
    attack_deck,
    first_deck,
    gathered,
    ordered,
    size,
    with_ranks,
)
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.state import DEAL, FIRST_DEAL, ROUNDS, State
from games.monsters_and_myths.view import CAPTURED, largest


def start(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Shuffle, deal the first cards and lay them out in seat order (M3.1 to M3.3)."""
    draft.pile = draft.shuffled(draws, first_deck())
    for other in range(len(draft.seats)):
        draft.put(other, kept=ordered(_from_pile(draft, FIRST_DEAL)))
    draft.pile = draft.shuffled(draws, (*draft.pile, *attack_deck()))
    _lay_out(draft, 0, events, draws)


def _from_pile(draft: State, number: int) -> Cards:
    """Return the top of the pile; rule cases may have fewer cards there, a match always has enough (M4.1)."""
    cards, draft.pile = draft.pile[:number], draft.pile[number:]
    return cards


def _begin_round(draft: State, events: Events, draws: Draws) -> None:
    """Deal the cards of the next round; before the last one everything discarded is shuffled in (M4.1)."""
    draft.round += 1
    draft.phase = "keep"
    if draft.round == ROUNDS:
        thrown = [code for what in draft.seats for code in what.away]
        draft.pile = draft.shuffled(draws, (*draft.pile, *thrown, *draft.discards))
        draft.discards = ()
        for seat in range(len(draft.seats)):
            draft.put(seat, away=())
        events.append(ev.Reshuffled(len(draft.pile)))
    events.append(ev.RoundBegan(draft.round))
    for seat in range(len(draft.seats)):
        hand = ordered(_from_pile(draft, DEAL))
        draft.put(seat, hand=hand)
        events.append(ev.Dealt(seat, hand))


def keep(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Keep some of the cards dealt; when all have chosen, they are laid out (M4.2, M4.3)."""
    what = draft.seats[seat]
    thrown = list(what.hand)
    for code in tokens:
        thrown.remove(code)
    draft.put(seat, hand=(), kept=ordered(tokens), away=ordered((*what.away, *thrown)))
    events.append(ev.Kept(seat, draft.seats[seat].kept))
    if not any(other.hand for other in draft.seats):
        _lay_out(draft, 0, events, draws)


def swap(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Swap a card of the hand for the first attack card of the pile, which it takes the place of (M10.10)."""
    (gave,) = tokens
    at = next(place for place, code in enumerate(draft.pile) if code.isdigit())
    took = draft.pile[at]
    hand = list(draft.seats[seat].hand)
    hand.remove(gave)
    draft.put(seat, hand=ordered((*hand, took)))
    draft.pile = (*draft.pile[:at], gave, *draft.pile[at + 1 :])
    draft.aside(seat)
    events.append(ev.Swapped(seat, gave, took))


def may_swap(state: State, seat: int) -> bool:
    """Return whether the seat was dealt no attack card and may swap for one (M10.10)."""
    if not state.options.guarantee_attack or any(code.isdigit() for code in state.seats[seat].hand):
        return False
    return any(code.isdigit() for code in state.pile)


def _lay_out(draft: State, first: int, events: Events, draws: Draws) -> None:
    """Lay kept cards out, seat by seat, until somebody has to place wizards or all are done (M3.1, M4.3)."""
    for seat in range(first, len(draft.seats)):
        _lay_out_of(draft, seat, events)
        if draft.seats[seat].new:
            draft.phase, draft.turn = "wizards", seat
            return
    draft.turn = -1
    if draft.round == 0:
        _begin_round(draft, events, draws)
    else:
        next_card(draft, events, draws)


def _lay_out_of(draft: State, seat: int, events: Events) -> None:
    what = draft.seats[seat]
    if not what.kept:
        return
    attacks = sorted(int(code) for code in what.kept if code.isdigit())
    draft.put(
        seat,
        kept=(),
        troops=gathered((code for code in what.kept if code in CREATURES), what.troops),
        new=what.kept.count(WIZARD),
        catapults=what.catapults + what.kept.count(CATAPULT),
        attacks=tuple(sorted((*what.attacks, *attacks))),
    )
    events.append(ev.LaidOut(seat, what.kept))
    new = draft.seats[seat].new
    if new and not size(draft.seats[seat].troops):
        draft.put(seat, new=0)
        draft.discards = ordered((*draft.discards, *[WIZARD] * new))
        events.append(ev.WizardsLost(seat, new))


def place_wizards(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Give each new wizard to a nation (M3.2, M4.3)."""
    troops = draft.seats[seat].troops
    for nation in sorted(LETTERS.index(letter) for letter in tokens):
        ranks = troops[nation]
        troops = with_ranks(troops, nation, ranks._replace(wizards=ranks.wizards + 1))
        events.append(ev.WizardPlaced(seat, nation))
    draft.put(seat, troops=troops, new=0)
    _lay_out(draft, seat + 1, events, draws)


def next_card(draft: State, events: Events, draws: Draws) -> None:
    """Begin with the lowest attack card in play; without any the round ends (M4.4)."""
    in_play = [(number, seat) for seat, what in enumerate(draft.seats) for number in what.attacks]
    if not in_play:
        _end_round(draft, events, draws)
        return
    draft.card, draft.active = min(in_play)
    draft.phase = "card"
    events.append(ev.CardBegan(draft.active, draft.card))
    catapults.open_window(draft)


def finish_card(draft: State, events: Events, draws: Draws) -> None:
    """Discard the attack card, turn flipped cards up, and go on (M5.13)."""
    owner, number = draft.active, draft.card
    draft.put(owner, attacks=tuple(n for n in draft.seats[owner].attacks if n != number))
    draft.discards = ordered((*draft.discards, str(number)))
    draft.force = draft.flipped = NONE
    draft.target, draft.fought, draft.paid, draft.rolling, draft.exchange = None, (), False, None, None
    draft.active, draft.card, draft.wait = -1, 0, ()
    catapults.lapse(draft, "fight", "card")
    events.append(ev.CardDone(owner, number))
    next_card(draft, events, draws)


def _end_round(draft: State, events: Events, draws: Draws) -> None:
    """Discard wizards and catapults and go on with the next round or the count (M4.5)."""
    for seat, what in enumerate(draft.seats):
        wizards = sum(ranks.wizards for ranks in what.troops)
        cleared = (*[WIZARD] * wizards, *[CATAPULT] * what.catapults)
        if not cleared:
            continue
        troops = tuple(ranks._replace(wizards=0) for ranks in what.troops)
        draft.put(seat, troops=troops, catapults=0)
        draft.discards = ordered((*draft.discards, *cleared))
        events.append(ev.Cleared(seat, cleared))
    catapults.lapse(draft, "round", "attacked")
    if draft.round == ROUNDS:
        count(draft, events)
    else:
        _begin_round(draft, events, draws)


COUNTED = "points"
"""The reason of a result that was counted."""


def _largest(state: State, nation: int) -> tuple[int, ...]:
    return largest([seat.troops for seat in state.seats], nation)


def points(state: State) -> tuple[int, ...]:
    """Return the victory points of each seat as the cards lie now (M7.1, M7.2)."""
    totals = [CAPTURED * len(what.captured) for what in state.seats]
    for nation in NATIONS:
        for seat in _largest(state, nation.index):
            totals[seat] += nation.largest
    return tuple(totals)


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats in groups, the best first: by points, then by captured cards (M7.3).

    Whoever has given up stands behind all others, who gave up last first (M9.2).
    """
    counted = points(state)
    groups: dict[tuple[int, int], list[int]] = {}
    for seat in state.playing():
        groups.setdefault((counted[seat], len(state.seats[seat].captured)), []).append(seat)
    behind = ((seat,) for seat in reversed(state.left))
    return (*(tuple(groups[key]) for key in sorted(groups, reverse=True)), *behind)


def count(draft: State, events: list[ev.Event]) -> None:
    """Count the points and end the match (M7)."""
    crowns = ((nation, _largest(draft, nation.index)) for nation in NATIONS)
    events += [ev.LargestCounted(nation.index, seats, nation.largest) for nation, seats in crowns if seats]
    counted = points(draft)
    events += [ev.PointsCounted(seat, counted[seat], len(what.captured)) for seat, what in enumerate(draft.seats)]
    end(draft, Result(ranking(draft), COUNTED, counted), events)


def end(draft: State, result: Result, events: list[ev.Event]) -> None:
    """End the match with that result."""
    draft.phase, draft.result = "over", result
    draft.turn, draft.active, draft.card = -1, -1, 0
    draft.force = draft.flipped = NONE
    draft.target, draft.fought, draft.paid, draft.rolling = None, (), False, None
    draft.wait, draft.owe, draft.given = (), (), ()
    events.append(ev.Ended(result))
