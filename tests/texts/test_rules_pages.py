"""The rules in words of every registered game: the same numbers in every language, every cited number there, short
enough for Discord, and a letter that no other game has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import limits
from bot.texts import rules
from bot.texts.phrases import LANGUAGES
from games.registry import GAMES
from tests.toy import RULES, TOY

ROOT = Path(__file__).parents[2]
PARAGRAPH = 1500
NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,2}[a-z]?"
KINDS = {".py", ".toml", ".md"}
ROOMS = ("bot", "games", "render", "tests")
LABELS = re.compile(r"^(?:page|PAGE|DEALT) = .*$", re.MULTILINE)
"""Labels of test cases, which look like chapters."""

RULED = re.compile(r"^- \*\*([A-Z][^*]*)\*\*", re.MULTILINE)
"""A ruling of ``docs/rulings.md``: the numbers of the paragraphs that have it."""
MARKS = {"en": ("*Ruling", "*Assumed"), "de": ("*Festlegung", "*Angenommen"), "es": ("*Aclaración", "*Supuesto")}
"""How a paragraph marks a decision of ours: on what is left open, and on what no source shows."""

PLAYED = (*GAMES, TOY.name)
"""The registered games, and the toy that newcomers read first."""

each_game = pytest.mark.parametrize("game", PLAYED)
each_game_with_rulings = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of the toy beside those of the registered games."""
    monkeypatch.setattr(rules, "FOLDERS", (*rules.FOLDERS, RULES))


def letter(game: str) -> str:
    """Return the letter that the numbers of a game's rules begin with."""
    (found,) = {number[0] for number in rules.paragraphs(game, "en")}
    return found


def cited(game: str, text: str) -> list[str]:
    return re.findall(rf"\b{letter(game)}{NUMBER}\b", text)


def pages(game: str) -> Iterator[Path]:
    """Yield the files that cite a game's rules: those of its own folders in all rooms, the rules and the rulings."""
    folders = [folder for room in ROOMS for folder in (ROOT / room).rglob(game) if folder.is_dir()]
    for folder in folders:
        yield from (path for path in folder.rglob("*") if path.suffix in KINDS)
    for place in rules.FOLDERS:
        yield from Path(str(place)).glob(f"{game.replace('_', '-')}*.md")
    yield ROOT / "docs" / "rulings.md"


def test_every_game_has_rules_in_words_with_a_letter_of_its_own() -> None:
    assert set(rules.games_with_rules()) == set(PLAYED)
    letters = [letter(game) for game in PLAYED]
    assert len(set(letters)) == len(letters), f"two games share a letter: {letters}"


@each_language
@each_game
def test_every_language_has_the_same_numbers_and_references(game: str, language: str) -> None:
    assert rules.page(game, language) is not None or game == TOY.name, "the toy has its rules in English alone"
    english, translated = rules.paragraphs(game, "en"), rules.paragraphs(game, language)
    assert list(translated) == list(english)
    for number, paragraph in translated.items():
        assert sorted(cited(game, paragraph.text)) == sorted(cited(game, english[number].text)), number
        assert re.findall(r"`[^`]+`", paragraph.text) == re.findall(r"`[^`]+`", english[number].text), number


@each_game
def test_numbers_count_up_without_a_gap(game: str) -> None:
    numbers = [number for number in rules.paragraphs(game, "en") if not number[-1].isalpha()]
    chapters = [number for number in numbers if "." not in number]
    assert chapters == [f"{letter(game)}{at + 1}" for at in range(len(chapters))]
    for number in numbers:
        inside = [part for part in numbers if part.rpartition(".")[0] == number]
        assert inside == [f"{number}.{at + 1}" for at in range(len(inside))]


@each_game
def test_every_cited_number_exists(game: str) -> None:
    numbers = rules.paragraphs(game, "en")
    missing: dict[str, set[str]] = {}
    for path in pages(game):
        for number in cited(game, LABELS.sub("", path.read_text(encoding="utf-8"))):
            if number not in numbers:
                missing.setdefault(number, set()).add(path.name)
    assert missing == {}


@each_language
@each_game
def test_paragraphs_fit_into_a_message(game: str, language: str) -> None:
    for paragraph in rules.paragraphs(game, language).values():
        assert 0 < len(paragraph.text) <= PARAGRAPH, paragraph.number
        assert "\n" not in paragraph.text
        assert paragraph.text.count("*") % 2 == 0, paragraph.number
        assert len(paragraph.label) <= limits.CHOICE_NAME


def ruled(game: str) -> set[str]:
    """Return the numbers that the rulings of a game name."""
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    numbers = {number for heads in RULED.findall(page) for number in heads.split(", ")}
    return {number for number in numbers if number.startswith(letter(game))}


def test_rulings_are_found() -> None:
    assert sum(len(ruled(game)) for game in GAMES) > 60


@each_language
@each_game_with_rulings
def test_every_ruling_is_marked_where_it_belongs(game: str, language: str) -> None:
    paragraphs = rules.paragraphs(game, language)
    assert [n for n in sorted(ruled(game)) if not any(mark in paragraphs[n].text for mark in MARKS[language])] == []


@each_language
@each_game_with_rulings
def test_every_paragraph_that_is_marked_has_a_ruling(game: str, language: str) -> None:
    marked = {n for n, paragraph in rules.paragraphs(game, language).items() if MARKS[language][0] in paragraph.text}
    assert sorted(marked - ruled(game)) == []


def test_every_case_that_rulings_name_exists() -> None:
    books = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "cases").rglob("*.toml"))
    named = re.findall(r"\b[A-Z]\d+(?:\.\d+)*-\d+\b", (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"))
    assert len(named) > 30
    assert [case for case in named if f'id = "{case}"' not in books] == []
