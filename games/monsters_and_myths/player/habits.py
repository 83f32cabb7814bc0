"""What comes first to somebody's mind: a good answer to every choice, from what lies open and one exchange ahead.

Those who play on in their heads have everybody answer like this; what is hidden from the seat itself is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.api import Action
from games.monsters_and_myths import attacks, fights
from games.monsters_and_myths import state as st
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import (
    BY_CODE,
    CATAPULT,
    CREATURES,
    LETTERS,
    NATIONS,
    NONE,
    WIZARD,
    Cards,
    Ranks,
    Troops,
    changed,
    creatures,
    first_nation,
    gathered,
    ordered,
    size,
    with_ranks,
)
from games.monsters_and_myths.catapults import can_fire, targets
from games.monsters_and_myths.dice import ATTACK_DICE, DEFENCE_DICE
from games.monsters_and_myths.player.levels import Taste
from games.monsters_and_myths.player.worth import POINT, crowns, sizes_of, swing
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import CAPTURED, SEATS, Target

PRIZE: Final = CAPTURED * POINT
"""What a captured card is worth."""
_CATAPULT, _WIZARD, _ATTACK, _FURTHER = 1500, 1200, 4000, 2000
"""What cards other than creatures are worth when it is chosen what to keep."""
SCALE: Final = 10_000


class Habits:
    """The habits of a taste."""

    def __init__(self, taste: Taste) -> None:
        self.taste = taste

    def answer(self, state: State, seat: int) -> Action:
        """Return what a seat that is waited for answers."""
        if seat in state.wait:
            return self.window(state, seat)
        phase = state.phase
        if seat == state.active and (shot := self.last_shot(state, seat)) is not None:
            return shot
        if phase == "keep":
            return self.keep(state, seat)
        if phase == "wizards":
            return self.place(state, seat)
        if phase == "lose":
            return self.lose(state, seat)
        if phase in ("card", "target"):
            return self.attack(state, seat)
        if phase == "after":
            return self.pursue(state, seat)
        if phase == "exchange" and self.taste.careful and self.further(state) <= 0:
            return ("stop",)
        return ("roll",) if phase in ("ready", "exchange") else ("start",)

    # cards

    def keep(self, state: State, seat: int) -> Action:
        """Return the cards that are worth most together."""
        return max(self.kept(state, seat))[1]

    def kept(self, state: State, seat: int) -> list[tuple[int, Action]]:
        """Return all ways to keep cards, with what they are worth."""
        hand, number = ordered(state.seats[seat].hand), st.kept(state.round)
        sizes = [sizes_of(state, nation.index) for nation in NATIONS]
        return [
            (self._worth(state.round, cards, sizes, seat), ("keep", *cards))
            for cards in sorted(set(combinations(hand, number)))
        ]

    def _worth(self, round_: int, cards: Cards, sizes: Sequence[tuple[int, ...]], seat: int) -> int:
        more = [0] * len(NATIONS)
        attack_cards = total = 0
        for code in cards:
            if code in CREATURES:
                more[CREATURES[code][0]] += 1
            elif code.isdigit():
                attack_cards += 1
            else:
                total += _CATAPULT if code == CATAPULT else _WIZARD
        if attack_cards:
            total += _ATTACK + _FURTHER * (attack_cards - 1)
        for nation, number in enumerate(more):
            if number:
                own = sizes[nation]
                after = (*own[:seat], own[seat] + number, *own[seat + 1 :])
                total += crowns(round_, nation, after)[seat] - crowns(round_, nation, own)[seat]
        return total

    def place(self, state: State, seat: int) -> Action:
        """Return the nation whose loss would cost most, for all new wizards."""
        own = [nation.index for nation in NATIONS if size((state.seats[seat].troops[nation.index],))]
        best = max(own, key=lambda nation: (self.price(state, seat, seat, nation), nation))
        return ("wizard", *[LETTERS[best]] * state.seats[seat].new)

    def price(self, state: State, loser: int, seat: int, nation: int) -> int:
        """Return what it costs a seat that `loser` has a creature of a nation less."""
        return -swing(state.round, nation, sizes_of(state, nation), loser, seat) if self.taste.nations else 0

    # attacks

    def promise(self, state: State, force: Troops, target: Target) -> int:
        """Return what the next exchange of an attack is worth to the attacker."""
        attacker, nation = state.active, state.seats[target.seat].troops[target.nation]
        lost, won = expected(force, state.card, nation)
        own = first_nation(force)
        assert own is not None
        gain = PRIZE - self.price(state, target.seat, attacker, target.nation)
        loss = PRIZE // 2 + self.price(state, attacker, attacker, own)
        return (won * gain - lost * loss) // SCALE

    def further(self, state: State) -> int:
        """Return what another roll promises."""
        assert state.target is not None
        return self.promise(state, state.force, state.target)

    def attack(self, state: State, seat: int) -> Action:
        """Return the most promising attack with the card that is resolved, or the army for it."""
        if state.phase == "target":
            goals = attacks.goals(state, None)
            return ("attack", max((self.promise(state, state.force, goal), goal.text) for goal in goals)[1])
        if not attacks.can_attack(state):
            return ("none",)
        if not state.attack_card.battle:
            return ("muster", *self.army(state, seat))
        return max(self.battles(state, seat))[1]

    def battles(self, state: State, seat: int) -> list[tuple[int, Action]]:
        """Return all attacks with a battle card, with what their first exchange promises."""
        return [
            (self.promise(state, force, goal), ("attack", LETTERS[nation], goal.text))
            for nation in attacks.attacking_nations(state)
            for force in [with_ranks(NONE, nation, state.seats[seat].troops[nation]._replace(wizards=0))]
            for goal in attacks.goals(state, nation)
        ]

    def army(self, state: State, seat: int) -> Cards:
        """Return an army: swords first, then bows, then horses, from where they are needed least."""
        kinds = sorted(
            creatures(state.seats[seat].troops),
            key=lambda code: (CREATURES[code][1], self.price(state, seat, seat, CREATURES[code][0])),
        )
        return ordered(kinds[: attacks.army_size(state)])

    def pursue(self, state: State, seat: int) -> Action:
        """Return the most promising pursuit, or the end."""
        found = self.pursuits(state)
        return max(found)[1] if found and max(found)[0] > 0 else ("end",)

    def pursuits(self, state: State) -> list[tuple[int, Action]]:
        """Return all pursuits, with what their first exchange promises."""
        goals = attacks.further_goals(state)
        found: list[tuple[int, Action]] = []
        for flip in attacks.flippable(state):
            force = state.force if flip == NO_FLIP else changed(state.force, flip, -1)
            if size(force):
                found += [(self.promise(state, force, goal), ("pursue", flip, goal.text)) for goal in goals]
        return found

    # losses and catapults

    def lose(self, state: State, seat: int) -> Action:
        """Return the cards whose loss costs least: dice first, then the bonus, then what they are worth."""
        owed, attacker = state.owe[seat], seat == state.active
        assert state.target is not None
        target = state.seats[state.target.seat].troops[state.target.nation]
        bows = target.archers if attacker else sum(ranks.archers for ranks in state.force)

        def cost(cards: Cards) -> tuple[int, Cards]:
            gone = gathered(cards)
            left = [sum(ranks[symbol] for ranks in gone) for symbol in range(3)]
            have = state.force if attacker else (target,)
            swords, archers, riders = (sum(ranks[s] for ranks in have) - left[s] for s in range(3))
            dice = (
                min(ATTACK_DICE, swords + state.attack_card.infantry) if attacker else min(DEFENCE_DICE, max(1, swords))
            )
            bonus = (archers > bows) - (archers < bows)
            value = 600 * dice + 500 * bonus + 60 * archers + 30 * min(riders, 2) + 20 * swords
            return sum(self.price(state, seat, seat, CREATURES[code][0]) for code in cards) - value, cards

        ways = sorted(set(combinations(fights.losable(state, seat), owed)))
        return ("lose", *min(ways, key=cost))

    def window(self, state: State, seat: int) -> Action:
        """Return a shot before catapults are lost, or when the seat is attacked; else a pass.

        It goes no further than the fight, or a seat that has passed is not asked at the last card, nor when it is
        ridden against.
        """
        attacked = state.phase == "ready" and state.target is not None and state.target.seat == seat
        if attacked or last_card(state):
            shots = self.shots(state, seat)
            if shots:
                return ("fire", max(shots)[1])
        return ("pass", "fight") if state.phase in ("ready", "exchange") else ("pass",)

    def last_shot(self, state: State, seat: int) -> Action | None:
        """Return the shot of an attacker who would lose catapults unused otherwise; nobody asks for it (M6.4).

        The fights are over then, so that it is known which nation is worth it; or there is none.
        """
        ends = state.phase == "after" or (state.phase == "card" and not attacks.can_attack(state))
        if not ends or not last_card(state) or not can_fire(state, seat):
            return None
        return ("fire", max(self.shots(state, seat))[1])

    def shots(self, state: State, seat: int) -> list[tuple[int, str]]:
        """Return all shots, with what their hits are worth."""
        return [(self.hit(state, seat, aim), aim) for aim in targets(state, seat)]

    def hit(self, state: State, seat: int, aim: str) -> int:
        """Return what it is worth to a seat to hit something."""
        letter, code, *where = aim.split(".")
        if code[1] == WIZARD:
            return PRIZE
        fights_on = 200 if where else 0
        return PRIZE + fights_on - self.price(state, SEATS.index(letter), seat, CREATURES[code][0])


def last_card(state: State) -> bool:
    """Return whether this is the last attack card of the round, with which catapults are lost (M4.5)."""
    return sum(len(what.attacks) for what in state.seats) == 1


def expected(force: Troops, card: int, nation: Ranks) -> tuple[int, int]:
    """Return how many cards attacker and defender lose by an exchange on average, in ten-thousandths."""
    swords = sum([ranks.infantry for ranks in force])
    bows = sum([ranks.archers for ranks in force])
    return _expected(min(swords, ATTACK_DICE), bows, min(size(force), fights.MOST + 1), card, nation)


@lru_cache(65536)
def _expected(swords: int, bows: int, creatures_: int, card: int, nation: Ranks) -> tuple[int, int]:
    force = with_ranks(NONE, 0, Ranks(swords, bows, max(0, creatures_ - swords - bows)))
    lost, won = fights.of_exchange(force, BY_CODE[str(card)], nation).expected
    return int(lost * SCALE), int(won * SCALE)
