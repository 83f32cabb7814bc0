"""Paragraphs of the rules are found by their numbers and by words."""

from __future__ import annotations

import pytest

from bot import limits
from bot.registry import FACES
from bot.texts import rule_search, rules
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


def test_rules_that_a_text_cites_are_told_with_their_titles() -> None:
    text = "It struck at nobody at C3 (C3), as armor (R7.1, R7.2) and a rune (R8) absorbed it, and again (R7.2)."
    assert rules.cited(GAME, text, "en") == ["R7.1, R7.2 Attacks and symbols", "R8 Rune of Regeneration"]
    assert rules.cited("arena_of_heroes", "It strikes 18 (on 2 of 6 faces, A2.2).", "en") == [
        "A2.2 Dice and the machine"
    ]
    assert rules.cited(GAME, "(R8)", "de") == ["R8 Rune der Regeneration"]
    assert rules.cited(GAME, "Nothing at C3 (C3) and by R8.", "en") == []


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


@pytest.mark.parametrize(
    ("game", "language", "typed", "first"),
    [
        (GAME, "en", "damage", "R6.1"),
        (GAME, "en", "Hit points", "R1.5"),
        (GAME, "en", "HP", "R1.5"),
        (GAME, "en", "rotate", "R10.2"),
        (GAME, "en", "flip", "R10.2"),
        (GAME, "en", "diagonal", "R7.2"),
        (GAME, "en", "win", "R12.4"),
        (GAME, "en", "net", "R7.7"),
        (GAME, "en", "dama", "R6.1"),
        (GAME, "de", "schiessen", "R7.2"),
        (GAME, "de", "Schießen!", "R7.2"),
        (GAME, "de", "rüstung", "R7.5"),
        (GAME, "de", "Rustung", "R7.5"),
        (GAME, "es", "daño", "R6.1"),
        (GAME, "es", "dano", "R6.1"),
        (GAME, "es", "girar", "R10.2"),
        ("arena_of_heroes", "en", "delay", "A5.4"),
        ("arena_of_heroes", "de", "Verzögerung", "A5.4"),
        ("monsters_and_myths", "en", "flip", "M2.4"),
        ("monsters_and_myths", "es", "empate", "M5.8"),
    ],
)
def test_words_of_people_lead_to_the_rule_that_answers_them(game: str, language: str, typed: str, first: str) -> None:
    assert rules.search(game, typed, language)[0].number == first


def test_titles_come_before_texts_and_whole_words_before_parts() -> None:
    found = [p.number for p in rules.search(GAME, "armor", "en")]
    assert found[0] == "R7.5"  # it begins with the word; R5.4 and others only mention it
    assert "R5.4" in found[1:]
    assert "R3.2" not in [p.number for p in rules.search(GAME, "win", "en")]  # "following", "drawing"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*FACES])
def test_all_that_is_listed_leads_to_rules_there_are(game: str, language: str) -> None:
    listed = rule_search.listed(game, language)
    numbered = rules.paragraphs(game, language)
    text = " ".join(rule_search.folded(f"{p.title} {p.text}") for p in numbered.values())
    assert len(listed) > 25
    for word, answers in listed.items():
        for answer in answers:
            cited = answer[:1].isupper() and answer[1:2].isdigit()
            assert answer in numbered if cited else rule_search.folded(answer) in text, (word, answer)
        assert rules.search(game, word, language), word


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_for_programs_is_found_by_its_number_alone(language: str) -> None:
    for game, chapter in (("arena_of_heroes", "A13"), ("monsters_and_myths", "M13")):
        found = rules.paragraph(game, chapter, language)
        assert found is not None
        assert found.for_programs
        assert all(not one.for_programs for one in rules.search(game, "", language))
        assert all(one.number != chapter for one in rules.search(game, found.title, language))
