"""All verbs of the rules: when a seat may use them, what may be said after them, and what they do (M14).

These are the actions of the rules themselves, ``swap`` only with the option `guarantee_attack` (M10.10); what a match
adds to them stands in `games.monsters_and_myths.grammar`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.api import Action, Field
from games.monsters_and_myths import attacks, fights, passing, rounds
from games.monsters_and_myths import state as st
from games.monsters_and_myths.cards import LETTERS, NATIONS
from games.monsters_and_myths.catapults import Events, can_fire, fire, targets
from games.monsters_and_myths.luck import Luck
from games.monsters_and_myths.state import State
from games.monsters_and_myths.troops import creatures
from games.monsters_and_myths.view import Target

Fields = Callable[[State, int, Sequence[str]], Field | None]
Perform = Callable[[State, int, Sequence[str], Events, Luck], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb."""

    name: str
    usable: Callable[[State, int], bool]
    """Whether the seat may begin an action with it now."""
    field: Fields
    """What comes after these tokens (without the verb); `None` when the action is whole. The tokens are legal."""
    perform: Perform
    """Carries a legal action out on a draft."""


def picking(name: str, values: Sequence[str], number: int, tokens: Sequence[str], rule: str) -> Field | None:
    """The field from which a number of cards is picked, without those that have been picked; `None` when all are."""
    rest = list(values)
    for token in tokens:
        rest.remove(token)
    missing = number - len(tokens)
    return Field(name, tuple(rest), rule, missing, missing) if missing else None


def nothing_more(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    """The verb is the whole action."""
    return None


def decides(state: State, seat: int) -> bool:
    """Whether the attacker has the word: nobody is waited for (M6.4)."""
    return seat == state.active and not state.wait and state.phase != "lose"


def _may_start(state: State, seat: int) -> bool:
    return state.phase == "start"


def may_keep(state: State, seat: int) -> bool:
    """Whether the seat has not chosen yet what it keeps (M4.2)."""
    return state.phase == "keep" and bool(state.seats[seat].hand)


def _kept(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return picking("card", state.seats[seat].hand, st.kept(state.round), tokens, "M4.2")


def _may_swap(state: State, seat: int) -> bool:
    return may_keep(state, seat) and rounds.may_swap(state, seat)


def _swapped(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return picking("card", state.seats[seat].hand, 1, tokens, "M10.10")


def _may_place(state: State, seat: int) -> bool:
    return state.phase == "wizards" and state.turn == seat


def _wizards_nation(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    what = state.seats[seat]
    homes = [nation.letter for nation in NATIONS if what.troops[nation.index].size for _ in range(what.new)]
    return picking("nation", homes, what.new, tokens, "M3.2" if state.round == 0 else "M4.3")


def _may_attack(state: State, seat: int) -> bool:
    if not decides(state, seat):
        return False
    return state.phase == "target" or (state.phase == "card" and state.attack_card.battle and attacks.can_attack(state))


def _attack(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    said = list(tokens)
    nation = None
    if state.phase == "card":
        if not said:
            return Field("nation", tuple(LETTERS[at] for at in attacks.attacking_nations(state)), "M5.3")
        nation = LETTERS.index(said.pop(0))
    return None if said else _targets(attacks.goals(state, nation), "M5.4" if nation is None else "M5.3")


def _targets(goals: Sequence[Target], rule: str) -> Field:
    return Field("target", tuple(goal.text for goal in goals), rule)


def _may_muster(state: State, seat: int) -> bool:
    battle = state.phase != "card" or not decides(state, seat) or state.attack_card.battle
    return not battle and attacks.can_attack(state)


def _army(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return picking("card", creatures(state.seats[seat].troops), attacks.army_size(state), tokens, "M5.4")


def _may_give_up(state: State, seat: int) -> bool:
    return state.phase == "card" and decides(state, seat) and not attacks.can_attack(state)


def may_roll(state: State, seat: int) -> bool:
    """Whether the attacker may roll (M5.2, M5.11)."""
    return state.phase in ("ready", "exchange") and decides(state, seat)


def _may_stop(state: State, seat: int) -> bool:
    return state.phase == "exchange" and decides(state, seat)


def _may_lose(state: State, seat: int) -> bool:
    return bool(state.owe) and state.owe[seat] > 0


def _lost(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return picking("card", fights.losable(state, seat), state.owe[seat], tokens, "M5.8")


def _may_pursue(state: State, seat: int) -> bool:
    after = state.phase == "after" and decides(state, seat)
    return after and bool(attacks.flippable(state)) and bool(attacks.further_goals(state))


def _pursuit(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if not tokens:
        return Field("flip", tuple(attacks.flippable(state)), "M5.12")
    return _targets(attacks.further_goals(state), "M5.12") if len(tokens) == 1 else None


def _may_end(state: State, seat: int) -> bool:
    return state.phase == "after" and decides(state, seat)


def _shot(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else Field("target", tuple(targets(state, seat)), "M6.2")


def may_pass(state: State, seat: int) -> bool:
    """Whether the seat's pass is waited for (M6.4)."""
    return seat in state.wait


VERBS: Final = {
    verb.name: verb
    for verb in (
        Verb("start", _may_start, nothing_more, rounds.start),
        Verb("keep", may_keep, _kept, rounds.keep),
        Verb("swap", _may_swap, _swapped, rounds.swap),
        Verb("wizard", _may_place, _wizards_nation, rounds.place_wizards),
        Verb("attack", _may_attack, _attack, attacks.attack),
        Verb("muster", _may_muster, _army, attacks.muster),
        Verb("none", _may_give_up, nothing_more, attacks.finish),
        Verb("roll", may_roll, nothing_more, fights.roll),
        Verb("stop", _may_stop, nothing_more, fights.stop),
        Verb("lose", _may_lose, _lost, fights.lose),
        Verb("pursue", _may_pursue, _pursuit, attacks.pursue),
        Verb("end", _may_end, nothing_more, attacks.finish),
        Verb("fire", can_fire, _shot, fire),
        Verb("pass", may_pass, nothing_more, passing.pass_on),
    )
}


def usable(state: State, seat: int) -> list[Verb]:
    """The verbs that the seat may begin an action with now."""
    if state.result is not None or state.phase == "over":
        return []
    return [verb for verb in VERBS.values() if verb.usable(state, seat)]


def legal(state: State, seat: int) -> Iterator[Action]:
    """All legal actions of a seat, cards and nations in their order, one after the other."""
    for verb in usable(state, seat):
        yield from walked(state, seat, verb)


def walked(state: State, seat: int, verb: Verb, tokens: Action = (), first: int = 0) -> Iterator[Action]:
    """All actions that begin with a usable verb and these tokens, picks from one field in one order only."""
    field = verb.field(state, seat, tokens)
    if field is None:
        yield (verb.name, *tokens)
        return
    if field.least == 0:
        yield (verb.name, *tokens)
    for at in range(first, len(field.values)):
        value = field.values[at]
        if at == first or value != field.values[at - 1]:
            yield from walked(state, seat, verb, (*tokens, value), at if field.most > 1 else 0)
