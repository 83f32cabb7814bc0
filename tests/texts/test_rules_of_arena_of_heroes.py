"""The rules of Arena of Heroes in words: the same numbers in every language, every cited number there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import limits
from bot.texts import rules
from bot.texts.phrases import LANGUAGES
from games.arena_of_heroes.cards import CARDS
from tests.texts.test_rules import PARAGRAPH

ROOT = Path(__file__).parents[2]
GAME = "arena_of_heroes"
CITED = re.compile(r"\bA\d{1,2}(?:\.\d{1,2}){0,2}\b")
CITING = (f"games/{GAME}", f"tests/games/{GAME}", f"tests/cases/{GAME}", "docs/rules", "docs/rulings.md")


def cited() -> dict[str, set[str]]:
    """Every number cited anywhere, with the files that do."""
    found: dict[str, set[str]] = {}
    for folder in CITING:
        place = ROOT / folder
        for path in [place] if place.is_file() else place.rglob("*"):
            if path.suffix in (".py", ".toml", ".md"):
                for number in CITED.findall(path.read_text(encoding="utf-8")):
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
    assert [n for n in numbers if "." not in n] == [f"A{at + 1}" for at in range(15)]
    for number in numbers:
        inside = [n for n in numbers if n.rpartition(".")[0] == number]
        assert inside == [f"{number}.{at + 1}" for at in range(len(inside))]


def test_every_cited_number_exists() -> None:
    known = rules.paragraphs(GAME, "en")
    assert {number: files for number, files in cited().items() if number not in known} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_told(language: str) -> None:
    told = " ".join(found.text for found in rules.paragraphs(GAME, language).values())
    assert {card for card in CARDS if f"**{card}**" not in told} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_fit_into_a_message(language: str) -> None:
    for found in rules.paragraphs(GAME, language).values():
        assert 0 < len(found.text) <= PARAGRAPH, found.number
        assert found.text.count("*") % 2 == 0, found.number
        assert len(found.label) <= limits.CHOICE_NAME


def test_a_part_leads_to_its_paragraph() -> None:
    for typed, number in (("A5.3.1", "A5.3.1"), ("5.3.9", "A5.3"), ("a8", "A8"), ("A8.9", "A8"), ("R5.2", None)):
        found = rules.paragraph(GAME, typed, "en")
        assert (found.number if found is not None else None) == number
