"""Positions of Arena of Heroes for tests of what people get to see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.arena_of_heroes import FACE
from bot.texts.phrases import Phrases, phrases
from games.api import Action, formation
from games.arena_of_heroes.cards import HEROES
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import HIDEOUTS
from games.draws import Draws
from tests.support.panels import Match

ENGLISH = phrases("en")


def begun(
    seats: int = 4, heroes: Sequence[str] = ("Bg", "Dg", "Fg", "Tg"), say: Phrases = ENGLISH, **options: Any
) -> Match:
    """A match in its first turn, with these heroes."""
    way = next(way for way in GAME.formations if way.seats == seats)
    match = Match(FACE, 7, {"mode": "advanced", **options}, formation(GAME, way.id), say)
    for seat, hero in zip(range(seats), heroes, strict=False):
        match.play(seat, ("pick", hero))
    return match


class Rings(Draws):
    """Dice that always show a ring."""

    def below(self, cursor: int, bound: int) -> tuple[int, int]:
        return 0, cursor + 1


def change(match: Match, seat: int, **changes: Any) -> None:
    """Give a hero other properties."""
    state = match.state.draft()
    for name, value in changes.items():
        setattr(state.heroes[seat], name, HEROES[value] if name == "type" else value)
    match.state = state


def found(match: Match, seat: int) -> None:
    """A hero that everybody sees, at an explored hideout without delay."""
    change(match, seat, hidden=False, explored=True, delay=0)


def played(seed: int, most: int, **options: Any) -> Match:
    """A random match that has come so far."""
    random = Random(seed)
    way = GAME.formations[seed % len(GAME.formations)]
    match = Match(FACE, seed, {"mode": "advanced", "deck": "all", **options}, way)
    for _ in range(most):
        if match.over:
            break
        choice = random.choice([c for c in GAME.choices(match.state) if c.must])
        action: Action = random.choice(GAME.legal(match.state, choice.seat, choice.key))
        match.play(choice.seat, action)
    return match


def only_at(match: Match, place: int, own: int) -> None:
    """Let seat 1 be hidden at the only place that is open beside the one where seat 0 is."""
    change(match, 0, at=own)
    change(match, 1, at=place)
    match.state.closed = frozenset(HIDEOUTS) - {place, own}
