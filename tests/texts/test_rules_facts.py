"""The numbers, names and verbs that the rules in words tell are those of the data that is played, in every language."""

from __future__ import annotations

import re

import pytest

from bot.features.clocks.timeout_votes import MORE_HOURS
from bot.texts import rules
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.cards import ABILITIES, BASE, CARDS, HEROES, IDOLS, LEAST
from games.arena_of_heroes.game import GAME as ARENA_GAME
from games.arena_of_heroes.ring import GROUND, RING, WASTELAND, WATER
from games.monsters_and_myths.cards import ATTACK_CARDS, NATIONS
from games.monsters_and_myths.game import GAME as MONSTERS_GAME

ARENA, MONSTERS, MONOLITH = "arena_of_heroes", "monsters_and_myths", "monolith_arena"
each_language = pytest.mark.parametrize("language", LANGUAGES)


def told(game: str, number: str, language: str) -> str:
    return rules.paragraphs(game, language)[number].text


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


@each_language
def test_the_ring_and_its_kinds(language: str) -> None:
    assert numbers(told(ARENA, "A1.1", language)) == [*RING, RING[0]]
    listed = [sorted(h for h, kind in GROUND.items() if kind == one) for one in (WASTELAND, WATER)]
    assert numbers(told(ARENA, "A1.2", language)) == [number for kind in listed for number in kind]


@each_language
def test_every_hero_has_its_name_and_stamina(language: str) -> None:
    say = phrases(language)
    text = " ".join(told(ARENA, f"A8.{n}", language) for n in range(1, 7))
    assert [h.code for h in HEROES.values() if f"**{say.message(h.title)}** ({h.stamina})" not in text] == []
    assert [a for a, ability in ABILITIES.items() if f"*{say.message(ability.title)}*" not in text] == []


@each_language
def test_every_card_has_its_name(language: str) -> None:
    say = phrases(language)
    text = " ".join(told(ARENA, f"A9.{n}", language) for n in range(2, 9))
    alone = [c for c in CARDS if c not in IDOLS]  # the two idols are told together
    assert [c for c in alone if f"**{c}** {say.message(CARDS[c].title)}" not in text] == []


@each_language
def test_every_verb_of_a_match_is_told(language: str) -> None:
    for game, number in ((ARENA_GAME, "A14"), (MONSTERS_GAME, "M14")):
        chapter = (p.text for n, p in rules.paragraphs(game.name, language).items() if n.split(".")[0] == number)
        words = {words.split()[0] for words in re.findall(r"`([^`]+)`", " ".join(chapter))}
        assert set(game.grammar.verbs) <= words, game.name


@each_language
def test_the_nations_and_their_points(language: str) -> None:
    creatures = told(MONSTERS, "M1.1", language)
    assert numbers(creatures)[-18:] == [n for nation in NATIONS for n in nation.counts]
    points = told(MONSTERS, "M7.2", language)
    assert numbers(points) == [nation.largest for nation in NATIONS]


@each_language
def test_numbers_of_the_deal_and_of_the_clock(language: str) -> None:
    assert LEAST in numbers(told(ARENA, "A4.1", language))
    assert len(CARDS) in numbers(told(ARENA, "A1.4", language))
    assert len(BASE) in numbers(told(ARENA, "A1.4", language))
    assert len(ATTACK_CARDS) in numbers(told(MONSTERS, "M1.2", language))
    assert MORE_HOURS in numbers(told(MONOLITH, "R12.5", language))
