"""What every registered game is measured with: random matches of it, whatever it is."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.panels.face import AnyFace, Scene
from games.api import Formation, Game, new_options
from games.monolith_arena.game import GAME as MONOLITH_ARENA
from games.referee.playout import Moment, moments

NAMES = {0: "Anna", 1: "Max", 2: "Lin", 3: "Otto"}
ROOM = 12
"""So many actions in a row belong into a film at most."""


def largest(game: Game[Any]) -> Formation:
    """Return the way to sit down with the most players, who play on as many sides as there are."""
    return max(game.formations, key=lambda way: (way.seats, len(set(way.teams))))


def fullest(game: Game[Any]) -> dict[str, Any]:
    """Return the options with which most of the rules are in play: every flag on, of all choices the last one."""
    chosen: dict[str, Any] = {}
    for option in game.match_options:
        if isinstance(option.default, bool):
            chosen[option.name] = True
        elif option.choices:
            chosen[option.name] = option.choices[-1][0]
    return new_options(game, chosen)


def duels(games: int) -> list[Moment]:
    """Return all moments of some random matches of Monolith Arena with two players."""
    random = Random(3)
    return [moment for _ in range(games) for moment in moments(MONOLITH_ARENA, random)]


def match(game: Game[Any], random: Random) -> list[Moment]:
    """Return a random match with as many players and rules as there can be."""
    return list(moments(game, random, largest(game), fullest(game)))


def longest_scene(face: AnyFace, played: list[Moment], room: int = ROOM) -> Scene:
    """Return the longest part of a match that can be filmed, of `room` actions at most."""
    game, film = face.game, face.film
    assert film is not None
    seen = [[e for event in one.step.events if (e := game.show(event, None)) is not None] for one in played]
    best: tuple[int, int] = (0, 0)
    start = 0
    for n, events in enumerate(seen):
        if not film.covers(events):
            start = n + 1
        elif min(n + 1 - start, room) > best[1] - best[0]:
            best = (start, min(n + 1, start + room))
    first, end = best
    events = [event for some in seen[first:end] for event in some]
    before, after = played[first].before, played[end - 1].step.state
    return Scene(game.view(before, None), events, game.view(after, None), NAMES)
