"""The rules in words: the same numbers in every language, every cited number there, short enough for Discord."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import limits
from bot.texts import rules
from bot.texts.phrases import LANGUAGES

ROOT = Path(__file__).parents[2]
GAME = "monolith_arena"
PARAGRAPH = 1500
CITED = re.compile(r"\bR\d{1,2}(?:\.\d{1,2}[a-z]?)?\b")
CITING = ("games", "bot", "render", "tests/games", "tests/cases", "tests/oracle", "tests/bot/monolith_arena", "docs")
KINDS = {".py", ".toml", ".md"}


def cited() -> dict[str, set[str]]:
    """Every number cited anywhere, with the files that do."""
    found: dict[str, set[str]] = {}
    for folder in CITING:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in KINDS:
                for number in CITED.findall(path.read_text(encoding="utf-8")):
                    found.setdefault(number, set()).add(path.name)
    return found


def test_the_game_has_rules_in_words() -> None:
    assert GAME in rules.games_with_rules()
    assert rules.paragraphs("no_such_game", "en") == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_numbers(language: str) -> None:
    assert rules._pages().joinpath(rules._file(GAME, language)).is_file()
    assert list(rules.paragraphs(GAME, language)) == list(rules.paragraphs(GAME, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paragraph_refers_to_the_same_rules_in_every_language(language: str) -> None:
    english = rules.paragraphs(GAME, "en")
    for number, found in rules.paragraphs(GAME, language).items():
        assert sorted(CITED.findall(found.text)) == sorted(CITED.findall(english[number].text)), number


def test_numbers_count_up_without_a_gap() -> None:
    numbers = list(rules.paragraphs(GAME, "en"))
    chapters = [n for n in numbers if "." not in n]
    assert chapters == [f"R{k + 1}" for k in range(len(chapters))]
    for chapter in chapters:
        inside = [n for n in numbers if n.startswith(f"{chapter}.") and not n[-1].isalpha()]
        assert inside == [f"{chapter}.{k + 1}" for k in range(len(inside))]


def test_every_cited_number_exists() -> None:
    known = rules.paragraphs(GAME, "en")
    assert len(known) > 100
    assert {number: files for number, files in cited().items() if number not in known} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_fit_into_a_message(language: str) -> None:
    for found in rules.paragraphs(GAME, language).values():
        assert 0 < len(found.text) <= PARAGRAPH, found.number
        assert "\n" not in found.text
        assert found.text.count("*") % 2 == 0, found.number
        assert len(found.label) <= limits.CHOICE_NAME


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("R13.7", "R13.7"),
        (" r13.7 ", "R13.7"),
        ("13.7", "R13.7"),
        ("R13", "R13"),
        ("R13.99", "R13"),
        ("R13.7.2", "R13.7"),
        ("5.6A", "R5.6a"),
    ],
)
def test_a_number_leads_to_its_paragraph_or_to_the_nearest(typed: str, number: str) -> None:
    found = rules.paragraph(GAME, typed, "en")
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize("typed", ["", "R", "R99.1", "armor", "R13.7.2.1", "A5.1"])
def test_what_is_no_number_leads_nowhere(typed: str) -> None:
    assert rules.paragraph(GAME, typed, "en") is None


def test_a_paragraph_is_told_in_the_language_asked_for() -> None:
    titles = {language: rules.paragraphs(GAME, language)["R13.7"].title for language in LANGUAGES}
    assert titles == {"en": "Monoliths", "de": "Monolithe", "es": "Monolitos"}
    assert rules.paragraph(GAME, "R13.7", "pl") == rules.paragraph(GAME, "R13.7", "en")


def test_nothing_typed_offers_the_chapters() -> None:
    found = rules.search(GAME, "", "en")
    assert [p.number for p in found] == [n for n in rules.paragraphs(GAME, "en") if "." not in n]


def test_a_number_offers_what_it_contains_first() -> None:
    assert [p.number for p in rules.search(GAME, "r1", "en")][:8] == [
        "R1", "R1.1", "R1.2", "R1.3", "R1.4", "R1.5", "R1.6", "R10",
    ]  # fmt: skip
    assert [p.number for p in rules.search(GAME, "5.6", "en")] == ["R5.6", "R5.6a"]


def test_words_offer_chapters_then_texts() -> None:
    found = [p.number for p in rules.search(GAME, "monolith", "en")]
    assert found[0] == "R13"
    assert len(found) <= limits.CHOICES
    assert [p.number for p in rules.search(GAME, "Explosive Mischung", "de")][-1] == "R15.3"
    assert rules.search(GAME, "no such word", "en") == []
