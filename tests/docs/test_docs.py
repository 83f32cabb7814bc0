"""The documents tell the truth: the drawing is that of the code, links and named files exist."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from pathlib import Path

import pytest

from bot.registry import FACES
from games import record as records
from games import verify
from games.draws import commitment, fingerprint, seed_of
from games.puzzles import GRADES, puzzles_of
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


@pytest.mark.parametrize("name", FACES)
def test_the_page_of_puzzles_counts_those_there_are(name: str) -> None:
    whole = (drawing.ROOT / "docs/puzzles.md").read_text(encoding="utf-8")
    page = whole.split(f"\n## {FACES[name].game.title}\n")[1].split("\n## ")[0]
    found = puzzles_of(FACES[name].game)
    made = Counter((str(one.data["goal"]).split()[0], one.grade) for one in found.values())
    assert f"| {len(found)} |\n" in page
    for goal in {goal for goal, _ in made}:
        counts = [made[goal, grade] for grade in GRADES]
        assert "| " + " | ".join([goal, *map(str, counts), str(sum(counts))]) + " |" in page


def test_the_way_to_check_draws_by_hand_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The example and the lines of docs/draws.md, against what the page says of it and against the code."""
    page = (drawing.ROOT / "docs" / "draws.md").read_text(encoding="utf-8")
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n)+", page, re.MULTILINE)]
    (example,) = [json.loads(block) for block in blocks if block.startswith("{")]
    (program,) = [block for block in blocks if block.startswith("import base64")]
    (printed,) = [block for block in blocks if block.startswith("before seat")]
    exec(program, {"record": example})  # our own page
    assert capsys.readouterr().out == printed
    secret, parts = bytes.fromhex(example["secret"]), records.parts(example)
    seen = [
        f"before seat {example['players'][last]['seat']} joined: {fingerprint(commitment(secret, parts[: last + 1]))}\n"
        for last in (1, 2)
    ]
    assert printed == "".join([*seen, f"seed {seed_of(secret, parts).hex()}\n"])


@pytest.mark.parametrize("status", [verify.GOOD, verify.DIFFERS, verify.UNREADABLE, verify.PROVES_NOTHING])
def test_the_statuses_of_the_verifier_are_listed(status: int) -> None:
    page = (drawing.ROOT / "docs" / "draws.md").read_text(encoding="utf-8")
    assert f"\n| {status} | `" in page
