"""What stands beside the code agrees with it: the version and the changelog, the hooks and the linters of CI."""

from __future__ import annotations

import re

from bot import __version__
from tests.docs.drawing import ROOT

TOOL = re.compile(r"\.venv/bin/(ruff check|ruff format|mypy|lint-imports)\b")


def test_the_version_is_the_newest_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)
    assert released[0] == __version__


def test_the_hooks_are_the_linters_of_ci() -> None:
    ci = TOOL.findall((ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert TOOL.findall((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")) == ci
