"""A whole match as JSON: its position in the notation, and what a match has besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.api import BadNotation
from games.monsters_and_myths import notation
from games.monsters_and_myths.passing import SCOPES
from games.monsters_and_myths.state import Options, State
from games.monsters_and_myths.view import Exchange, Rolling, Target
from games.record import dump_result, load_result

NAME: Final = "monsters_and_myths"
_KEYS: Final = {
    "game",
    "position",
    "options",
    "scopes",
    "rolling",
    "exchange",
    "left",
    "step",
    "asides",
    "reopened",
    "cursor",
    "result",
}


def dump(state: State) -> dict[str, Any]:
    """The match as JSON values."""
    rolling = state.rolling
    return {
        "game": NAME,
        "position": notation.write(state),
        "options": state.options._asdict(),
        "scopes": [what.scope for what in state.seats],
        "rolling": None if rolling is None else [rolling.left, rolling.rolls],
        "exchange": _exchange(state.exchange),
        "left": list(state.left),
        "step": state.step,
        "asides": list(state.asides),
        "reopened": state.reopened,
        "cursor": state.cursor,
        "result": dump_result(state.result),
    }


def _exchange(rolled: Exchange | None) -> list[Any] | None:
    if rolled is None:
        return None
    attack, target, defence, bonus, losses = rolled
    return [list(attack), target.text, list(defence), bonus, list(losses)]


def load(data: Mapping[str, Any]) -> State:
    """The match that `dump` wrote. Raises `BadNotation` for anything else."""
    if set(data) != _KEYS or data["game"] != NAME:
        raise BadNotation(f"a saved match has the keys {', '.join(sorted(_KEYS))}")
    try:
        return _load(data)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise BadNotation(f"a saved match cannot be read: {type(fault).__name__} {fault}") from fault


def _load(data: Mapping[str, Any]) -> State:
    state, _ = notation.read(data["position"])
    seats = len(state.seats)
    state.options = Options(**data["options"])
    for seat, scope in enumerate(data["scopes"]):
        if scope not in ("", *SCOPES):
            raise BadNotation(f"scopes: {scope!r} is none")
        state.put(seat, scope=scope)
    if data["rolling"] is not None:
        left, rolls = data["rolling"]
        state.rolling = Rolling(left, rolls)
    if data["exchange"] is not None:
        attack, target, defence, bonus, losses = data["exchange"]
        lost_by_attacker, lost_by_defender = losses
        lost = lost_by_attacker, lost_by_defender
        state.exchange = Exchange(tuple(attack), Target.of(target), tuple(defence), bonus, lost)
    state.left = _seats(data["left"], seats)
    state.asides = tuple(int(number) for number in data["asides"])
    state.step, state.reopened, state.cursor = int(data["step"]), int(data["reopened"]), int(data["cursor"])
    state.result = load_result(data["result"], seats)
    return state


def _seats(given: Any, seats: int) -> tuple[int, ...]:
    if not all(type(seat) is int and 0 <= seat < seats for seat in given):
        raise BadNotation("a seat is a number from 0")
    return tuple(given)
