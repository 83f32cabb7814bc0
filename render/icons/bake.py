"""Bakes icons of the npm package ``@iconify-json/game-icons`` into `icons.txt`; the bot does not need this.

``npm pack @iconify-json/game-icons``, unpack it, then ``python -m render.icons.bake package/icons.json`` writes the
icons that `chosen.txt` names anew. It needs skia-python (the extra ``bench``). Paths are cut into outlines that do not
cross, and outlines into as few whole points as a picture of a tile needs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any, Final

from render.icons import GRID, Outline, chosen, written

_HERE: Final = Path(__file__).parent
_BOX: Final = 512.0
"""The side of the square that the package's icons are drawn in."""
_STEPS: Final = 10
"""Into how many lines a curve is cut before points are left out."""
_TOLERANCE: Final = 0.55
"""How far, in steps of the grid, an outline may be from the one that was drawn."""
_SPECK: Final = 14.0
"""Outlines of less area, in squares of the grid, are left out: no tile is large enough to show them."""
_TOKEN: Final = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
_COUNTS: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def _numbers(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path, each with its numbers; the flags of an arc may stand without a blank."""
    at, command = 0, ""
    while True:
        text = text[at:].lstrip(" ,\n\t")
        at = 0
        if not text:
            return
        if text[0].isalpha():
            command, text = text[0], text[1:]
        count = _COUNTS[command.lower()]
        numbers: list[float] = []
        while len(numbers) < count:
            text = text.lstrip(" ,\n\t")
            if command in "aA" and len(numbers) in (3, 4):
                numbers.append(float(text[0]))
                text = text[1:]
                continue
            found = _TOKEN.match(text)
            assert found is not None, text[:20]
            numbers.append(float(found.group()))
            text = text[found.end() :]
        yield command, numbers
        if command in "mM":  # further pairs are lines
            command = "l" if command == "m" else "L"


def _path(skia: Any, text: str) -> Any:
    """Return a path of the package as a path of skia."""
    path = skia.Path()
    x = y = cx = cy = sx = sy = 0.0
    last = ""
    for command, n in _numbers(text):
        kind, dx, dy = command.lower(), *((x, y) if command.islower() else (0.0, 0.0))
        if kind == "z":
            path.close()
            x, y = sx, sy
        elif kind == "m":
            x, y = n[0] + dx, n[1] + dy
            sx, sy = x, y
            path.moveTo(x, y)
        elif kind in "lhv":
            x, y = (n[0] + dx if kind != "v" else x), (n[-1] + dy if kind != "h" else y)
            path.lineTo(x, y)
        elif kind in "cs":
            if kind == "s":
                n = [2 * x - cx - dx, 2 * y - cy - dy, *n] if last in "cs" else [x - dx, y - dy, *n]
            path.cubicTo(n[0] + dx, n[1] + dy, n[2] + dx, n[3] + dy, n[4] + dx, n[5] + dy)
            cx, cy, x, y = n[2] + dx, n[3] + dy, n[4] + dx, n[5] + dy
        elif kind in "qt":
            if kind == "t":
                n = [2 * x - cx - dx, 2 * y - cy - dy, *n] if last in "qt" else [x - dx, y - dy, *n]
            path.quadTo(n[0] + dx, n[1] + dy, n[2] + dx, n[3] + dy)
            cx, cy, x, y = n[0] + dx, n[1] + dy, n[2] + dx, n[3] + dy
        else:
            large = skia.Path.ArcSize.kLarge_ArcSize if n[3] else skia.Path.ArcSize.kSmall_ArcSize
            sweep = skia.PathDirection.kCW if n[4] else skia.PathDirection.kCCW
            x, y = n[5] + dx, n[6] + dy
            path.arcTo(n[0], n[1], n[2], large, sweep, x, y)
        last = kind
    return path


def _flat(skia: Any, path: Any) -> list[Outline]:
    """Return the outlines of a path as points."""
    found: list[list[tuple[float, float]]] = []
    for verb, points in path:
        at = [(p.x(), p.y()) for p in points]
        if verb == skia.Path.kMove_Verb:
            found.append([at[0]])
        elif verb == skia.Path.kLine_Verb:
            found[-1].append(at[1])
        elif verb in (skia.Path.kQuad_Verb, skia.Path.kConic_Verb, skia.Path.kCubic_Verb):
            for step in range(1, _STEPS + 1):
                line, t = at, step / _STEPS
                while len(line) > 1:
                    line = [(a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in pairwise(line)]
                found[-1].append(line[0])
    return [tuple(outline) for outline in found]


def area(outline: Outline) -> float:
    """Return the area within an outline."""
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return abs(sum(a * d - c * b for (a, b), (c, d) in pairs)) / 2


def _thin(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """As few of the points as keep the line (Douglas and Peucker)."""
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay)

    def off(point: tuple[float, float]) -> float:
        x, y = point
        if not length:
            return hypot(x - ax, y - ay)
        return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length

    far = max(range(len(points)), key=lambda n: off(points[n]))
    if off(points[far]) <= _TOLERANCE:
        return [points[0], points[-1]]
    return _thin(points[: far + 1])[:-1] + _thin(points[far:])


def _whole(outline: Outline) -> Outline:
    """Return an outline on the grid without needless points."""
    middle = max(
        range(len(outline)), key=lambda n: abs(outline[n][0] - outline[0][0]) + abs(outline[n][1] - outline[0][1])
    )
    ring = [*outline, outline[0]]
    thin = _thin(ring[: middle + 1])[:-1] + _thin(ring[middle:])[:-1]
    return tuple(dict.fromkeys((round(x), round(y)) for x, y in thin))


def outlines(body: str) -> tuple[Outline, ...]:
    """Return the outlines of an icon, moved and enlarged to fill the grid, the largest first.

    Each cuts what is before it.
    """
    skia = import_module("skia")
    whole = skia.Path()
    for part in re.findall(r"<path ([^>]*)/>", body):
        found = re.search(r'(?:^| )d="([^"]*)"', part)
        assert found is not None
        path = _path(skia, found.group(1))
        if "evenodd" in part:
            path.setFillType(skia.PathFillType.kEvenOdd)
        whole = skia.Op(whole, path, skia.kUnion_PathOp)
    flat = _flat(skia, skia.Simplify(whole))
    xs, ys = [x for o in flat for x, _ in o], [y for o in flat for _, y in o]
    scale = GRID / max(max(xs) - min(xs), max(ys) - min(ys))
    left = (GRID - (max(xs) + min(xs)) * scale) / 2
    top = (GRID - (max(ys) + min(ys)) * scale) / 2
    moved = [tuple((x * scale + left, y * scale + top) for x, y in outline) for outline in flat]
    kept = [_whole(o) for o in moved if area(o) >= _SPECK]
    return tuple(sorted((o for o in kept if len(o) > 2), key=area, reverse=True))


def main(package: Path) -> None:
    """Write the icons anew."""
    icons = json.loads(package.read_text(encoding="utf-8"))["icons"]
    lines = [written(name, outlines(icons[name]["body"])) for name in sorted(chosen())]
    (_HERE / "icons.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
