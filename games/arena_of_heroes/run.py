"""Carrying one action out: its draft, draws, questions and events, and what befalls heroes in it (A5.1, A5.7).

An action may ask in its middle (`Run.ask`). When the answer is not there yet, `Asked` ends the run; when it comes, the
action runs again from its beginning with one answer more. Draws have places in a stream, so it rolls the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import BLOOD_MOON, DIGGING, FRENZY, HUNT, HUT, PENDANT, WOODRUNNER
from games.arena_of_heroes.ring import HIDE_DIE, HIDE_FACES
from games.arena_of_heroes.state import Hero, State, result_of
from games.arena_of_heroes.view import SMOKE, Question
from games.draws import Dice, Draws

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

    def die(self, kind: str, sides: int) -> int:
        """Return a roll of a die of that kind (`games.draws.Dice`), from 1."""
        (face,), self.state.cursor = self.draws.rolled(self.state.cursor, Dice(kind, sides))
        return face

    def check(self, seat: int) -> str:
        """Return the colour that a card's roll of the hide die shows."""
        face = self.die(HIDE_DIE, len(HIDE_FACES))
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


def reveal(run: Run, seat: int) -> bool:
    """Reveal a hidden hero, if nothing prevents it; whether it was (A5.1.2, A9 X01)."""
    hero = run.hero(seat)
    if not hero.hidden or SMOKE in hero.flags:
        return False
    hero.hidden = False
    hero.spared, hero.aims = frozenset(), ()
    run.tell(ev.Revealed(seat, hero.at))
    if hero.can(DIGGING):
        run.triggers.add(seat)
    if seat == run.state.turn:
        run.bonus()
    return True


def delay(run: Run, seat: int, tokens: int) -> None:
    """Lay delay tokens on a hero's hideout card, or take some off."""
    if tokens:
        run.hero(seat).delay += tokens
        run.tell(ev.Delayed(seat, tokens))


def spend(run: Run, card: str) -> None:
    """Lay an arena card on the discards."""
    run.state.spent = tuple(sorted((*run.state.spent, card)))


def gain(run: Run, seat: int, card: str, tokens: int) -> None:
    """Give a hero an item."""
    hero = run.hero(seat)
    hero.items = tuple(sorted((*hero.items, (card, tokens))))
    run.bonus()


def drop(run: Run, seat: int, card: str) -> None:
    """Discard a hero's item."""
    hero = run.hero(seat)
    hero.items = tuple(item for item in hero.items if item[0] != card)
    spend(run, card)
    run.tell(ev.ItemDiscarded(seat, card))


def regain(run: Run, seat: int) -> None:
    """Give a hero one point of stamina back, not above what it began with."""
    hero = run.hero(seat)
    if hero.type is not None and hero.stamina < hero.type.stamina:
        hero.stamina += 1
        run.tell(ev.Stamina(seat, hero.stamina))


def pay(run: Run, seat: int, points: int) -> None:
    """Take stamina as the price of an ability, which never takes the last point (A6.4)."""
    hero = run.hero(seat)
    hero.stamina -= points
    run.tell(ev.Stamina(seat, hero.stamina))


def lose(run: Run, seats: Sequence[int], points: int = 1) -> None:
    """Take stamina from heroes, all at once; `seats` are in clockwise order. Raises `Over`."""
    for seat in seats:
        hero = run.hero(seat)
        hero.stamina = max(0, hero.stamina - points)
        hero.lost = True
        run.tell(ev.Stamina(seat, hero.stamina))
        if hero.stamina and hero.can(WOODRUNNER):
            run.triggers.add(seat)
    if fallen := [seat for seat in seats if not run.hero(seat).stamina]:
        eliminate(run, fallen)
    if run.state.turn in seats:
        run.bonus()


def eliminate(run: Run, seats: Sequence[int]) -> None:
    """Put heroes out of the match, all at once; `seats` are in clockwise order (A5.7.1). Raises `Over`."""
    state = run.state
    for seat in seats:
        hero = run.hero(seat)
        run.tell(ev.Out(seat, hero.at))
        state.discard = (hero.at, *state.discard)
        state.closed |= {hero.at}
        for card, _ in hero.items:
            spend(run, card)
        hero.fell, hero.at, hero.stamina, hero.delay = hero.at, 0, 0, 0
        hero.hidden = hero.explored = hero.lost = False
        hero.items, hero.flags, hero.spared, hero.aims = (), frozenset(), frozenset(), ()
        run.triggers.discard(seat)
    state.out = (*state.out, tuple(sorted(seats)))
    if len(state.living()) <= 1:
        winners = _outlasting(state)
        finish(run, winners, run.reason or ("last" if len(winners) == 1 else "shared"))


def _outlasting(state: State) -> tuple[int, ...]:
    """Return who has outlasted the others; nobody who is about to leave, as long as there is anybody else."""
    for group in (tuple(state.living()), *reversed(state.out)):
        if staying := tuple(seat for seat in group if seat not in (*state.leaving, *state.gone)):
            return staying
    return tuple(state.living()) or state.out[-1]


def finish(run: Run, winners: Sequence[int], reason: str) -> None:
    """End the match. Raises `Over`."""
    state = run.state
    state.phase, state.left, state.held = "over", 0, ()
    state.winners, state.reason = tuple(sorted(winners)), reason
    result = result_of(state)
    assert result is not None
    run.tell(ev.Ended(result))
    raise Over
