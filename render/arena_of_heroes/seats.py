"""What the corner of a seat shows of it, as far as the reader knows: its hero, what that has left, where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.arena_of_heroes.cards import HeroType
from games.arena_of_heroes.view import SeatView, View
from render.labels import Labels

PLACES: Final = {
    2: ((False, False), (True, True)),
    3: ((False, False), (True, False), (True, True)),
    4: ((False, False), (True, False), (True, True), (False, True)),
}
"""In which corner each seat sits, whether right and whether below, clockwise as they play (A4.3)."""


@dataclass(frozen=True, slots=True)
class Corner:
    """All that the picture of a seat depends on."""

    seat: int
    player: str
    hero: str
    """The code of the hero, or nothing."""
    name: str
    stamina: int
    most: int
    delay: int
    explored: bool
    items: tuple[tuple[str, int], ...]
    shield: bool
    smoke: bool
    crows: bool
    place: str
    """Where it is, or that it is hidden."""
    hidden: bool
    state: str
    """The mark: to play, out, wins; nothing for none."""
    bright: bool
    """The match waits for it, or it has won."""
    out: bool
    right: bool
    below: bool
    """In which corner it sits."""


def hero_name(hero: HeroType | None, labels: Labels) -> str:
    """Return the name of a hero, or that none is picked yet."""
    return labels("no hero yet") if hero is None else labels(hero.title)


def corner(view: View, seat: SeatView, labels: Labels, *, counted: bool = True) -> Corner:
    """Return what a corner shows of a seat; without `counted` not how many actions it has left."""
    hero = seat.hero
    state, bright = _state(view, seat, labels, counted=counted)
    place = ""
    if seat.alive:
        public = seat.at if not seat.hidden else None
        place = labels("at {hideout}", hideout=public) if public is not None else labels("hidden")
    return Corner(
        seat.seat,
        labels.player(seat.seat),
        hero.code if hero is not None else "",
        hero_name(hero, labels),
        hero.stamina if hero is not None and view.phase == "draft" else seat.stamina,
        hero.stamina if hero is not None else 0,
        seat.delay,
        seat.explored and view.mode == "advanced",
        tuple((placed.card.id, placed.tokens) for placed in seat.items),
        "shield" in seat.flags,
        "smoke" in seat.flags,
        "crows" in seat.flags,
        place,
        seat.hidden,
        state,
        bright,
        bool(state) and not bright,
        *PLACES[len(view.seats)][seat.seat],
    )


def _gone(view: View, seat: int) -> bool:
    return any(seat in group for group in view.out)


def _state(view: View, seat: SeatView, labels: Labels, *, counted: bool) -> tuple[str, bool]:
    if view.result is not None:
        if seat.seat in view.result.ranking[0]:
            return (labels("WINS"), True) if view.result.winners else ("", False)
        return labels("OUT · place {place}", place=_placed(view, seat.seat)), False
    if _gone(view, seat.seat):
        return labels("OUT · place {place}", place=len(view.seats) - _fallen_before(view, seat.seat)), False
    if view.question is not None:
        return (labels("TO ANSWER"), True) if view.question.seat == seat.seat else ("", False)
    if view.active == seat.seat:
        if view.phase == "draft":
            return labels("PICKS A HERO"), True
        return labels("TO PLAY · {count} left", count=view.left) if counted else labels("TURN"), True
    return "", False


def _placed(view: View, seat: int) -> int:
    """Return the place that a seat came in."""
    assert view.result is not None
    before = 0
    for group in view.result.ranking:
        if seat in group:
            break
        before += len(group)
    return before + 1


def _fallen_before(view: View, seat: int) -> int:
    """Return how many went out before a seat, or together with it (it shares the best place of them)."""
    count = 0
    for group in view.out:
        count += len(group)
        if seat in group:
            return count - 1
    return count
