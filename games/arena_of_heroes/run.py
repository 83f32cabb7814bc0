"""Carrying one action out: the draft that it changes, its draws, the answers that it waits for, what it tells.

An action may ask in its middle (`Run.ask`). When the answer is not there yet, `Asked` ends the run; when it comes, the
action runs again from its beginning with one answer more. Draws have places in a stream, so it rolls the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BLOOD_MOON, HUT, PENDANT
from games.arena_of_heroes.heroes import FRENZY, HUNT
from games.arena_of_heroes.ring import HIDE_FACES
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.view import Question
from games.draws import Draws

LAST_HUNT: Final = 2
"""The most stamina with which Last Hunt gives its action (A8)."""


class Asked(Exception):
    """The action waits for an answer."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question


class Over(Exception):
    """The match is over; what is left of the action is dropped (A5.7.2)."""


class Run:
    """One action as it is carried out."""

    def __init__(self, state: State, draws: Draws, answers: Sequence[str] = ()) -> None:
        self.state = state.draft()
        self.draws = draws
        self.answers = list(answers)
        self.events: list[ev.Event] = []
        self.told = 0
        """How many of the events were told before the latest answer."""
        self.triggers: set[int] = set()
        """The seats whose triggered abilities have not been settled (A6.1)."""
        self.ending = False
        """The turn ends with this action, whatever is left of it."""
        self.reason = ""
        """Why the match is over, should it be; else it is because of what happened in the arena."""
        self.closing = False
        """The turn is over: no bonus action counts any more (A5.0.3)."""

    def hero(self, seat: int) -> Hero:
        """Return the hero of a seat, which may be changed."""
        return self.state.heroes[seat]

    def tell(self, event: ev.Event) -> None:
        """Note that something has happened."""
        self.events.append(event)

    def ask(self, seat: int, kind: str, values: Sequence[str], default: str) -> str:
        """Return the seat's answer to a question with several values. Raises `Asked` where there is none yet."""
        if not self.answers:
            raise Asked(Question(seat, kind, tuple(values), default))
        self.told = len(self.events)
        return self.answers.pop(0)

    def die(self, sides: int) -> int:
        """Return a roll of a die, from 1."""
        found, self.state.cursor = self.draws.below(self.state.cursor, sides)
        return found + 1

    def check(self, seat: int) -> str:
        """Return the colour that a card's roll of the hide die shows."""
        face = self.die(len(HIDE_FACES))
        colour = HIDE_FACES[face - 1]
        self.tell(ev.HideDie(seat, "check", face, colour))
        return colour

    def bonus(self) -> None:
        """Count the bonus actions that apply now and were not counted in this turn (A5.0.1)."""
        state = self.state
        if self.closing or state.phase != "turn" or not state.active.alive:
            return
        hero = state.active
        sources = {
            "frenzy": hero.can(FRENZY) and not hero.hidden,
            "hunt": hero.can(HUNT) and hero.stamina <= LAST_HUNT,
            PENDANT: hero.has(PENDANT),
            HUT: hero.has(HUT),
            BLOOD_MOON: state.slot(BLOOD_MOON),
        }
        for source, applies in sources.items():
            if applies and source not in state.granted:
                state.granted |= {source}
                self.grant(source)

    def grant(self, source: str, actions: int = 1) -> None:
        """Give the active hero more actions and tell it once, however many."""
        self.state.left += actions
        self.tell(ev.Bonus(self.state.turn, source))
