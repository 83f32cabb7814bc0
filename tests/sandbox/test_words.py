"""What the sandbox's page says by itself is said in every language that its clients can be set to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import sandbox
from bot.texts.phrases import LANGUAGES, SOURCE
from sandbox.feed import KINDS

PAGE: Final = Path(sandbox.__file__).parent / "page"
SOURCES: Final = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(PAGE.iterdir()) if path.suffix in (".js", ".html")
)
TABLE: Final = (PAGE / "words.js").read_text(encoding="utf-8")
REST: Final = SOURCES.replace(TABLE, "")
ENTRY: Final = re.compile(r'^    "(.+)": "(.+)",$', re.MULTILINE)
HOLE: Final = re.compile(r"\{\w+\}")


def _words() -> dict[str, dict[str, str]]:
    """The words by language, then by their English."""
    parts = re.split(r"^  (\w\w): \{$", TABLE, flags=re.MULTILINE)
    return {language: dict(ENTRY.findall(words)) for language, words in zip(parts[1::2], parts[2::2], strict=True)}


def test_all_files_of_the_page_are_served() -> None:
    assert {path.name for path in PAGE.iterdir()} == set(KINDS)


def test_every_language_has_all_words_with_their_placeholders() -> None:
    words = _words()
    assert {SOURCE, *words} == set(LANGUAGES)
    said = set(re.findall(r'say\("([^"]+)"', REST))
    said |= set(re.findall(r'data-(?:say|label)="([^"]+)"', REST))
    for language, known in words.items():
        assert said - set(known) == set(), language
        assert {text for text in known if f'"{text}"' not in REST} == set(), "nothing says it"
        assert {t: n for t, n in known.items() if sorted(HOLE.findall(t)) != sorted(HOLE.findall(n))} == {}


def test_no_text_stands_in_the_page_past_them() -> None:
    """Children of elements and labels are no literals with words in them."""
    bare = re.findall(r'(?:\}, |aria-label": )"([A-Za-z][^"]* [^"]*)"', REST)
    assert bare == []
