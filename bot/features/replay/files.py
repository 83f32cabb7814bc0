"""Matches from record files, for replays: read, checked and folded once, the last ones kept.

A replay of a file carries the file along as an attachment of its own message, so its buttons work for as long as that
message is there, and nothing has to be stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from bot.matches import joining
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.replays import Known, Past
from bot.panels.face import AnyFace
from games import draws, record
from games.api import BadNotation
from games.draws import AnyPart, Blinded, Part
from games.history import BadEntry, hands_over
from games.messages import Message
from storage import Former, Seat, StoredAction, StoredMatch

SIZE: Final = 256 * 1024
"""How many bytes a record file may have; a long match has some ten thousand."""
ENTRIES: Final = 2000
"""How many entries a record may have; the longest matches have some hundreds."""
ROOM: Final = 2 * ENTRIES
"""So many entries of matches from files are kept with their positions, some 3 KiB each."""
NOBODY: Final = -1
"""Stands for a former player who has been deleted since."""
TOO_LARGE: Final = Message("That file is too large for the record of a match.")
NO_RECORD: Final = Message("That is not the record of a match. `/match record` gives you one as a file.")
STILL_RUNNING: Final = Message(
    "This record was made while the match was still running. Take its record again when the match is over."
)
CHANGED: Final = Message(
    "This record does not hold together: something in it was changed. `python -m games.verify` says what."
)


class RecordedMatches:
    """The matches of the record files that were looked at last."""

    def __init__(self, faces: Mapping[str, AnyFace], room: int = ROOM) -> None:
        self._faces = faces
        self._room = room
        self._kept: OrderedDict[bytes, LoadedMatch] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="records")

    def __len__(self) -> int:
        """Return how many entries are kept."""
        return sum(match.newest for match in self._kept.values())

    async def load(self, data: bytes) -> LoadedMatch:
        """Return the match of a record file. Raises `Refusal` for what is no whole record of a match that is over."""
        if len(data) > SIZE:
            raise Refusal(TOO_LARGE)
        digest = hashlib.sha256(data).digest()
        match = self._kept.get(digest)
        if match is None:
            match = await asyncio.get_running_loop().run_in_executor(self._thread, self._read, data)
        self._kept[digest] = match
        self._kept.move_to_end(digest)
        while len(self) > self._room and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return match

    def _read(self, data: bytes) -> LoadedMatch:
        """Return the match of a record that is whole and as it was written. Raises `Refusal`."""
        try:
            found = record.read(data)
            face = self._faces.get(found["game"])
            if face is None:
                raise Refusal(NO_RECORD)
            if len(found["actions"]) > ENTRIES:
                raise Refusal(TOO_LARGE)
            secret, parts = record.secret(found), record.parts(found)
            if secret is None:
                raise Refusal(STILL_RUNNING)
            bound = draws.commitment(secret, parts) == found["commitment"]
            if not bound or record.digest(found) != found["digest"]:
                raise Refusal(CHANGED)
            return _folded(face, found)
        except BadNotation as fault:
            raise Refusal(NO_RECORD) from fault
        except BadEntry as fault:
            raise Refusal(CHANGED) from fault


def _folded(face: AnyFace, found: Mapping[str, Any]) -> LoadedMatch:
    """Return the match of a record that holds together."""
    entries = tuple(
        StoredAction(
            number,
            entry.kind,
            entry.seat,
            entry.text,
            boundary=False,
            secret=False,
            undoes=None,
            state_hash="",
            choice_key="",
            created_at=0,
        )
        for number, entry in enumerate(record.entries(found), 1)
    )
    stored = _stored(face, found)
    known = Known()
    known.extend(LoadedMatch(stored, face, entries).course.fold(entries, known))
    return LoadedMatch(stored, face, entries, Past(known, len(entries)))


def _stored(face: AnyFace, found: Mapping[str, Any]) -> StoredMatch:
    """Return what would be stored of the match, as far as replays ask for it."""
    formation, parts, secret = record.formation(face.game, found), record.parts(found), record.secret(found)
    assert secret is not None
    players, former = _players(found, parts, formation.seats)
    return StoredMatch(
        id="",
        game=face.game.name,
        status="over",
        version=0,
        creator=None,
        private=True,
        guild_id=None,
        channel_id=None,
        thread_id=None,
        start_message_id=None,
        rematch_of=None,
        created_at=0,
        updated_at=0,
        formation=formation.id,
        language=None,
        pace=None,
        rated=False,
        drawn=bool(found.get("drawn")),
        seats=tuple(Seat(seat, user, "accepted") for seat, user in sorted(players.items())),
        options=json.dumps(found["options"]),
        seed=secret,
        snapshot=None,
        state_hash=None,
        result=None,
        parts=joining.dump(parts) if parts else None,
        former=former,
    )


def _players(
    found: Mapping[str, Any], parts: tuple[AnyPart, ...], seats: int
) -> tuple[dict[int, int | None], tuple[Former, ...]]:
    """Return who sat on each seat in the end, as far as the record tells, and who had handed a seat over."""
    players: dict[int, int | None] = dict.fromkeys(range(seats))
    for place, part in enumerate(parts):
        seat = place if isinstance(part, Part) else part.seat if isinstance(part, Blinded) else None
        if seat in players and isinstance(part, Part | Blinded):
            players[seat] = part.player
    former = []
    new = {handover.entry: handover.player for handover in record.handovers(found)}
    for number, entry in enumerate(record.entries(found), 1):
        if hands_over(entry):
            former.append(Former(entry.seat, players.get(entry.seat) or NOBODY, number))
            players[entry.seat] = new.get(number)
    return players, tuple(former)
