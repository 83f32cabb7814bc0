"""Why an action is refused: one sentence and the number of the rule, the first reason that applies (M15).

Each verb of the rules has one of these functions (`games.monsters_and_myths.verbs.Verb.against`). They are called with
tokens that have the form of the verb (M14) and raise `NotYourChoice` or `IllegalAction`; what is legal passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from games.api import IllegalAction, NotYourChoice
from games.messages import Message
from games.monsters_and_myths import attacks, catapults, fights
from games.monsters_and_myths import state as st
from games.monsters_and_myths.cards import LETTERS, NATIONS, creatures, mounted
from games.monsters_and_myths.state import WINDOWS, State
from games.monsters_and_myths.view import Target


def _no(text: Message, rule: str) -> NoReturn:
    raise IllegalAction(text, rule)


def _not_now(text: Message, rule: str) -> NoReturn:
    raise NotYourChoice(text, rule)


def start(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the cards cannot be dealt."""
    if state.phase != "start":
        _not_now(Message("The cards have been dealt already."), "M3.1")


def keep(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why these cards cannot be kept."""
    hand = state.seats[seat].hand
    if state.phase != "keep" or not hand:
        _not_now(Message("You have no cards to choose from now."), "M4.2")
    wanted = st.kept(state.round)
    if len(tokens) != wanted:
        _no(
            Message.counted("You keep {count} card in this round.", "You keep {count} cards in this round.", wanted),
            "M4.2",
        )
    if Counter(tokens) - Counter(hand):
        _no(Message("You can keep only cards that you were dealt."), "M4.2")


def wizard(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why wizards cannot go to these nations."""
    rule = "M3.2" if state.round == 0 else "M4.3"
    if state.phase != "wizards" or state.turn != seat:
        _not_now(Message("You have no wizard to place now."), rule)
    what = state.seats[seat]
    if len(tokens) != what.new:
        _no(Message.counted("You place {count} wizard.", "You place {count} wizards.", what.new), rule)
    if not all(what.troops[LETTERS.index(letter)].size for letter in tokens):
        _no(Message("A wizard goes to one of your own nations."), rule)


def lose(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why these cards cannot be lost."""
    if not state.owe or not state.owe[seat]:
        _not_now(Message("You have no loss to choose now."), "M5.8")
    if len(tokens) != state.owe[seat]:
        _no(Message.counted("You lose {count} card.", "You lose {count} cards.", state.owe[seat]), "M5.8")
    if Counter(tokens) - Counter(fights.losable(state, seat)):
        _no(Message("You can lose only creatures that fight and lie face up."), "M5.8")


def fire(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why a catapult cannot be fired at that."""
    if state.phase not in WINDOWS:
        _not_now(Message("Catapults fire before, between and after the rolls of an attack."), "M6.3")
    if not state.seats[seat].catapults:
        _no(Message("You have no catapult."), "M6.1")
    if tokens[0] not in catapults.targets(state, seat):
        _no(Message("A catapult cannot be fired at that."), "M6.2")


def pass_on(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the seat cannot pass."""
    if seat not in state.wait:
        _not_now(Message("Nobody is waiting for you to pass."), "M6.3")


def _attackers_word(state: State, seat: int) -> None:
    """Raise why the seat has no attack to decide on now."""
    if state.active < 0 or state.phase == "lose":
        _not_now(Message("There is no attack to decide on now."), "M4.4")
    if seat != state.active:
        _not_now(Message("It is not your attack."), "M4.4")
    if state.wait:
        _not_now(Message("Others may still fire a catapult; the attack goes on when they have passed."), "M6.3")


def give_up(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the attack card cannot be given up."""
    _attackers_word(state, seat)
    if state.phase != "card" or attacks.can_attack(state):
        _no(Message("A card may be given up only if it allows no attack."), "M5.2")


def attack(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the attacker cannot attack that."""
    _attackers_word(state, seat)
    if state.phase == "target":
        if len(tokens) != 1:
            _no(Message("Your army is named already; only its target is missing."), "M5.4")
        _goal(state, tokens[0], None)
        return
    if state.phase != "card":
        _no(Message("The attack is under way already."), "M5.2")
    if not state.attack_card.battle:
        _no(Message("This card needs an army of mercenaries first."), "M5.4")
    if len(tokens) != 2:
        _no(Message("Say which of your nations attacks, and which nation it attacks."), "M5.3")
    nation = LETTERS.index(tokens[0])
    ranks = state.seats[state.active].troops[nation]
    if not ranks.size:
        _no(Message("You have no such nation."), "M5.3")
    if ranks.wizards:
        _no(Message("A nation with a wizard cannot attack."), "M5.5")
    _goal(state, tokens[1], nation)


def _goal(state: State, text: str, nation: int | None) -> None:
    """Raise why a nation (`None`: mercenaries) cannot attack the target."""
    target = Target.of(text)
    missing = target.seat >= len(state.seats) or target.seat == state.active or not state.nation(target).size
    if missing:
        _no(Message("There is no such nation to attack."), "M5.3" if state.attack_card.battle else "M5.4")
    if state.nation(target).wizards:
        _no(Message("A nation with a wizard cannot be attacked."), "M5.5")
    if nation is not None and target.nation not in (nation, NATIONS[nation].enemy):
        _no(Message("A nation attacks its own kind or its natural enemy."), "M5.3")


def muster(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why this army cannot be hired."""
    _attackers_word(state, seat)
    if state.phase != "card":
        _no(Message("The army is named at the beginning of an attack."), "M5.2")
    if state.attack_card.battle:
        _no(Message("This card sends a nation, not mercenaries."), "M5.4")
    wanted = attacks.army_size(state)
    if len(tokens) != wanted:
        text = Message.counted("Your army has {count} creature.", "Your army has {count} creatures.", wanted)
        _no(text, "M5.4")
    if Counter(tokens) - Counter(creatures(state.seats[state.active].troops)):
        _no(Message("You can send only creatures that you have."), "M5.4")
    if not attacks.goals(state, None):
        _no(Message("There is no nation that can be attacked."), "M5.2")


def roll(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the attacker cannot roll."""
    _attackers_word(state, seat)
    if state.phase not in ("ready", "exchange"):
        _no(Message("There is no fight to roll for now."), "M5.2")


def stop(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the fight cannot be stopped."""
    _attackers_word(state, seat)
    if state.phase == "ready":
        _no(Message("An attack has at least one roll."), "M5.2")
    if state.phase != "exchange":
        _no(Message("There is no fight to stop now."), "M5.11")


def end(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why the attack cannot be ended."""
    _attackers_word(state, seat)
    if state.phase != "after":
        _no(Message("The attack ends after a fight."), "M5.13")


def pursue(state: State, seat: int, tokens: Sequence[str]) -> None:
    """Raise why there can be no such pursuit."""
    _attackers_word(state, seat)
    flip, target = tokens
    if state.phase != "after":
        _no(Message("A pursuit follows a fight."), "M5.12")
    if not mounted(state.force):
        _no(Message("A pursuit needs a mounted creature that lies face up."), "M5.12")
    if flip not in attacks.flippable(state):
        _no(Message("That card cannot stay behind for a pursuit."), "M5.12")
    _goal(state, target, attacks.forces_nation(state))
    if Target.of(target) in state.fought:
        _no(Message("A pursuit goes against another nation."), "M5.12")
