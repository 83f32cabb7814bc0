"""A player that plays sensibly, from what its seat sees: for simulations, and as an opponent.

It takes what is worth most by a simple measure: captured cards, and for each type of creature the points of the
largest nation, weighed by how far ahead one is. It looks one exchange ahead and no further.

`play` has such players play whole matches and counts how often a match waits for somebody, and what keeps it from
waiting (M9).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from games.api import Action, Choice, formation_for, new_options
from games.draws import SEED_BYTES, Draws
from games.monsters_and_myths import attacks, engine, fights
from games.monsters_and_myths import events as ev
from games.monsters_and_myths import state as st
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import (
    CATAPULT,
    CREATURES,
    LETTERS,
    NATIONS,
    NONE,
    WIZARD,
    AttackCard,
    Cards,
    Ranks,
    Troops,
    changed,
    count,
    creatures,
    first_nation,
    ordered,
    size,
    with_ranks,
)
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import WINDOWS, State
from games.monsters_and_myths.view import CAPTURED, FLIPPED, FORCE, SEATS, Target, View
from games.standing import Instruction

Sizes = list[list[int]]
"""How many creatures each seat has of each nation."""

_STEEP: Final = 0.9
"""How quickly being ahead by a card becomes being sure of a nation's points."""
_CATAPULT, _WIZARD, _ATTACK, _FURTHER_ATTACK = 1.5, 1.2, 4.0, 2.0
"""What cards other than creatures are worth when it is chosen what to keep, in points."""


def sizes(view: View) -> Sizes:
    """Return how many creatures each seat has of each nation."""
    return [[ranks.size for ranks in seat.troops] for seat in view.seats]


def prospects(owned: Sizes, seat: int) -> float:
    """Return the points for largest nations that the seat may expect."""
    total = 0.0
    for nation in NATIONS:
        own = owned[seat][nation.index]
        best = max(other[nation.index] for at, other in enumerate(owned) if at != seat)
        if own:
            total += nation.largest / (1 + exp(-_STEEP * (own - best + 0.5)))
    return total


def _change(owned: Sizes, seat: int, loser: int, nation: int, by: int = -1) -> float:
    """Return what the seat's prospects gain when `loser` has `by` more creatures of a nation."""
    before = prospects(owned, seat)
    owned[loser][nation] += by
    after = prospects(owned, seat)
    owned[loser][nation] -= by
    return after - before


def keep(view: View, seat: int, number: int) -> Action:
    """Return the cards that are worth most together."""
    hand = view.seats[seat].hand or ()
    owned = sizes(view)

    def worth(cards: Cards) -> float:
        mine = [list(row) for row in owned]
        for code in cards:
            if code in CREATURES:
                mine[seat][CREATURES[code][0]] += 1
        attack_cards = sum(code.isdigit() for code in cards)
        other = _CATAPULT * cards.count(CATAPULT) + _WIZARD * cards.count(WIZARD)
        return prospects(mine, seat) + other + _ATTACK * bool(attack_cards) + _FURTHER_ATTACK * max(0, attack_cards - 1)

    return ("keep", *max(sorted(set(combinations(ordered(hand), number))), key=worth))


def place(view: View, seat: int) -> Action:
    """Return the nation whose loss would cost most for the next wizard."""
    owned = sizes(view)
    nations = [nation.index for nation in NATIONS if owned[seat][nation.index]]
    best = max(nations, key=lambda nation: (-_change(owned, seat, seat, nation), nation))
    return ("wizard", *[LETTERS[best]] * view.seats[seat].new)


def promise(view: View, force: Troops, card: AttackCard, target: Target) -> float:
    """Return what the next exchange of an attack is worth to the attacker."""
    assert view.active is not None
    nation = view.seats[target.seat].troops[target.nation]
    lost, won = fights.of_exchange(force, card, nation).expected
    owned = sizes(view)
    own = first_nation(force)
    assert own is not None
    gain = CAPTURED + _change(owned, view.active, target.seat, target.nation)
    loss = CAPTURED / 2 - _change(owned, view.active, view.active, own)
    return float(won) * gain - float(lost) * loss


def attack(view: View, seat: int) -> Action:
    """Return the most promising attack with the card that is resolved, or the army for it."""
    assert view.card is not None
    if view.phase == "target":
        ways = [(promise(view, view.force, view.card, goal), goal.text) for goal in attacks.goals(view, None)]
        return ("attack", max(ways, key=lambda way: way[0])[1])
    if not view.card.battle:
        army = _army(view, seat, view.card.size)
        return ("muster", *army) if army and attacks.goals(view, None) else ("none",)
    battles = []
    for nation in NATIONS:
        ranks = view.seats[seat].troops[nation.index]
        if ranks.size and not ranks.wizards:
            force = with_ranks(NONE, nation.index, ranks)
            goals = attacks.goals(view, nation.index)
            battles += [(promise(view, force, view.card, goal), nation.letter, goal.text) for goal in goals]
    if not battles:
        return ("none",)
    _, own, target = max(battles)
    return ("attack", own, target)


def _army(view: View, seat: int, number: int) -> Cards:
    """Return an army: swords first, a bow for the bonus, a horse for a pursuit, from where they are needed least."""
    troops, owned = view.seats[seat].troops, sizes(view)
    kinds = sorted(
        creatures(troops), key=lambda code: (CREATURES[code][1], -_change(owned, seat, seat, CREATURES[code][0]))
    )
    return ordered(kinds[:number])


def roll_on(view: View) -> bool:
    """Return whether another roll promises anything."""
    assert view.target is not None
    assert view.card is not None
    return promise(view, view.force, view.card, view.target) > 0


def pursue(view: View) -> Action:
    """Return the most promising pursuit, or the end."""
    if view.card is None:
        return ("end",)
    own = first_nation(view.force) if view.card.battle else None
    goals = [goal for goal in attacks.goals(view, own) if goal not in view.fought]
    found: list[tuple[float, str, str]] = []
    for flip in attacks.flippable(view):
        force = view.force if flip == NO_FLIP else changed(view.force, flip, -1)
        if size(force):
            found += [(promise(view, force, view.card, goal), flip, goal.text) for goal in goals]
    if not found or max(found)[0] <= 0:
        return ("end",)
    _, flip, target = max(found)
    return ("pursue", flip, target)


def best_shot(view: View, seat: int) -> str | None:
    """Return the card of others that is worth most when it is hit."""
    owned = sizes(view)
    found: list[tuple[float, str]] = []
    for other in view.seats:
        if other.seat == seat:
            continue
        letter = SEATS[other.seat]
        for nation, ranks in zip(NATIONS, other.troops, strict=True):
            gain = CAPTURED + _change(owned, seat, other.seat, nation.index) if ranks.size else 0.0
            if ranks.wizards:
                found.append((float(CAPTURED), f"{letter}.{nation.letter}{WIZARD}"))
            else:
                home: Ranks = other.home[nation.index]
                found += [(gain, f"{letter}.{code}") for code, n in zip(nation.codes, home[:3], strict=True) if n]
            if other.seat == view.active:
                codes = [code for code in nation.codes if count(view.force, code)]
                found += [(gain + 0.2, f"{letter}.{code}.{FORCE}") for code in codes]
                turned = [code for code in nation.codes if count(view.flipped, code)]
                found += [(gain, f"{letter}.{code}.{FLIPPED}") for code in turned]
    return max(found)[1] if found else None


def last_card(view: View) -> bool:
    """Return whether this is the last attack card of the round, after which catapults are gone."""
    return sum(len(seat.attacks) for seat in view.seats) == 1


def fires(view: View, seat: int) -> str | None:
    """Return what the seat fires at in this window: before its catapults are lost, or when it is attacked."""
    if not view.seats[seat].catapults or view.phase not in WINDOWS:
        return None
    attacked = view.phase == "ready" and view.target is not None and view.target.seat == seat
    return best_shot(view, seat) if attacked or last_card(view) else None


LOSSES: Final = ("losses", "mounted", "infantry", "archer", "majority")
"""The instruction that the players have for their losses."""
PROPOSED: Final = (*GAME.standing.proposed, ("place", "crown"))
"""Those of whoever takes over what the game proposes, and names the places of wizards where panels ask for them: with
the cards, and in the set-up while others place theirs."""


@dataclass(frozen=True)
class Habits:
    """What the players and the match make use of."""

    free: bool = False
    scopes: bool = True
    """Passes go further than the window."""
    attacked: bool = True
    """They go on until the passer is attacked; else for the attack card, as the main button has it."""
    said: tuple[Instruction, ...] = (LOSSES,)
    """What they have instructed when they kept their first cards; before, what panels ask of those who are there."""
    always: bool = False
    """They have instructed it for all matches, so that it holds in the set-up, too."""
    unasked: bool = True
    """Nobody is asked for what needs no decision (`games.standing.UnaskedGame`)."""
    rolling: bool = True
    """Attackers say in advance how far they roll on."""
    spared: bool = True
    """All that leaves one possibility happens by itself, also when all others have passed."""
    forced: bool = True
    """Nobody is asked who has one possibility while nobody can fire (M9.1)."""


@dataclass
class Counted:
    """What a match came to."""

    waits: int = 0
    """How often it came to stand still until somebody did something; asked at the same time counts once."""
    calls: int = 0
    """The same, for each person that was called: choosing cards is one for everybody."""
    by_kind: dict[str, int] = field(default_factory=dict)
    """The calls by kinds of choices."""
    cards: int = 0
    """Attack cards that were resolved."""
    exchanges: int = 0
    shots: int = 0
    actions: int = 0
    points: tuple[int, ...] = ()


def play(random: Random, players: int, habits: Habits) -> Counted:
    """Return a whole match of sensible players."""
    draws = Draws(random.randbytes(SEED_BYTES))
    options = new_options(GAME, {"catapults": "free" if habits.free else "asked"})
    state = GAME.new(formation_for(GAME, players), options)
    if habits.unasked:
        state = GAME.apply(state, 0, ("start",), draws).state
    counted = Counted()
    before = frozenset({players - 1})  # whoever has accepted last is there when the match begins
    seen = set(before)  # those who have been there since the cards were dealt
    while state.result is None:
        choices = [choice for choice in engine.choices(state) if choice.must]
        called = [choice for choice in choices if choice.seat not in before]
        if state.phase == "start":
            called = called[:1]  # whoever is there first deals
        counted.waits += bool(called)
        counted.calls += len(called)
        for choice in called:
            counted.by_kind[choice.kind] = counted.by_kind.get(choice.kind, 0) + 1
        seat, action = _next(state, choices, habits)
        seen.add(seat)
        state = _carried_out(state, seat, action, draws, habits, counted, seen)
        # Whoever has acted and is asked again has not been away.
        before = frozenset({seat, *(choice.seat for choice in choices)})
    counted.points = state.result.scores
    return counted


def _next(state: State, choices: list[Choice], habits: Habits) -> tuple[int, Action]:
    """Return the next seat and action: somebody fires unasked, or somebody who is waited for acts."""
    for choice in engine.choices(state):
        if choice.must:
            continue
        if choice.seat == state.active:
            if habits.rolling and state.phase == "ready" and state.wait and state.rolling is None:
                return choice.seat, ("ahead", "left1" if size(state.force) > 1 else "left0")
        else:
            target = fires(GAME.view(state, choice.seat), choice.seat)
            if target is not None:
                return choice.seat, ("fire", target)
    choice = choices[0]
    return choice.seat, _answer(GAME.view(state, choice.seat), choice, habits)


def _answer(view: View, choice: Choice, habits: Habits) -> Action:
    """Return what a sensible player answers."""
    seat = choice.seat
    answers: dict[str, Callable[[], Action]] = {
        "start": lambda: ("start",),
        "keep": lambda: keep(view, seat, st.kept(view.round)),
        "wizard": lambda: place(view, seat),
        "lose": lambda: _loss(view, seat),
        "window_before": lambda: _window(view, seat, habits),
        "window_within": lambda: _window(view, seat, habits),
    }
    if choice.kind in answers:
        return answers[choice.kind]()
    target = fires(view, seat)
    if target is not None and view.phase != "target":
        return ("fire", target)
    return _attackers(view, seat, habits)


def decide(view: View, legal: Sequence[Action], random: Random) -> Action:
    """Return what a sensible player answers to the choice that the match waits for; needs no chance.

    An attacker who would fire is not asked for that, so it goes on.
    """
    choice = next(choice for choice in view.choices if choice.must and choice.seat == view.reader)
    action = _answer(view, choice, Habits())
    return action if action in legal else _attackers(view, choice.seat, Habits())


def _loss(view: View, seat: int) -> Action:
    action = GAME.standing.follow(view, seat, [LOSSES])
    assert action is not None
    return action


def _window(view: View, seat: int, habits: Habits) -> Action:
    target = fires(view, seat)
    if target is not None:
        return ("fire", target)
    if not habits.scopes:
        return ("pass",)
    whole_card = last_card(view) or view.phase == "after" or not habits.attacked
    return ("pass", "card") if whole_card else ("pass", "attacked")


def _attackers(view: View, seat: int, habits: Habits) -> Action:
    if view.phase in ("card", "target"):
        return attack(view, seat)
    if view.phase == "after":
        return pursue(view)
    if view.phase == "exchange" and not roll_on(view):
        return ("stop",)
    if not habits.rolling:
        return ("roll",)
    return ("roll", "left1" if size(view.force) > 1 else "left0")


def _carried_out(
    state: State, seat: int, action: Action, draws: Draws, habits: Habits, counted: Counted, seen: Set[int]
) -> State:
    draft, events = state.draft(), list[ev.Event]()

    def follow(now: State) -> tuple[int, Action] | None:
        return _following(now, habits, seen)

    engine.carry_out(draft, seat, action, events, draws, follow)
    counted.actions += 1
    counted.cards += sum(isinstance(event, ev.CardDone) for event in events)
    counted.exchanges += sum(isinstance(event, ev.Rolled) for event in events)
    counted.shots += sum(isinstance(event, ev.Fired) for event in events)
    return draft


def _following(state: State, habits: Habits, seen: Set[int]) -> tuple[int, Action] | None:
    due = engine.following(state) if habits.spared else engine.forced(state) if habits.forced else None
    if due is not None or state.phase == "over":
        return due
    for seat in range(len(state.seats)):
        everything = state.round > 0 or habits.always
        said = habits.said if everything else [one for one in habits.said if one[0] == "place" and seat in seen]
        action = GAME.standing.follow(GAME.view(state, seat), seat, said) if said else None
        if action is not None:
            return seat, action
    return engine.unasked(state) if habits.unasked else None
