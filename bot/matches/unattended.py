"""What a match has done without anybody: times that ran out, what followed by itself, and moves of computers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from games import agreements
from storage import StoredAction

NOTED: Final = (agreements.TIMEOUT, agreements.ABANDON)
"""The agreements that whoever keeps the match notes because nobody has done anything."""


def steps(match: LoadedMatch) -> Iterator[Sequence[StoredAction]]:
    """Return what has led to how a match stands, the newest first: what was noted with what followed it, or one entry.

    What follows in the same step, by the rules, by plans or by standing orders, nobody has done just then. Moves of
    computers are left out.
    """
    later: list[StoredAction] = []
    for entry in reversed(match.entries):
        if later and later[-1].created_at != entry.created_at:
            yield from ([one] for one in later)
            later = []
        if entry.kind == "action" and computers.is_computer(match.player_at(entry.seat, entry.seq)):
            continue
        later.append(entry)
        if entry.text in NOTED:  # the first entry of its step
            yield later[::-1]
            later = []
    yield from ([one] for one in later)


def noted_last(match: LoadedMatch) -> str:
    """Return what was noted last, if nobody has done anything since; nothing where somebody has."""
    last = next(steps(match), None)
    return last[0].text if last is not None and last[0].text in NOTED else ""
