"""What a record of a match looks like (`games.record`), format by format, and reading one from a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from games import draws
from games.api import BadNotation
from games.draws import SEED_BYTES

FORMAT: Final = "match record 4"
THIRD_FORMAT: Final = "match record 3"
SECOND_FORMAT: Final = "match record 2"
FIRST_FORMAT: Final = "match record 1"

_COMMON: Final = {"format", "game", "options", "commitment", "actions", "result", "digest"}
_KEYS: Final = {
    FORMAT: _COMMON | {"formation", "players", "drawn", "handovers"},
    THIRD_FORMAT: _COMMON | {"formation", "players", "drawn"},
    SECOND_FORMAT: _COMMON | {"formation"},
    FIRST_FORMAT: _COMMON | {"seats"},
}
"""The keys of the records of each format; what `revealed` names is the only other one."""
_PLAYER: Final = {"player", "press", "luck"}


def revealed(record: Mapping[str, Any]) -> str:
    """The key of what is told when the match is over."""
    return "secret" if record["format"] in (FORMAT, THIRD_FORMAT) else "seed"


def read(text: str | bytes) -> dict[str, Any]:
    """The record that a text holds; only its form is checked. Raises `BadNotation`."""
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise BadNotation(f"the record is no JSON: {fault}") from fault
    if not isinstance(data, dict):
        raise BadNotation("a record is a JSON object")
    _check(data)
    return data


def _check(data: dict[str, Any]) -> None:
    """Raise `BadNotation` where something in a record has not the form that it has to have."""
    keys = _KEYS.get(data["format"]) if isinstance(data.get("format"), str) else None
    if keys is None:
        raise BadNotation(f"format: {data.get('format')!r} is not {FORMAT!r}")
    if missing := keys - set(data):
        raise BadNotation(f"missing: {', '.join(sorted(missing))}")
    if unknown := set(data) - keys - {revealed(data)}:
        raise BadNotation(f"unknown keys: {', '.join(sorted(unknown))}")
    if not isinstance(data["game"], str):
        raise BadNotation("game: a text is needed")
    if not isinstance(data["options"], dict):
        raise BadNotation("options: an object is needed")
    if "formation" in keys and not isinstance(data["formation"], str):
        raise BadNotation("formation: a text is needed")
    if "seats" in keys and (type(data["seats"]) is not int or data["seats"] < 1):
        raise BadNotation("seats: a whole number is needed")
    for key in sorted({"commitment", "digest", revealed(data)} & set(data)):
        _hexadecimal(data[key], key)
    if "players" in keys:
        _check_players(data["players"])
        if not isinstance(data["drawn"], bool):
            raise BadNotation("drawn: true or false is needed")
    _check_actions(data["actions"])
    if "handovers" in keys:
        _check_handovers(data["handovers"])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise BadNotation("the same key comes twice in one object")
    return data


def _no_number(text: str) -> float:
    raise BadNotation(f"{text} is no JSON")


def _hexadecimal(data: Any, where: str) -> None:
    """Commitments, digests, secrets and seeds are all 32 bytes."""
    if not isinstance(data, str) or len(data) != 2 * SEED_BYTES or not set(data) <= set("0123456789abcdef"):
        raise BadNotation(f"{where}: {2 * SEED_BYTES} hexadecimal digits in small letters are needed")


def _check_players(data: Any) -> None:
    if not isinstance(data, list) or not data:
        raise BadNotation("players: an array is needed")
    for number, one in enumerate(data, 1):
        where = f"players, number {number}"
        if not isinstance(one, dict) or not {"player", "press"} <= set(one) <= _PLAYER:
            raise BadNotation(f"{where}: an object with player, press and perhaps luck is needed")
        if not _is_id(one["player"]) or not (one["press"] is None or _is_id(one["press"])):
            raise BadNotation(f"{where}: player and press are numbers of up to 20 digits, as texts")
        words = one.get("luck", "-")
        if not isinstance(words, str) or not words or words != draws.luck(words):
            raise BadNotation(f"{where}: luck has to be one line of up to {draws.LUCK_LENGTH} characters")
    if len({one["player"] for one in data}) < len(data):
        raise BadNotation("players: the same one comes twice")


def _check_handovers(data: Any) -> None:
    if not isinstance(data, list) or not data:
        raise BadNotation("handovers: an array of at least one is needed")
    for number, one in enumerate(data, 1):
        if not isinstance(one, dict) or set(one) != {"entry", "player"}:
            raise BadNotation(f"handovers, number {number}: an object with entry and player is needed")
        if type(one["entry"]) is not int or one["entry"] < 1:
            raise BadNotation(f"handovers, number {number}: entry is the number of an action, from 1")
        if not (one["player"] is None or _is_id(one["player"])):
            raise BadNotation(f"handovers, number {number}: player is a number of up to 20 digits, as a text, or null")


def _is_id(text: Any) -> bool:
    return isinstance(text, str) and _is_number(text, 20)


def _is_number(text: str, length: int) -> bool:
    """Whether a text is a whole number of up to so many digits, in the one way to write it."""
    return text.isascii() and text.isdigit() and len(text) <= length and str(int(text)) == text


def _check_actions(data: Any) -> None:
    if not isinstance(data, list):
        raise BadNotation("actions: an array is needed")
    for number, text in enumerate(data, 1):
        where = f"actions, line {number}"
        if not isinstance(text, str):
            raise BadNotation(f"{where}: a text is needed")
        seat, *tokens = text.split(" ")
        if not _is_number(seat, 9):
            raise BadNotation(f"{where}: it does not begin with the number of a seat")
        if not tokens or text != " ".join(text.split()):
            raise BadNotation(f"{where}: tokens parted by single blanks are needed")
