"""Encryption of what must not be read in the database or in a backup.

That are seeds, positions, secret answers, and what players have said in advance.

AES-GCM with a nonce of its own for every value, bound to the place where the value belongs, so that no row can be put
in another's place. A sealed value begins with a mark that no plain one has, and names its key: values of both kinds,
and of several keys, lie side by side. Without a key nothing is sealed and nothing is spent.
"""

import base64
import binascii
import hashlib
import os
import re
from collections.abc import Sequence
from typing import Final

from storage.errors import KeyMissing, StorageError

MARK: Final = b"\x01sealed\x01"
"""No JSON, no action and, but for one chance in 2**64, no seed begins like this."""
TEXT_MARK: Final = MARK.decode()
KEY_BYTES: Final = 32
ID_BYTES: Final = 4
NONCE_BYTES: Final = 12


def new_key() -> str:
    """Return a new key, as it is written in the settings."""
    return base64.urlsafe_b64encode(os.urandom(KEY_BYTES)).decode()


def read_keys(text: str) -> tuple[bytes, ...]:
    """Return the keys of a setting, separated by commas or blanks. Raises `ValueError` without showing any."""
    return tuple(_read(number, part) for number, part in enumerate(re.split(r"[,\s]+", text.strip()), 1) if part)


def _read(number: int, text: str) -> bytes:
    try:
        key = base64.b64decode(text.translate(_URL), validate=True)
    except (ValueError, binascii.Error):
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"key {number} is none: it must be {KEY_BYTES} bytes in base64")
    return key


_URL: Final = str.maketrans("-_", "+/")


def key_id(key: bytes) -> bytes:
    """Return the id by which sealed values name a key; it tells nothing about the key."""
    return hashlib.sha256(b"arena-bot data key\0" + key).digest()[:ID_BYTES]


class Sealing:
    """Seals with the first of some keys, and opens with all of them; without keys it leaves everything plain."""

    def __init__(self, keys: Sequence[bytes] = ()) -> None:
        self.ids = tuple(key_id(key).hex() for key in keys)
        """The names of the keys, the one that seals first."""
        self._ciphers = {}
        if keys:
            try:
                from cryptography.hazmat.primitives.ciphers.aead import AESGCM
            except ModuleNotFoundError as missing:
                raise StorageError(f"encryption needs the package {missing.name}") from None
            self._ciphers = {key_id(key): AESGCM(key) for key in keys}
        self._first = next(iter(self._ciphers), None)

    def seal(self, value: bytes, place: str) -> bytes:
        """Return a value as it is stored at a place."""
        if self._first is None:
            return value
        nonce = os.urandom(NONCE_BYTES)
        return MARK + self._first + nonce + self._ciphers[self._first].encrypt(nonce, value, place.encode())

    def open(self, stored: bytes, place: str) -> bytes:
        """Return the value that is stored at a place. Raises `KeyMissing`, or `StorageError` for a changed value."""
        if not stored.startswith(MARK):
            return stored
        key, nonce, sealed = _parts(stored)
        if key not in self._ciphers:
            raise KeyMissing([key.hex()])
        from cryptography.exceptions import InvalidTag

        try:
            return self._ciphers[key].decrypt(nonce, sealed, place.encode())
        except InvalidTag:
            raise StorageError(f"the sealed value {place} was changed or belongs elsewhere") from None

    def seal_text(self, text: str, place: str) -> str:
        """Seal as `seal` does, for a column of text."""
        if self._first is None:
            return text
        return TEXT_MARK + base64.b64encode(self.seal(text.encode(), place)[len(MARK) :]).decode()

    def open_text(self, stored: str, place: str) -> str:
        """Open as `open` does, for a column of text."""
        if not stored.startswith(TEXT_MARK):
            return stored
        return self.open(_bytes_of(stored), place).decode()

    def is_current(self, stored: bytes | str) -> bool:
        """Return True if a value is stored as `seal` would store it now, but for the nonce."""
        raw = _bytes_of(stored) if isinstance(stored, str) and stored.startswith(TEXT_MARK) else stored
        sealed = isinstance(raw, bytes) and raw.startswith(MARK)
        return (_parts(raw)[0] if sealed else None) == self._first  # type: ignore[arg-type]


def _bytes_of(stored: str) -> bytes:
    return MARK + base64.b64decode(stored[len(TEXT_MARK) :])


def _parts(stored: bytes) -> tuple[bytes, bytes, bytes]:
    rest = stored[len(MARK) :]
    end = ID_BYTES + NONCE_BYTES
    return rest[:ID_BYTES], rest[ID_BYTES:end], rest[end:]


MARK_KEY: Final = "mark_key"
"""Under this the database keeps the key of its marks (`storage.marks`); also the place of that value."""


def seed_of(match_id: str) -> str:
    """Return the place of a match's seed."""
    return f"match.seed {match_id}"


def snapshot_of(match_id: str) -> str:
    """Return the place of a match's position."""
    return f"match.snapshot {match_id}"


def instruction_of(user_id: int, game: str, match_id: str, topic: str) -> str:
    """Return the place of an instruction's line."""
    return f"instruction.line {user_id} {game} {match_id} {topic}"


def plan_of(match_id: str, user_id: int) -> str:
    """Return the place of a plan's lines."""
    return f"plan.lines {match_id} {user_id}"


def outcome_of(match_id: str, user_id: int) -> str:
    """Return the place of a plan's outcome."""
    return f"plan.outcome {match_id} {user_id}"


def draft_of(match_id: str, user_id: int) -> str:
    """Return the place of what somebody chooses for a plan."""
    return f"plan.draft {match_id} {user_id}"


def entry_of(match_id: str, seq: int) -> str:
    """Return the place of an entry's text."""
    return f"action.text {match_id} {seq}"
