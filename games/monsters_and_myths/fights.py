"""An exchange: dice, the archers' bonus, the comparison, losses (M5.6 to M5.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.monsters_and_myths import catapults
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import AttackCard, Cards, ordered
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.luck import Luck
from games.monsters_and_myths.state import State
from games.monsters_and_myths.troops import NONE, Ranks, Troops, archers, changed, creatures, infantry, size, with_ranks
from games.monsters_and_myths.view import Exchange

ATTACK_DICE: Final = 3
DEFENCE_DICE: Final = 2


def attack_dice(force: Troops, card: AttackCard) -> int:
    """Return how many dice the attacker rolls (M5.6)."""
    return max(1, min(ATTACK_DICE, infantry(force) + card.infantry))


def defence_dice(nation: Ranks) -> int:
    """Return how many dice the defender rolls (M5.6)."""
    return max(1, min(DEFENCE_DICE, nation.infantry))


def advantage(force: Troops, nation: Ranks) -> int:
    """Return 1 where the attacker has the archers' bonus, -1 where the defender has it, else 0 (M5.7)."""
    more = archers(force) - nation.archers
    return (more > 0) - (more < 0)


def compared(attack: Sequence[int], defence: Sequence[int], bonus: int) -> tuple[int, int]:
    """Return how many comparisons attacker and defender lose; dice highest first, `bonus` as of `advantage` (M5.8)."""
    one = attack[0] + (bonus > 0), defence[0] + (bonus < 0)
    pairs = [one]
    if len(attack) > 1 and len(defence) > 1:
        pairs.append((attack[1], defence[1]))
    lost = sum(red <= black for red, black in pairs)
    return lost, len(pairs) - lost


def roll(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    """Roll one exchange; the losers choose what they lose (M5.6 to M5.9)."""
    target = draft.target
    assert target is not None
    nation = draft.nation(target)
    attack = _rolled(draft, attack_dice(draft.force, draft.attack_card), luck)
    defence = _rolled(draft, defence_dice(nation), luck)
    bonus = advantage(draft.force, nation)
    lost = compared(attack, defence, bonus)
    losses = min(lost[0], size(draft.force)), min(lost[1], nation.size)
    profits = {1: seat, -1: target.seat}.get(bonus)
    events.append(ev.Rolled(seat, attack, target.seat, defence, profits, losses))
    draft.exchange = Exchange(attack, target, defence, profits, losses)
    draft.fought = tuple(sorted({*draft.fought, target}, key=lambda fought: fought.text))
    owe = [0] * len(draft.seats)
    owe[seat], owe[target.seat] = losses
    draft.owe, draft.given = tuple(owe), ((),) * len(owe)
    draft.phase, draft.wait = "lose", ()
    if draft.rolling is not None:
        draft.rolling = draft.rolling.after_one()


def _rolled(draft: State, number: int, luck: Luck) -> tuple[int, ...]:
    return tuple(sorted((luck.die(draft) for _ in range(number)), reverse=True))


def losable(state: State, seat: int) -> Cards:
    """Return the creatures among which the seat chooses what it loses: those that fight (M5.8)."""
    if seat == state.active:
        return creatures(state.force)
    assert state.target is not None
    nation = state.target.nation
    return creatures(with_ranks(NONE, nation, state.nation(state.target)))


def lose(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    """Choose what is lost; when both sides have chosen, it is handed over (M5.8)."""
    draft.owe = (*draft.owe[:seat], 0, *draft.owe[seat + 1 :])
    draft.given = (*draft.given[:seat], ordered(tokens), *draft.given[seat + 1 :])
    if any(draft.owe):
        return
    target = draft.target
    assert target is not None
    given, draft.owe, draft.given = draft.given, (), ()
    for loser, winner in ((target.seat, draft.active), (draft.active, target.seat)):
        for code in given[loser]:
            _hand_over(draft, loser, code, winner)
            events.append(ev.Lost(loser, code, winner))
    if draft.nation(target).size and size(draft.force):
        draft.phase = "exchange"
        if draft.rolling is not None and not draft.rolling.goes_on(size(draft.force)):
            draft.rolling = None
    else:
        catapults.end_fight(draft)
    catapults.open_window(draft)


def _hand_over(draft: State, loser: int, code: str, winner: int) -> None:
    draft.put(loser, troops=changed(draft.seats[loser].troops, code, -1))
    if loser == draft.active:
        draft.force = changed(draft.force, code, -1)
    draft.put(winner, captured=ordered((*draft.seats[winner].captured, code)))


def stop(draft: State, seat: int, tokens: Sequence[str], events: Events, luck: Luck) -> None:
    """End the fight (M5.11)."""
    events.append(ev.Stopped(seat))
    catapults.end_fight(draft)
    catapults.open_window(draft)
