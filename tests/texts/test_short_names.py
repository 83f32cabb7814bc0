"""Texts that shorten names, with names that are short, long, or of letters that are no Latin ones."""

from __future__ import annotations

import itertools

import pytest

from bot.limits import THREAD_NAME
from bot.people.names import LENGTH, safe_name
from bot.texts.match import thread_name
from bot.texts.phrases import LANGUAGES, phrases

NAMES = ("A", "Bo", "Ana", "小明", "😀", "👩‍🚀", "שרה", "محمد", "W" * LENGTH, "小" * LENGTH, "😀" * LENGTH, "Anna Lena")
SHAPES = (((1,), (1,)), ((1, 1), (1, 1)), ((1,), (1, 1)), ((1,), (1,), (1,), (1,)))


def _groups(shape: tuple[tuple[int, ...], ...], names: tuple[str, ...]) -> list[list[str]]:
    following = itertools.cycle(safe_name(name) for name in names)
    return [[next(following) for _ in group] for group in shape]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [(name,) for name in NAMES] + [("Ana", "Max"), ("Bo", "小明"), ("W" * LENGTH, "A")])
def test_the_name_of_a_thread_has_its_game_and_its_players(names: tuple[str, ...], language: str) -> None:
    say = phrases(language)
    for shape, mark, over in itertools.product(SHAPES, ("", "abcde"), (False, True)):
        groups = _groups(shape, names)
        name = thread_name(say, "Monolith Arena", 1, groups, mark, over=over)
        assert 1 <= len(name) <= THREAD_NAME
        assert name.startswith("Monolith Arena #1")
        assert not mark or name.endswith(f" · {mark}")
        players = [player for group in groups for player in group]
        assert all(player[:3] in name for player in players)
        assert any(len(player) > 3 for player in players) or "…" not in name


def test_names_that_have_room_are_whole_and_the_others_are_shortened_alike() -> None:
    say = phrases("en")
    assert thread_name(say, "Monolith Arena", 7, [["Ana"], ["Max"]]) == "Monolith Arena #7: Ana – Max"
    four = [["Alexander the Great", "Bo of Bayeux"], ["Maximilian of Habsburg", "Wilhelmina of Orange-Nassau"]]
    assert thread_name(say, "Monolith Arena", 7, four) == (
        "Monolith Arena #7: Alexander the Great & Bo of Bayeux – Maximilian of Habsb… & Wilhelmina of Orang…"
    )


def test_what_has_no_room_at_all_loses_its_end() -> None:
    name = thread_name(phrases("en"), "G" * 95, 7, [["Ana"], ["Max"]])
    assert len(name) == THREAD_NAME
    assert name.endswith("…")
