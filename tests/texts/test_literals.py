"""No sentence for players stands outside the catalogues.

Every string of the packages that reads like one has to be looked up (`bot.texts.catalogue.calls`), or to be for people
who do not play: developers read exceptions and logs, operators the command line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.matches.computers import NAMES
from bot.monsters_and_myths.guide import EXAMPLE
from bot.texts.catalogue import ROOMS, ROOT, arguments, calls

WORDS = re.compile(r"[A-Za-z’']{2,}[,;:.!?”]? +[“(]?[A-Za-z{]|[}\"”][,;:.!?]? +[A-Za-z’']{2,}")
"""Two words with a blank between them; a placeholder counts as one of them."""
ENDED = re.compile(r"[a-z]{2,}[.!?…]$")
LABEL = re.compile(r"[A-Z][^\W\d_A-Z]{2,}")
"""One word with a capital letter, as it stands on a button."""
FOR_OTHERS = {
    *("ValueError", "TypeError", "LookupError", "KeyError", "AssertionError", "RuntimeError", "NotImplementedError"),
    *("BadNotation", "StorageError", "OSError", "PlaceLost", "Unfit", "incident"),
    *("failed", "create_task"),  # of `bot.jobs.kinds`, and names of tasks
    *("BadEntry", "BadTileData", "BadCardData", "TooManyChoices", "Unreadable", "_of", "__init__"),
}
"""Calls whose texts developers and operators read."""
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
NO_TEXT = {
    "cast",
    "TypeVar",
    "compile",
    "getLogger",
    "import_module",
    "getattr",
    "fullmatch",
    "match",
    "strftime",
    "position",
}
"""Calls whose strings are types, patterns, names and positions in notation."""
ALLOWED = {
    "bot/matches/computers.py": {name for names in NAMES.values() for name in names},  # the same in all languages
    "bot/texts/phrases.py": {"English", "Deutsch", "Español"},
    "bot/jobs/worker.py": {"job {} ({}) of match {}"},
    "bot/monsters_and_myths/guide.py": {EXAMPLE},
    "games/monsters_and_myths/lessons.py": {"mm seats=AB fire=asked round=1 {}"},  # how a position begins
    "bot/texts/columns.py": {"@a name of 16 chr"},  # stands for a name where the length of a line is counted
    "render/store.py": {"Local", "Cache", "Library", "Caches"},
    "games/record.py": {*(f"match record {n}" for n in (1, 2, 3, 4, 5))},
}
"""What looks like a sentence and is none, by module."""
FOR_OPERATORS = {f"bot/{name}.py" for name in ("config", "data", "log", "metrics", "others", "supervision", "upkeep")}
QUIET_ROOMS = (ROOT / "bot" / "health", ROOT / "bot" / "jobs", ROOT / "bot" / "processes")
FOR_OPERATORS |= {path.relative_to(ROOT).as_posix() for room in QUIET_ROOMS for path in room.glob("*.py")}
FOR_OPERATORS |= {"bot/matches/copying.py"}
FOR_OPERATORS |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "games").glob("*/mining/*.py")}
"""Modules whose texts only whoever runs the bot reads, besides those with a command line."""


def modules() -> list[Path]:
    """Return all modules with sentences for players; those of the toy are in no catalogue, but made as if they were."""
    found = [path for room in (*ROOMS, "tests/toy") for path in sorted((ROOT / room).rglob("*.py"))]
    return [path for path in found if path.relative_to(ROOT).as_posix() not in FOR_OPERATORS]


def for_operators(tree: ast.Module) -> bool:
    """Whether a module is a command line: what it prints is for whoever runs the bot."""
    names = {a.name for node in tree.body if isinstance(node, ast.Import) for a in node.names}
    return "argparse" in names


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_for_others(node: ast.AST) -> bool:
    """Whether no player reads what stands in this part of the source."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring
    if isinstance(node, ast.Call):
        name = called(node)
        logs = isinstance(node.func, ast.Attribute) and name in LOGS and "log" in ast.unparse(node.func.value).lower()
        return name in FOR_OTHERS | NO_TEXT or logs
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return isinstance(node, ast.Assert)


def types_of(node: ast.AST) -> set[int]:
    """The parts of a node that are types or keys."""
    parts = (getattr(node, field, None) for field in ("annotation", "returns", "slice"))
    return {id(part) for part in parts if part is not None}


def reads_like_text(text: str) -> bool:
    return bool(WORDS.search(text) or ENDED.search(text) or LABEL.fullmatch(text))


def written(node: ast.AST) -> str | None:
    """The text of a string, with braces for what an f-string puts in."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return "".join(str(part) for part in parts)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def strings(node: ast.AST, looked_up: set[int]) -> Iterator[tuple[int, str]]:
    """All strings below a node that players might read and that are not looked up."""
    skipped = looked_up | types_of(node)
    for below in ast.iter_child_nodes(node):
        if id(below) in skipped or is_for_others(below):
            continue
        text = written(below)
        if text is not None:
            yield getattr(below, "lineno", 0), text
        else:
            yield from strings(below, looked_up)


def loose(source: str) -> list[tuple[int, str]]:
    """The strings of a module that read like text for players and are in no catalogue."""
    tree = ast.parse(source)
    if for_operators(tree):
        return []
    looked_up = {id(a) for call, kind in calls(tree) for a in call.args[: 1 if kind == "text" else 2]}
    return [(line, text) for line, text in strings(tree, looked_up) if reads_like_text(text)]


def test_no_sentence_is_outside_the_catalogues() -> None:
    found = []
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        allowed = ALLOWED.get(name, set())
        found += [f"{name}:{line}: {text!r}" for line, text in loose(path.read_text()) if text not in allowed]
    assert found == [], "\n" + "\n".join(found)


def test_nothing_is_allowed_that_is_not_there() -> None:
    for name, texts in ALLOWED.items():
        assert texts <= {text for _, text in loose((ROOT / name).read_text())}, name


def test_what_is_looked_up_is_a_literal() -> None:
    found = []
    for path in modules():
        for call, kind in calls(ast.parse(path.read_text())):
            bad = [ast.unparse(a) for a in call.args[: 1 if kind == "text" else 2] if isinstance(a, ast.JoinedStr)]
            found += [f"{path}:{call.lineno}: {text}" for text in bad]
            if kind == "plural" and None in arguments(call, kind):
                found.append(f"{path}:{call.lineno}: {ast.unparse(call)}")
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        'x = "Waiting for Max."',
        'x = f"{name} plays {tile}"',
        'x = f"{name} begins"',
        'button(label="Undo")',
        'x = {"a": "two words"}',
        'say(x, "Two words")',
        'say("{a} wins.", a="the first")',
        'raise Refusal("The match is over.")',
        'x = "Done."',
        'x = "s" if many else "Nobody here"',
    ],
)
def test_a_loose_sentence_is_found(source: str) -> None:
    assert loose(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring of a module."""',
        'def f():\n    """Do it well."""',
        'x = 1\n"""What it is."""',
        'say("Waiting for {name}.", name=x)',
        'self.say.plural("{count} wound", "{count} wounds", n)',
        'Message("The match is over.")',
        'say.term("tile", "Rune of Strength")',
        'locale_str("Begin a match")',
        'raise ValueError(f"no such seat: {seat}")',
        'log.warning("it was slow: %s", x)',
        'import argparse\nx = "Play a game."',
        'x = "custom_id"',
        'x = f"{a} · {b}"',
        'x = f"-# {a} {b}"',
        'assert x, "never so"',
    ],
)
def test_what_is_no_loose_sentence(source: str) -> None:
    assert loose(source) == []
