"""Seeded draws that anybody can check once the match is over; docs/draws.md says what that proves, and against whom.

A match begins with a secret. Each player adds a `Part` by joining, of which a hash goes into the draws (`Blinded`), so
that the words can be deleted later (`Deleted`) and the draws still be checked. The `commitment` that is published
before somebody joins binds the secret and what everybody has added so far; `seed_of` makes the seed from all of it, so
that neither the keeper of the secret nor a player could choose it alone. At the end the secret is told.

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
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

from games.values import BRIEF, As, digits, value

T = TypeVar("T")

SEED_BYTES: Final = 32
"""The length of secrets, seeds, blinds and hashes."""
LUCK_LENGTH: Final = 100
"""How many characters somebody's word for luck may have."""
FINGERPRINT_LENGTH: Final = 32
COMPUTERS: Final = range(4_000_000, 1 << 22)
"""The numbers that computer players have in place of ids.

From their end on numbers are Discord's: an id holds the time at which it was made, in milliseconds, 22 bits up.
"""
_DOMAIN: Final = b"match draws 4"
"""What parts these seeds and commitments from everything else that anybody makes, and from other ways to make them."""
_EARLIER_SALT: Final = b"match draws 3"
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


def _hexadecimal(data: Any, whole: Any) -> str:
    """Return 32 bytes as they are written. Raises `ValueError`."""
    if not isinstance(data, str) or len(data) != 2 * SEED_BYTES or not set(data) <= set("0123456789abcdef"):
        raise ValueError(f"{2 * SEED_BYTES} hexadecimal digits in small letters are needed")
    return data


Hexadecimal = Annotated[str, As(lambda text, _: text, _hexadecimal)]
"""A commitment, digest, secret, seed, blind or hash: 32 bytes in hexadecimal."""
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
        """Return the part as it goes into the draws: id, number and words, parted by blanks."""
        press = "-" if self.press is None else str(self.press)
        return " ".join((str(self.player), press, *([self.luck] if self.luck else []))) + "\n"


@value
class Awaited:
    """The place of whoever joins next: the blind for the part is there before the part is."""

    blind: Hexadecimal

    @property
    def cover(self) -> bytes:
        """Return the SHA-256 of the blind, which binds it and tells nothing about it."""
        return hashlib.sha256(bytes.fromhex(self.blind)).digest()


@value
class Blinded:
    """A part with its blind: random bytes without which nobody can guess from the hash what was added."""

    player: Id
    press: Id | None
    blind: Hexadecimal
    luck: Annotated[str, BRIEF, LUCK] = ""
    seat: Annotated[int | None, BRIEF] = None
    """Where the player sits, from the beginning of the match on."""

    @property
    def part(self) -> Part:
        """Return the part alone."""
        return Part(self.player, self.press, self.luck)

    @property
    def hash(self) -> bytes:
        """Return what goes into the draws: the HMAC-SHA256 of the part's line, with the blind as the key."""
        return hmac.digest(bytes.fromhex(self.blind), self.part.line().encode(), "sha256")

    @property
    def cover(self) -> bytes:
        """Return the SHA-256 of the blind."""
        return Awaited(self.blind).cover

    def deleted(self) -> Deleted:
        """Return what is left when the player is deleted."""
        return Deleted(self.hash.hex(), self.cover.hex(), self.seat)


@value
class Deleted:
    """What is left of a part when its player was deleted: with the blind gone, the hash tells nothing."""

    deleted: Hexadecimal
    """The hash of the part."""
    covered: Hexadecimal
    """The SHA-256 of its blind."""
    seat: Annotated[int | None, BRIEF] = None

    @property
    def hash(self) -> bytes:
        """Return what goes into the draws."""
        return bytes.fromhex(self.deleted)

    @property
    def cover(self) -> bytes:
        """Return the SHA-256 of the blind that there was."""
        return bytes.fromhex(self.covered)


Joined = Blinded | Deleted
"""A part of a match whose draws come from hashes."""
AnyPart = Part | Blinded | Deleted | Awaited
"""An entry of what is stored of a match: hashed parts in the order of joining, or those of earlier matches."""


def is_hashed(parts: Sequence[AnyPart]) -> bool:
    """Return True if the draws come from hashes of the parts, as in all matches that are opened now."""
    return bool(parts) and not isinstance(parts[0], Part)


Doubt = Literal["alone", "computer", "deleted", "nothing", "silent"]
"""Why nobody can say that the seed was not chosen.

One person plays against computers: that one's press is there before the secret is; or a computer joined last, whose
part is always known. Or whatever was added was deleted, nobody has added anything, or, where computers play, whoever
joined last has not.
"""


def doubt(parts: Sequence[AnyPart]) -> Doubt | None:
    """Return why nobody can say that the seed was not chosen; `None` where what a person added stands against that.

    Where computers play it has to have been added last; of matches whose parts are not hashed the order is not known.
    """
    there = [part for part in parts if not isinstance(part, Awaited)]
    known = [part for part in there if isinstance(part, Part | Blinded)]
    by_computers = [part for part in known if is_computers(part)]
    if by_computers and len(there) - len(by_computers) == 1:
        return "alone"
    last = there[-1] if by_computers and is_hashed(there) else None
    if last is not None and is_computers(last):
        return "computer"
    if not any(map(_says_something, known)):
        return "deleted" if len(known) < len(there) else "nothing"
    return "silent" if isinstance(last, Blinded) and not _says_something(last) else None


def is_computers(part: AnyPart) -> bool:
    """Return True for the part of a computer player, which everybody knows beforehand."""
    return isinstance(part, Part | Blinded) and part.player in COMPUTERS


def _says_something(part: Part | Blinded) -> bool:
    return part.press is not None or bool(part.luck)


def is_proven(parts: Sequence[AnyPart]) -> bool:
    """Return True if the record of a match proves something about its draws."""
    return doubt(parts) is None


def new_seed() -> bytes:
    """Return a fresh secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def new_blind() -> str:
    """Return a fresh blind of 32 bytes, in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


def commitment(secret: bytes, parts: Sequence[AnyPart] = ()) -> str:
    """Return the SHA-256, in hexadecimal, that binds the secret, all parts but the last, and the blind of the last.

    It is the same before the last player joins, when that place is `Awaited`, and afterwards. Of earlier matches it is
    the SHA-256 of the secret alone, which has 32 bytes: nothing fits both ways of drawing.
    """
    if not is_hashed(parts):
        return hashlib.sha256(secret).hexdigest()
    *earlier, last = (part for part in parts if not isinstance(part, Part))
    bound = b"".join(part.hash for part in earlier if not isinstance(part, Awaited))
    return hashlib.sha256(_DOMAIN + b"\n" + secret + bound + last.cover).hexdigest()


def fingerprint(commitment: str) -> str:
    """Return the short form of a commitment for people: its first 160 bits in base32, 32 characters a-z and 2-7.

    To find two secrets with the same one takes some 2**80 tries, and would give the choice between two seeds.
    """
    return base64.b32encode(bytes.fromhex(commitment)).decode().lower()[:FINGERPRINT_LENGTH]


def luck(text: str) -> str:
    """Return a player's words for luck as they count: one line, single blanks, at most 100 characters."""
    plain = text.encode("utf-8", "replace").decode()  # half a surrogate pair is no text
    return " ".join(plain.split())[:LUCK_LENGTH].rstrip()


def seed_of(secret: bytes, parts: Sequence[AnyPart]) -> bytes:
    """Return the seed of all draws: HKDF-SHA256 of the secret with the hashes of all parts in the order of joining.

    In matches that were begun earlier the lines themselves go in, in the order of the players' ids; without parts the
    seed is the secret itself.
    """
    if is_hashed(parts):
        hashes = b"".join(part.hash for part in parts if isinstance(part, Joined))
        return _derived(secret, _DOMAIN, hashes)
    plain = sorted((part for part in parts if isinstance(part, Part)), key=lambda part: part.player)
    lines = "".join(part.line() for part in plain)
    return _derived(secret, _EARLIER_SALT, lines.encode()) if lines else secret


def _derived(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """Return HKDF-SHA256 (RFC 5869) with a length of 32 bytes, which is one block."""
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\x01", "sha256")


def seats(seed: bytes, players: Iterable[int]) -> tuple[int, ...]:
    """Return the players, as numbers, in the order of the seats that they draw.

    The numbers are places in the order of joining, from 0; in matches that were begun earlier they are ids. In
    ascending order they are shuffled with a stream of their own, that of the seed SHA-256(seed followed by the letters
    ``seats``): it makes no difference when that is done.
    """
    return Draws(hashlib.sha256(seed + _SEATS).digest()).shuffled(0, sorted(players))[0]


class Dice(NamedTuple):
    """Dice that are rolled together."""

    kind: str
    """What they are for, as the game calls it; it changes nothing of the roll."""
    sides: int
    number: int = 1


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

    def rolled(self, cursor: int, dice: Dice) -> tuple[tuple[int, ...], int]:
        """Return the faces of dice in the order of rolling, each from 1, and the cursor after them."""
        faces = []
        for _ in range(dice.number):
            face, cursor = self.below(cursor, dice.sides)
            faces.append(face + 1)
        return tuple(faces), cursor

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
