"""The names of computer players: a name of its own for each, that nothing else in the games has."""

from __future__ import annotations

import re
from importlib import resources
from types import SimpleNamespace
from typing import Any

import pytest

from bot.arena_of_heroes.texts.standing import score
from bot.matches import computers
from bot.matches.computers import NAMES, another, computer
from bot.monolith_arena import FACE as MONOLITH
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.computers import LEVELS
from games.monolith_arena import events as ev

EVERY = [name for names in NAMES.values() for name in names]


def test_each_level_has_more_names_than_computer_players_may_meet() -> None:
    assert set(NAMES) == set(LEVELS)
    most = max(formation.seats for face in FACES.values() for formation in face.game.formations)
    assert all(len(names) > most for names in NAMES.values())


def test_no_two_have_the_same_name_and_names_are_short() -> None:
    assert len({name.casefold() for name in EVERY}) == len(EVERY)
    assert max(map(len, EVERY)) <= 8
    for names in NAMES.values():
        assert len({name[0] for name in names}) == len(names), "they can be told apart by their first letters"


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {SOURCE}))
def test_nothing_else_is_called_so(language: str) -> None:
    """No tile, hero or nation, nor any other word that a game or the bot says."""
    catalogue = resources.files("bot.texts").joinpath(f"locale/{language}.po").read_text("utf-8")
    said = {word.casefold() for word in re.findall(r"\w+", catalogue.replace("|", ""))}
    assert not said & {name.casefold() for name in EVERY}


def test_a_name_follows_from_the_number_alone() -> None:
    """Stored matches hold these numbers: whoever is called so today is called so as long as the match lasts."""
    firsts = [computers.name(computer(level)) for level in LEVELS]
    assert firsts == ["Perkin", "Roland", "Sigrun"]
    assert [computers.name(computer("knight", number)) for number in (1, 2, 3)] == ["Roland", "Gawain", "Isolde"]
    assert computers.name(computer("knight", 2, resigns=True)) == "Gawain"


def test_no_two_of_one_match_have_the_same_name() -> None:
    """Not even where one gives up and the other, who stands in for a person, does not."""
    users: list[int | None] = [7, None]
    for number in range(len(NAMES["knight"])):
        users.append(another("knight", users, resigns=number % 2 == 0))
    called = [computers.name(user) for user in users if computers.is_computer(user)]
    assert sorted(called) == sorted(NAMES["knight"])


def test_a_level_is_named_in_the_language_of_the_reader() -> None:
    said = {language: computers.titled(phrases(language), computer("warlord")) for language in LANGUAGES}
    assert said == {"en": "Sigrun (warlord)", "de": "Sigrun (Kriegsherr)", "es": "Sigrun (señor de la guerra)"}


def test_sentences_tell_players_from_tiles() -> None:
    """A knight once was a player and a tile, and "Knight 2 2" a player and a number."""
    say, roland, gawain = phrases(SOURCE), computer("knight"), computer("knight", 2)
    names = {0: "Anna", 1: computers.name(roland), 2: computers.name(gawain)}
    placed = (ev.Placed(1, "axeman", 8, 0), ev.Placed(1, "knight", 10, 0))
    assert MONOLITH.words.tell(say, placed, names) == ["Roland placed Axeman C2 N", "Roland placed Knight C4 N"]
    seats = [SimpleNamespace(seat=seat, stamina=left, alive=True) for seat, left in enumerate((5, 4, 2))]
    view: Any = SimpleNamespace(phase="play", seats=seats)
    assert score(say, view, names) == "Stamina: Anna 5, Roland 4, Gawain 2"
