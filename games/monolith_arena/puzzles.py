"""The puzzles of Monolith Arena: one turn, one goal, on positions that were found in play (`games.puzzles`).

The goals: ``hits 4`` costs the enemy banner so many hit points this turn, ``beat 3`` destroys so many enemy tiles,
``win`` wins the match; after ``save 1`` the next battle would cost the own banner no more than that, after ``guard 1``
no more own tiles. These two are judged by a battle that is not fought, and so once the turn has ended, never before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.consequences import forecast, foreseeable
from games.monolith_arena.goals import LEARNER, Goal, won
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.lessons import turn_of
from games.monolith_arena.state import State
from games.monolith_arena.tiles import faction
from games.monolith_arena.view import View
from games.puzzles import Data, Puzzle, read_actions

PLACE: Final = Path(__file__).parent / "data" / "puzzles.jsonl"
ENEMY: Final = 1


def start(data: Data) -> State:
    """Return the position of a puzzle; the solver is seat 0."""
    position = data["position"]
    factions = [seat["faction"] for seat in position["seats"]]
    return turn_of(
        factions, position["board"], position["hit_points"], data["reserve"], discard_due=data["discard_due"]
    )


def puzzle(data: Data) -> Puzzle:
    """Return the puzzle that a line says."""
    kind, *numbers = data["goal"].split()
    wanted = int(numbers[0]) if numbers else 0
    title, task, goal = _GOALS[kind](wanted, data)
    solutions = tuple(read_actions(text) for text in data["solutions"])
    return Puzzle(
        id=data["id"],
        title=title,
        task=task,
        hint=_hint(data, solutions[0]),
        learned=_proof(len(solutions), data["looked_at"]),
        start=lambda: start(data),
        missing=goal,
        solution=solutions[0],
        teaches="facing",
        foreseen=kind in _FORESEEN,
        grade=data["grade"],
        solutions=solutions,
        data=data,
    )


def _proof(ways: int, positions: int) -> Message:
    """Return what is known of the solutions, from so many positions that were tried."""
    if ways == 1:
        return Message.counted(
            "The one position that this turn can lead to was tried, and nothing else does it.",
            "All {count} positions that this turn can lead to were tried, and nothing else does it.",
            positions,
        )
    return Message.counted(
        "The one position that this turn can lead to was tried. Other ways do it, too, but none is shorter.",
        "All {count} positions that this turn can lead to were tried. Other ways do it, too, but none is shorter.",
        positions,
    )


def _hint(data: Data, solution: Sequence[Sequence[str]]) -> Message:
    """Return the first thing that is not said of the solution: what it discards, or what it begins with."""
    home = faction(data["position"]["seats"][LEARNER]["faction"])
    first = next(action for action in solution if action[0] != "discard")
    if first[0] == "place":
        return Message("Place this tile: {tile}.", tile=home.by_id[first[1]].title)
    if first[0] == "feature":
        return Message("A tile on the board can do something for free: look at {place}.", place=first[1])
    return Message("Play this order: {order}.", order=VERBS[first[0]].title)


def _hits(wanted: int, data: Data) -> tuple[Message, Message, Goal]:
    had = data["position"]["hit_points"][ENEMY]

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        lost = had - view.hit_points[ENEMY]
        if lost >= wanted and (view.result is None or LEARNER in view.result.winners):
            return None
        if not lost and not any(isinstance(event, ev.Wounds) for event in events):
            return Message("The enemy banner has lost nothing yet.")
        return Message("The enemy banner has lost {lost} of {wanted}.", lost=lost, wanted=wanted)

    return (
        Message.counted("{count} hit point in one turn", "{count} hit points in one turn", wanted),
        Message.counted(
            "Cost the enemy banner {count} hit point this turn.",
            "Cost the enemy banner {count} hit points this turn.",
            wanted,
        ),
        missing,
    )


def tiles(position: State | View, seat: int) -> int:
    """Return how many tiles a seat has on the board, banners left out."""
    return sum(piece is not None and piece.seat == seat and not piece.type.is_banner for piece in position.board)


def _beat(wanted: int, data: Data) -> tuple[Message, Message, Goal]:
    had = tiles(start(data), ENEMY)

    def missing(view: View, events: Sequence[Any]) -> Message | None:
        lost = had - tiles(view, ENEMY)
        if lost >= wanted and (view.result is None or LEARNER in view.result.winners):
            return None
        return Message("The enemy has lost {lost} of {wanted} tiles.", lost=lost, wanted=wanted)

    return (
        Message.counted("Destroy {count} tile in one turn", "Destroy {count} tiles in one turn", wanted),
        Message.counted(
            "Destroy {count} enemy tile this turn; the banner does not count.",
            "Destroy {count} enemy tiles this turn; the banner does not count.",
            wanted,
        ),
        missing,
    )


def _too_early(view: View, events: Sequence[Any]) -> Message | None:
    """Return why what the next battle would cost is not told yet, `None` once the turn has ended.

    Before that it would be a check of every try, for nothing.
    """
    if view.result is not None:
        return Message("The match is over.")
    if any(isinstance(event, ev.TurnEnded) and event.seat == LEARNER for event in events) and foreseeable(view):
        return None
    if view.discard_due:
        return Message("You have not discarded a tile yet.")
    return Message("Your turn is judged when you end it.")


def _guard(wanted: int, data: Data) -> tuple[Message, Message, Goal]:
    def missing(view: View, events: Sequence[Any]) -> Message | None:
        if (early := _too_early(view, events)) is not None:
            return early
        fought = forecast(view)
        board = fought.before.board
        falling = [board[hex_] for hex_ in (*fought.lost, *fought.perhaps)]
        lost = sum(one is not None and one.seat == LEARNER and not one.type.is_banner for one in falling)
        if lost <= wanted and fought.hit_points[LEARNER][0]:
            return None
        return Message.counted(
            "The next battle would still cost you {count} tile.",
            "The next battle would still cost you {count} tiles.",
            lost,
        )

    threat = data["threat"]
    task = (
        Message(
            "Save your tiles, then end your turn: as things stand, the next battle would cost you {tiles} of them."
            " Let it be {points} at most.",
            tiles=threat,
            points=wanted,
        )
        if wanted
        else Message(
            "Save your tiles, then end your turn: as things stand, the next battle would cost you {tiles} of them."
            " Do not lose any.",
            tiles=threat,
        )
    )
    return Message("Save your tiles"), task, missing


def _win(wanted: int, data: Data) -> tuple[Message, Message, Goal]:
    return (
        Message("Win this turn"),
        Message.counted(
            "Win this turn: the enemy banner has {count} hit point left.",
            "Win this turn: the enemy banner has {count} hit points left.",
            data["position"]["hit_points"][ENEMY],
        ),
        won,
    )


def _save(wanted: int, data: Data) -> tuple[Message, Message, Goal]:
    def missing(view: View, events: Sequence[Any]) -> Message | None:
        if (early := _too_early(view, events)) is not None:
            return early
        least, _ = forecast(view).hit_points[LEARNER]
        cost = view.hit_points[LEARNER] - least
        if cost <= wanted:
            return None
        return Message("The next battle would still cost your banner {cost}.", cost=cost)

    cost = data["threat"]
    task = (
        Message(
            "Save your banner, then end your turn: as things stand, the next battle would cost it {cost}."
            " Make that at most {points}.",
            cost=cost,
            points=wanted,
        )
        if wanted
        else Message(
            "Save your banner, then end your turn: as things stand, the next battle would cost it {cost}."
            " Make that nothing.",
            cost=cost,
        )
    )
    return Message("Save the banner"), task, missing


_GOALS: Final[dict[str, Callable[[int, Data], tuple[Message, Message, Goal]]]] = {
    "hits": _hits,
    "win": _win,
    "save": _save,
    "beat": _beat,
    "guard": _guard,
}
_FORESEEN: Final = frozenset({"save", "guard"})
"""The goals that are judged by the next battle, which is not fought."""
