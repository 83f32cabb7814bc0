"""What befalls heroes: being revealed, delay, items gone, lost stamina, going out, the end (A5.1, A5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.heroes import DIGGING, WOODRUNNER
from games.arena_of_heroes.run import Over, Run
from games.arena_of_heroes.state import State, result_of
from games.arena_of_heroes.view import SMOKE


def reveal(run: Run, seat: int) -> bool:
    """Reveal a hidden hero, if nothing prevents it; whether it was (A5.1.2, A9 X01)."""
    hero = run.hero(seat)
    if not hero.hidden or SMOKE in hero.flags:
        return False
    hero.hidden = False
    hero.spared = frozenset()
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
        hero.items, hero.flags, hero.spared = (), frozenset(), frozenset()
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
    found = result_of(state)
    assert found is not None
    run.tell(ev.Ended(found))
    raise Over
