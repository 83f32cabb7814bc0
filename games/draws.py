"""Seeded draws that anybody can check once the match is over; docs/draws.md says what that proves, and against whom.

A match begins with a secret. Its `commitment` is published before anybody joins; each player adds a `Part` by joining;
`seed_of` makes the seed from all of it, so that neither the keeper of the secret nor a player could choose it alone. At
the end the secret is told.

The stream of numbers of a seed is ``HMAC-SHA256(seed, counter)`` for counter 0, 1, 2 …, each block read as four
big-endian 64-bit numbers. A number below `n` is taken by rejection, so that no value is favoured; a shuffle is a
Fisher–Yates from the end.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, TypeVar

from games.values import BRIEF, As, digits, value

T = TypeVar("T")

SEED_BYTES: Final = 32
"""The length of secrets and seeds."""
LUCK_LENGTH: Final = 100
"""How many characters somebody's word for luck may have."""
FINGERPRINT_LENGTH: Final = 32
_SALT: Final = b"match draws 3"
"""What parts these seeds from everything else that anybody makes with HKDF, and from later ways to make them."""
_SEATS: Final = b"seats"
"""What makes the stream for the seats another one than that of the match."""
_WORDS_A_BLOCK: Final = 4
_SPAN: Final = 1 << 64


def _luck_only(words: Any, whole: Any) -> str:
    """Return words that `luck` leaves as they are. Raises `ValueError` for others."""
    if not isinstance(words, str) or not words or words != luck(words):
        raise ValueError(f"one line of up to {LUCK_LENGTH} characters is needed")
    return words


LUCK: Final = As(lambda words, whole: words, _luck_only)
Id = Annotated[int, digits(20)]
"""A number of Discord."""


@value
class Part:
    """What a player adds to the seed of a match by joining it."""

    player: Id
    """The player's id."""
    press: Id | None = None
    """The number that the platform gave to the press or command that joined; `None` where none is known."""
    luck: Annotated[str, BRIEF, LUCK] = ""
    """Words of the player's own, as `luck` leaves them; mostly there are none."""

    def line(self) -> str:
        """Return the part as it goes into the seed: id, number and words, parted by blanks."""
        press = "-" if self.press is None else str(self.press)
        return " ".join((str(self.player), press, *([self.luck] if self.luck else []))) + "\n"


def new_seed() -> bytes:
    """Return a fresh secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret in hexadecimal, which binds whoever keeps it and tells nothing about it."""
    return hashlib.sha256(secret).hexdigest()


def fingerprint(commitment: str) -> str:
    """Return the short form of a commitment for people: its first 160 bits in base32, 32 characters a-z and 2-7.

    To find two secrets with the same one takes some 2**80 tries, and would give the choice between two seeds.
    """
    return base64.b32encode(bytes.fromhex(commitment)).decode().lower()[:FINGERPRINT_LENGTH]


def luck(text: str) -> str:
    """Return a player's words for luck as they count: one line, single blanks, at most 100 characters."""
    plain = text.encode("utf-8", "replace").decode()  # half a surrogate pair is no text
    return " ".join(plain.split())[:LUCK_LENGTH].rstrip()


def seed_of(secret: bytes, parts: Iterable[Part]) -> bytes:
    """Return the seed of all draws: HKDF-SHA256 of the secret with the players' parts in the order of their ids.

    Without parts it is the secret itself, as in matches that were begun before players added any.
    """
    lines = "".join(part.line() for part in sorted(parts, key=lambda part: part.player))
    if not lines:
        return secret
    # RFC 5869 with a fixed salt, the lines as `info` and a length of 32 bytes, which is one block.
    key = hmac.digest(_SALT, secret, "sha256")
    return hmac.digest(key, lines.encode() + b"\x01", "sha256")


def seats(seed: bytes, players: Iterable[int]) -> tuple[int, ...]:
    """Return the players in the order of the seats that they draw.

    The ids in ascending order are shuffled with a stream of their own, that of the seed SHA-256(seed followed by the
    letters ``seats``): it makes no difference who has joined first, nor when it is done.
    """
    return Draws(hashlib.sha256(seed + _SEATS).digest()).shuffled(0, sorted(players))[0]


class Draws:
    """The stream of one seed. It has no position of its own: the cursor is kept in the state of the match."""

    __slots__ = ("_latest", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._latest = (-1, b"")
        """The number and the bytes of the block used last: its words are mostly wanted one after the other."""

    def __repr__(self) -> str:
        return "Draws(<seed>)"

    def word(self, cursor: int) -> int:
        """Return number `cursor` of the stream, 0 to 2**64 - 1."""
        block, place = divmod(cursor, _WORDS_A_BLOCK)
        latest, digest = self._latest
        if block != latest:
            digest = hmac.digest(self._seed, block.to_bytes(8, "big"), "sha256")
            self._latest = (block, digest)
        return int.from_bytes(digest[place * 8 : place * 8 + 8], "big")

    def below(self, cursor: int, n: int) -> tuple[int, int]:
        """Return a number from 0 to n - 1, and the cursor after it."""
        limit = _SPAN - _SPAN % n
        while True:
            word = self.word(cursor)
            cursor += 1
            if word < limit:
                return word % n, cursor

    def shuffled(self, cursor: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
        """Return the items in a random order, and the cursor after it."""
        deck = list(items)
        word = self.word
        for last in range(len(deck) - 1, 0, -1):
            n = last + 1
            limit = _SPAN - _SPAN % n  # as in `below`, which is called too often to be called here
            while (drawn := word(cursor)) >= limit:
                cursor += 1
            cursor += 1
            other = drawn % n
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck), cursor
