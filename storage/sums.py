"""Whether two sets of rows are the same: their number, and a sum of their digests, in whatever order they come."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

_DIGEST: Final = 16


@dataclass(slots=True)
class RowSum:
    """The rows of a table that were counted so far."""

    count: int = 0
    total: int = 0

    def add(self, row: bytes) -> None:
        """Count a row, as the bytes that say everything of it."""
        self.count += 1
        self.total = (self.total + int.from_bytes(blake2b(row, digest_size=_DIGEST).digest())) % 256**_DIGEST
