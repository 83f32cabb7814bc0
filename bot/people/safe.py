"""Names from outside, made harmless for messages, labels and thread names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MARKUP: Final = re.compile(r"[*~|`<>\[\]\\@#:()]")
LENGTH: Final = 32


def safe_name(name: str) -> str:
    """A player's name on one line, without markup, mentions and direction marks, at most 32 characters.

    Empty when nothing else was in it.
    """
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn") else c for c in name)
    plain = " ".join(_MARKUP.sub("", kept).split()).strip("_- ")
    return plain[:LENGTH].strip()
