"""The documents tell the truth: the drawing is that of the code, links and named files exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs import drawing

PAGES = [drawing.ROOT / "README.md", *sorted((drawing.ROOT / "docs").rglob("*.md"))]
PREFIXES = ("bot/", "games/", "render/", "storage/", "sandbox/", "tests/", "benchmarks/", "docs/")
_LINK = re.compile(r"\]\(([^)#\s]+)")
_CODE = re.compile(r"`([\w./-]+)`")


def test_the_drawing_is_that_of_the_code() -> None:
    assert drawing.drawn() == drawing.mermaid(), "python -m tests.docs.drawing draws it anew"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_exist(page: Path) -> None:
    named = {name for name in _CODE.findall(page.read_text(encoding="utf-8")) if name.startswith(PREFIXES)}
    assert not {name for name in named if not (drawing.ROOT / name).exists()}
