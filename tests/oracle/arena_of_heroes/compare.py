"""Two referees of the second arena side by side: every question of random walks, every difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.arena_of_heroes.referee import solve
from tests.oracle.arena_of_heroes import referee
from tests.oracle.arena_of_heroes.walks import questions, short_questions

Difference = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]


def naive(question: dict[str, Any]) -> dict[str, Any]:
    """The naive referee; what it cannot read is an error, whose words nobody compares."""
    try:
        return referee.answer(question)
    except (KeyError, IndexError, ValueError, AssertionError) as trouble:
        return {"error": repr(trouble)}


def differences(seed: int, seen: Counter[str], *, tables: bool = False) -> Iterator[Difference]:
    """The questions of one walk that the two answer differently: question, the engine's answer, the naive one."""
    asking = short_questions if tables else questions
    for question in asking(seed, solve.answer):
        seen["view" if "view" in question else question["action"][1] if "action" in question else "state"] += 1
        theirs, ours = solve.answer(question), naive(question)
        seen["answer: " + next(key for key in ("refused", "need", "error", "view", "next") if key in theirs)] += 1
        for event in theirs.get("events", []):
            seen["event: " + " ".join(event[1:2] + event[3:4] * (event[1] in ("arena", "bonus")))] += 1
        legal = theirs.get("legal") or [["", ""]]
        if legal[0][1] == "choose":
            seen["asked: " + " ".join("seat" if len(w) == 1 and w.isupper() else w for *_, w in legal)] += 1
        if theirs != ours and not ("error" in theirs and "error" in ours):
            yield question, theirs, ours
