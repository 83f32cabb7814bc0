"""The record of a match: a JSON document to export, import, replay and verify, the same for every game.

``actions`` is the whole history, one line an entry: the seat and the tokens of an action (``0 place pikeman C3 NE``) or
of an agreement (``1 draw offer``), or the seat and ``undo``. An undone action stays in the list; the ``undo`` after it
takes back the latest one that has not been taken back before. The start is not written down, because it follows from
game, options, formation and seed. The seed follows from the ``secret`` and from what the ``players`` added to it, one
of them a seat, in the order in which they joined (`games.draws`); each says which ``seat`` is theirs, and ``drawn``
whether the seats were drawn. Of somebody who has been deleted since only a hash is left there, under the key
``deleted``. While the match runs, a record has no secret and is made for one reader: what others answered secretly
reads ``?``, behind the verb where everybody may read that (``pass ?``), until it is open. ``digest`` is the SHA-256 of
all the rest and finds slips of the pen.

Where seats were handed over, ``handovers`` has the number of each such entry and the id of whoever plays that seat from
there on (null for somebody who has been deleted since); ``players`` stay those of the start.

Records of earlier formats are still read, and made of matches that were begun in their time. In formats 3 and 4 (with
handovers) ``players`` are in the order of the seats, and the seed follows from them as they stand there. Records of
format 2 have a ``seed`` in the place of secret, players and ``drawn``: players added nothing then, or one of those who
had was deleted later. Records of format 1 had, besides, the number of ``seats`` in the place of ``formation`` and a
result with ``winners`` in the place of ``ranking``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from games import api, draws
from games.api import BadNotation, Formation, Game, Result
from games.codec import Form, Values
from games.draws import AnyPart, Awaited, Blinded, Deleted, Hexadecimal, Joined, Part, commitment
from games.history import Entry, Handover, Replayed, fold, line, openly, parse, start
from games.values import BRIEF, As, value, within

FORMAT: Final = "match record 5"
FOURTH_FORMAT: Final = "match record 4"
THIRD_FORMAT: Final = "match record 3"
SECOND_FORMAT: Final = "match record 2"
FIRST_FORMAT: Final = "match record 1"
HIDDEN: Final = "?"
"""Stands for a secret answer, or for all of it that is not open (`games.history.openly`)."""
MISSING: Final = "(missing)"
"""Stands for a value that only one of two documents has."""


# -------------------------------------------------------------------------------------------------- what a record holds


def _line(data: Any, whole: Any) -> str:
    """Return a line of the history as it is written. Raises `ValueError`."""
    seat, *tokens = data.split(" ") if isinstance(data, str) else ("",)
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 9 and str(int(seat)) == seat):
        raise ValueError("a text that begins with the number of a seat is needed")
    if not tokens or data != " ".join(data.split()):
        raise ValueError("tokens parted by single blanks are needed")
    return str(data)


Line = Annotated[str, As(lambda text, _: text, _line)]


@value
class _Common:
    """The keys of the records of all formats."""

    format: str
    game: str
    options: dict[str, Any]
    commitment: Hexadecimal
    actions: tuple[Line, ...]
    result: Any
    digest: Hexadecimal


@value
class _First(_Common):
    """A record of format 1."""

    seats: Annotated[int, within(1, 99)]
    seed: Annotated[Hexadecimal, BRIEF] = ""


@value
class _Second(_Common):
    """A record of format 2."""

    formation: str
    seed: Annotated[Hexadecimal, BRIEF] = ""


@value
class _Third(_Common):
    """A record of format 3."""

    formation: str
    players: tuple[Part, ...]
    drawn: bool
    secret: Annotated[Hexadecimal, BRIEF] = ""


@value
class _Fourth(_Common):
    """A record of format 4."""

    formation: str
    players: tuple[Part, ...]
    drawn: bool
    handovers: tuple[Handover, ...]
    secret: Annotated[Hexadecimal, BRIEF] = ""


def _dump_part(part: AnyPart, whole: Any) -> Any:
    return _FORM_OF[type(part)].dump(part)


def _load_part(data: Any, whole: Any) -> AnyPart:
    kinds = {"deleted": Deleted, "blind": Blinded if "player" in data else Awaited}
    return _FORM_OF[next((kind for key, kind in kinds.items() if key in data), Part)].read(data, whole)  # type: ignore[no-any-return]


def _load_joined(data: Any, whole: Any) -> Joined:
    part = _load_part(data, whole)
    if not isinstance(part, Joined):
        raise ValueError("a part with its blind, or what is left of a deleted one, is needed")
    return part


_FORM_OF: Final[Mapping[type, Form[Any]]] = {kind: Form(kind) for kind in (Part, Blinded, Deleted, Awaited)}


@value
class _Fifth(_Common):
    """A record of format 5."""

    formation: str
    players: tuple[Annotated[Joined, As(_dump_part, _load_joined)], ...]
    drawn: bool
    handovers: Annotated[tuple[Handover, ...], BRIEF] = ()
    secret: Annotated[Hexadecimal, BRIEF] = ""


_FORMATS: Final[Mapping[Any, Form[Any]]] = {
    FORMAT: Form(_Fifth),
    FOURTH_FORMAT: Form(_Fourth),
    THIRD_FORMAT: Form(_Third),
    SECOND_FORMAT: Form(_Second),
    FIRST_FORMAT: Form(_First),
}
PARTS: Final = Values(tuple[Annotated[AnyPart, As(_dump_part, _load_part)], ...])
"""How what the players have added to a seed is stored."""
RESULT: Final = Values(Result | None)
"""How a result is stored."""
_HANDOVERS: Final = Values(tuple[Handover, ...])


def revealed(record: Mapping[str, Any]) -> str:
    """Return the key of what is told when the match is over."""
    return "secret" if record["format"] in (FORMAT, FOURTH_FORMAT, THIRD_FORMAT) else "seed"


def read(text: str | bytes) -> dict[str, Any]:
    """Return the record that a text holds; only its form is checked. Raises `BadNotation`."""
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise BadNotation(f"the record is no JSON: {fault}") from fault
    if not isinstance(data, dict):
        raise BadNotation("a record is a JSON object")
    name = data.get("format")
    form = _FORMATS.get(name) if isinstance(name, str) else None
    if form is None:
        raise BadNotation(f"format: {name!r} is not {FORMAT!r}")
    form.load(data)
    for key in ("players", "handovers"):
        if not data.get(key, True):
            raise BadNotation(f"{key}: at least one is needed")
    players = [one["player"] for one in data.get("players", ()) if "player" in one]
    if len(set(players)) < len(players):
        raise BadNotation("players: the same one comes twice")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise BadNotation("the same key comes twice in one object")
    return data


def _no_number(text: str) -> float:
    raise BadNotation(f"{text} is no JSON")


def entries(record: Mapping[str, Any]) -> list[Entry]:
    """Return the entries of a record that was read."""
    return [parse(text) for text in record["actions"]]


def formation(game: Game[Any], record: Mapping[str, Any]) -> Formation:
    """Return the formation of a record that was read. Raises `BadNotation` for one that the game does not have."""
    if record["format"] == FIRST_FORMAT:
        return api.formation_for(game, record["seats"])
    return api.formation(game, record["formation"])


def secret(record: Mapping[str, Any]) -> bytes | None:
    """Return what a record that was read was committed to; `None` where the match was still running."""
    told = record.get(revealed(record))
    return None if told is None else bytes.fromhex(told)


def parts(record: Mapping[str, Any]) -> tuple[AnyPart, ...]:
    """Return what the players of a record that was read added to its seed, as its format orders them."""
    return PARTS.load(record.get("players", []))  # type: ignore[no-any-return]


def handovers(record: Mapping[str, Any]) -> tuple[Handover, ...]:
    """Return who has taken which seat over in a record that was read, in the order of the entries."""
    return _HANDOVERS.load(record.get("handovers", []))  # type: ignore[no-any-return]


def replay(game: Game[Any], record: Mapping[str, Any], seed: bytes | None = None) -> list[Any]:
    """Return the game's state at the start and after each entry of a record, undone ones included.

    `seed` is needed where the record does not tell it. Raises `BadEntry` and `BadNotation`.
    """
    if seed is None:
        told = secret(record)
        if told is None:
            raise BadNotation("the record holds no secret, because the match was not over when it was made")
        seed = draws.seed_of(told, parts(record))
    seating = formation(game, record)
    first = start(game, seating, record["options"]).state
    return [first, *(done.after.state for done in fold(game, seating, record["options"], seed, entries(record)))]


def make(
    game: Game[Any],
    formation: Formation,
    options: Mapping[str, Any],
    secret: bytes,
    history: Sequence[Entry],
    *,
    reader: int | None,
    parts: Sequence[AnyPart] = (),
    drawn: bool = False,
    handovers: Sequence[Handover] = (),
) -> dict[str, Any]:
    """Return the record of a match as `reader` may have it (a seat, or `None` for everybody).

    `parts` are what the players added to the seed, and `drawn` says whether their seats were drawn; a match without
    parts gets a record of format 2, which names nobody, one that was begun before parts were hashed one of format 3 or
    4. `handovers` say who has taken a seat over. A finished match is open to all, with its secret. Raises `BadEntry`
    and `BadNotation`.
    """
    first = start(game, formation, options).state
    seed = draws.seed_of(secret, parts)
    hidden, last = _secrets(game, first, fold(game, formation, options, seed, history))
    result = game.result(last)
    if result is not None:
        hidden = set()
    record: dict[str, Any] = {
        "format": _format(parts, handovers),
        "game": game.name,
        "options": dict(options),
        "formation": formation.id,
        "commitment": commitment(secret, parts),
    }
    if parts:
        record |= {"players": PARTS.dump(parts), "drawn": drawn}
    if parts and handovers:
        record["handovers"] = _HANDOVERS.dump(handovers)
    record["actions"] = [
        line(entry if number not in hidden or entry.seat == reader else _masked(game, entry))
        for number, entry in enumerate(history, 1)
    ]
    record["result"] = RESULT.dump(result)
    if result is not None:
        record[revealed(record)] = secret.hex()
    record["digest"] = digest(record)
    return record


def _format(parts: Sequence[AnyPart], handovers: Sequence[Handover]) -> str:
    if draws.is_hashed(parts):
        return FORMAT
    return SECOND_FORMAT if not parts else FOURTH_FORMAT if handovers else THIRD_FORMAT


def _secrets(game: Game[Any], state: Any, story: Iterator[Replayed]) -> tuple[set[int], Any]:
    """Return the numbers of the entries that others may not read, and the last state."""
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


def _masked(game: Game[Any], entry: Entry) -> Entry:
    return entry._replace(text=" ".join((*openly(game, entry), HIDDEN)))


def digest(record: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of everything in the record but the digest itself."""
    return _sha256({key: value for key, value in record.items() if key != "digest"})


def state_hash(game: Game[Any], state: Any) -> str:
    """Return the SHA-256, in hexadecimal, of the canonical JSON of a state: the same for equal states."""
    return _sha256(game.dump(state))


def _sha256(data: Any) -> str:
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def canonical(data: Any) -> str:
    """Return JSON in the one form that is hashed: sorted keys, no blanks, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the places at which two JSON documents differ: the path, the old and the new value (or `MISSING`)."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key, MISSING), new.get(key, MISSING), f"{path}.{key}" if path else key)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from differences(before, after, f"{path}[{at}]")
    elif canonical(old) != canonical(new):
        yield path, old, new


def write(record: Mapping[str, Any]) -> str:
    """Return the record as the text of a file, for people too: one action a line."""
    return json.dumps(record, indent=1) + "\n"
