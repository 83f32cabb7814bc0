"""Paragraphs of the rules are found by their numbers and by words."""

from __future__ import annotations

import pytest

from bot import limits
from bot.texts import rules
from bot.texts.phrases import LANGUAGES
from games.arena_of_heroes.cards import CARDS

GAME = "monolith_arena"


def test_a_game_that_there_is_not_has_no_rules() -> None:
    assert rules.paragraphs("no_such_game", "en") == {}


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


def test_a_part_leads_to_its_paragraph() -> None:
    for typed, number in (("A5.3.1", "A5.3.1"), ("5.3.9", "A5.3"), ("a8", "A8"), ("A8.9", "A8"), ("R5.2", None)):
        paragraph = rules.paragraph("arena_of_heroes", typed, "en")
        assert (paragraph.number if paragraph is not None else None) == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_arena_of_heroes_is_told(language: str) -> None:
    text = " ".join(paragraph.text for paragraph in rules.paragraphs("arena_of_heroes", language).values())
    assert [card for card in CARDS if f"**{card}**" not in text] == []


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
