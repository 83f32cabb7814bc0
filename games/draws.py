"""Seeded draws that anybody can check once the seed is known.

The stream of numbers of a seed is ``HMAC-SHA256(seed, counter)`` for counter 0, 1, 2 …, each block read as four
big-endian 64-bit numbers. A number below `n` is taken by rejection, so that no value is favoured; a shuffle is a
Fisher–Yates from the end. A match publishes `commitment` at its start and the seed at its end.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORDS_A_BLOCK = 4
_SPAN = 1 << 64


def new_seed() -> bytes:
    """A fresh seed of 32 bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hexadecimal, published before anything is drawn."""
    return hashlib.sha256(seed).hexdigest()


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
        """Number `cursor` of the stream, 0 to 2**64 - 1."""
        block, place = divmod(cursor, _WORDS_A_BLOCK)
        latest, digest = self._latest
        if block != latest:
            digest = hmac.digest(self._seed, block.to_bytes(8, "big"), "sha256")
            self._latest = (block, digest)
        return int.from_bytes(digest[place * 8 : place * 8 + 8], "big")

    def below(self, cursor: int, n: int) -> tuple[int, int]:
        """A number from 0 to n - 1, and the cursor after it."""
        limit = _SPAN - _SPAN % n
        while True:
            word = self.word(cursor)
            cursor += 1
            if word < limit:
                return word % n, cursor

    def shuffled(self, cursor: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
        """The items in a random order, and the cursor after it."""
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
