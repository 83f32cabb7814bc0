"""What is hidden in Monolith Arena, and states that differ in nothing else (R3.9, R13.1)."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, Final

from games.api import Action, Step
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.tiles import faction

PROBES: Final = (
    "",
    "end",
    "redraw",
    "place demon C3 N",
    "battle",
    "choose A1",
    "prepare",
    "unfold",
    "unfold knight A1",
)
"""Lines that are refused or half said; what the game says to them may tell nothing hidden either."""


def world(state: Any, reader: int | None, random: Random) -> Any:
    """The same state but for what the reader may not know."""
    others = set(range(len(state.teams))) - {reader}
    return permuted(state, others, others, random)


def world_before(state: Any, reader: int | None, seat: int, action: Action, step: Step, random: Random) -> Any | None:
    """The same, for a state before an action of `seat`; `None` where what follows opens something hidden."""
    if action[0] == "banner" or step.state.result is not None:
        return None
    if state.options.open_reserves and any(isinstance(event, ev.Drew) for event in step.events):
        return None  # everybody sees what comes from the stack
    others = set(range(len(state.teams))) - {reader}
    # Nor may what lies in the acting seat's own monolith tell anything, as long as it stays folded.
    closed = frozenset() if action[0] == "unfold" or seat == reader else frozenset({seat})
    return permuted(state, others - {seat}, others, random, closed)


def permuted(
    state: Any, hidden: set[int], shuffled: set[int], random: Random, closed: frozenset[int] = frozenset()
) -> Any:
    """The same match with other hidden tiles.

    Stack, reserve and what lies in a monolith that has never unfolded are mixed for `hidden` seats, stacks of
    `shuffled` too, and for `closed` seats the stack and what lies in the monolith without the reserve.
    """
    if state.stage not in ("monoliths", "turn"):
        return state
    if state.options.open_reserves:
        hidden, closed = set(), closed | frozenset(hidden)
    data = copy.deepcopy(GAME.dump(state))
    for seat in hidden:
        home = faction(data["seats"][seat]["faction"])
        preparing = data["turn"]["stage"] == "monoliths"
        pool = [t.id for t in home.deck()] if preparing else data["stacks"][seat] + data["reserves"][seat]
        inside = data.get("monoliths", {}).get(str(seat), {}).get("inside")
        if inside is not None and seat not in data["known"]:
            pool += [] if preparing else [p["tile"] for p in inside]
            random.shuffle(pool)
            for piece in inside:
                piece["tile"] = next(t for t in pool if not home.by_id[t].is_order)
                pool.remove(piece["tile"])
        if preparing:
            continue
        random.shuffle(pool)
        kept = len(data["reserves"][seat])
        data["reserves"][seat], data["stacks"][seat] = pool[:kept], pool[kept:]
        if seat == data["turn"]["seat"]:
            orders = all(home.by_id[t].is_order for t in pool[:kept])
            data["turn"]["redraw"] = bool(kept and orders and pool[kept:])
            data["turn"]["drawn"] = pool[: min(kept, len(data["turn"]["drawn"]))]
    for seat in shuffled - hidden:
        random.shuffle(data["stacks"][seat])
    for seat in closed - hidden:
        _mix_inside(data, seat, random)
    return GAME.load(data)


def _mix_inside(data: dict[str, Any], seat: int, random: Random) -> None:
    """Exchange what lies in a monolith that nobody else has seen for tiles of the stack."""
    inside = data.get("monoliths", {}).get(str(seat), {}).get("inside")
    if inside is None or seat in data["known"] or data["turn"]["stage"] == "monoliths":
        return
    home = faction(data["seats"][seat]["faction"])
    pool = [p["tile"] for p in inside] + data["stacks"][seat]
    random.shuffle(pool)
    for piece in inside:
        piece["tile"] = next(t for t in pool if not home.by_id[t].is_order)
        pool.remove(piece["tile"])
    data["stacks"][seat] = pool
