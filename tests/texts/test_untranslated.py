"""Nothing that players read stays in English: sentences, names, the choices of commands, values of options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.app import ArenaBot
from bot.commands.new_pages import how
from bot.commands.opening import Opening
from bot.interactions.tree import payloads
from bot.panels.face import AnyFace
from bot.panels.model import Select
from bot.registry import FACES
from bot.texts import catalogue
from bot.texts.match import options
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.api import MatchOption
from tests.bot.world import settings

OTHERS: Final = [language for language in LANGUAGES if language != SOURCE]
SAME: Final = {
    "de": {"Live", "Teleport", "BANNER", "Initiative {phases}.", "Phase {phase}: {hits}", "Banner: {power}"}
    | {"Reserve: {tiles}.", "Computer: {level}", "Teams"},
    "es": {"No", "no", "total", "{rating} ± {margin} (provisional)", "Final"},
}
"""What reads the same in English and in a language, beside names."""
NAMES: Final = {"tile", "tile on board", "hero", "nation", "card", "ability"}
"""The contexts of proper names; what of them reads the same in a language is in docs/terms.md."""
ALIKE: Final = {"Monolith Arena", "E{number}: {card}.", "Buchholz"}
"""What is the same in all languages."""
PLAIN: Final = re.compile(r"[\d:.+ –-]+|[A-E][1-5]|[NS][EW]?|[A-Z]\d*")
"""Numbers, times, hexes and facings."""


@pytest.mark.parametrize("language", OTHERS)
def test_what_reads_as_in_english_is_known(language: str) -> None:
    same = set()
    for entry in catalogue.read(language):
        forms = entry.id if isinstance(entry.id, tuple) else (entry.id,)
        if entry.id and entry.context not in NAMES and any(text in forms for text in catalogue.texts(entry)):
            same.add(forms[0])
    assert same == SAME[language] | ALIKE


def _choices(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from node.get("choices") or ()
    for option in node.get("options") or ():
        yield from _choices(option)


async def test_every_choice_of_a_command_is_translated(tmp_path: Path) -> None:
    bot = ArenaBot(settings(tmp_path), None)  # type: ignore[arg-type]  # no command is carried out
    left = {
        choice["name"]
        for root in await payloads(bot.tree)
        for choice in _choices(root)
        if not choice.get("name_localizations") and not PLAIN.fullmatch(choice["name"])
    }
    assert left <= {*LANGUAGES.values(), *ALIKE}


TEXTS: Final = [
    pytest.param(face, option, id=f"{name}-{option.name}")
    for name, face in FACES.items()
    for option in face.game.match_options
    if isinstance(option.default, str)
]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("face", "option"), TEXTS)
def test_the_values_of_options_are_translated(face: AnyFace, option: MatchOption, language: str) -> None:
    assert option.default in dict(option.titles)
    for value, title in option.titles:
        told = options(phrases(language), face.game.match_options, {option.name: value})
        assert bool(told) == (value != option.default)
        assert phrases(language).message(title) != phrases(SOURCE).message(title)
        assert not told or told.endswith(f"{phrases(language).message(title)}.")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_the_page_of_a_new_match_is_translated(face: AnyFace, language: str) -> None:
    def labels(spoken: str) -> list[str]:
        panel = how(phrases(spoken), face, Opening(group=face.group), [])
        return [line.label for row in panel.rows if isinstance(row, Select) for line in row.options]

    same = [label for label, english in zip(labels(language), labels(SOURCE), strict=True) if label == english]
    assert same == []
