"""Nothing needs what only Unix has, but what is named here with its reason; and every text file says its encoding."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.test_signs import ROOT, modules
from tests.support.windows import MISSING, MODULES

UNIX = {
    *MODULES,
    *(f"{place.__name__}.{name}" for place, names in MISSING.items() for name in names.split()),
    *(f"signal.{name}" for name in ("SIGCHLD", "SIGKILL", "SIGPIPE", "pthread_kill", "set_wakeup_fd")),
    *("os.chown", "os.getgid", "os.kill", "os.killpg", "os.link", "os.mkfifo", "os.nice", "os.umask", "os.waitpid"),
    *("loop.add_reader", "loop.add_signal_handler", "socket.AF_UNIX", "ctypes.CDLL", "time.CLOCK_BOOTTIME"),
}
FOLDERS = ("/dev/", "/etc/", "/proc/", "/tmp", "/usr/", "/var/")
ALLOWED = {
    ("storage/dialects/sqlite_files.py", "fcntl"): "Windows has something else there",
    ("bot/memory.py", "ctypes.CDLL"): "other systems than Linux are left alone",
    ("bot/signals.py", "loop.add_signal_handler"): "Windows has something else there",
    ("benchmarks/killed.py", "signal.SIGKILL"): "nothing else is as sudden; benchmarks run on Linux",
    ("benchmarks/season.py", "signal.SIGKILL"): "nothing else is as sudden; benchmarks run on Linux",
    ("benchmarks/ratings.py", "fcntl"): "elsewhere one run is enough",
    ("bot/worker.py", "os.nice"): "elsewhere computer players think at usual priority",
    ("sandbox/redirect/sitecustomize.py", "os.kill"): "ends this process on Windows, too",
    ("benchmarks/measure.py", "/proc/"): "other systems than Linux say 0",
    ("benchmarks/press.py", "/dev/"): "a folder on the disk does as well",
    ("benchmarks/process.py", "signal.SIGUSR1"): "measures on Unix only",
    ("benchmarks/watched.py", "signal.SIGUSR1"): "measures on Unix only",
    ("benchmarks/watched.py", "signal.setitimer"): "measures on Unix only",
}
"""What may be used where, and why that is no harm."""


def used(path: Path) -> Iterator[str]:
    """Yield what a module uses that Windows lacks, and where it leaves an encoding to the system."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (one.name for one in node.names if one.name.partition(".")[0] in UNIX)
            case ast.ImportFrom(module=str(module)):
                yield from (f"{module}.{one.name}" for one in node.names if f"{module}.{one.name}" in UNIX)
                yield from (module for _ in node.names if module in UNIX)
            case ast.Attribute(value=ast.Name(id=place), attr=name) if f"{place}.{name}" in UNIX:
                yield f"{place}.{name}"
            case ast.Constant(value=str(text)):
                yield from (folder for folder in FOLDERS if text.startswith(folder) or text == folder.rstrip("/"))
            case ast.Call(func=ast.Attribute(attr="read_text" | "write_text")):
                if "encoding" not in {given.arg for given in node.keywords}:
                    yield f"no encoding in line {node.lineno}"
            case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open", value=ast.Name(id="path" | "file"))):
                given = {one.arg for one in node.keywords}
                modes = [one.value for one in node.args if isinstance(one, ast.Constant)]
                if "encoding" not in given and not any("b" in str(mode) for mode in modes):
                    yield f"no encoding in line {node.lineno}"


def test_nothing_needs_what_only_unix_has() -> None:
    found = {(path.relative_to(ROOT).as_posix(), name) for path in modules() for name in used(path)}
    assert found - ALLOWED.keys() == set()
    assert ALLOWED.keys() - found == set(), "allowed and not used any more"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import resource", "resource"),
        ("from pwd import getpwnam", "pwd"),
        ("from os import fork", "os.fork"),
        ("os.pread(1, 2, 3)", "os.pread"),
        ("signal.SIGKILL", "signal.SIGKILL"),
        ("Path('/dev/shm')", "/dev/"),
        ("path.read_text()", "no encoding in line 1"),
        ("open(path)", "no encoding in line 1"),
    ],
)
def test_what_only_unix_has_is_found(tmp_path: Path, line: str, name: str) -> None:
    module = tmp_path / "module.py"
    module.write_text(line, encoding="utf-8")
    assert list(used(module)) == [name]
    module.write_text("os.replace(a, b)\npath.read_text(encoding='utf-8')\nopen(path, 'rb')\n", encoding="utf-8")
    assert list(used(module)) == []
