"""Check the record of a finished match: ``python -m games.verify RECORD`` (a file, or ``-`` for the standard input).

Anybody can do that without trusting the place where the match was played: the seed belongs to the commitment that was
published at the start, every action is legal and leads to the result. The exit status is 0 when all is well, 1 when
something differs, 2 when the record cannot be read or holds nothing to check (no seed: the match was still running).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.api import BadNotation, Game, Result
from games.draws import commitment
from games.history import BadEntry
from games.record import OLD_FORMAT, canonical, digest, dump_result, read, replay
from games.registry import GAMES

GOOD: Final = 0
DIFFERS: Final = 1
UNREADABLE: Final = 2


class Verdict(NamedTuple):
    """What a check came to: the exit status and one line for people."""

    status: int
    text: str


def verify(record: Mapping[str, Any], games: Mapping[str, Game[Any]] = GAMES) -> Verdict:
    """Check a record that `games.record.read` has accepted."""
    game = games.get(record["game"])
    if game is None:
        return Verdict(UNREADABLE, f"unreadable: there is no game {record['game']!r}")
    if "seed" not in record:
        return Verdict(UNREADABLE, "not to be checked: the record holds no seed, because the match was still running")
    if commitment(bytes.fromhex(record["seed"])) != record["commitment"]:
        return Verdict(DIFFERS, "differs: the seed does not belong to the commitment")
    try:
        last = replay(game, record)[-1]
    except BadNotation as fault:
        return Verdict(UNREADABLE, f"unreadable: {fault}")
    except BadEntry as fault:
        return Verdict(DIFFERS, f"differs at {fault}")
    result = _result(record, game.result(last))
    if canonical(result) != canonical(record["result"]):
        return Verdict(DIFFERS, f"differs: the actions lead to the result {canonical(result)}")
    if digest(record) != record["digest"]:
        return Verdict(DIFFERS, "differs: the digest is that of another record; something in this one was changed")
    return Verdict(GOOD, f"ok: {game.title}, {len(record['actions'])} actions, result {canonical(result)}")


def _result(record: Mapping[str, Any], result: Result | None) -> dict[str, Any] | None:
    """The result in the form of the record's format."""
    if record["format"] == OLD_FORMAT and result is not None:
        return {"winners": list(result.winners), "reason": result.reason}
    return dump_result(result)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the record that is named on the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.verify", description="Check the record of a match.")
    parser.add_argument("record", help="a file, or - for the standard input")
    name = parser.parse_args(arguments).record
    try:
        verdict = verify(read(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()))
    except OSError as fault:
        verdict = Verdict(UNREADABLE, f"unreadable: {fault.strerror}: {name}")
    except BadNotation as fault:
        verdict = Verdict(UNREADABLE, f"unreadable: {fault}")
    print(verdict.text)
    return verdict.status


if __name__ == "__main__":
    sys.exit(main())
