"""One attack card: who may attack what, armies of mercenaries, pursuit, the end of the card (M5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.draws import Draws
from games.monsters_and_myths import catapults, rounds
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import (
    CREATURES,
    LETTERS,
    NATIONS,
    NONE,
    changed,
    count,
    creatures,
    first_nation,
    gathered,
    mounted,
    size,
    with_ranks,
)
from games.monsters_and_myths.catapults import Events
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import Target, View

NO_FLIP = "-"
"""Stands for the flipped card of a pursuit whose card was flipped before (M6.4)."""


def goals(match: State | View, nation: int | None) -> list[Target]:
    """Return the nations that the active seat may attack with a nation, or (`None`) with mercenaries (M5.3 to M5.5)."""
    types = range(len(NATIONS)) if nation is None else sorted({nation, NATIONS[nation].enemy})
    return [
        Target(seat, target)
        for seat, troops in enumerate([theirs.troops for theirs in match.seats])
        if seat != match.active
        for target in types
        if troops[target].size and not troops[target].wizards
    ]


def attacking_nations(state: State) -> list[int]:
    """Return the own nations that can attack something with the battle card (M5.3, M5.5)."""
    own = state.seats[state.active].troops
    able = (nation.index for nation in NATIONS if own[nation.index].size and not own[nation.index].wizards)
    return [nation for nation in able if goals(state, nation)]


def army_size(state: State) -> int:
    """Return how many creatures the mercenary card takes (M5.4)."""
    return min(state.attack_card.size, size(state.seats[state.active].troops))


def can_attack(state: State) -> bool:
    """Return whether the attack card allows any attack now (M5.2)."""
    if state.attack_card.battle:
        return bool(attacking_nations(state))
    return army_size(state) > 0 and bool(goals(state, None))


def forces_nation(state: State) -> int | None:
    """Return the nation that fights with a battle card; `None` for mercenaries."""
    if not state.attack_card.battle:
        return None
    return first_nation(state.force)


def further_goals(state: State) -> list[Target]:
    """Return the nations that a pursuit may be led against (M5.12)."""
    return [goal for goal in goals(state, forces_nation(state)) if goal not in state.fought]


def flippable(match: State | View) -> list[str]:
    """Return the committed cards that may be flipped for a pursuit: not the only one that is mounted (M5.12)."""
    riders = mounted(match.force)
    if not riders:
        return []
    if match.paid:
        return [NO_FLIP]
    kinds = [code for code in CREATURES if count(match.force, code)]
    return [code for code in kinds if riders > 1 or CREATURES[code][1] != 2]


def attack(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Attack with a whole nation, or with the army that was mustered (M5.3, M5.4)."""
    *own, target = tokens
    if own:
        nation = LETTERS.index(own[0])
        ranks = draft.seats[seat].troops[nation]
        draft.force = with_ranks(NONE, nation, ranks._replace(wizards=0))
    _turn_against(draft, Target.of(target), events)


def muster(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Name the army of a mercenary card (M5.4)."""
    draft.force = gathered(tokens)
    draft.phase = "target"
    events.append(ev.Mustered(seat, creatures(draft.force)))


def pursue(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """Leave a card behind and attack another nation (M5.12)."""
    flip, target = tokens
    if flip != NO_FLIP:
        draft.force = changed(draft.force, flip, -1)
        draft.flipped = changed(draft.flipped, flip, 1)
        events.append(ev.Flipped(seat, flip))
    draft.paid = False
    _turn_against(draft, Target.of(target), events)


def _turn_against(draft: State, target: Target, events: Events) -> None:
    draft.target, draft.phase, draft.exchange = target, "ready", None
    events.append(ev.Attacked(draft.active, target, creatures(draft.force)))
    if draft.seats[target.seat].scope == "attacked":
        draft.put(target.seat, scope="")
    catapults.open_window(draft)


def finish(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    """End the attack, or give up a card that allows none (M5.2, M5.13)."""
    rounds.finish_card(draft, events, draws)
