"""The table of terms (docs/terms.md) and the catalogues say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.cards import ABILITIES, CARDS, HEROES
from games.monolith_arena.tiles import FACTIONS, faction

TERMS = Path(__file__).parents[2] / "docs" / "terms.md"
COLUMNS = ("en", "de", "es")


def table(title: str) -> dict[str, dict[str, str]]:
    """A section's terms by their English one."""
    section = TERMS.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")][2:]
    return {row[0]: {c: cell.strip("*† ") for c, cell in zip(COLUMNS, row, strict=True)} for row in rows}


def test_the_table_has_a_column_for_every_language() -> None:
    assert set(COLUMNS) == set(LANGUAGES)


def test_the_table_has_all_names_of_tiles_and_factions() -> None:
    assert set(table("Factions")) == {faction(f).name for f in FACTIONS}
    assert set(table("Tiles")) == {tile.name for f in FACTIONS for tile in faction(f).tiles}


def test_the_tables_have_all_names_of_arena_of_heroes() -> None:
    assert set(table("Heroes")) == {hero.name for hero in HEROES.values()}
    assert set(table("Abilities")) == {ability.name for ability in ABILITIES.values()}
    assert set(table("Arena cards")) == {card.name for card in CARDS.values()}


@pytest.mark.parametrize("language", COLUMNS)
@pytest.mark.parametrize(
    ("title", "context"),
    [("Factions", "faction"), ("Tiles", "tile"), ("Heroes", "hero"), ("Abilities", "ability"), ("Arena cards", "card")],
)
def test_the_catalogues_use_the_names_of_the_table(title: str, context: str, language: str) -> None:
    say = phrases(language)
    assert {name: say.term(context, name) for name in table(title)} == {
        name: terms[language] for name, terms in table(title).items()
    }
