"""The puzzles of Arena of Heroes: the best action in a turn, on positions that were found in play (`games.puzzles`).

The goals, each for the rest of the turn: ``find`` reveals a hidden hero, ``hit`` costs somebody stamina, ``out`` puts
somebody out, ``unseen`` reveals a hidden hero and leaves the own one hidden, ``stamina`` costs others as much stamina
as can be, own stamina taken off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import View
from games.arena_of_heroes.worth import whereabouts
from games.messages import Message
from games.puzzles import Data, Puzzle
from games.weighing import bound
from games.weighing import puzzle as weighed

PLACE: Final = Path(__file__).parent / "data" / "puzzles.jsonl"
GOALS: Final = ("find", "hit", "out", "unseen", "stamina")
"""The goals, those that are easiest to understand first."""


def start(data: Data) -> State:
    """Return the position of a puzzle; where hidden heroes stand in it means nothing."""
    return GAME.load(data["position"])


def puzzle(data: Data) -> Puzzle:
    """Return the puzzle that a line says."""
    state = start(data)
    title, asked = _TASKS[data["goal"]]
    hint = _hint(state, data)
    return weighed(
        data,
        title,
        asked(state.left),
        hint,
        lambda: start(data),
        seat=state.turn,
        seats=state.seats,
        rule="A5.1",
    )


def _hint(state: State, data: Data) -> Message:
    """Return what narrows the answer down without telling it."""
    solution = data["solutions"][0].split()
    if not solution[0].startswith("attack"):
        return Message("It is not a shot.")
    view: View = GAME.view(state, state.turn)
    others = [seat.seat for seat in view.seats if seat.alive and seat.seat != state.turn]
    places = {place for other in others for place in whereabouts(view, other)}
    if solution[0] == "attack2":
        return Message("Roll two dice.")
    if int(solution[1]) in places:
        return bound(data)
    return Message("Fire at a hideout where nobody can be: what lies beside it counts.")


def _finding(left: int) -> Message:
    return Message.counted(
        "Reveal a hidden hero with your last action. Every hideout where one may be is equally likely.",
        "Reveal a hidden hero before your turn ends. You have {count} actions: what do you do first? Every hideout "
        "where one may be is equally likely.",
        left,
    )


def _hitting(left: int) -> Message:
    return Message.counted(
        "Hit another hero with your last action. Every hideout where one may be is equally likely.",
        "Hit another hero before your turn ends. You have {count} actions: what do you do first? Every hideout where "
        "one may be is equally likely.",
        left,
    )


def _putting_out(left: int) -> Message:
    return Message.counted(
        "Put another hero out with your last action. Every hideout where one may be is equally likely.",
        "Put another hero out before your turn ends. You have {count} actions: what do you do first? Every hideout "
        "where one may be is equally likely.",
        left,
    )


def _staying_hidden(left: int) -> Message:
    return Message.counted(
        "Reveal a hidden hero with your last action, and stay hidden yourself. Every hideout where one may be is "
        "equally likely.",
        "Reveal a hidden hero before your turn ends, and be hidden yourself when it does. You have {count} actions: "
        "what do you do first? Every hideout where one may be is equally likely.",
        left,
    )


def _costing(left: int) -> Message:
    return Message.counted(
        "Cost the others stamina with your last action; what you lose yourself is taken off. Every hideout where "
        "somebody may be is equally likely.",
        "Cost the others as much stamina as you can before your turn ends; what you lose yourself is taken off. You "
        "have {count} actions: what do you do first? Every hideout where somebody may be is equally likely.",
        left,
    )


_TASKS: Final[dict[str, tuple[Message, Callable[[int], Message]]]] = {
    "find": (Message("Find a hero"), _finding),
    "hit": (Message("Hit a hero"), _hitting),
    "out": (Message("Put a hero out"), _putting_out),
    "unseen": (Message("Find without being found"), _staying_hidden),
    "stamina": (Message("The most stamina"), _costing),
}
