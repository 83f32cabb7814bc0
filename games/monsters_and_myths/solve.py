"""Rule cases: a position and an action in, what is legal and what follows out, as JSON (M15)."""

from __future__ import annotations

import json
from typing import Any

from games.api import BadNotation, GameError
from games.monsters_and_myths import engine, events, notation, wording
from games.monsters_and_myths.luck import Given, Missing
from games.monsters_and_myths.state import State
from games.monsters_and_myths.verbs import check, legal
from games.monsters_and_myths.view import SEATS


def answer_line(line: str) -> str:
    """Return the answer to one line, as JSON; what cannot be read is answered with an error."""
    try:
        return json.dumps(answer(_read(line)))
    except BadNotation as fault:
        return json.dumps({"error": str(fault)})


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise BadNotation(f"no JSON: {fault}") from fault


def answer(asked: Any) -> dict[str, Any]:
    """Return the answer to one object. Raises `BadNotation`."""
    if not isinstance(asked, dict) or not set(asked) <= {"state", "action", "view"} or len(asked) > 2:
        raise BadNotation("an object with a state, and an action or a view, is needed")
    if not isinstance(asked.get("state"), str):
        raise BadNotation("state: a text is needed")
    state, luck = notation.read(asked["state"])
    if "view" in asked:
        return {"view": notation.write(state, reader=_reader(asked["view"], state))}
    if "action" not in asked:
        return _outcome(state, luck, [])
    words = asked["action"]
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BadNotation("action: a list of words is needed")
    return _after(state, luck, words)


def _reader(letter: Any, state: State) -> int | None:
    if letter == "-":
        return None
    if not isinstance(letter, str) or len(letter) != 1 or letter not in SEATS[: len(state.seats)]:
        raise BadNotation("view: the letter of a seat, or -, is needed")
    return SEATS.index(letter)


def _after(state: State, luck: Given, words: list[str]) -> dict[str, Any]:
    said = wording.parse(words, len(state.seats))
    if said is None:
        return {"refused": "grammar"}
    draft, told = state.draft(), list[events.Event]()
    try:
        check(state, said.seat, said.action)
        engine.carry_out(draft, said.seat, said.action, told, luck)
    except BadNotation:
        raise
    except GameError as refusal:
        return {"refused": refusal.rule}
    except Missing as missing:
        return {"need": missing.what}
    return _outcome(draft, luck, told)


def _outcome(state: State, luck: Given, told: list[events.Event]) -> dict[str, Any]:
    return {
        "legal": legal_words(state),
        "next": notation.write(state, luck),
        "events": [words for event in told for words in wording.event_words(event)],
    }


def legal_words(state: State) -> list[list[str]]:
    """Return all legal actions of all seats, sorted word by word."""
    if state.phase == "start":
        return [["start"]]
    return sorted(wording.say(seat, action) for seat in range(len(state.seats)) for action in legal(state, seat))
