"""The rules in words: the numbered paragraphs of ``docs/rules/<game>[.<language>].md``, as `/rules` shows them.

The pages are the only copy. A checkout reads them where they are; a wheel carries them as ``bot/texts/rules_pages``
(pyproject.toml). Their form: a chapter begins ``## R13 Monoliths`` and has a short introduction, then come its
paragraphs, each beginning ``**R13.7**``. Every game has a letter of its own, and paragraphs may have parts, ``A5.3.1``.
What is for programs, such as how positions are written, stands at the end, and is found by its number alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.texts import rule_search
from bot.texts.phrases import LANGUAGES, SOURCE

_CHAPTER: Final = re.compile(r"^## ([A-Z]\d+) (.+)$", re.MULTILINE)
_PARAGRAPH: Final = re.compile(r"^\*\*([A-Z]\d+(?:\.\d+){1,2}[a-z]?)\*\* ", re.MULTILINE)
FOR_PROGRAMS: Final = "<!-- programs -->"
"""Stands above the first chapter that is for programs."""
_ASIDE: Final = re.compile(r"\([^()]*\)")
_CITED: Final = re.compile(r"\b[A-Z]\d+(?:\.\d+){0,2}[a-z]?(?=[,)])")
"""A number of a rule, in brackets behind what it says: ``(R7.1, R7.2)``, ``(on 2 of 6 faces, A2.2)``."""
_NUMBER: Final = re.compile(r"([a-z]?)\s*(\d+(?:\.\d+){0,2})([a-z]?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph, or the introduction of a chapter."""

    number: str
    """``"R13.7"``; of a chapter ``"R13"``."""
    title: str
    """The title of the chapter that it stands in."""
    text: str
    """Markdown, all in one line."""
    for_programs: bool = False
    """It tells nobody who plays anything."""

    @property
    def label(self) -> str:
        """Return what a suggestion shows: number, chapter, and how the text begins."""
        return cut(f"{self.number} {self.title}: {self.text.replace('*', '')}", CHOICE_NAME)


def _shipped() -> Traversable:
    """Return the folder of the pages: the wheel's, or that of the checkout."""
    packed = resources.files("bot.texts").joinpath("rules_pages")
    return packed if packed.is_dir() else Path(__file__).parents[2] / "docs" / "rules"


FOLDERS: tuple[Traversable, ...] = (_shipped(),)
"""The folders of the pages; tests add those of games that are not registered."""


def games_with_rules() -> tuple[str, ...]:
    """Return the identifiers of the games that have rules in words."""
    names = (page.name for folder in FOLDERS for page in folder.iterdir() if page.name.endswith(".md"))
    stems = (name.removesuffix(".md") for name in names)
    return tuple(sorted(stem.replace("-", "_") for stem in stems if "." not in stem))


def page(game: str, language: str) -> Traversable | None:
    """Return the page of a game in just that language, `None` where there is none."""
    if language not in LANGUAGES or game not in games_with_rules():
        return None
    stem = game.replace("_", "-")
    name = f"{stem}.md" if language == SOURCE else f"{stem}.{language}.md"
    return next((file for folder in FOLDERS if (file := folder.joinpath(name)).is_file()), None)


def paragraphs(game: str, language: str) -> dict[str, Paragraph]:
    """Return all paragraphs of a game's rules by number, chapters included, in the order of the page.

    In English where there is no page in that language; empty for a game without rules in words.
    """
    page_of_game = page(game, language) or page(game, SOURCE)
    return {} if page_of_game is None else _read(page_of_game)  # type: ignore[arg-type]  # a path can be hashed


@cache
def _read(page: Traversable) -> dict[str, Paragraph]:
    return {paragraph.number: paragraph for paragraph in _parse(page.read_text(encoding="utf-8"))}


def _parse(text: str) -> Iterator[Paragraph]:
    for part, for_programs in zip(text.split(FOR_PROGRAMS), (False, True), strict=False):
        _, *chapters = _CHAPTER.split(part)
        for number, title, body in zip(chapters[::3], chapters[1::3], chapters[2::3], strict=True):
            introduction, *parts = _PARAGRAPH.split(body)
            yield Paragraph(number, title, _one_line(introduction), for_programs)
            for inner, words in zip(parts[::2], parts[1::2], strict=True):
                yield Paragraph(inner, title, _one_line(words), for_programs)


def _one_line(text: str) -> str:
    """Without the page's line breaks, which Discord would show."""
    return " ".join(text.split())


def paragraph(game: str, rule: str, language: str) -> Paragraph | None:
    """Return what ``"R13.7"``, ``"r13.7"`` or ``"13.7"`` cites; for an unknown number the nearest that contains it.

    `None` where not even the chapter exists.
    """
    typed = _NUMBER.fullmatch(rule.strip())
    numbered = paragraphs(game, language)
    if typed is None or not numbered:
        return None
    letter, number, part = typed.groups()
    if letter.upper() not in ("", own := _letter(numbered)):
        return None
    wanted = [number + part.lower(), *(number.rsplit(".", n)[0] for n in range(3))]
    return next((numbered[own + candidate] for candidate in wanted if own + candidate in numbered), None)


def cited(game: str, text: str, language: str) -> list[str]:
    """Return the rules that a text cites, each chapter with its title: ``R7.1, R7.2 Attacks and symbols``."""
    chapters: dict[str, list[str]] = {}
    for aside in _ASIDE.findall(text):
        for number in _CITED.findall(aside):
            if (known := paragraph(game, number, language)) is not None:
                chapters.setdefault(known.title, []).append(number)
    return [f"{', '.join(dict.fromkeys(numbers))} {title}" for title, numbers in chapters.items()]


def game_of(number: str, games: Iterable[str]) -> str | None:
    """Return which of the games has rules with the letter of this number; `None` for a number without letter."""
    return next(
        (game for game in games if (own := paragraphs(game, SOURCE)) and number[:1].upper() == _letter(own)), None
    )


def _letter(numbered: Mapping[str, Paragraph]) -> str:
    """Return the letter that the numbers of a game's rules begin with."""
    return next(iter(numbered))[0]


def search(game: str, text: str, language: str, limit: int = CHOICES) -> list[Paragraph]:
    """Return the paragraphs that a half-typed text may mean, the likeliest first; all chapters for nothing.

    A number gives itself and what it contains, words give paragraphs that have all of them (`bot.texts.rule_search`).
    """
    numbered = paragraphs(game, language)
    every = [paragraph for paragraph in numbered.values() if not paragraph.for_programs]
    if not text.strip():
        return [paragraph for paragraph in every if "." not in paragraph.number][:limit]
    typed = text.strip().casefold()
    if numbered and is_number(typed):
        own = _letter(numbered).lower()
        start = own + typed.removeprefix(own)
        inside = [p for p in every if p.number.casefold() == start or p.number.casefold().startswith(f"{start}.")]
        return (inside + [p for p in every if p.number.casefold().startswith(start) and p not in inside])[:limit]
    return rule_search.found(every, text, rule_search.listed(game, language))[:limit]


def is_number(text: str) -> bool:
    """Return True for what can only be meant as the number of a rule."""
    return _NUMBER.match(text.strip()) is not None and len(text.split()) == 1
