"""The guided first round: five tasks on positions for two, about two minutes in all.

The learner is seat 0. The dice of a lesson always fall alike (`games.lessons.cursor_at`), so that its texts are true,
and what the partner holds is such that the rules leave it nothing to decide before a task is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.lessons import Lesson, cursor_at
from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import BY_LETTER
from games.monsters_and_myths.notation import read
from games.monsters_and_myths.state import FACES, State
from games.monsters_and_myths.view import View, largest

LEARNER, PARTNER = 0, 1
GOBLINS: Final = BY_LETTER["G"].index


def position(lesson: str, text: str) -> Callable[[], State]:
    """Return a function that makes a lesson's first state from the position notation, which also has its first dice."""

    def start() -> State:
        found = read(f"mm seats=AB fire=asked round=1 {text}")
        found.state.cursor = cursor_at(lesson, tuple((FACES, face) for face in found.dice))
        return found.state

    return start


# What is asked for, and what leaves no way to do it


def goblins_to_attack_with(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner has kept an attack card and has the largest nation of Goblins."""
    if not any(isinstance(event, ev.Kept) and event.seat == LEARNER for event in events):
        return Message("You have not kept any cards yet.")
    if not view.seats[LEARNER].attacks and view.active != LEARNER:
        return Message("You have kept no attack card, so you attack nobody in this round.")
    troops = [seat.troops for seat in view.seats]
    if largest(troops, GOBLINS) == (LEARNER,):
        return None
    own, other = (side[GOBLINS].size for side in troops)
    return Message("Your Goblins are not the largest: {own} against {other} cards.", own=str(own), other=str(other))


def kept_for_good(view: View, events: Sequence[Any]) -> bool:
    """Return whether the learner has kept cards: they are not chosen again."""
    return any(isinstance(event, ev.Kept) and event.seat == LEARNER for event in events)


def nation_taken(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that a whole nation of the partner is captured."""
    if not any(isinstance(event, ev.Attacked) for event in events):
        return Message("You have not attacked yet.")
    if any(not view.seats[PARTNER].troops[BY_LETTER[letter].index].size for letter in "DG"):
        return None
    return Message("Both nations of your partner still have cards.")


def archer_kept(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner has given a card, and not the archer."""
    if not any(isinstance(event, ev.Lost) and event.seat == LEARNER for event in events):
        return Message("You have not given a card yet.")
    if view.seats[LEARNER].troops[GOBLINS].archers:
        return None
    return Message("You gave the archer away, and with it the +1 on your highest die.")


def archer_given(view: View, events: Sequence[Any]) -> bool:
    """Return whether the learner has no archer any more."""
    return not view.seats[LEARNER].troops[GOBLINS].archers


def archer_shot(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner has taken the archer of the partner's force."""
    shots = [event for event in events if isinstance(event, ev.Fired) and event.seat == LEARNER]
    if any(shot.hit and shot.target == "B.Ga.force" for shot in shots):
        return None
    return Message("You have not fired at the archer: your partner has had +1.")


def archer_out_of_reach(view: View, events: Sequence[Any]) -> bool:
    """Return whether there is nothing left to fire with, or no fight any more in which the archer counts."""
    return not view.seats[LEARNER].catapults or view.target is None or not view.force[GOBLINS].archers


def catapult_kept(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner has passed and still has the catapult."""
    if not view.seats[LEARNER].catapults:
        return Message("You have fired, and the catapult is gone.")
    if any(isinstance(event, ev.Passed) and event.seat == LEARNER for event in events):
        return None
    return Message("You have not passed yet.")


def catapult_gone(view: View, events: Sequence[Any]) -> bool:
    """Return whether the learner has fired."""
    return not view.seats[LEARNER].catapults


# The lessons

LESSONS: Final = (
    Lesson(
        "attack",
        Message("Attack"),
        Message(
            "You play for cards that you take from others. It is the turn of your attack card, a battle: it sends a "
            "whole nation against the same kind or its natural enemy, so your Goblins can attack Goblins or Dwarves. "
            "Each side rolls, the highest dice are compared, then the second highest, and whoever has less loses a "
            "card. Take a whole nation of your partner."
        ),
        Message("Your partner's Goblins have 2 cards, the Dwarves 3: attack the Goblins."),
        Message(
            "You roll a die for each sword, three at most, the defender two at most. More bows than the other side "
            "give +1 on the highest die, and a tie goes to the defender."
        ),
        position(
            "attack",
            "phase=card active=A card=7 A.troops=G3i2a1m A.attacks=7 B.troops=D3i,G2i B.attacks=9 dice=6.5.3.4.2",
        ),
        nation_taken,
        (("attack", "G", "B.G"),),
        "M5.2",
    ),
    Lesson(
        "loss",
        Message("What to lose"),
        Message(
            "This time you have lost a comparison, and whoever loses chooses the card. Your force has four swords and "
            "one bow, your partner no bow. The attack card adds two swords, and you never roll more than three dice. "
            "Give the card that you miss least."
        ),
        Message("The only bow is your +1. Three swords are as good as four: give a sword."),
        Message("As long as dice and +1 stay the same, a loss costs no more than the card itself."),
        position(
            "loss",
            "phase=lose active=A card=7 force=G4i1a target=B.G fought=B.G owe=A1 A.troops=G4i1a A.attacks=7 "
            "B.troops=G2i B.attacks=9",
        ),
        archer_kept,
        (("lose", "Gi"),),
        "M5.8",
        spoiled=archer_given,
    ),
    Lesson(
        "keep",
        Message("Which cards to keep"),
        Message(
            "At the end every captured card is worth 2 points, and the largest nation of each kind its printed points: "
            "10 for Goblins. In this round you keep 4 of 7 cards. Keep an attack card, without which you attack "
            "nobody, and so many Goblins that yours are the largest: your partner has 2, you have 1."
        ),
        Message("Keep the attack card 7 and all three Goblins, the archer among them."),
        Message(
            "A sword is a die in a fight, a bow helps the highest die, a horse rides on to another nation, a wizard "
            "protects one, and a catapult takes a single card."
        ),
        position(
            "keep",
            "phase=keep A.hand=7.Gi.Gi.Ga.Di.Ui.c B.kept=9.Di.Di.Di A.troops=U1i,G1i B.troops=D1i,G2i pile=Ui.Ui.Ti",
        ),
        goblins_to_attack_with,
        (("keep", "Gi", "Gi", "Ga", "7"),),
        "M4.2",
        spoiled=kept_for_good,
    ),
    Lesson(
        "catapult",
        Message("A catapult"),
        Message(
            "Your partner attacks your Goblins and has the only bow, so +1. You have a catapult, which can be fired "
            "before every roll: on 4, 5 or 6 it takes a single creature, and hit or miss, it is gone. Take the +1 "
            "away."
        ),
        Message("Press *Catapult*, choose the Goblin archer among the attackers, and fire."),
        Message(
            "With the +1 you would have lost a card. A catapult takes cards out of the fights of others, too, and even "
            "at home: fire where a card matters most."
        ),
        position(
            "catapult",
            "phase=ready active=B card=7 force=G3i1a target=A.G wait=A A.catapults=1 A.troops=G2i "
            "B.troops=G3i1a B.attacks=7 dice=5.5.3.2.5.3",
        ),
        archer_shot,
        (("fire", "B.Ga.force"),),
        "M6.1",
        unaided=True,
        spoiled=archer_out_of_reach,
    ),
    Lesson(
        "pass",
        Message("Pass"),
        Message(
            "Now your partner attacks with a single card, and the +1 is yours: your two bows guard the Goblins. "
            "You have one catapult, and your partner's mercenaries come later in this round. Let this attack go by "
            "without firing."
        ),
        Message("Press *Pass this card*: then you are not asked again before the next attack card."),
        Message(
            "You are asked only while you have a catapult. *Pass this card* lets you be asked once a card instead of "
            "before each roll; catapults that have not been fired by the end of the round are lost."
        ),
        position(
            "pass",
            "phase=ready active=B card=7 force=G1i target=A.G wait=A A.catapults=1 A.troops=G3i2a "
            "B.troops=G1i,T3i B.attacks=7.9 dice=5",
        ),
        catapult_kept,
        (("pass", "card"),),
        "M6.4",
        unaided=True,
        spoiled=catapult_gone,
    ),
)
"""All lessons; `games.lessons` carries them out."""
