"""The verbs of the rules: when a seat may use them, their tokens, their effect, and why they are refused (M14).

``swap`` is there only with the option `guarantee_attack` (M10.10). What a match adds to these verbs stands in
`games.monsters_and_myths.grammar`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from typing import Final, TypeAlias

from games import verbs
from games.api import Action, Field, NotYourChoice
from games.draws import Draws
from games.grammar import Grammar
from games.messages import Message
from games.monsters_and_myths import attacks, catapults, fights, refusals, rounds
from games.monsters_and_myths import state as st
from games.monsters_and_myths.attacks import NO_FLIP
from games.monsters_and_myths.cards import CODES, LETTERS, NATIONS, SYMBOLS, WIZARD, creatures
from games.monsters_and_myths.catapults import Events, can_fire, fire, targets
from games.monsters_and_myths.state import State
from games.monsters_and_myths.view import FLIPPED, FORCE, SEATS, Target
from games.verbs import picking

Perform: TypeAlias = Callable[[State, int, Sequence[str], Events, Draws], None]
"""Carries a legal action out on a draft."""
WINDOW_KINDS: Final = ("window_before", "window_within")
"""The kinds of choices in which a seat may fire or pass, before a fight and within it (M6.3)."""
ASIDE: Final = "catapult"
"""The kind of choice that nobody waits for: to fire, to take a pass back, to roll on, to stop rolling on."""
_CARD: Final = f" (?:{'|'.join(CODES)})"
_CARDS: Final = f"(?:{_CARD})+"
_NATION: Final = f" [{LETTERS}]"
_TARGET: Final = f" [{SEATS}]\\.[{LETTERS}]"
_SHOT: Final = f" [{SEATS}]\\.[{LETTERS}](?:[{SYMBOLS}](?:\\.{FORCE}|\\.{FLIPPED})?|{WIZARD})"


@dataclass(frozen=True, slots=True, eq=False)
class Verb(verbs.Verb[State, Perform]):
    """One verb of Monsters & Myths."""

    _: KW_ONLY
    form: str | None = None
    """The regular expression of what follows it in rule cases (M14); `None` for verbs that rule cases do not know."""
    against: Callable[[State, int, Sequence[str]], None] | None = None
    """Raise why tokens of this form are refused, the first reason that applies (M15)."""
    quiet: bool = False
    """The choices of others may stand as they were after it."""


def decides(state: State, seat: int) -> bool:
    """Return True if the attacker decides: no pass is waited for (M6.4)."""
    return seat == state.active and not state.wait and state.phase != "lose"


def _may_start(state: State, seat: int) -> bool:
    return state.phase == "start"


def may_keep(state: State, seat: int) -> bool:
    """Return True if the seat has not chosen yet which cards it keeps (M4.2)."""
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
    """Return True if the attacker may roll (M5.2, M5.11)."""
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
    """Return True if the match waits for the seat to fire or pass (M6.4)."""
    return seat in state.wait


def _verbs() -> Iterator[Verb]:
    """Yield the verbs of the rules, in the order in which they are offered."""
    yield Verb(
        "start",
        "M3.1",
        Message("Deal the cards"),
        Message("Deal the cards"),
        rounds.start,
        kinds=("start",),
        usable=_may_start,
        final=True,
        against=refusals.start,
    )
    yield Verb(
        "keep",
        "M4.2",
        Message("Choose cards"),
        Message("Choose which of your seven cards you keep; final and secret"),
        rounds.keep,
        ("card",),
        _kept,
        kinds=("keep",),
        usable=may_keep,
        final=True,
        form=_CARDS,
        against=refusals.keep,
        quiet=True,
    )
    yield Verb(
        "swap",
        "M10.10",
        Message("Swap for an attack card"),
        Message("Swap for an attack card"),
        rounds.swap,
        ("card",),
        _swapped,
        kinds=("keep",),
        usable=_may_swap,
        final=True,
        closed=lambda state, seat: NotYourChoice(
            Message("You may swap a card only if you were dealt no attack card."), "M10.10"
        ),
        quiet=True,
    )
    yield Verb(
        "wizard",
        "M4.3",
        Message("Place a wizard"),
        Message("Give your wizards to your nations"),
        rounds.place_wizards,
        ("nation",),
        _wizards_nation,
        kinds=("wizard",),
        usable=_may_place,
        final=True,
        form=f"(?:{_NATION})+",
        against=refusals.wizard,
    )
    yield Verb(
        "attack",
        "M5.3",
        Message("Attack"),
        Message("Attack: the target of a battle card, or of the army you have hired"),
        attacks.attack,
        ("nation", "target"),
        _attack,
        kinds=("card", "target"),
        usable=_may_attack,
        final=True,
        form=f"(?:{_NATION})?{_TARGET}",
        against=refusals.attack,
    )
    yield Verb(
        "muster",
        "M5.4",
        Message("Hire an army"),
        Message("Hire an army of mercenaries from your own creatures"),
        attacks.muster,
        ("card",),
        _army,
        kinds=("card",),
        usable=_may_muster,
        form=_CARDS,
        against=refusals.muster,
    )
    yield Verb(
        "none",
        "M5.2",
        Message("Discard the card"),
        Message("End the attack after a fight, or discard a card that allows none"),
        attacks.finish,
        kinds=("card",),
        usable=_may_give_up,
        final=True,
        form="",
        against=refusals.give_up,
    )
    yield Verb(
        "roll",
        "M5.6",
        Message("Roll"),
        Message("Roll, or roll on until something happens"),
        fights.roll,
        kinds=("exchange",),
        usable=may_roll,
        final=True,
        form="",
        against=refusals.roll,
    )
    yield Verb(
        "stop",
        "M5.11",
        Message("Stop"),
        Message("End the fight"),
        fights.stop,
        kinds=("exchange",),
        usable=_may_stop,
        final=True,
        form="",
        against=refusals.stop,
    )
    yield Verb(
        "lose",
        "M5.8",
        Message("Choose a loss"),
        Message("Say which creatures you lose"),
        fights.lose,
        ("card",),
        _lost,
        kinds=("lose",),
        usable=_may_lose,
        final=True,
        form=_CARDS,
        against=refusals.lose,
        quiet=True,
    )
    yield Verb(
        "pursue",
        "M5.12",
        Message("Ride on"),
        Message("Ride on: leave a card behind and attack another nation"),
        attacks.pursue,
        ("flip", "target"),
        _pursuit,
        kinds=("after",),
        usable=_may_pursue,
        final=True,
        form=f" (?:{'|'.join(CODES)}|{NO_FLIP}){_TARGET}",
        against=refusals.pursue,
    )
    yield Verb(
        "end",
        "M5.13",
        Message("End the attack"),
        Message("End the attack after a fight, or discard a card that allows none"),
        attacks.finish,
        kinds=("after",),
        usable=_may_end,
        final=True,
        form="",
        against=refusals.end,
    )
    yield Verb(
        "fire",
        "M6.1",
        Message("Catapult"),
        Message("Fire a catapult: 4, 5 and 6 take the card"),
        fire,
        ("target",),
        _shot,
        kinds=(*WINDOW_KINDS, ASIDE),
        usable=can_fire,
        final=True,
        form=_SHOT,
        against=refusals.fire,
    )
    yield Verb(
        "pass",
        "M6.4",
        Message("Pass"),
        Message("Let the attack go on without firing"),
        catapults.pass_on,
        kinds=WINDOW_KINDS,
        usable=may_pass,
        final=True,
        form="",
        against=refusals.pass_on,
        quiet=True,
    )


VERBS: Final[dict[str, Verb]] = {verb.name: verb for verb in _verbs()}
RULES: Final = Grammar(VERBS.values())


def legal(state: State, seat: int) -> Iterator[Action]:
    """Yield all legal actions of a seat by the rules, cards and nations in their order."""
    return RULES.legal(state, seat, () if state.result is not None or state.phase == "over" else _ALL)


def check(state: State, seat: int, action: Sequence[str]) -> None:
    """Raise what speaks against an action of the rules that has one of the forms of M14."""
    verb = VERBS[action[0]]
    if state.phase == "over" and verb.name != "start":
        raise NotYourChoice(Message("The match is over."), "M7.3")
    assert verb.against is not None
    verb.against(state, seat, action[1:])


def fits(action: Sequence[str]) -> bool:
    """Return True if a verb and what follows it have one of the forms of M14; ``start`` has none."""
    verb, *rest = action or ("",)
    if verb not in VERBS or VERBS[verb].form is None or any(not word or set(word) & set(" \n") for word in rest):
        return False
    return _pattern(verb).fullmatch("".join(f" {word}" for word in rest)) is not None


@cache
def _pattern(verb: str) -> re.Pattern[str]:
    return re.compile(VERBS[verb].form or "")


_ALL: Final = tuple(VERBS.values())
