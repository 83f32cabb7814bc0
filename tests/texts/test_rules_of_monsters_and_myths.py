"""The rules of Monsters & Myths in words: the same numbers in every language, every cited number there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import limits
from bot.texts import rules
from bot.texts.phrases import LANGUAGES
from tests.texts.test_rules import PARAGRAPH

ROOT = Path(__file__).parents[2]
GAME = "monsters_and_myths"
CITED = re.compile(r"\bM\d{1,2}(?:\.\d{1,2})?\b")
CITING = (f"games/{GAME}", f"tests/games/{GAME}", f"tests/cases/{GAME}", "docs")
LABELS = re.compile(r"^page = .*$|^PAGE = .*$|^DEALT = .*$", re.MULTILINE)
"""Labels of test cases, which look like chapters."""


def cited() -> dict[str, set[str]]:
    """Every number cited anywhere, with the files that do."""
    found: dict[str, set[str]] = {}
    for folder in CITING:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".toml", ".md"):
                for number in CITED.findall(LABELS.sub("", path.read_text(encoding="utf-8"))):
                    found.setdefault(number, set()).add(path.name)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_numbers_and_references(language: str) -> None:
    assert rules._pages().joinpath(rules._file(GAME, language)).is_file()
    english, found = rules.paragraphs(GAME, "en"), rules.paragraphs(GAME, language)
    assert list(found) == list(english)
    for number, paragraph in found.items():
        assert sorted(CITED.findall(paragraph.text)) == sorted(CITED.findall(english[number].text)), number
        assert re.findall(r"`[^`]+`", paragraph.text) == re.findall(r"`[^`]+`", english[number].text), number


def test_numbers_count_up_without_a_gap() -> None:
    numbers = list(rules.paragraphs(GAME, "en"))
    chapters = [number for number in numbers if "." not in number]
    assert chapters == [f"M{at + 1}" for at in range(len(chapters))]
    for chapter in chapters:
        inside = [number for number in numbers if number.startswith(f"{chapter}.")]
        assert inside == [f"{chapter}.{at + 1}" for at in range(len(inside))]


def test_every_cited_number_exists() -> None:
    known = rules.paragraphs(GAME, "en")
    assert {number: files for number, files in cited().items() if number not in known} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_fit_into_a_message(language: str) -> None:
    for found in rules.paragraphs(GAME, language).values():
        assert 0 < len(found.text) <= PARAGRAPH, found.number
        assert found.text.count("*") % 2 == 0, found.number
        assert len(found.label) <= limits.CHOICE_NAME
