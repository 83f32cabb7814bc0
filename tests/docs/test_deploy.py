"""The examples in deploy/ agree with the program: their settings and commands exist, and what is copied is there."""

from __future__ import annotations

import re
import tomllib

import pytest

from bot.__main__ import main
from bot.config import EX_CONFIG, Settings
from tests.docs.drawing import ROOT

DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
UNITS = {path.name: path.read_text(encoding="utf-8") for path in sorted((DEPLOY / "systemd").iterdir())}
OF_OTHERS = {"PATH", "PYTHONUNBUFFERED", "POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"}
"""What the system, Python and the image of PostgreSQL read."""
NAMED = re.compile(r"\b([A-Z][A-Z_]+)(?:=|: )|\$\{(\w+)")
"""A variable that is set or used."""
COMMANDS = re.compile(r'-m bot(?: (.+))?$|^ +command: \["(\w+)"\]$|^CMD \["(\w+)"\]$', re.MULTILINE)


@pytest.mark.parametrize("text", [CONTAINER, COMPOSE, *UNITS.values()], ids=["Containerfile", "compose.yaml", *UNITS])
def test_every_variable_is_a_setting(text: str) -> None:
    named = {one or other for one, other in NAMED.findall(text)}
    assert named >= {"DATA_DIR"} or "SHARDS" in named, "else nothing was found"
    assert named <= {name.upper() for name in Settings.model_fields} | OF_OTHERS


def test_every_command_exists() -> None:
    found = COMMANDS.findall("\n".join((CONTAINER, COMPOSE, *UNITS.values())))
    commands = {next(filter(None, several)) for several in found}
    assert commands == {"run", "run --take-over", "think"}
    for command in commands:
        with pytest.raises(SystemExit) as ended:
            main([*command.split(), "--help"])
        assert ended.value.code == 0


def test_every_unit_waits_for_the_network_and_starts_again_for_ever_but_with_wrong_settings() -> None:
    assert len(UNITS) == 3
    shown = (ROOT / "docs" / "running-a-server.md").read_text(encoding="utf-8").replace("\n    ", "\n")
    for unit in (*UNITS.values(), shown):
        assert f"\nRestartPreventExitStatus={EX_CONFIG}\n" in unit
        assert "\nRestart=on-failure\nRestartSec=5\n" in unit, "more than five starts in ten seconds are the last ones"
        assert re.search(r"^After=network-online\.target\b", unit, re.MULTILINE)
        assert "\nWants=network-online.target\n" in unit


def test_the_image_has_all_packages_and_what_is_shown_of_the_documentation() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    needed = {*wheel["wheel"]["packages"], *wheel["wheel"]["force-include"], "pyproject.toml"}
    copied = {
        source for line in re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINER, re.MULTILINE) for source in line.split()
    }
    assert needed <= copied
    assert all((ROOT / source).exists() for source in copied)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    assert set(re.findall(r"^!(.+)$", ignored, re.MULTILINE)) == copied, "nothing else leaves this folder"


def test_the_image_is_asked_for_its_health_where_it_tells_it() -> None:
    (port,) = re.findall(r"\bHEALTH_PORT=(\d+)", CONTAINER)
    assert f"http://127.0.0.1:{port}/healthz" in CONTAINER


def test_the_image_backs_up_the_server_beside_it() -> None:
    (server,) = re.findall(r"image: postgres:(\d+)", COMPOSE)
    assert f"postgresql-client-{server} " in CONTAINER
