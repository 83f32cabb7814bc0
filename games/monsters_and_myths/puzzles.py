"""The puzzles of Monsters & Myths: the best choice around one attack card, on positions found in play.

The goals: ``rout`` leaves nothing of the nation that is attacked, ``stand`` leaves something of the own one,
``points`` gains as many points as possible on the other side until the attack card is done, ``win`` wins the match
with its last attack card.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from games.messages import Message
from games.monsters_and_myths.cards import CREATURES, LETTERS, NATION_NAMES
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State
from games.puzzles import Data, Puzzle
from games.weighing import bound
from games.weighing import puzzle as weighed

PLACE: Final = Path(__file__).parent / "data" / "puzzles.jsonl"


def start(data: Data) -> State:
    """Return the position of a puzzle."""
    return GAME.load(data["position"])


def puzzle(data: Data) -> Puzzle:
    """Return the puzzle that a line says."""
    state, seat = start(data), data["seat"]
    title, task = _TASKS[data["goal"]]
    return weighed(
        data,
        title,
        task(_question(state, seat)),
        _hint(data),
        lambda: start(data),
        seat=seat,
        seats=len(state.seats),
        rule=_RULES[state.phase],
    )


def _question(state: State, seat: int) -> Message:
    """Return what is to be decided, as a question."""
    if state.phase == "lose":
        return Message.counted("Which creature do you give?", "Which {count} creatures do you give?", state.owe[seat])
    if state.phase == "after":
        return Message("Do you ride on, and if so, against whom, and which card stays behind?")
    if state.phase == "target":
        return Message("Whom do you attack with this army?")
    if state.attack_card.battle:
        return Message("Whom do you attack, and with which nation?")
    return Message("Which army do you hire?")


def _hint(data: Data) -> Message:
    """Return a part of the answer, or what it comes to where a part would be all of it."""
    verb, *rest = data["solutions"][0].split()
    if verb == "end":
        return Message("There is more to lose than to gain.")
    if verb == "pursue":
        return Message("Riding on pays.")
    if verb == "attack":
        return Message("Attack this nation: {nation}.", nation=NATION_NAMES[LETTERS.index(rest[-1][-1])])
    if verb == "muster":
        nation, _ = CREATURES[rest[0]]
        return Message("This nation sends somebody: {nation}.", nation=NATION_NAMES[nation])
    return bound(data)


_RULES: Final = {"lose": "M5.8", "after": "M5.12", "target": "M5.4", "card": "M5.3"}


def _rout(question: Message) -> Message:
    return Message(
        "Take all cards of the nation that is attacked in this fight. {question} The others answer as well as they "
        "can.",
        question=question,
    )


def _stand(question: Message) -> Message:
    return Message(
        "Your nation is attacked: keep at least one of its cards until the fight is over. {question} The others "
        "answer as well as they can.",
        question=question,
    )


def _points(question: Message) -> Message:
    return Message(
        "Get as far ahead in points as you can with this attack card; captured cards and largest nations count as at "
        "the end of the match. {question} The others answer as well as they can.",
        question=question,
    )


def _win(question: Message) -> Message:
    return Message(
        "This is the last attack card of the match: win it. {question} The others answer as well as they can.",
        question=question,
    )


_TASKS: Final[dict[str, tuple[Message, Callable[[Message], Message]]]] = {
    "rout": (Message("Take the whole nation"), _rout),
    "stand": (Message("Hold your nation"), _stand),
    "points": (Message("The most points"), _points),
    "win": (Message("Win with the last card"), _win),
}
"""The title of each goal and its task."""
GOALS: Final = tuple(_TASKS)
