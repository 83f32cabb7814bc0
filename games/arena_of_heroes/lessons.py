"""The guided first turns: five tasks on positions of the basic game for two, about two minutes in all.

The learner is seat 0. The dice of a lesson always fall alike (`games.lessons.cursor_at`), so that its texts are true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import HEROES
from games.arena_of_heroes.ring import ATTACK_FACES, HIDE_FACES, HIDEOUTS
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import whereabouts
from games.lessons import Lesson, cursor_at
from games.messages import Message, Several

LEARNER, PARTNER = 0, 1
DIE: Final = "d6"
CLOSED: Final = (5, 3, 12, 18, 4, 19, 14)
"""The hideouts that are closed in all lessons, in the order in which their cards lie on the discards."""
ACTIONS: Final = 3
TURN: Final = 5


def hero(code: str, at: int, *, stamina: int = 0, hidden: bool = False) -> Hero:
    """Return a hero in the arena, with all its stamina where none is given."""
    kind = HEROES[code]
    return Hero(kind, stamina or kind.stamina, at, hidden)


def position(
    lesson: str, own: Hero, partner: Hero, dice: Sequence[str], *, maybe: Sequence[int] = (), used: int = 0
) -> Callable[[], State]:
    """Return a function that makes a lesson's first state: the learner's turn, whose dice show `dice` in their order.

    A hidden partner has been missed everywhere but at the hideouts `maybe`.
    """
    missed = frozenset(HIDEOUTS) - {*CLOSED, *maybe} if maybe else frozenset()
    rolls = tuple((len(faces), faces.index(shown) + 1) for shown in dice for faces in (_faces(shown),))

    def start() -> State:
        return State(
            mode="basic",
            die=DIE,
            heroes=(replace(own), replace(partner, spared=missed)),
            phase="turn",
            turn=LEARNER,
            left=ACTIONS - used,
            used=used,
            closed=frozenset(CLOSED),
            deck=tuple(number for number in HIDEOUTS if number not in (*CLOSED, own.at, partner.at)),
            discard=CLOSED,
            passes=("", ""),
            turns=TURN,
            since=(0, 0),
            cursor=cursor_at(lesson, rolls),
        )

    return start


def _faces(shown: str) -> tuple[str, ...]:
    return HIDE_FACES if shown in HIDE_FACES else ATTACK_FACES[DIE]


# What is asked for


def partner_hit(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the partner's hero is hit."""
    if any(isinstance(event, ev.Hit) and event.seat == PARTNER for event in events):
        return None
    shots = [event for event in events if isinstance(event, ev.Attacked)]
    if not shots:
        return Message("You have not fired yet.")
    return Message(
        "Your shot at {target} has struck {struck}; your partner is on {place}.",
        target=str(shots[-1].aim),
        struck=str(shots[-1].hideout),
        place=str(view.seats[PARTNER].at),
    )


def partner_found(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the partner's hero is revealed."""
    if not view.seats[PARTNER].hidden:
        return None
    places = Several([str(place) for place in whereabouts(view, PARTNER)], either=True)
    return Message("Your partner is still hidden, on {places}.", places=places)


def hidden(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner's hero is hidden."""
    me = view.seats[LEARNER]
    return None if me.hidden else Message("You still stand in the open, on {place}.", place=str(me.at))


def won(view: View, events: Sequence[Any]) -> Message | None:
    """Ask that the learner has won the match."""
    if view.result is not None and LEARNER in view.result.winners:
        return None
    return partner_found(view, events) or Message("Your partner is found, but still in the arena: one more hit.")


# The lessons

LESSONS: Final = (
    Lesson(
        "aim",
        Message("Where shots go"),
        Message(
            "Your training partner has been found on 10. You aim at a target, and a die says what the shot strikes: "
            "ring and split ring the target itself, square the next hideout clockwise, triangle the one before, slash "
            "and cross two hideouts away. Fire at 10 until a shot hits; you have three actions."
        ),
        Message("Aim at 10 in the list of targets, then press Fire. The target stays chosen for the next shot."),
        Message(
            "A hit costs a revealed hero 1 stamina, but each hero only once a turn. Whoever has none left is out, and "
            "the last hero in the arena wins."
        ),
        position("aim", hero("Bg", 8, hidden=True), hero("Fg", 10), ("square", "ring", "triangle")),
        partner_hit,
        (("attack", "10"), ("attack", "10")),
        "A5.1",
    ),
    Lesson(
        "find",
        Message("Find somebody"),
        Message(
            "Now your partner is hidden. The small letters show where your partner cannot be any more: earlier shots "
            "have struck there in vain. Three places are left, side by side. A shot that strikes a hidden "
            "hero reveals it: aim where all three can be struck."
        ),
        Message("6, 10 and 15 are left, and 10 lies between them. Who may be where? lists the places, too."),
        Message(
            "The first shot that strikes a hidden hero only reveals it; the next one hits. Whatever you strike in vain "
            "narrows it down for all."
        ),
        position(
            "find",
            hero("Bg", 8, hidden=True),
            hero("Fg", 15, hidden=True),
            ("square", "cross", "triangle"),
            maybe=(6, 10, 15),
        ),
        partner_found,
        (("attack", "10"),),
        "A5.1",
    ),
    Lesson(
        "hide",
        Message("Hide"),
        Message(
            "This time you were found, on 8, and your partner fires next. Hide rolls the hide die: green takes you to "
            "another hideout that only you know; red does so, too, except in wasteland, but brings delay; a blank does "
            "nothing. Hide until it works."
        ),
        Message("Press Hide. The die shows a blank first, so press it once more."),
        Message(
            "The hideout that you left is closed for good. When the deck of hideouts has run out, nobody hides "
            "any more, and every hit counts."
        ),
        position("hide", hero("Bg", 8), hero("Fg", 15, hidden=True), ("blank", "green", "blank")),
        hidden,
        (("hide",), ("hide",)),
        "A5.2",
    ),
    Lesson(
        "ability",
        Message("An ability"),
        Message(
            "Most heroes can do something of their own. Yours is Flint: if the third action of his turn is an attack, "
            "he may roll both dice at one target. You have fired twice in vain, and your partner stands on 10: hit "
            "with your last action."
        ),
        Message("Aim at 10, then press the button with two dice, not Fire."),
        Message(
            "Some abilities always work, some cost an action or stamina, and some are used in the turns of others. "
            "Heroes and cards shows what each hero can do."
        ),
        position("ability", hero("Fg", 8, hidden=True), hero("Bg", 10), ("cross", "split_ring"), used=2),
        partner_hit,
        (("attack2", "10"),),
        "A8.3",
    ),
    Lesson(
        "last",
        Message("Win"),
        Message(
            "Your partner has 1 stamina left and can only be in one place. Work out where, reveal the hero with one "
            "shot, and put it out with a second one: then you are the last in the arena, and the match is won."
        ),
        Message("All hideouts but 16 are closed, your own, or marked with your partner's letter. Fire at 16, twice."),
        Message(
            "That is the whole basic game. In the advanced one you also explore hideouts and draw arena cards, and "
            "orange heroes have stronger abilities."
        ),
        position(
            "last",
            hero("Bg", 8, hidden=True),
            hero("Fg", 16, stamina=1, hidden=True),
            ("ring", "split_ring", "triangle"),
            maybe=(16,),
        ),
        won,
        (("attack", "16"), ("attack", "16")),
        "A5.7",
    ),
)
"""All lessons; `games.lessons` carries them out."""
