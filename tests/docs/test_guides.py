"""The guides for newcomers name what there is: all parts of a feature, and functions of a face that exist."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from bot.interactions.services import Feature, Running
from bot.panels.default import Wording
from bot.panels.face import Words
from games.verbs import Verb
from tests.docs.drawing import ROOT

ROW = re.compile(r"^\| (`[^|]+`) \|", re.MULTILINE)
SAYING = {"Words": Words, "Wording": Wording, "Verb": Verb}


def named(page: Path, heading: str = "") -> list[str]:
    """Return the names in the first columns of the tables behind a heading."""
    part = page.read_text(encoding="utf-8").partition(heading)[2] if heading else page.read_text(encoding="utf-8")
    return [name for cell in ROW.findall(part) for name in re.findall(r"`([\w.]+)`", cell)]


def test_every_part_of_a_feature_is_named() -> None:
    parts = {one.name for kind in (Feature, Running) for one in fields(kind)} - {"name", "start"}
    assert set(named(ROOT / "docs" / "adding-a-feature.md")) - {"start"} == parts


def test_what_says_something_for_a_game_is_named() -> None:
    said = {name for name in named(ROOT / "docs" / "adding-a-game.md", "## 3.") if name.partition(".")[0] in SAYING}
    assert said
    for name in said:
        kind, _, function = name.partition(".")
        assert hasattr(SAYING[kind], function), name
    assert {f"Words.{one.name}" for one in fields(Words)} <= said
    assert {f"Wording.{name}" for name in vars(Wording) if name[0] != "_"} - {"Wording.action"} <= said
