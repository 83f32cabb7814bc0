"""`.ci/audit`: it notes when it really looked, and says how old that is where it cannot look."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SOUND = {"name": "pillow", "version": "12.0.0", "vulns": []}
FLAWED = {"name": "aiohttp", "version": "3.0", "vulns": [{"id": "GHSA-1", "fix_versions": ["3.1"]}]}
UNREACHED = {"name": "pillow", "skip_reason": "the index does not answer"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script for bash")


def _noted(folder: Path, days_ago: int, locked: str = "0") -> None:
    on = (datetime.now(UTC).date() - timedelta(days=days_ago)).isoformat()
    (folder / ".ci" / "audited.json").write_text(json.dumps({"on": on, "locked": locked}))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "audit", tmp_path / ".ci" / "audit")
    (tmp_path / "constraints.txt").write_text("pillow==12.0.0\n")
    return tmp_path


def _run(tree: Path, *dependencies: dict[str, Any], status: int = 0) -> tuple[int, str]:
    """Run the audit with this report in place of that of the tool; without any it writes none."""
    (tree / "report.json").write_text(json.dumps({"dependencies": dependencies}) if dependencies else "")
    tool = tree / ".ci" / "tools"
    tool.write_text(f'#!/usr/bin/env bash\nwhile [ "$1" != -o ]; do shift; done\ncp report.json "$2"\nexit {status}\n')
    tool.chmod(0o755)
    done = subprocess.run([tree / ".ci" / "audit"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def _last(tree: Path) -> str:
    return str(json.loads((tree / ".ci" / "audited.json").read_text())["on"])


def test_a_look_is_noted(tree: Path) -> None:
    status, said = _run(tree, SOUND)
    assert (status, said.splitlines()[0]) == (0, "1 dependencies audited, 0 skipped, 0 advisories")
    assert "never looked" in said
    assert "commit the new .ci/audited.json" in said
    assert _run(tree, SOUND) == (0, "1 dependencies audited, 0 skipped, 0 advisories\n")
    assert _last(tree) == datetime.now(UTC).date().isoformat()


def test_an_advisory_fails(tree: Path) -> None:
    status, said = _run(tree, SOUND, FLAWED, status=1)
    assert status == 1
    assert "aiohttp 3.0: GHSA-1, mended in 3.1" in said


def test_a_look_that_is_too_old_fails_once_where_one_can_look(tree: Path) -> None:
    _noted(tree, 31)
    status, said = _run(tree, SOUND)
    assert status == 1
    assert "31 days ago" in said
    assert _run(tree, SOUND)[0] == 0  # the new one is on record
    _noted(tree, 30)
    assert _run(tree, SOUND)[0] == 0


def test_a_look_at_some_of_them_is_none(tree: Path) -> None:
    status, said = _run(tree, SOUND, UNREACHED)
    assert status == 0
    assert "warning: this was no look at all of them; never looked" in said
    assert "pillow was skipped: the index does not answer" in said
    assert "1 dependencies audited, 1 skipped" in said
    assert not (tree / ".ci" / "audited.json").exists()
    for days, fails in ((12, 0), (45, 1)):
        _noted(tree, days)
        status, said = _run(tree, SOUND, UNREACHED)
        assert (status, f"{days} days ago" in said) == (fails, True)
    assert not _last(tree).startswith(str(datetime.now(UTC).date()))


@pytest.mark.parametrize("report", [(), (UNREACHED,)])
def test_where_nobody_can_look_it_warns_and_says_how_old_the_last_look_is(tree: Path, report: tuple[Any, ...]) -> None:
    status, said = _run(tree, *report, status=1)
    assert (status, said.split(":")[0]) == (0, "warning")
    assert "never looked" in said
    _noted(tree, 45)
    status, said = _run(tree, *report, status=1)
    assert status == 0
    assert "45 days ago, at other versions than are locked now" in said
    assert not _last(tree).startswith(str(datetime.now(UTC).date()))
