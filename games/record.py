"""The record of a match: a JSON document to export, import, replay and verify, the same for every game.

``actions`` is the whole history, one line an entry: the seat and the tokens of an action (``0 place pikeman C3 NE``) or
of an agreement (``1 draw offer``), or the seat and ``undo``. An undone action stays in the list; the ``undo`` after it
takes back the latest one that has not been taken back before. The start is not written down, because it follows from
game, options, formation and seed. While the match runs, a record has no seed and is made for one reader: what others
answered secretly reads ``choose ?`` until all answers are in. ``digest`` is the SHA-256 of all the rest and finds slips
of the pen.

Records of format 1 had the number of ``seats`` in the place of ``formation`` and a result with ``winners`` in the place
of ``ranking``; they are still read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games import api
from games.api import BadNotation, Formation, Game, Result
from games.draws import SEED_BYTES, commitment
from games.history import Entry, Replayed, fold, line, parse, start

FORMAT: Final = "match record 2"
OLD_FORMAT: Final = "match record 1"
HIDDEN: Final = "?"
"""Stands for the tokens of a secret answer, after its verb."""

_KEYS: Final = {"format", "game", "options", "formation", "commitment", "actions", "result", "digest"}
"""The keys of every record; ``seed`` is the only other one."""
_OLD_KEYS: Final = _KEYS - {"formation"} | {"seats"}


def entries(record: Mapping[str, Any]) -> list[Entry]:
    """The entries of a record that `read` has accepted."""
    return [parse(text) for text in record["actions"]]


def formation(game: Game[Any], record: Mapping[str, Any]) -> Formation:
    """The formation of a record that `read` has accepted. Raises `BadNotation` for one that the game does not have."""
    if record["format"] == OLD_FORMAT:
        return api.formation_for(game, record["seats"])
    return api.formation(game, record["formation"])


def replay(game: Game[Any], record: Mapping[str, Any], seed: bytes | None = None) -> list[Any]:
    """The game's state at the start and after each entry of a record, undone ones included.

    `seed` is needed where the record does not hold it. Raises `BadEntry` and `BadNotation`.
    """
    if seed is None:
        if "seed" not in record:
            raise BadNotation("the record holds no seed, because the match was not over when it was made")
        seed = bytes.fromhex(record["seed"])
    seating = formation(game, record)
    first = start(game, seating, record["options"]).state
    return [first, *(done.after.state for done in fold(game, seating, record["options"], seed, entries(record)))]


def make(
    game: Game[Any],
    formation: Formation,
    options: Mapping[str, Any],
    seed: bytes,
    history: Sequence[Entry],
    *,
    reader: int | None,
) -> dict[str, Any]:
    """The record of a match as `reader` may have it (a seat, or `None` for everybody).

    A finished match is open to all, with its seed. Raises `BadEntry` and `BadNotation`.
    """
    first = start(game, formation, options).state
    hidden, last = _secrets(game, first, fold(game, formation, options, seed, history))
    result = game.result(last)
    if result is not None:
        hidden = set()
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "options": dict(options),
        "formation": formation.id,
        "commitment": commitment(seed),
        "actions": [
            line(entry if number not in hidden or entry.seat == reader else _masked(entry))
            for number, entry in enumerate(history, 1)
        ],
        "result": dump_result(result),
    }
    if result is not None:
        record["seed"] = seed.hex()
    record["digest"] = digest(record)
    return record


def _secrets(game: Game[Any], state: Any, story: Iterator[Replayed]) -> tuple[set[int], Any]:
    """The numbers of the entries that others may not read, and the last state."""
    secret: dict[int, Entry] = {}
    sealed: set[int] = set()
    never_opened: set[int] = set()
    for done in story:
        state = done.after.state
        # A secret answer that was taken back was never opened, and may well be given again.
        never_opened |= set(done.takes_back) & secret.keys()
        sealed -= set(done.takes_back)
        if done.step is not None and done.step.secret:
            secret[done.number] = done.entry
            sealed.add(done.number)
        sealed = {number for number in sealed if game.sealed(state, secret[number].seat, secret[number].tokens)}
    return sealed | never_opened, state


def _masked(entry: Entry) -> Entry:
    return entry._replace(text=f"{entry.text.split()[0]} {HIDDEN}")


def dump_result(result: Result | None) -> dict[str, Any] | None:
    """A result as JSON values; `None` while the match runs."""
    if result is None:
        return None
    data: dict[str, Any] = {"ranking": [list(group) for group in result.ranking], "reason": result.reason}
    if result.scores:
        data["scores"] = list(result.scores)
    return data


def load_result(data: Mapping[str, Any] | None, seats: int) -> Result | None:
    """The result that `dump_result` wrote, or one that names the winners only, as results once did.

    Raises `BadNotation`.
    """
    if data is None:
        return None
    try:
        if "ranking" in data:
            ranking = tuple(tuple(group) for group in data["ranking"])
            return Result(ranking, data["reason"], tuple(data.get("scores", ())))
        winners = tuple(data["winners"])
        others = tuple(seat for seat in range(seats) if seat not in winners)
        return Result((winners, others) if winners else (others,), data["reason"])
    except (KeyError, TypeError) as fault:
        raise BadNotation(f"a result cannot be read: {fault}") from fault


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
    if data.get("format") not in (FORMAT, OLD_FORMAT):
        raise BadNotation(f"format: {data.get('format')!r} is not {FORMAT!r}")
    keys = _KEYS if data["format"] == FORMAT else _OLD_KEYS
    if missing := keys - set(data):
        raise BadNotation(f"missing: {', '.join(sorted(missing))}")
    if unknown := set(data) - keys - {"seed"}:
        raise BadNotation(f"unknown keys: {', '.join(sorted(unknown))}")
    if not isinstance(data["game"], str):
        raise BadNotation("game: a text is needed")
    if not isinstance(data["options"], dict):
        raise BadNotation("options: an object is needed")
    if data["format"] == FORMAT and not isinstance(data["formation"], str):
        raise BadNotation("formation: a text is needed")
    if data["format"] == OLD_FORMAT and (type(data["seats"]) is not int or data["seats"] < 1):
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
        seat, *tokens = text.split(" ")
        if not (seat.isascii() and seat.isdigit() and str(int(seat[:9])) == seat):
            raise BadNotation(f"{where}: it does not begin with the number of a seat")
        if not tokens or text != " ".join(text.split()):
            raise BadNotation(f"{where}: tokens parted by single blanks are needed")
