"""The documents tell the truth: the drawing is that of the code, links and named files exist."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest

from games import record as records
from games.draws import fingerprint, seed_of
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


def test_the_way_to_check_draws_by_hand_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines of docs/draws.md, with a record that stands beside the tests."""
    page = (drawing.ROOT / "docs" / "draws.md").read_text(encoding="utf-8")
    lines = re.search(r"(?:    .*\n)*    import base64.*\n(?:    .*\n)*", page)
    assert lines is not None
    found = json.loads(
        (drawing.ROOT / "tests/games/monolith_arena/records/2v2_format_3.json").read_text(encoding="utf-8")
    )
    exec(textwrap.dedent(lines.group()), {"record": found})  # our own page
    seed = seed_of(bytes.fromhex(found["secret"]), records.parts(found))
    assert capsys.readouterr().out == f"fingerprint {fingerprint(found['commitment'])}\nseed {seed.hex()}\n"
