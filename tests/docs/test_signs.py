"""Signs that a stranger can read: a function's docstring says what it does, and a module is short enough to be read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("benchmarks", "bot", "games", "render", "sandbox", "storage")
REFUSED = frozenset(
    {
        *("What", "Whatever", "Whether", "Which", "Who", "Whoever", "Whom", "Whose", "How", "Where", "Why", "When"),
        *("The", "A", "An", "All", "Any", "Each", "Every", "Everybody", "Everyone", "Everything", "Nobody", "Nothing"),
        *("No", "One", "Some", "Somebody", "Something", "That", "This", "Those", "These", "It", "Its"),
    }
)
"""First words of docstrings that describe a thing; a function does something: “Return the seats that …”."""
LONGEST = 450
"""So many lines has a module at most."""


def modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def riddles(path: Path) -> Iterator[str]:
    """Yield the functions of a module whose docstrings do not say what they do, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (said := ast.get_docstring(node)):
            first = said.split(maxsplit=1)[0].rstrip(",:;.")
            if first in REFUSED:
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {said.splitlines()[0]}"


def test_functions_say_what_they_do() -> None:
    assert [riddle for path in modules() for riddle in riddles(path)] == []


def test_no_module_is_too_long_to_be_read() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_what_is_no_sign_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    module = tmp_path / "module.py"
    module.write_text('def seats():\n    """The seats."""\n\n\ndef post():\n    """Post it."""\n', encoding="utf-8")
    assert list(riddles(module)) == ["module.py:1 seats: The seats."]
