"""The drawing of the rooms in docs/architecture.md: made from the imports of the code, as Mermaid text.

``python -m tests.docs.drawing`` writes it anew; a test fails when it is out of date.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "architecture.md"
PACKAGES: Final = ("bot", "games", "render", "storage", "sandbox")
DEEP: Final = frozenset({"bot", "games", "render"})
"""Packages whose folders are rooms of their own."""
TOP: Final = frozenset({"bot.app", "bot.registry", "bot.sharding", "bot.__main__", "games.registry", "games.verify"})
"""Single modules that bring everything together; the other single modules of a package are what all its rooms share."""
GAME: Final = "each_game"
"""The room of every game in a package: they are all alike, and a new one changes nothing."""
_BLOCK: Final = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.S)


def room(module: str) -> str:
    """The room that a module lies in: its package, or the folder in it that has an idea of its own."""
    parts = module.split(".")
    if parts[0] not in DEEP or len(parts) == 1 or module in TOP:
        return parts[0]
    if (ROOT / "games" / parts[1] / "game.py").is_file():
        return f"{parts[0]}.{GAME}"
    return ".".join(parts[:2]) if ROOT.joinpath(*parts[:2]).is_dir() else f"{parts[0]}.shared"


def arrows() -> dict[str, set[str]]:
    """Which rooms each room imports."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    found: dict[str, set[str]] = {room(module): set() for module in graph.modules if module not in DEEP}
    for module in graph.modules - DEEP:
        for imported in graph.find_modules_directly_imported_by(module):
            if room(imported) != room(module):
                found[room(module)].add(room(imported))
    return found


def circle(found: dict[str, set[str]]) -> list[str]:
    """The rooms that import each other in a circle; none when all is well."""
    left = {name: set(targets) for name, targets in found.items()}
    while free := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def reduced(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows without those that a longer way says already."""

    def reach(name: str) -> set[str]:
        return {far for target in found[name] for far in {target} | reach(target)}

    return {
        name: {t for t in targets if not any(t in reach(o) for o in targets - {t})} for name, targets in found.items()
    }


def title(name: str) -> str:
    """What stands in the box of a room."""
    if name.endswith(".shared"):
        return f"{name.removesuffix('.shared')} (shared)"
    if name.endswith(f".{GAME}"):
        return f"{name.partition('.')[0]}/ each game"
    tops = sorted(module.partition(".")[2] for module in TOP if module.startswith(f"{name}."))
    return f"{name} ({', '.join(tops)})" if tops else name.replace(".", "/")


def mermaid() -> str:
    """The drawing: the rooms that nothing imports on top."""
    found = arrows()
    assert not circle(found), f"rooms import each other in a circle: {', '.join(circle(found))}"
    lines = ["flowchart TD"]
    lines += [f'    {name.replace(".", "_")}["{title(name)}"]' for name in sorted(found)]
    for name, targets in sorted(reduced(found).items()):
        lines += [f"    {name.replace('.', '_')} --> {target.replace('.', '_')}" for target in sorted(targets)]
    return "\n".join(lines) + "\n"


def drawn() -> str:
    """The drawing as it stands in the page now."""
    found = _BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return found[0]


if __name__ == "__main__":
    PAGE.write_text(_BLOCK.sub(lambda _: mermaid(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
