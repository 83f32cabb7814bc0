"""Check the record of a finished match: ``python -m games.verify RECORD`` (a file, or ``-`` for the standard input).

Anybody can do that without trusting the place where the match was played: the secret belongs to the commitment that was
published at the start, every action is legal, all draws come from the secret and from what the players added, and it
all leads to the result. What was checked is told in sentences, and so is what only those who were there can check. The
exit status is 0 when all is well, 1 when something differs, 2 when the record cannot be read or holds nothing to check
(no secret: the match was still running), and 3 when nothing differs but the record proves nothing about the draws,
because nothing is in it that a person has added last: whoever made the seed could choose it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import starmap
from pathlib import Path
from typing import Any, Final, NamedTuple

from games import draws, record
from games.api import RULINGS, BadNotation, Formation, Game, Result
from games.draws import AnyPart, Blinded, Deleted, Doubt, Joined, Part
from games.history import BadEntry, hands_over
from games.registry import GAMES

GOOD: Final = 0
DIFFERS: Final = 1
UNREADABLE: Final = 2
PROVES_NOTHING: Final = 3
DISCORD_BEGAN: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""From when on Discord counts the milliseconds that its numbers begin with."""
_BITS_AFTER_TIME: Final = 22
_DOUBTS: Final[Mapping[Doubt, str]] = {
    "alone": "one person played against computers, so whoever runs the bot could choose the seed",
    "computer": "the last to join was a computer, so whoever runs the bot could choose the seed",
    "deleted": "what the players had added was deleted, so nobody can say whether it was made up to choose the seed",
    "nothing": "no player has added anything to this seed, so whoever made it could choose among many",
    "silent": "the last to join has added nothing, so whoever made the seed could choose among many",
}
"""Why nobody can say that the seed was not chosen."""


class Verdict(NamedTuple):
    """What a check came to: the exit status, one line for people, and what was found to be right."""

    status: int
    text: str
    checked: tuple[str, ...] = ()
    """Whole sentences, the last ones about what no program can check."""


def check(data: str | bytes, games: Mapping[str, Game[Any]] = GAMES) -> Verdict:
    """Check what may be a record; whatever it is, there is a verdict."""
    try:
        return verify(record.read(data), games)
    except BadNotation as fault:
        return Verdict(UNREADABLE, f"unreadable: {fault}")


def verify(found: Mapping[str, Any], games: Mapping[str, Game[Any]] = GAMES) -> Verdict:
    """Check a record that `games.record.read` has accepted. Raises `BadNotation` for one that no game can read."""
    game = games.get(found["game"])
    if game is None:
        raise BadNotation(f"there is no game {found['game']!r}")
    seating = record.formation(game, found)
    parts = record.parts(found)
    if parts and len(parts) != seating.seats:
        raise BadNotation(f"players: {seating.title} is for {seating.seats}")
    if draws.is_hashed(parts) and set(_seats(parts)) != set(range(seating.seats)):
        raise BadNotation("players: each seat is needed once")
    secret = record.secret(found)
    if secret is None:
        return Verdict(UNREADABLE, "not to be checked: the record holds no secret, because the match was still running")
    if draws.commitment(secret, parts) != found["commitment"]:
        return Verdict(DIFFERS, f"differs: {_bound(found, parts)} not belong to the commitment")
    if found.get("drawn") and not _as_drawn(draws.seed_of(secret, parts), parts):
        return Verdict(DIFFERS, "differs: the players do not have the seats that the seed gives them")
    try:
        last = record.replay(game, found)[-1]
    except BadEntry as fault:
        return Verdict(DIFFERS, f"differs at {fault}")
    result = _result(found, game.result(last))
    if places := list(record.differences(found["result"], result, "result")):
        return Verdict(DIFFERS, f"differs: {'; '.join(starmap(_difference, places))}")
    if record.digest(found) != found["digest"]:
        return Verdict(DIFFERS, "differs: the digest is that of another record; something in this one was changed")
    if parts and (strange := _strange_handover(found, parts)):
        return Verdict(DIFFERS, f"differs: {strange}")
    text = f"ok: {game.title}, {len(found['actions'])} actions, result {record.canonical(result)}"
    checked = tuple(_checked(game, found, seating, parts))
    doubt = draws.doubt(parts)
    if doubt is None:
        return Verdict(GOOD, text, checked)
    return Verdict(
        PROVES_NOTHING, f"proves nothing about the draws: {_DOUBTS[doubt]}", (f"All else is {text}", *checked)
    )


def _seats(parts: Sequence[AnyPart]) -> list[int | None]:
    """Return the seats that parts name, in their order."""
    return [part.seat for part in parts if isinstance(part, Joined)]


def _as_drawn(seed: bytes, parts: Sequence[AnyPart]) -> bool:
    """Return True if the players have the seats that the seed gives them."""
    if draws.is_hashed(parts):
        return [_seats(parts)[place] for place in draws.seats(seed, range(len(parts)))] == list(range(len(parts)))
    ids = tuple(part.player for part in parts if isinstance(part, Part))
    return draws.seats(seed, ids) == ids


def _bound(found: Mapping[str, Any], parts: Sequence[AnyPart]) -> str:
    """Return what a commitment binds, with the beginning of a verb."""
    if draws.is_hashed(parts):
        return "the secret and what the players added do"
    return f"the {record.revealed(found)} does"


def _result(found: Mapping[str, Any], result: Result | None) -> dict[str, Any] | None:
    """Return the result in the form of the record's format."""
    if found["format"] == record.FIRST_FORMAT and result is not None:
        return {"winners": list(result.winners), "reason": result.reason}
    return record.RESULT.dump(result)  # type: ignore[no-any-return]


def _difference(path: str, noted: Any, found: Any) -> str:
    """Return a clause for people: what the record has at a place, and what the actions lead to."""
    here, there = (one if one is record.MISSING else record.canonical(one) for one in (noted, found))
    return f"{path} is {here} in the record, and the actions lead to {there}"


def _strange_handover(found: Mapping[str, Any], parts: Sequence[AnyPart]) -> str:
    """Return what is wrong with what a record says of handovers; empty where all is well.

    Nobody comes in who has played before, but whoever takes the own seat back from the computer that played on there.
    """
    told = {one.entry: one.player for one in record.handovers(found)}
    entries = dict(enumerate(record.entries(found), 1))
    if list(told) != [number for number, entry in entries.items() if hands_over(entry)]:
        return "the list of handovers is not that of the actions"
    sits: dict[int | None, int | None] = {
        part.seat if isinstance(part, Blinded) else place: part.player
        for place, part in enumerate(parts)
        if isinstance(part, Part | Blinded)
    }
    known, absent = set(sits.values()), dict[int | None, int | None]()
    for number, player in told.items():
        seat = entries[number].seat
        if player in draws.COMPUTERS:  # one may play on for several people, and for the same one again
            if sits.get(seat) not in draws.COMPUTERS:
                absent[seat] = sits.get(seat)
        elif player is not None and player in known and player != absent.get(seat):
            return f"player {player}, who has played already, takes a seat over with entry {number}"
        else:
            absent.pop(seat, None)
        known.add(player)
        sits[seat] = player
    return ""


def _checked(game: Game[Any], found: Mapping[str, Any], seating: Formation, parts: Sequence[AnyPart]) -> Iterator[str]:
    """Yield what was found to be right, and what is left to those who were there."""
    word = record.revealed(found)
    if draws.is_hashed(parts):
        yield f"The secret and what all players but the last had added belong to the commitment {found['commitment']}."
    else:
        yield f"The {word} belongs to the commitment {found['commitment']}."
    if parts:
        order = ", in this order" if draws.is_hashed(parts) else ""
        yield f"The seed of all draws comes from the secret and from what the players added when they joined{order}:"
        yield from (f"  {_told(seat, part)}" for seat, part in enumerate(parts))
    if found.get("drawn"):
        yield "The seats were drawn, and these are the ones that the seed gives."
    entries = record.entries(found)
    for one in record.handovers(found):
        who = "somebody who has been deleted since" if one.player is None else f"player {one.player}"
        yield f"From entry {one.entry} on seat {entries[one.entry - 1].seat} was played by {who}."
    yield f"All {len(found['actions'])} actions are legal, with what was drawn for them from the seed."
    yield "They lead to the result, and the digest fits the record."
    if game.rulings > 1:
        played = found["options"].get(RULINGS, 1)
        yield f"The match was played by rulings {played} of {game.title}; the newest ones are {game.rulings}."
    yield from _left_to_you(found, parts)


def _left_to_you(found: Mapping[str, Any], parts: Sequence[AnyPart]) -> Iterator[str]:
    """Yield what only those who were there can say."""
    fingerprint = draws.fingerprint(found["commitment"])
    if not parts:
        yield f"Left to you: was the commitment shown before the first draw? Its short form is {fingerprint}."
        return
    doubt = draws.doubt(parts)
    if doubt == "alone":
        yield "Nothing is left to you: whoever challenges computers alone has pressed before the secret is made, and"
        yield "  what a computer adds is known beforehand. docs/draws.md says more."
        return
    if doubt == "computer":
        yield "Nothing is left to you: what a computer adds is known beforehand, and its blind could be chosen when all"
        yield "  people had joined. docs/draws.md says more."
        return
    yield f"Left to you: was the fingerprint {fingerprint} shown before the last player joined, and is what is"
    yield "  said of your own joining true (the time of your press, the words you gave)? docs/draws.md says more."
    if not draws.is_hashed(parts):
        yield "  The match was begun by an earlier version, which did not bind what the others had added before the"
        yield "  last player joined: together with one of them whoever ran the bot could choose among many seeds."
        return
    secret = record.secret(found)
    assert secret is not None
    for count, part in enumerate(parts[1:-1], 2):
        if draws.is_computers(part):
            continue
        before = draws.fingerprint(draws.commitment(secret, parts[:count]))
        yield f"  The player on seat {_seats([part])[0]} joined earlier, and saw {before} before."
    for part in parts:
        if isinstance(part, Deleted):
            yield f"  What seat {part.seat} added was deleted. If you sat there and deleted nothing, this record lies."
    if isinstance(parts[-1], Deleted):
        yield "  It was added last: only that player could have said whether it was made up to choose the seed."


def _told(place: int, part: AnyPart) -> str:
    """Return what a player added, for people; `place` is the one in the list."""
    if isinstance(part, Deleted):
        return f"seat {part.seat}: deleted, its hash is {part.deleted}"
    assert isinstance(part, Part | Blinded)
    what = "nothing" if part.press is None else f"the press {part.press} ({_time(part.press)})"
    words = f" and the words “{part.luck}”" if part.luck else ""
    who = "computer" if draws.is_computers(part) else "player"
    return f"seat {part.seat if isinstance(part, Blinded) else place}, {who} {part.player}: {what}{words}"


def _time(press: int) -> str:
    """Return when Discord has given a number to a press, or that no clock has given it."""
    try:
        then = DISCORD_BEGAN + timedelta(milliseconds=press >> _BITS_AFTER_TIME)
    except OverflowError:
        return "no time that there is"
    return f"{then:%Y-%m-%d %H:%M:%S} UTC"


def _printable(text: str) -> str:
    """Return a line that any terminal shows as it is: what a record holds may be anything."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    encoding = sys.stdout.encoding or "utf-8"
    return plain.encode(encoding, "backslashreplace").decode(encoding)


def tell(verdict: Verdict) -> None:
    """Print a verdict."""
    for line in (verdict.text, *verdict.checked):
        print(_printable(line))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the record that is named on the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.verify", description="Check the record of a match.")
    parser.add_argument("record", help="a file, or - for the standard input")
    name = parser.parse_args(arguments).record
    try:
        verdict = check(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except OSError as fault:
        verdict = Verdict(UNREADABLE, f"unreadable: {fault.strerror}: {name}")
    tell(verdict)
    return verdict.status


if __name__ == "__main__":
    sys.exit(main())
