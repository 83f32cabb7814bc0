"""The record of a match: a JSON document to export, import, replay and verify, the same for every game.

``actions`` is the whole history, one line an entry: the seat and the words of the action (``0 place pikeman C3 NE``),
or the seat and ``undo``. An undone action stays in the list; the ``undo`` after it takes back the latest action that
has not been taken back before. The start is not written down, because it follows from game, options, seats and seed.
While the match runs, a record has no seed and is made for one reader: what others answered secretly reads ``choose ?``
until all answers are in. ``digest`` is the SHA-256 of all the rest and finds slips of the pen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from games.api import BadNotation, Game, GameError, Result, Step
from games.draws import SEED_BYTES, Draws, commitment

FORMAT: Final = "match record 1"
UNDO: Final = "undo"
HIDDEN: Final = "?"
"""Stands for the words of a secret answer, after its verb."""

_KEYS: Final = {"format", "game", "options", "seats", "commitment", "actions", "result", "digest"}
"""The keys of every record; ``seed`` is the only other one."""


class Entry(NamedTuple):
    """One entry of a match's history."""

    kind: Literal["action", "undo"]
    seat: int
    text: str = UNDO
    """The words of the action, joined by blanks."""


class BadEntry(Exception):
    """An entry that cannot be carried out; `number` counts from 1, `reason` is one sentence."""

    def __init__(self, number: int, entry: Entry, reason: str) -> None:
        super().__init__(f"action {number} ({line(entry)}): {reason}")
        self.number = number
        self.entry = entry
        self.reason = reason


def line(entry: Entry) -> str:
    """The entry as it stands in a record."""
    return f"{entry.seat} {UNDO if entry.kind == 'undo' else entry.text}"


def entries(record: Mapping[str, Any]) -> list[Entry]:
    """The entries of a record that `read` has accepted."""
    return [_entry(text) for text in record["actions"]]


def _entry(text: str) -> Entry:
    seat, _, words = text.partition(" ")
    return Entry("undo" if words == UNDO else "action", int(seat), words)


def fold(
    game: Game[Any], options: Mapping[str, Any], seats: int, seed: bytes, history: Iterable[Entry]
) -> Iterator[tuple[Any, Step | None]]:
    """The state at the start, then the state after each entry; with it the step that an action was.

    Raises `BadEntry` at the first entry that is not legal, `BadNotation` for options or seats that the game refuses.
    """
    draws = Draws(seed)
    states = [game.new(seats, options)]
    yield states[0], None
    for number, entry in enumerate(history, 1):
        if not 0 <= entry.seat < seats:
            raise BadEntry(number, entry, f"There is no seat {entry.seat}.")
        if entry.kind == "undo":
            if len(states) == 1:
                raise BadEntry(number, entry, "There is nothing to take back.")
            states.pop()
            yield states[-1], None
            continue
        try:
            step = game.apply(states[-1], entry.seat, tuple(entry.text.split()), draws)
        except GameError as fault:
            raise BadEntry(number, entry, str(fault)) from fault
        states.append(step.state)
        yield step.state, step


def replay(game: Game[Any], record: Mapping[str, Any], seed: bytes | None = None) -> list[Any]:
    """The state at the start and the states after each entry of a record, undone ones included.

    `seed` is needed where the record does not hold it. Raises `BadEntry` and `BadNotation`.
    """
    if seed is None:
        if "seed" not in record:
            raise BadNotation("the record holds no seed, because the match was not over when it was made")
        seed = bytes.fromhex(record["seed"])
    return [state for state, _ in fold(game, record["options"], record["seats"], seed, entries(record))]


def make(
    game: Game[Any],
    options: Mapping[str, Any],
    seats: int,
    seed: bytes,
    history: Sequence[Entry],
    *,
    reader: int | None,
) -> dict[str, Any]:
    """The record of a match as `reader` may have it (a seat, or `None` for everybody).

    A finished match is open to all, with its seed. Raises `BadEntry` and `BadNotation`.
    """
    state: Any = None
    sealed: set[int] = set()
    taken_back: set[int] = set()
    standing: list[int] = []
    secret: set[int] = set()
    for number, (state, step) in enumerate(fold(game, options, seats, seed, history), -1):
        if step is not None:
            standing.append(number)
            if step.secret:
                secret.add(number)
                sealed.add(number)
        elif number >= 0:
            # A secret answer that was taken back was never opened, and may well be given again.
            taken_back |= {standing.pop()} & secret
        sealed = {n for n in sealed if game.sealed(state, history[n].seat, tuple(history[n].text.split()))}
    result = game.result(state)
    hidden = set() if result is not None else sealed | taken_back
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "options": dict(options),
        "seats": seats,
        "commitment": commitment(seed),
        "actions": [
            line(entry) if number not in hidden or entry.seat == reader else line(_masked(entry))
            for number, entry in enumerate(history)
        ],
        "result": dump_result(result),
    }
    if result is not None:
        record["seed"] = seed.hex()
    record["digest"] = digest(record)
    return record


def _masked(entry: Entry) -> Entry:
    return entry._replace(text=f"{entry.text.split()[0]} {HIDDEN}")


def dump_result(result: Result | None) -> dict[str, Any] | None:
    """A result as JSON values; `None` while the match runs."""
    return None if result is None else {"winners": list(result.winners), "reason": result.reason}


def digest(record: Mapping[str, Any]) -> str:
    """The SHA-256, in hexadecimal, of everything in the record but the digest itself."""
    return _sha256({key: value for key, value in record.items() if key != "digest"})


def state_hash(game: Game[Any], state: Any) -> str:
    """The SHA-256, in hexadecimal, of the canonical JSON of a state: the same for equal states."""
    return _sha256(game.dump(state))


def _sha256(data: Any) -> str:
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def canonical(data: Any) -> str:
    """JSON in the one form that is hashed: sorted keys, no blanks, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def write(record: Mapping[str, Any]) -> str:
    """The record as the text of a file, for people too: one action a line."""
    return json.dumps(record, indent=1) + "\n"


def read(text: str | bytes) -> dict[str, Any]:
    """The record that a text holds; only its form is checked. Raises `BadNotation`."""
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise BadNotation(f"the record is no JSON: {fault}") from fault
    if not isinstance(data, dict):
        raise BadNotation("a record is a JSON object")
    if data.get("format") != FORMAT:
        raise BadNotation(f"format: {data.get('format')!r} is not {FORMAT!r}")
    if missing := _KEYS - set(data):
        raise BadNotation(f"missing: {', '.join(sorted(missing))}")
    if unknown := set(data) - _KEYS - {"seed"}:
        raise BadNotation(f"unknown keys: {', '.join(sorted(unknown))}")
    if not isinstance(data["game"], str):
        raise BadNotation("game: a text is needed")
    if not isinstance(data["options"], dict):
        raise BadNotation("options: an object is needed")
    if type(data["seats"]) is not int or data["seats"] < 1:
        raise BadNotation("seats: a whole number is needed")
    _hexadecimal(data["commitment"], "commitment")
    _hexadecimal(data["digest"], "digest")
    if "seed" in data:
        _hexadecimal(data["seed"], "seed")
    _check_actions(data["actions"])
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise BadNotation("the same key comes twice in one object")
    return data


def _no_number(text: str) -> float:
    raise BadNotation(f"{text} is no JSON")


def _hexadecimal(data: Any, where: str) -> None:
    """Commitments, digests and seeds are all 32 bytes."""
    if not isinstance(data, str) or len(data) != 2 * SEED_BYTES or not set(data) <= set("0123456789abcdef"):
        raise BadNotation(f"{where}: {2 * SEED_BYTES} hexadecimal digits in small letters are needed")


def _check_actions(data: Any) -> None:
    if not isinstance(data, list):
        raise BadNotation("actions: an array is needed")
    for number, text in enumerate(data, 1):
        where = f"actions, line {number}"
        if not isinstance(text, str):
            raise BadNotation(f"{where}: a text is needed")
        seat, *words = text.split(" ")
        if not (seat.isascii() and seat.isdigit() and str(int(seat[:9])) == seat):
            raise BadNotation(f"{where}: it does not begin with the number of a seat")
        if not words or text != " ".join(text.split()):
            raise BadNotation(f"{where}: words parted by single blanks are needed")
