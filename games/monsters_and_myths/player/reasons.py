"""Why a computer player does what it does, in one sentence: what sets its way apart from the next best one.

What is said follows from what lies open, and from the exact odds of one exchange. Reviews say the same, to everybody:
no sentence speaks to whoever plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from games.api import Action
from games.messages import Message
from games.monsters_and_myths.cards import (
    CATAPULT,
    CREATURES,
    LETTERS,
    NATION_NAMES,
    NONE,
    WIZARD,
    with_ranks,
)
from games.monsters_and_myths.player.habits import Habits, expected, last_card
from games.monsters_and_myths.player.worth import crowns, sizes_of
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import SEATS, Target

BEST: Final = Message("Played on to the end of the round again and again, it came out best.")

ATTACKS: Final = Message("It keeps an attack card: nobody can attack without one.")
MORE_ATTACKS: Final = Message("It keeps one more attack card.")
CATAPULTS: Final = Message("It keeps a catapult, which can capture a card of anybody's in this round.")
WIZARDS: Final = Message("It keeps a wizard, who protects a nation in this round.")

BARGAIN: Final = Message("Of all attacks it captures the most cards for those that it costs, on average.")
GAINS: Final = Message("On average its first roll captures more cards than it costs.")
MUST: Final = Message("There has to be an attack, and on average this one costs the least.")
SPARES: Final = Message("It risks the creatures that are needed least.")
ARCHERS: Final = Message("Its archers add 1 to the highest die where the defender has fewer.")
RIDERS: Final = Message("With its riders the attack can go on against another nation afterwards.")
ROLL: Final = Message("On average the next roll captures more cards than it costs.")
ROLL_ON: Final = Message("Rolling again comes out better at the end of the round than stopping.")
STOP: Final = Message("On average the next roll costs more cards than it captures.")
STOP_NOW: Final = Message("Stopping comes out better at the end of the round than rolling again.")
PURSUE: Final = Message("There is more to win in another nation.")
END: Final = Message("Riding on would cost more than it wins.")

LAST_SHOT: Final = Message("This is the last attack, and after it unused catapults are discarded.")
DEFEND: Final = Message("A hit weakens the attacking force.")
BREACH: Final = Message("Without its wizards a nation can be attacked.")
SHOT: Final = Message("A hit there is worth more than a catapult kept.")
PASS: Final = Message("The catapult is worth more later.")
GUARD: Final = Message("It protects the nation whose losses would cost most.")
LOSS: Final = Message("It gives away the creatures that are needed least.")


def of(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    """Return why an action of a seat is the best one; `others` are what else was weighed, the next best first."""
    teller = _TELLERS.get(action[0])
    return BEST if teller is None else teller(state, seat, action, others, habits)


def _keep(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    """Return what it keeps more of than the next best way in which that tells anything."""
    kept = Counter(action[1:])
    for one in others:
        if said := _more(state, seat, kept, Counter(one[1:])):
            return said
    return BEST


def _more(state: State, seat: int, kept: Counter[str], other: Counter[str]) -> Message | None:
    """Return the kind of card of which more are kept than in another way, the one that counts most first."""
    more = kept - other
    attacks, against = (sum(count for code, count in cards.items() if code.isdigit()) for cards in (kept, other))
    if attacks > against:
        return MORE_ATTACKS if against else ATTACKS
    gains: dict[int, int] = {}
    for nation in {CREATURES[code][0] for code in more if code in CREATURES}:
        sizes = sizes_of(state, nation)
        own, next_best = (_of_nation(cards, nation) for cards in (kept, other))
        worths = [
            crowns(state.round, nation, (*sizes[:seat], sizes[seat] + count, *sizes[seat + 1 :]))[seat]
            for count in (own, next_best)
        ]
        gains[nation] = worths[0] - worths[1]
    best = max(gains, key=gains.__getitem__, default=None)
    if best is not None and gains[best] > 0:
        return Message(
            "It makes a nation larger, and whoever has the most of it at the end scores: {nation}.",
            nation=NATION_NAMES[best],
        )
    if more[CATAPULT]:
        return CATAPULTS
    return WIZARDS if more[WIZARD] else None


def _of_nation(cards: Counter[str], nation: int) -> int:
    return sum(count for code, count in cards.items() if code in CREATURES and CREATURES[code][0] == nation)


def _attack(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    lost, won = _exchange(state, seat, action)
    best = all(won - lost >= other[1] - other[0] for other in (_exchange(state, seat, one) for one in others))
    if won > lost:
        return BARGAIN if best and others else GAINS
    return MUST if best else BEST


def _exchange(state: State, seat: int, action: Action) -> tuple[int, int]:
    """Return how many cards attacker and defender lose by the first roll of an attack, on average."""
    target, force = Target.of(action[-1]), state.force
    if len(action) > 2:
        nation = LETTERS.index(action[1])
        force = with_ranks(NONE, nation, state.seats[seat].troops[nation]._replace(wizards=0))
    return expected(force, state.card, state.seats[target.seat].troops[target.nation])


def _muster(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    if action[1:] == habits.army(state, seat):
        return SPARES
    kinds = Counter(CREATURES[code][1] for code in action[1:])
    other = Counter(CREATURES[code][1] for code in others[0][1:]) if others else Counter[int]()
    if kinds[1] > other[1]:
        return ARCHERS
    return RIDERS if kinds[2] > other[2] else BEST


def _next_roll(state: State) -> tuple[int, int]:
    assert state.target is not None
    return expected(state.force, state.card, state.seats[state.target.seat].troops[state.target.nation])


def _roll(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    lost, won = _next_roll(state)
    return ROLL if won > lost else ROLL_ON


def _stop(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    lost, won = _next_roll(state)
    return STOP if lost > won else STOP_NOW


def _fire(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    letter, code, *where = action[1].split(".")
    if code[1] == WIZARD:
        return BREACH
    nation, sizes = CREATURES[code][0], sizes_of(state, CREATURES[code][0])
    if where and state.target is not None and state.target.seat == seat:
        return DEFEND
    if sizes[SEATS.index(letter)] == max(sizes):
        return Message("A hit weakens a nation of which nobody has more: {nation}.", nation=NATION_NAMES[nation])
    return LAST_SHOT if last_card(state) else SHOT


def _wizard(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    return GUARD if action == habits.place(state, seat) else BEST


def _lose(state: State, seat: int, action: Action, others: Sequence[Action], habits: Habits) -> Message:
    return LOSS if action == habits.lose(state, seat) else BEST


Teller = Callable[[State, int, Action, Sequence[Action], Habits], Message]
_TELLERS: Final[dict[str, Teller]] = {
    "keep": _keep,
    "attack": _attack,
    "muster": _muster,
    "roll": _roll,
    "stop": _stop,
    "pursue": lambda *_: PURSUE,
    "end": lambda *_: END,
    "fire": _fire,
    "pass": lambda *_: PASS,
    "wizard": _wizard,
    "lose": _lose,
}
