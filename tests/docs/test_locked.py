"""What is installed is what was locked: every dependency, at one version everywhere, by the hashes of its files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("constraints.txt", "requirements.txt", "requirements-postgresql.txt", ".ci/tools.txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PLAYS = ("fast", "sandbox")
"""The extras that `requirements.txt` has besides the bot itself."""


def locked(name: str) -> dict[str, tuple[str, int]]:
    """The packages of a file with their versions and how many hashes each has."""
    text = (ROOT / name).read_text().replace("\\\n", " ")
    found = {}
    for line in (line for line in text.splitlines() if line and not line.startswith("#")):
        match = re.match(r"([A-Za-z0-9._-]+)==(\S+)", line)
        assert match, f"{name}: {line[:80]}"
        found[canonicalize_name(match[1])] = (match[2], len(re.findall(r" --hash=sha256:[0-9a-f]{64}(?!\S)", line)))
    return found


def wanted(*extras: str) -> list[Requirement]:
    lines = [*PROJECT["dependencies"], *(line for e in extras for line in PROJECT["optional-dependencies"][e])]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize(
    ("name", "extras"),
    [
        ("constraints.txt", tuple(PROJECT["optional-dependencies"])),
        ("requirements.txt", PLAYS),
        ("requirements-postgresql.txt", (*PLAYS, "postgresql")),
    ],
)
def test_all_that_the_project_needs_is_locked(name: str, extras: tuple[str, ...]) -> None:
    found = locked(name)
    for requirement in wanted(*extras):
        version, _ = found[canonicalize_name(requirement.name)]
        assert version in requirement.specifier, f"{name}: {requirement}; run .ci/lock"


@pytest.mark.parametrize("name", LOCKS)
def test_every_release_is_pinned_by_the_hashes_of_its_files_without_an_address(name: str) -> None:
    assert "://" not in (ROOT / name).read_text()
    assert all(hashes for _, hashes in locked(name).values())


def test_what_plays_is_installed_at_the_versions_that_are_tested() -> None:
    with_server = locked("requirements-postgresql.txt").items()
    assert locked("requirements.txt").items() < with_server < locked("constraints.txt").items()
